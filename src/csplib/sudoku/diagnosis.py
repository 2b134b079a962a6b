"""`conflict` and `ambiguity`: why a board has no solution, or more than one."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple

from csplib import OptionError
from csplib.sudoku.board import Board
from csplib.sudoku.geometry import Cell
from csplib.sudoku.solver import count, solutions, solve
from csplib.sudoku.time_limit import within

__all__ = ["Ambiguity", "ambiguity", "conflict"]

_MOST_EXACT = 3
_FEW = 200


class Ambiguity(NamedTuple):
    """Two solutions of a board, the cells in which they differ, and extra givens that leave only the first.

    *repair* has no superfluous given. *smallest* says whether it is known to have the fewest possible. That is not
    tried for boards with hundreds of solutions, nor for boards that need more than three extra givens.
    """

    first: Board
    second: Board
    differing: tuple[Cell, ...]
    repair: Mapping[Cell, int]
    smallest: bool


def conflict(board: Board, *, time_limit: float | None = None) -> Board:
    """Return a board with only those givens that contradict each other: without any of them there is a solution.

    >>> conflict(Board.parse("11.. .... .... ....")).to_line()
    '11..............'
    """
    with within(time_limit):
        if solve(board) is not None:
            raise OptionError("the board has a solution: its givens do not contradict each other")
        for cell in board.filled:
            lighter = board.without(cell)
            if solve(lighter) is None:
                board = lighter
        return board


def ambiguity(board: Board, *, time_limit: float | None = None) -> Ambiguity | None:
    """Return why a board has several solutions, or None if it has one. Raise `OptionError` if it has none.

    >>> found = ambiguity(Board.parse("12.. 34.. .... ...."))
    >>> len(found.differing), len(found.repair)
    (4, 2)
    """
    with within(time_limit):
        seen = list(islice(solutions(board), 2))
        if not seen:
            raise OptionError("the board has no solution: see `conflict`")
        if len(seen) == 1:
            return None
        first, second = seen
        differing = tuple(cell for cell in board.cells if first[cell] != second[cell])
        repair, smallest = _repair(board, first)
        return Ambiguity(first, second, differing, repair, smallest)


def _repair(board: Board, wanted: Board) -> tuple[dict[Cell, int], bool]:
    """Return extra givens that leave *wanted* as the only solution, and whether they are known to be the fewest."""
    chosen = _fewest(board, wanted) if count(board, _FEW) < _FEW else None
    cells = _enough(board, wanted) if chosen is None else chosen
    return {cell: wanted[cell] for cell in sorted(cells)}, chosen is not None


def _rival(board: Board, wanted: Board, chosen: frozenset[Cell]) -> frozenset[Cell]:
    """Return the cells in which another solution with *chosen* given differs from *wanted*; none if it is unique."""
    repaired = board.with_values({cell: wanted[cell] for cell in chosen})
    other = next((solution for solution in islice(solutions(repaired), 2) if solution != wanted), wanted)
    return frozenset(cell for cell in board.cells if other[cell] != wanted[cell])


def _fewest(board: Board, wanted: Board) -> frozenset[Cell] | None:
    """Return a smallest set of extra givens, or None if more than a few are needed.

    One of them must contradict each other solution. So they are a hitting set of the sets of cells in which solutions
    differ from *wanted*. These sets are collected one by one, until there is no other solution.
    """
    differences: list[frozenset[Cell]] = []
    while (chosen := _hitting_set(differences, _MOST_EXACT)) is not None:
        rival = _rival(board, wanted, chosen)
        if not rival:
            return chosen
        differences.append(rival)
    return None


def _enough(board: Board, wanted: Board) -> frozenset[Cell]:
    """Return extra givens without a superfluous one: exclude one rival after the other, then drop needless givens."""
    chosen: frozenset[Cell] = frozenset()
    while rival := _rival(board, wanted, chosen):
        chosen |= {min(rival)}
    for cell in sorted(chosen):
        if not _rival(board, wanted, chosen - {cell}):
            chosen -= {cell}
    return chosen


def _hitting_set(sets: list[frozenset[Cell]], most: int) -> frozenset[Cell] | None:
    """Return a smallest set of at most *most* cells that meets each of *sets*, or None."""
    found = (_extend(frozenset(), sets, size) for size in range(most + 1))
    return next((cells for cells in found if cells is not None), None)


def _extend(chosen: frozenset[Cell], sets: list[frozenset[Cell]], more: int) -> frozenset[Cell] | None:
    missed = [cells for cells in sets if not cells & chosen]
    if not missed:
        return chosen
    if not more:
        return None
    smallest = min(missed, key=_size)
    tries = (_extend(chosen | {cell}, missed, more - 1) for cell in sorted(smallest))
    return next((cells for cells in tries if cells is not None), None)


def _size(cells: frozenset[Cell]) -> int:
    return len(cells)
