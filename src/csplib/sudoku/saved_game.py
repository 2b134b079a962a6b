"""Games as JSON text. Every part of a text is checked before it is used."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple, TypeVar

from csplib.sudoku.board import Board
from csplib.sudoku.errors import SavedGameError
from csplib.sudoku.geometry import Geometry

__all__ = ["LARGEST_GAME", "LONGEST_TEXT", "SavedGame", "read_saved_game", "write_saved_game"]

LARGEST_GAME = 64
"""The largest size of a board that can be played."""
LONGEST_TEXT = 5_000_000
"""The largest number of characters of a saved game."""

_FORMAT = "csplib sudoku game 1"
_EXTRAS = ("diagonals", "windows", "anti_knight")
_T = TypeVar("_T")


class SavedGame(NamedTuple):
    """The board at the start, the options, every step since then, the seconds played, and whether it is paused."""

    board: Board
    lives: int
    policy: str
    tidy_notes: bool
    steps: Sequence[object]
    elapsed: float
    paused: bool


def write_saved_game(saved: SavedGame) -> str:
    """Return a game as JSON text."""
    start, shape = saved.board, saved.board.geometry
    data = {
        "format": _FORMAT,
        "size": shape.size,
        "regions": [shape.box_of[cell] for cell in shape.cells],
        "cages": shape.cages,
        **{name: getattr(shape, name) for name in _EXTRAS},
        "symbols": start.symbols,
        "values": start.values,
        "given": sorted(start.given),
        **{name: getattr(saved, name) for name in SavedGame._fields if name != "board"},
    }
    return json.dumps(data)


def read_saved_game(text: str) -> SavedGame:
    """Read a game that `write_saved_game` wrote; raise a `ValueError` or `TypeError` for any other text."""
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise SavedGameError(f"a saved game must be a text of at most {LONGEST_TEXT:,} characters")
    try:
        data = json.loads(text)
    except RecursionError as fault:
        raise SavedGameError("the text is nested too deeply") from fault
    if _part(data, "format", str) != _FORMAT:
        raise SavedGameError(f"the format must be {_FORMAT!r}")
    elapsed = _part(data, "elapsed", float)
    if not (isfinite(elapsed) and elapsed >= 0):
        raise SavedGameError(f"elapsed must be a number of seconds, 0 or more, not {elapsed}")
    return SavedGame(
        _read_board(data),
        _part(data, "lives", int),
        _part(data, "policy", str),
        _part(data, "tidy_notes", bool),
        _part(data, "steps", list),
        elapsed,
        _part(data, "paused", bool),
    )


def _read_board(data: object) -> Board:
    size = _part(data, "size", int)
    if not 0 < size <= LARGEST_GAME:
        raise SavedGameError(f"the size of the board must be from 1 to {LARGEST_GAME}")
    diagonals, windows, anti_knight = (_part(data, name, bool) for name in _EXTRAS)
    geometry = Geometry.of(
        size,
        regions=_part(data, "regions", list),
        diagonals=diagonals,
        windows=windows,
        anti_knight=anti_knight,
        cages=[(total, [(row, column) for row, column in cells]) for total, cells in _part(data, "cages", list)],
    )
    given = [(row, column) for row, column in _part(data, "given", list)]
    return Board(_part(data, "values", list), geometry, symbols=_part(data, "symbols", list), given=given)


def _part(data: object, name: str, kind: type[_T]) -> _T:
    found = data.get(name) if isinstance(data, dict) else None
    if not isinstance(found, kind):
        raise SavedGameError(f"{name!r} is missing or not of type {kind.__name__}")
    return found
