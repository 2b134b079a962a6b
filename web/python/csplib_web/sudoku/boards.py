"""Boards of the page: from the texts of an address to a `Board`, and what the page must know to draw it.

A puzzle of the page is three texts: *board* in any format, *rules* such as "diagonals windows", and *size*, which is
only there if the symbols are the usual ones of that size. Cells are numbered row by row from 0.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from csplib.sudoku import Board, Cell, Geometry, ShapeError
from csplib.sudoku.text import usual_symbols

__all__ = ["LARGEST", "RULES", "board_of", "drawn", "place", "places", "text_of"]

RULES = {"diagonals": "diagonals", "windows": "windows", "anti-knight": "anti_knight"}
"""The rules that can be added, by their names in an address, with the names of the arguments of `Geometry.of`."""

LARGEST = 25
"""The largest board that the page draws."""


@lru_cache(maxsize=32)
def board_of(board: str, rules: str = "", size: int | None = None) -> tuple[Board, str]:
    """Return the board that these texts describe, and what was left out of it, such as pencil marks."""
    extra = {RULES[name]: True for name in rules.split() if name in RULES}
    if not board.strip():
        return Board.empty(size or 9, **extra), ""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found = Board.parse(board) if size is None else Board.parse(board, symbols=usual_symbols(size))
    if found.size > LARGEST:
        raise ShapeError(f"a board of {found.size}x{found.size} is too large to be drawn: the most is {LARGEST}")
    shape = found.geometry
    if extra:
        flags = {name: extra.get(name, getattr(shape, name)) for name in RULES.values()}
        regions = [shape.box_of[cell] for cell in shape.cells]
        shape = Geometry.of(shape.size, regions=regions, cages=shape.cages, **flags)
    # With the usual symbols: the page and its addresses know no others.
    return Board(found.values, shape), "; ".join(str(each.message) for each in told)


def text_of(board: Board) -> dict[str, Any]:
    """Return the texts of a board for an address: what `board_of` reads."""
    shape = board.geometry
    rules = " ".join(name for name, argument in RULES.items() if getattr(shape, argument))
    size = None if shape.size == 9 else shape.size
    return {"board": "\n".join([board.to_line(), *_below(board)]), "rules": rules, "size": size}


def _below(board: Board) -> list[str]:
    """Return the lines with the regions or cages, if there are any."""
    if board.geometry.cages:
        one_given = Board([1] + [0] * (len(board.cells) - 1), board.geometry)  # without a given, the first line is none
        return one_given.to_text("killer").splitlines()[1:]
    if board.boxes != Geometry.of(board.size).boxes:
        return board.to_text("jigsaw").splitlines()[1:]
    return []


def drawn(board: Board, notice: str = "") -> dict[str, Any]:
    """Return what the page must know of a board to draw it."""
    shape = board.geometry
    return {
        **text_of(board),
        "side": board.size,
        "values": list(board.values),
        "layout": "\n".join(_below(board)),
        "symbols": "".join(board.symbols),
        "regions": [shape.box_of[cell] for cell in board.cells],
        "peers": [places(board, board.peers[cell]) for cell in board.cells],
        "windows": [place(board, cell) for unit in board.units if unit.kind == "window" for cell in unit.cells],
        "diagonals": shape.diagonals,
        "cages": [[cage.total, places(board, cage.cells)] for cage in shape.cages],
        "notice": notice,
    }


def place(board: Board, cell: Cell) -> int:
    """Return the number of a cell."""
    return cell[0] * board.size + cell[1]


def places(board: Board, cells: Iterable[Cell]) -> list[int]:
    """Return the numbers of cells."""
    return [place(board, cell) for cell in cells]
