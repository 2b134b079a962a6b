"""A board drawn in text, for a terminal: boxes in lines, with or without candidates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import NoneType
from typing import TYPE_CHECKING, TypeAlias

from csplib import KindError
from csplib.sudoku.checks import checked_flag
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
    ascii: bool = False,  # noqa: A002 - the word that people look for
) -> str:
    """Draw the board in text, with a line wherever two boxes or regions meet.

    *candidates* are written into empty cells; True stands for the values that no peer has. *ascii* draws with + - |.

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
    """Say whether a line parts two neighbors. All that lies outside the board is one box."""
    return geometry.box_of.get(one) != geometry.box_of.get(other)


def pencil_marks(board: Board, candidates: Candidates) -> dict[Cell, list[int]]:
    """List the candidates of the empty cells, in order."""
    if not isinstance(candidates, (Mapping, bool, NoneType)):
        raise KindError("candidates= is True, False or a mapping from cells to values")
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
            raise ValueRangeError(f"candidates {sorted(values - every)} are not from 1 to {board.size}", cell=cell)
    return {cell: sorted(values) for cell, values in marks.items()}


def _entries(board: Board, marks: Mapping[Cell, list[int]]) -> dict[Cell, str]:
    """Say what to write into each cell."""
    joint = "" if max(map(len, board.symbols)) == 1 else ","
    listed = {cell: joint.join(board.symbols[value - 1] for value in values) for cell, values in marks.items()}
    return {cell: listed.get(cell) or board.symbol(cell) for cell in board.cells}


def _row(shape: Geometry, row: int, widths: list[int], parted: list[bool], entries: Mapping[Cell, str]) -> str:
    """Write the cells of a row; a column whose right side is *parted* anywhere leaves room for a line."""
    line = "│"
    for column, width in enumerate(widths):
        line += " " + entries[row, column].rjust(width)
        if parted[column]:
            line += " │" if is_border(shape, (row, column), (row, column + 1)) else "  "
    return line


def _rule(shape: Geometry, row: int, widths: list[int], parted: list[bool]) -> str:
    """Draw the line above *row*."""
    line = _junction(shape, row, 0)
    for column, width in enumerate(widths):
        stroke = "─" if is_border(shape, (row - 1, column), (row, column)) else " "
        line += stroke * (width + 1)
        if parted[column]:
            line += stroke + _junction(shape, row, column + 1)
    return line


def _junction(geometry: Geometry, row: int, column: int) -> str:
    """Choose the character for the corner in which four cells meet, of which (row, column) is the last."""
    before, above, left, here = (row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)
    arms = ((before, above), (above, here), (left, here), (before, left))
    return _JUNCTIONS[sum(1 << i for i, pair in enumerate(arms) if is_border(geometry, *pair))]
