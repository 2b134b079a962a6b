"""`drawing`: a board as text with lines around its boxes, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import NoneType
from typing import TYPE_CHECKING, TypeAlias

from csplib import KindError
from csplib.sudoku.arguments import checked_flag
from csplib.sudoku.errors import ValueRangeError
from csplib.sudoku.geometry import Cell, Geometry

if TYPE_CHECKING:
    from csplib.sudoku.board import Board

__all__ = ["Candidates", "drawing", "is_border", "pencil_marks"]

Candidates: TypeAlias = Mapping[Cell, Iterable[int]] | bool | None

# A junction by the arms it has: 1 up, 2 right, 4 down, 8 left. A border never ends, so one arm alone does not occur.
_JUNCTIONS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_ASCII = str.maketrans({"─": "-", "│": "|"} | dict.fromkeys("└┌├┘┴┐┤┬┼", "+"))


def drawing(
    board: Board,
    *,
    candidates: Candidates = None,
    ascii: bool = False,  # noqa: A002 - a public name
) -> str:
    """Return the board as text, with a line wherever two boxes or regions meet.

    *candidates* are written into empty cells; True means the values that no peer has. *ascii* uses only + - |.

    >>> from csplib.sudoku.board import Board
    >>> print(drawing(Board([1, 0, 0, 4, 0, 0, 1, 0, 0, 1, 0, 0, 4, 0, 0, 1])))
    ┌─────┬─────┐
    │ 1 . │ . 4 │
    │ . . │ 1 . │
    ├─────┼─────┤
    │ . 1 │ . . │
    │ 4 . │ . 1 │
    └─────┴─────┘
    """
    entries = _entries(board, pencil_marks(board, candidates))
    least = max(map(len, board.symbols))
    widths = [max(least, *(len(entries[cell]) for cell in column)) for column in board.columns]
    every, shape = range(board.size), board.geometry
    parted = [any(is_border(shape, (row, column), (row, column + 1)) for row in every) for column in every]
    lines = []
    for row in range(board.size + 1):
        if any(is_border(shape, (row - 1, column), (row, column)) for column in every):
            lines.append(_rule(shape, row, widths, parted))
        if row < board.size:
            lines.append(_row(shape, row, widths, parted, entries))
    picture = "\n".join(lines)
    return picture.translate(_ASCII) if checked_flag("ascii", ascii) else picture


def is_border(geometry: Geometry, one: Cell, other: Cell) -> bool:
    """Return whether there is a line between two neighbors. Outside of the board, all is one box."""
    return geometry.box_of.get(one) != geometry.box_of.get(other)


def pencil_marks(board: Board, candidates: Candidates) -> dict[Cell, list[int]]:
    """Return the candidates of the empty cells, in order."""
    if not isinstance(candidates, (Mapping, bool, NoneType)):
        raise KindError("candidates must be True, False or a mapping from cells to values")
    if not candidates:
        return {}
    every = set(range(1, board.size + 1))
    if isinstance(candidates, Mapping):
        marks = {cell: set(values) for cell, values in candidates.items() if not board[cell]}
    else:
        empty = [cell for cell in board.cells if not board[cell]]
        marks = {cell: every.difference(board[peer] for peer in board.peers[cell]) for cell in empty}
    for cell, values in marks.items():
        if not values <= every:
            raise ValueRangeError(f"candidates must be from 1 to {board.size}, not {sorted(values - every)}", cell=cell)
    return {cell: sorted(values) for cell, values in marks.items()}


def _entries(board: Board, marks: Mapping[Cell, list[int]]) -> dict[Cell, str]:
    """Return the text of each cell."""
    joint = "" if max(map(len, board.symbols)) == 1 else ","
    listed = {cell: joint.join(board.symbols[value - 1] for value in values) for cell, values in marks.items()}
    return {cell: listed.get(cell) or board.symbol(cell) for cell in board.cells}


def _row(shape: Geometry, row: int, widths: list[int], parted: list[bool], entries: Mapping[Cell, str]) -> str:
    """Return a row of cells. Each column with a border on its right in any row (*parted*) has room for a line."""
    line = "│"
    for column, width in enumerate(widths):
        line += " " + entries[row, column].rjust(width)
        if parted[column]:
            line += " │" if is_border(shape, (row, column), (row, column + 1)) else "  "
    return line


def _rule(shape: Geometry, row: int, widths: list[int], parted: list[bool]) -> str:
    """Return the line above *row*."""
    line = _junction(shape, row, 0)
    for column, width in enumerate(widths):
        stroke = "─" if is_border(shape, (row - 1, column), (row, column)) else " "
        line += stroke * (width + 1)
        if parted[column]:
            line += stroke + _junction(shape, row, column + 1)
    return line


def _junction(geometry: Geometry, row: int, column: int) -> str:
    """Return the character where four cells meet, of which (row, column) is the last."""
    before, above, left, here = (row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)
    arms = ((before, above), (above, here), (left, here), (before, left))
    return _JUNCTIONS[sum(1 << i for i, pair in enumerate(arms) if is_border(geometry, *pair))]
