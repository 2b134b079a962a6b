"""The element constraint: a list, an index, and the item at that index. Domain consistency by a scan of the index."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from csplib.kernel.bits import Mask, split
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["ElementAt", "ElementBounds"]

_SEVERAL: Final = -1  # also marks a constant in `variables`
_UNSEEN: Final = -2


@final
class ElementAt(Propagator):
    """``items[index] == result``, where each place is a bit of *index*.

    *constants* has the value at a place as a bit, or 0 if no domain has the value. *variables* has the variable at a
    place. Bits of *index* in neither are not places. Exactly the supported values remain, even where a variable has
    several roles.
    Complexity: one step for each value of *index*.

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
        items = variables.values()
        self.has_roles: bool = index != result and index not in items and result not in items  # one for each variable

    def propagate(self, state: State) -> bool:
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

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        found: list[Literal] | None = None
        if x >= 0 and self.has_roles:
            if x == self.index:
                found = self._why_not_at(past, gone)
            elif x == self.result:
                found = self._why_not_equal(past, gone)
            else:
                found = self._why_not_item(past, x, gone)
        return super().explain(past, x, gone) if found is None else found

    def _why_not_at(self, past: History, gone: Mask) -> list[Literal]:
        """Return why the items at the places *gone* have no value in common with the result."""
        found: dict[int, Mask] = {}
        result = past.domain(self.result)
        kept = past.first(self.result)
        for place in split(gone & self.places):
            item = self.variables[place.bit_length() - self.base]
            if item < 0:
                kept &= ~self.constants[place.bit_length() - self.base]
            else:
                found[item] = past.first(item) & ~result
                kept &= result | ~past.first(item)
        found[self.result] = kept
        return list(found.items())

    def _why_not_equal(self, past: History, gone: Mask) -> list[Literal]:
        """Return why the items at all places that are left have none of the values *gone*."""
        found: dict[int, Mask] = {}
        index = past.domain(self.index)
        kept = past.first(self.index)
        for place in split(kept & self.places):
            item = self.variables[place.bit_length() - self.base]
            values = self.constants[place.bit_length() - self.base] if item < 0 else past.first(item)
            if values & gone:
                if place & ~index:
                    kept ^= place
                else:
                    found[item] = past.first(item) & ~gone
        found[self.index] = kept
        return list(found.items())

    def _why_not_item(self, past: History, x: int, gone: Mask) -> list[Literal] | None:
        """Return why *x*, which is at all places that are left and equals the result, has none of *gone*, or None."""
        past.later()
        kept = past.first(self.index)
        for place in split(kept & self.places):
            if self.variables[place.bit_length() - self.base] != x:
                kept ^= place
        if past.domain(self.result) & gone or past.domain(self.index) & ~kept:  # a combination asks what may fail
            return None
        return [(self.index, kept), (self.result, past.first(self.result) & ~gone)]


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
