"""Groups of cells: boxes, regions, windows and cages, made from checked arguments of `Geometry.of`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple, TypeAlias

from csplib.sudoku.arguments import as_int, quoted
from csplib.sudoku.errors import ShapeError

__all__ = ["Cage", "Cell", "boxes_of", "cell_name", "checked_cages", "regions_of", "windows_of"]

Cell: TypeAlias = tuple[int, int]


class Cage(NamedTuple):
    """Cells that hold different values with the sum *total*."""

    total: int
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"cage of {self.total} at {self.cells[0]}"


def cell_name(cell: Cell) -> str:
    """Return the name of a cell, with row and column from 1: r1c1."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def boxes_of(size: int, box: object) -> tuple[tuple[Cell, ...], ...]:
    """Return the boxes of a board; *box* is (rows, columns), or None for boxes as close to squares as possible."""
    return _rectangles(size, _squarest(size) if box is None else _checked_sides(box))


@lru_cache(maxsize=64)
def _rectangles(size: int, box: tuple[int, int]) -> tuple[tuple[Cell, ...], ...]:
    height, width = box
    if height * width != size or size % height or size % width:
        raise ShapeError(f"boxes of {height}x{width} do not fill a board of size {size}")
    return tuple(_block(top, left, height, width) for top in range(0, size, height) for left in range(0, size, width))


def _block(top: int, left: int, height: int, width: int) -> tuple[Cell, ...]:
    return tuple((top + row, left + column) for row in range(height) for column in range(width))


def _checked_sides(box: object) -> tuple[int, int]:
    sides = [as_int(side) for side in box] if isinstance(box, Sequence) else []
    match sides:
        case [int(height), int(width)] if height > 0 and width > 0:
            return height, width
    raise ShapeError(f"box must be (rows, columns), not {quoted(box)}")


def _squarest(size: int) -> tuple[int, int]:
    """Return the box that is closest to a square, wider than high."""
    height = next(height for height in range(isqrt(size), 0, -1) if size % height == 0)
    return height, size // height


def regions_of(size: int, regions: object) -> tuple[tuple[Cell, ...], ...]:
    """Return the regions of a jigsaw board, from one symbol for each cell."""
    if not isinstance(regions, Iterable):
        raise ShapeError(f"regions must have one symbol for each cell, not be {quoted(regions)}")
    symbols = list(regions)
    if len(symbols) != size * size:
        raise ShapeError(f"regions must have one symbol for each of {size * size} cells, not {len(symbols)}")
    found: dict[object, list[Cell]] = {}
    for place, symbol in enumerate(symbols):
        if not isinstance(symbol, Hashable):
            raise ShapeError(f"{quoted(symbol)} cannot name a region: regions must have one symbol for each cell")
        found.setdefault(symbol, []).append(divmod(place, size))
    for symbol, cells in found.items():
        if len(cells) != size:
            raise ShapeError(f"region {quoted(symbol)} has {len(cells)} cells instead of {size}", cell=cells[0])
    return tuple(tuple(cells) for cells in found.values())


def windows_of(size: int) -> tuple[tuple[Cell, ...], ...]:
    """Return the extra boxes of a windoku: there is one line of cells between them, and around them."""
    side = isqrt(size)
    if side * side != size or side < 2:
        raise ShapeError(f"windows need square boxes: a board of size {size} has none")
    starts = range(1, size - side + 1, side + 1)
    return tuple(_block(top, left, side, side) for top in starts for left in starts)


def checked_cages(size: int, cages: Iterable[tuple[int, Iterable[Cell]]]) -> tuple[Cage, ...]:
    """Return the cages in order of their cells; raise `ShapeError` for an impossible cage."""
    found = []
    seen: set[Cell] = set()
    for total, cells in map(_checked_cage, cages if isinstance(cages, Iterable) else [cages]):
        inside = [_checked_cell(size, cell) for cell in cells]
        if not 0 < len(inside) <= size:
            raise ShapeError(f"a cage on a board of size {size} has 1 to {size} cells, not {len(inside)}")
        for cell in inside:
            if cell in seen:
                raise ShapeError("this cell is in two cages, or twice in one", cell=cell)
            seen.add(cell)
        found.append(Cage(total, tuple(sorted(inside))))
    return tuple(sorted(found, key=lambda cage: cage.cells))


def _checked_cage(cage: object) -> tuple[int, Iterable[object]]:
    match cage:
        case [total, Iterable() as cells]:
            number = as_int(total)
            if number is None:
                raise ShapeError(f"the total of a cage must be an integer, not {quoted(total)}")
            return number, cells
    raise ShapeError(f"{quoted(cage)} is not a cage: write (total, cells)")


def _checked_cell(size: int, cell: object) -> Cell:
    match [as_int(place) for place in cell] if isinstance(cell, Sequence) else []:
        case [int(row), int(column)] if 0 <= row < size and 0 <= column < size:
            return row, column
        case [int(row), int(column)]:
            raise ShapeError("a cage has a cell that is not on the board", cell=(row, column))
    raise ShapeError(f"{quoted(cell)} is not a cell: write (row, column)")
