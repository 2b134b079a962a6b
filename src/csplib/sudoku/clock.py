"""One time limit for everything that is done to answer one question: shapes, models, techniques, searches.

`within` sets it, and whatever may take long looks at it with `left`, so that nobody hands it down. An inner limit never
outlasts an outer one. Each thread has its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter
from typing import NamedTuple

from csplib import LimitReached
from csplib.sudoku.checks import checked_seconds

__all__ = ["left", "within"]


class _End(NamedTuple):
    time: float
    limit: float


_END: ContextVar[_End | None] = ContextVar("end", default=None)


@contextmanager
def within(time_limit: float | None) -> Iterator[None]:
    """Let everything inside raise `LimitReached` after *time_limit* seconds; None adds no limit.

    >>> with within(0):
    ...     left()
    Traceback (most recent call last):
        ...
    csplib.errors.LimitReached: stopped at time_limit=0
    """
    limit = checked_seconds(time_limit)
    outer = _END.get()
    if limit is None or (outer is not None and outer.time <= perf_counter() + limit):
        yield
        return
    end = _End(perf_counter() + limit, limit)
    token = _END.set(end)
    try:
        yield
    except LimitReached as stopped:
        if perf_counter() < end.time:
            raise
        # A search was given what was left of the time: name the limit that the caller knows.
        raise LimitReached(f"stopped at time_limit={limit:g}", stopped.found, stopped.statistics) from None
    finally:
        _END.reset(token)


def left() -> float | None:
    """Return the seconds that are left, None if there is no limit; raise `LimitReached` if none are left."""
    end = _END.get()
    if end is None:
        return None
    seconds = end.time - perf_counter()
    if seconds <= 0:
        raise LimitReached(f"stopped at time_limit={end.limit:g}")
    return seconds
