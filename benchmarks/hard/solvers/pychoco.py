"""Choco, by way of pychoco, with its lazy clause generation (``lcg=True``) and its own search."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from itertools import combinations
from typing import Any

from pychoco.model import Model as Choco  # type: ignore[import-not-found, import-untyped, unused-ignore]

from benchmarks.facts import lines, units

VERSION = f"{version('pychoco')}, lcg=True"


@dataclass
class Model:
    """A model and its variables, those of the data."""

    choco: Any
    x: list[Any]


def first(m: Model) -> list[int] | None:
    """Return a solution."""
    return [x.get_value() for x in m.x] if m.choco.get_solver().solve() else None


def every(m: Model) -> list[tuple[int, ...]]:
    """Return all solutions."""
    solver, rows = m.choco.get_solver(), []
    while solver.solve():
        rows.append(tuple([x.get_value() for x in m.x]))
    return rows


def _begin(number: int, values: int) -> Model:
    choco = Choco(lcg=True)
    return Model(choco, [choco.intvar(0, values - 1) for _ in range(number)])


def _square(n: int, givens: list[int]) -> Model:
    choco = Choco(lcg=True)
    return Model(choco, [choco.intvar(0, n - 1) if given < 0 else choco.intvar(given) for given in givens])


def _different(m: Model, scopes: list[list[int]], first_cell: int = 0) -> None:
    for scope in scopes:
        m.choco.all_different([m.x[first_cell + i] for i in scope]).post()


def latin(n: int, givens: list[int]) -> Model:
    m = _square(n, givens)
    _different(m, lines(n))
    return m


def latin_tables(n: int, givens: list[int]) -> Model:
    m = _square(n, givens)
    rows = [[a, b] for a in range(n) for b in range(n) if a != b]
    for line in lines(n):
        for i, j in combinations(line, 2):
            m.choco.table([m.x[i], m.x[j]], rows).post()
    return m


def sudoku(n: int, givens: list[int]) -> Model:
    m = _square(n, givens)
    _different(m, units(n))
    return m


def orthogonal(n: int) -> Model:
    m = _begin(2 * n * n, n)
    for start in (0, n * n):
        _different(m, lines(n), start)
        for j in range(n):
            m.choco.arithm(m.x[start + j], "=", j).post()
    pairs = [m.choco.intvar(0, n * n - 1) for _ in range(n * n)]
    for i, pair in enumerate(pairs):
        m.choco.scalar([m.x[i], m.x[n * n + i]], [n, 1], "=", pair).post()
    m.choco.all_different(pairs).post()
    return m


def identity(kind: int, n: int) -> Model:
    m = _begin(n * n, n)
    _different(m, lines(n))
    for i in range(n):
        m.choco.arithm(m.x[i * n + i], "=", i).post()
        m.choco.arithm(m.x[i * n + n - 1], ">=", i - 1).post()
    rows, columns = [m.x[i * n : i * n + n] for i in range(n)], [m.x[i::n] for i in range(n)]
    numbers = [m.choco.intvar(i) for i in range(n)]
    for a, b in combinations(range(n), 2):
        for i, j in ((a, b), (b, a)):
            forward, backward = rows[i][j], rows[j][i]
            if kind in {3, 4}:
                place = m.choco.intvar(0, n * n - 1)
                pair = [forward, backward] if kind == 3 else [backward, forward]
                m.choco.scalar(pair, [n, 1], "=", place).post()
                m.choco.element(numbers[i], m.x, place).post()
            else:
                between = m.choco.intvar(0, n - 1)
                index = forward if kind == 6 else backward
                m.choco.element(between, columns[j], index).post()
                last = (numbers[i], columns[j], between) if kind == 5 else (between, rows[i], index)
                m.choco.element(*last).post()
    return m


def cars(demand: list[int], rules: list[tuple[int, int, list[int]]]) -> Model:
    m = _begin(sum(demand), len(demand))
    wanted = [m.choco.intvar(number) for number in demand]
    m.choco.global_cardinality(m.x, list(range(len(demand))), wanted).post()
    for most, window, some in rules:
        has = [m.choco.boolvar() for _ in m.x]
        for x, literal in zip(m.x, has, strict=True):
            m.choco.reify_x_in_s(x, some, literal)
        for start in range(len(has) - window + 1):
            m.choco.sum(has[start : start + window], "<=", most).post()
    return m


def golfers(groups: int, size: int, weeks: int, fixed: bool) -> Model:  # noqa: FBT001
    m = _begin(groups * size * weeks, groups)
    players = [m.x[i * weeks : (i + 1) * weeks] for i in range(groups * size)]
    for week in zip(*players, strict=True):
        m.choco.global_cardinality(list(week), list(range(groups)), [m.choco.intvar(size)] * groups).post()
    for one, other in combinations(players, 2):
        meets = [m.choco.boolvar() for _ in range(weeks)]
        for a, b, meet in zip(one, other, meets, strict=True):
            m.choco.reify_x_eq_y(a, b, meet)
        m.choco.sum(meets, "<=", 1).post()
    if fixed:
        for i, player in enumerate(players):
            m.choco.arithm(player[0], "=", i // size).post()
    return m


def design(points: int, blocks: int, replication: int, size: int, meeting: int) -> Model:
    choco = Choco(lcg=True)
    m = Model(choco, [choco.boolvar() for _ in range(points * blocks)])
    rows, columns = [m.x[i * blocks : (i + 1) * blocks] for i in range(points)], [m.x[j::blocks] for j in range(blocks)]
    for some, total in ((rows, replication), (columns, size)):
        for line in some:
            choco.sum(line, "=", total).post()
        choco.lex_chain_less_eq(some).post()
    for one, other in combinations(rows, 2):
        both = [choco.boolvar() for _ in one]
        for a, b, meet in zip(one, other, both, strict=True):
            choco.times(a, b, meet).post()
        choco.sum(both, "=", meeting).post()
    return m


def coloring(nodes: int, edges: list[tuple[int, int]], colors: int) -> Model:
    m = _begin(nodes, colors)
    for a, b in edges:
        m.choco.arithm(m.x[a], "!=", m.x[b]).post()
    return m


def network(variables: int, values: int, links: list[Any]) -> Model:
    m = _begin(variables, values)
    for (a, b), pairs in links:
        m.choco.table([m.x[a], m.x[b]], pairs, feasible=False).post()
    return m
