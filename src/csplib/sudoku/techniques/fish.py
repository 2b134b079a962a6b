"""Fish: if k rows have a value only in k columns, the rest of these columns cannot have it; and vice versa."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from csplib.sudoku.techniques.findings import Finding, listed
from csplib.sudoku.techniques.marks import Marks, members
from csplib.sudoku.techniques.subsets import closed_sets

__all__ = ["fish"]

_NAMES = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


def fish(marks: Marks) -> Iterator[Finding]:
    """Yield X-wings, then swordfish, then jellyfish, each from rows to columns and from columns to rows."""
    for count in _NAMES:
        for digit in range(marks.shape.size):
            if marks.spots[digit] & ~marks.placed:
                yield from _of_digit(marks, digit, count)


def _of_digit(marks: Marks, digit: int, count: int) -> Iterator[Finding]:
    size = marks.shape.size
    rows, columns = [0] * size, [0] * size
    for cell in members(marks.spots[digit]):
        row, column = divmod(cell, size)
        rows[row] |= 1 << column
        columns[column] |= 1 << row
    for kind, lines in (("row", rows), ("column", columns)):
        for base, cover in closed_sets(lines, count):
            inside = _cells(marks, kind, base)
            across = _cells(marks, "column" if kind == "row" else "row", members(cover))
            struck = marks.spots[digit] & across & ~inside
            if struck:
                pattern = marks.spots[digit] & inside
                reason = partial(_covered, marks, digit, kind, base, cover)
                yield Finding(_NAMES[count], pattern, ((digit, struck),), reason)


def _cells(marks: Marks, kind: str, numbers: Iterator[int] | tuple[int, ...]) -> int:
    """Return the cells of some rows or columns."""
    cells = 0
    for number in numbers:
        cells |= marks.shape.units[3 * number + (kind == "column")]
    return cells


def _covered(marks: Marks, digit: int, kind: str, base: tuple[int, ...], cover: int) -> str:
    other = "column" if kind == "row" else "row"
    lines, across = listed([str(line + 1) for line in base]), listed([str(line + 1) for line in members(cover)])
    value = marks.symbols[digit]
    return (
        f"In {kind}s {lines}, {value} can only be in {other}s {across}, "
        f"so no other cell of these {other}s can be {value}."
    )
