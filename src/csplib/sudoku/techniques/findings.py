"""Findings of techniques: how to apply them, and how to write them in words.

A *technique* is a generator function from `Marks` to findings. The marks may change between two findings: earlier
conclusions stay true, because marks are only ever removed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from csplib import look_up
from csplib.sudoku.cell_groups import cell_name as name_of
from csplib.sudoku.techniques.marks import Marks, members

__all__ = [
    "Finding",
    "Technique",
    "apply",
    "cell_name",
    "cell_names",
    "exhaust",
    "finish",
    "listed",
    "value_names",
]


class Finding(NamedTuple):
    """One use of a technique: the cells of its *pattern*, the (digit, cells) to remove, the (cell, digit) to place."""

    technique: str
    pattern: int
    removed: tuple[tuple[int, int], ...]
    reason: Callable[[], str]
    placed: tuple[int, int] | None = None


Technique: TypeAlias = Callable[[Marks], Iterator[Finding]]


def apply(marks: Marks, finding: Finding) -> None:
    """Apply *finding* to *marks*."""
    if finding.placed is not None:
        marks.place(*finding.placed)
    for digit, cells in finding.removed:
        marks.remove(digit, cells)


def exhaust(marks: Marks, techniques: Sequence[Technique]) -> bool:
    """Apply *techniques* until none finds anything; return whether that solves the board.

    All findings of a technique are applied. If there were any, the first technique is next, else the next one.
    """
    turn = 0
    look_up(256)
    while turn < len(techniques) and not marks.broken:
        found = False
        look_up(256)
        for finding in techniques[turn](marks):
            look_up(256)
            apply(marks, finding)
            found = True
        if marks.is_full:
            break
        turn = 0 if found else turn + 1
    return finish(marks)


def finish(marks: Marks) -> bool:
    """Return whether the board is solved. If it is full but breaks a rule, set *broken*."""
    solved = marks.is_solved
    marks.broken |= marks.is_full and not solved
    return solved


def cell_name(marks: Marks, cell: int) -> str:
    """Return the name of a cell, such as r1c1."""
    return name_of(marks.shape.geometry.cells[cell])


def cell_names(marks: Marks, cells: int, last: str = "and") -> str:
    """Return the names of *cells*, as in a sentence."""
    return listed([cell_name(marks, cell) for cell in members(cells)], last)


def value_names(marks: Marks, digits: int, last: str = "and") -> str:
    """Return the symbols of *digits*, which are bits, as in a sentence."""
    return listed([marks.symbols[digit] for digit in members(digits)], last)


def listed(names: Iterable[str], last: str = "and") -> str:
    """Return *names* joined as in a sentence.

    >>> listed(["3", "5", "7"])
    '3, 5 and 7'
    """
    *most, final = names
    return f"{', '.join(most)} {last} {final}" if most else final
