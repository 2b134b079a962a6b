"""The page in a real browser: loading, the engine, addresses, offline, themes."""

from __future__ import annotations

import re
import time

import pytest
from browsing import BUILT, EASY, HARD, ROOMS, Go, call, wait_until_ready
from playwright.sync_api import Page, expect


@pytest.mark.parametrize("room", ROOMS)
def test_each_room_has_an_address_a_heading_and_a_title(go: Go, room: str) -> None:
    page = go(f"#/{room}")
    link = page.get_by_role("navigation").locator("[aria-current=page]")
    expect(link).to_have_count(1)
    title = link.inner_text()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page).to_have_title(re.compile(f"^{title} .* csplib$"))


def test_the_home_page_leads_to_every_room(page: Page) -> None:
    for room in ROOMS:
        page.locator(f".card[href='#/{room}']").click()
        expect(page).to_have_url(re.compile(f"#/{room}$"))
        page.go_back()
        expect(page.locator(".card")).to_have_count(len(ROOMS))


def test_an_unknown_address_says_so(go: Go) -> None:
    expect(go("#/nowhere?x=1").get_by_role("heading", level=1)).to_have_text("There is nothing at this address.")


def test_every_text_that_a_module_asks_for_exists(page: Page) -> None:
    sources = [path.read_text(encoding="utf-8") for path in BUILT.rglob("*.js") if "pyodide" not in path.parts]
    keys = sorted({key for source in sources for key in re.findall(r"""\bt\(\s*["']([\w.]+)["']""", source)})
    assert len(keys) > 20
    missing = page.evaluate(
        "async keys => { const m = await import('./texts.js'); return keys.filter(k => !m.hasText(k)) }", keys
    )
    assert missing == []


def test_text_never_becomes_html(page: Page) -> None:
    script = """async () => {
        const { h } = await import("./dom.js");
        const refused = (make) => { try { make(); return false } catch { return true } };
        return [h("p", {}, "<img src=x onerror=alert(1)>").innerHTML,
            refused(() => h("a", {href: "javascript:alert(1)"})), refused(() => h("p", {onclick: "alert(1)"})),
            refused(() => h("p", {style: "color: red"})), refused(() => h("iframe", {srcdoc: "<p>"}))];
    }"""
    assert page.evaluate(script) == ["&lt;img src=x onerror=alert(1)&gt;", True, True, True, True]


def test_a_picture_of_csplib_is_shown_as_an_image(page: Page) -> None:
    script = """async (svg) => {
        const { picture } = await import("./dom.js");
        const image = picture(svg, "a board");
        document.querySelector("main").append(image);
        await image.decode();
        return [image.naturalWidth > 0, image.alt];
    }"""
    program = "from csplib.sudoku import Board; print(Board.parse('1...............').to_svg())"
    assert page.evaluate(script, call(page, "model.run", program=program)["output"]) == [True, "a board"]


def test_a_first_visit_shows_how_far_the_page_has_loaded(fresh_page: Page, address: str) -> None:
    fresh_page.add_init_script("""
        self.seen = [];
        const look = () => { const bar = document.querySelector("progress"); if (bar) self.seen.push(bar.position) };
        new MutationObserver(look).observe(document, { childList: true, subtree: true });""")
    fresh_page.goto(address)
    wait_until_ready(fresh_page)
    seen = fresh_page.evaluate("self.seen")
    known = [position for position in seen if position >= 0]
    assert len(known) > 5
    assert known == sorted(known)
    assert known[-1] > 0.9


def test_solving_happens_in_the_worker_and_is_fast(go: Go) -> None:
    page = go(f"#/sudoku?board={HARD}")
    page.get_by_role("button", name="Solve it").click()
    expect(page.locator(".sudoku-cell").nth(1)).to_have_text("1")
    script = """async (board) => {
        let best = Infinity;
        for (let round = 0; round < 10; round++) {
            const began = performance.now();
            await csplib.engine.call("sudoku.solve", { board });
            best = Math.min(best, performance.now() - began);
        }
        return best;
    }"""
    best = page.evaluate(script, HARD)
    print(f"a solution: {best:.1f} ms")  # noqa: T201 - `pytest -s` shows it


def test_the_state_of_a_room_is_in_its_address(go: Go) -> None:
    page = go("#/sudoku")
    page.get_by_text("Paste a puzzle", exact=True).click()
    page.locator("textarea").fill(EASY)
    page.get_by_role("button", name="Read it").click()
    expect(page).to_have_url(re.compile(re.escape(f"#/sudoku?board={EASY}")))
    go("#/ac3")
    page.go_back()
    expect(page.locator(".sudoku-cell").nth(6)).to_have_text("6")


def test_a_message_of_csplib_reaches_the_reader(go: Go) -> None:
    page = go("#/sudoku?board=12345")
    expect(page.get_by_role("alert")).to_contain_text("5 cells do not make a square board")


def test_a_certificate_is_made_and_checked(go: Go) -> None:
    page = go(f"#/proof?board={EASY}")
    page.get_by_role("button", name="Prove").click()
    expect(page.locator(".result")).to_contain_text("there is exactly one solution")


ENDLESS = "print('begun')\nwhile True: pass"


def test_stop_ends_an_endless_run_within_half_a_second(go: Go) -> None:
    page = go("#/model")
    page.locator("textarea").fill(ENDLESS)
    page.get_by_role("button", name="Run").click()
    expect(page.locator("pre")).to_have_text("begun\n")
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_be_visible()
    began = time.perf_counter()
    stop.click()
    expect(stop).to_be_hidden()
    assert time.perf_counter() - began < 0.5
    page.locator("textarea").fill("print(6 * 7)")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("pre")).to_have_text("42\n")


def test_leaving_a_room_ends_its_run(go: Go) -> None:
    page = go("#/model")
    page.locator("textarea").fill(ENDLESS)
    page.get_by_role("button", name="Run").click()
    expect(page.locator("pre")).to_have_text("begun\n")
    go(f"#/sudoku?board={EASY}").get_by_role("button", name="Solve it").click()
    expect(page.locator(".sudoku-cell").first).to_have_text("9")


def test_a_signal_ends_a_waiting_call_only(page: Page) -> None:
    script = """async () => {
        const { isStop } = await import("./engine.js");
        const control = new AbortController();
        const run = (text, signal) => csplib.engine.call("model.run", { program: `print("${text}")` }, { signal });
        const calls = [run("one"), run("two", control.signal), run("three")];
        control.abort();
        const ends = await Promise.allSettled(calls);
        return ends.map(({ value, reason }) => (value ? value.output : isStop(reason)));
    }"""
    assert page.evaluate(script) == ["one\n", True, "three\n"]


def test_python_that_dies_is_started_again(page: Page, errors: list[str]) -> None:
    program = "import ctypes; ctypes.string_at(2**31 - 64, 2**30)"
    script = """async (program) => {
        const end = await csplib.engine.call("model.run", { program }).catch((error) => error.kind);
        const after = await csplib.engine.call("model.run", { program: "print(1)" });
        return [end, after.output];
    }"""
    end, after = page.evaluate(script, program)
    assert (end, after) == ("Crash", "1\n")
    errors.clear()  # Pyodide tells the console


def test_the_page_works_offline_after_the_first_visit(fresh_page: Page, address: str) -> None:
    fresh_page.goto(address)
    wait_until_ready(fresh_page)
    complete = """async () => {
        const kept = await (await caches.open("csplib")).keys();
        return kept.length === Object.keys((await import("./files.js"), self.CSPLIB_FILES)).length + 1;
    }"""
    fresh_page.wait_for_function(complete)
    fresh_page.context.set_offline(True)
    fresh_page.goto(f"{address}#/sudoku?board={EASY}")
    fresh_page.reload()
    fresh_page.get_by_role("button", name="Solve it").click()
    expect(fresh_page.locator(".sudoku-cell").first).to_have_text("9")
    fresh_page.context.set_offline(False)


def ground(page: Page) -> str:
    """Return the color behind everything."""
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_the_theme_can_be_chosen_and_is_kept(fresh_page: Page, address: str) -> None:
    page = fresh_page
    page.emulate_media(color_scheme="light")
    page.goto(address)
    light = ground(page)
    page.get_by_role("button", name="Theme").click()
    page.get_by_role("button", name="Theme: light").click()
    page.get_by_role("button", name="Theme: dark").wait_for()
    assert ground(page) != light
    page.reload()
    page.get_by_role("button", name="Theme: dark").wait_for()
    assert ground(page) != light


def test_everything_can_be_reached_with_the_keyboard(page: Page) -> None:
    page.keyboard.press("Tab")
    page.evaluate("document.activeElement.blur()")
    reached = []
    for _ in range(30):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.getAttribute('href')"))
    assert {"#room", "#/", *(f"#/{room}" for room in ROOMS)} <= set(reached)


def test_nothing_is_loaded_from_elsewhere(fresh_page: Page, address: str) -> None:
    asked: list[str] = []
    fresh_page.on("request", lambda request: asked.append(request.url))
    fresh_page.goto(address)
    wait_until_ready(fresh_page)
    assert asked
    assert all(url.startswith((address, "blob:", "data:")) for url in asked)


def test_the_built_page_contains_no_map_or_source_file() -> None:
    assert not [path for path in BUILT.rglob("*") if path.suffix in {".map", ".ts", ".py", ".md"}]
    assert (BUILT / "pyodide" / "pyodide.mjs").is_file()
