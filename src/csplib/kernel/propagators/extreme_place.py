"""The first place of the least of several integers, or of the greatest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask, split
from csplib.kernel.clock import look_up
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["ExtremePlace"]


@final
class ExtremePlace(Propagator):
    """The integer variable *place* is the first place with the least of *numbers* or, with *sign* -1, the greatest.

    A place is possible if its least value is below the greatest values of all places before it, and not above those of
    all places behind it. A number is at least the least value of some other place that is possible, unless its own
    place is possible and it is at most the greatest values of all others. That leaves exactly the supported values,
    unless a variable occurs twice, or is an interval with gaps.
    Complexity: O(n) for n numbers.

    >>> state = State([0b11000, 0b01110, 0b00110, 0b110])
    >>> ExtremePlace([0, 1, 2], 3, 1).propagate(state), state.domains
    (True, [24, 14, 6, 6])
    """

    def __init__(self, numbers: Sequence[int], place: int, sign: int, origin: object = None) -> None:
        super().__init__(list(dict.fromkeys([*numbers, place])), origin)
        self.numbers: list[int] = list(numbers)
        self.place: int = place
        self.sign: int = sign
        self.retires: bool = True

    def propagate(self, state: State) -> bool:
        count = len(self.numbers)
        look_up(count >> 2)
        lows: list[int] = []
        highs: list[int] = []
        for x in self.numbers:
            low, high = state.low(x), state.high(x)
            lows.append(low if self.sign > 0 else -high)
            highs.append(high if self.sign > 0 else -low)
        if not state.at_least(self.place, 0) or not state.at_most(self.place, count - 1):
            return False
        never = max(highs) + 2  # above all numbers, and as small as they are: large integers take time
        caps = _caps(highs, never)
        floors: list[int] = [never] * count  # the least values of the places that are possible
        place = state.cells[self.place]
        if state.low(self.place) == state.high(self.place):
            only = state.low(self.place)
            state.entailed = highs[only] <= _caps(lows, never)[only]  # the greatest number is below the least others
        for number in range(count):
            if place.has(number):
                if lows[number] <= caps[number]:
                    floors[number] = lows[number]
                elif not state.exclude(self.place, number):
                    return False
        return self._prune(state, caps, floors, never)

    def _prune(self, state: State, caps: list[int], floors: list[int], never: int) -> bool:
        """Keep each number at or above the least value of another place, or at or below the caps of its own place."""
        behind: list[int] = [never] * (len(floors) + 1)  # the least of all floors from a place on
        for number in range(len(floors) - 1, -1, -1):
            behind[number] = min(behind[number + 1], floors[number])
        before = never
        for number, x in enumerate(self.numbers):
            other = min(before, behind[number + 1] + 1)
            before = min(before, floors[number])
            if floors[number] == never:
                if not self._at_least(state, x, other):
                    return False
            elif other >= never:
                if not self._at_most(state, x, caps[number]):
                    return False
            elif caps[number] + 1 < other:
                first, last = caps[number] + 1, other - 1
                gap = (first, last) if self.sign > 0 else (-last, -first)
                if not state.remove_range(x, gap[0], gap[1]):
                    return False
        return True

    def _at_least(self, state: State, x: int, bound: int) -> bool:
        return state.at_least(x, bound) if self.sign > 0 else state.at_most(x, -bound)

    def _at_most(self, state: State, x: int, bound: int) -> bool:
        return state.at_most(x, bound) if self.sign > 0 else state.at_least(x, -bound)

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        if x < 0 or past.is_interval(self.place) or len(self.scope) <= len(self.numbers):
            return super().explain(past, x, gone)
        if x != self.place:  # only the bounds of the others matter
            return [*past.bounds(self.numbers, x), (self.place, past.domain(self.place))]
        found: dict[int, Mask] = {}
        axis = past.tracks[x].cell.axis
        for bit in split(gone):
            place = axis.least(bit)
            if 0 <= place < len(self.numbers):
                for literal in self._beaten(past, place):
                    past.meet(found, literal)
        return list(found.items())

    def _beaten(self, past: History, place: int) -> list[Literal]:
        """Return why the number in this *place* is not the first of the least: some other one is certainly less."""
        x = self.numbers[place]
        for number, y in enumerate(self.numbers):
            tie = int(number > place)  # the first of equal numbers counts
            if self.sign > 0 and number != place and past.high(y) + tie <= past.low(x):
                return [past.at_most(y, past.high(y)), past.at_least(x, past.high(y) + tie)]
            if self.sign < 0 and number != place and past.low(y) - tie >= past.high(x):
                return [past.at_least(y, past.low(y)), past.at_most(x, past.low(y) - tie)]
        return [one for one in super().explain(past, self.place, 0) if one[0] != self.place]


def _caps(highs: list[int], never: int) -> list[int]:
    """Return for each place the greatest value with which it can be the first of the least; *never* is above all."""
    caps: list[int] = []
    least = never
    for high in highs:
        caps.append(least - 1)
        least = min(least, high)
    least = never
    for place in range(len(highs) - 1, -1, -1):
        caps[place] = min(caps[place], least)
        least = min(least, highs[place])
    return caps
