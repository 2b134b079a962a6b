"""Why a value cannot be, where only a search shows it: every step is checked by brute force."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from models import pigeons, queens
from test_combined_features import mixed_problems

from csplib import Deduction, In, LimitReached, Predicate, Problem, Removal, Table, Why
from csplib.asking.deductions import Premise
from csplib.modelling.constraints.base import Constraint, holds
from csplib.modelling.terms import TermName, UndefinedError

pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")  # random problems name any value


def value_of(variable: Any, row: dict[Any, Any]) -> Any:
    return variable.term.evaluate(row) if isinstance(variable, TermName) else row[variable]


def is_true(premise: Premise, row: dict[Any, Any]) -> bool:
    return value_of(premise.variable, row) not in premise.lost


def breaks(step: Deduction, row: dict[Any, Any]) -> bool:
    """Return whether *row* has all that the step rests on, but not what it concludes."""
    try:
        if not all(is_true(premise, row) for premise in step.since):
            return False
        return step.conclusion is None or not is_true(step.conclusion, row)
    except UndefinedError:
        return False


def check_deductions(problem: Problem[Any, Any], steps: tuple[Any, ...]) -> None:
    names = list(problem.domains)
    rows = [dict(zip(names, row, strict=True)) for row in product(*problem.domains.values())]
    for number, step in enumerate(steps, 1):
        assert all(earlier < number for earlier in step.steps)
        behind = [steps[earlier - 1] for earlier in step.steps]
        for row in rows:
            if all(holds(one, row) for one in step.constraints) and not any(breaks(one, row) for one in behind):
                assert not breaks(step, row), (str(step), row)
    assert steps[-1].conclusion is None


def check_removals(problem: Problem[Any, Any], steps: tuple[Any, ...]) -> None:
    gone: set[tuple[Any, Any]] = set()
    for step in steps:
        assert isinstance(step.constraint, Constraint)
        assert all((premise.variable, value) in gone for premise in step.since for value in premise.lost)
        gone |= {(step.variable, value) for value in step.values}
    last = steps[-1].variable
    if last in problem.domains:
        assert {(last, value) for value in problem.domains[last]} <= gone


@settings(max_examples=60)
@given(mixed=mixed_problems(), data=st.data())
def test_every_step_follows_and_the_last_is_a_contradiction(mixed: Any, data: st.DataObject) -> None:
    problem = mixed.problem
    assume(len(list(product(*problem.domains.values()))) <= 260)
    facts = {}
    for name, domain in problem.domains.items():
        if not data.draw(st.integers(0, 3)):
            facts[name] = data.draw(st.sampled_from(domain))
    rows = [row for row in mixed.solutions if all(row[name] == value for name, value in facts.items())]
    for name in data.draw(st.lists(st.sampled_from(list(problem.domains)), max_size=2, unique=True)):
        for value in problem.domains[name]:
            told = problem.why(name, value, assuming=facts)
            assert told.impossible == (not any(row[name] == value for row in rows))
            assert not told.unsolvable or not rows
            assert str(told)
            if told.needs_search and not told.unsolvable:
                assert told.steps
                removals = isinstance(told.steps[0], Removal)
                (check_removals if removals else check_deductions)(problem, told.steps)


def colored() -> Problem[Any, int]:
    """Return a problem in which x and y must differ, but no constraint says so."""
    p: Problem[Any, int] = Problem()
    x, y = p.add_variables("xy", range(3))
    a, b = p.add_variables("ab", range(2))
    p.add(Table([x, a, b], [(v, i, j) for v in range(3) for i in range(2) for j in range(2) if (i + j) % 2 == v % 2]))
    p.add(Table([y, a, b], [(v, i, j) for v in range(3) for i in range(2) for j in range(2) if (i + j) % 2 != v % 2]))
    return p


def test_a_search_tells_its_deductions() -> None:
    p = queens(6)
    told = p.why(0, 0)
    assert told.impossible
    assert told.needs_search
    assert all(isinstance(step, Deduction) for step in told.steps)
    lines = str(told).splitlines()
    assert lines[0] == "0 cannot be 0. Suppose that it is:"
    assert lines[1].startswith("1. ")
    assert ", because of " in lines[1]
    assert lines[-1].startswith(f"{len(told.steps)}. That is a contradiction, because of assumed: 0 is 0, ")
    assert told._repr_html_()
    assert told.steps[0]._repr_html_()


def test_what_propagation_concludes_from_a_value_is_told_as_removals() -> None:
    p: Problem[Any, int] = Problem()
    w, x, y, z = p.add_variables("wxyz", range(3))
    p.add((x != y).named("xy"), (x != z).named("xz"), (y != z).named("yz"), (w != y).named("wy"), (w != z).named("wz"))
    assert str(p.why(w, 0, assuming={x: 1})) == (
        "w cannot be 0. Suppose that it is:\n"
        "1. assumed: w is 0 removes 1 and 2 from w.\n"
        "2. assumed: x is 1 removes 0 and 2 from x.\n"
        "3. wy removes 0 from y, since w is 0.\n"
        "4. wz removes 0 from z, since w is 0.\n"
        "5. xy removes 1 from y, since x is 1.\n"
        "6. xz removes 1 from z, since x is 1.\n"
        "7. yz removes 2 from z, since y is 2.\n"
        "8. Nothing is left for z."
    )


def test_assumptions_and_unary_constraints_are_named_where_they_matter() -> None:
    p = colored()
    p.add(In("b", [0, 1], name="idle"))
    told = p.why("x", 1, assuming={"y": 1})
    assert told.needs_search
    assert "assumed: y is 1" in str(told)
    assert "idle" not in str(told)
    assert p.why("x", 0, assuming={"y": 1}) == Why("x", 0, impossible=False)


def test_a_search_that_must_not_learn_has_no_steps() -> None:
    told = queens(6).why(0, 0, learning=False)
    assert str(told) == "0 cannot be 0, but only a search shows it."


def test_a_constraint_that_fails_is_the_last_step() -> None:
    p: Problem[Any, int] = Problem()
    w = p.add_variable("w", range(2))
    xs = p.add_variables("abcdefg", range(40))
    p.add((sum(xs) * (w + 1) >= 300).named("much"), ((w == 1) | (sum(xs) < 290)).named("little"))
    told = p.why(w, 0)
    assert told.impossible
    assert told.steps


def test_a_refutation_that_takes_too_long_has_no_steps() -> None:
    p: Problem[Any, int] = Problem()
    xs = p.add_variables(range(8), range(4))
    p.add(Predicate(xs, lambda *row: row[0] != 0, name="hidden"))
    told = p.why(0, 0)
    assert str(told) == "0 cannot be 0, but only a search shows it."


def test_limits_stop_it() -> None:
    p: Problem[Any, Any] = pigeons(9)
    p.add_variable("free", range(2))
    with pytest.raises(LimitReached):
        p.why("free", 1, node_limit=20)
    with pytest.raises(LimitReached):
        p.why("free", 1, time_limit=0.02)
