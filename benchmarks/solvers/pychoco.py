"""Choco, by way of pychoco."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version
from itertools import combinations, pairwise
from math import isqrt
from typing import Any

from pychoco.model import Model  # type: ignore[import-not-found, import-untyped, unused-ignore]

from benchmarks.facts import MONEY, NEXT_TO, SAME, SYMBOLS, THINGS, lines, magic_lines, magic_order, units

VERSION = version("pychoco")


def _first(m: Any, variables: Sequence[Any]) -> list[int] | None:
    return [x.get_value() for x in variables] if m.get_solver().solve() else None


def _count(m: Any) -> int:
    solver = m.get_solver()
    while solver.solve():
        pass
    return int(solver.get_solution_count())


def sudoku(boards: list[str]) -> Callable[[], list[str]]:
    def model(board: str) -> tuple[Any, list[Any]]:
        n = isqrt(len(board))
        m = Model()
        x = [m.intvar(1, n) if s == "." else m.intvar(SYMBOLS.index(s) + 1) for s in board]
        for unit in units(n):
            m.all_different([x[cell] for cell in unit]).post()
        m.get_solver().set_min_dom_lb_search(*x)
        return m, x

    models = [model(board) for board in boards]
    return lambda: ["".join(SYMBOLS[v - 1] for v in _first(m, x) or []) for m, x in models]


def _queens(n: int) -> tuple[Any, list[Any]]:
    m = Model()
    q = m.intvars(n, 0, n - 1)
    m.all_different(q).post()
    m.all_different([q[i] + i for i in range(n)]).post()
    m.all_different([q[i] - i for i in range(n)]).post()
    m.get_solver().set_min_dom_lb_search(*q)
    return m, q


def queens_first(n: int) -> Callable[[], list[int] | None]:
    m, q = _queens(n)
    return lambda: _first(m, q)


def queens_all(n: int) -> Callable[[], int]:
    m, _ = _queens(n)
    return lambda: _count(m)


def coloring(n: int, edges: list[tuple[int, int]], colors: int) -> Callable[[], list[int] | None]:
    m = Model()
    x = m.intvars(n, 0, colors - 1)
    for a, b in edges:
        m.arithm(x[a], "!=", x[b]).post()
    return lambda: _first(m, x)


def zebra() -> Callable[[], list[int] | None]:
    m = Model()
    at = {thing: m.intvar(1, 5) for group in THINGS for thing in group}
    for group in THINGS:
        m.all_different([at[thing] for thing in group]).post()
    for a, b in SAME:
        m.arithm(at[a], "=", at[b]).post()
    for a, b in NEXT_TO:
        m.distance(at[a], at[b], "=", 1).post()
    m.arithm(at["green"], "-", at["ivory"], "=", 1).post()
    m.arithm(at["milk"], "=", 3).post()
    m.arithm(at["Norwegian"], "=", 1).post()
    return lambda: _first(m, list(at.values()))


def send_more() -> Callable[[], list[int] | None]:
    m = Model()
    x = [m.intvar(1 if letter in "SM" else 0, 9) for letter in MONEY]
    m.all_different(x).post()
    m.scalar(x, list(MONEY.values()), "=", 0).post()
    return lambda: _first(m, x)


def _magic(n: int) -> tuple[Any, list[Any]]:
    m = Model()
    x = m.intvars(n * n, 1, n * n)
    m.all_different(x).post()
    for line in magic_lines(n):
        m.sum([x[i] for i in line], "=", n * (n * n + 1) // 2).post()
    for a, b in magic_order(n):
        m.arithm(x[a], "<", x[b]).post()
    m.get_solver().set_min_dom_lb_search(*x)
    return m, x


def magic_first(n: int) -> Callable[[], list[int] | None]:
    m, x = _magic(n)
    return lambda: _first(m, x)


def magic_all(n: int) -> Callable[[], int]:
    m, _ = _magic(n)
    return lambda: _count(m)


def golomb(n: int) -> Callable[[], list[int]]:
    m = Model()
    x = m.intvars(n, 0, n * n - 1)
    m.arithm(x[0], "=", 0).post()
    for a, b in pairwise(x):
        m.arithm(a, "<", b).post()
    gaps = {(a, b): m.intvar(1, n * n - 1) for a, b in combinations(range(n), 2)}
    for (a, b), gap in gaps.items():
        m.scalar([x[b], x[a], gap], [1, -1, -1], "=", 0).post()
    m.all_different(list(gaps.values()), "BC").post()
    m.arithm(gaps[0, 1], "<", gaps[n - 2, n - 1]).post()
    solver = m.get_solver()
    solver.set_input_order_lb_search(*x)

    def run() -> list[int]:
        best = solver.find_optimal_solution(maximize=False, objective=x[-1])
        return [best.get_int_val(mark) for mark in x]

    return run


def latin(squares: list[list[int]]) -> Callable[[], list[list[int] | None]]:
    def model(givens: list[int]) -> tuple[Any, list[Any]]:
        n = isqrt(len(givens))
        m = Model()
        x = [m.intvar(0, n - 1) if given < 0 else m.intvar(given) for given in givens]
        for line in lines(n):
            m.all_different([x[i] for i in line]).post()
        return m, x

    models = [model(givens) for givens in squares]
    return lambda: [_first(m, x) for m, x in models]


def networks(instances: list[Any]) -> Callable[[], list[list[int] | None]]:
    def model(n: int, d: int, forbidden: Any) -> tuple[Any, list[Any]]:
        m = Model()
        x = m.intvars(n, 0, d - 1)
        for (a, b), pairs in forbidden:
            m.table([x[a], x[b]], [[v, w] for v in range(d) for w in range(d) if [v, w] not in pairs]).post()
        return m, x

    models = [model(*instance) for instance in instances]
    return lambda: [_first(m, x) for m, x in models]


def tuning(space: dict[str, list[int]]) -> Callable[[], list[tuple[int, ...]]]:
    m = Model()
    x = [m.intvar(values) for values in space.values()]
    bx, by, tx, ty, t, unroll, shared, _ = x
    threads = bx * by
    m.arithm(threads, ">=", 32).post()
    m.arithm(threads, "<=", 1024).post()
    m.mod(t, unroll, m.intvar(0)).post()
    width, height = bx * tx + 2 * t, by * ty + 2 * t
    m.arithm(width * height * (shared + 2), "<=", 49152 // 4).post()
    solver = m.get_solver()
    solver.set_input_order_lb_search(*x)

    def run() -> list[tuple[int, ...]]:
        rows = []
        while solver.solve():
            rows.append(tuple([variable.get_value() for variable in x]))
        return rows

    return run
