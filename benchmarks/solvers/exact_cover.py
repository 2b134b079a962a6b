"""exact-cover-py: exact cover by dancing links, compiled by numba."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from math import isqrt
from typing import Any

import numpy as np
from exact_cover_py import exact_covers  # type: ignore[import-not-found, unused-ignore]

from benchmarks.facts import SYMBOLS

VERSION = version("exact-cover-py")


def sudoku(boards: list[str]) -> Callable[[], list[str]]:
    def model(board: str) -> tuple[Any, Any]:
        n = isqrt(len(board))
        box = isqrt(n)
        options = [(i, symbol) for i, given in enumerate(board) for symbol in (SYMBOLS[:n] if given == "." else given)]
        matrix = np.zeros((len(options), 4 * n * n), dtype="int8")
        for row, (cell, symbol) in enumerate(options):
            r, c, v = cell // n, cell % n, SYMBOLS.index(symbol)
            for kind, item in enumerate((cell, r * n + v, c * n + v, (r // box * box + c // box) * n + v)):
                matrix[row, kind * n * n + item] = 1
        return options, matrix

    def solved(options: Any, matrix: Any) -> str:
        return "".join(symbol for _, symbol in sorted(options[i] for i in next(exact_covers(matrix))))

    models = [model(board) for board in boards]
    return lambda: [solved(*built) for built in models]
