"""The clock of a question: its limits, and which clock runs.

It is apart from `pulse` since it can be compiled: listing starts and stops it for every solution.
"""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Callable
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, final

from csplib.errors import Cancelled, LimitReached

if TYPE_CHECKING:
    from types import TracebackType

    from csplib.kernel.compiler import Unchecked
    from csplib.kernel.interrupts import Cancel

__all__ = ["RUNNING", "Clock"]


@final
class Clock:
    """The limits of one question: *time_limit* seconds of work, a *cancel* event, and whether somebody closed it.

    It runs inside ``with clock:`` and pauses in between. Whatever runs when a limit is hit gets `LimitReached`, or
    `Cancelled`. A question that is asked inside another one, by a function of the user's, stops with that one too.
    The *listener* is called whenever somebody looks up.
    """

    __slots__ = ("_cancel", "_end", "_limit", "_outer", "_raised", "_spent", "_started", "closed", "listener")

    def __init__(
        self,
        time_limit: float | Unchecked | None = None,
        cancel: Cancel | None = None,
        listener: Callable[[], None] | None = None,
    ) -> None:
        self._limit: Any = time_limit  # as it was given: compiled, an integer would become a float
        self._cancel: Cancel | None = cancel
        self._end: float = inf
        self._spent: float = 0.0
        self._started: float = 0.0
        self._outer: Clock | None = None
        self._raised: LimitReached | None = None
        self.listener: Callable[[], None] | None = listener
        self.closed: bool = False

    def __enter__(self) -> None:
        thread = get_ident()
        self._outer = RUNNING.get(thread)
        RUNNING[thread] = self
        if self._limit is not None:
            self._started = perf_counter()
            self._end = self._started + self._limit - self._spent

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._outer is None:
            RUNNING.pop(get_ident(), None)
        else:
            RUNNING[get_ident()] = self._outer
        if self._limit is not None:
            self._spent += perf_counter() - self._started

    def __call__(self) -> None:
        """Raise `LimitReached` if it is time to stop."""
        if self.closed or (self._cancel is not None and self._cancel.is_set()):
            self._raised = Cancelled("cancelled" if not self.closed else "closed")
            raise self._raised
        if self._limit is not None and perf_counter() >= self._end:
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
    def limited(self) -> bool:
        """Whether there is anything to ask it about: a limit, an event, a listener, or a question around this one."""
        return (
            self._limit is not None
            or self._cancel is not None
            or self.listener is not None
            or self.closed
            or self._outer is not None
        )

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


RUNNING: Final[dict[int, Clock]] = {}
"""The clock that runs in each thread. A context variable would do too, but takes longer to set than many a search."""
