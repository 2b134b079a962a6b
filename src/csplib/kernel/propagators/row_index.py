"""`RowIndex`: which rows of a table have which value in which place, as bitsets of rows.

The rows are numbered, in blocks. A block is one int. So the memory of an index grows with the
number of rows, not with rows times values: blocks without a row for a value share the number 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, repeat
from operator import add, itemgetter, le, mul, sub
from typing import Final, final

from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up

__all__ = ["ANY_VALUE", "ROWS_IN_A_BLOCK", "RowIndex", "numbers_of"]

ANY_VALUE: Final = -1
"""In a row: every value."""

ROWS_IN_A_BLOCK: Final = 2048
"""The most rows of a block. More would make the ints larger where a block has few rows with a value."""

_KEYS_FOR_A_BLOCK: Final = 16
_MOST_KEYS: Final = 1 << 29  # Python sorts ints of one digit faster
_BITS: list[int] = [1 << number for number in range(ROWS_IN_A_BLOCK)]


@final
class RowIndex:
    """Rows, indexed by value. Propagators over different variables can share an index.

    ``columns[i][r]`` is the number of the value of row *r* in place *i*, or `ANY_VALUE`. More than one block of rows is
    sorted, so that rows with the same values in the first places are in the same blocks.

    ``rows_with[i][v]`` are the rows with value number ``v + base[i] - 1`` in place *i*.

    >>> index = RowIndex([[2, 3, 2], [0, 0, -1]])
    >>> index.used, index.base, index.rows_with, index.rows_with_any
    ([12, 1], [3, 1], [[5, 2], [3]], [0, 4])
    """

    def __init__(self, columns: Sequence[list[int]], block_size: int = ROWS_IN_A_BLOCK) -> None:
        self.block_size: int = block_size
        self.count: int = len(columns[0]) if columns else 0
        self.used: list[Mask] = []
        self.base: list[int] = []
        self._blocks: list[list[list[int]]] = []
        self._blocks_with_any: list[list[int]] = []
        self._rows_with: list[list[int]] = []
        self._rows_with_any: list[int] = []
        blocks = -(-self.count // block_size)
        for column in _in_order(columns, blocks) if blocks > 1 else columns:
            values = set(column)
            values.discard(ANY_VALUE)
            self.base.append(1 + min(values, default=-1))
            used = 0
            for value in values:
                used |= 1 << value
            self.used.append(used)
            if blocks > 1:
                self._note_blocks(column, values, blocks)
            else:
                self._note(column, values)

    def _note(self, column: list[int], values: set[int]) -> None:
        """Index the *values* of a place where all rows are in one block."""
        first = min(values, default=0)
        found = [0] * (max(values, default=-1) + 1 - first)
        with_any = 0
        look_up(self.count)
        for number, value in enumerate(column):
            if value == ANY_VALUE:
                with_any |= _BITS[number]
            else:
                found[value - first] |= _BITS[number]
        self._rows_with.append(found)
        self._rows_with_any.append(with_any)

    def _note_blocks(self, column: list[int], values: set[int], blocks: int) -> None:
        """Index the *values* of a place."""
        first = min(values, default=0)
        size = self.block_size
        none = [0] * blocks
        found = [none] * (max(values, default=-1) + 1 - first)
        for value in values:
            found[value - first] = none.copy()
        with_any = none.copy()
        for block in range(blocks):
            look_up(size)
            for number, value in enumerate(column[block * size : (block + 1) * size]):
                one = found[value - first] if value != ANY_VALUE else with_any
                one[block] |= _BITS[number]
        self._blocks.append(found)
        self._blocks_with_any.append(with_any)

    @property
    def every_row(self) -> int:
        """All rows, as one int."""
        return (1 << self.count) - 1

    @property
    def rows_with(self) -> list[list[int]]:
        """The rows with each value in each place, as one int each."""
        if not self._rows_with:
            self._rows_with = [[_joined(blocks, self.block_size) for blocks in place] for place in self._blocks]
        return self._rows_with

    @property
    def rows_with_any(self) -> list[int]:
        """The rows where any value will do, for each place, as one int each."""
        if not self._rows_with_any:
            self._rows_with_any = [_joined(blocks, self.block_size) for blocks in self._blocks_with_any]
        return self._rows_with_any

    @property
    def blocks(self) -> list[list[list[int]]]:
        """The rows with each value in each place, as a list of blocks each."""
        if not self._blocks:
            self._blocks = [[[rows] for rows in place] for place in self._rows_with]
        return self._blocks

    @property
    def blocks_with_any(self) -> list[list[int]]:
        """The rows where any value will do, for each place, as a list of blocks each."""
        if not self._blocks_with_any:
            self._blocks_with_any = [[rows] for rows in self._rows_with_any]
        return self._blocks_with_any

    def all_blocks(self) -> list[int]:
        """Return all rows, as a list of blocks."""
        full, rest = divmod(self.count, self.block_size)
        blocks = [(1 << self.block_size) - 1] * full
        return [*blocks, (1 << rest) - 1] if rest else blocks


def _joined(blocks: list[int], size: int) -> int:
    """Return the rows in *blocks* of this *size*, a multiple of 8, as one int."""
    look_up(len(blocks))
    return int.from_bytes(b"".join([block.to_bytes(size // 8, "little") for block in blocks]), "little")


def _in_order(columns: Sequence[list[int]], blocks: int) -> Sequence[list[int]]:
    """Return the columns of the same rows, sorted by as many of the first places as it takes to fill the *blocks*."""
    count = len(columns[0])
    keys: list[int] = [0] * count
    kinds = 1
    for column in columns:
        look_up(count)
        least, size = min(column), max(column) + 1 - min(column)
        if kinds >= _KEYS_FOR_A_BLOCK * blocks or kinds * size > _MOST_KEYS:
            break
        keys = list(map(add, map(mul, keys, repeat(size)), map(sub, column, repeat(least)) if least else column))
        kinds *= size
    if all(map(le, keys, islice(keys, 1, None))):
        return columns
    look_up(count)
    order = sorted(range(count), key=keys.__getitem__)
    look_up(count)
    pick = itemgetter(*order)
    return [list(pick(column)) for column in columns]


def numbers_of(rows: Iterable[Sequence[Mask]], places: int) -> list[list[int]]:
    """Return columns of numbers for *rows* of single bits, with -1 for any value."""
    columns: list[list[int]] = [[] for _ in range(places)]
    for row in rows:
        look_up()
        for place, mask in enumerate(row):
            columns[place].append(mask.bit_length() - 1 if mask != ANY_VALUE else ANY_VALUE)
    return columns
