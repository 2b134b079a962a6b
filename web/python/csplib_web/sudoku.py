"""The room "Sudoku"."""

from __future__ import annotations

from itertools import islice
from typing import Any

from csplib.sudoku import Board, solutions
from csplib_web.calls import call

__all__ = ["solve"]


@call
def solve(board: str) -> dict[str, Any]:
    """Return a solution of *board* as text, None if there is none, and whether it is the only one."""
    found = list(islice(solutions(Board.parse(board)), 2))
    return {"solution": str(found[0]) if found else None, "unique": len(found) == 1}
