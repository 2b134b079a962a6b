"""simpleai: backtracking with the most constrained variable first, and its inference."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from itertools import combinations
from math import isqrt
from typing import Any

from simpleai.search import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
    MOST_CONSTRAINED_VARIABLE,
    CspProblem,
    backtrack,
)

from benchmarks.facts import MONEY, NEXT_TO, SAME, SYMBOLS, THINGS, units

VERSION = version("simpleai")


def _differ(_: Any, values: Any) -> bool:
    return len(set(values)) == len(values)


def _equal(_: Any, values: Any) -> bool:
    return len(set(values)) == 1


def _first(problem: Any) -> list[Any] | None:
    solution = backtrack(problem, variable_heuristic=MOST_CONSTRAINED_VARIABLE)
    return None if solution is None else [solution[name] for name in problem.variables]


def sudoku(boards: list[str]) -> Callable[[], list[str]]:
    def model(board: str) -> Any:
        n = isqrt(len(board))
        domains = {i: list(SYMBOLS[:n]) if symbol == "." else [symbol] for i, symbol in enumerate(board)}
        pairs = sorted({pair for unit in units(n) for pair in combinations(unit, 2)})
        return CspProblem(tuple(domains), domains, [(pair, _differ) for pair in pairs])

    models = [model(board) for board in boards]
    return lambda: ["".join(_first(problem) or []) for problem in models]


def queens_first(n: int) -> Callable[[], list[int] | None]:
    def safe(rows: Any, columns: Any) -> bool:
        return bool(columns[0] != columns[1] and abs(columns[0] - columns[1]) != abs(rows[0] - rows[1]))

    domains = {row: list(range(n)) for row in range(n)}
    problem = CspProblem(tuple(domains), domains, [(pair, safe) for pair in combinations(range(n), 2)])
    return lambda: _first(problem)


def coloring(n: int, edges: list[tuple[int, int]], colors: int) -> Callable[[], list[int] | None]:
    domains = {i: list(range(colors)) for i in range(n)}
    problem = CspProblem(tuple(domains), domains, [(edge, _differ) for edge in edges])
    return lambda: _first(problem)


def zebra() -> Callable[[], list[int] | None]:
    fixed = {"milk": [3], "Norwegian": [1]}
    domains = {thing: fixed.get(thing, [1, 2, 3, 4, 5]) for group in THINGS for thing in group}
    problem = CspProblem(
        tuple(domains),
        domains,
        [(pair, _differ) for group in THINGS for pair in combinations(group, 2)]
        + [(pair, _equal) for pair in SAME]
        + [(pair, lambda _, values: abs(values[0] - values[1]) == 1) for pair in NEXT_TO]
        + [(("green", "ivory"), lambda _, values: values[0] == values[1] + 1)],
    )
    return lambda: _first(problem)


def send_more() -> Callable[[], list[int] | None]:
    def adds_up(_: Any, values: Any) -> bool:
        return bool(sum(weight * value for weight, value in zip(MONEY.values(), values, strict=True)) == 0)

    domains = {letter: list(range(1 if letter in "SM" else 0, 10)) for letter in MONEY}
    problem = CspProblem(tuple(domains), domains, [(tuple(MONEY), _differ), (tuple(MONEY), adds_up)])
    return lambda: _first(problem)
