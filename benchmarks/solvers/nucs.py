"""NuCS, with the models of its own examples where there are any."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version
from math import isqrt
from typing import Any

from nucs.examples.golomb.golomb_problem import (  # type: ignore[import-not-found, unused-ignore]
    GolombProblem,
    golomb_consistency_algorithm,
)
from nucs.examples.magic_square.magic_square_problem import (  # type: ignore[import-not-found, unused-ignore]
    MagicSquareProblem,
)
from nucs.examples.queens.queens_problem import QueensProblem  # type: ignore[import-not-found, unused-ignore]
from nucs.heuristics.heuristics import (  # type: ignore[import-not-found, unused-ignore]
    VAR_HEURISTIC_SMALLEST_DOMAIN,
)
from nucs.problems.latin_square_problem import LatinSquareProblem  # type: ignore[import-not-found, unused-ignore]
from nucs.problems.problem import Problem  # type: ignore[import-not-found, unused-ignore]
from nucs.propagators.propagators import (  # type: ignore[import-not-found, unused-ignore]
    ALG_ADD_C_EQ,
    ALG_ALLDIFFERENT,
    ALG_EQ,
    ALG_LINEAR_EQ_C,
    ALG_NEQ,
    ALG_RELATION,
)
from nucs.solvers.backtrack_solver import BacktrackSolver  # type: ignore[import-not-found, unused-ignore]
from nucs.solvers.consistency_algorithms import (  # type: ignore[import-not-found, unused-ignore]
    register_consistency_algorithm,
)

from benchmarks.facts import MONEY, NEXT_TO, SAME, SYMBOLS, THINGS, units

VERSION = version("nucs")
GOLOMB = register_consistency_algorithm(golomb_consistency_algorithm)


def _solver(problem: Any, **options: Any) -> Any:
    return BacktrackSolver(problem, log_level="ERROR", **options)


def _smallest(problem: Any) -> Any:
    return _solver(problem, var_heuristic=VAR_HEURISTIC_SMALLEST_DOMAIN)


def _first(solver: Any) -> list[int] | None:
    solution = next(solver.solve(), None)
    return None if solution is None else [int(value) for value in solution]


def _count(solver: Any) -> int:
    return sum(1 for _ in solver.solve())


def sudoku(boards: list[str]) -> Callable[[], list[str]]:
    def model(board: str) -> Any:
        n = isqrt(len(board))
        values = [0 if symbol == "." else SYMBOLS.index(symbol) + 1 for symbol in board]
        problem = LatinSquareProblem(range(1, n + 1), [values[i : i + n] for i in range(0, n * n, n)])
        for box in units(n)[2 * n :]:
            problem.add_propagator(ALG_ALLDIFFERENT, box)
        return _smallest(problem)

    models = [model(board) for board in boards]
    return lambda: ["".join(SYMBOLS[v - 1] for v in _first(solver) or []) for solver in models]


def queens_first(n: int) -> Callable[[], list[int] | None]:
    solver = _smallest(QueensProblem(n))
    return lambda: _first(solver)


def queens_all(n: int) -> Callable[[], int]:
    solver = _solver(QueensProblem(n))
    return lambda: _count(solver)


def coloring(n: int, edges: list[tuple[int, int]], colors: int) -> Callable[[], list[int] | None]:
    problem = Problem([(0, colors - 1)] * n)
    for edge in edges:
        problem.add_propagator(ALG_NEQ, edge)
    solver = _smallest(problem)
    return lambda: _first(solver)


def zebra() -> Callable[[], list[int] | None]:
    at = {thing: i for i, thing in enumerate(thing for group in THINGS for thing in group)}
    fixed = {"milk": 3, "Norwegian": 1}
    problem = Problem([fixed.get(thing, (1, 5)) for thing in at])
    for group in THINGS:
        problem.add_propagator(ALG_ALLDIFFERENT, [at[thing] for thing in group])
    for a, b in SAME:
        problem.add_propagator(ALG_EQ, [at[a], at[b]])
    near = [value for i in range(1, 6) for j in range(1, 6) if abs(i - j) == 1 for value in (i, j)]
    for a, b in NEXT_TO:
        problem.add_propagator(ALG_RELATION, [at[a], at[b]], near)
    problem.add_propagator(ALG_ADD_C_EQ, [at["ivory"], at["green"]], [1])
    solver = _smallest(problem)
    return lambda: _first(solver)


def send_more() -> Callable[[], list[int] | None]:
    problem = Problem([(1 if letter in "SM" else 0, 9) for letter in MONEY])
    problem.add_propagator(ALG_ALLDIFFERENT, range(8))
    problem.add_propagator(ALG_LINEAR_EQ_C, range(8), [*MONEY.values(), 0])
    solver = _smallest(problem)
    return lambda: _first(solver)


def magic_first(n: int) -> Callable[[], list[int]]:
    solver = _solver(MagicSquareProblem(n))
    return lambda: [value + 1 for value in _first(solver) or []]


def magic_all(n: int) -> Callable[[], int]:
    solver = _solver(MagicSquareProblem(n))
    return lambda: _count(solver)


def golomb(n: int) -> Callable[[], list[int]]:
    problem = GolombProblem(n)
    solver = _solver(problem, consistency_algorithm=GOLOMB)

    def run() -> list[int]:
        best: Sequence[int] = solver.minimize(problem.length_idx)
        return [0, *[int(value) for value in best[: n - 1]]]

    return run


def latin(squares: list[list[int]]) -> Callable[[], list[list[int] | None]]:
    def model(givens: list[int]) -> Any:
        n = isqrt(len(givens))
        return _smallest(LatinSquareProblem(range(n), [givens[i : i + n] for i in range(0, n * n, n)]))

    models = [model(givens) for givens in squares]
    return lambda: [_first(solver) for solver in models]


def networks(instances: list[Any]) -> Callable[[], list[list[int] | None]]:
    def model(n: int, d: int, forbidden: Any) -> Any:
        problem = Problem([(0, d - 1)] * n)
        for scope, pairs in forbidden:
            allowed = [[a, b] for a in range(d) for b in range(d) if [a, b] not in pairs]
            problem.add_propagator(ALG_RELATION, scope, [value for pair in allowed for value in pair])
        return _smallest(problem)

    models = [model(*instance) for instance in instances]
    return lambda: [_first(solver) for solver in models]
