"""One time limit for everything that is done to answer one question: shapes, models, techniques, searches."""

from __future__ import annotations

from csplib import Clock
from csplib.sudoku.checks import checked_seconds

__all__ = ["within"]


def within(time_limit: float | None) -> Clock:
    """Return a clock: inside ``with`` everything raises `LimitReached` after *time_limit* seconds; None is no limit.

    An inner limit never outlasts an outer one. What may take long calls `csplib.look_up`.

    >>> from csplib.sudoku import generate
    >>> with within(0):
    ...     generate(seed=1)
    Traceback (most recent call last):
        ...
    csplib.errors.LimitReached: stopped at time_limit=0.0
    """
    return Clock(checked_seconds(time_limit))
