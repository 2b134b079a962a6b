"""A test on full rows of values: forward checking (Haralick and Elliott 1980), once a single variable is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, final

from csplib.kernel.bits import Mask
from csplib.kernel.clock import pulse
from csplib.kernel.last_open import NONE_OPEN, SEVERAL_OPEN, last_open
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["LastVariable"]

_CALLS_PER_PULSE: Final = 16


@final
class LastVariable(Propagator):
    """Call *holds* once all variables but one are fixed, with a row for each value that the last one has left.

    ``values[i]`` has the value behind each bit of the variable in place *i*.
    Complexity: one call for each value of the last variable.
    """

    def __init__(
        self,
        scope: Sequence[int],
        holds: Callable[[Sequence[object]], object],
        values: Sequence[dict[Mask, object]],
        origin: object = None,
    ) -> None:
        super().__init__(scope, origin, on_fix=True)
        self.retires: bool = True
        self.holds: Callable[[Sequence[object]], object] = holds
        self.values: list[dict[Mask, object]] = list(values)

    def propagate(self, state: State) -> bool:
        cells = state.cells
        last = last_open(state, self, self.scope)
        if last == SEVERAL_OPEN:
            return True
        state.entailed = True
        row: list[object] = []
        for place, x in enumerate(self.scope):
            cell = cells[x]
            if place == last:
                row.append(None)
            else:
                row.append(self.values[place][cell.mask] if cell.interval is None else cell.low())
        if last == NONE_OPEN:
            return bool(self.holds(row))
        if cells[self.scope[last]].interval is not None:
            return self._ask_interval(state, self.scope[last], row, last)
        kept = 0
        domain = cells[self.scope[last]].mask
        asked = 0
        while domain:
            asked += 1
            if not asked % _CALLS_PER_PULSE:
                pulse()
            low = domain & -domain
            row[last] = self.values[last][low]
            if self.holds(row):
                kept |= low
            domain ^= low
        return state.narrow(self.scope[last], kept)

    def _ask_interval(self, state: State, x: int, row: list[object], place: int) -> bool:
        """Ask about each value of the last variable, which is an interval."""
        low, high = state.low(x), state.high(x)
        kept: list[int] = []
        for value in range(low, high + 1):
            if not value % _CALLS_PER_PULSE:
                pulse()
            if state.cells[x].has(value):
                row[place] = value
                if self.holds(row):
                    kept.append(value)
        return _keep_only(state, x, kept)


def _keep_only(state: State, x: int, kept: list[int]) -> bool:
    """Keep only the integers *kept*, in ascending order, of an interval. Return False if none is left."""
    if not kept:
        return state.at_least(x, state.high(x) + 1)
    if not state.at_least(x, kept[0]) or not state.at_most(x, kept[-1]):
        return False
    for place in range(len(kept) - 1):
        for gone in range(kept[place] + 1, kept[place + 1]):
            state.exclude(x, gone)
    return True
