"""The places of candidates in a picture of a board, and the signs on them: discs, crosses, links and arrows."""

from __future__ import annotations

from math import ceil, hypot, sqrt
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from csplib.display.markup import number, tag
from csplib.display.svg import GREEN, RED
from csplib.sudoku.geometry import Cell

if TYPE_CHECKING:
    from csplib.sudoku.board import Board

__all__ = ["UNIT", "Candidate", "Grid", "Spot", "disc", "line", "stroke_out"]

UNIT = 40
"""The side of a cell, in units of the view box."""

Candidate: TypeAlias = tuple[Cell, int]
Spot: TypeAlias = Cell | Candidate


class Grid(NamedTuple):
    """The places of candidates in a cell: *across* in each row, from *edge* and *top* on, each *wide* by *high*."""

    across: int
    edge: float
    top: float
    wide: float
    high: float
    size: float

    @staticmethod
    def of(board: Board) -> Grid:
        """Return the places of candidates on *board*: below the totals if there are cages."""
        across = ceil(sqrt(board.size))
        top, edge = (13, 6) if board.geometry.cages else (3, 3)
        wide, high = (UNIT - 2 * edge) / across, (UNIT - top - edge) / ceil(board.size / across)
        size = min(high * 0.95, wide * 1.4 / max(map(len, board.symbols)), 11.0)
        return Grid(across, edge, top, wide, high, size)

    def middle(self, cell: Cell, value: int) -> tuple[float, float]:
        """Return the middle of a candidate, as (x, y)."""
        row, place = divmod(value - 1, self.across)
        x = cell[1] * UNIT + self.edge + (place + 0.5) * self.wide
        return x, cell[0] * UNIT + self.top + (row + 0.5) * self.high


def disc(grid: Grid, spot: Candidate, fill: str, stroke: str) -> str:
    """Return the disc of a candidate."""
    x, y = grid.middle(*spot)
    return tag("circle", cx=x, cy=y, r=min(grid.wide, grid.high) * 0.52, fill=fill, stroke=stroke, stroke_width=0.8)


def stroke_out(grid: Grid, spot: Candidate) -> str:
    """Return a line through a candidate."""
    (x, y), arm = grid.middle(*spot), min(grid.wide, grid.high) * 0.48
    ends = [number(each) for each in (x - arm, y + arm, x + arm, y - arm)]
    return tag("path", d="M{} {}L{} {}".format(*ends), stroke=RED, stroke_width=1.6, stroke_linecap="round")


def line(board: Board, grid: Grid, start: Spot, end: Spot, *, head: bool) -> str:
    """Return a line, or an arrow, between two cells or candidates that leaves both readable."""
    (x, y, before), (end_x, end_y, behind) = _end(board, grid, start), _end(board, grid, end)
    length = hypot(end_x - x, end_y - y)
    dx, dy = (end_x - x) / length, (end_y - y) / length

    def at(forward: float, aside: float = 0.0) -> str:
        return f"{number(x + forward * dx - aside * dy)} {number(y + forward * dy + aside * dx)}"

    if not head:
        shape = f"M{at(before)}L{at(length - behind)}"
        return tag("path", d=shape, stroke=GREEN, stroke_width=1.8, stroke_dasharray="4 2.5", fill="none")
    tip, slim = length - behind, behind < UNIT / 4
    back, half = (6.0, 2.4) if slim else (8.0, 3.5)
    shape = f"M{at(before)}L{at(tip - back + 1)}M{at(tip)}L{at(tip - back, half)}L{at(tip - back, -half)}Z"
    thick = 1.1 if slim else 2
    return tag("path", d=shape, stroke=RED, stroke_width=thick, stroke_linejoin="round", fill=RED, opacity=0.8)


def _end(board: Board, grid: Grid, spot: Spot) -> tuple[float, float, float]:
    """Return the middle of a cell or candidate, and how far a line must keep from it."""
    if isinstance(spot[0], tuple):
        cell, value = spot[0], spot[1]
        board.check_value(cell, value)
        return *grid.middle(cell, value), min(grid.wide, grid.high) * 0.56
    row, column = spot[0], spot[1]
    board[row, column]  # raises an error for a cell that is not on the board
    return (column + 0.5) * UNIT, (row + 0.5) * UNIT, 10.5
