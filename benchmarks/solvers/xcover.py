"""xcover: exact cover by dancing cells, compiled by numba."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from math import isqrt
from typing import Any

from xcover import covers  # type: ignore[import-not-found, unused-ignore]

from benchmarks.facts import SYMBOLS

VERSION = version("xcover")


def sudoku_options(board: str) -> list[tuple[int, str]]:
    """List what may be written: the cell, and the symbol."""
    n = isqrt(len(board))
    return [(i, symbol) for i, given in enumerate(board) for symbol in (SYMBOLS[:n] if given == "." else given)]


def sudoku_items(n: int, cell: int, symbol: str) -> list[str]:
    """List what is taken by a symbol in a cell."""
    box, row, column = isqrt(n), cell // n, cell % n
    return [f"x{cell}", f"r{row}{symbol}", f"c{column}{symbol}", f"b{row // box * box + column // box}{symbol}"]


def sudoku(boards: list[str]) -> Callable[[], list[str]]:
    def model(board: str) -> tuple[Any, Any]:
        options = sudoku_options(board)
        return options, [sudoku_items(isqrt(len(board)), cell, symbol) for cell, symbol in options]

    def solved(options: Any, items: Any) -> str:
        return "".join(symbol for _, symbol in sorted(options[i] for i in next(covers(items))))

    models = [model(board) for board in boards]
    return lambda: [solved(*built) for built in models]


def _queens(n: int) -> tuple[Any, Any, Any]:
    fields = [(r, c) for r in range(n) for c in range(n)]
    options = [[f"r{r}", f"c{c}", f"u{r + c}", f"d{r - c}"] for r, c in fields]
    return fields, options, [f"r{i}" for i in range(n)] + [f"c{i}" for i in range(n)]


def queens_first(n: int) -> Callable[[], list[int]]:
    fields, options, primary = _queens(n)
    return lambda: [column for _, column in sorted(fields[i] for i in next(covers(options, primary=primary)))]


def queens_all(n: int) -> Callable[[], int]:
    _, options, primary = _queens(n)
    return lambda: sum(1 for _ in covers(options, primary=primary))
