"""The room "AC-3 and search" in a real browser."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from browsing import EASY, Go
from csplib_web.stepping import pictured, search_steps
from playwright.sync_api import Locator, Page, expect

from csplib.sudoku import Board, trace


def counter(page: Page | Locator, name: str) -> Locator:
    """Return a number that the room counts."""
    return page.locator(f"[data-counter={name}] dd").first


def button(page: Page, name: str) -> Locator:
    """Return a button of the player."""
    return page.locator(".ac3-buttons").get_by_role("button", name=name, exact=True)


def test_the_published_trace_step_by_step(go: Go) -> None:
    page = go("#/ac3?problem=sudoku-9")
    stream = io.StringIO()
    trace(Board.parse(EASY), stream)
    lines = stream.getvalue().splitlines()
    assert len(lines) == 320
    expect(counter(page, "waiting")).to_have_text("1944")
    script = """() => {
        const step = document.querySelector(".ac3-step"), log = document.querySelector(".ac3-log"), seen = [];
        for (let count = 0; count < 320; count++) { step.click(); seen.push(log.textContent.split("\\n").at(-1)) }
        return [seen, log.textContent.split("\\n")];
    }"""
    seen, log = page.evaluate(script)
    assert seen == lines
    assert log == lines
    expect(counter(page, "removals")).to_have_text("320")
    button(page, "Step").click()
    expect(page.locator(".ac3-message")).to_contain_text("AC-3 alone solves the problem")
    expect(counter(page, "single")).to_have_text("81 / 81")
    solution = "".join(page.locator(".ac3-cell b").all_inner_texts())
    assert Board.parse(solution).is_solved


def test_an_arc_is_clicked_and_taken_back(go: Go) -> None:
    page = go("#/ac3")
    expect(counter(page, "waiting")).to_have_text("18")
    page.locator("[data-arc='2 0']").dispatch_event("click")  # SA because of WA, which is red
    expect(page.locator(".ac3-message")).to_contain_text("SA has changed")
    expect(counter(page, "revisions")).to_have_text("1")
    expect(counter(page, "removals")).to_have_text("1")
    box = page.locator(".ac3-box").nth(2)
    expect(box.locator(".ac3-gone")).to_have_text(["red"])
    expect(page.locator(".ac3-code [aria-current]")).to_have_text("append the arc (z, x)")
    expect(page).to_have_url(re.compile(r"arcs=0\.2\.0.*step=3"))
    for _ in range(3):
        button(page, "Back").click()
    expect(counter(page, "revisions")).to_have_text("0")
    expect(box.locator(".ac3-gone")).to_have_count(0)
    button(page, "End").click()
    expect(page.locator(".ac3-message")).to_contain_text("all arcs are consistent")
    button(page, "Reset").click()
    expect(counter(page, "removals")).to_have_text("0")


def test_two_cells_of_a_board_are_clicked(go: Go) -> None:
    page = go(f"#/ac3?board={EASY}")
    page.locator("[data-x='0']").click()
    page.locator("[data-x='6']").click()
    expect(page.locator(".ac3-log")).to_have_text(re.compile(r"^step 1 .*\(0,0\)\(0,6\)  \(0,0\)\.remove\(6\)"))


def test_run_plays_to_a_contradiction(go: Go) -> None:
    page = go("#/ac3?given=0.0,3.1")  # WA = red, Q = green
    page.locator("#ac3-speed").select_option("fast")
    page.locator("#ac3-size").select_option("removal")
    button(page, "Run").click()
    expect(page.locator(".ac3-message")).to_contain_text("has no value left: there is no solution")
    expect(page.locator(".ac3-box.ac3-empty")).to_have_count(1)
    page.get_by_role("button", name="Take back Q = green").click()
    expect(page).to_have_url(re.compile(r"given=0\.0$"))
    button(page, "End").click()
    expect(page.locator(".ac3-message")).to_contain_text("all arcs are consistent")


def totals(problem: str, *settings: str) -> dict[str, Any]:
    """Return the library's counters of a search."""
    found: dict[str, Any] = search_steps(pictured(problem), *settings)["totals"]
    return found


def test_search_trees_side_by_side(go: Go) -> None:
    page = go("#/ac3?problem=queens-6&view=search&a=mrv.lcv.forward&b=first.ascending.none")
    button(page, "End").click()
    sides = page.locator(".ac3-side")
    for side, settings in enumerate([("mrv", "lcv", "forward"), ("first", "ascending", "none")]):
        theirs = totals("queens-6", *settings)
        for name in ("nodes", "failures", "depth", "solutions"):
            expect(counter(sides.nth(side), name)).to_have_text(str(theirs[name]))
        tried = sides.nth(side).locator(".ac3-node:not([data-state=none])")
        expect(tried).to_have_count(theirs["nodes"] + 1)
        expect(sides.nth(side).locator(".ac3-node[data-state=failure]")).to_have_count(theirs["failures"])
        expect(sides.nth(side).locator(".ac3-square.ac3-assigned")).to_have_count(6)
    button(page, "Back").click()
    expect(sides.nth(1).locator(".ac3-node[data-state=solution]")).to_have_count(0)
    expect(counter(sides.nth(1), "nodes")).to_have_text(
        str(totals("queens-6", "first", "ascending", "none")["nodes"] - 1)
    )
    page.locator("#ac3-infer-1").select_option("mac")
    expect(page).to_have_url(re.compile(r"b=first\.ascending\.mac"))
    expect(sides.nth(1).locator(".ac3-total")).to_contain_text(
        f"{totals('queens-6', 'first', 'ascending', 'mac')['nodes']} nodes"
    )


def test_a_tree_that_is_too_large_says_so(go: Go) -> None:
    page = go("#/ac3?problem=queens-8&view=search")
    expect(page.locator(".ac3-total").nth(1)).to_have_text(
        "In all: 876 nodes, 763 failures, depth 8, 1 solution. The tree shows the first 400 nodes."
    )


def test_a_problem_of_ones_own(go: Go) -> None:
    page = go("#/ac3?problem=own")
    expect(page.locator(".ac3-box")).to_have_count(4)
    page.locator("#ac3-text").fill("A, B: 1..3\nA < Z")
    page.get_by_role("button", name="Use this").click()
    expect(page.get_by_role("alert")).to_have_text("line 2: Z is neither a variable nor a value")
    page.locator("#ac3-text").fill("A, B: 1..3\nA < B")
    page.get_by_role("button", name="Use this").click()
    expect(page.get_by_role("alert")).to_be_empty()
    button(page, "End").click()
    expect(page.locator(".ac3-value:not(.ac3-gone)")).to_have_text(["1", "2", "2", "3"])
    expect(page).to_have_url(re.compile(r"problem=own.*step="))
    page.go_back()
    expect(page.get_by_role("alert")).to_contain_text("line 2")


def test_the_keyboard_alone(go: Go) -> None:
    page = go("#/ac3?problem=queens-4")
    expect(counter(page, "waiting")).to_have_text("12")
    page.locator("#ac3-problem").focus()
    keys = page.keyboard

    def tab_to(selector: str) -> None:
        for _ in range(40):
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            keys.press("Tab")
        pytest.fail(f"{selector} is not reached")

    tab_to(".ac3-step")
    keys.press("Enter")
    expect(counter(page, "revisions")).to_have_text("1")
    expect(page.locator(".spoken")).to_contain_text("Take the arc (Q1, Q2)")
    keys.press("Space")
    tab_to(".ac3-slider")
    keys.press("Home")
    expect(counter(page, "revisions")).to_have_text("0")
    keys.press("End")
    expect(page.locator(".ac3-message")).to_contain_text("AC-3 alone solves the problem")
    keys.press("Home")
    tab_to("#ac3-arc-x")
    keys.type("Q2")
    tab_to("#ac3-arc-y")
    keys.press("Tab")
    keys.press("Enter")  # Revise Q2 because of Q1
    expect(page.locator(".ac3-log")).to_contain_text("AC:(Q2)(Q1)")
    expect(page.locator(".spoken")).to_contain_text("Q2 has changed")


@pytest.mark.parametrize("place", ["", "?problem=sudoku-9&step=900", "?problem=queens-8&view=search&step=90"])
def test_it_fits_a_phone(go: Go, place: str) -> None:
    page = go(f"#/ac3{place}")
    before = page.viewport_size
    assert before is not None
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.locator(".ac3-player")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size(before)
