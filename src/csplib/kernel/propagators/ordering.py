"""Integers in order: an increasing row, and two rows in lexicographic order. Both are domain consistent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.axis import Axis
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["IncreasingChain", "LexOrder"]


@final
class IncreasingChain(Propagator):
    """Each variable is at least the one before it plus *gap*. One run leaves exactly the supported values.

    If a variable occurs twice, a run is sound, and exact once all are fixed.
    Complexity: two passes over the scope, one forward and one backward.

    >>> state = State([0b1110, 0b1011, 0b1111])
    >>> IncreasingChain([0, 1, 2], 0, Axis(range(4))).propagate(state), state.domains
    (True, [14, 10, 14])
    """

    def __init__(self, scope: Sequence[int], gap: int, axis: Axis, origin: object = None) -> None:
        super().__init__(scope, origin, on_bounds=True)
        self.gap: int = gap
        self.axis: Axis = axis

    def propagate(self, state: State) -> bool:
        scope = self.scope
        axis = self.axis
        least = axis.least(state.cells[scope[0]].mask)
        for place in range(1, len(scope)):
            if not state.narrow(scope[place], axis.at_least(least + self.gap)):
                return False
            least = axis.least(state.cells[scope[place]].mask)
        most = axis.most(state.cells[scope[-1]].mask)
        for place in range(len(scope) - 2, -1, -1):
            if not state.narrow(scope[place], axis.at_most(most - self.gap)):
                return False
            most = axis.most(state.cells[scope[place]].mask)
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
    >>> LexOrder([0, 1], [2, 3], Axis(range(3)), strictly=False).propagate(state), state.domains
    (False, [4, 4, 4, 1])
    >>> state = State([0b110, 0b100, 0b111, 0b001])
    >>> LexOrder([0, 1], [2, 3], Axis(range(3)), strictly=False).propagate(state), state.domains
    (True, [2, 4, 4, 1])
    """

    def __init__(
        self, first: Sequence[int], second: Sequence[int], axis: Axis, *, strictly: bool, origin: object = None
    ) -> None:
        super().__init__(list(dict.fromkeys([*first, *second])), origin)
        self.first: list[int] = list(first)
        self.second: list[int] = list(second)
        self.axis: Axis = axis
        self.strictly: bool = strictly

    def propagate(self, state: State) -> bool:
        axis = self.axis
        cells = state.cells
        for place, x in enumerate(self.first):
            y = self.second[place]
            if x == y:
                continue
            least = axis.least(cells[x].mask)
            most = axis.most(cells[y].mask)
            if least < most:
                gap = 0 if self._can_follow(state, place + 1) else 1
                return state.narrow(x, axis.at_most(most - gap)) and state.narrow(y, axis.at_least(least + gap))
            if least > most or not state.narrow(x, axis.at_most(most)) or not state.narrow(y, axis.at_least(least)):
                return False
        return not self.strictly

    def _can_follow(self, state: State, start: int) -> bool:
        """Return whether the rows from *start* on can be in order: least values in one, greatest in the other."""
        for place in range(start, len(self.first)):
            x = self.first[place]
            y = self.second[place]
            if x != y:
                least = self.axis.least(state.cells[x].mask)
                most = self.axis.most(state.cells[y].mask)
                if least != most:
                    return least < most
        return not self.strictly
