"""The element constraint: a list, an index, and the item at that index. Domain consistency by a scan of the index.

Over a long list, only places are looked at whose items have changed. A few places, the *cover*, have all values of the
result among their items. They are kept from run to run, and looked for again when they do not cover it any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.news import IDLE, NEVER, News
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["ElementAt", "ElementBounds"]

_SEVERAL: Final = -1  # also marks a constant in `variables`
_UNSEEN: Final = -2
_LONG: Final = 64


@final
class _Cover:
    """Places, as bits of the index, whose items together have all values of the result."""

    def __init__(self) -> None:
        self.places: list[Mask] = []


@final
class ElementAt(Propagator):
    """``items[index] == result``, where each place is a bit of *index*.

    *constants* has the value at a place as a bit, or 0 if no domain has the value. *variables* has the variable at a
    place. Bits of *index* in neither are not places. Exactly the supported values remain, even where a variable has
    several roles.
    Complexity: one step for each value of *index* in the first run, and whenever *result* has changed. Later runs over
    a long list take one step for each item that has changed, if no variable has several roles.

    >>> state = State([0b1111, 0b0110, 0b1100])
    >>> ElementAt(0, 1, {0b0001: 0b0001, 0b0010: 0b0010}, {0b0100: 2}).propagate(state), state.domains
    (True, [6, 6, 12])
    """

    def __init__(
        self,
        index: int,
        result: int,
        constants: Mapping[Mask, Mask],
        variables: Mapping[Mask, int],
        origin: object = None,
    ) -> None:
        super().__init__(list(dict.fromkeys([index, result, *variables.values()])), origin)
        self.index: int = index
        self.result: int = result
        self.places: Mask = 0
        for bit in [*constants, *variables]:
            self.places |= bit
        self.base: int = (self.places & -self.places).bit_length()
        count = self.places.bit_length() - self.base + 1 if self.places else 0
        self.constants: list[Mask] = [0] * count
        self.variables: list[int] = [_SEVERAL] * count
        for bit, value in constants.items():
            self.constants[bit.bit_length() - self.base] = value
        for bit, x in variables.items():
            self.variables[bit.bit_length() - self.base] = x
        # For long lists of different variables: the bit of each one's place, 0 for the index and the result.
        self.news: News | None = None
        self.bits: list[Mask] = []
        if count > _LONG and len(self.scope) == len(variables) + 2:
            self.news = News(self.scope)
            self.bits = [0, 0, *variables]

    def propagate(self, state: State) -> bool:
        if self.news is None:
            return self._scan(state)
        seen = state.memory(self, 1, NEVER)[0]
        height = state.height
        if seen.mask == NEVER:
            consistent = self._scan(state)
        else:
            changed = self.news.since(state, seen)
            if not changed:
                return True
            consistent = self._follow(state, changed)
        if consistent and (seen.mask == NEVER or state.height - seen.mask > IDLE or state.height > height):
            self.news.all_seen(state, seen)
        return consistent

    def _follow(self, state: State, changed: list[int]) -> bool:
        """Prune by the variables that have *changed*, by their places in the scope."""
        cells = state.cells
        index, result = cells[self.index], cells[self.result]
        if changed[0] == 1 or (len(changed) > 1 and changed[1] == 1):
            return self._scan(state)
        gone = 0
        for number in changed:
            place = self.bits[number]
            if place & index.mask and not cells[self.scope[number]].mask & result.mask:
                gone |= place
        if gone and not state.narrow(self.index, ~gone):
            return False
        if not index.mask & (index.mask - 1):
            return self._scan(state)
        return self._covers(state) or state.narrow(self.result, self._find_cover(state))

    def _covers(self, state: State) -> bool:
        """Return whether the cover still has all values of the result."""
        cover = state.scratch.get(self)
        if not isinstance(cover, _Cover):
            return False
        index, missing = state.cells[self.index].mask, state.cells[self.result].mask
        for place in cover.places:
            if place & index:
                missing &= ~self._common(state, place)
        return not missing

    def _find_cover(self, state: State) -> Mask:
        """Look for a new cover; return the values that it has."""
        look_up(len(self.variables) >> 4)
        cover = _Cover()
        state.scratch[self] = cover
        values = 0
        every = state.cells[self.result].mask
        waiting = state.cells[self.index].mask & self.places
        while waiting and values != every:
            place = waiting & -waiting
            waiting ^= place
            more = self._common(state, place) & ~values
            if more:
                values |= more
                cover.places.append(place)
        return values

    def _scan(self, state: State) -> bool:
        """Look at all values of the index."""
        look_up(len(self.variables) >> 4)
        cells = state.cells
        possible = 0
        values = 0
        source = _UNSEEN
        waiting = cells[self.index].mask & self.places
        while waiting:
            place = waiting & -waiting
            waiting ^= place
            common = self._common(state, place)
            if common:
                possible |= place
                values |= common
                item = self.variables[place.bit_length() - self.base]
                if item != source:
                    source = item if source == _UNSEEN else _SEVERAL
        if not state.narrow(self.index, possible) or not state.narrow(self.result, values):
            return False
        # If the same variable is at every possible place, it equals the result.
        return source < 0 or state.narrow(source, values)

    def _common(self, state: State, place: Mask) -> Mask:
        """Return the values that the result and the item at *place* have in common."""
        item = self.variables[place.bit_length() - self.base]
        values = self.constants[place.bit_length() - self.base]
        if item == self.index:
            values = place
        elif item >= 0:
            values = state.cells[item].mask
        return values & (place if self.result == self.index else state.cells[self.result].mask)


@final
class ElementBounds(Propagator):
    """``items[index] == result`` by bounds, for integers with too many values for bits.

    ``places[i]`` is a bit of *index* or, with *integral*, an integer: then *index* can be an interval too. The item
    there is the variable ``variables[i]`` or, if that is -1, the integer ``constants[i]``. Other values of *index* are
    not places.
    Complexity: one step for each place.

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
        super().__init__(list(dict.fromkeys([index, result, *[x for x in variables if x >= 0]])), origin)
        self.integral: bool = integral
        self.index: int = index
        self.result: int = result
        self.places: list[Mask] = places
        self.constants: list[int] = constants
        self.variables: list[int] = variables

    def propagate(self, state: State) -> bool:
        result = state.cells[self.result]
        least, most = result.low(), result.high()
        index = state.cells[self.index]
        possible: list[int] = []
        bottom, top = most + 1, least - 1
        for place, key in enumerate(self.places):
            if not (index.has(key) if self.integral else key & index.mask):
                continue
            x = self.variables[place]
            low = self.constants[place] if x < 0 else state.low(x)
            high = low if x < 0 else state.high(x)
            if low <= most and high >= least and (low < high or result.has(low)):
                possible.append(place)
                bottom, top = min(bottom, low), max(top, high)
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
