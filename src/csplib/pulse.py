"""The one place where a long run looks up from its work.

Compiled code never returns to the interpreter's main loop by itself, so a pending Ctrl-C would wait for
the end of the run. Calling any interpreted function lets Python deliver it; this module is therefore
never compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from csplib.errors import LimitReached

__all__ = ["Both", "Deadline", "pulse"]


def pulse() -> None:
    """Let Python deliver pending signals."""


class Deadline:
    """A pulse that also ends the run, with `LimitReached`, after *limit* seconds less those *spent* already."""

    __slots__ = ("_end", "_limit")

    def __init__(self, limit: float, spent: float = 0.0) -> None:
        self._limit = limit
        self._end = perf_counter() + limit - spent

    def __call__(self) -> None:
        if perf_counter() >= self._end:
            raise LimitReached(f"stopped at time_limit={self._limit}")


class Both:
    """Two pulses in one."""

    __slots__ = ("_first", "_second")

    def __init__(self, first: Callable[[], None], second: Callable[[], None]) -> None:
        self._first, self._second = first, second

    def __call__(self) -> None:
        self._first()
        self._second()
