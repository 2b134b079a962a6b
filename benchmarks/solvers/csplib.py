"""csplib, as a user would write it."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from math import isqrt
from typing import Any

import csplib
from benchmarks.facts import NEXT_TO, SAME, THINGS, lines, magic_lines, magic_order
from csplib import AllDifferent, Predicate, Problem, Table
from csplib.sudoku import solve_many

VERSION = f"{csplib.__version__}, {'compiled' if csplib.COMPILED else 'pure'}"


def sudoku(boards: list[str]) -> Callable[[], list[str]]:
    return lambda: [outcome.solution.to_line() for outcome in solve_many(boards) if outcome.solution]


def _queens(n: int) -> Problem[int, int]:
    p: Problem[int, int] = Problem()
    q = p.add_variables(range(n), range(n))
    p.add(AllDifferent(q))
    p.add(AllDifferent([q[i] + i for i in range(n)]))
    p.add(AllDifferent([q[i] - i for i in range(n)]))
    return p


def _first(p: Problem[Any, int]) -> list[int] | None:
    solution = p.solve()
    return None if solution is None else list(solution.values())


def queens_first(n: int) -> Callable[[], list[int] | None]:
    p = _queens(n)
    return lambda: _first(p)


def queens_all(n: int) -> Callable[[], int]:
    return _queens(n).count


def coloring(n: int, edges: list[tuple[int, int]], colors: int) -> Callable[[], list[int] | None]:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(n), range(colors))
    p.add(*[x[a] != x[b] for a, b in edges])
    return lambda: _first(p)


def zebra() -> Callable[[], list[int] | None]:
    p: Problem[str, int] = Problem()
    things = [thing for group in THINGS for thing in group]
    at = dict(zip(things, p.add_variables(things, range(1, 6)), strict=True))
    p.add(*[AllDifferent(group) for group in THINGS])
    p.add(*[at[a] == at[b] for a, b in SAME])
    p.add(*[abs(at[a] - at[b]) == 1 for a, b in NEXT_TO])
    p.add(at["green"] == at["ivory"] + 1, at["milk"] == 3, at["Norwegian"] == 1)
    return lambda: _first(p)


def send_more() -> Callable[[], list[int] | None]:
    p: Problem[str, int] = Problem()
    s, e, n, d, m, o, r, y = letters = p.add_variables("SENDMORY", range(10))
    send = 1000 * s + 100 * e + 10 * n + d
    more = 1000 * m + 100 * o + 10 * r + e
    money = 10000 * m + 1000 * o + 100 * n + 10 * e + y
    p.add(send + more == money, s != 0, m != 0, AllDifferent(letters))
    return lambda: _first(p)


def _magic(n: int) -> Problem[int, int]:
    p: Problem[int, int] = Problem()
    cells = p.add_variables(range(n * n), range(1, n * n + 1))
    p.add(AllDifferent(cells))
    p.add(*[sum(cells[i] for i in line) == n * (n * n + 1) // 2 for line in magic_lines(n)])
    p.add(*[cells[a] < cells[b] for a, b in magic_order(n)])
    return p


def magic_first(n: int) -> Callable[[], list[int] | None]:
    p = _magic(n)
    return lambda: _first(p)


def magic_all(n: int) -> Callable[[], int]:
    return _magic(n).count


def golomb(n: int) -> Callable[[], list[int]]:
    p: Problem[int, int] = Problem()
    mark = p.add_variables(range(n), range(n * n))
    p.add(mark[0] == 0, *[a < b for a, b in pairwise(mark)])
    p.add(AllDifferent([b - a for a, b in combinations(mark, 2)]))
    p.add(mark[1] - mark[0] < mark[-1] - mark[-2])

    def run() -> list[int]:
        best = p.minimize(mark[-1]).finish()
        return [] if best is None else list(best.solution.values())

    return run


def latin(squares: list[list[int]]) -> Callable[[], list[list[int] | None]]:
    problems = []
    for givens in squares:
        n = isqrt(len(givens))
        p: Problem[int, int] = Problem()
        cells = [p.add_variable(i, range(n) if given < 0 else [given]) for i, given in enumerate(givens)]
        p.add(*[AllDifferent([cells[i] for i in line]) for line in lines(n)])
        problems.append(p)
    return lambda: [_first(p) for p in problems]


def networks(instances: list[Any]) -> Callable[[], list[list[int] | None]]:
    problems = []
    for n, d, forbidden in instances:
        p: Problem[int, int] = Problem()
        x = p.add_variables(range(n), range(d))
        p.add(*[Table([x[a], x[b]], forbidden=pairs) for (a, b), pairs in forbidden])
        problems.append(p)
    return lambda: [_first(p) for p in problems]


def tuning(space: dict[str, list[int]]) -> Callable[[], Sequence[Mapping[str, int]]]:
    p: Problem[str, int] = Problem()
    bx, by, tx, ty, t, unroll, shared, _ = [p.add_variable(name, values) for name, values in space.items()]
    p.add(bx * by >= 32, bx * by <= 1024, Predicate([t, unroll], lambda t, unroll: t % unroll == 0))
    p.add((bx * tx + 2 * t) * (by * ty + 2 * t) * (2 + shared) * 4 <= 49152)
    return lambda: list(p.solutions())
