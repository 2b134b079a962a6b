"""XY-wing: whichever of two values a cell has, a third cell cannot have a certain value."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from csplib import look_up
from csplib.sudoku.techniques.findings import Finding, cell_name, cell_names
from csplib.sudoku.techniques.marks import Marks, members

__all__ = ["xy_wings"]


def xy_wings(marks: Marks) -> Iterator[Finding]:
    """Yield a cell with x and y that sees a cell with x and z and one with y and z: no cell that sees both is z."""
    peers = marks.shape.peers
    digits = marks.digits()
    two = sum(1 << cell for cell, values in enumerate(digits) if values.bit_count() == 2)
    for pivot in members(two):
        look_up(256)
        near = [*members(peers[pivot] & two)]
        for place, one in enumerate(near):
            if (digits[one] & digits[pivot]).bit_count() != 1:
                continue
            for other in near[place + 1 :]:
                shared = digits[one] & digits[other] & ~digits[pivot]
                if not shared or digits[one] | digits[other] != digits[pivot] | shared:
                    continue
                digit = shared.bit_length() - 1
                struck = marks.spots[digit] & peers[one] & peers[other]
                if struck:
                    pattern = 1 << pivot | 1 << one | 1 << other
                    reason = partial(_either_way, marks, pivot, digits[pivot], 1 << one | 1 << other, digit)
                    yield Finding("XY-wing", pattern, ((digit, struck),), reason)


def _either_way(marks: Marks, pivot: int, values: int, wings: int, digit: int) -> str:
    x, y = (marks.symbols[value] for value in members(values))
    z, ends = marks.symbols[digit], cell_names(marks, wings)
    return (
        f"Whether {cell_name(marks, pivot)} is {x} or {y}, one of {ends} is {z}, so no cell that sees both can be {z}."
    )
