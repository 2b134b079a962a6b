"""Each heuristic against its definition, written out naively."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import Stated, problems

import csplib
from csplib import Problem, State
from csplib.kernel.bits import is_single, size_of, split


def some_state(stated: Stated, data: Any) -> tuple[csplib.CSP, State]:
    """Assign some variables at random, with forward checking; stop before a contradiction."""
    csp = stated.problem.compile()
    state = csp.state()
    csplib.node_consistency(csp, state)
    for x in data.draw(st.lists(st.integers(0, csp.size - 1), unique=True, max_size=csp.size - 1)):
        mark = state.mark()
        if state.wiped >= 0 or not state.domains[x]:
            break
        state.assign(x, data.draw(st.sampled_from(split(state.domains[x]))))
        if not csplib.forward_check(csp, state, x):
            state.undo(mark)
            break
    return csp, state


@given(problems(), st.data())
def test_selections_choose_by_their_rule_and_break_ties_by_the_order_of_statement(stated: Stated, data: Any) -> None:
    csp, state = some_state(stated, data)
    open_variables = [x for x in range(csp.size) if state.is_open(x)]
    open_variables = [x for x in open_variables if x < csp.stated] or open_variables  # hidden ones come last
    if not open_variables:
        return
    sizes = {x: size_of(state.domains[x]) for x in open_variables}
    degrees = {x: sum(state.is_open(y) for y in csp.neighbors[x]) for x in open_variables}
    assert csplib.first_open(csp, state) == open_variables[0]
    assert csplib.mrv(csp, state) == min(open_variables, key=lambda x: (sizes[x], x))
    assert csplib.degree(csp, state) == min(open_variables, key=lambda x: (-degrees[x], x))
    assert csplib.mrv_degree(csp, state) == min(open_variables, key=lambda x: (sizes[x], -degrees[x], x))


@given(problems(), st.data())
def test_orders_sort_by_their_rule_and_break_ties_by_the_order_of_values(stated: Stated, data: Any) -> None:
    csp, state = some_state(stated, data)
    for x in range(csp.size):
        if not state.is_open(x):
            continue
        values = split(state.domains[x])
        assert csplib.ascending(csp, state, x) == values
        used = {bit: sum(domain == bit for domain in state.domains) for bit in values}
        assert csplib.most_used(csp, state, x) == sorted(values, key=lambda bit: (-used[bit], bit))
        ruled_out = {bit: lost_to_neighbors(csp, state, x, bit) for bit in values}
        assert csplib.lcv(csp, state, x) == sorted(values, key=lambda bit: (ruled_out[bit], bit))
        assert sorted(csplib.shuffled(1)(csp, state, x)) == values


def lost_to_neighbors(csp: csplib.CSP, state: State, x: int, bit: int) -> int:
    """Count the values of open neighbors that go with no arc's blessing once x has the value *bit*."""
    lost = 0
    for y in csp.neighbors[x]:
        arcs = [arc for arc in csp.arcs if (arc.x, arc.y) == (y, x)]
        if state.is_open(y):
            lost += sum(not all(arc.supported(value, bit) for arc in arcs) for value in split(state.domains[y]))
    return lost


def test_the_middle_of_a_star_has_the_highest_degree() -> None:
    p: Problem[str, int] = Problem()
    a, hub, b, c = p.add_variables(["a", "hub", "b", "c"], range(3))
    p.add(a != hub, b != hub, c != hub)
    csp = p.compile()
    state = csp.state()
    assert csp.names[csplib.degree(csp, state)] == "hub"
    assert csp.names[csplib.mrv(csp, state)] == "a"
    assert csp.names[csplib.mrv_degree(csp, state)] == "hub"


def test_lcv_leaves_neighbors_the_most_choices() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variable("x", [1, 2]), p.add_variable("y", [1, 3]), p.add_variable("z", [1, 4])
    p.add(x != y, x != z)
    csp = p.compile()
    assert [csp.values[0][bit] for bit in csplib.lcv(csp, csp.state(), 0)] == [2, 1]


def test_shuffling_shuffles_and_repeats() -> None:
    p: Problem[str, int] = Problem()
    p.add_variable("x", range(20))
    csp = p.compile()
    first, again = csplib.shuffled(3), csplib.shuffled(3)
    orders = [first(csp, csp.state(), 0) for _ in range(3)]
    assert [again(csp, csp.state(), 0) for _ in range(3)] == orders
    assert len({tuple(order) for order in orders}) == 3
    assert all(is_single(bit) for bit in orders[0])


def test_a_shuffle_that_was_pickled_goes_on_where_it_stood() -> None:
    p: Problem[str, int] = Problem()
    p.add_variable("x", range(20))
    csp = p.compile()
    order = csplib.shuffled(3)
    order(csp, csp.state(), 0)
    twins = [pickle.loads(pickle.dumps(order)), copy.deepcopy(order)]  # noqa: S301 - our own
    expected = [order(csp, csp.state(), 0) for _ in range(3)]
    for twin in twins:
        assert [twin(csp, csp.state(), 0) for _ in range(3)] == expected


@pytest.mark.parametrize("order", [csplib.lcv, csplib.most_used, csplib.ascending])
def test_an_order_leaves_the_state_as_it_was(order: csplib.Order) -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(4))
    p.add(x != y)
    csp = p.compile()
    state = csp.state()
    order(csp, state, 0)
    assert state.domains == csp.domains
    assert state.mark() == 0
