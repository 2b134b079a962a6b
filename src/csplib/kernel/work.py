"""Long loops look up from their work by counting what they do: cheap enough for every loop."""

from __future__ import annotations

from typing import Final, final

from csplib.kernel.interrupts import pulse

__all__ = ["count_anew", "look_up"]

_STEPS_PER_PULSE: Final = 2048


@final
class _Count:
    """How many steps there are to go before the next pulse. Threads share it, for it need not be exact."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left: int = _STEPS_PER_PULSE


_count: Final = _Count()


def count_anew() -> None:
    """Forget the steps made so far, so that when a question looks up does not depend on the questions before it."""
    _count.left = _STEPS_PER_PULSE


def look_up(steps: int = 1) -> None:
    """Say that so many small *steps* were made, or are about to be: now and then this lets Ctrl-C and limits through.

    Call it in every loop that can become long, in constraints and propagators of your own too. A step is what takes a
    microsecond or less. `KeyboardInterrupt` or `LimitReached` may come out of it: leave nothing half-written.
    """
    _count.left -= steps
    if _count.left < 0:
        _count.left = _STEPS_PER_PULSE
        pulse()
