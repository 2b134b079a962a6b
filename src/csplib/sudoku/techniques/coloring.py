"""Simple coloring: the places of one value in two colors, of which exactly one color has the value."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from csplib import look_up
from csplib.sudoku.techniques.findings import Finding, cell_names
from csplib.sudoku.techniques.marks import Marks, members

__all__ = ["simple_coloring"]


def simple_coloring(marks: Marks) -> Iterator[Finding]:
    """Color the places of one value alternately along units with two places: exactly one color has the value.

    A color with two cells that see each other does not have it. Nor does a cell outside that sees both colors.
    """
    for digit in range(marks.shape.size):
        look_up(256)
        for one, other in _colored(marks, digit):
            for wrong, right in ((one, other), (other, one)):
                if wrong & _seen(marks, wrong):
                    reason = partial(_wrong_color, marks, digit, wrong, right)
                    yield Finding("simple coloring", one | other, ((digit, wrong),), reason)
                    break
            else:
                struck = marks.spots[digit] & ~one & ~other & _seen(marks, one) & _seen(marks, other)
                if struck:
                    reason = partial(_sees_both, marks, digit, one, other, struck)
                    yield Finding("simple coloring", one | other, ((digit, struck),), reason)


def _colored(marks: Marks, digit: int) -> list[tuple[int, int]]:
    """Return the chains of places of *digit*, each as (cells of one color, cells of the other)."""
    partners: dict[int, int] = {}
    for unit in marks.shape.units:
        found = marks.spots[digit] & unit
        if found.bit_count() == 2:
            low = found & -found
            partners[low] = partners.get(low, 0) | found ^ low
            partners[found ^ low] = partners.get(found ^ low, 0) | low
    chains = []
    while partners:
        colors = [0, 0]
        fringe = [(next(iter(partners)), 0)]
        while fringe:
            bit, color = fringe.pop()
            colors[color] |= bit
            fringe += [(1 << cell, 1 - color) for cell in members(partners.pop(bit, 0))]
        chains.append((colors[0], colors[1]))
    return chains


def _seen(marks: Marks, cells: int) -> int:
    """Return the cells that see any of *cells*."""
    found = 0
    for cell in members(cells):
        found |= marks.shape.peers[cell]
    return found


def _wrong_color(marks: Marks, digit: int, wrong: int, right: int) -> str:
    value, all_wrong, all_right = marks.symbols[digit], cell_names(marks, wrong), cell_names(marks, right)
    return (
        f"Either {all_wrong} {_are(wrong)} {value} or {all_right} {_are(right)} {value}; "
        f"two of the former see each other, so none of them is {value}."
    )


def _sees_both(marks: Marks, digit: int, one: int, other: int, struck: int) -> str:
    value, outside = marks.symbols[digit], cell_names(marks, struck)
    verb = "sees" if struck.bit_count() == 1 else "each see"
    return (
        f"Either {cell_names(marks, one)} {_are(one)} {value} or {cell_names(marks, other)} {_are(other)} {value}, "
        f"and {outside} {verb} cells of both groups, so {value} cannot go there."
    )


def _are(cells: int) -> str:
    return {1: "is", 2: "are both"}.get(cells.bit_count(), "are all")
