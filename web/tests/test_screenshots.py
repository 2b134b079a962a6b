"""Pictures of every room, light, dark and on a phone, in build/web-screenshots: to be looked at."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import BUILT, EASY, ROOMS, Watched, wait_until_ready
from playwright.sync_api import Browser

X_WING = ".3582.79..8.93.5.2192547863...319.5.369458127.5176293...61.43855.82.3.....368527."
SCREENSHOTS = BUILT.with_name("web-screenshots")
PHONE: Any = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
LOOKS: dict[str, Any] = {"desktop": {}, "phone": PHONE}
ADDRESSES = {"home": "#/", **{room: f"#/{room}?board={EASY}" for room in ROOMS}}
ADDRESSES["sudoku"] = f"#/sudoku?stage=play&board={EASY}&steps=fp01" + "7p02" + "3"
ADDRESSES["sudoku-solve"] = f"#/sudoku?stage=solve&board={EASY}"
"""What is photographed: add an address that shows a room at its best."""
ADDRESSES["ac3"] = "#/ac3?step=21"
ADDRESSES["ac3-board"] = "#/ac3?problem=sudoku-9&step=900"
ADDRESSES["ac3-search"] = "#/ac3?problem=queens-6&view=search&step=30"


@pytest.mark.parametrize("look", LOOKS)
def test_rooms_fit_the_screen(browser: Browser, address: str, look: str) -> None:
    watched = Watched(browser.new_context(reduced_motion="reduce", **LOOKS[look]))
    page = watched.context.new_page()
    page.goto(address)
    wait_until_ready(page)
    for name, place in ADDRESSES.items():
        page.evaluate("hash => { location.hash = hash }", place)
        page.locator("h1").wait_for()
        if name.startswith("ac3"):
            page.locator(".ac3-message").first.wait_for()
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.screenshot(path=SCREENSHOTS / f"{name}-{look}-{theme}.png")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} is too wide"
    watched.check()
    watched.context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_pictures_of_the_documentation(browser: Browser, address: str, theme: Any) -> None:
    size: Any = {"width": 1120, "height": 830}
    watched = Watched(browser.new_context(reduced_motion="reduce", color_scheme=theme, viewport=size))
    page = watched.context.new_page()
    page.goto(address)
    wait_until_ready(page)
    page.evaluate("hash => { location.hash = hash }", f"#/sudoku?stage=play&board={X_WING}")
    page.get_by_role("button", name="Fill in marks").click()
    page.keyboard.press("?")
    page.locator(".sudoku-hint").wait_for()
    for _ in range(2):
        page.keyboard.press("?")
    page.screenshot(path=SCREENSHOTS / f"web-sudoku-{theme}.png")
    page.evaluate("hash => { location.hash = hash }", ADDRESSES["ac3"])
    page.locator(".ac3-message").first.wait_for()
    page.set_viewport_size({"width": 1120, "height": 1080})
    page.screenshot(path=SCREENSHOTS / f"web-ac3-{theme}.png")
    watched.check()
    watched.context.close()
