"""Remove what the value of a variable rules out for others, by cliques of differences with offsets."""

from __future__ import annotations

from typing import Final

from csplib.kernel.bits import Mask, shifted, single_or_none, size_of
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
        known[value] = _all_ruled_out(csp, state, fixed.index, value.bit_length() - 1)
        return remove_ruled_out(csp, state, fixed, value, known)
    if len(known) < _MOST_VALUES:
        known[value] = None
    reach = csp.reach
    rows = reach.rows(fixed.index)
    number = value.bit_length() - 1
    if rows is None:
        return _remove_patterns(state, reach.patterns(fixed.index), number - reach.span)
    return _remove_in_rows(state, fixed.index, rows, rows.taken(number), reach.bits)


def _all_ruled_out(csp: CSP, state: State, x: int, number: int) -> list[tuple[Cell, Mask]]:
    """Return what value *number* of *x* rules out of the domains of others."""
    reach = csp.reach
    rows = reach.rows(x)
    cells = state.cells
    domains = csp.domains
    if rows is None:
        up = number - reach.span
        masks = [(y, shifted(pattern, up) & domains[y]) for y, pattern in reach.patterns(x)]
        return [(cells[y], mask) for y, mask in masks if mask]
    found: list[tuple[Cell, Mask]] = []
    taken = rows.taken(number)
    bits = reach.bits
    for place, y in enumerate(rows.scope):
        if y != x:
            mask = _taken_of(domains[y], rows.offsets, taken, place, bits)
            if mask:
                found.append((cells[y], mask))
    return found


def _remove_patterns(state: State, patterns: list[tuple[int, Mask]], up: int) -> bool:
    """Remove the *patterns* of other variables, moved *up*."""
    state.statistics.revisions += len(patterns)
    for y, pattern in patterns:
        cell = state.cells[y]
        gone = cell.mask & (pattern << up if up >= 0 else pattern >> -up)
        if gone and not _remove(state, cell, gone):
            return False
    return True


def _remove_in_rows(state: State, x: int, rows: Rows, taken: list[int], bits: list[Mask]) -> bool:
    """Remove the numbers *taken* in *rows* by *x* from the others."""
    state.statistics.revisions += len(rows.scope) - 1
    cells = state.cells
    offsets = rows.offsets
    for place, y in enumerate(rows.scope):
        if y != x:
            cell = cells[y]
            gone = _taken_of(cell.mask, offsets, taken, place, bits)
            if gone and not _remove(state, cell, gone):
                return False
    return True


def _taken_of(domain: Mask, offsets: list[list[int]], taken: list[int], place: int, bits: list[Mask]) -> Mask:
    """Return the values of a *domain* at this *place* of some rows that are *taken*.

    A domain of several words needs *bits* that are made already: each shift would make a number of several words.
    """
    found: Mask = 0
    if bits:
        for row, number in enumerate(taken):
            at = number - offsets[row][place]
            if 0 <= at < len(bits):
                found |= domain & bits[at]
    else:
        for row, number in enumerate(taken):
            at = number - offsets[row][place]
            if at >= 0 and domain >> at & 1:
                found |= 1 << at
    return found


def _remove(state: State, cell: Cell, gone: Mask) -> bool:
    """Remove the values *gone* from a domain that has them; return False if none is left."""
    left = cell.mask ^ gone
    state.write(cell, left)
    is_one = single_or_none(gone) if cell.wide else not gone & (gone - 1)
    state.statistics.removed += 1 if is_one else size_of(gone)
    if not left:
        state.wiped = cell.index
    return left != 0
