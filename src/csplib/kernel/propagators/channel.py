"""Channeling between two rows of variables that are inverse to each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["Channel"]


@final
class Channel(Propagator):
    """``first[i] == j`` exactly when ``second[j] == i``, for rows of the same length.

    Number *i* is the bit ``zero << i``. *zero* is 0 if one of the numbers is in no domain: then there is no solution.
    A run makes each of these equivalences arc consistent by itself. It follows that no number occurs twice in a row,
    and that a number with a single place left goes there. The rows may share variables.
    Complexity: one step for each value in the domains, repeated until nothing changes.

    >>> state = State([0b011, 0b111, 0b111, 0b111, 0b010, 0b111])
    >>> Channel([0, 1, 2], [3, 4, 5], 1).propagate(state), state.domains
    (True, [1, 2, 4, 1, 2, 4])
    """

    def __init__(self, first: Sequence[int], second: Sequence[int], zero: Mask, origin: object = None) -> None:
        super().__init__(list(dict.fromkeys([*first, *second])), origin)
        self.first: list[int] = list(first)
        self.second: list[int] = list(second)
        self.low: int = zero.bit_length() - 1
        self.every: Mask = (1 << len(self.first)) - 1

    def propagate(self, state: State) -> bool:
        if self.low < 0:
            return False
        before = -1
        while before != state.height:
            before = state.height
            if not self._transfer(state, self.first, self.second):
                return False
            if not self._transfer(state, self.second, self.first):
                return False
        return True

    def _transfer(self, state: State, source: list[int], target: list[int]) -> bool:
        """Prune *target* by the domains and the fixed values of *source*."""
        low = self.low
        seen = [0] * len(target)
        for place, x in enumerate(source):
            numbers = (state.cells[x].mask >> low) & self.every
            here = 1 << place
            look_up(len(target) >> 4)
            if not numbers:
                return False
            if not numbers & (numbers - 1) and not state.narrow(target[numbers.bit_length() - 1], here << low):
                return False
            while numbers:
                number = numbers & -numbers
                seen[number.bit_length() - 1] |= here
                numbers ^= number
        for place, x in enumerate(target):
            if not state.narrow(x, seen[place] << low):
                return False
        return True
