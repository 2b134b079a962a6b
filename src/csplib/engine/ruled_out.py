"""Remove what the value of a variable rules out for others, by cliques of differences with offsets."""

from __future__ import annotations

from typing import Final

from csplib.kernel.bits import Mask, shifted, size_of
from csplib.kernel.csp import CSP
from csplib.kernel.reach import Rows
from csplib.kernel.state import Cell, Known, State

__all__ = ["remove_ruled_out"]

_MOST_VALUES: Final = 64


def remove_ruled_out(csp: CSP, state: State, fixed: Cell, value: Mask, known: Known) -> bool:
    """Remove the values that the *value* of a variable rules out for others; return False on a contradiction.

    They are cached on the second call.
    """
    pairs = known.get(value)
    if pairs is not None:
        state.statistics.revisions += len(pairs)
        for cell, mask in pairs:
            gone = cell.mask & mask
            if gone and not _remove(state, cell, gone):
                return False
        return True
    if value in known:
        known[value] = _all_ruled_out(csp, state, fixed.index, value)
        return remove_ruled_out(csp, state, fixed, value, known)
    if len(known) < _MOST_VALUES:
        known[value] = None
    reach = csp.reach
    rows = reach.rows(fixed.index)
    number = value.bit_length() - 1
    if rows is None:
        return _remove_patterns(state, reach.patterns(fixed.index), number - reach.span)
    if reach.bits:
        return _remove_wide_rows(state, fixed.index, number, rows, reach.bits)
    return _remove_rows(state, fixed.index, number, rows)


def _all_ruled_out(csp: CSP, state: State, x: int, value: Mask) -> list[tuple[Cell, Mask]]:
    """Return what *value* of *x* rules out of the domains of others."""
    up = value.bit_length() - 1 - csp.reach.span
    masks = [(y, shifted(pattern, up) & csp.domains[y]) for y, pattern in csp.reach.patterns(x)]
    return [(state.cells[y], mask) for y, mask in masks if mask]


def _remove_patterns(state: State, patterns: list[tuple[int, Mask]], up: int) -> bool:
    """Remove the *patterns* of other variables, moved *up*."""
    state.statistics.revisions += len(patterns)
    for y, pattern in patterns:
        cell = state.cells[y]
        gone = cell.mask & (pattern << up if up >= 0 else pattern >> -up)
        if gone and not _remove(state, cell, gone):
            return False
    return True


def _remove_rows(state: State, x: int, number: int, rows: Rows) -> bool:
    """Remove what value *number* of *x* rules out along *rows*."""
    state.statistics.revisions += len(rows.scope) - 1
    cells = state.cells
    offsets = rows.offsets
    taken = [number + own for own in rows.own]
    for place, y in enumerate(rows.scope):
        if y == x:
            continue
        cell = cells[y]
        left = cell.mask
        gone: Mask = 0
        for row, least in zip(offsets, taken):  # noqa: B905 - of equal length
            place_there = least - row[place]
            if place_there >= 0 and left >> place_there & 1:
                gone |= 1 << place_there
        if gone and not _remove(state, cell, gone):
            return False
    return True


def _remove_wide_rows(state: State, x: int, number: int, rows: Rows, bits: list[Mask]) -> bool:
    """Do the same with domains of several words: shifts would make masks of several words again and again."""
    state.statistics.revisions += len(rows.scope) - 1
    cells = state.cells
    offsets = rows.offsets
    taken = [number + own for own in rows.own]
    width = len(bits)
    for place, y in enumerate(rows.scope):
        if y == x:
            continue
        cell = cells[y]
        left = cell.mask
        gone: Mask = 0
        for row, least in zip(offsets, taken):  # noqa: B905 - of equal length
            place_there = least - row[place]
            if 0 <= place_there < width:
                gone |= left & bits[place_there]
        if gone and not _remove(state, cell, gone):
            return False
    return True


def _remove(state: State, cell: Cell, gone: Mask) -> bool:
    """Remove the values *gone* from a domain that has them; return False if none is left."""
    left = cell.mask ^ gone
    state.write(cell, left)
    state.statistics.removed += size_of(gone) if gone & (gone - 1) else 1
    if not left:
        state.wiped = cell.index
    return left != 0
