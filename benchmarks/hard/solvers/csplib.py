"""csplib, as a user would write it."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import csplib
from benchmarks.facts import lines, units
from csplib import AllDifferent, Cardinality, In, Lex, Problem, Table, element, reify

VERSION = f"{csplib.__version__}, {'compiled' if csplib.COMPILED else 'pure'}"

Model = Problem[int, int]


def first(p: Model, **options: Any) -> list[int] | None:
    """Return a solution; `restarts` is the name of a sequence and its arguments."""
    if "restarts" in options:
        name, *arguments = options["restarts"]
        options["restarts"] = getattr(csplib, name)(*arguments)
    solution = p.solve(**options)
    return None if solution is None else list(solution.values())


def every(p: Model) -> list[tuple[int, ...]]:
    """Return all solutions."""
    return [tuple(solution.values()) for solution in p.solutions()]


def _square(n: int, givens: list[int]) -> tuple[Model, list[Any]]:
    p: Model = Problem()
    return p, [p.add_variable(i, range(n) if given < 0 else [given]) for i, given in enumerate(givens)]


def latin(n: int, givens: list[int]) -> Model:
    p, x = _square(n, givens)
    p.add(*[AllDifferent([x[i] for i in line]) for line in lines(n)])
    return p


def latin_tables(n: int, givens: list[int]) -> Model:
    p, x = _square(n, givens)
    rows = [(a, b) for a in range(n) for b in range(n) if a != b]
    p.add(*[Table([x[i], x[j]], rows) for line in lines(n) for i, j in combinations(line, 2)])
    return p


def sudoku(n: int, givens: list[int]) -> Model:
    p, x = _square(n, givens)
    p.add(*[AllDifferent([x[i] for i in unit]) for unit in units(n)])
    return p


def orthogonal(n: int) -> Model:
    p: Model = Problem()
    x = p.add_variables(range(2 * n * n), range(n))
    squares = x[: n * n], x[n * n :]
    for square in squares:
        p.add(*[AllDifferent([square[i] for i in line]) for line in lines(n)])
        p.add(*[square[j] == j for j in range(n)])
    p.add(AllDifferent([n * a + b for a, b in zip(*squares, strict=True)]))
    return p


def identity(kind: int, n: int) -> Model:
    p: Model = Problem()
    x = list(p.add_variables(range(n * n), range(n)))
    p.add(*[AllDifferent([x[i] for i in line]) for line in lines(n)])
    p.add(*[x[i * n + i] == i for i in range(n)])
    p.add(*[x[i * n + n - 1] >= i - 1 for i in range(n)])
    rows, columns = [x[i * n : i * n + n] for i in range(n)], [x[i::n] for i in range(n)]
    for a, b in combinations(range(n), 2):
        for i, j in ((a, b), (b, a)):
            forward, backward = rows[i][j], rows[j][i]
            if kind == 3:
                p.add(element(x, forward * n + backward) == i)
            elif kind == 4:
                p.add(element(x, backward * n + forward) == i)
            elif kind == 5:
                p.add(element(columns[j], element(columns[j], backward)) == i)
            elif kind == 6:
                p.add(element(columns[j], forward) == element(rows[i], forward))
            else:
                p.add(element(columns[j], backward) == element(rows[i], backward))
    return p


def cars(demand: list[int], rules: list[tuple[int, int, list[int]]]) -> Model:
    p: Model = Problem()
    x = list(p.add_variables(range(sum(demand)), range(len(demand))))
    p.add(Cardinality(x, dict(enumerate(demand))))
    for most, window, some in rules:
        has = [reify(In(car, some)) for car in x]
        p.add(*[sum(has[start : start + window]) <= most for start in range(len(x) - window + 1)])
    return p


def golfers(groups: int, size: int, weeks: int, fixed: bool) -> Model:  # noqa: FBT001
    p: Model = Problem()
    x = list(p.add_variables(range(groups * size * weeks), range(groups)))
    players = [x[i * weeks : (i + 1) * weeks] for i in range(groups * size)]
    for week in zip(*players, strict=True):
        p.add(Cardinality(week, dict.fromkeys(range(groups), size)))
    for one, other in combinations(players, 2):
        p.add(sum(reify(a == b) for a, b in zip(one, other, strict=True)) <= 1)
    if fixed:
        p.add(*[player[0] == i // size for i, player in enumerate(players)])
    return p


def design(points: int, blocks: int, replication: int, size: int, meeting: int) -> Model:
    p: Model = Problem()
    x = list(p.add_variables(range(points * blocks), range(2)))
    rows, columns = [x[i * blocks : (i + 1) * blocks] for i in range(points)], [x[j::blocks] for j in range(blocks)]
    p.add(*[sum(row) == replication for row in rows], *[sum(column) == size for column in columns])
    for one, other in combinations(rows, 2):
        p.add(sum(a * b for a, b in zip(one, other, strict=True)) == meeting)
    p.add(*[Lex(a, b) for some in (rows, columns) for a, b in pairwise(some)])
    return p


def coloring(nodes: int, edges: list[tuple[int, int]], colors: int) -> Model:
    p: Model = Problem()
    x = p.add_variables(range(nodes), range(colors))
    p.add(*[x[a] != x[b] for a, b in edges])
    return p


def network(variables: int, values: int, links: list[Any]) -> Model:
    p: Model = Problem()
    x = p.add_variables(range(variables), range(values))
    p.add(*[Table([x[a], x[b]], forbidden=pairs) for (a, b), pairs in links])
    return p
