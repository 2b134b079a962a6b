"""The element constraint: a list, an index, and the item at that index. Domain consistency by a scan of the index.

Over a long list, only places are looked at whose items have changed. A few places, the *cover*, have all values of the
result among their items, or both of its bounds. They are kept from run to run, and others are looked for when they do
not cover the result any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from csplib.kernel.bits import Mask, split
from csplib.kernel.clock import look_up
from csplib.kernel.history import History, Literal
from csplib.kernel.news import IDLE, NEVER, News
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["LONG", "Cover", "ElementAt", "ElementRule"]

_SEVERAL: Final = -1  # also marks a constant in `variables`
_UNSEEN: Final = -2
LONG: Final = 64
"""The greatest number of places that are all looked at in each run."""


@final
class Cover:
    """Places whose items together have all values of the result; and those of its least and its greatest value."""

    def __init__(self) -> None:
        self.places: list[Mask] = []
        self.least: int = 0
        self.greatest: int = 0


class ElementRule(Propagator):
    """What both propagators have in common. *scope* has the index, the result and the items, in this order.

    `news` is set for a long list in which no variable has several roles.
    """

    def __init__(self, scope: list[int], origin: object) -> None:
        super().__init__(list(dict.fromkeys(scope)), origin)
        self.news: News | None = None

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
            has_result = changed[0] == 1 or (len(changed) > 1 and changed[1] == 1)
            consistent = self._scan(state) if has_result else self._follow(state, changed)
        if consistent and (seen.mask == NEVER or state.height - seen.mask > IDLE or state.height > height):
            self.news.all_seen(state, seen)
        return consistent

    def _scan(self, state: State) -> bool:
        """Prune by all values of the index."""
        raise NotImplementedError

    def _follow(self, state: State, changed: list[int]) -> bool:
        """Prune by the variables that have *changed*, by their places in the scope. The result has not."""
        raise NotImplementedError

    def _cover(self, state: State) -> Cover:
        """Return the cover that the last run left. It may have become invalid."""
        cover = state.scratch.get(self)
        if isinstance(cover, Cover):
            return cover
        new = Cover()
        state.scratch[self] = new
        return new


@final
class ElementAt(ElementRule):
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
        super().__init__([index, result, *variables.values()], origin)
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
        # For long lists: the bit of the place of each variable, 0 for the index and the result.
        self.bits: list[Mask] = [0, 0, *variables]
        is_long = count > LONG and len(self.scope) == len(self.bits)
        self.news: News | None = News(self.scope) if is_long else None
        items = variables.values()
        self.has_roles: bool = index != result and index not in items and result not in items  # one for each variable

    def _follow(self, state: State, changed: list[int]) -> bool:
        cells = state.cells
        index, result = cells[self.index], cells[self.result]
        gone = 0
        for number in changed:
            place = self.bits[number]
            if place & index.mask and not cells[self.scope[number]].mask & result.mask:
                gone |= place
        if gone and not state.narrow(self.index, ~gone):
            return False
        if not index.mask & (index.mask - 1):
            return self._scan(state)
        return self._is_covered(state) or state.narrow(self.result, self._find_cover(state))

    def _is_covered(self, state: State) -> bool:
        """Return whether the cover still has all values of the result."""
        index, missing = state.cells[self.index].mask, state.cells[self.result].mask
        for place in self._cover(state).places:
            if place & index:
                missing &= ~self._common(state, place)
        return not missing

    def _find_cover(self, state: State) -> Mask:
        """Look for a new cover; return the values that it has."""
        look_up(len(self.variables) >> 4)
        cover = self._cover(state)
        cover.places = []
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
