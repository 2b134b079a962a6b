"""PySAT with CaDiCaL, or with Glucose where one solver answers many questions: a literal for each value."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.metadata import version
from itertools import combinations
from math import isqrt
from typing import Any

from pysat.solvers import Solver  # type: ignore[import-not-found, import-untyped, unused-ignore]

from benchmarks.facts import SYMBOLS, lines, units

VERSION = version("python-sat")

Clauses = list[list[int]]


def _one_of(n: int, d: int) -> Clauses:
    """Give each of *n* variables one of *d* values; literal ``x * d + v + 1`` says that x is v."""
    clauses = []
    for x in range(n):
        literals = [x * d + v + 1 for v in range(d)]
        clauses += [literals, *[[-a, -b] for a, b in combinations(literals, 2)]]
    return clauses


def _differ(pairs: Iterable[tuple[int, int]], d: int) -> Clauses:
    return [[-(a * d + v + 1), -(b * d + v + 1)] for a, b in pairs for v in range(d)]


def _first(clauses: Clauses, n: int, d: int) -> list[int] | None:
    with Solver("cadical195", bootstrap_with=clauses) as solver:
        if not solver.solve():
            return None
        return [(literal - 1) % d for literal in solver.get_model()[: n * d] if literal > 0]


def _squares(boards: list[list[int]], d: int, scopes: list[list[int]]) -> Callable[[], list[list[int] | None]]:
    """State the rules once, and take the givens of each board as assumptions."""
    pairs = sorted({pair for scope in scopes for pair in combinations(scope, 2)})
    rules = _one_of(d * d, d) + _differ(pairs, d)
    rules += [[cell * d + v + 1 for cell in scope] for scope in scopes for v in range(d)]
    solver = Solver("glucose4", bootstrap_with=rules)
    givens = [[i * d + v + 1 for i, v in enumerate(board) if v >= 0] for board in boards]

    def run() -> list[list[int] | None]:
        answers = []
        for assumed in givens:
            found = solver.solve(assumptions=assumed)
            answers.append([(literal - 1) % d for literal in solver.get_model() if literal > 0] if found else None)
        solver.delete()
        return answers

    return run


def sudoku(boards: list[str]) -> Callable[[], list[str]]:
    n = isqrt(len(boards[0]))
    run = _squares([[SYMBOLS.find(symbol) for symbol in board] for board in boards], n, units(n))
    return lambda: ["".join(SYMBOLS[v] for v in solution or []) for solution in run()]


def latin(squares: list[list[int]]) -> Callable[[], list[list[int] | None]]:
    n = isqrt(len(squares[0]))
    return _squares(squares, n, lines(n))


def _queens(n: int) -> Clauses:
    clauses = _one_of(n, n) + _differ(combinations(range(n), 2), n)
    for a, b in combinations(range(n), 2):
        for v in range(n):
            clauses += [[-(a * n + v + 1), -(b * n + w + 1)] for w in (v + b - a, v - b + a) if 0 <= w < n]
    return clauses


def queens_first(n: int) -> Callable[[], list[int] | None]:
    clauses = _queens(n)
    return lambda: _first(clauses, n, n)


def queens_all(n: int) -> Callable[[], int]:
    clauses = _queens(n)

    def run() -> int:
        with Solver("glucose4", bootstrap_with=clauses) as solver:
            return sum(1 for _ in solver.enum_models())

    return run


def coloring(n: int, edges: list[tuple[int, int]], colors: int) -> Callable[[], list[int] | None]:
    clauses = _one_of(n, colors) + _differ(edges, colors)
    return lambda: _first(clauses, n, colors)


def networks(instances: list[Any]) -> Callable[[], list[list[int] | None]]:
    def model(n: int, d: int, forbidden: Any) -> tuple[Clauses, int, int]:
        bad = [[-(x * d + a + 1), -(y * d + b + 1)] for (x, y), pairs in forbidden for a, b in pairs]
        return _one_of(n, d) + bad, n, d

    models = [model(*instance) for instance in instances]
    return lambda: [_first(*built) for built in models]
