"""Reasons of tables: which values of few other variables leave no row with the values that a variable has lost."""

from __future__ import annotations

from collections.abc import Sequence

from csplib.kernel.bits import Mask, size_of
from csplib.kernel.history import History, Literal
from csplib.kernel.propagators.row_index import RowIndex

__all__ = ["reason_of_rows"]


def reason_of_rows(past: History, scope: Sequence[int], index: RowIndex, x: int, gone: Mask) -> list[Literal] | None:
    """Return why no allowed row has a value of *gone* for *x* or, if *x* is -1, why there is no row at all, or None.

    The variable whose domain rules out most rows comes first, then the one that rules out most of the rest. Each keeps
    all values that occur in none of the rows it is needed for. A variable may not occur twice.
    """
    place = scope.index(x) if x >= 0 else -1
    rows = index.all_blocks() if place < 0 else _rows_with(index, place, gone, index.blocks_with_any[place])
    ruled_out: list[list[int]] = []
    for other, y in enumerate(scope):
        left = [0] if other == place else _rows_with(index, other, past.domain(y), index.blocks_with_any[other])
        ruled_out.append([] if other == place else [row & ~left[block] for block, row in enumerate(rows)])
    found: list[Literal] = []
    while any(rows):
        best, most = -1, 0
        for other, blocks in enumerate(ruled_out):
            count = 0
            for block, some in enumerate(blocks):
                if some:
                    count += size_of(some & rows[block])
            if count > most:
                best, most = other, count
        if best < 0:
            return None
        share = [some & rows[block] for block, some in enumerate(ruled_out[best])]
        rows = [row & ~share[block] for block, row in enumerate(rows)]
        y = scope[best]
        others = past.first(y) & ~past.domain(y)
        found.append((y, past.first(y) & ~_values_in(index, best, share, others)))
    return found


def _rows_with(index: RowIndex, place: int, values: Mask, with_any: list[int]) -> list[int]:
    """Return the rows, in blocks, that have one of *values* or "any" in *place*."""
    rows = with_any.copy()
    values &= index.used[place]
    base = index.base[place]
    blocks = index.blocks[place]
    while values:
        low = values & -values
        values ^= low
        for block, some in enumerate(blocks[low.bit_length() - base]):
            if some:
                rows[block] |= some
    return rows


def _values_in(index: RowIndex, place: int, rows: list[int], values: Mask) -> Mask:
    """Return the *values* that one of *rows* has in *place*."""
    found = 0
    values &= index.used[place]
    base = index.base[place]
    blocks = index.blocks[place]
    while values:
        low = values & -values
        values ^= low
        for block, some in enumerate(blocks[low.bit_length() - base]):
            if some & rows[block]:
                found |= low
                break
    return found
