"""Changing a problem, assuming things, and asking why not."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Stated, problems

import csplib
from csplib import AllDifferent, AtMost, Conflict, Constraint, In, NotIn, Predicate, Problem, Removal, element, reify
from csplib.asking.why import concluded
from csplib.lowering.hidden import domain_of
from csplib.modelling.terms import Term, TermName, UndefinedError


def chain(length: int = 3) -> Problem[Any, Any]:
    p: Problem[Any, Any] = Problem()
    xs = p.add_variables([f"x{i}" for i in range(length)], range(length))
    for i in range(length - 1):
        p.add((xs[i] < xs[i + 1]).named(f"step {i}"))
    return p


def test_a_named_constraint_can_be_removed_and_added_again() -> None:
    p = chain()
    assert p.count() == 1
    gone = p.remove("step 0")
    assert [c.name for c in gone] == ["step 0"]
    assert p.count() == 9
    p.add(*gone)
    assert p.count() == 1


def test_a_constraint_can_be_removed_as_the_thing_that_was_added() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(2))
    apart = x != y
    p.add(apart, x != y)
    assert p.remove(apart) == [apart]
    assert len(p.constraints) == 1


def test_a_name_takes_all_that_bear_it_and_a_wrong_one_changes_nothing() -> None:
    p = chain(4)
    p.add(In("x0", [0], name="step 0"))
    with pytest.raises(csplib.UnknownConstraintError, match="'no such'"):
        p.remove("step 1", "no such")
    assert len(p.constraints) == 4
    assert len(p.remove("step 0")) == 2
    assert len(p.remove("step 1", "step 2")) == 2


def test_assumptions_hold_inside_the_block_and_leave_no_trace() -> None:
    p = chain()
    before = p.compile()
    with p.assume(x0=0) as same:
        assert same is p
        assert p.count() == 1
        with p.assume({p.variable("x1"): 2}):
            assert p.solve() is None
            assert not p.is_unique()
        assert p.count() == 1
    assert p.compile() is before
    with pytest.raises(csplib.UnknownVariableError, match="'nobody'"), p.assume(nobody=1):
        pass
    with pytest.raises(ZeroDivisionError), p.assume(x0=2):
        raise ZeroDivisionError
    assert p.count() == 1


def test_assumptions_that_contradict_each_other_have_no_solution() -> None:
    p: Problem[str, int] = Problem()
    p.add_variable("x", range(3))
    with p.assume(x=1):
        assert p.solve(assuming={"x": 2}) is None
        assert p.solve(assuming={"x": 1}) == {"x": 1}
        found = p.explain(assuming={"x": 2})
    assert found is not None
    assert found.assumptions == (("x", 1), ("x", 2))
    assert found.constraints == ()


def test_explaining_a_problem_with_a_solution_finds_nothing() -> None:
    assert chain().explain() is None


def test_explaining_names_just_the_constraints_of_a_conflict() -> None:
    p = chain(4)
    p.add(NotIn("x0", [0], name="not zero"), AllDifferent(["x0", "x3"], name="idle"))
    found = p.explain()
    assert isinstance(found, Conflict)
    assert found.names == ("step 0", "step 1", "step 2", "not zero")
    assert str(found).splitlines()[0] == "These cannot hold together, but they can if any one of them is removed:"


def test_a_constraint_that_fails_alone_is_a_conflict_alone() -> None:
    p = chain()
    p.add(Predicate(["x0", "x1"], lambda _a, _b: False, name="never"))
    found = p.explain()
    assert found is not None
    assert str(found) == "This cannot hold on its own:\n- never"


def test_explaining_sees_through_expressions_and_combinations() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(4))
    p.add(
        AllDifferent([abs(x - y), abs(y - z)], name="gaps differ"),
        (x == y).named("same"),
        (y == z).named("same too"),
        ((x < 3) & (z < 4)).named("idle"),
    )
    found = p.explain()
    assert found is not None
    assert found.names == ("gaps differ", "same", "same too")
    p = Problem()
    x, y = p.add_variables("xy", range(4))
    p.add(
        (reify(x == 1) + reify(y == 1) == 2).named("two ones"),
        ((x > 1) & (y < 9)).named("big"),
        (element([5, 5, 6], y) == 6).named("six"),
    )
    found = p.explain()
    assert found is not None
    assert len(found.constraints) == 2


def test_a_limit_is_passed_on_to_the_searches_behind_an_explanation() -> None:
    p: Problem[int, int] = Problem()
    p.add(AllDifferent(p.add_variables(range(9), range(8)), consistency="arcs"))
    with pytest.raises(csplib.LimitReached):
        p.explain(node_limit=5)


@settings(max_examples=150)
@given(problems(most_variables=3), st.data())
def test_a_conflict_fails_as_a_whole_and_holds_without_any_one_part(stated: Stated, data: st.DataObject) -> None:
    problem = stated.problem
    facts: dict[Any, Any] = {}
    for name, domain in problem.domains.items():
        if data.draw(st.booleans()):
            facts[name] = data.draw(st.sampled_from(domain))
    found = problem.explain(assuming=facts)
    holds = [s for s in stated.solutions() if all(s[name] == value for name, value in facts.items())]
    assert (found is None) == bool(holds)
    if found is not None:
        parts: list[Any] = [*found.constraints, *found.assumptions]
        assert not _satisfiable(problem, parts)
        assert all(_satisfiable(problem, [p for p in parts if p is not part]) for part in parts)


def _satisfiable(problem: Problem[Any, Any], parts: list[Any]) -> bool:
    """Brute force over the judge, which shares nothing with the solver."""
    facts = [part for part in parts if not isinstance(part, Constraint)]
    stated = [part for part in parts if isinstance(part, Constraint)]
    for row in product(*problem.domains.values()):
        values: dict[Hashable, Any] = dict(zip(problem.domains, row, strict=True))
        if all(values[name] == value for name, value in facts) and not csplib.violations(
            dict(problem.domains), stated, values
        ):
            return True
    return False


def test_why_tells_the_chain_in_sentences() -> None:
    p = chain(4)
    assert str(p.why("x0", 2)) == (
        "x0 cannot be 2:\n- step 1 removes 3 from x1.\n- step 0 removes 2 from x0, since x1 cannot be 3."
    )
    told = p.why("x0", 3)
    assert told.impossible
    assert [step.constraint for step in told.steps if isinstance(step, Removal)] == [p.constraints[0]]


def test_why_knows_a_value_outside_the_domain_and_a_possible_one() -> None:
    p = chain()
    assert str(p.why("x0", 99)) == "x0 cannot be 99: that is not in its domain."
    assert str(p.why("x0", 0)) == "x0 can be 0: a solution has it."


def test_why_needs_search_where_propagation_stops() -> None:
    p: Problem[Any, int] = Problem()
    p.add_variables("abc", [0, 1])
    p.add_variable("d", [0, 1, 2])
    p.add(*[csplib.Diff(left, right) for left, right in ("ab", "bc", "ca")])
    told = p.why("d", 1)
    assert (told.impossible, told.needs_search) == (True, True)
    assert str(told) == "d cannot be 1, because there is no solution at all: explain() says why."
    assert str(told._replace(unsolvable=False)) == "d cannot be 1, but only a search shows it."


def test_why_knows_that_nothing_can_hold_where_propagation_sees_it() -> None:
    p: Problem[Any, int] = Problem()
    x, y, _ = p.add_variables("xyz", [0, 1])
    p.add(x < y, y < x)
    told = concluded(dict(p.domains), p.constraints, "z", 1)
    assert str(told) == "z cannot be 1, because there is no solution at all: explain() says why."


def test_why_calls_the_parts_of_an_and_by_its_name() -> None:
    p: Problem[Any, int] = Problem()
    x, y, z = p.add_variables("xyz", range(3))
    p.add(((x < y) & (y < z).named("second")).named("sorted"))
    assert str(p.why(x, 1)) == (
        "x cannot be 1:\n- second removes 2 from y.\n- sorted removes 1 from x, since y cannot be 2."
    )


def test_why_speaks_of_expressions_by_their_definition() -> None:
    p: Problem[Any, int] = Problem()
    x, y = p.add_variables("xy", range(1, 3))
    p.add(In(x * y, [1]))
    assert str(p.why(x, 2)) == (
        "x cannot be 2:\n- x * y == 1 removes 2 and 4 from x * y.\n"
        "- the definition of x * y removes 2 from x, since x * y is 1."
    )
    p = Problem()
    x = p.add_variable("x", range(3))
    p.add(AtMost(0, [x + 1, p.add_variable("y", [1])], 3))
    assert str(p.why(x, 2)).endswith("- the definition of x + 1 removes 2 from x, since x + 1 cannot be 3.")


def test_why_speaks_of_assumptions() -> None:
    p = chain()
    p.remove("step 1")
    with p.assume(x1=1):
        told = p.why("x0", 1)
    assert "assumed: x1 is 1 removes 2 from x1." in str(told)
    assert "since x1 cannot be 2" in str(told)


@settings(max_examples=200)
@given(problems(most_variables=4))
def test_each_removal_follows_from_its_constraint_and_earlier_removals_alone(stated: Stated) -> None:
    problem = stated.problem
    for name, domain in problem.domains.items():
        for value in domain:
            told = problem.why(name, value)
            assert told.impossible == (not any(s[name] == value for s in stated.solutions()))
            gone: set[tuple[Any, Any]] = set()
            removals = [step for step in told.steps if isinstance(step, Removal)]
            for step in removals:
                if step.values:
                    _judge(problem, step, gone)
            if removals and not told.needs_search:
                assert removals[-1].variable == name
                assert value in removals[-1].values


def _judge(problem: Problem[Any, Any], step: Removal, gone: set[tuple[Any, Any]]) -> None:
    """Check by brute force that no row of the constraint uses a removed value, given what the step rests on."""
    lost = {premise.variable: set(premise.lost) for premise in step.since}
    for variable, values in lost.items():
        assert all((variable, value) in gone for value in values), "a premise that no earlier step established"
    gone |= {(step.variable, value) for value in step.values}
    constraint = step.constraint
    assert isinstance(constraint, Constraint)
    domains: dict[Any, Any] = problem.domains
    scope = constraint.scope
    rows = product(*[domain_of(Term(name), domains) for name in scope])
    for row in rows:
        named = dict(zip(scope, row, strict=True))
        shifted = zip(constraint.terms, constraint.shifted_values(row), strict=True)
        named |= {TermName(term): value for term, value in shifted if term.offset}
        if any(named[name] is not value for name, value in zip(scope, row, strict=True)):
            continue
        if any(value in lost.get(name, ()) for name, value in named.items()):
            continue
        if any(_has_one_of(expression, values, named) for expression, values in lost.items()):
            continue
        uses = [v for name, v in zip(scope, row, strict=True) if name == step.variable]
        assert not (any(v in step.values for v in uses) and constraint.satisfied(row)), (str(step), row)


def _has_one_of(name: object, values: set[Any], named: dict[Any, Any]) -> bool:
    """Return whether *name* is an expression that has one of *values* where its variables are as *named*."""
    if not isinstance(name, TermName) or any(variable.name not in named for variable in name.term.variables()):
        return False
    try:
        return name.term.evaluate(named) in values
    except UndefinedError:
        return False


def test_a_conflict_names_constraints_that_never_did_anything_themselves() -> None:
    """That c is two above a is known before any constraint runs, so the search sees nothing but the last one fail."""
    p: Problem[str, int] = Problem()
    a, b, c = p.add_variables("abc", range(5))
    p.add(a < b, b < c, In(c - a, [1]))
    conflict = p.explain()
    assert conflict is not None
    assert conflict.names == ("a < b", "b < c", "c - a == 1")
