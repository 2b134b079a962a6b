"""Pencil marks: the candidates of all cells, as bits.

A cell is a number, row by row from 0, and a set of cells is an int with one bit for each. A *digit* is a value minus 1,
and its *spots* are the cells of which it is a candidate. So one operation removes a digit from all peers of a cell, or
finds its places in a unit, for any shape of board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from csplib import look_up
from csplib.sudoku.board import Board
from csplib.sudoku.errors import BoardError
from csplib.sudoku.geometry import Cell, Geometry
from csplib.sudoku.solver import check_board

__all__ = ["DeadEndError", "Marks", "NotUniqueError", "Shape", "members"]


class NotUniqueError(BoardError):
    """A board has no solution or several, but exactly one is needed."""


class DeadEndError(NotUniqueError):
    """A cell has no candidate, although no two values clash: there is no solution."""


class Shape:
    """A geometry in bits: units, peers and cages as sets of cells. `Shape.of` makes it once for each geometry."""

    def __init__(self, geometry: Geometry) -> None:
        number = {cell: place for place, cell in enumerate(geometry.cells)}
        self.geometry: Geometry = geometry
        self.size: int = geometry.size
        self.everywhere: int = (1 << len(number)) - 1
        self.units: tuple[int, ...] = tuple(_together(number[cell] for cell in unit.cells) for unit in geometry.units)
        self.peers: tuple[int, ...] = tuple(_together(number[p] for p in geometry.peers[c]) for c in geometry.cells)
        self.non_peers: tuple[int, ...] = tuple(self.everywhere & ~peers for peers in self.peers)
        self.cages: tuple[int, ...] = tuple(_together(number[cell] for cell in cage.cells) for cage in geometry.cages)

    @staticmethod
    def of(geometry: Geometry) -> Shape:
        """Return the shape of *geometry*, from a cache."""
        return _shape(geometry)


@lru_cache(maxsize=256)
def _shape(geometry: Geometry) -> Shape:
    return Shape(geometry)


def _together(cells: Iterable[int]) -> int:
    look_up(256)
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def members(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, lowest first.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Marks:
    """The candidates of a board while it is being solved.

    *spots* has for each digit the cells of which it is a candidate. *placed* are the cells that have a value, which
    is not a candidate of their peers. *broken* says that a technique has found a contradiction.

    >>> marks = Marks.of(Board.parse("1... ..3. .1.. 4..."))
    >>> sorted(marks.candidates((0, 1))), marks.is_solved
    ([2, 3, 4], False)
    """

    __slots__ = ("broken", "placed", "shape", "spots", "symbols")

    def __init__(self, shape: Shape, spots: list[int], placed: int, symbols: Sequence[str]) -> None:
        self.shape: Shape = shape
        self.spots: list[int] = spots
        self.placed: int = placed
        self.symbols: Sequence[str] = symbols
        self.broken: bool = False

    def __repr__(self) -> str:
        left = sum(spots.bit_count() for spots in self.spots)
        return f"<Marks: {self.placed.bit_count()} cells placed, {left} candidates>"

    @classmethod
    def of(cls, board: Board) -> Marks:
        """Return the marks of *board*: all values that no peer has.

        Raise `ClashError` for two values that clash, else `DeadEndError` for a cell without a candidate.
        """
        check_board(board)
        marks = cls.of_values(board.geometry, board.values, board.symbols)
        if marks.broken:
            board.check()
            bare = marks.bare_cells()
            raise DeadEndError("no value can go here", cell=board.cells[next(members(bare))])
        return marks

    @classmethod
    def of_values(cls, geometry: Geometry, values: Sequence[int], symbols: Sequence[str] = ()) -> Marks:
        """Return the marks of *values*, row by row, 0 for none. Where `of` raises an error, *broken* is set instead."""
        shape = Shape.of(geometry)
        own = [0] * shape.size
        placed = 0
        for cell, value in enumerate(values):
            if value:
                own[value - 1] |= 1 << cell
                placed |= 1 << cell
        spots = []
        for cells in own:
            free = shape.everywhere & ~placed | cells
            for cell in members(cells):
                free &= shape.non_peers[cell]
            spots.append(free)
        marks = cls(shape, spots, placed, symbols or [str(digit + 1) for digit in range(shape.size)])
        marks.broken = marks.bare_cells() != 0
        return marks

    def copy(self) -> Marks:
        """Return a copy that can be changed independently."""
        twin = Marks(self.shape, self.spots[:], self.placed, self.symbols)
        twin.broken = self.broken
        return twin

    def place(self, cell: int, digit: int) -> None:
        """Put *digit* into *cell*, and remove it from the peers."""
        bit = 1 << cell
        spots = self.spots
        if not spots[digit] & bit:
            self.broken = True
        spots[digit] &= self.shape.non_peers[cell]
        for other, cells in enumerate(spots):
            if cells & bit and other != digit:
                spots[other] = cells ^ bit
        self.placed |= bit

    def remove(self, digit: int, cells: int) -> None:
        """Remove *digit* from the candidates of *cells*."""
        self.spots[digit] &= ~cells

    def bare_cells(self) -> int:
        """Return the cells without a candidate."""
        covered = 0
        for cells in self.spots:
            covered |= cells
        return self.shape.everywhere & ~covered

    def digits(self) -> list[int]:
        """Return the candidates of each cell: digits as bits."""
        found = [0] * self.shape.everywhere.bit_length()
        for digit, cells in enumerate(self.spots):
            for cell in members(cells):
                found[cell] |= 1 << digit
        return found

    def candidates(self, cell: Cell) -> set[int]:
        """Return the candidates of *cell* as values."""
        bit = 1 << cell[0] * self.shape.size + cell[1]
        return {digit + 1 for digit, cells in enumerate(self.spots) if cells & bit}

    @property
    def is_full(self) -> bool:
        """Whether every cell has a value, right or wrong."""
        return self.placed == self.shape.everywhere

    @property
    def is_solved(self) -> bool:
        """Whether every cell has its value and every rule holds."""
        if self.broken or not self.is_full or self.bare_cells():
            return False
        return all(
            sum((digit + 1) * (cells & mask).bit_count() for digit, cells in enumerate(self.spots)) == cage.total
            for cage, mask in zip(self.shape.geometry.cages, self.shape.cages, strict=True)
        )
