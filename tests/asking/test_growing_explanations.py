"""Explanations of long chains of bounds: their cost grows with their size, and steps are about bounds."""

from collections.abc import Callable, Hashable
from itertools import pairwise, product
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csplib import LimitReached, Problem, Table
from csplib.asking.cycles import cycle_among
from csplib.asking.deductions import Premise, Removal
from csplib.asking.refuting import Refuter
from csplib.modelling.constraints.base import holds


def circle(size: int, values: int) -> Problem[int, int]:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(size), range(values))
    p.add(*[a < b for a, b in pairwise(x)], x[-1] < x[0])
    return p


def climb(values: int) -> Problem[int, int]:
    """Return a problem whose bounds meet step by step, and whose comparisons form no cycle of two variables each."""
    p: Problem[int, int] = Problem()
    x, y = p.add_variables(range(2), range(values))
    step = p.add_variable(2, [1, 2])
    p.add(x + step <= y, y + step <= x)
    return p


def seconds(question: Callable[[], object]) -> float:
    """Return the CPU time of the faster one of two runs."""
    spent = []
    for _ in range(2):
        began = process_time()
        question()
        spent.append(process_time() - began)
    return min(spent)


@pytest.mark.parametrize("values", [1000, 5000], ids=["bits", "intervals"])
def test_explaining_bounds_that_meet_step_by_step_takes_time_that_grows_with_the_steps(values: int) -> None:
    small, large = climb(values), climb(4 * values if values > 4096 else 4000)
    assert seconds(large.explain) < 10 * seconds(small.explain)  # 4 times as many steps; 16 would be quadratic


def test_a_limit_reaches_an_explanation_of_very_many_steps() -> None:
    with pytest.raises(LimitReached):
        climb(10**7).explain(time_limit=0.2)
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(600), range(600))
    p.add(*[a < b for a, b in pairwise(x)])
    with pytest.raises(LimitReached):
        p.why(x[0], 1, time_limit=0.2)


@pytest.mark.parametrize("size", [2, 3, 10, 60])
def test_a_circle_of_comparisons_is_explained_by_all_of_them_and_no_others(size: int) -> None:
    p = circle(size, 100)
    p.add(p[0] >= 0, p[1] != 7)
    conflict = p.explain()
    assert conflict is not None
    assert len(conflict.constraints) == size


@pytest.mark.parametrize("size", [3, 10, 60, 100])
def test_why_tells_a_chain_of_comparisons_in_one_step_for_each(size: int) -> None:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(size), range(size))
    p.add(*[a < b for a, b in pairwise(x)])
    assert len(p.why(x[0], 1).steps) == size - 1
    assert len(p.why(x[-1], size - 2).steps) == size - 1


def test_steps_about_bounds_say_at_least_and_at_most() -> None:
    p: Problem[str, int] = Problem()
    a, b, c = p.add_variables("abc", range(9))
    p.add(a + 4 <= b, b + 1 <= c)
    assert str(p.why(c, 4)) == (
        "c cannot be 4:\n- a + 4 <= b removes 0 to 3 from b.\n- b < c removes 4 from c, since b is at least 4."
    )
    assert str(p.why(a, 4).steps[-1]) == "a + 4 <= b removes 4 from a, since b cannot be 8."
    assert str(Premise("x", (7, 8, 9), (0, 1))) == "x is at most 1"
    assert str(Premise("x", (3, 4, 5), (0, 9))) == "x cannot be 3 to 5"
    assert str(Premise("x", (3, 5, 6), (0, 9))) == "x cannot be 3, 5 or 6"
    assert str(Removal("x", ("a", "b", "c"), "c", ())) == "c removes a, b and c from x."


@pytest.mark.parametrize("colors", [3, 4])
@pytest.mark.parametrize("ordered", [False, True])
def test_a_refutation_by_search_names_constraints_that_are_enough(colors: int, *, ordered: bool) -> None:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(colors + 3), range(colors))
    pairs = [a != b for place, a in enumerate(x[:-2]) for b in x[:place]]
    p.add(*pairs, x[-2] != x[-1], *([x[0] < x[1]] if ordered else []))
    refuter = Refuter(p.domains, {}, p._ask)
    needed = refuter.refute(p.constraints)
    assert needed is not None
    assert refuter.fails(needed)
    assert x[-2].name not in {name for one in needed for name in one.scope}


@pytest.mark.parametrize("values", [60, 5000], ids=["bits", "intervals"])
def test_a_refutation_by_propagation_names_all_that_it_needs_and_no_more(values: int) -> None:
    p = circle(10, values)
    y, z = p.add_variables([-1, -2], range(values))
    p.add(y < z, z != 7)
    needed = Refuter(p.domains, {}, p._ask).refute(p.constraints)
    assert needed is not None
    assert {id(one) for one in needed} == {id(one) for one in p.constraints[:10]}


def test_nogoods_name_what_they_need_of_the_root() -> None:
    p: Problem[object, int] = Problem()
    x = p.add_variables(range(5), range(9))
    middle, limit, other = p.add_variables(["middle", "limit", "other"], range(9))
    p.add(*[a != b for place, a in enumerate(x) for b in x[:place]])
    bounds = [*[v <= middle for v in x], middle < limit, limit <= other, other <= 4]
    p.add(*bounds)
    refuter = Refuter(p.domains, {}, p._ask)
    needed = refuter.refute(p.constraints)
    assert needed is not None
    assert {id(one) for one in bounds} <= {id(one) for one in needed}


def test_nogoods_name_the_constraints_behind_them() -> None:
    p: Problem[object, int] = Problem()
    size = 10
    pairs = [*[(one, (one + 1) % size) for one in range(size)], *[(one, one + size // 2) for one in range(size // 2)]]
    edges = {pair: p.add_variable(pair, range(2)) for pair in pairs}
    rows = list(product(range(2), repeat=3))
    for corner in range(size):  # at one corner the sum is odd: a search must show that this cannot be
        around = [edge for pair, edge in edges.items() if corner in pair]
        p.add(Table(around, allowed=[row for row in rows if sum(row) % 2 == (corner == 0)]))
    p.add(p.add_variable("unused", range(2)) != edges[0, 1])
    needed = Refuter(p.domains, {}, p._ask).refute(p.constraints)
    assert needed is not None
    assert {id(one) for one in needed} == {id(one) for one in p.constraints[:size]}


@pytest.mark.parametrize("size", [2, 3, 400, 10_000])
def test_a_cycle_of_comparisons_is_a_conflict_that_is_seen_without_a_search(size: int) -> None:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(size + 2), range(10**5))
    p.add(*[a < b for a, b in pairwise(x)], x[size] < x[1], x[0] != x[-1])
    found = p.explain(node_limit=0)
    assert found is not None
    assert len(found.constraints) == size


@settings(max_examples=300)
@given(
    st.integers(2, 4), st.integers(2, 7), st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(-3, 3)))
)
def test_a_cycle_of_comparisons_cannot_hold_but_can_without_any_one_of_them(
    size: int, values: int, edges: list[tuple[int, int, int]]
) -> None:
    p: Problem[Any, Any] = Problem()
    x = p.add_variables(range(size), range(values))
    p.add(*[x[a % size] + gap <= x[b % size] for a, b, gap in edges if a % size != b % size])
    cycle = cycle_among(p.domains, p.constraints)
    if cycle is None:
        return
    rows: list[dict[Hashable, int]] = [dict(enumerate(row)) for row in product(range(values), repeat=size)]
    for left_out in (None, *cycle):
        kept = [one for one in cycle if one is not left_out]
        assert any(all(holds(one, row) for one in kept) for row in rows) == (left_out is not None)
