"""python-constraint2: its default solver, and the constraints its documentation calls fastest."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from itertools import combinations, count, pairwise
from math import isqrt
from typing import Any

from constraint import (  # type: ignore[import-not-found, unused-ignore]
    AllDifferentConstraint,
    AllEqualConstraint,
    ExactSumConstraint,
    Problem,
)

from benchmarks.facts import MONEY, NEXT_TO, SAME, SYMBOLS, THINGS, lines, magic_lines, magic_order, units

VERSION = version("python-constraint2")


def _first(p: Any, names: Any) -> list[int] | None:
    solution = p.getSolution()
    return None if solution is None else [solution[name] for name in names]


def sudoku(boards: list[str]) -> Callable[[], list[str]]:
    def model(board: str) -> Any:
        n = isqrt(len(board))
        p = Problem()
        for i, symbol in enumerate(board):
            p.addVariable(i, SYMBOLS[:n] if symbol == "." else [symbol])
        for unit in units(n):
            p.addConstraint(AllDifferentConstraint(), unit)
        return p

    models = [model(board) for board in boards]
    return lambda: [
        "".join(solution[i] for i in range(len(solution))) for solution in (p.getSolution() for p in models)
    ]


def _queens(n: int) -> Any:
    p = Problem()
    p.addVariables(range(n), range(n))
    for i, j in combinations(range(n), 2):
        p.addConstraint(lambda a, b, d=j - i: a != b and abs(a - b) != d, (i, j))
    return p


def queens_first(n: int) -> Callable[[], list[int] | None]:
    p = _queens(n)
    return lambda: _first(p, range(n))


def queens_all(n: int) -> Callable[[], int]:
    p = _queens(n)
    return lambda: len(p.getSolutions())


def coloring(n: int, edges: list[tuple[int, int]], colors: int) -> Callable[[], list[int] | None]:
    p = Problem()
    p.addVariables(range(n), range(colors))
    for edge in edges:
        p.addConstraint(AllDifferentConstraint(), edge)
    return lambda: _first(p, range(n))


def zebra() -> Callable[[], list[int] | None]:
    p = Problem()
    p.addVariables([thing for group in THINGS for thing in group], range(1, 6))
    for group in THINGS:
        p.addConstraint(AllDifferentConstraint(), group)
    for pair in SAME:
        p.addConstraint(AllEqualConstraint(), pair)
    for pair in NEXT_TO:
        p.addConstraint(lambda x, y: abs(x - y) == 1, pair)
    p.addConstraint(lambda x, y: x == y + 1, ("green", "ivory"))
    p.addConstraint(lambda x: x == 3, ("milk",))
    p.addConstraint(lambda x: x == 1, ("Norwegian",))
    return lambda: _first(p, [thing for group in THINGS for thing in group])


def send_more() -> Callable[[], list[int] | None]:
    p = Problem()
    p.addVariables("ENDORY", range(10))
    p.addVariables("SM", range(1, 10))
    p.addConstraint(AllDifferentConstraint())
    p.addConstraint(ExactSumConstraint(0, list(MONEY.values())), list(MONEY))
    return lambda: _first(p, "SENDMORY")


def _magic(n: int) -> Any:
    p = Problem()
    p.addVariables(range(n * n), range(1, n * n + 1))
    p.addConstraint(AllDifferentConstraint(), range(n * n))
    for line in magic_lines(n):
        p.addConstraint(ExactSumConstraint(n * (n * n + 1) // 2), line)
    for pair in magic_order(n):
        p.addConstraint(lambda x, y: x < y, pair)
    return p


def magic_first(n: int) -> Callable[[], list[int] | None]:
    p = _magic(n)
    return lambda: _first(p, range(n * n))


def magic_all(n: int) -> Callable[[], int]:
    p = _magic(n)
    return lambda: len(p.getSolutions())


def golomb(n: int) -> Callable[[], list[int] | None]:
    """There is no optimization, so one length is tried after the other."""

    def model(length: int) -> Any:
        p = Problem()
        p.addVariable(0, [0])
        p.addVariables(range(1, n - 1), range(1, length))
        p.addVariable(n - 1, [length])
        for pair in pairwise(range(n)):
            p.addConstraint(lambda x, y: x < y, pair)
        for (a, b), (c, d) in combinations(combinations(range(n), 2), 2):
            scope = sorted({a, b, c, d})
            if len(scope) == 4:
                where = [scope.index(x) for x in (a, b, c, d)]
                p.addConstraint(lambda *v, w=where: v[w[1]] - v[w[0]] != v[w[3]] - v[w[2]], scope)
            elif b == c:
                p.addConstraint(lambda x, y, z: y - x != z - y, (a, b, d))
        return p

    return lambda: next(filter(None, (_first(model(length), range(n)) for length in count(n * (n - 1) // 2))))


def latin(squares: list[list[int]]) -> Callable[[], list[list[int] | None]]:
    def model(givens: list[int]) -> Any:
        n = isqrt(len(givens))
        p = Problem()
        for i, given in enumerate(givens):
            p.addVariable(i, range(n) if given < 0 else [given])
        for line in lines(n):
            p.addConstraint(AllDifferentConstraint(), line)
        return p

    models = [model(givens) for givens in squares]
    return lambda: [_first(p, range(len(givens))) for p, givens in zip(models, squares, strict=True)]


def networks(instances: list[Any]) -> Callable[[], list[list[int] | None]]:
    def model(n: int, d: int, forbidden: Any) -> Any:
        p = Problem()
        p.addVariables(range(n), range(d))
        for scope, pairs in forbidden:
            bad = {(a, b) for a, b in pairs}
            p.addConstraint(lambda x, y, bad=bad: (x, y) not in bad, scope)
        return p

    models = [model(*instance) for instance in instances]
    return lambda: [_first(p, range(instance[0])) for p, instance in zip(models, instances, strict=True)]


def tuning(space: dict[str, list[int]]) -> Callable[[], list[tuple[int, ...]]]:
    p = Problem()
    for name, values in space.items():
        p.addVariable(name, values)
    p.addConstraint("block_size_x * block_size_y >= 32")
    p.addConstraint("block_size_x * block_size_y <= 1024")
    p.addConstraint("temporal_tiling_factor % loop_unroll_factor_t == 0")
    p.addConstraint(
        "(block_size_x * tile_size_x + temporal_tiling_factor * 2)"
        " * (block_size_y * tile_size_y + temporal_tiling_factor * 2) * (2 + sh_power) * 4 <= 49152"
    )
    return lambda: list(p.getSolutionsOrderedList(list(space)))
