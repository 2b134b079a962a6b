"""A refutation names the constraints that it needs, and conflicts are minimal: against brute force."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from catalogue import CATALOGUE, stated
from hypothesis import given, settings
from hypothesis import strategies as st
from models import hidden_clash, pigeons
from test_combined_features import mixed_problems

from csplib import AllDifferent, AtMost, Constraint, In, Problem, Table
from csplib.asking.explaining import Assumption, minimal_part, smallest_conflict
from csplib.asking.launching import one_solution
from csplib.asking.refuting import Refuter
from csplib.modelling.constraints.base import holds

pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")  # random problems name any value


def can_hold(problem: Problem[Any, Any], statements: Sequence[Constraint]) -> bool:
    """Return whether some assignment satisfies *statements*, by trying all."""
    names = sorted({variable.name for one in statements for variable in one.reads()}, key=str)
    rows = product(*[problem.domains[name] for name in names])
    return any(all(holds(one, dict(zip(names, row, strict=True))) for one in statements) for row in rows)


def check_conflict(problem: Problem[Any, Any], found: Sequence[Constraint]) -> None:
    assert not can_hold(problem, found)
    for one in found:
        assert can_hold(problem, [other for other in found if other is not one])


@settings(max_examples=120)
@given(mixed=mixed_problems(), data=st.data())
def test_the_conflict_of_a_mixed_problem_is_minimal(mixed: Any, data: st.DataObject) -> None:
    problem = mixed.problem
    facts = {}
    for name, domain in problem.domains.items():
        if not data.draw(st.integers(0, 4)):
            facts[name] = data.draw(st.sampled_from(domain))
    agreeing = [row for row in mixed.solutions if all(row[name] == value for name, value in facts.items())]
    found = problem.explain(assuming=facts)
    assert (found is None) == bool(agreeing)
    if found is not None:
        check_conflict(problem, [*found.constraints, *[Assumption(*fact) for fact in found.assumptions]])


@settings(max_examples=120)
@given(mixed=mixed_problems())
def test_searches_that_learn_and_those_that_do_not_agree(mixed: Any) -> None:
    problem = mixed.problem
    for options in ({"learning": False}, {"seed": 3}):
        found = problem.explain(**options)
        assert (found is None) == bool(mixed.solutions)
        if found is not None:
            check_conflict(problem, found.constraints)


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_kind_of_constraint_is_named_by_a_refutation(name: str) -> None:
    """Rule out all solutions, one by one, or one value after the other: the constraint is part of some conflict."""
    problem = stated(name)
    rng = random.Random(1)
    for _ in range(3):
        facts = [Assumption(x, rng.choice(domain)) for x, domain in problem.domains.items()]
        refuter = Refuter(problem.domains, {}, one_solution)
        found = smallest_conflict([*facts, *problem.constraints], refuter)
        if found is None:
            assert refuter.solution == {fact.fact[0]: fact.fact[1] for fact in facts}
        else:
            check_conflict(problem, found)


@pytest.mark.parametrize("seed", range(3))
def test_a_deep_conflict_is_found_among_many_constraints(seed: int) -> None:
    p = hidden_clash(seed, 480)
    found = p.explain()
    assert found is not None
    assert 3 < len(found.constraints) < 80
    kept = set(found.names)
    p.remove(*[one for one in p.constraints if str(one) not in kept])
    assert p.solve() is None
    for one in found.constraints:
        p.remove(one)
        assert p.solve() is not None
        p.add(one)


def test_a_refutation_leaves_most_constraints_out() -> None:
    p = hidden_clash(1, 300)
    needed = Refuter(p.domains, {}, one_solution).refute(p.constraints)
    assert needed is not None
    assert len(needed) < 200


def test_wide_variables_and_hard_problems_are_refuted_without_learning() -> None:
    p: Problem[Any, int] = Problem()
    x, y = p.add_variables("xy", range(10**9))
    p.add((x + y < 9).named("small"), (x > 5).named("big"), (y > 5).named("big, too"), (x < 8).named("idle"))
    found = p.explain()
    assert found is not None
    assert found.names == ("small", "big", "big, too")
    hard = pigeons(7)
    assert (found := hard.explain()) is not None
    assert len(found.constraints) == len(hard.constraints)


def test_a_claim_that_is_wrong_costs_time_but_nothing_else() -> None:
    p: Problem[Any, int] = Problem()
    x, y, z = p.add_variables("xyz", range(4))
    p.add(In(x, [0, 1]), Table([x, y], [(0, 0), (1, 1), (2, 2)]), y >= 2, AllDifferent([x, y, z]), AtMost(2, [x, z], 3))

    class Liar(Refuter):
        def refute(self, statements: Sequence[Constraint]) -> list[Constraint] | None:
            needed = super().refute(statements)
            return None if needed is None else needed[:1]

    found = smallest_conflict(p.constraints, Liar(p.domains, {}, one_solution))
    assert found is not None
    check_conflict(p, found)
    check_conflict(p, minimal_part(p.constraints, Refuter(p.domains, {}, one_solution)))
