"""Allowed rows over any scope, as one bitset of rows for each value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import final

from csplib.bits import Mask
from csplib.propagator import Propagator
from csplib.state import State

__all__ = ["AllowedRows"]


@final
class AllowedRows(Propagator):
    """Keep the values that stand in a row which is still possible: generalized arc consistency.

    Bit *r* of ``rows_with[i][v]`` says that row *r* has value number ``v + base[i] - 1`` in place *i*.
    Complexity of a run: one operation on a bitset of rows for each value in the domains, twice.

    >>> from csplib import State
    >>> state = State([0b11, 0b11, 0b10])
    >>> AllowedRows([0, 1, 2], [(1, 2, 1), (1, 1, 2), (2, 2, 1)]).propagate(state), state.domains
    (True, [1, 1, 2])
    """

    def __init__(self, scope: Sequence[int], rows: Iterable[Sequence[Mask]], origin: object = None) -> None:
        super().__init__(scope, origin)
        places = len(self.scope)
        listed = list(rows)
        used = [0] * places
        for row in listed:
            for place in range(places):
                used[place] |= row[place]
        self.used: list[Mask] = used
        self.base: list[int] = [(mask & -mask).bit_length() for mask in used]
        self.rows_with: list[list[int]] = [[0] * (mask.bit_length() - (mask & -mask).bit_length() + 1) for mask in used]
        self.every_row: int = (1 << len(listed)) - 1
        for number, row in enumerate(listed):
            for place in range(places):
                self.rows_with[place][row[place].bit_length() - self.base[place]] |= 1 << number

    def propagate(self, state: State) -> bool:
        cells = state.cells
        rows = self.every_row
        for place, x in enumerate(self.scope):
            rows &= self._rows_of(place, cells[x] & self.used[place])
            if not rows:
                return False
        for place, x in enumerate(self.scope):
            if not state.narrow(x, self._kept(place, cells[x] & self.used[place], rows)):
                return False
        return True

    def _rows_of(self, place: int, domain: Mask) -> int:
        """Give the rows that have a value of *domain* in *place*."""
        rows_with = self.rows_with[place]
        base = self.base[place]
        rows = 0
        while domain:
            low = domain & -domain
            rows |= rows_with[low.bit_length() - base]
            domain ^= low
        return rows

    def _kept(self, place: int, domain: Mask, rows: int) -> Mask:
        """Give the values of *domain* that stand in *place* of one of *rows*."""
        rows_with = self.rows_with[place]
        base = self.base[place]
        kept = 0
        while domain:
            low = domain & -domain
            if rows_with[low.bit_length() - base] & rows:
                kept |= low
            domain ^= low
        return kept
