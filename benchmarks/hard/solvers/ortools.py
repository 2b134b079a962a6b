"""OR-Tools CP-SAT with one worker. What counts values is stated with a literal for each value, as usual there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Any

from ortools.sat.python import cp_model  # type: ignore[import-not-found, import-untyped, unused-ignore]

from benchmarks.facts import lines, units
from benchmarks.growth.solvers.ortools import VERSION, Model, every, first

__all__ = ["VERSION", "every", "first"]


def _begin(number: int, values: int) -> Model:
    cp = cp_model.CpModel()
    return Model(cp, [cp.new_int_var(0, values - 1, "") for _ in range(number)])


def _square(n: int, givens: list[int]) -> Model:
    cp = cp_model.CpModel()
    return Model(cp, [cp.new_int_var(*((0, n - 1) if given < 0 else (given, given)), "") for given in givens])


def _different(m: Model, scopes: list[list[int]], first_cell: int = 0) -> None:
    for scope in scopes:
        m.cp.add_all_different([m.x[first_cell + i] for i in scope])


def latin(n: int, givens: list[int]) -> Model:
    m = _square(n, givens)
    _different(m, lines(n))
    return m


def latin_tables(n: int, givens: list[int]) -> Model:
    m = _square(n, givens)
    rows = [(a, b) for a in range(n) for b in range(n) if a != b]
    for line in lines(n):
        for i, j in combinations(line, 2):
            m.cp.add_allowed_assignments([m.x[i], m.x[j]], rows)
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
            m.cp.add(m.x[start + j] == j)
    pairs = [m.cp.new_int_var(0, n * n - 1, "") for _ in range(n * n)]
    for i, pair in enumerate(pairs):
        m.cp.add(pair == n * m.x[i] + m.x[n * n + i])
    m.cp.add_all_different(pairs)
    return m


def identity(kind: int, n: int) -> Model:
    m = _begin(n * n, n)
    _different(m, lines(n))
    for i in range(n):
        m.cp.add(m.x[i * n + i] == i)
        m.cp.add(m.x[i * n + n - 1] >= i - 1)
    rows, columns = [m.x[i * n : i * n + n] for i in range(n)], [m.x[i::n] for i in range(n)]
    for a, b in combinations(range(n), 2):
        for i, j in ((a, b), (b, a)):
            forward, backward = rows[i][j], rows[j][i]
            if kind in {3, 4}:
                place = m.cp.new_int_var(0, n * n - 1, "")
                one, other = (forward, backward) if kind == 3 else (backward, forward)
                m.cp.add(place == n * one + other)
                m.cp.add_element(place, m.x, i)
            else:
                between = m.cp.new_int_var(0, n - 1, "")
                index = forward if kind == 6 else backward
                m.cp.add_element(index, columns[j], between)
                m.cp.add_element(*((between, columns[j], i) if kind == 5 else (index, rows[i], between)))
    return m


def _literals(m: Model, values: int) -> list[list[Any]]:
    """Return a literal for each value of each variable."""
    found = []
    for x in m.x:
        literals = [m.cp.new_bool_var("") for _ in range(values)]
        for value, literal in enumerate(literals):
            m.cp.add(x == value).only_enforce_if(literal)
            m.cp.add(x != value).only_enforce_if(~literal)
        found.append(literals)
    return found


def cars(demand: list[int], rules: list[tuple[int, int, list[int]]]) -> Model:
    m = _begin(sum(demand), len(demand))
    builds = _literals(m, len(demand))
    for car, wanted in enumerate(demand):
        m.cp.add(sum(slot[car] for slot in builds) == wanted)
    for most, window, some in rules:
        has = [sum(slot[car] for car in some) for slot in builds]
        for start in range(len(has) - window + 1):
            m.cp.add(sum(has[start : start + window]) <= most)
    return m


def golfers(groups: int, size: int, weeks: int, fixed: bool) -> Model:  # noqa: FBT001
    m = _begin(groups * size * weeks, groups)
    plays = _literals(m, groups)
    for week in range(weeks):
        for group in range(groups):
            m.cp.add(sum(player[group] for player in plays[week::weeks]) == size)
    players = [m.x[i * weeks : (i + 1) * weeks] for i in range(groups * size)]
    for one, other in combinations(players, 2):
        meets = [m.cp.new_bool_var("") for _ in range(weeks)]
        m.cp.add_at_most_one(meets)
        for a, b, meet in zip(one, other, meets, strict=True):
            m.cp.add(a == b).only_enforce_if(meet)
            m.cp.add(a != b).only_enforce_if(~meet)
    if fixed:
        for i, player in enumerate(players):
            m.cp.add(player[0] == i // size)
    return m


def design(points: int, blocks: int, replication: int, size: int, meeting: int) -> Model:
    m = Model(cp_model.CpModel(), [])
    m.x = [m.cp.new_bool_var("") for _ in range(points * blocks)]
    rows, columns = [m.x[i * blocks : (i + 1) * blocks] for i in range(points)], [m.x[j::blocks] for j in range(blocks)]
    for some, total in ((rows, replication), (columns, size)):
        for line in some:
            m.cp.add(sum(line) == total)
        for one, other in pairwise(some):
            _in_order(m, one, other)
    for one, other in combinations(rows, 2):
        both = [m.cp.new_bool_var("") for _ in one]
        for a, b, meet in zip(one, other, both, strict=True):
            m.cp.add_multiplication_equality(meet, [a, b])
        m.cp.add(sum(both) == meeting)
    return m


def _in_order(m: Model, one: Sequence[Any], other: Sequence[Any]) -> None:
    """Order two rows of literals; there is no such constraint, so a literal says that the rows are equal so far."""
    equal = m.cp.new_constant(1)
    for a, b in zip(one, other, strict=True):
        further = m.cp.new_bool_var("")
        m.cp.add_bool_or([~equal, ~a, b])
        m.cp.add_bool_or([~equal, ~a, further])
        m.cp.add_bool_or([~equal, b, further])
        equal = further


def coloring(nodes: int, edges: list[tuple[int, int]], colors: int) -> Model:
    m = _begin(nodes, colors)
    for a, b in edges:
        m.cp.add(m.x[a] != m.x[b])
    return m


def network(variables: int, values: int, links: list[Any]) -> Model:
    m = _begin(variables, values)
    for (a, b), pairs in links:
        m.cp.add_forbidden_assignments([m.x[a], m.x[b]], pairs)
    return m
