"""One time limit for all the work on one question: shapes, models, techniques, searches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from csplib import Clock, OptionError
from csplib.sudoku.arguments import quoted

if TYPE_CHECKING:
    from threading import Event

__all__ = ["within"]


def within(time_limit: float | None, cancel: Event | None = None) -> Clock:
    """Return a clock: in its ``with`` block everything raises `LimitReached` after *time_limit* seconds.

    None means no limit. An inner limit never outlasts an outer one. Once *cancel* is set, `Cancelled` is raised.
    Code that may take long calls `csplib.look_up`.

    >>> from csplib.sudoku import generate
    >>> with within(0):
    ...     generate(seed=1)
    Traceback (most recent call last):
        ...
    csplib.errors.LimitReached: stopped at time_limit=0.0
    """
    if time_limit is None:
        return Clock(None, cancel)
    if isinstance(time_limit, bool) or not isinstance(time_limit, (int, float)) or not time_limit >= 0:
        raise OptionError(f"time_limit must be a number of seconds, 0 or more, not {quoted(time_limit)}")
    return Clock(float(time_limit), cancel)
