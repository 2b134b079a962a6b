"""Integers in order: an increasing row, and two rows in lexicographic order. Both are domain consistent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["IncreasingChain", "LexOrder"]


@final
class IncreasingChain(Propagator):
    """Each variable is at least the one before it plus *gap*. One run leaves exactly the supported values.

    If a variable occurs twice, a run is sound, and exact once all are fixed.
    Complexity: two passes over the scope, one forward and one backward.

    >>> state = State([0b1110, 0b1011, 0b1111])
    >>> IncreasingChain([0, 1, 2], 0).propagate(state), state.domains
    (True, [14, 10, 14])
    """

    def __init__(self, scope: Sequence[int], gap: int, origin: object = None) -> None:
        super().__init__(scope, origin, on_bounds=True)
        self.gap: int = gap

    def propagate(self, state: State) -> bool:
        scope = self.scope
        least = state.low(scope[0])
        for place in range(1, len(scope)):
            if not state.at_least(scope[place], least + self.gap):
                return False
            least = state.low(scope[place])
        most = state.high(scope[-1])
        for place in range(len(scope) - 2, -1, -1):
            if not state.at_most(scope[place], most - self.gap):
                return False
            most = state.high(scope[place])
        return True


@final
class LexOrder(Propagator):
    """Row *first* is lexicographically before row *second* or, unless *strictly*, equal to it.

    After Frisch, Hnich, Kiziltan, Miguel and Walsh (2002), without their pointers. Only the first place where the rows
    can differ loses values: there *first* may not be greater, and must be less if the rest of the rows cannot be in
    order. One run leaves exactly the supported values. If a variable occurs twice, a run is sound, and exact once all
    are fixed.
    Complexity: one pass over both rows.

    >>> state = State([0b100, 0b100, 0b111, 0b001])
    >>> LexOrder([0, 1], [2, 3], strictly=False).propagate(state), state.domains
    (False, [4, 4, 4, 1])
    >>> state = State([0b110, 0b100, 0b111, 0b001])
    >>> LexOrder([0, 1], [2, 3], strictly=False).propagate(state), state.domains
    (True, [2, 4, 4, 1])
    """

    def __init__(self, first: Sequence[int], second: Sequence[int], *, strictly: bool, origin: object = None) -> None:
        super().__init__(list(dict.fromkeys([*first, *second])), origin)
        self.first: list[int] = list(first)
        self.second: list[int] = list(second)
        self.strictly: bool = strictly

    def propagate(self, state: State) -> bool:
        cells = state.cells
        for place, x in enumerate(self.first):
            y = self.second[place]
            if x == y:
                continue
            least = cells[x].low()
            most = cells[y].high()
            if least < most:
                gap = 0 if self._can_follow(state, place + 1) else 1
                return state.at_most(x, most - gap) and state.at_least(y, least + gap)
            if least > most or not state.at_most(x, most) or not state.at_least(y, least):
                return False
        return not self.strictly

    def _can_follow(self, state: State, start: int) -> bool:
        """Return whether the rows from *start* on can be in order: least values in one, greatest in the other."""
        for place in range(start, len(self.first)):
            x = self.first[place]
            y = self.second[place]
            if x != y:
                least = state.low(x)
                most = state.high(y)
                if least != most:
                    return least < most
        return not self.strictly
