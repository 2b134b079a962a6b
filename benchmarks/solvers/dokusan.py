"""dokusan: boards only."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from math import isqrt

from dokusan import solvers  # type: ignore[import-not-found, unused-ignore]
from dokusan.boards import BoxSize, Sudoku  # type: ignore[import-not-found, unused-ignore]

from benchmarks.facts import SYMBOLS

VERSION = version("dokusan")


def sudoku(boards: list[str]) -> Callable[[], list[str]]:
    models = []
    for board in boards:
        n = isqrt(len(board))
        values = [0 if symbol == "." else SYMBOLS.index(symbol) + 1 for symbol in board]
        models.append(Sudoku.from_list([values[i : i + n] for i in range(0, n * n, n)], BoxSize(isqrt(n), isqrt(n))))
    return lambda: ["".join(SYMBOLS[cell.value - 1] for cell in solvers.backtrack(m).cells()) for m in models]
