"""What can be wrong with a board, in the order in which it is looked for."""

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
    """The root of what can be wrong with a board. *line*, *column* (from 1) and *cell* (from 0) point at the fault."""

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
    """What a text says beyond a board is left out, such as pencil marks: see `csplib.sudoku.text.Read.notice`."""


class ShapeError(BoardError):
    """The cells do not make a board: wrong number, wrong boxes, wrong regions."""


class SymbolError(BoardError):
    """A symbol that means nothing here, or a set of symbols that can be read in more than one way."""


class ValueRangeError(BoardError):
    """A value, row or column that the board does not have."""


class ClashError(BoardError):
    """Two givens that break a rule at once."""


class GameError(BoardError):
    """What a game refuses: to change a given, to go on after its end."""


class UnsolvableError(GameError):
    """A board that cannot be played, since it has no solution."""


class SavedGameError(GameError):
    """A text that is no saved game."""
