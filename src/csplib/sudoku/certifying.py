"""Certificates of boards: that there is exactly one solution, none, or several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from csplib.sudoku.board import Board
from csplib.sudoku.model import empty_problem
from csplib.sudoku.solver import check_board

if TYPE_CHECKING:
    from csplib import Certificate

__all__ = ["certify"]


def certify(board: Board, *, time_limit: float | None = None) -> Certificate:
    """Return a proof that *board* has exactly one solution, or none; if it has several, two of them.

    ``csplib-check`` checks it, without any other part of csplib.

    >>> certify(Board.parse("1.2. ..3. .1.. 4...")).claim
    'there is exactly one solution'
    """
    check_board(board)
    return empty_problem(board.geometry).certify(limit=2, assuming=board.filled, time_limit=time_limit)
