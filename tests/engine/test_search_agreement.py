"""Every way to search finds exactly the solutions that brute force finds."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest
from catalogue import INFERENCES, ORDERS, SELECTIONS
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Stated, key, problems

import csplib
from csplib import Problem


@settings(max_examples=60)
@given(problems())
def test_every_inference_with_every_variable_and_value_order_finds_the_oracles_solutions(stated: Stated) -> None:
    expected = Counter(map(key, stated.solutions()))
    for infer, select, order in product(INFERENCES, SELECTIONS, ORDERS):
        found = Counter(map(key, stated.problem.solutions(infer=infer, select=select, order=order)))
        assert found == expected, (infer, select, order)


@settings(max_examples=300)
@given(problems())
def test_the_engine_finds_each_solution_once_and_the_judge_agrees(stated: Stated) -> None:
    found = list(stated.problem.solutions())
    expected = stated.solutions()
    assert {key(s) for s in found} == {key(s) for s in expected}
    assert len(found) == len(expected) == stated.problem.count()
    assert all(not stated.problem.violations(s) for s in found)
    assert stated.problem.is_unique() == (len(expected) == 1)
    assert (stated.problem.solve() is None) == (not expected)


@given(problems())
def test_the_judge_accepts_the_oracles_solutions_and_no_other_row(stated: Stated) -> None:
    right = {key(s) for s in stated.solutions()}
    domains = stated.problem.domains
    for row in product(*domains.values()):
        assignment = dict(zip(domains, row, strict=True))
        assert (not stated.problem.violations(assignment)) == (key(assignment) in right)


@settings(max_examples=300)
@given(problems(), st.data())
def test_a_projection_yields_each_combination_once(stated: Stated, data: st.DataObject) -> None:
    names = list(stated.problem.domains)
    on = data.draw(st.lists(st.sampled_from(names), unique=True))
    infer = data.draw(st.sampled_from(INFERENCES))
    select = data.draw(st.sampled_from(SELECTIONS))
    found = [tuple(s.items()) for s in stated.problem.solutions(on=on, infer=infer, select=select)]
    expected = {tuple((name, s[name]) for name in on) for s in stated.solutions()}
    assert set(found) == expected
    assert len(found) == len(expected)


@given(problems(), st.integers(0, 2**40))
def test_a_seed_changes_the_order_and_nothing_else(stated: Stated, seed: int) -> None:
    first = list(stated.problem.solutions(seed=seed))
    again = list(stated.problem.solutions(seed=seed))
    assert first == again
    assert {key(s) for s in first} == {key(s) for s in stated.solutions()}


@pytest.mark.parametrize("infer", INFERENCES)
def test_a_user_written_selection_order_and_inference_work(infer: csplib.Infer | None) -> None:
    asked: list[str] = []

    def last_open(_csp: csplib.CSP, state: csplib.State) -> int:
        asked.append("select")
        return max(state.open_variables())

    def descending(csp: csplib.CSP, state: csplib.State, x: int) -> list[int]:
        asked.append("order")
        return csplib.ascending(csp, state, x)[::-1]

    def watched(csp: csplib.CSP, state: csplib.State, x: int) -> bool:
        asked.append("infer")
        return infer(csp, state, x) if infer else True

    p = Problem()
    x, y = p.add_variables("xy", range(3))
    p.add(x != y)
    found = p.solve(select=last_open, order=descending, infer=watched if infer else None)
    assert found == {"x": 1, "y": 2}
    assert {"select", "order"} <= set(asked)
    assert ("infer" in asked) == (infer is not None)


def test_an_order_may_be_any_iterable() -> None:
    p = Problem()
    p.add_variables("xy", range(2))
    found = p.solutions(order=lambda csp, state, x: iter(csplib.ascending(csp, state, x)))
    assert len(list(found)) == 4


@pytest.mark.parametrize("chosen", [-1, 0, 2])
def test_a_selection_of_something_that_is_not_open_is_refused(chosen: int) -> None:
    p = Problem()
    p.add_variable("given", [0])
    p.add_variable("open", [0, 1])
    for infer in INFERENCES:
        with pytest.raises(csplib.OptionError, match=f"select= returned {chosen}"):
            p.solve(select=lambda _csp, _state: chosen, infer=infer)


def test_an_inference_that_forgets_to_return_is_not_taken_for_no_solution() -> None:
    p = Problem()
    p.add_variables("xy", range(2))
    forgetful: Any = lambda _csp, _state, _x: None  # noqa: E731
    with pytest.raises((csplib.OptionError, TypeError), match="None"):
        p.solve(infer=forgetful)


@settings(max_examples=200)
@given(problems(), st.data())
def test_assumptions_hold_for_one_search_and_leave_no_trace(stated: Stated, data: st.DataObject) -> None:
    domains = stated.problem.domains
    pools = {name: st.none() | st.sampled_from([(value,) for value in domain]) for name, domain in domains.items()}
    assuming = {name: drawn[0] for name, drawn in data.draw(st.fixed_dictionaries(pools)).items() if drawn is not None}
    infer = data.draw(st.sampled_from(INFERENCES))
    before = list(stated.problem.solutions(infer=infer))
    found = list(stated.problem.solutions(assuming=assuming, infer=infer))
    agreeing = [s for s in stated.solutions() if all(s[name] == value for name, value in assuming.items())]
    assert Counter(map(key, found)) == Counter(map(key, agreeing))
    assert list(stated.problem.solutions(infer=infer)) == before
