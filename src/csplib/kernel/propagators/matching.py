"""AllDifferent by matching: domain consistency, by the algorithm of Régin (1994)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask, shifted, split
from csplib.kernel.clock import look_up
from csplib.kernel.components import strong_components
from csplib.kernel.history import History, Literal
from csplib.kernel.matchings import hall_set, match
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["Matching"]


@final
class Matching(Propagator):
    """Leave exactly the values that some matching of variables to different values uses.

    A maximum matching gives every variable a value of its own. Variable i could move to the value of variable j if that
    value is in i's domain. Values from which a chain of moves leads to a spare value are *loose*. The others are
    *tight*: their variables can only swap them along cycles of moves. So each strongly connected component of tight
    values belongs to its variables alone.

    *offsets* make it about the terms ``x + offset``, where no offset is negative. *decides* can be False if the arcs of
    the same AllDifferent are stated too.

    Complexity for n open variables: O(n) operations on masks for the components, and O(n) for each variable that does
    not find a spare value at once.

    >>> state = State([0b0011, 0b0011, 0b0111, 0b1111])
    >>> Matching([0, 1, 2, 3]).propagate(state), state.domains
    (True, [3, 3, 4, 8])
    """

    def __init__(
        self, scope: Sequence[int], offsets: Sequence[int] = (), origin: object = None, *, decides: bool = True
    ) -> None:
        super().__init__(scope, origin, decides=decides)
        self.offsets: list[int] = list(offsets) if offsets else [0] * len(self.scope)
        self.symmetric: bool = not offsets

    def key(self) -> object:
        return ("matching", tuple(self.scope), tuple(self.offsets), self.decides)

    def propagate(self, state: State) -> bool:
        places: list[int] = []
        domains: list[Mask] = []
        fixed = 0
        together = 0
        for place, x in enumerate(self.scope):
            domain = state.cells[x].mask << self.offsets[place]
            if domain & (domain - 1):
                places.append(place)
                domains.append(domain)
                together |= domain
            elif domain & ~fixed:
                fixed |= domain
            else:
                return False
        if together & fixed:
            together &= ~fixed
            for number, place in enumerate(places):
                domains[number] &= together
                if not self._keep(state, place, together):
                    return False
        if not places:
            return True
        owners = [-1] * (together.bit_length() + 1)
        chosen = match(domains, owners)
        return len(chosen) == len(places) and self._prune(state, places, domains, chosen, owners)

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        found = hall_set(past, self.scope, self.offsets, x, gone)
        return super().explain(past, x, gone) if found is None else found

    def _keep(self, state: State, place: int, mask: Mask) -> bool:
        """Keep the values in *mask* for the term in *place*."""
        return state.narrow(self.scope[place], shifted(mask, -self.offsets[place]))

    def _prune(
        self, state: State, places: list[int], domains: list[Mask], chosen: list[Mask], owners: list[int]
    ) -> bool:
        """Keep the variables of each tight component to its values, and all other variables off tight values."""
        tight = 0
        for component in _tight_components(domains, chosen, owners):
            tight |= component
            if component.bit_count() < len(places):
                for bit in split(component):
                    number = owners[bit.bit_length()]
                    if domains[number] & ~component and not self._keep(state, places[number], component):
                        return False
        if tight:
            for number, domain in enumerate(domains):
                if domain & tight and not chosen[number] & tight and not self._keep(state, places[number], ~tight):
                    return False
        return True


def _tight_components(domains: list[Mask], chosen: list[Mask], owners: list[int]) -> list[Mask]:
    """Return the strongly connected components of the tight values."""
    look_up(len(domains))
    loose = -1
    for bit in chosen:
        loose ^= bit
    for number, domain in enumerate(domains):
        if domain & loose:
            loose |= chosen[number]
    return strong_components(domains, owners, loose)
