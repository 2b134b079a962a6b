"""Grids as graphs: the pairs of cells that touch, and the neighbors of each cell."""

from __future__ import annotations

from csplib.errors import OptionError
from csplib.kernel.other_libraries import checked_integer

__all__ = ["Cell", "grid_edges", "grid_neighbors"]

Cell = tuple[int, int]

_AHEAD = ((0, 1), (1, 0))
_AHEAD_AND_ASLANT = ((0, 1), (1, -1), (1, 0), (1, 1))


def grid_edges(rows: int, columns: int, *, diagonal: bool = False) -> list[tuple[Cell, Cell]]:
    """Return the pairs of cells ``(row, column)`` of a grid that share a side or, with *diagonal*, also a corner.

    For puzzles with lines along a grid, these are the edges between its points.

    >>> grid_edges(2, 2)
    [((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((1, 0), (1, 1))]
    >>> len(grid_edges(2, 2, diagonal=True))
    6
    """
    height, width = [checked_integer(number, "rows and columns must be integers") for number in (rows, columns)]
    if min(height, width) < 1:
        raise OptionError(f"a grid needs at least one row and one column, not {height} and {width}")
    steps = _AHEAD_AND_ASLANT if diagonal else _AHEAD
    return [
        ((row, column), (row + down, column + right))
        for row in range(height)
        for column in range(width)
        for down, right in steps
        if row + down < height and 0 <= column + right < width
    ]


def grid_neighbors(rows: int, columns: int, *, diagonal: bool = False) -> dict[Cell, list[Cell]]:
    """Return the cells next to each cell ``(row, column)`` of a grid or, with *diagonal*, also those at a corner.

    >>> grid_neighbors(2, 3)[0, 1]
    [(0, 0), (0, 2), (1, 1)]
    """
    edges = grid_edges(rows, columns, diagonal=diagonal)
    found: dict[Cell, list[Cell]] = {(row, column): [] for row in range(rows) for column in range(columns)}
    for one, other in edges:
        found[one].append(other)
        found[other].append(one)
    return {cell: sorted(near) for cell, near in found.items()}
