"""The element constraint on integers with too many values for bits, by bounds."""

from __future__ import annotations

from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.news import News
from csplib.kernel.propagators.element import LONG, ElementRule
from csplib.kernel.state import Cell, State

__all__ = ["ElementBounds"]


@final
class ElementBounds(ElementRule):
    """``items[index] == result`` by bounds, for integers with too many values for bits.

    ``places[i]`` is a bit of *index* or, with *integral*, an integer: then *index* can be an interval too. The item
    there is the variable ``variables[i]`` or, if that is -1, the integer ``constants[i]``. Other values of *index* are
    not places.
    Complexity: one step for each place, as for `ElementAt`. With gaps between integral places, all runs look at all.

    >>> state = State([0b111, 0b11111111])
    >>> ElementBounds(0, 1, [1, 2, 4], [5, 2, 9], [-1, -1, -1]).propagate(state), state.domains
    (True, [3, 60])
    """

    def __init__(
        self,
        index: int,
        result: int,
        places: list[Mask],
        constants: list[int],
        variables: list[int],
        origin: object = None,
        *,
        integral: bool = False,
    ) -> None:
        listed = [place for place, x in enumerate(variables) if x >= 0]
        super().__init__([index, result, *[variables[place] for place in listed]], origin)
        self.integral: bool = integral
        self.index: int = index
        self.result: int = result
        self.places: list[Mask] = places
        self.constants: list[int] = constants
        self.variables: list[int] = variables
        # For long lists: the place of each variable, -1 for the index and the result.
        self.place_of: list[int] = [-1, -1, *listed]
        has_gaps = integral and places != list(range(places[0], places[0] + len(places))) if places else False
        is_long = len(places) > LONG and len(self.scope) == len(self.place_of) and not has_gaps
        self.news: News | None = News(self.scope) if is_long else None

    def _follow(self, state: State, changed: list[int]) -> bool:
        index, result = state.cells[self.index], state.cells[self.result]
        for number in changed:
            place = self.place_of[number]
            if place >= 0 and self._has(index, place) and not self._can_be(result, state, place):
                key = self.places[place]
                if not (state.exclude(self.index, key) if self.integral else state.narrow(self.index, ~key)):
                    return False
        if not index.mask & (index.mask - 1):
            return self._scan(state)
        cover = self._cover(state)
        cover.least = self._find(state, cover.least, result.low(), result.low())
        cover.greatest = self._find(state, cover.greatest, result.high(), result.high())
        if cover.least >= 0 and cover.greatest >= 0:
            return True
        cover.least = cover.greatest = 0
        return self._scan(state)

    def _has(self, index: Cell, place: int) -> bool:
        """Return whether the index can be this *place*."""
        return index.has(self.places[place]) if self.integral else self.places[place] & index.mask != 0

    def _can_be(self, result: Cell, state: State, place: int) -> bool:
        """Return whether the item at *place* can be the result, as far as bounds tell."""
        x = self.variables[place]
        low = self.constants[place] if x < 0 else state.low(x)
        high = low if x < 0 else state.high(x)
        return low <= result.high() and high >= result.low() and (low < high or result.has(low))

    def _find(self, state: State, first: int, least: int, most: int) -> int:
        """Return a place, from *first* on, whose item can be the result and has *least* to *most* in its bounds, or -1.

        Places before *first* come last.
        """
        index, result = state.cells[self.index], state.cells[self.result]
        count = len(self.places)
        for step in range(count):
            place = first + step if first + step < count else first + step - count
            x = self.variables[place]
            low = self.constants[place] if x < 0 else state.low(x)
            high = low if x < 0 else state.high(x)
            if low <= least and high >= most and self._has(index, place) and self._can_be(result, state, place):
                look_up(step >> 3)
                return place
        return -1

    def _scan(self, state: State) -> bool:
        before = -1
        while before != state.height:
            before = state.height
            if not self._look_at_all(state):
                return False
            if self.news is None:  # its own changes wake it again
                break
        return True

    def _look_at_all(self, state: State) -> bool:
        look_up(len(self.places) >> 3)
        index, result = state.cells[self.index], state.cells[self.result]
        possible: list[int] = []
        bottom, top = result.high() + 1, result.low() - 1
        for place in range(len(self.places)):
            if self._has(index, place) and self._can_be(result, state, place):
                possible.append(place)
                x = self.variables[place]
                bottom = min(bottom, self.constants[place] if x < 0 else state.low(x))
                top = max(top, self.constants[place] if x < 0 else state.high(x))
        if not possible or not self._keep(state, possible):
            return False
        if not state.at_least(self.result, bottom) or not state.at_most(self.result, top):
            return False
        x = self.variables[possible[0]]
        if len(possible) > 1 or x < 0:
            return True
        # One place is left: its item equals the result.
        return state.at_least(x, result.low()) and state.at_most(x, result.high())

    def _keep(self, state: State, possible: list[int]) -> bool:
        """Leave the *possible* places to the index; an interval may keep integers in between that are no places."""
        if not self.integral:
            bits = 0
            for place in possible:
                bits |= self.places[place]
            return state.narrow(self.index, bits)
        keys = [self.places[place] for place in possible]
        if not state.at_least(self.index, min(keys)) or not state.at_most(self.index, max(keys)):
            return False
        for key in set(self.places).difference(keys):
            if not state.exclude(self.index, key):
                return False
        return True
