"""What is wrong with a board that has no solution, or more than one."""

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
    """Two solutions of a board, the cells in which they differ, and givens that would leave only the first.

    *smallest* says whether *repair* is known to be as small as can be. For a board with hundreds of solutions, or one
    that needs more than three extra givens, that is not tried, and *repair* just has nothing superfluous.
    """

    first: Board
    second: Board
    differing: tuple[Cell, ...]
    repair: Mapping[Cell, int]
    smallest: bool


def conflict(board: Board, *, time_limit: float | None = None) -> Board:
    """Keep of an unsolvable board just givens that cannot stand together: without any one of them there is a solution.

    >>> conflict(Board.parse("11.. .... .... ....")).to_line()
    '11..............'
    """
    with within(time_limit):
        if solve(board) is not None:
            raise OptionError("the board has a solution: nothing in it is in conflict")
        for cell in board.filled:
            lighter = board.without(cell)
            if solve(lighter) is None:
                board = lighter
        return board


def ambiguity(board: Board, *, time_limit: float | None = None) -> Ambiguity | None:
    """Show why a board is not unique; None if it is. A board without a solution is refused.

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
    """Find extra givens that leave *wanted* as the only solution, and say whether there are none fewer."""
    chosen = _fewest(board, wanted) if count(board, _FEW) < _FEW else None
    cells = _enough(board, wanted) if chosen is None else chosen
    return {cell: wanted[cell] for cell in sorted(cells)}, chosen is not None


def _rival(board: Board, wanted: Board, chosen: frozenset[Cell]) -> frozenset[Cell]:
    """Name the cells in which some solution with *chosen* given differs from *wanted*; none if there is no other."""
    repaired = board.with_values({cell: wanted[cell] for cell in chosen})
    other = next((solution for solution in islice(solutions(repaired), 2) if solution != wanted), wanted)
    return frozenset(cell for cell in board.cells if other[cell] != wanted[cell])


def _fewest(board: Board, wanted: Board) -> frozenset[Cell] | None:
    """Find a smallest set of extra givens, or None if more than a few are needed.

    Every other solution must be contradicted by one of them: a hitting set over the cells in which solutions
    differ from *wanted*, refined with one more solution at a time until none is left.
    """
    differences: list[frozenset[Cell]] = []
    while (chosen := _hitting_set(differences, _MOST_EXACT)) is not None:
        rival = _rival(board, wanted, chosen)
        if not rival:
            return chosen
        differences.append(rival)
    return None


def _enough(board: Board, wanted: Board) -> frozenset[Cell]:
    """Find extra givens of which none is superfluous: contradict one rival after the other, then drop what can go."""
    chosen: frozenset[Cell] = frozenset()
    while rival := _rival(board, wanted, chosen):
        chosen |= {min(rival)}
    for cell in sorted(chosen):
        if not _rival(board, wanted, chosen - {cell}):
            chosen -= {cell}
    return chosen


def _hitting_set(sets: list[frozenset[Cell]], most: int) -> frozenset[Cell] | None:
    """Find a smallest set of at most *most* cells that meets each of *sets*."""
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
