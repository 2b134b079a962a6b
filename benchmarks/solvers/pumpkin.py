"""Pumpkin, by way of pumpkin-solver. It does not enumerate, so what asks for all solutions is left out."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version
from itertools import combinations, pairwise
from math import isqrt
from typing import Any

from pumpkin_solver import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
    Model,
    SatisfactionResult,
    constraints,
)
from pumpkin_solver.optimisation import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
    Direction,
    Optimiser,
)

from benchmarks.facts import MONEY, NEXT_TO, SAME, SYMBOLS, THINGS, lines, magic_lines, magic_order, units

VERSION = version("pumpkin-solver")


class _Stated:
    """A model in the making; every constraint of Pumpkin needs a tag."""

    def __init__(self) -> None:
        self.model = Model()

    def variables(self, count: int, low: int, high: int) -> list[Any]:
        return [self.model.new_integer_variable(low, high) for _ in range(count)]

    def add(self, kind: Any, *arguments: Any) -> None:
        self.model.add_constraint(kind(*arguments, self.model.new_constraint_tag()))

    def first(self, variables: Sequence[Any]) -> list[int] | None:
        result = self.model.satisfy()
        if not isinstance(result, SatisfactionResult.Satisfiable):
            return None
        solution = result._0  # type: ignore[attr-defined, unused-ignore]  # noqa: SLF001
        return [solution.int_value(x) for x in variables]


def sudoku(boards: list[str]) -> Callable[[], list[str]]:
    def model(board: str) -> tuple[_Stated, list[Any]]:
        n = isqrt(len(board))
        m = _Stated()
        bounds = [(1, n) if s == "." else (SYMBOLS.index(s) + 1,) * 2 for s in board]
        x = [m.model.new_integer_variable(low, high) for low, high in bounds]
        for unit in units(n):
            m.add(constraints.AllDifferent, [x[cell] for cell in unit])
        return m, x

    models = [model(board) for board in boards]
    return lambda: ["".join(SYMBOLS[v - 1] for v in m.first(x) or []) for m, x in models]


def queens_first(n: int) -> Callable[[], list[int] | None]:
    m = _Stated()
    q = m.variables(n, 0, n - 1)
    for sign in (0, 1, -1):
        m.add(constraints.AllDifferent, [q[i].offset(sign * i) for i in range(n)])
    return lambda: m.first(q)


def coloring(n: int, edges: list[tuple[int, int]], colors: int) -> Callable[[], list[int] | None]:
    m = _Stated()
    x = m.variables(n, 0, colors - 1)
    for a, b in edges:
        m.add(constraints.BinaryNotEquals, x[a], x[b])
    return lambda: m.first(x)


def zebra() -> Callable[[], list[int] | None]:
    m = _Stated()
    things = [thing for group in THINGS for thing in group]
    at = dict(zip(things, m.variables(len(things), 1, 5), strict=True))
    for group in THINGS:
        m.add(constraints.AllDifferent, [at[thing] for thing in group])
    for a, b in SAME:
        m.add(constraints.BinaryEquals, at[a], at[b])
    for a, b in NEXT_TO:
        gap, one = m.model.new_integer_variable(-4, 4), m.model.new_integer_variable(1, 1)
        m.add(constraints.Equals, [at[a], at[b].scaled(-1), gap.scaled(-1)], 0)
        m.add(constraints.Absolute, gap, one)
    m.add(constraints.BinaryEquals, at["green"], at["ivory"].offset(1))
    m.add(constraints.Equals, [at["milk"]], 3)
    m.add(constraints.Equals, [at["Norwegian"]], 1)
    return lambda: m.first(list(at.values()))


def send_more() -> Callable[[], list[int] | None]:
    m = _Stated()
    x = [m.model.new_integer_variable(1 if letter in "SM" else 0, 9) for letter in MONEY]
    m.add(constraints.AllDifferent, x)
    m.add(constraints.Equals, [one.scaled(weight) for one, weight in zip(x, MONEY.values(), strict=True)], 0)
    return lambda: m.first(x)


def magic_first(n: int) -> Callable[[], list[int] | None]:
    m = _Stated()
    x = m.variables(n * n, 1, n * n)
    m.add(constraints.AllDifferent, x)
    for line in magic_lines(n):
        m.add(constraints.Equals, [x[i] for i in line], n * (n * n + 1) // 2)
    for a, b in magic_order(n):
        m.add(constraints.BinaryLessThan, x[a], x[b])
    return lambda: m.first(x)


def golomb(n: int) -> Callable[[], list[int]]:
    m = _Stated()
    x = m.variables(n, 0, n * n - 1)
    m.add(constraints.Equals, [x[0]], 0)
    for a, b in pairwise(x):
        m.add(constraints.BinaryLessThan, a, b)
    gaps = {pair: m.model.new_integer_variable(1, n * n - 1) for pair in combinations(range(n), 2)}
    for (a, b), gap in gaps.items():
        m.add(constraints.Equals, [x[b], x[a].scaled(-1), gap.scaled(-1)], 0)
    m.add(constraints.AllDifferent, list(gaps.values()))
    m.add(constraints.BinaryLessThan, gaps[0, 1], gaps[n - 2, n - 1])

    def run() -> list[int]:
        best = m.model.optimise(x[-1], Optimiser.LinearSatUnsat, Direction.Minimise)._0  # noqa: SLF001
        return [best.int_value(mark) for mark in x]

    return run


def latin(squares: list[list[int]]) -> Callable[[], list[list[int] | None]]:
    def model(givens: list[int]) -> tuple[_Stated, list[Any]]:
        n = isqrt(len(givens))
        m = _Stated()
        x = [m.model.new_integer_variable(max(given, 0), n - 1 if given < 0 else given) for given in givens]
        for line in lines(n):
            m.add(constraints.AllDifferent, [x[i] for i in line])
        return m, x

    models = [model(givens) for givens in squares]
    return lambda: [m.first(x) for m, x in models]


def networks(instances: list[Any]) -> Callable[[], list[list[int] | None]]:
    def model(n: int, d: int, forbidden: Any) -> tuple[_Stated, list[Any]]:
        m = _Stated()
        x = m.variables(n, 0, d - 1)
        for (a, b), pairs in forbidden:
            m.add(constraints.NegativeTable, [x[a], x[b]], [list(pair) for pair in pairs])
        return m, x

    models = [model(*instance) for instance in instances]
    return lambda: [m.first(x) for m, x in models]
