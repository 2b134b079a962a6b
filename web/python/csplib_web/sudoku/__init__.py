"""The room "Sudoku": boards are read, made, solved, explained and played.

A puzzle is given by the texts *board*, *rules* and *size*, as they are in the address: see `csplib_web.sudoku.boards`.
"""

from __future__ import annotations

import contextlib
import io
import re
from random import SystemRandom
from typing import Any

import csplib.sudoku
from csplib import CSPError
from csplib.sudoku import Board, Cell
from csplib_web.calls import call
from csplib_web.sudoku.boards import board_of, drawn, place, places
from csplib_web.sudoku.games import played
from csplib_web.sudoku.shapes import shape_of
from csplib_web.sudoku.steps import told

__all__ = ["diagnose", "grade", "hint", "log", "make", "play", "read", "solve", "steps", "why_not"]

_SECONDS = 60.0  # for making a puzzle: the reader can stop it earlier
_MOST_LINES = 3000  # of a log
_SEEDS = 2**32


@call
def read(board: str = "", rules: str = "", size: int | None = None) -> dict[str, Any]:
    """Return what the page must know of a board to draw it, and its clashes. An empty text is an empty board."""
    found, notice = board_of(board, rules, size)
    return {**drawn(found, notice), "clashes": _clashes(found)}


@call
def make(
    size: int = 9, kind: str = "plain", difficulty: str = "", symmetry: str = "rotational", seed: int | None = None
) -> dict[str, Any]:
    """Make a puzzle with one solution; return it like `read`. The same *seed* makes the same puzzle."""
    number = SystemRandom().randrange(_SEEDS) if seed is None else seed
    shape = shape_of(size, kind, number)
    board = csplib.sudoku.generate(
        geometry=shape, symmetry=symmetry, difficulty=difficulty or None, seed=number, time_limit=_SECONDS
    )
    return {**drawn(board), "clashes": []}


@call
def solve(board: str, rules: str = "", size: int | None = None) -> dict[str, Any]:
    """Return the values of a solution, or None if there is none."""
    found = csplib.sudoku.solve(board_of(board, rules, size)[0])
    return {"solution": None if found is None else list(found.values)}


@call
def diagnose(board: str, rules: str = "", size: int | None = None) -> dict[str, Any]:
    """Return how many solutions there are: "none", "one" or "several"; and which cells make it so.

    If there is none, these are the givens that contradict each other; if there are several, the cells that differ.
    """
    puzzle = board_of(board, rules, size)[0]
    clashes = _clashes(puzzle)
    if clashes:
        return {
            "count": "none",
            "clashes": clashes,
            "cells": sorted({cell for one in clashes for cell in one["cells"]}),
        }
    if csplib.sudoku.solve(puzzle) is None:
        core = csplib.sudoku.conflict(puzzle)
        return {"count": "none", "clashes": [], "cells": places(puzzle, core.filled)}
    found = csplib.sudoku.ambiguity(puzzle)
    if found is None:
        return {"count": "one", "clashes": [], "cells": []}
    return {
        "count": "several",
        "clashes": [],
        "cells": places(puzzle, found.differing),
        "solution": list(found.first.values),
        "second": list(found.second.values),
        "repair": [[place(puzzle, cell), value] for cell, value in found.repair.items()],
        "smallest": found.smallest,
    }


@call
def grade(board: str, rules: str = "", size: int | None = None) -> dict[str, Any]:
    """Return how hard a board is: by solving it, and by its givens."""
    found = csplib.sudoku.grade(board_of(board, rules, size)[0])
    counts = {str(level): count for level, count in found.steps.items()}
    return {**found._asdict(), "level": str(found.level), "steps": counts, "rank": int(found.level)}


@call
def steps(board: str, rules: str = "", size: int | None = None) -> list[dict[str, Any]]:
    """Return all steps of the human solution, each with what to draw."""
    puzzle = board_of(board, rules, size)[0]
    return list(told(puzzle, csplib.sudoku.solve_steps(puzzle)))


@call
def play(steps: list[str], board: str, rules: str = "", size: int | None = None) -> dict[str, Any]:
    """Return the game on this board after *steps*: see `csplib_web.sudoku.games`."""
    return played(board, rules, size, steps).view()


@call
def hint(steps: list[str], board: str, rules: str = "", size: int | None = None) -> dict[str, Any]:
    """Return the next value of a game, and the steps that lead to it; without steps, a value of the solution."""
    game = played(board, rules, size, steps).game
    ways = csplib.sudoku.steps_to_value(game.board)
    if ways:
        cell, value = ways[-1].placed[0]
        return {"cell": place(game.board, cell), "value": value, "steps": list(told(game.board, ways)), "reason": ""}
    found = game.hint()
    return {"cell": place(game.board, found.cell), "value": found.value, "steps": [], "reason": found.reason}


@call
def why_not(
    cell: int, value: int, board: str, rules: str = "", size: int | None = None, steps: list[str] | None = None
) -> dict[str, Any]:
    """Return why *value* cannot go into *cell*, as sentences, and the cells that they name."""
    puzzle = board_of(board, rules, size)[0] if steps is None else played(board, rules, size, steps).game.board
    answer = csplib.sudoku.why_not(puzzle, _cell(puzzle, cell), value)
    named = {(int(row) - 1, int(column) - 1) for row, column in re.findall(r"r(\d+)c(\d+)", str(answer))}
    return {"impossible": answer.impossible, "reasons": list(answer.reasons), "cells": sorted(places(puzzle, named))}


@call
def log(board: str, rules: str = "", size: int | None = None, method: str = "ac3 alone") -> dict[str, Any]:
    """Return the log of AC-3, or of a search, a line for each step; and whether that solved the board."""
    stream = _Lines()
    solved = None
    with contextlib.suppress(_FullError):
        solved = csplib.sudoku.trace(board_of(board, rules, size)[0], stream, method)
    lines = stream.getvalue().splitlines()[:_MOST_LINES]
    return {"lines": lines, "solved": solved, "complete": solved is not None}


class _FullError(CSPError):
    """There are enough lines."""


class _Lines(io.StringIO):
    """A text that is full after some lines."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def write(self, text: str) -> int:
        self.count += text.count("\n")
        if self.count > _MOST_LINES:
            raise _FullError
        return super().write(text)


def _clashes(board: Board) -> list[dict[str, Any]]:
    """Return the pairs of cells that break a rule, each with the value and the unit."""
    return [
        {"unit": unit, "cells": places(board, (one, other)), "symbol": board.symbol(one)}
        for unit, one, other in board.clashes()
    ]


def _cell(board: Board, number: int) -> Cell:
    row, column = divmod(number, board.size)
    return row, column
