"""Helpers for tests of the page: calls of its engine, waiting, errors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, expect

BUILT = Path(__file__).parents[2] / "build" / "web"
EASY = "......6..8.4.....7..5..3.9...1.98.52692..73..45.1....65..36.24924.87.1.33.6249785"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
ROOMS = ["sudoku", "ac3", "model", "proof"]
PATIENCE = 20_000  # ms, on a machine that is busy with other tests

Go = Callable[[str], Page]
"""Opens an address within the page, such as "#/sudoku?board=..."."""

expect.set_options(timeout=PATIENCE)


class Watched:
    """Pages of one context, and the errors on them: exceptions, messages of the console, violations of the CSP."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.errors: list[str] = []
        context.set_default_timeout(PATIENCE)
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        context.on("console", self._note)

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.errors.append(message.text)

    def check(self) -> None:
        """Fail if there was an error since the last check."""
        found = self.errors.copy()
        self.errors.clear()
        assert not found


def call(page: Page, name: str, **arguments: Any) -> Any:
    """Return the answer of the page's engine to a call."""
    return page.evaluate("([name, args]) => csplib.engine.call(name, args)", [name, arguments])


def wait_until_ready(page: Page) -> None:
    """Wait until Python answers calls."""
    expect(page.locator("footer.engine")).to_have_attribute("data-phase", "ready", timeout=3 * PATIENCE)
