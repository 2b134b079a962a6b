"""Cage combinations: the sets of values that add up to the total of a killer cage."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from csplib import look_up
from csplib.sudoku.geometry import Cage
from csplib.sudoku.model import digit_sets
from csplib.sudoku.techniques.findings import Finding, cell_names, value_names
from csplib.sudoku.techniques.locked_candidates import seeing_all
from csplib.sudoku.techniques.marks import Marks, members

__all__ = ["cage_combinations"]


@lru_cache(maxsize=1024)
def _sets(size: int, cells: int, total: int) -> tuple[int, ...] | None:
    """Return the sets of digits, as bits, that fill a cage; None if there are too many."""
    sets = digit_sets(size, cells, total)
    return None if sets is None else tuple(sum(1 << value - 1 for value in values) for values in sets)


def cage_combinations(marks: Marks) -> Iterator[Finding]:
    """Yield values that no filling of a cage has, and cells outside that see all places of a value it must have."""
    size = marks.shape.size
    for cage, mask in zip(marks.shape.geometry.cages, marks.shape.cages, strict=True):
        look_up(256)
        sets = _sets(size, len(cage.cells), cage.total)
        if sets is None:
            continue
        inside = [sum(1 << d for d in range(size) if marks.spots[d] >> cell & 1) for cell in members(mask)]
        together = 0
        for digits in inside:
            together |= digits
        possible = [
            chosen for chosen in sets if chosen & together == chosen and all(digits & chosen for digits in inside)
        ]
        if not possible:
            marks.broken = True
            return
        allowed, needed = 0, together
        for chosen in possible:
            allowed |= chosen
            needed &= chosen
        barred = together & ~allowed
        if barred:
            removed = tuple((digit, marks.spots[digit] & mask) for digit in members(barred))
            yield Finding("cage combinations", mask, removed, partial(_barred, marks, cage, mask, barred))
        for digit in members(needed):
            places = marks.spots[digit] & mask
            struck = seeing_all(marks, digit, places)
            if struck:
                reason = partial(_needed, marks, cage, digit, places, struck)
                yield Finding("cage combinations", places, ((digit, struck),), reason)


def _barred(marks: Marks, cage: Cage, mask: int, barred: int) -> str:
    cells, values = cell_names(marks, mask), value_names(marks, barred, "or")
    return f"The cage of {cage.total} in {cells} cannot be filled with {values} in it."


def _needed(marks: Marks, cage: Cage, digit: int, places: int, struck: int) -> str:
    value, inside, outside = marks.symbols[digit], cell_names(marks, places, "or"), cell_names(marks, struck, "or")
    return f"The cage of {cage.total} needs {value} in {inside}, so it cannot be in {outside}, seen from all of these."
