"""`Board`: a shape and the values of its cells. A board never changes; every edit returns a new one."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress, islice
from math import isqrt
from operator import index
from typing import TYPE_CHECKING, Any, cast

from csplib import KindError
from csplib.sudoku import text
from csplib.sudoku.arguments import LARGEST, as_int, checked_symbols, quoted
from csplib.sudoku.board_text import drawing
from csplib.sudoku.errors import BoardWarning, ClashError, ShapeError, ValueRangeError
from csplib.sudoku.geometry import Cell, Geometry, Unit, checked_geometry
from csplib.sudoku.model import stated_problem
from csplib.sudoku.svg import svg

if TYPE_CHECKING:
    from csplib import Problem

__all__ = ["Board", "first_clash"]


class Board:
    """A board of any shape. Values are 1 … n, and 0 is an empty cell. *symbols* are only used to write the values.

    >>> board = Board.parse("1..4 ..1. .1.. 4..1")
    >>> board.size, board[0, 0], board[0, 1]
    (4, 1, 0)
    >>> board.with_value((0, 1), 3).to_line()
    '13.4..1..1..4..1'
    """

    __slots__ = ("_puzzle", "_values", "geometry", "symbols")

    def __init__(
        self,
        values: Iterable[int],
        geometry: Geometry | None = None,
        *,
        symbols: Sequence[str] | None = None,
        given: Iterable[Cell] | None = None,
    ) -> None:
        """Take the values row by row. Without *given*, every cell with a value is a given."""
        listed = _whole_numbers(values)
        self.geometry: Geometry = Geometry.of(_side(len(listed))) if geometry is None else checked_geometry(geometry)
        if len(listed) != self.size**2:
            raise ShapeError(f"{len(listed)} values do not fill a board of {self.size}x{self.size} cells")
        usual = text.usual_symbols(self.size)
        self.symbols: tuple[str, ...] = usual if symbols is None else checked_symbols(symbols, self.size)
        self._values: tuple[int, ...] = listed
        for value in set(listed):
            _check_value(value, self.size, self.cells[listed.index(value)])
        self._puzzle: tuple[int, ...] = listed
        if given is not None:
            kept = self._checked_cells(given)
            self._puzzle = tuple([value if cell in kept else 0 for cell, value in zip(self.cells, listed, strict=True)])

    @classmethod
    def empty(cls, size: int = 9, **shape: Any) -> Board:
        """Return a board without values; *shape* takes the arguments of `Geometry.of`.

        >>> Board.empty(6).to_line()
        '....................................'
        """
        geometry = Geometry.of(size, **shape)
        return cls([0] * geometry.size**2, geometry)

    @classmethod
    def parse(cls, source: object, geometry: Geometry | None = None, **options: Any) -> Board:
        """Read a board from text or lists: see `csplib.sudoku.text.read` for the formats and the *options*.

        Givens that clash are read, too: `check` finds them. A `BoardWarning` is issued if the text has more than a
        board can hold, such as pencil marks that rule out more than the values do.
        """
        read = text.read(source, geometry, **options)
        if read.notice:
            warnings.warn(read.notice, BoardWarning, stacklevel=2)
        return _board(read.values, read.geometry, read.symbols, read.values)

    @property
    def size(self) -> int:
        """The number of rows, columns and values."""
        return self.geometry.size

    @property
    def values(self) -> tuple[int, ...]:
        """The values row by row, 0 for an empty cell."""
        return self._values

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return self.geometry.cells

    @property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each row."""
        return self.geometry.rows

    @property
    def columns(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each column."""
        return self.geometry.columns

    @property
    def boxes(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each box, or region."""
        return self.geometry.boxes

    @property
    def units(self) -> tuple[Unit, ...]:
        """All groups of n cells that hold n different values."""
        return self.geometry.units

    @property
    def peers(self) -> dict[Cell, tuple[Cell, ...]]:
        """For each cell, the cells that must differ from it."""
        return self.geometry.peers

    @property
    def filled(self) -> dict[Cell, int]:
        """The cells that have a value, with their values."""
        return dict(compress(zip(self.cells, self._values, strict=True), self._values))

    @property
    def given(self) -> frozenset[Cell]:
        """The cells whose value belongs to the puzzle. All others were empty at the start."""
        return frozenset(compress(self.cells, self._puzzle))

    @property
    def is_full(self) -> bool:
        """Whether every cell has a value."""
        return 0 not in self._values

    @property
    def is_solved(self) -> bool:
        """Whether every cell has a value and every rule holds."""
        return self.is_full and not self.problem().violations(self.filled)

    def __getitem__(self, cell: Cell) -> int:
        return self._values[self._place(cell)]

    def _place(self, cell: Cell) -> int:
        try:
            row, column = cell
            if 0 <= row < self.size and 0 <= column < self.size:
                return index(row * self.size + column)
        except (TypeError, ValueError) as cause:
            raise ValueRangeError(f"{cell!r} is not a cell: write (row, column)") from cause
        raise ValueRangeError(f"there is no such cell on a board of size {self.size}", cell=cell)

    def _checked_cells(self, cells: Iterable[Cell]) -> frozenset[Cell]:
        return frozenset([cell for cell in cells if self._place(cell) >= 0])

    def check_value(self, cell: Cell, value: int) -> None:
        """Raise `ValueRangeError` for a cell that the board does not have, or a value that is not in 1 … n."""
        self._place(cell)
        number = as_int(value)
        if number is None or not 0 < number <= self.size:
            raise ValueRangeError(f"{quoted(value)} is not a value from 1 to {self.size}", cell=cell)

    def symbol(self, cell: Cell) -> str:
        """Return the symbol of the value in *cell*, or "." if it is empty."""
        return self.symbols[self[cell] - 1] if self[cell] else "."

    def with_value(self, cell: Cell, value: int) -> Board:
        """Return the board with *value* filled in; 0 empties the cell."""
        return self.with_values({cell: value})

    def with_values(self, values: Mapping[Cell, int]) -> Board:
        """Return the board with several cells filled in. A given stays a given only if it keeps its value."""
        changed = list(self._values)
        for cell, value in values.items():
            _check_value(value, self.size, cell)
            changed[self._place(cell)] = int(value)
        kept = [cell for cell in self.given if values.get(cell, self[cell]) == self[cell]]
        return Board(changed, self.geometry, symbols=self.symbols, given=kept)

    def completed(self, values: Iterable[int]) -> Board:
        """Return the board with every cell filled, row by row. Values on the board must stay the same.

        >>> Board.parse("1... ..3. .1.. 4...").completed([1, 3, 2, 4] * 4)
        Traceback (most recent call last):
            ...
        csplib.sudoku.errors.ValueRangeError: the values differ from values on the board
        """
        full = tuple(values)
        if len(full) != len(self._values) or not self.geometry.digits.issuperset(full):
            raise ValueRangeError(f"each of the {self.size**2} cells needs a value from 1 to {self.size}")
        if [old for old, new in zip(self._values, full, strict=True) if old and old != new]:
            raise ValueRangeError("the values differ from values on the board")
        return self.solved_by(full)

    def solved_by(self, values: tuple[int, ...]) -> Board:
        """Return the board filled with *values* that need no check, such as those of a solver."""
        return _board(values, self.geometry, self.symbols, self._puzzle)

    def without(self, *cells: Cell) -> Board:
        """Return the board with *cells* emptied."""
        return self.with_values(dict.fromkeys(cells, 0))

    def as_puzzle(self) -> Board:
        """Return the same board with every value as a given."""
        return Board(self._values, self.geometry, symbols=self.symbols)

    def clashes(self) -> list[tuple[str, Cell, Cell]]:
        """Return (unit or rule, cell, cell) for each pair of cells that break a rule by holding the same value."""
        groups = [(str(unit), unit.cells) for unit in self.units]
        groups += [(str(cage), cage.cells) for cage in self.geometry.cages]
        groups += [("knight's move", pair) for pair in self.geometry.knight_moves]
        found = []
        for name, cells in groups:
            first: dict[int, Cell] = {}
            filled = [cell for cell in cells if self[cell]]
            found += [(name, one, cell) for cell in filled if (one := first.setdefault(self[cell], cell)) != cell]
        return found

    def check(self) -> Board:
        """Return the board if no two values clash, else raise `ClashError`."""
        for _, _, other in self.clashes():
            raise ClashError(first_clash(self), cell=other)
        return self

    def problem(self) -> Problem[Cell, int]:
        """Return the board as a new `Problem`, to which constraints can be added."""
        return stated_problem(self.geometry, self._values)

    def to_line(self, empty: str = ".") -> str:
        """Return the board as one line of n·n symbols."""
        return text.write_line(self._values, self.symbols, empty)

    def to_text(self, style: str = "grid") -> str:
        """Return the board as text in one of the formats that `parse` reads: see `csplib.sudoku.text.STYLES`."""
        return text.write(self._values, self.geometry, self.symbols, style)

    def to_svg(self, **options: Any) -> str:
        """Return a picture of the board: see `csplib.sudoku.svg.svg` for the *options*."""
        return svg(self, **options)

    def _repr_html_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        return drawing(self)

    def __repr__(self) -> str:
        return f"<Board {self.size}x{self.size}, {len(self.filled)} filled: {self.to_line()}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        mine, theirs = (self.geometry, self._values, self.symbols), (other.geometry, other._values, other.symbols)
        return mine == theirs

    def __hash__(self) -> int:
        return hash((self.geometry, self._values, self.symbols))


def _board(values: tuple[int, ...], geometry: Geometry, symbols: tuple[str, ...], puzzle: tuple[int, ...]) -> Board:
    """Return a board made of arguments that are known to be right."""
    board = object.__new__(Board)
    board.geometry, board.symbols = geometry, symbols
    board._values, board._puzzle = values, puzzle
    return board


def first_clash(board: Board) -> str:
    """Return which value occurs twice, and where; "" if no two values clash."""
    for name, one, other in board.clashes():
        return f"{board.symbol(one)} occurs twice in {name}: at {one} and {other}"
    return ""


def _whole_numbers(values: Iterable[object]) -> tuple[int, ...]:
    """Return *values* as ints, at most as many as a board can have. True and 1.0 are not integers here."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise KindError(f"a board needs a list of integers, not {quoted(values)}: Board.parse reads text")
    listed = tuple(islice(values, LARGEST**2 + 1))
    if set(map(type, listed)) <= {int}:
        return cast("tuple[int, ...]", listed)
    numbers = [as_int(value) for value in listed]
    if None in numbers:
        place = numbers.index(None)
        raise ValueRangeError(f"value number {place + 1} must be an integer, not {quoted(listed[place])}")
    return tuple(number for number in numbers if number is not None)


def _side(cells: int) -> int:
    side = isqrt(cells)
    if not cells or side * side != cells:
        raise ShapeError(f"{cells} values do not make a square board")
    return side


def _check_value(value: object, size: int, cell: Cell) -> None:
    number = as_int(value)
    if number is None or not 0 <= number <= size:
        raise ValueRangeError(f"{quoted(value)} is not a value from 1 to {size}, or 0 for an empty cell", cell=cell)
