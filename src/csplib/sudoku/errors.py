"""The errors of boards and games, in the order in which they are checked."""

from __future__ import annotations

from csplib import CSPError

__all__ = [
    "BoardError",
    "BoardWarning",
    "ClashError",
    "GameError",
    "SavedGameError",
    "ShapeError",
    "SymbolError",
    "UnsolvableError",
    "ValueRangeError",
]


class BoardError(CSPError, ValueError):
    """The base of all errors of boards. *line*, *column* (from 1) and *cell* (from 0) say where the error is."""

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        cell: tuple[int, int] | None = None,
    ) -> None:
        places = [f"line {line}"] if line is not None else []
        places += [f"column {column}"] if column is not None else []
        places += [f"cell {cell}"] if cell is not None else []
        super().__init__(f"{message} ({', '.join(places)})" if places else message)
        self.line: int | None = line
        self.column: int | None = column
        self.cell: tuple[int, int] | None = cell


class BoardWarning(UserWarning):
    """A text has more than a board can hold, such as pencil marks: see `csplib.sudoku.text.Read.notice`."""


class ShapeError(BoardError):
    """The cells do not form a board: wrong number of cells, wrong boxes or wrong regions."""


class SymbolError(BoardError):
    """A symbol that has no meaning here, or symbols that can be read in more than one way."""


class ValueRangeError(BoardError):
    """A value, row or column that the board does not have."""


class ClashError(BoardError):
    """Two values that break a rule."""


class GameError(BoardError):
    """An action that a game does not allow, such as changing a given, or playing after the end."""


class UnsolvableError(GameError):
    """A board that cannot be played because it has no solution."""


class SavedGameError(GameError):
    """A text that is not a saved game."""
