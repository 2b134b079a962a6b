"""AllDifferent by bounds: intervals that have no more values than variables within them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.bits import Mask, shifted
from csplib.propagator import Propagator
from csplib.state import State

__all__ = ["HallIntervals"]


@final
class HallIntervals(Propagator):
    """Keep the ends of domains off intervals that others fill: bounds consistency.

    An interval with as many values as there are variables whose domains lie within it is a *Hall interval*: nobody
    else can have a value from there. Variables take values in turn, those that must have a small one first, each the
    least that is free; when that fills everything from some value up to the greatest value of the one whose turn it
    is, a Hall interval is found (after Lopez-Ortiz, Quimper, Tromp and van Beek 2003). A mask of what is free takes the
    place of their trees. Values that no open variable has any more count as taken, so that intervals may have gaps.

    It comes on top of the arcs of the same AllDifferent, which take the values of fixed variables off the others.
    *offsets* make it about the terms ``x + offset``, where an offset is never negative.
    Complexity for n open variables: O(n) operations on masks, and as many steps as there are values.

    >>> state = State([0b00110, 0b00110, 0b11111, 0b11110])
    >>> HallIntervals([0, 1, 2, 3]).propagate(state), state.domains
    (True, [6, 6, 31, 24])
    """

    def __init__(self, scope: Sequence[int], offsets: Sequence[int] = (), origin: object = None) -> None:
        super().__init__(scope, origin, on_bounds=True, decides=False)
        self.offsets: list[int] = list(offsets)
        self.heavy: bool = True

    def key(self) -> object:
        return ("hall", tuple(self.scope), tuple(self.offsets))

    def propagate(self, state: State) -> bool:
        together = 0
        for place in range(len(self.scope)):
            domain = self._domain(state, place)
            if domain & (domain - 1):
                together |= domain
        hall = self._raise(state, together)
        return hall == 0 or (hall > 0 and self._lower(state, together))

    def _domain(self, state: State, place: int) -> Mask:
        """Give the values of the term in *place*."""
        domain = state.cells[self.scope[place]].mask
        return domain << self.offsets[place] if self.offsets else domain

    def _keep(self, state: State, place: int, mask: Mask) -> bool:
        """Keep what is in *mask*, a set of values of the term in *place*."""
        return state.narrow(self.scope[place], shifted(mask, -self.offsets[place]) if self.offsets else mask)

    def _raise(self, state: State, free: Mask) -> Mask:
        """Keep least values off Hall intervals; give these, or -1 if there are too few values somewhere."""
        # By their greatest values: the number of the first place, and of the next one after each, counted from 1.
        first = [0] * (free.bit_length() + 1)
        following = [0] * (len(self.scope) + 1)
        tops = 0
        for place in range(len(self.scope)):
            domain = self._domain(state, place)
            if domain & (domain - 1):
                most = domain.bit_length()
                tops |= 1 << (most - 1)
                following[place + 1] = first[most]
                first[most] = place + 1
        hall = 0
        while tops:
            top = tops & -tops
            tops ^= top
            number = first[top.bit_length()]
            while number:
                domain = self._domain(state, number - 1)
                least = domain & -domain
                above = free & -least
                taken = above & -above
                if not taken or taken > top:
                    return -1
                free ^= taken
                if least & hall:
                    above = ~hall & -least
                    if not self._keep(state, number - 1, -(above & -above)):
                        return -1
                number = following[number]
            if not free & top:
                hall |= (top << 1) - (1 << (free & (top - 1)).bit_length())
        return hall

    def _lower(self, state: State, free: Mask) -> bool:
        """Keep greatest values off Hall intervals: the same the other way round."""
        first = [0] * (free.bit_length() + 1)
        following = [0] * (len(self.scope) + 1)
        bottoms = 0
        for place in range(len(self.scope)):
            domain = self._domain(state, place)
            if domain & (domain - 1):
                bottom = domain & -domain
                bottoms |= bottom
                following[place + 1] = first[bottom.bit_length()]
                first[bottom.bit_length()] = place + 1
        hall = 0
        while bottoms:
            least = bottoms.bit_length()
            bottom = 1 << (least - 1)
            bottoms ^= bottom
            number = first[least]
            while number:
                most = self._domain(state, number - 1).bit_length()
                reached = (free & ((1 << most) - 1)).bit_length()
                if reached < least:
                    return False
                free ^= 1 << (reached - 1)
                if hall >> (most - 1) & 1:
                    below = ((1 << most) - 1) & ~hall
                    if not self._keep(state, number - 1, (1 << below.bit_length()) - 1):
                        return False
                number = following[number]
            if not free & bottom:
                above = free & -bottom
                hall |= (above & -above or 1 << len(first)) - bottom
        return True
