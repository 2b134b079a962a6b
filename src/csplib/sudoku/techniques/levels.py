"""The levels of the ladder, and the steps of a human solution."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from csplib.display.markup import sentences
from csplib.sudoku.geometry import Cell

__all__ = ["Level", "Step"]


class Level(IntEnum):
    """How hard a step is. The level of a board is the level of its hardest step.

    >>> print(Level.LOCKED, int(Level.LOCKED), Level.LOCKED < Level.FISH)
    locked candidates 3 True
    """

    NAKED_SINGLE = 1
    HIDDEN_SINGLE = 2
    LOCKED = 3
    PAIRS = 4
    SUBSETS = 5
    FISH = 6
    WINGS = 7
    TRIAL = 8
    SEARCH = 9

    def __str__(self) -> str:
        return _TITLES[self]


_TITLES = {
    Level.NAKED_SINGLE: "naked singles",
    Level.HIDDEN_SINGLE: "hidden singles",
    Level.LOCKED: "locked candidates",
    Level.PAIRS: "pairs",
    Level.SUBSETS: "triples and quads",
    Level.FISH: "fish",
    Level.WINGS: "wings and coloring",
    Level.TRIAL: "trial of one value",
    Level.SEARCH: "search",
}


class Step(NamedTuple):
    """One step of a human solution: the *cells* of the pattern, the (cell, value) placed and removed, and why."""

    level: Level
    technique: str
    cells: tuple[Cell, ...]
    placed: tuple[tuple[Cell, int], ...]
    removed: tuple[tuple[Cell, int], ...]
    reason: str

    def __str__(self) -> str:
        return f"{self.technique}: {self.reason}"

    def _repr_html_(self) -> str:
        return sentences(self)
