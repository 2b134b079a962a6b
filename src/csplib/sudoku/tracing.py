"""`trace`: a printed record of AC-3, or of a search, on a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from csplib import OptionError, SearchOptions, Trace, ac3
from csplib.sudoku.solver import METHODS

if TYPE_CHECKING:
    from typing import TextIO

    from csplib.sudoku.board import Board

__all__ = ["trace"]


def trace(board: Board, stream: TextIO, method: str = "ac3 alone") -> bool:
    """Write each removed value, try and undo to *stream*; return whether that solves the board.

    *method* is "ac3 alone", which only propagates, or one of the names in `csplib.sudoku.solver.METHODS`.
    """
    problem = board.problem()
    if method in METHODS:
        options: SearchOptions = {**METHODS[method], "observer": Trace(stream)}
        return problem.solve(**options) is not None
    if method != "ac3 alone":
        raise OptionError(f"method must be one of 'ac3 alone', {', '.join(map(repr, METHODS))}, not {method!r}")
    csp = problem.compile()
    state = csp.state(Trace(stream))
    return ac3(csp, state) and all(len(left) == 1 for left in csp.domains_in(state).values())
