"""Allowed and forbidden rows over any scope, as bitsets of rows: compact-table (Demeulenaere et al. 2016).

A row has a single bit in each place, or -1 for any value. From one run to the next, a large table remembers the rows
within the domains, as one int, and the domains at that time. So a run looks only at the values that have gone since. A
small table is faster without memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, final

from csplib.kernel.bits import Mask, last_word, lower_part, size_of, split
from csplib.kernel.clock import look_up
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.propagators.row_index import RowIndex, numbers_of
from csplib.kernel.state import Cell, State

__all__ = ["AllowedRows", "ForbiddenPatterns", "ForbiddenRows"]

_ROWS_IN_A_WORD: Final = 62


class _Rows(Propagator):
    """Rows, and which of them are within the domains.

    If a table remembers, a cell of the state has the rows within the domains. One more cell for each place has the
    domain at that time.
    """

    def __init__(
        self,
        scope: Sequence[int],
        rows: RowIndex | Iterable[Sequence[Mask]],
        origin: object = None,
        *,
        on_fix: bool = False,
    ) -> None:
        super().__init__(scope, origin, on_fix=on_fix)
        index = rows if isinstance(rows, RowIndex) else RowIndex(numbers_of(rows, len(self.scope)))
        self.used: list[Mask] = index.used
        self.base: list[int] = index.base
        self.rows_with: list[list[int]] = index.rows_with
        self.rows_with_any: list[int] = index.rows_with_any
        self.every_row: int = index.every_row
        self.steps: int = index.count // 64
        # A variable in two places could change between a look at one and a look at the other.
        self.distinct: bool = len(set(self.scope)) == len(self.scope)
        self.remembers: bool = index.count > _ROWS_IN_A_WORD and self.distinct

    def _memory(self, state: State) -> list[Cell]:
        """Return the cells of this table if it remembers. They are -1 before the first run."""
        if not self.remembers:
            return []
        cells = state.memories.get(self)
        return state.memory(self, 1 + len(self.scope), -1) if cells is None else cells

    def _rows_within(self, state: State, memory: list[Cell]) -> int:
        """Return the rows within the domains, and update the *memory* if there is one."""
        if self.steps > 1:  # not later: an interruption must not come between two writes
            look_up(self.steps * len(self.scope))
        if memory:
            return self._rows_updated(state, memory)
        rows = self.every_row
        for place, x in enumerate(self.scope):
            rows &= self._rows_of(place, state.cells[x].mask & self.used[place]) | self.rows_with_any[place]
        return rows

    def _rows_updated(self, state: State, memory: list[Cell]) -> int:
        cells = state.cells
        before = memory[0].mask
        rows = before if before >= 0 else self.every_row
        for place, x in enumerate(self.scope):
            domain = cells[x].mask
            seen = memory[place + 1]
            if domain != seen.mask:
                left = domain & self.used[place]
                gone = (seen.mask ^ domain) & self.used[place]
                state.write(seen, domain)
                if left & (left - 1) and size_of(gone) < size_of(left):
                    rows ^= rows & self._rows_of(place, gone)
                else:
                    rows &= self._rows_of(place, left) | self.rows_with_any[place]
        if rows != before:
            state.write(memory[0], rows)
        return rows

    def _rows_of(self, place: int, values: Mask) -> int:
        """Return the rows that have one of *values* in *place*."""
        rows_with = self.rows_with[place]
        rows = 0
        while values:  # word by word
            up = last_word(values)
            word = values >> up
            values = lower_part(values, up)
            base = self.base[place] - up
            while word:
                low = word & -word
                rows |= rows_with[low.bit_length() - base]
                word ^= low
        return rows

    def _values_in(self, place: int, rows: int, values: Mask) -> Mask:
        """Return the *values* that one of *rows* has in *place*."""
        if self.steps > 1:
            look_up(self.steps)
        rows_with = self.rows_with[place]
        found = 0
        while values:
            up = last_word(values)
            word = values >> up
            values = lower_part(values, up)
            base = self.base[place] - up
            kept = 0
            while word:
                low = word & -word
                if rows_with[low.bit_length() - base] & rows:
                    kept |= low
                word ^= low
            found |= kept << up
        return found


@final
class AllowedRows(_Rows):
    """Keep the values that occur in a row within the domains: domain consistency.

    Compact-table, with "any" as in its extension to short tables (Verhaeghe et al. 2017).
    Complexity of a run: one operation on a bitset of rows for each value that has gone, or is left if these are fewer,
    and one for each value in the domains if fewer rows are left than before.

    >>> state = State([0b11, 0b11, 0b10])
    >>> table = AllowedRows([0, 1, 2], [(1, 2, 1), (1, 1, -1), (2, 2, 1)])
    >>> table.propagate(state), state.domains
    (True, [1, 1, 2])
    """

    exact: bool = True

    def propagate(self, state: State) -> bool:
        cells = state.cells
        memory = self._memory(state)
        before = memory[0].mask if memory else -1
        rows = self._rows_within(state, memory)
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
                    if memory:
                        state.write(memory[place + 1], kept)
                    if not state.narrow(x, kept):
                        return False
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        if not self.distinct:
            return super().explain(past, x, gone)
        # As in `reason_of_rows`, for rows in one int: the variable that rules out most rows comes first.
        own = self.scope.index(x) if x >= 0 else -1
        rows = self.every_row if own < 0 else self._rows_of(own, gone & self.used[own]) | self.rows_with_any[own]
        ruled_out: list[int] = []
        for place, y in enumerate(self.scope):
            ruled_out.append(0 if place == own else rows & self._rows_of(place, self.used[place] & ~past.domain(y)))
        found: list[Literal] = []
        while rows:
            best, most = -1, 0
            for place, some in enumerate(ruled_out):
                if some & rows and size_of(some & rows) > most:
                    best, most = place, size_of(some & rows)
            if best < 0:
                return super().explain(past, x, gone)
            y = self.scope[best]
            first = past.first(y)
            share = ruled_out[best] & rows
            rows ^= share
            found.append((y, first & ~self._values_in(best, share, first & self.used[best] & ~past.domain(y))))
        return found


@final
class ForbiddenRows(_Rows):
    """No row is taken, and no row has "any". A value goes if every combination with it is a row: domain consistency.

    Compact-table for negative tables (Verhaeghe et al. 2017): the rows with a value are counted, and compared with the
    product of the sizes of the other domains. No row may be listed twice.
    Complexity of a run: one operation on a bitset of rows for each value that has gone, or is left if these are fewer;
    also one for each value in the domains, once the domains are small enough for a value to be pruned.

    >>> state = State([0b11, 0b01, 0b11])
    >>> table = ForbiddenRows([0, 1, 2], [(1, 1, 1), (1, 1, 2), (1, 2, 1), (2, 2, 2)])
    >>> table.propagate(state), state.domains
    (True, [2, 1, 3])
    """

    exact: bool = True

    def propagate(self, state: State) -> bool:
        cells = state.cells
        memory = self._memory(state)
        if memory and not memory[0].mask:
            return True
        rows = self._rows_within(state, memory)
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
        """Return the *values* that occur exactly *times* times in *place* of *rows*."""
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
    """No row is taken, where rows may have "any". Once all places of a row but one match, the last one may not.

    Each row is a clause ("this place is not 2, or that place is not 5") and this is unit propagation. It does not
    detect that several rows together leave a value no support.
    Complexity of a run: a few operations on a bitset of rows for each place and each value that has gone or is left.

    >>> state = State([0b10, 0b11, 0b11])
    >>> table = ForbiddenPatterns([0, 1, 2], [(2, -1, 1), (1, 1, -1)])
    >>> table.propagate(state), state.domains
    (True, [2, 3, 2])
    """

    def __init__(self, scope: Sequence[int], rows: RowIndex | Iterable[Sequence[Mask]], origin: object = None) -> None:
        super().__init__(scope, origin=origin, rows=rows, on_fix=True)

    def propagate(self, state: State) -> bool:
        cells = state.cells
        memory = self._memory(state)
        if memory and not memory[0].mask:
            return True
        rows = self._rows_within(state, memory)
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

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        if not self.distinct:
            return super().explain(past, x, gone)
        # The rows whose places, but that of x, are met.
        rows = self.every_row
        for place, y in enumerate(self.scope):
            if y != x:
                domain = past.domain(y)
                met = self._rows_of(place, domain & self.used[place]) if not domain & (domain - 1) else 0
                rows &= met | self.rows_with_any[place]
        own = -1 if x < 0 else self.scope.index(x)
        found: dict[int, Mask] = {}
        bits = split(gone) if x >= 0 else [0]
        for bit in bits:
            some = rows if x < 0 else rows & (self._rows_of(own, bit & self.used[own]) | self.rows_with_any[own])
            if not some:
                return super().explain(past, x, gone)
            row = some & -some
            for place, y in enumerate(self.scope):
                if place != own and not row & self.rows_with_any[place]:
                    found[y] = past.domain(y)
        return list(found.items())
