"""Allowed and forbidden rows over any scope, as bitsets of rows.

A row has a single bit in each place, or -1 where any value will do. What a large table keeps from one run to the next
is the set of rows that are within the domains, as one int, and the domains seen then: only what has changed is looked
at. A small one is faster without memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, final

from csplib.bits import Mask, size_of
from csplib.propagator import Propagator
from csplib.state import State
from csplib.work import look_up

__all__ = ["AllowedRows", "ForbiddenPatterns", "ForbiddenRows"]

_ANY: Final = -1
_ROWS_IN_A_WORD: Final = 62
_ROWS_AT_ONCE: Final = 2048


class _Rows(Propagator):
    """Rows, and which of them are within the domains.

    Bit *r* of ``rows_with[i][v]`` says that row *r* has value number ``v + base[i] - 1`` in place *i*, and bit *r* of
    ``rows_with_any[i]`` that any value will do there. In a table that remembers, a cell holds the rows within the
    domains, and the cells behind it, one for each place, hold the domains that it speaks of.
    """

    def __init__(
        self, scope: Sequence[int], rows: Iterable[Sequence[Mask]], origin: object = None, *, on_fix: bool = False
    ) -> None:
        super().__init__(scope, origin, on_fix=on_fix)
        places = len(self.scope)
        listed: list[list[Mask]] = []
        used = [0] * places
        for values in rows:
            look_up()
            row = list(values)
            listed.append(row)
            for place in range(places):
                if row[place] != _ANY:
                    used[place] |= row[place]
        self.used: list[Mask] = used
        self.base: list[int] = [(mask & -mask).bit_length() for mask in used]
        self.rows_with: list[list[int]] = [[0] * (mask.bit_length() - (mask & -mask).bit_length() + 1) for mask in used]
        self.rows_with_any: list[int] = [0] * places
        self.every_row: int = (1 << len(listed)) - 1
        self.steps: int = len(listed) // 64
        for start in range(0, len(listed), _ROWS_AT_ONCE):
            look_up(_ROWS_AT_ONCE)
            self._note(listed[start : start + _ROWS_AT_ONCE], start)
        # A variable in two places could change between a look at one and a look at the other.
        self.remembers: bool = len(listed) > _ROWS_IN_A_WORD and len(set(self.scope)) == places
        self.cell: int = -1

    def _note(self, rows: list[list[Mask]], start: int) -> None:
        """Note what *rows* say, which are numbered from *start* on: first apart from the rest, where ints are small."""
        for place, known in enumerate(self.rows_with):
            base = self.base[place]
            with_any = 0
            found = [0] * len(known)
            for number, row in enumerate(rows):
                if row[place] == _ANY:
                    with_any |= 1 << number
                else:
                    found[row[place].bit_length() - base] |= 1 << number
            self.rows_with_any[place] |= with_any << start
            for value, numbers in enumerate(found):
                if numbers:
                    known[value] |= numbers << start

    def prepare(self, state: State) -> None:
        # -1 says that nothing has been looked at yet.
        self.cell = state.new_cell(-1)
        for _ in self.scope:
            state.new_cell(-1)

    def _rows_before(self, state: State) -> int:
        """Give the rows that were within the domains at the last run, or -1 if that is not known."""
        return state.cells[self.cell].mask if self.remembers else -1

    def _rows_within(self, state: State) -> int:
        """Give the rows within the domains, and note what has been seen if there is a memory."""
        if self.remembers:
            return self._rows_updated(state)
        rows = self.every_row
        for place, x in enumerate(self.scope):
            rows &= self._rows_of(place, state.cells[x].mask & self.used[place]) | self.rows_with_any[place]
        return rows

    def _rows_updated(self, state: State) -> int:
        cells = state.cells
        before = cells[self.cell].mask
        rows = before if before >= 0 else self.every_row
        cell = self.cell
        for place, x in enumerate(self.scope):
            cell += 1
            domain = cells[x].mask
            seen = cells[cell].mask
            if domain != seen:
                state.store(cell, domain)
                left = domain & self.used[place]
                gone = (seen ^ domain) & self.used[place]
                if left & (left - 1) and size_of(gone) < size_of(left):
                    rows ^= rows & self._rows_of(place, gone)
                else:
                    rows &= self._rows_of(place, left) | self.rows_with_any[place]
        if rows != before:
            state.store(self.cell, rows)
        return rows

    def _rows_of(self, place: int, values: Mask) -> int:
        """Give the rows that name one of *values* in *place*."""
        if self.steps > 1:
            look_up(self.steps)
        rows_with = self.rows_with[place]
        base = self.base[place]
        rows = 0
        while values:
            low = values & -values
            rows |= rows_with[low.bit_length() - base]
            values ^= low
        return rows

    def _values_in(self, place: int, rows: int, values: Mask) -> Mask:
        """Give those of *values* that one of *rows* names in *place*."""
        if self.steps > 1:
            look_up(self.steps)
        rows_with = self.rows_with[place]
        base = self.base[place]
        found = 0
        while values:
            low = values & -values
            if rows_with[low.bit_length() - base] & rows:
                found |= low
            values ^= low
        return found


@final
class AllowedRows(_Rows):
    """Keep the values that stand in a row which is still possible: generalized arc consistency.

    Compact-table (Demeulenaere et al. 2016), with "any" as in its extension to short tables (Verhaeghe et al. 2017).
    Complexity of a run: one operation on a bitset of rows for each value that has gone, or is left if these are fewer,
    and one for each value in the domains if fewer rows are left than before.

    >>> state = State([0b11, 0b11, 0b10])
    >>> table = AllowedRows([0, 1, 2], [(1, 2, 1), (1, 1, -1), (2, 2, 1)])
    >>> table.propagate(state), state.domains
    (True, [1, 1, 2])
    """

    def propagate(self, state: State) -> bool:
        cells = state.cells
        before = self._rows_before(state)
        rows = self._rows_within(state)
        if not rows:
            return False
        if rows == before:
            return True
        for place, x in enumerate(self.scope):
            domain = cells[x].mask
            # A single value is in every row that is left.
            if domain & (domain - 1) and not rows & self.rows_with_any[place]:
                kept = self._values_in(place, rows, domain & self.used[place])
                if kept != domain:
                    if self.remembers:
                        state.store(self.cell + 1 + place, kept)
                    if not state.narrow(x, kept):
                        return False
        return True


@final
class ForbiddenRows(_Rows):
    """No row is taken; none has "any". A value goes when every combination with it is a row: arc consistency.

    Compact-table for negative tables (Verhaeghe et al. 2017): the rows with a value are counted, and compared with the
    product of the sizes of the other domains. No row may be listed twice.
    Complexity of a run: one operation on a bitset of rows for each value that has gone, or is left if these are fewer;
    as many again as there are values in the domains, once they are small enough for it to matter.

    >>> state = State([0b11, 0b01, 0b11])
    >>> table = ForbiddenRows([0, 1, 2], [(1, 1, 1), (1, 1, 2), (1, 2, 1), (2, 2, 2)])
    >>> table.propagate(state), state.domains
    (True, [2, 1, 3])
    """

    def propagate(self, state: State) -> bool:
        cells = state.cells
        if not self._rows_before(state):
            return True
        rows = self._rows_within(state)
        count = size_of(rows)
        sizes = [size_of(cells[x].mask) for x in self.scope]
        every = 1
        for size in sizes:
            every *= size
        for place, x in enumerate(self.scope):
            needed = every // sizes[place]
            if count >= needed:
                lost = self._values_often_in(place, rows, cells[x].mask & self.used[place], needed)
                if lost and not state.narrow(x, ~lost):
                    return False
        return True

    def _values_often_in(self, place: int, rows: int, values: Mask, times: int) -> Mask:
        """Give those of *values* that as many of *rows* name in *place*."""
        if self.steps > 1:
            look_up(self.steps)
        rows_with = self.rows_with[place]
        base = self.base[place]
        found = 0
        while values:
            low = values & -values
            if size_of(rows_with[low.bit_length() - base] & rows) == times:
                found |= low
            values ^= low
        return found


@final
class ForbiddenPatterns(_Rows):
    """No row is taken, where "any" may stand in rows: once a row is met in all places but one, it is avoided there.

    Each row is a clause ("this place is not 2, or that place is not 5") and this is unit propagation. It does not
    see that several rows together leave a value no room.
    Complexity of a run: a few operations on a bitset of rows for each place and each value that has gone or is left.

    >>> state = State([0b10, 0b11, 0b11])
    >>> table = ForbiddenPatterns([0, 1, 2], [(2, -1, 1), (1, 1, -1)])
    >>> table.propagate(state), state.domains
    (True, [2, 3, 2])
    """

    def __init__(self, scope: Sequence[int], rows: Iterable[Sequence[Mask]], origin: object = None) -> None:
        super().__init__(scope, origin=origin, rows=rows, on_fix=True)

    def propagate(self, state: State) -> bool:
        cells = state.cells
        if not self._rows_before(state):
            return True
        rows = self._rows_within(state)
        once = 0
        twice = 0
        for place, x in enumerate(self.scope):
            if cells[x].mask & (cells[x].mask - 1):
                unmet = rows ^ (rows & self.rows_with_any[place])
                twice |= once & unmet
                once |= unmet
        if rows != once:
            return False
        rows ^= rows & twice
        if not rows:
            return True
        for place, x in enumerate(self.scope):
            if cells[x].mask & (cells[x].mask - 1):
                lost = self._values_in(place, rows, cells[x].mask & self.used[place])
                if lost and not state.narrow(x, ~lost):
                    return False
        return True
