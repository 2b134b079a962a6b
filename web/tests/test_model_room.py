"""The room "Model" in a real browser."""

from __future__ import annotations

import base64
import json
import re
import zlib

import pytest
from browsing import BUILT, Go, call
from playwright.sync_api import Page, expect

GALLERY = json.loads((BUILT / "gallery.json").read_text(encoding="utf-8"))
SLOW = {"sudoku_local_search", "graceful_k4"}
"""Programs that take many seconds in a browser on a busy machine. They are run without one in tests/web."""

IMAGE = "<img src=x onerror=document.body.dataset.broken=1>"


def run(page: Page, program: str) -> None:
    page.locator("textarea").fill(program)
    page.get_by_role("button", name="Run").click()


def packed(program: str) -> str:
    """Return a program as the hook of the documentation packs it."""
    return base64.urlsafe_b64encode(zlib.compress(program.encode(), 9)).decode().rstrip("=")


@pytest.mark.parametrize("name", [one["name"] for one in GALLERY if one["name"] not in SLOW])
def test_a_program_of_the_gallery_runs(page: Page, name: str) -> None:
    program = next(one["program"] for one in GALLERY if one["name"] == name)
    found = call(page, "model.run", program=program)
    assert found["error"] is None
    assert found["output"]


def test_a_program_of_the_gallery_is_chosen_and_its_solution_shown(go: Go) -> None:
    page = go("#/model")
    expect(page.locator("textarea")).to_have_value(re.compile("Map coloring"))
    page.get_by_label("Start from").select_option("zebra")
    expect(page).to_have_url(re.compile("gallery=zebra"))
    page.get_by_role("button", name="Run").click()
    expect(page.locator("pre")).to_contain_text("Norwegian")
    expect(page.locator(".model-values")).to_contain_text("Norwegian 1")
    expect(page.locator(".model-picture img")).not_to_have_count(0)
    page.go_back()
    expect(page.locator("textarea")).to_have_value(re.compile("Map coloring"))


def test_a_syntax_error_marks_its_line(go: Go) -> None:
    page = go("#/model")
    run(page, "x = 1\ny = = 2\nz = 3")
    expect(page.get_by_role("alert")).to_contain_text("Line 2: SyntaxError: invalid syntax")
    expect(page.locator(".model-bad")).to_have_text("✗ 2")
    expect(page.locator("textarea")).to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="Go to line 2").click()
    selected = "(a => a.value.slice(a.selectionStart, a.selectionEnd))(document.activeElement)"
    assert page.evaluate(selected) == "y = = 2"


def test_an_exception_shows_the_lines_of_the_program(go: Go) -> None:
    page = go("#/model")
    run(page, "from csplib import Problem\ndef f(p):\n    p.add_variable('x', [])\nprint('so far')\nf(Problem())")
    expect(page.get_by_role("alert")).to_contain_text("Line 3:")
    expect(page.get_by_role("alert")).to_contain_text("DomainError")
    expect(page.locator("pre")).to_have_text("so far")
    page.get_by_text("How the program came there").click()
    expect(page.locator(".model-fault li")).to_have_text(
        ["line 5 f(Problem())", "line 3, in f p.add_variable('x', [])"]
    )


def test_a_link_brings_the_program_back(go: Go) -> None:
    page = go("#/model")
    program = '# grüße <b> & "quotes" 🧩\nprint(6 * 7)\n'
    run(page, program)
    expect(page.locator("pre")).to_have_text("42")
    expect(page).to_have_url(re.compile(r"#/model\?code=[\w-]+$"))
    code = page.url.partition("code=")[2]
    go("#/")
    expect(page.locator(".cards")).to_be_visible()
    go(f"#/model?code={code}")
    expect(page.locator("textarea")).to_have_value(program)
    go(f"#/model?code={packed(program + '# more')}")
    expect(page.locator("textarea")).to_have_value(program + "# more")
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".model-link")).not_to_be_empty()
    go("#/model?code=broken")
    expect(page.get_by_role("alert")).to_contain_text("cannot be read")


def test_reasons_are_told_and_drawn(go: Go) -> None:
    page = go("#/model?gallery=why_not")
    expect(page.locator("textarea")).to_have_value(re.compile("^.*Why not"))
    page.get_by_role("button", name="Run").click()
    expect(page.locator(".model-shown").first).to_contain_text("removes 4 from dig")
    expect(page.locator(".model-shown").first.get_by_role("img", name="Graph of the reasons")).to_be_visible()
    page.get_by_label("Variable").select_option("pour")
    page.get_by_label("Value").select_option("1")
    page.get_by_role("button", name="Why not this value?").click()
    expect(page.locator(".model-answer")).to_contain_text("pour cannot be 1")
    page.get_by_role("button", name="Why is there no solution?").click()
    expect(page.locator(".model-answer")).to_contain_text("There is a solution")


def test_text_of_a_program_never_becomes_html(go: Go) -> None:
    page = go("#/model")
    program = f"""
from csplib import Problem
image = {IMAGE!r}
print(image)
p = Problem()
x = p.add_variable(image, [image + "a", image + "b"])
y = p.add_variable("y", ["a"])
p.add((x != image + "a").named(image))
s = p.solve()
why = p.why(x, image + "a")
image
raise ValueError(image)
"""
    run(page, program)
    expect(page.get_by_role("alert")).to_contain_text(IMAGE)
    expect(page.locator("pre")).to_contain_text(IMAGE)
    run(page, program.replace("raise", "#"))
    expect(page.locator(".model-shown")).to_have_count(3)
    page.get_by_role("button", name="Why not this value?").click()
    expect(page.locator(".model-answer")).to_contain_text(IMAGE)
    assert page.evaluate("document.querySelectorAll('main img:not([src^=blob])').length") == 0
    assert page.evaluate("document.body.dataset.broken ?? null") is None


def test_the_keyboard_alone(go: Go) -> None:
    page = go("#/model")
    expect(page.locator("textarea")).to_have_value(re.compile("Map"))
    page.locator("textarea").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("for i in range(2):\nprint(i)")
    expect(page.locator("textarea")).to_have_value("for i in range(2):\n    print(i)")
    page.keyboard.press("Shift+Tab")
    expect(page.locator("textarea")).to_have_value("for i in range(2):\nprint(i)")
    page.keyboard.press("Home")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+Enter")
    expect(page.locator("pre")).to_have_text("0 1")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Run")).to_be_focused()


def test_a_program_reaches_neither_the_network_nor_what_is_kept(page: Page) -> None:
    names = ["caches", "indexedDB", "fetch", "XMLHttpRequest", "WebSocket", "Worker"]
    found = call(page, "model.run", program=f"import js\nprint(any(hasattr(js, name) for name in {names}))")
    assert found["output"] == "False\n"
