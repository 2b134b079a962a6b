"""AllDifferent by Hall intervals: bounds consistency, after Lopez-Ortiz, Quimper, Tromp and van Beek (2003)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.cells import new_place
from csplib.kernel.history import History, Literal
from csplib.kernel.matchings import hall_set
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import Cell, State

__all__ = ["HallIntervals"]


@final
class HallIntervals(Propagator):
    """Keep the bounds of domains out of Hall intervals.

    A *Hall interval* has as many values as there are variables whose domains lie within it, so no other variable can
    have a value from it. To find them, variables take values in the order of their greatest values, each the least free
    one. If that fills everything from some value up to the greatest value of the current variable, these values are a
    Hall interval. A mask of free values replaces the trees of the published algorithm. Values that no open variable has
    any more count as taken, so intervals may have gaps.

    It is stated together with the arcs of the same AllDifferent, which remove the values of fixed variables.
    *offsets* make it about the terms ``x + offset``, where no offset is negative.
    Complexity for n open variables: O(n) operations on masks, and as many steps as there are values.

    >>> state = State([0b00110, 0b00110, 0b11111, 0b11110])
    >>> HallIntervals([0, 1, 2, 3]).propagate(state), state.domains
    (True, [6, 6, 31, 24])
    """

    def __init__(self, scope: Sequence[int], offsets: Sequence[int] = (), origin: object = None) -> None:
        super().__init__(scope, origin, on_bounds=True, decides=False)
        self.offsets: list[int] = list(offsets)
        self.heavy: bool = True
        self.place: int = new_place()

    def key(self) -> object:
        return ("hall", tuple(self.scope), tuple(self.offsets))

    def propagate(self, state: State) -> bool:
        offsets: list[int] = []
        cells: list[Cell] = []
        together = 0
        group = state.groups[self.place]
        every = group.cells if group.owner is self else state.group(self, self.place, self.scope)
        for place, cell in enumerate(every):
            domain = cell.mask
            if domain & (domain - 1):
                cells.append(cell)
                if self.offsets:
                    offsets.append(self.offsets[place])
                    domain <<= self.offsets[place]
                together |= domain
        hall = _raise(state, cells, offsets, together)
        return hall == 0 or (hall > 0 and _lower(state, cells, offsets, together))

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        found = hall_set(past, self.scope, self.offsets, x, gone)
        return super().explain(past, x, gone) if found is None else found


def _raise(state: State, cells: list[Cell], offsets: list[int], free: Mask) -> Mask:
    """Keep least values out of Hall intervals. Return the intervals as a mask, or -1 if there are too few values."""
    # By their greatest values: the number of the first cell, and of the next one after each, counted from 1.
    first = [0] * (free.bit_length() + 1)
    following = [0]
    tops = 0
    for place, cell in enumerate(cells):
        most = cell.mask.bit_length() + (offsets[place] if offsets else 0)
        tops |= 1 << (most - 1)
        following.append(first[most])
        first[most] = place + 1
    hall = 0
    while tops:
        top = tops & -tops
        tops ^= top
        number = first[top.bit_length()]
        while number:
            cell = cells[number - 1]
            offset = offsets[number - 1] if offsets else 0
            least = (cell.mask & -cell.mask) << offset
            above = free & -least
            taken = above & -above
            if not taken or taken > top:
                return -1
            free ^= taken
            if least & hall:
                above = ~hall & -least
                if not state.narrow(cell.index, -(above & -above) >> offset):
                    return -1
            number = following[number]
        if not free & top:
            hall |= (top << 1) - (1 << (free & (top - 1)).bit_length())
    return hall


def _lower(state: State, cells: list[Cell], offsets: list[int], free: Mask) -> bool:
    """Keep greatest values out of Hall intervals: the mirror image of `_raise`."""
    first = [0] * (free.bit_length() + 1)
    following = [0]
    bottoms = 0
    for place, cell in enumerate(cells):
        bottom = (cell.mask & -cell.mask) << (offsets[place] if offsets else 0)
        bottoms |= bottom
        following.append(first[bottom.bit_length()])
        first[bottom.bit_length()] = place + 1
    hall = 0
    while bottoms:
        least = bottoms.bit_length()
        bottom = 1 << (least - 1)
        bottoms ^= bottom
        number = first[least]
        while number:
            cell = cells[number - 1]
            offset = offsets[number - 1] if offsets else 0
            most = cell.mask.bit_length() + offset
            reached = (free & ((1 << most) - 1)).bit_length()
            if reached < least:
                return False
            free ^= 1 << (reached - 1)
            if hall >> (most - 1) & 1:
                below = ((1 << most) - 1) & ~hall
                if not state.narrow(cell.index, ((1 << below.bit_length()) - 1) >> offset):
                    return False
            number = following[number]
        if not free & bottom:
            above = free & -bottom
            hall |= (above & -above or 1 << len(first)) - bottom
    return True
