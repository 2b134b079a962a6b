"""The clock of a question, such as one call of `Problem.solve`: its limits, and how long loops check them.

A question has a `Clock`, which runs while csplib works on the question. Every loop that can take long calls `look_up`,
which counts steps, or `pulse`. Both check the clock that runs in this thread. So a limit reaches all code, and no
function has to pass a clock on.
"""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Callable
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, final

from csplib.errors import Cancelled, LimitReached
from csplib.kernel.interrupts import deliver_signals

if TYPE_CHECKING:
    from types import TracebackType

    from csplib.kernel.compiler import Unchecked
    from csplib.kernel.interrupts import Cancel

__all__ = ["RUNNING", "Clock", "is_of_running_clock", "look_up", "pulse", "raise_held", "reset_steps"]

_STEPS_PER_PULSE: Final = 2048


@final
class Clock:
    """The limits of one question: *time_limit* seconds of work, and a *cancel* event.

    The clock runs inside ``with clock:`` and pauses in between. At a limit, `LimitReached` or `Cancelled` is
    raised in the running code. A question that a user's function asks inside another question stops when that one does.
    The *listener* is called at every `pulse`.
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
        self.leave()
        thread = get_ident()
        self._outer = RUNNING.get(thread)
        if self._limit is not None:
            self._started = perf_counter()
            self._end = self._started + self._limit - self._spent
        RUNNING[thread] = self  # last: an interrupt above leaves nothing behind

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.leave()
        if self._limit is not None:
            self._spent += perf_counter() - self._started
        if kind is None:
            raise_held()

    def leave(self) -> None:
        """Let the question around this one go on, if this one is still running: an interrupt may have cut off its end.

        The questions inside this one have ended, too.
        """
        thread = get_ident()
        clock = RUNNING.get(thread)
        while clock is not None and clock is not self:
            clock = clock._outer  # noqa: SLF001 - another clock
        if clock is None:
            return
        if clock._outer is None:  # noqa: SLF001
            RUNNING.pop(thread, None)
        else:
            RUNNING[thread] = clock._outer  # noqa: SLF001

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
        """Stop the question, from any thread."""
        self.closed = True

    @property
    def limited(self) -> bool:
        """Whether there is anything to check: a limit, an event, a listener, or a question around this one."""
        return (
            self._limit is not None
            or self._cancel is not None
            or self.listener is not None
            or self.closed
            or self._outer is not None
        )

    @property
    def left(self) -> float:
        """The seconds of work that are left while the clock runs, here and in the questions around this one."""
        own = self._end - perf_counter()
        return own if self._outer is None else min(own, self._outer.left)

    @property
    def cancelled(self) -> bool:
        """Whether the question was closed or cancelled. Any thread may ask."""
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
"""The clock that runs in each thread. Setting a context variable instead takes longer than many searches."""


def raise_held() -> None:
    """Raise what a signal handler raised inside a calculation that it could not interrupt.

    Only compiled code holds such exceptions. ``tools/csplib_outside.py`` has the body of this function there.
    """


def pulse() -> None:
    """Let Python deliver pending signals, and raise `LimitReached` if the question has to stop."""
    deliver_signals()
    raise_held()
    if RUNNING:
        clock = RUNNING.get(get_ident())
        if clock is not None:
            clock()


def is_of_running_clock(limit: BaseException) -> bool:
    """Return whether *limit* was raised for the question that runs in this thread, or for one around it."""
    clock = RUNNING.get(get_ident())
    return clock is not None and clock.is_behind(limit)


@final
class _Steps:
    """The number of steps until the next pulse. Threads share it, since it need not be exact."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left: int = _STEPS_PER_PULSE


_steps: Final = _Steps()


def reset_steps() -> None:
    """Forget the steps counted so far. So the pulses of a question do not depend on the questions before it."""
    _steps.left = _STEPS_PER_PULSE


def look_up(steps: int = 1) -> None:
    """Count *steps* of work, done or about to be done. Now and then this lets Ctrl-C and limits through.

    Call it in every loop that can become long, also in your own constraints and propagators. A step takes a
    microsecond or less. It may raise `KeyboardInterrupt` or `LimitReached`, so leave nothing half-written.
    """
    _steps.left -= steps
    if _steps.left < 0:
        _steps.left = _STEPS_PER_PULSE
        pulse()
