"""Where a long run is interrupted: by Ctrl-C, by its limit on time, by another thread.

Compiled code never returns to the interpreter's main loop by itself, so a pending Ctrl-C would wait for
the end of the run. Calling any interpreted function lets Python deliver it; this module is therefore
never compiled.

A question has a `Clock`, which runs while csplib works on the question. Everything that may take long calls `pulse`
now and then, or `look_up`, which counts: that asks the clock that runs in this thread. So a limit reaches whatever is
under way, and nobody has to hand a clock on.
"""

from __future__ import annotations

from _thread import get_ident
from typing import Protocol

from csplib.kernel.clock import RUNNING, Clock

__all__ = ["Cancel", "Clock", "is_of_running_clock", "pulse"]


class Cancel(Protocol):
    """What ``cancel=`` takes: a `threading.Event`, or anything else that can be asked."""

    def is_set(self) -> bool:
        """Return whether to stop."""
        ...


def pulse() -> None:
    """Let Python deliver pending signals, and raise `LimitReached` if the question under way has to stop."""
    if RUNNING:
        clock = RUNNING.get(get_ident())
        if clock is not None:
            clock()


def is_of_running_clock(limit: BaseException) -> bool:
    """Return whether *limit* was raised for the question under way, or for one around it."""
    clock = RUNNING.get(get_ident())
    return clock is not None and clock.is_behind(limit)
