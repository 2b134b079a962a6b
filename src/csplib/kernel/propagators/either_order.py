"""One of two orders: x comes before y, or y before x, each with a gap."""

from __future__ import annotations

from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["EitherOrder"]


@final
class EitherOrder(Propagator):
    """``x + gap <= y`` or ``y + back <= x``. Gaps may be negative.

    Exactly the values with a support remain. An interval loses only values at its ends.

    >>> state = State([0b11111, 0b00110])
    >>> EitherOrder(0, 1, 2, 3).propagate(state), state.domains
    (True, [17, 6])
    """

    exact: bool = True

    def __init__(self, x: int, y: int, gap: int, back: int, origin: object = None) -> None:
        super().__init__([x, y], origin, on_bounds=True)
        self.retires: bool = True
        self.idempotent: bool = True
        self.gap: int = gap
        self.back: int = back

    def key(self) -> object:
        return ("either order", self.scope[0], self.scope[1], self.gap, self.back)

    def propagate(self, state: State) -> bool:
        x, y = self.scope
        first, second = state.cells[x], state.cells[y]
        before = -1
        while state.height != before:
            before = state.height
            x_low, x_high, y_low, y_high = first.low(), first.high(), second.low(), second.high()
            if x_low + self.gap > y_high:
                return self._conclude(state, y, x, self.back)
            if y_low + self.back > x_high:
                return self._conclude(state, x, y, self.gap)
            if x_high + self.gap <= y_low or y_high + self.back <= x_low:
                state.entailed = True
                return True
            # A value of one is too close to the other if it is too late for one order and too early for the other.
            if not state.remove_range(x, y_high - self.gap + 1, y_low + self.back - 1):
                return False
            if not state.remove_range(y, x_high - self.back + 1, x_low + self.gap - 1):
                return False
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        one, two = self.scope
        if x >= 0 and one != two:
            y, gap, back = (two, self.gap, self.back) if x == one else (one, self.back, self.gap)
            least, most = past.least(x, gone) + gap - 1, past.most(x, gone) - back + 1
            if past.high(y) > least or past.low(y) < most:
                past.later()
            if past.high(y) <= least and past.low(y) >= most:  # too late for one order, too early for the other
                past.widen(x, past.least(x, gone), past.most(x, gone))
                found: dict[int, Mask] = {}
                past.meet(found, past.at_most(y, least))
                past.meet(found, past.at_least(y, most))
                return list(found.items())
        return past.bounds_or_domains(self.scope, x)

    def _conclude(self, state: State, before: int, after: int, gap: int) -> bool:
        """Propagate the only order that is left."""
        cells = state.cells
        if not state.at_least(after, cells[before].low() + gap) or not state.at_most(before, cells[after].high() - gap):
            return False
        state.entailed = cells[before].high() + gap <= cells[after].low()
        return True
