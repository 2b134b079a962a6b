"""`Geometry`: the cells of a board, and which of them must differ.

A *cell* is (row, column), counted from 0. A *unit* is a group of n cells that hold n different values: a row, a column,
a box, and in some variants a diagonal or a window. The *peers* of a cell are all cells that must differ from it. A
*cage* is a group of cells that differ and add up to a total.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from csplib import KindError, look_up
from csplib.sudoku.arguments import checked_flag, checked_size, quoted
from csplib.sudoku.cell_groups import Cage, Cell, boxes_of, checked_cages, regions_of, windows_of
from csplib.sudoku.errors import ShapeError

__all__ = ["UNIT_RANK", "Cage", "Cell", "Geometry", "Unit", "checked_geometry"]


_KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2))


UNIT_RANK = {"row": 0, "column": 1, "box": 2, "diagonal": 3, "window": 4}
"""The order of the kinds of units: the peers of a cell are listed in it."""


class Unit(NamedTuple):
    """n cells that hold n different values; *kind* is "row", "column", "box", "diagonal" or "window"."""

    kind: str
    number: int
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"{self.kind} {self.number + 1}"


class Geometry:
    """The shape of a board: its size, its boxes, and the rules that are added to rows, columns and boxes.

    Make one with `Geometry.of`, which returns the same object for the same shape.

    >>> nine = Geometry.of(9)
    >>> len(nine.units), len(nine.peers[0, 0]), nine is Geometry.of(9)
    (27, 20, True)
    >>> print(*Geometry.of(6).boxes[1])
    (0, 3) (0, 4) (0, 5) (1, 3) (1, 4) (1, 5)
    """

    def __init__(
        self,
        size: int,
        boxes: tuple[tuple[Cell, ...], ...],
        *,
        diagonals: bool = False,
        windows: bool = False,
        anti_knight: bool = False,
        cages: tuple[Cage, ...] = (),
    ) -> None:
        self.size: int = size
        self.boxes: tuple[tuple[Cell, ...], ...] = boxes
        self.diagonals: bool = diagonals
        self.windows: bool = windows
        self.anti_knight: bool = anti_knight
        self.cages: tuple[Cage, ...] = cages

    @staticmethod
    def of(
        size: int = 9,
        *,
        box: tuple[int, int] | None = None,
        regions: str | Sequence[object] | None = None,
        diagonals: bool = False,
        windows: bool = False,
        anti_knight: bool = False,
        cages: Iterable[tuple[int, Iterable[Cell]]] = (),
    ) -> Geometry:
        """Return the geometry of a board of *size* x *size* cells.

        *box* is (rows, columns) of a box; by default boxes are square, or as close to square as possible and wider than
        high. *regions* replaces boxes by regions of any form: one symbol for each cell, in row order, n of each of n
        symbols. *diagonals* adds both diagonals, and *windows* the extra boxes of a windoku. With *anti_knight*, cells
        a knight's move apart must differ. *cages* are killer cages as (total, cells).
        """
        side = checked_size(size)
        flags = (
            checked_flag("diagonals", diagonals),
            checked_flag("windows", windows),
            checked_flag("anti_knight", anti_knight),
        )
        if regions is None:
            boxes = boxes_of(side, box)
        elif box is None:
            boxes = regions_of(side, regions)
        else:
            raise ShapeError("pass box= or regions=, not both")
        return _geometry(side, boxes, *flags, checked_cages(side, cages))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return tuple((row, column) for row in range(self.size) for column in range(self.size))

    @cached_property
    def digits(self) -> frozenset[int]:
        """The values that a cell can have."""
        return frozenset(range(1, self.size + 1))

    @cached_property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each row."""
        return tuple(tuple((row, column) for column in range(self.size)) for row in range(self.size))

    @cached_property
    def columns(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each column."""
        return tuple(tuple((row, column) for row in range(self.size)) for column in range(self.size))

    @cached_property
    def box_of(self) -> dict[Cell, int]:
        """The number of the box of each cell."""
        return {cell: number for number, box in enumerate(self.boxes) for cell in box}

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Row i, column i, box i for i = 0, 1, …; then diagonals and windows."""
        found = [
            Unit(kind, i, cells[i])
            for i in range(self.size)
            for kind, cells in (("row", self.rows), ("column", self.columns), ("box", self.boxes))
        ]
        if self.diagonals:
            found.append(Unit("diagonal", 0, tuple((i, i) for i in range(self.size))))
            found.append(Unit("diagonal", 1, tuple((i, self.size - 1 - i) for i in range(self.size))))
        if self.windows:
            found += [Unit("window", i, window) for i, window in enumerate(windows_of(self.size))]
        return tuple(found)

    @cached_property
    def units_of(self) -> dict[Cell, tuple[Unit, ...]]:
        """The units of each cell: row, column, box, then diagonals and windows."""
        found: dict[Cell, list[Unit]] = {cell: [] for cell in self.cells}
        for unit in sorted(self.units, key=lambda unit: UNIT_RANK[unit.kind]):
            for cell in unit.cells:
                found[cell].append(unit)
        return {cell: tuple(units) for cell, units in found.items()}

    @cached_property
    def knight_moves(self) -> tuple[tuple[Cell, Cell], ...]:
        """The pairs of cells a knight's move apart, if they must differ."""
        if not self.anti_knight:
            return ()
        inside = set(self.cells)
        moves = (((r, c), (r + dr, c + dc)) for r, c in self.cells for dr, dc in _KNIGHT)
        return tuple(pair for pair in moves if pair[1] in inside)

    @cached_property
    def peers(self) -> dict[Cell, tuple[Cell, ...]]:
        """For each cell, the cells that must differ from it: in its row, column and box, then by other rules."""
        further: dict[Cell, list[Cell]] = {}
        for cage in self.cages:
            for cell in cage.cells:
                further.setdefault(cell, []).extend(cage.cells)
        for one, other in self.knight_moves:
            further.setdefault(one, []).append(other)
            further.setdefault(other, []).append(one)
        found: dict[Cell, tuple[Cell, ...]] = {}
        for cell in self.cells:
            look_up(256)
            seen = dict.fromkeys(peer for unit in self.units_of[cell] for peer in unit.cells)
            seen.update(dict.fromkeys(further.get(cell, ())))
            del seen[cell]
            found[cell] = tuple(seen)
        return found

    @property
    def is_plain(self) -> bool:
        """Whether there are no rules but rows, columns and boxes of the usual form."""
        return self == Geometry.of(self.size)

    def __repr__(self) -> str:
        extras = [name for name in ("diagonals", "windows", "anti_knight") if getattr(self, name)]
        extras += [f"{len(self.cages)} cages"] if self.cages else []
        extras += [] if self.boxes == Geometry.of(self.size).boxes else ["own boxes"]
        return f"<Geometry {self.size}x{self.size}{', ' if extras else ''}{', '.join(extras)}>"

    @cached_property
    def _key(self) -> tuple[object, ...]:
        return self.size, self.boxes, self.diagonals, self.windows, self.anti_knight, self.cages

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Geometry) and self._key == other._key)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by description, so that a process has one object for each shape."""
        return _geometry, self._key


def checked_geometry(geometry: object) -> Geometry:
    """Return *geometry*, or raise `KindError` for any other object."""
    if not isinstance(geometry, Geometry):
        raise KindError(f"{quoted(geometry)} is not a Geometry: make one with Geometry.of")
    return geometry


@lru_cache(maxsize=512)
def _geometry(
    size: int,
    boxes: tuple[tuple[Cell, ...], ...],
    diagonals: bool,  # noqa: FBT001 - the key of a cache
    windows: bool,  # noqa: FBT001
    anti_knight: bool,  # noqa: FBT001
    cages: tuple[Cage, ...],
) -> Geometry:
    if windows:
        windows_of(size)
    return Geometry(size, boxes, diagonals=diagonals, windows=windows, anti_knight=anti_knight, cages=cages)
