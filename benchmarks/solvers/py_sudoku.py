"""py-sudoku: boards only."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from math import isqrt
from typing import Any

from sudoku import Sudoku  # type: ignore[import-not-found, attr-defined, unused-ignore]

from benchmarks.facts import SYMBOLS

VERSION = version("py-sudoku")


def sudoku(boards: list[str]) -> Callable[[], list[str]]:
    def model(board: str) -> Any:
        n = isqrt(len(board))
        values = [None if symbol == "." else SYMBOLS.index(symbol) + 1 for symbol in board]
        return Sudoku(isqrt(n), isqrt(n), board=[values[i : i + n] for i in range(0, n * n, n)])

    models = [model(board) for board in boards]
    return lambda: ["".join(SYMBOLS[v - 1] for row in m.solve().board for v in row) for m in models]
