"""Channeling between two rows of variables that are inverse to each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from csplib.kernel.bits import Mask, size_of, split
from csplib.kernel.clock import look_up
from csplib.kernel.history import History, Literal
from csplib.kernel.news import IDLE, NEVER
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["Channel"]

_SHORT: Final = 11


@final
class Channel(Propagator):
    """``first[i] == j`` exactly when ``second[j] == i``, for rows of the same length.

    Number *i* is the bit ``zero << i``. *zero* is 0 if one of the numbers is in no domain: then there is no solution.
    A run makes each of these equivalences arc consistent by itself. It follows that no number occurs twice in a row,
    and that a number with a single place left goes there. The rows may share variables.
    Complexity: one step for each value in the domains, repeated until nothing changes. Long rows look at all values in
    the first run only, and later at the values that have gone since the last run.

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
        # For long rows: in which places of a row each variable is. Places of the second row have a minus, less one.
        self.places: dict[int, list[int]] = {}
        if len(self.first) > _SHORT:
            for place in range(len(self.first)):
                self.places.setdefault(self.first[place], []).append(place)
                self.places.setdefault(self.second[place], []).append(-1 - place)

    def propagate(self, state: State) -> bool:
        if self.low < 0:
            return False
        if not self.places:
            return self._transfer_all(state)
        seen = state.memory(self, 1, NEVER)[0]
        since = seen.mask
        consistent = self._transfer_all(state) if since == NEVER else self._follow(state, since)
        if consistent and (since == NEVER or state.height - since > IDLE):
            state.write(seen, state.height + 1)
        return consistent

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        """Return for each value the partner that has lost its place, or the one that has taken it."""
        if self.low < 0:
            return []
        numbers = self.every << self.low
        past.later()
        if x < 0:
            for y in self.scope:
                if not past.domain(y) & numbers:
                    return [(y, past.first(y) & ~numbers)]
            return super().explain(past, x, gone)
        rest = gone & numbers
        found: dict[int, Mask] = {}
        for source, target in ((self.first, self.second), (self.second, self.first)):
            for place, y in enumerate(source):
                if y == x and rest:
                    rest = self._explain(past, x, rest, target, 1 << place << self.low, found)
        return super().explain(past, x, gone) if rest else list(found.items())

    def _explain(
        self, past: History, x: int, gone: Mask, target: list[int], here: Mask, found: dict[int, Mask]
    ) -> Mask:
        """Add to *found* why *x*, which is in place *here*, has lost values of *gone*; return the other values."""
        for number, y in enumerate(target):
            bit = 1 << number << self.low
            if y != x and past.domain(y) == here and gone & ~bit:
                found[y] = found.get(y, past.first(y)) & here
                gone &= bit
        for bit in split(gone):
            y = target[bit.bit_length() - 1 - self.low]
            if y == x and bit != here:  # it would have to be in both places
                gone ^= bit
            elif y != x and not past.domain(y) & here:
                found[y] = found.get(y, past.first(y)) & ~here
                gone ^= bit
        return gone

    def _follow(self, state: State, since: int) -> bool:
        """Prune by the changes on the trail from height *since* on. Changes made here are among them."""
        trail = state.trail
        while since < state.height:
            change = trail[since]
            since += 1
            places = self.places.get(change.cell.owner)
            if places is not None:
                gone = (change.old & ~change.new) >> self.low
                left = change.new >> self.low
                for place in places:
                    target = self.second if place >= 0 else self.first
                    here = 1 << (place if place >= 0 else -1 - place) << self.low
                    if not self._remove(state, target, gone, here):
                        return False
                    if not left & (left - 1) and not state.narrow(target[left.bit_length() - 1], here):
                        return False
        return True

    def _remove(self, state: State, target: list[int], gone: Mask, here: Mask) -> bool:
        """Remove *here* from the variables of *target* whose numbers are in *gone*."""
        cells = state.cells
        look_up(size_of(gone) >> 2)
        while gone:
            number = gone & -gone
            gone ^= number
            cell = cells[target[number.bit_length() - 1]]
            if cell.mask & here and not state.narrow(cell.index, ~here):
                return False
        return True

    def _transfer_all(self, state: State) -> bool:
        """Prune both rows by all values of the other one, until nothing changes."""
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
