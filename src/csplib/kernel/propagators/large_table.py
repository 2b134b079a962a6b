"""Allowed rows of a large table: compact-table (Demeulenaere et al. 2016) over blocks of rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from csplib.kernel.bits import Mask, size_of
from csplib.kernel.clock import look_up
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.propagators.row_index import RowIndex
from csplib.kernel.propagators.table_reason import reason_of_rows
from csplib.kernel.state import Cell, State

__all__ = ["ManyAllowedRows"]

_FEW_BLOCKS: Final = 64  # a reason looks at all of them


@final
class ManyAllowedRows(Propagator):
    """Keep the values that occur in a row within the domains, as `AllowedRows` does: domain consistency.

    The rows within the domains are in blocks, and blocks without such a row are not looked at again. For each value,
    `found_in` remembers the block that had a row for it the last time; often it still has one. No variable may have two
    places.
    Complexity of a run: one operation on a block for each value that has gone, or is left if these are fewer, in each
    block that is not empty; one for each value that still has a row in the block where it had one before; for other
    values, one in each block until a row is found.

    >>> state = State([0b11, 0b11, 0b10])
    >>> table = ManyAllowedRows([0, 1, 2], RowIndex([[0, 0, 1], [1, 0, 1], [0, -1, 0]]))
    >>> table.propagate(state), state.domains
    (True, [1, 1, 2])
    """

    exact: bool = True

    def __init__(self, scope: Sequence[int], index: RowIndex, origin: object = None) -> None:
        super().__init__(scope, origin)
        self.index: RowIndex = index
        self.used: list[Mask] = index.used
        self.base: list[int] = index.base
        self.blocks: list[list[list[int]]] = index.blocks
        self.blocks_with_any: list[list[int]] = index.blocks_with_any
        self.has_any: list[bool] = [any(blocks) for blocks in index.blocks_with_any]
        self.found_in: list[list[int]] = [[0] * len(place) for place in index.blocks]
        self.whole: list[int] = index.all_blocks()
        self.count: int = len(self.whole)

    def propagate(self, state: State) -> bool:
        memory = state.memories.get(self)
        if memory is None:
            memory = state.memory(self, 1 + len(self.scope) + 2 * self.count, -1)
        before = memory[0].mask
        look_up(4 * (self.count if before < 0 else before))  # not later: see `_Rows`
        if before < 0:
            before = self._begin(memory)
        height = state.height
        left = before
        for place, x in enumerate(self.scope):
            domain = state.cells[x].mask
            seen = memory[place + 1]
            if domain != seen.mask:
                values = domain & self.used[place]
                gone = (seen.mask ^ domain) & self.used[place]
                state.write(seen, domain)
                if gone:
                    if values & (values - 1) and size_of(gone) < size_of(values):
                        left = self._remove(state, memory, left, place, gone)
                    else:
                        left = self._keep(state, memory, left, place, values)
        if left != memory[0].mask:
            state.write(memory[0], left)
        if not left:
            return False
        return state.height == height or self._prune(state, memory, left)

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        found = reason_of_rows(past, self.scope, self.index, x, gone) if self.count <= _FEW_BLOCKS else None
        return super().explain(past, x, gone) if found is None else found

    def _begin(self, memory: list[Cell]) -> int:
        """Line up all blocks. Which ones come first need not be undone, only how many of them are not empty."""
        behind = 1 + len(self.scope) + self.count
        for block in range(self.count):
            memory[behind + block].mask = block
        return self.count

    def _remove(self, state: State, memory: list[Cell], left: int, place: int, values: Mask) -> int:
        """Remove the rows with one of *values* in *place*; return how many blocks are not empty."""
        lists = self._lists(place, values)
        start = 1 + len(self.scope)
        behind = start + self.count
        position = left - 1
        while position >= 0:
            block = memory[behind + position].mask
            cell = memory[start + block]
            rows = cell.mask if cell.mask >= 0 else self.whole[block]
            found = 0
            for one in lists:
                found |= one[block]
            found &= rows
            if found:
                state.write(cell, rows ^ found)
                if found == rows:
                    left = _drop(memory, behind, position, left)
            position -= 1
        return left

    def _keep(self, state: State, memory: list[Cell], left: int, place: int, values: Mask) -> int:
        """Keep only the rows with one of *values*, or with "any", in *place*; return how many blocks are not empty."""
        lists = self._lists(place, values)
        with_any = self.blocks_with_any[place]
        start = 1 + len(self.scope)
        behind = start + self.count
        position = left - 1
        while position >= 0:
            block = memory[behind + position].mask
            cell = memory[start + block]
            rows = cell.mask if cell.mask >= 0 else self.whole[block]
            found = with_any[block]
            for one in lists:
                found |= one[block]
            found &= rows
            if found != rows:
                state.write(cell, found)
                if not found:
                    left = _drop(memory, behind, position, left)
            position -= 1
        return left

    def _lists(self, place: int, values: Mask) -> list[list[int]]:
        """Return the blocks of each of *values* in *place*."""
        blocks = self.blocks[place]
        base = self.base[place]
        found: list[list[int]] = []
        while values:
            low = values & -values
            found.append(blocks[low.bit_length() - base])
            values ^= low
        return found

    def _prune(self, state: State, memory: list[Cell], left: int) -> bool:
        """Keep the values that still have a row."""
        for place, x in enumerate(self.scope):
            domain = state.cells[x].mask
            # A single value is in every row that is left.
            if domain & (domain - 1) and not (self.has_any[place] and self._is_any(memory, left, place)):
                kept = self._values_in(memory, left, place, domain & self.used[place])
                if kept != domain:
                    state.write(memory[place + 1], kept)
                    if not state.narrow(x, kept):
                        return False
        return True

    def _is_any(self, memory: list[Cell], left: int, place: int) -> bool:
        """Return whether a row that is left has "any" in *place*."""
        return _first(memory, 1 + len(self.scope), self.count, left, self.blocks_with_any[place]) >= 0

    def _values_in(self, memory: list[Cell], left: int, place: int, values: Mask) -> Mask:
        """Return the *values* that a row that is left has in *place*."""
        blocks = self.blocks[place]
        base = self.base[place]
        found_in = self.found_in[place]
        start = 1 + len(self.scope)
        found = values
        while values:
            low = values & -values
            values ^= low
            number = low.bit_length() - base
            one = blocks[number]
            block = found_in[number]
            if not one[block] & memory[start + block].mask:
                block = _first(memory, start, self.count, left, one)
                if block >= 0:
                    found_in[number] = block
                else:
                    found ^= low
        return found


# Plain functions: they need no attribute of the propagator.


def _first(memory: list[Cell], start: int, count: int, left: int, blocks: list[int]) -> int:
    """Return the first block with a row that is left and in *blocks*, or -1."""
    behind = start + count
    for position in range(left):
        block = memory[behind + position].mask
        if blocks[block] and blocks[block] & memory[start + block].mask:
            return block
    return -1


def _drop(memory: list[Cell], behind: int, position: int, left: int) -> int:
    """Move the block in *position* behind those that are not empty; return how many these are now."""
    left -= 1
    other = memory[behind + left]
    own = memory[behind + position]
    block = own.mask
    own.mask = other.mask
    other.mask = block
    return left
