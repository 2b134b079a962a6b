"""Locked candidates: a cell outside of a unit that sees all places of a value in it cannot have the value."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from csplib import look_up
from csplib.sudoku.geometry import Unit
from csplib.sudoku.techniques.findings import Finding, cell_names
from csplib.sudoku.techniques.marks import Marks

__all__ = ["locked_candidates", "seeing_all"]


def locked_candidates(marks: Marks) -> Iterator[Finding]:
    """Yield values that are locked in one unit: a cell outside sees all their places.

    With rows, columns and boxes this is pointing and claiming. It covers diagonals, windows, irregular boxes, cages and
    knight's moves, too: one of the places has the value, so a cell that sees them all cannot have it.
    """
    for digit in range(marks.shape.size):
        if not marks.spots[digit] & ~marks.placed:
            continue
        look_up(256)
        for number, unit in enumerate(marks.shape.units):
            places = marks.spots[digit] & unit
            struck = seeing_all(marks, digit, places)
            if struck:
                yield _locked_in(marks, digit, places, struck, marks.shape.geometry.units[number])


def seeing_all(marks: Marks, digit: int, places: int) -> int:
    """Return the cells that could have *digit* but see all *places*; none if there is only one place."""
    if not places & (places - 1):
        return 0
    peers = marks.shape.peers
    struck = marks.spots[digit]
    while places and struck:
        bit = places & -places
        places ^= bit
        struck &= peers[bit.bit_length() - 1]
    return struck


def _locked_in(marks: Marks, digit: int, places: int, struck: int, home: Unit) -> Finding:
    """Return the finding that the *struck* cells cannot have *digit*, which is in one of its *places* in *home*."""
    kinds = zip(marks.shape.geometry.units, marks.shape.units, strict=True)
    both = places | struck
    other = next((unit for unit, cells in kinds if cells & both == both), None)
    name = "locked candidates"
    if other is not None and home.kind == "box" and other.kind in {"row", "column"}:
        name = "pointing"
    elif other is not None and other.kind == "box" and home.kind in {"row", "column"}:
        name = "claiming"
    return Finding(name, places, ((digit, struck),), partial(_locked, marks, digit, places, struck, str(home), other))


def _locked(marks: Marks, digit: int, places: int, struck: int, home: str, other: Unit | None) -> str:
    value = marks.symbols[digit]
    if other is not None:
        return f"In {home}, {value} can only be in {other}, so no other cell of {other} can be {value}."
    seen, seeing = cell_names(marks, places), cell_names(marks, struck)
    verb = "sees" if struck.bit_count() == 1 else "see"
    return f"In {home}, {value} is in one of {seen}, and {seeing} {verb} all of these, so {value} cannot go there."
