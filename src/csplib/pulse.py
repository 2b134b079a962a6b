"""Where a long run is interrupted: by Ctrl-C, by its limit on time, by another thread.

Compiled code never returns to the interpreter's main loop by itself, so a pending Ctrl-C would wait for
the end of the run. Calling any interpreted function lets Python deliver it; this module is therefore
never compiled.

A question has a `Clock`, which runs while csplib works on the question. Everything that may take long calls `pulse`
now and then (or `csplib.work.look_up`, which counts): that asks the clock that runs in this thread. So a limit reaches
whatever is under way, and nobody has to hand a clock on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from math import inf
from time import perf_counter
from typing import Protocol

from csplib.errors import Cancelled, LimitReached

__all__ = ["Cancel", "Clock", "is_of_running_clock", "pulse"]


class Cancel(Protocol):
    """What ``cancel=`` takes: a `threading.Event`, or anything else that can be asked."""

    def is_set(self) -> bool:
        """Return whether to stop."""
        ...


class Clock:
    """The limits of one question: *time_limit* seconds of work, a *cancel* event, and whether somebody closed it.

    It runs inside ``with clock:`` and pauses in between. Whatever runs when a limit is hit gets `LimitReached`, or
    `Cancelled`. A question that is asked inside another one, by a function of the user's, stops with that one too.
    The *listener* is called whenever somebody looks up.
    """

    __slots__ = ("_cancel", "_end", "_limit", "_outer", "_raised", "_spent", "_started", "closed", "listener")

    def __init__(
        self, time_limit: float | None = None, cancel: Cancel | None = None, listener: Callable[[], None] | None = None
    ) -> None:
        self._limit = time_limit
        self._cancel = cancel
        self._end = inf
        self._spent = self._started = 0.0
        self._outer: Clock | None = None
        self._raised: LimitReached | None = None
        self.listener = listener
        self.closed = False

    def __enter__(self) -> None:
        self._outer = _running.get()
        _running.set(self)
        if self._limit is not None:
            self._started = perf_counter()
            self._end = self._started + self._limit - self._spent

    def __exit__(self, *_: object) -> None:
        _running.set(self._outer)
        if self._limit is not None:
            self._spent += perf_counter() - self._started

    def __call__(self) -> None:
        """Raise `LimitReached` if it is time to stop."""
        if self.closed or (self._cancel is not None and self._cancel.is_set()):
            self._raised = Cancelled("cancelled" if not self.closed else "closed")
            raise self._raised
        if perf_counter() >= self._end:
            self._raised = LimitReached(f"stopped at time_limit={self._limit}")
            raise self._raised
        if self.listener is not None:
            self.listener()
        if self._outer is not None:
            self._outer()

    def __repr__(self) -> str:
        ended = "closed" if self.closed else f"{self._spent:.3g} s spent"
        return f"<Clock: time_limit={self._limit}, {ended}>"

    def close(self) -> None:
        """Stop whatever runs by this clock, from any thread."""
        self.closed = True

    @property
    def left(self) -> float:
        """How many seconds of work are left, while it runs; those of questions around this one count as well."""
        own = self._end - perf_counter()
        return own if self._outer is None else min(own, self._outer.left)

    @property
    def cancelled(self) -> bool:
        """Whether somebody wants it to stop, whatever the time; any thread may ask."""
        if self.closed or (self._cancel is not None and self._cancel.is_set()):
            return True
        return self._outer is not None and self._outer.cancelled

    def is_of_another(self, limit: BaseException) -> bool:
        """Return whether *limit* was raised for a question around this one."""
        return self._outer is not None and self._outer.is_behind(limit)

    def is_behind(self, limit: BaseException) -> bool:
        """Return whether *limit* was raised for this question, or for one around it."""
        return self._raised is limit or self.is_of_another(limit)


_running: ContextVar[Clock | None] = ContextVar("clock", default=None)


def pulse() -> None:
    """Let Python deliver pending signals, and raise `LimitReached` if the question under way has to stop."""
    clock = _running.get()
    if clock is not None:
        clock()


def is_of_running_clock(limit: BaseException) -> bool:
    """Return whether *limit* was raised for the question under way, or for one around it."""
    clock = _running.get()
    return clock is not None and clock.is_behind(limit)
