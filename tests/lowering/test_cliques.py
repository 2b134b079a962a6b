"""Cliques of differences, however stated, get the propagators of an AllDifferent. No answer and no arc changes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise, product
from typing import Any

import oracle
import pytest
from catalogue import total
from hypothesis import given, settings
from hypothesis import strategies as st

import csplib
from csplib import AllDifferent, AllEqual, Constraint, Diff, In, Narrow, Predicate, Problem, Relation, Removal, Table
from csplib.kernel.propagators.hall import HallIntervals
from csplib.kernel.propagators.permutation import Permutation
from csplib.lowering import cliques
from csplib.modelling.constraints.logic import AllOf

State = Callable[[Any, Any, range], Constraint]


def unequal(a: int, b: int) -> bool:
    return a != b


WAYS: dict[str, State] = {
    "!=": lambda x, y, _: x != y,
    "Diff": lambda x, y, _: Diff(x, y),
    "equal offsets": lambda x, y, _: Diff(x + 3, y + 3),
    "a sum": lambda x, y, _: x - y != 0,
    "Not": lambda x, y, _: ~AllEqual([x, y]),
    "Predicate": lambda x, y, _: Predicate([x, y], unequal),
    "Relation": lambda x, y, _: Relation(x, y, unequal),
    "a table": lambda x, y, values: Table([x, y], [row for row in product(values, repeat=2) if row[0] != row[1]]),
    "forbidden rows": lambda x, y, values: Table([x, y], forbidden=[(a, a) for a in values]),
    "before or after": lambda x, y, _: (x < y) | (x > y),
    "more than different": lambda x, y, _: Predicate([x, y], lambda a, b: a != b and a + b != 1),
}


def permutations(p: Problem[Any, Any]) -> list[list[int]]:
    return [one.scope for one in p.compile().propagators if isinstance(one, Permutation)]


@pytest.mark.parametrize("way", WAYS)
def test_pigeons_need_no_search_however_the_differences_are_stated(way: str) -> None:
    p: Problem[int, int] = Problem()
    birds = p.add_variables(range(9), range(8))
    p.add(*[WAYS[way](a, b, range(8)) for a, b in combinations(birds, 2)])
    assert permutations(p) == [list(range(9))]
    assert p.solve(node_limit=0) is None
    assert p.count() == 0


def test_the_cliques_of_a_sudoku_are_found() -> None:
    p: Problem[int, int] = Problem()
    cells = p.add_variables(range(81), range(1, 10))
    units = [[9 * r + c for c in range(9)] for r in range(9)]
    units += [[9 * r + c for r in range(9)] for c in range(9)]
    units += [[9 * (r + i) + c + j for i in range(3) for j in range(3)] for r in (0, 3, 6) for c in (0, 3, 6)]
    pairs = sorted({pair for unit in units for pair in combinations(sorted(unit), 2)})
    p.add(*[cells[a] != cells[b] for a, b in pairs])
    csp = p.compile()
    assert len(csp.arcs) == 1620
    assert [len(names) for names in csp.neighbors] == [20] * 81
    assert sorted(permutations(p)) == sorted(map(sorted, units))


def test_what_constraints_state_on_their_own_is_not_found_again() -> None:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(6), range(6))
    p.add(AllDifferent(x), *[a != b for a, b in combinations(x, 2)])
    assert permutations(p) == [list(range(6))]


def test_an_all_different_and_differences_can_form_a_clique_together() -> None:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(7), range(6))
    p.add(AllDifferent(x[:4]), AllDifferent(x[4:]), *[a != b for a, b in product(x[:4], x[4:])])
    assert p.solve(node_limit=0) is None


def test_a_clique_with_fixed_variables_is_seen() -> None:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(6), range(6))
    p.add(In(x[0], [3]), In(x[4], [5]), *[Predicate([a, b], unequal) for a, b in combinations(x, 2)])
    assert permutations(p) == [list(range(6))]


def test_variables_with_further_values_do_not_hide_a_clique() -> None:
    p: Problem[int, int] = Problem()
    wide = p.add_variables([7, 8], range(20))
    x = p.add_variables(range(7), range(6))
    p.add(*[a != b for a, b in combinations([*wide, *x], 2)])
    assert permutations(p) == [list(range(2, 9))]


def test_a_clique_of_variables_with_bounds_gets_hall_intervals() -> None:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(6), range(8))
    p.add(*[a != b for a, b in combinations(x, 2)], total(x) == 20)
    assert [one.scope for one in p.compile().propagators if isinstance(one, HallIntervals)] == [list(range(6))]


def test_loose_cliques_and_sparse_graphs_get_nothing() -> None:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(12), range(6))
    p.add(*[a != b for a, b in combinations(x[:5], 2)], *[a != b for a, b in pairwise(x)])
    assert not p.compile().propagators


def test_the_effort_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[int] = []
    monkeypatch.setattr(cliques, "look_up", steps.append)
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(200), range(50))
    edges = [(a, b) for a, b in combinations(range(200), 2) if (a * b + a) % 7 < 4]
    p.add(*[x[a] != x[b] for a, b in edges])
    p.compile()
    assert sum(steps) < 40 * len(edges) + 20_000


@settings(max_examples=100)
@given(st.data())
def test_random_graphs_have_the_solutions_that_brute_force_finds(data: st.DataObject) -> None:
    size = data.draw(st.integers(4, 6))
    values = range(data.draw(st.integers(3, 5)))
    p: Problem[int, int] = Problem()
    x = [p.add_variable(i, data.draw(st.sampled_from([values, values, values[:-1], values[1:]]))) for i in range(size)]
    pairs = [pair for pair in combinations(x, 2) if data.draw(st.integers(0, 9))]
    ways = data.draw(st.lists(st.sampled_from(list(WAYS.values())), min_size=1, max_size=2))
    p.add(*[ways[n % len(ways)](a, b, values) for n, (a, b) in enumerate(pairs)])
    if data.draw(st.booleans()):
        p.add(total(x) == data.draw(st.integers(0, 3 * size)))
    checks = [lambda row, one=one: one.satisfied([row[name] for name in one.scope]) for one in p.constraints]
    domains: Any = p.domains
    expected = {tuple(row.values()) for row in oracle.all_solutions(domains, checks)}
    assert {tuple(s.values()) for s in p.solutions()} == expected
    assert p.count() == len(expected)
    assert (p.solve() is None) == (not expected)


def test_a_conflict_names_exactly_the_differences_that_are_needed() -> None:
    p: Problem[int, int] = Problem()
    birds = p.add_variables(range(8), range(6))
    pairs = [a != b for a, b in combinations(birds, 2)]
    p.add(*pairs, birds[0] <= 4, birds[7] >= 2)
    conflict = p.explain()
    assert conflict is not None
    named = set(map(id, conflict.constraints))
    left = [one for one in pairs if id(one) in named]
    assert len(left) == len(conflict.constraints)
    assert len({name for one in left for name in one.scope}) == 7
    assert len(left) == 21
    for one in left:
        q: Problem[int, int] = Problem()
        q.add_variables(range(8), range(6))
        q.add(*[Diff(*other.scope) for other in left if other is not one])
        assert q.solve() is not None


def test_why_and_events_name_the_differences() -> None:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(6), range(6))
    pairs = [a != b for a, b in combinations(x, 2)]
    p.add(*pairs, *[one != 0 for one in x[1:]])
    told: list[csplib.Event] = []
    assert p.solve(observer=told.append) is not None
    (event,) = [one for one in told if isinstance(one, Narrow) and isinstance(one.constraint, AllOf)]
    assert isinstance(event.constraint, AllOf)
    assert event.constraint.parts == tuple(pairs)
    assert (event.variable, event.left) == (0, (0,))
    why = p.why(x[0], 5)
    assert why.impossible
    (step,) = [one for one in why.steps if isinstance(one, Removal) and isinstance(one.constraint, AllOf)]
    assert [premise.lost for premise in step.since] == [(0,)] * 5
    assert str(step).startswith("(0 != 1) & (0 != 2) & (0 != 3)")
