"""OR-Tools CP-SAT with one worker, as its documentation writes models."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version
from itertools import combinations, pairwise
from math import isqrt
from typing import Any

from ortools.sat.python import cp_model  # type: ignore[import-not-found, import-untyped, unused-ignore]

from benchmarks.facts import MONEY, NEXT_TO, SAME, SYMBOLS, THINGS, lines, magic_lines, magic_order, units

VERSION = version("ortools")


class _Listener(cp_model.CpSolverSolutionCallback):  # type: ignore[misc, unused-ignore]
    def __init__(self, variables: Sequence[Any]) -> None:
        super().__init__()
        self.variables = variables
        self.rows: list[tuple[int, ...]] = []

    def on_solution_callback(self) -> None:
        self.rows.append(tuple([self.value(x) for x in self.variables]))


def _solver() -> Any:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver


def _first(model: Any, variables: Sequence[Any]) -> list[int] | None:
    solver = _solver()
    found = solver.solve(model) in {cp_model.OPTIMAL, cp_model.FEASIBLE}
    return [solver.value(x) for x in variables] if found else None


def _all(model: Any, variables: Sequence[Any]) -> list[tuple[int, ...]]:
    solver, listener = _solver(), _Listener(variables)
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, listener)
    return listener.rows


def sudoku(boards: list[str]) -> Callable[[], list[str]]:
    def model(board: str) -> tuple[Any, list[Any]]:
        n = isqrt(len(board))
        m = cp_model.CpModel()
        x = [m.new_int_var(1, n, "") if s == "." else m.new_constant(SYMBOLS.index(s) + 1) for s in board]
        for unit in units(n):
            m.add_all_different([x[cell] for cell in unit])
        return m, x

    models = [model(board) for board in boards]
    return lambda: ["".join(SYMBOLS[v - 1] for v in _first(m, x) or []) for m, x in models]


def _queens(n: int) -> tuple[Any, list[Any]]:
    m = cp_model.CpModel()
    q = [m.new_int_var(0, n - 1, "") for _ in range(n)]
    m.add_all_different(q)
    m.add_all_different([q[i] + i for i in range(n)])
    m.add_all_different([q[i] - i for i in range(n)])
    return m, q


def queens_first(n: int) -> Callable[[], list[int] | None]:
    m, q = _queens(n)
    return lambda: _first(m, q)


def queens_all(n: int) -> Callable[[], int]:
    m, q = _queens(n)
    return lambda: len(_all(m, q))


def coloring(n: int, edges: list[tuple[int, int]], colors: int) -> Callable[[], list[int] | None]:
    m = cp_model.CpModel()
    x = [m.new_int_var(0, colors - 1, "") for _ in range(n)]
    for a, b in edges:
        m.add(x[a] != x[b])
    return lambda: _first(m, x)


def zebra() -> Callable[[], list[int] | None]:
    m = cp_model.CpModel()
    at = {thing: m.new_int_var(1, 5, thing) for group in THINGS for thing in group}
    for group in THINGS:
        m.add_all_different([at[thing] for thing in group])
    for a, b in SAME:
        m.add(at[a] == at[b])
    for a, b in NEXT_TO:
        m.add_allowed_assignments([at[a], at[b]], [(i, j) for i in range(1, 6) for j in range(1, 6) if abs(i - j) == 1])
    m.add(at["green"] == at["ivory"] + 1)
    m.add(at["milk"] == 3)
    m.add(at["Norwegian"] == 1)
    return lambda: _first(m, list(at.values()))


def send_more() -> Callable[[], list[int] | None]:
    m = cp_model.CpModel()
    x = {letter: m.new_int_var(1 if letter in "SM" else 0, 9, letter) for letter in MONEY}
    m.add_all_different(list(x.values()))
    m.add(sum(weight * x[letter] for letter, weight in MONEY.items()) == 0)
    return lambda: _first(m, list(x.values()))


def _magic(n: int) -> tuple[Any, list[Any]]:
    m = cp_model.CpModel()
    x = [m.new_int_var(1, n * n, "") for _ in range(n * n)]
    m.add_all_different(x)
    for line in magic_lines(n):
        m.add(sum(x[i] for i in line) == n * (n * n + 1) // 2)
    for a, b in magic_order(n):
        m.add(x[a] < x[b])
    return m, x


def magic_first(n: int) -> Callable[[], list[int] | None]:
    m, x = _magic(n)
    return lambda: _first(m, x)


def magic_all(n: int) -> Callable[[], int]:
    m, x = _magic(n)
    return lambda: len(_all(m, x))


def golomb(n: int) -> Callable[[], list[int] | None]:
    m = cp_model.CpModel()
    x = [m.new_int_var(0, n * n - 1, "") for _ in range(n)]
    m.add(x[0] == 0)
    for a, b in pairwise(x):
        m.add(a < b)
    m.add_all_different([b - a for a, b in combinations(x, 2)])
    m.add(x[1] - x[0] < x[-1] - x[-2])
    m.minimize(x[-1])
    return lambda: _first(m, x)


def latin(squares: list[list[int]]) -> Callable[[], list[list[int] | None]]:
    def model(givens: list[int]) -> tuple[Any, list[Any]]:
        n = isqrt(len(givens))
        m = cp_model.CpModel()
        x = [m.new_int_var(0, n - 1, "") if given < 0 else m.new_constant(given) for given in givens]
        for line in lines(n):
            m.add_all_different([x[i] for i in line])
        return m, x

    models = [model(givens) for givens in squares]
    return lambda: [_first(m, x) for m, x in models]


def networks(instances: list[Any]) -> Callable[[], list[list[int] | None]]:
    def model(n: int, d: int, forbidden: Any) -> tuple[Any, list[Any]]:
        m = cp_model.CpModel()
        x = [m.new_int_var(0, d - 1, "") for _ in range(n)]
        for (a, b), pairs in forbidden:
            m.add_forbidden_assignments([x[a], x[b]], pairs)
        return m, x

    models = [model(*instance) for instance in instances]
    return lambda: [_first(m, x) for m, x in models]


def tuning(space: dict[str, list[int]]) -> Callable[[], list[tuple[int, ...]]]:
    m = cp_model.CpModel()
    x = [m.new_int_var_from_domain(cp_model.Domain.from_values(values), name) for name, values in space.items()]
    bx, by, tx, ty, t, unroll, shared, _ = x

    def product(a: Any, b: Any) -> Any:
        result = m.new_int_var(0, 10**6, "")
        m.add_multiplication_equality(result, [a, b])
        return result

    threads = product(bx, by)
    m.add(threads >= 32)
    m.add(threads <= 1024)
    m.add_modulo_equality(0, t, unroll)
    area = m.new_int_var(0, 10**9, "")
    m.add_multiplication_equality(area, [product(bx, tx) + 2 * t, product(by, ty) + 2 * t, 2 + shared])
    m.add(area <= 49152 // 4)
    return lambda: _all(m, x)
