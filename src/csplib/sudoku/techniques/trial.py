"""Trial of one value: place it, follow the singles, and remove it if that leads to a contradiction."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from csplib import look_up
from csplib.sudoku.techniques.cages import cage_combinations
from csplib.sudoku.techniques.findings import Finding, cell_name, exhaust
from csplib.sudoku.techniques.marks import Marks, members
from csplib.sudoku.techniques.singles import hidden_singles, naked_singles

__all__ = ["refutation", "trials"]


def trials(marks: Marks) -> Iterator[Finding]:
    """Yield candidates that singles refute, cells with few candidates first: singleton consistency over singles.

    On a board with cages, cage combinations are used as well.
    """
    digits = marks.digits()
    for cell in sorted(members(marks.shape.everywhere & ~marks.placed), key=lambda cell: digits[cell].bit_count()):
        for digit in members(digits[cell]):
            finding = refutation(marks, cell, digit)
            if finding is not None:
                yield finding


def refutation(marks: Marks, cell: int, digit: int) -> Finding | None:
    """Return the finding that singles refute *digit* in *cell*, or None if they do not, or if it is not a candidate."""
    look_up(256)
    if not marks.spots[digit] >> cell & 1:
        return None
    attempt = marks.copy()
    attempt.place(cell, digit)
    exhaust(attempt, (naked_singles, hidden_singles, cage_combinations)[: 3 if marks.shape.cages else 2])
    if not attempt.broken:
        return None
    return Finding("trial", 1 << cell, ((digit, 1 << cell),), partial(_refuted, attempt, cell, digit))


def _refuted(attempt: Marks, cell: int, digit: int) -> str:
    name, value = cell_name(attempt, cell), attempt.symbols[digit]
    followed = "singles and cages" if attempt.shape.cages else "singles"
    return f"If {name} were {value}, following {followed} would leave {_fault(attempt)}, so {name} is not {value}."


def _fault(broken: Marks) -> str:
    bare = broken.bare_cells()
    if bare:
        return f"no value for {cell_name(broken, next(members(bare)))}"
    for unit, cells in zip(broken.shape.geometry.units, broken.shape.units, strict=True):
        for digit, spots in enumerate(broken.spots):
            if not spots & cells:
                return f"no place for {broken.symbols[digit]} in {unit}"
    return "a cage without its total"
