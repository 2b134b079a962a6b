"""The room "AC-3 and search"."""

from __future__ import annotations

import io
from typing import Any

from csplib.sudoku import Board, trace
from csplib_web.calls import call

__all__ = ["ac3"]


@call
def ac3(board: str) -> dict[str, Any]:
    """Return the trace of AC-3 on *board*, a line for each removed value, and whether that solves it."""
    stream = io.StringIO()
    solved = trace(Board.parse(board), stream)
    return {"lines": stream.getvalue().splitlines(), "solved": solved}
