"""FaCiLe, an OCaml solver, by way of facile."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from itertools import combinations, pairwise
from math import isqrt
from typing import Any

import facile  # type: ignore[import-not-found, import-untyped, unused-ignore]

from benchmarks.facts import MONEY, NEXT_TO, SAME, SYMBOLS, THINGS, lines, magic_lines, magic_order, units

VERSION = version("facile")


def _first(variables: list[Any]) -> list[int] | None:
    solution = facile.solve(variables, strategy="min_domain")
    return list(solution.solution) if solution.solved else None


def sudoku(boards: list[str]) -> Callable[[], list[str]]:
    def model(board: str) -> list[Any]:
        n = isqrt(len(board))
        x = [facile.variable(1, n) for _ in board]
        for variable, symbol in zip(x, board, strict=True):
            if symbol != ".":
                facile.constraint(variable == SYMBOLS.index(symbol) + 1)
        for unit in units(n):
            facile.constraint(facile.alldifferent([x[cell] for cell in unit]))
        return x

    models = [model(board) for board in boards]
    return lambda: ["".join(SYMBOLS[v - 1] for v in _first(x) or []) for x in models]


def _queens(n: int) -> list[Any]:
    q = [facile.variable(range(n)) for _ in range(n)]
    facile.constraint(facile.alldifferent(q))
    facile.constraint(facile.alldifferent([q[i] + i for i in range(n)]))
    facile.constraint(facile.alldifferent([q[i] - i for i in range(n)]))
    return q


def queens_first(n: int) -> Callable[[], list[int] | None]:
    q = _queens(n)
    return lambda: list(facile.solve(q, strategy="queen").solution)


def queens_all(n: int) -> Callable[[], int]:
    q = _queens(n)
    return lambda: sum(solution.solution is not None for solution in facile.solve_all(q, strategy="queen"))


def coloring(n: int, edges: list[tuple[int, int]], colors: int) -> Callable[[], list[int] | None]:
    x = [facile.variable(0, colors - 1) for _ in range(n)]
    for a, b in edges:
        facile.constraint(x[a] != x[b])
    return lambda: _first(x)


def zebra() -> Callable[[], list[int] | None]:
    at = {thing: facile.variable(1, 5) for group in THINGS for thing in group}
    for group in THINGS:
        facile.constraint(facile.alldifferent([at[thing] for thing in group]))
    for a, b in SAME:
        facile.constraint(at[a] == at[b])
    for a, b in NEXT_TO:
        facile.constraint((at[a] - at[b] == 1) | (at[b] - at[a] == 1))  # abs(x - y) == 1 lets x == y pass in 1.6
    facile.constraint(at["green"] == at["ivory"] + 1)
    facile.constraint(at["milk"] == 3)
    facile.constraint(at["Norwegian"] == 1)
    return lambda: _first(list(at.values()))


def send_more() -> Callable[[], list[int] | None]:
    x = [facile.variable(1 if letter in "SM" else 0, 9) for letter in MONEY]
    facile.constraint(facile.alldifferent(x))
    facile.constraint(facile.sum([weight * v for weight, v in zip(MONEY.values(), x, strict=True)]) == 0)
    return lambda: _first(x)


def _magic(n: int) -> list[Any]:
    x = [facile.variable(1, n * n) for _ in range(n * n)]
    facile.constraint(facile.alldifferent(x))
    for line in magic_lines(n):
        facile.constraint(facile.sum([x[i] for i in line]) == n * (n * n + 1) // 2)
    for a, b in magic_order(n):
        facile.constraint(x[a] < x[b])
    return x


def magic_first(n: int) -> Callable[[], list[int] | None]:
    x = _magic(n)
    return lambda: _first(x)


def magic_all(n: int) -> Callable[[], int]:
    x = _magic(n)
    return lambda: sum(solution.solution is not None for solution in facile.solve_all(x, strategy="min_domain"))


def golomb(n: int) -> Callable[[], list[int]]:
    x = [facile.variable(0, n * n - 1) for _ in range(n)]
    facile.constraint(x[0] == 0)
    for a, b in pairwise(x):
        facile.constraint(a < b)
    facile.constraint(facile.alldifferent([b - a for a, b in combinations(x, 2)]))
    facile.constraint(x[1] - x[0] < x[-1] - x[-2])
    return lambda: list(facile.minimize(x, x[-1]).solution)


def latin(squares: list[list[int]]) -> Callable[[], list[list[int] | None]]:
    def model(givens: list[int]) -> list[Any]:
        n = isqrt(len(givens))
        x = [facile.variable(0, n - 1) if given < 0 else facile.variable(given, given) for given in givens]
        for line in lines(n):
            facile.constraint(facile.alldifferent([x[i] for i in line]))
        return x

    models = [model(givens) for givens in squares]
    return lambda: [_first(x) for x in models]
