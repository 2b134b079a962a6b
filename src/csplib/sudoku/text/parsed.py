"""`Parsed`: what the reader of any format returns, before symbols become values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from csplib.sudoku.errors import ValueRangeError
from csplib.sudoku.geometry import Cell
from csplib.sudoku.text.lines import Token

__all__ = ["Cages", "Parsed"]

Cages: TypeAlias = tuple[tuple[int, tuple[Cell, ...]], ...]


class Parsed(NamedTuple):
    """The contents of a text: a token for each cell, and what the format says about the shape.

    *marks* are the pencil marks of cells that have several. *fault* is an error to raise if all symbols are known.
    """

    size: int
    cells: Sequence[Token]
    symbols: tuple[str, ...] | None = None
    regions: tuple[str, ...] | None = None
    cages: Cages = ()
    diagonals: bool = False
    fault: ValueRangeError | None = None
    marks: Mapping[Cell, frozenset[int]] = MappingProxyType({})
