"""A browser, the page as `make web` built it, and what every test of the page checks: no error, nothing forbidden."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator

import pytest
from browsing import BUILT, Go, Watched, wait_until_ready
from playwright.sync_api import Browser, Page, expect, sync_playwright

from csplib.command.web_server import make_server

QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
QUIET += ["--disable-component-update", "--disable-sync"]


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of the page, from the server of `csplib web`."""
    server = make_server(BUILT, 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def _shared(browser: Browser, address: str) -> Iterator[tuple[Watched, Page]]:
    watched = Watched(browser.new_context())
    page = watched.context.new_page()
    page.goto(address)
    wait_until_ready(page)
    yield watched, page
    watched.context.close()


@pytest.fixture
def page(_shared: tuple[Watched, Page]) -> Iterator[Page]:
    """A page with Python loaded, at the home page. All tests share it, because loading takes seconds."""
    watched, page = _shared
    page.evaluate("location.hash = '#/'")
    expect(page.locator(".cards")).to_be_visible()
    yield page
    watched.check()


@pytest.fixture
def errors(_shared: tuple[Watched, Page]) -> list[str]:
    """The errors on the shared page so far. A test that provokes some clears them."""
    return _shared[0].errors


@pytest.fixture
def fresh_page(browser: Browser) -> Iterator[Page]:
    """An empty page of a browser that has never been here."""
    watched = Watched(browser.new_context())
    yield watched.context.new_page()
    watched.check()
    watched.context.close()


@pytest.fixture
def go(page: Page) -> Go:
    """A function that opens an address within the page, such as "#/sudoku?board=..."."""

    def go(hash_: str) -> Page:
        page.evaluate("hash => { location.hash = hash }", hash_)
        return page

    return go
