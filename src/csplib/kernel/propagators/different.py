"""Different integers, by what is fixed: for variables whose values are intervals instead of bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from csplib.kernel.bits import Mask
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["DifferFromFixed", "takers"]

_MOST_TAKEN: Final = 1000  # integers that one reason looks at


@final
class DifferFromFixed(Propagator):
    """The variables of *scope*, each plus its offset, take different integers. A fixed one rules its integer out.

    It is for few variables; `LargeDifferent` is for many.
    Complexity: the number of fixed variables times that of the others.

    >>> state = State([0b0010, 0b0110, 0b1100])
    >>> DifferFromFixed([0, 1, 2], [0, 0, 0]).propagate(state), state.domains
    (True, [2, 4, 8])
    """

    def __init__(self, scope: Sequence[int], offsets: Sequence[int], origin: object = None) -> None:
        super().__init__(scope, origin, on_fix=True)
        self.idempotent: bool = True
        self.offsets: list[int] = list(offsets)

    def propagate(self, state: State) -> bool:
        cells = state.cells
        taken: dict[int, int] = {}
        before = -1
        while len(taken) != before:
            before = len(taken)
            for place, x in enumerate(self.scope):
                cell = cells[x]
                if not cell.mask & (cell.mask - 1):
                    value = cell.low() + self.offsets[place]
                    if taken.setdefault(value, place) != place:
                        return False
            if len(taken) == before:
                return True
            for place, x in enumerate(self.scope):
                if cells[x].mask & (cells[x].mask - 1):
                    for value in taken:
                        if not state.exclude(x, value - self.offsets[place]):
                            return False
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        past.later()
        found = None if x < 0 else takers(past, self.scope, self.offsets, x)
        return super().explain(past, x, gone) if found is None else found


def takers(past: History, scope: list[int], offsets: list[int], x: int) -> list[Literal] | None:
    """Return the variables that have taken the integers that *x*, an interval, has lost, or None.

    Integers that are holes need no reason here.
    """
    low, high = past.gone_low, past.gone_high
    cell = past.tracks[x].cell
    if not past.is_interval(x) or high - low > _MOST_TAKEN:
        return None
    own = offsets[scope.index(x)]
    by_integer: dict[int, Literal] = {}
    for place, y in enumerate(scope):
        bit = past.domain(y)
        if y != x and not bit & (bit - 1):
            by_integer[past.low(y) + offsets[place] - own] = (y, bit)
    found: list[Literal] = []
    for integer in range(low, high + 1):
        if integer in by_integer:
            found.append(by_integer[integer])
        elif not cell.is_hole(integer):
            return None
    return found
