"""The room "Proof"."""

from __future__ import annotations

from typing import Any

import csplib.sudoku
from csplib.certificates.checker import check
from csplib.sudoku import Board
from csplib_web.calls import call

__all__ = ["certify"]


@call
def certify(board: str) -> dict[str, Any]:
    """Prove how many solutions *board* has; return what the independent checker says, and the number of lines."""
    text = str(csplib.sudoku.certify(Board.parse(board)))
    return {"claim": check(text), "lines": len(text.splitlines())}
