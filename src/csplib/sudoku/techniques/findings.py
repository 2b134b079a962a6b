"""What a technique finds, and how findings are carried out and put into words.

A *technique* is a function from `Marks` to its findings, one after another. It reads the marks as it goes, so that they
may change between two findings; what it has concluded stays true, because marks only ever go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from csplib import look_up
from csplib.sudoku.techniques.marks import Marks, members

__all__ = [
    "Finding",
    "Technique",
    "carry_out",
    "cell_name",
    "cell_names",
    "exhaust",
    "finish",
    "listed",
    "values_named",
]


class Finding(NamedTuple):
    """One use of a technique: the cells of its *pattern*, the (digit, cells) to remove, the (cell, digit) to place."""

    technique: str
    pattern: int
    removed: tuple[tuple[int, int], ...]
    reason: Callable[[], str]
    placed: tuple[int, int] | None = None


Technique: TypeAlias = Callable[[Marks], Iterator[Finding]]


def carry_out(marks: Marks, finding: Finding) -> None:
    """Change *marks* as *finding* says."""
    if finding.placed is not None:
        marks.place(*finding.placed)
    for digit, cells in finding.removed:
        marks.remove(digit, cells)


def exhaust(marks: Marks, techniques: Sequence[Technique]) -> bool:
    """Use *techniques*, the first that finds anything, until none does, and say whether that solves the board.

    All that a technique finds in one go is carried out before the first technique has its turn again.
    """
    turn = 0
    look_up(256)
    while turn < len(techniques) and not marks.broken:
        found = False
        look_up(256)
        for finding in techniques[turn](marks):
            look_up(256)
            carry_out(marks, finding)
            found = True
        if marks.is_full:
            break
        turn = 0 if found else turn + 1
    return finish(marks)


def finish(marks: Marks) -> bool:
    """Say whether the board is solved; if it is full but breaks a rule, mark it as broken."""
    solved = marks.is_solved
    marks.broken |= marks.is_full and not solved
    return solved


def cell_name(marks: Marks, cell: int) -> str:
    """Write a cell as people do, counting from 1: r1c1."""
    row, column = divmod(cell, marks.shape.size)
    return f"r{row + 1}c{column + 1}"


def cell_names(marks: Marks, cells: int, last: str = "and") -> str:
    """List *cells* as people do."""
    return listed([cell_name(marks, cell) for cell in members(cells)], last)


def values_named(marks: Marks, digits: int, last: str = "and") -> str:
    """List *digits*, which are bits, in the board's symbols."""
    return listed([marks.symbols[digit] for digit in members(digits)], last)


def listed(names: Iterable[str], last: str = "and") -> str:
    """Join *names* as in a sentence.

    >>> listed(["3", "5", "7"])
    '3, 5 and 7'
    """
    *most, final = names
    return f"{', '.join(most)} {last} {final}" if most else final
