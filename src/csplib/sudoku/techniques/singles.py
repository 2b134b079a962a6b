"""Singles: a cell with one candidate, or a value with one place in a unit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from csplib.sudoku.techniques.findings import Finding, cell_name
from csplib.sudoku.techniques.marks import Marks

__all__ = ["hidden_singles", "naked_singles"]


def naked_singles(marks: Marks) -> Iterator[Finding]:
    """Yield open cells with one candidate. Their level is arc consistency of the ≠ arcs: AC-3."""
    once = more = 0
    for cells in marks.spots:
        more |= once & cells
        once |= cells
    if once != marks.shape.everywhere:
        marks.broken = True
        return
    single = once & ~more & ~marks.placed
    if not single:
        return
    for digit, cells in enumerate(marks.spots):
        found = cells & single
        while found:
            bit = found & -found
            found ^= bit
            cell = bit.bit_length() - 1
            yield Finding("naked single", bit, (), partial(_only_candidate, marks, cell, digit), (cell, digit))


def _only_candidate(marks: Marks, cell: int, digit: int) -> str:
    name, value = cell_name(marks, cell), marks.symbols[digit]
    return f"Only {value} is left for {name}, because every other value has been ruled out there."


def hidden_singles(marks: Marks) -> Iterator[Finding]:
    """Yield values with one place in a unit."""
    spots, units = marks.spots, marks.shape.units
    for digit in range(marks.shape.size):
        for number, unit in enumerate(units):
            found = spots[digit] & unit
            if found & (found - 1):
                continue
            if not found:
                marks.broken = True
                return
            if not found & marks.placed:
                cell = found.bit_length() - 1
                yield Finding(
                    "hidden single", found, (), partial(_only_place, marks, cell, digit, number), (cell, digit)
                )


def _only_place(marks: Marks, cell: int, digit: int, number: int) -> str:
    unit, value = marks.shape.geometry.units[number], marks.symbols[digit]
    return f"In {unit}, {value} can only go into {cell_name(marks, cell)}."
