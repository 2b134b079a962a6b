"""Subsets: k cells of a unit that share k values, or k values that share k cells; pairs, triples and quads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from csplib import look_up
from csplib.sudoku.techniques.findings import Finding, cell_names, value_names
from csplib.sudoku.techniques.marks import Marks, members

__all__ = ["closed_sets", "subsets"]

_NAMES = {2: "pair", 3: "triple", 4: "quad"}


def closed_sets(rows: Sequence[int], count: int) -> list[tuple[tuple[int, ...], int]]:
    """Return each set of *count* rows that have only *count* bits together: the row numbers, and the bits.

    If rows are the values of cells, these are naked subsets; if rows are the places of values, hidden subsets; if rows
    are the places of one value in lines, fish. Rows with fewer than two bits are singles, and left out.

    >>> closed_sets([0b0011, 0b1110, 0b0011, 0b1101], 2)
    [((0, 2), 3)]
    """
    eligible = [(number, bits) for number, bits in enumerate(rows) if 2 <= bits.bit_count() <= count]
    if len(eligible) < count:
        return []
    found: list[tuple[tuple[int, ...], int]] = [((number,), bits) for number, bits in eligible]
    for _ in range(count - 1):
        look_up(256)
        found = [
            ((*numbers, number), bits | more)
            for numbers, bits in found
            for number, more in eligible
            if number > numbers[-1] and (bits | more).bit_count() <= count
        ]
    return found


def subsets(marks: Marks, count: int) -> Iterator[Finding]:
    """Yield naked subsets of *count* cells, then hidden subsets of *count* values."""
    return chain(_naked(marks, count), _hidden(marks, count))


def _naked(marks: Marks, count: int) -> Iterator[Finding]:
    digits = marks.digits()
    shape = marks.shape
    groups = [*zip(map(str, shape.geometry.units), shape.units, strict=True)]
    groups += [*zip(map(str, shape.geometry.cages), shape.cages, strict=True)]
    for name, group in groups:
        cells = [*members(group & ~marks.placed)]
        for numbers, values in closed_sets([digits[cell] for cell in cells], count):
            pattern = sum(1 << cells[number] for number in numbers)
            rest = group & ~pattern
            removed = tuple((d, gone) for d in members(values) if (gone := marks.spots[d] & rest))
            if removed:
                reason = partial(_taken, marks, name, pattern, values)
                yield Finding(f"naked {_NAMES[count]}", pattern, removed, reason)


def _taken(marks: Marks, group: str, pattern: int, values: int) -> str:
    cells, all_values, any_value = (
        cell_names(marks, pattern),
        value_names(marks, values),
        value_names(marks, values, "or"),
    )
    return f"In {group}, {cells} share {all_values} among them, so no other cell of {group} can be {any_value}."


def _hidden(marks: Marks, count: int) -> Iterator[Finding]:
    shape = marks.shape
    for unit, group in zip(shape.geometry.units, shape.units, strict=True):
        for numbers, pattern in closed_sets([cells & group for cells in marks.spots], count):
            removed = tuple(
                (digit, gone)
                for digit, cells in enumerate(marks.spots)
                if digit not in numbers and (gone := cells & pattern)
            )
            if removed:
                values = sum(1 << digit for digit in numbers)
                reason = partial(_reserved, marks, str(unit), pattern, values)
                yield Finding(f"hidden {_NAMES[count]}", pattern, removed, reason)


def _reserved(marks: Marks, unit: str, pattern: int, values: int) -> str:
    named, cells = value_names(marks, values), cell_names(marks, pattern)
    return f"In {unit}, {named} can only go into {cells}, so no other value can go there."
