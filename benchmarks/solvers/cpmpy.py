"""CPMpy with its default solver, CP-SAT, on one worker."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from itertools import combinations, pairwise
from math import isqrt
from typing import Any

import cpmpy as cp  # type: ignore[import-not-found, import-untyped, unused-ignore]

from benchmarks.facts import MONEY, NEXT_TO, SAME, SYMBOLS, THINGS, lines, magic_lines, magic_order, units

VERSION = version("cpmpy")


def _first(m: Any, x: Any) -> list[int] | None:
    return [int(one.value()) for one in x] if m.solve(solver="ortools", num_workers=1) else None


def sudoku(boards: list[str]) -> Callable[[], list[str]]:
    def model(board: str) -> tuple[Any, Any]:
        n = isqrt(len(board))
        x = cp.intvar(1, n, shape=n * n)
        m = cp.Model([cp.AllDifferent([x[cell] for cell in unit]) for unit in units(n)])
        m += [x[i] == SYMBOLS.index(symbol) + 1 for i, symbol in enumerate(board) if symbol != "."]
        return m, x

    models = [model(board) for board in boards]
    return lambda: ["".join(SYMBOLS[v - 1] for v in _first(m, x) or []) for m, x in models]


def _queens(n: int) -> tuple[Any, Any]:
    q = cp.intvar(0, n - 1, shape=n)
    return cp.Model(*[cp.AllDifferent([q[i] + sign * i for i in range(n)]) for sign in (0, 1, -1)]), q


def queens_first(n: int) -> Callable[[], list[int] | None]:
    m, q = _queens(n)
    return lambda: _first(m, q)


def queens_all(n: int) -> Callable[[], int]:
    m, _ = _queens(n)
    return lambda: int(m.solveAll(solver="ortools"))


def coloring(n: int, edges: list[tuple[int, int]], colors: int) -> Callable[[], list[int] | None]:
    x = cp.intvar(0, colors - 1, shape=n)
    m = cp.Model([x[a] != x[b] for a, b in edges])
    return lambda: _first(m, x)


def zebra() -> Callable[[], list[int] | None]:
    things = [thing for group in THINGS for thing in group]
    at = dict(zip(things, cp.intvar(1, 5, shape=len(things)), strict=True))
    m = cp.Model([cp.AllDifferent([at[thing] for thing in group]) for group in THINGS])
    m += [at[a] == at[b] for a, b in SAME]
    m += [abs(at[a] - at[b]) == 1 for a, b in NEXT_TO]
    m += [at["green"] == at["ivory"] + 1, at["milk"] == 3, at["Norwegian"] == 1]
    return lambda: _first(m, at.values())


def send_more() -> Callable[[], list[int] | None]:
    x = [cp.intvar(1 if letter in "SM" else 0, 9) for letter in MONEY]
    m = cp.Model(cp.AllDifferent(x), cp.sum(w * one for w, one in zip(MONEY.values(), x, strict=True)) == 0)
    return lambda: _first(m, x)


def _magic(n: int) -> tuple[Any, Any]:
    x = cp.intvar(1, n * n, shape=n * n)
    m = cp.Model(cp.AllDifferent(x))
    m += [cp.sum([x[i] for i in line]) == n * (n * n + 1) // 2 for line in magic_lines(n)]
    m += [x[a] < x[b] for a, b in magic_order(n)]
    return m, x


def magic_first(n: int) -> Callable[[], list[int] | None]:
    m, x = _magic(n)
    return lambda: _first(m, x)


def magic_all(n: int) -> Callable[[], int]:
    m, _ = _magic(n)
    return lambda: int(m.solveAll(solver="ortools"))


def golomb(n: int) -> Callable[[], list[int] | None]:
    x = cp.intvar(0, n * n - 1, shape=n)
    m = cp.Model(x[0] == 0, [a < b for a, b in pairwise(x)])
    m += cp.AllDifferent([b - a for a, b in combinations(x, 2)])
    m += x[1] - x[0] < x[-1] - x[-2]
    m.minimize(x[-1])
    return lambda: _first(m, x)


def latin(squares: list[list[int]]) -> Callable[[], list[list[int] | None]]:
    def model(givens: list[int]) -> tuple[Any, Any]:
        n = isqrt(len(givens))
        x = cp.intvar(0, n - 1, shape=n * n)
        m = cp.Model([cp.AllDifferent([x[i] for i in line]) for line in lines(n)])
        m += [x[i] == given for i, given in enumerate(givens) if given >= 0]
        return m, x

    models = [model(givens) for givens in squares]
    return lambda: [_first(m, x) for m, x in models]


def networks(instances: list[Any]) -> Callable[[], list[list[int] | None]]:
    def model(n: int, d: int, forbidden: Any) -> tuple[Any, Any]:
        x = cp.intvar(0, d - 1, shape=n)
        return cp.Model(
            [cp.NegativeTable([x[a], x[b]], [list(pair) for pair in pairs]) for (a, b), pairs in forbidden]
        ), x

    models = [model(*instance) for instance in instances]
    return lambda: [_first(m, x) for m, x in models]
