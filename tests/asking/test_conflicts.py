"""All conflicts, and what to drop: against all subsets and all assignments."""

from __future__ import annotations

import threading
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from models import hidden_clash, pigeons
from test_combined_features import mixed_problems

import csplib
from csplib import AllDifferent, Conflict, Constraint, LimitReached, Preference, Problem, Relaxation
from csplib.asking.relaxing import cheapest_hits
from csplib.modelling.constraints.base import holds

pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")  # random problems name any value


def rows_of(problem: Problem[Any, Any]) -> list[dict[Any, Any]]:
    names = list(problem.domains)
    return [dict(zip(names, row, strict=True)) for row in product(*problem.domains.values())]


def broken_sets(problem: Problem[Any, Any], statements: list[Constraint]) -> set[int]:
    """Return, for each assignment, the statements that it breaks, as bits."""
    judged = [[not holds(one, row) for row in rows_of(problem)] for one in statements]
    columns = zip(*judged, strict=True)
    return {sum([broken << place for place, broken in enumerate(column)]) for column in columns}


def all_minimal(problem: Problem[Any, Any], statements: list[Constraint]) -> set[int]:
    """Return all minimal conflicts by looking at all subsets, small ones first."""
    broken = broken_sets(problem, statements) if statements else {0}
    found: set[int] = set()
    for size in range(len(statements) + 1):
        for chosen in combinations(range(len(statements)), size):
            bits = sum([1 << place for place in chosen])
            if not any(other & bits == other for other in found) and all(bits & row for row in broken):
                found.add(bits)
    return found


def bits_of(statements: list[Constraint], conflict: Conflict) -> int:
    places = {id(one): place for place, one in enumerate(statements)}
    return sum([1 << places[id(one)] for one in conflict.constraints])


@settings(max_examples=100)
@given(mixed=mixed_problems())
def test_all_conflicts_are_found_once(mixed: Any) -> None:
    problem = mixed.problem
    assume(len(problem.constraints) <= 9 and len(rows_of(problem)) <= 1100)
    found = [bits_of(problem.constraints, conflict) for conflict in problem.all_conflicts()]
    assert len(found) == len(set(found))
    assert set(found) == all_minimal(problem, list(problem.constraints))
    assert len(list(problem.all_conflicts(limit=2))) == min(2, len(found))


@settings(max_examples=40)
@given(mixed=mixed_problems(), data=st.data())
def test_what_is_dropped_is_cheapest(mixed: Any, data: st.DataObject) -> None:
    problem = mixed.problem
    rows = rows_of(problem)
    assume(len(rows) <= 260 and problem.constraints)
    wishes = data.draw(st.lists(st.sampled_from([*problem.constraints, True]), max_size=2))
    for wish in wishes:
        problem.prefer(~wish if isinstance(wish, Constraint) else wish, weight=data.draw(st.integers(1, 3)))
    droppable = data.draw(st.none() | st.lists(st.sampled_from(problem.constraints), unique_by=id))
    may_go = problem.constraints if droppable is None else droppable
    must = [one for one in problem.constraints if not any(one is other for other in may_go)]
    found = problem.relax(droppable)
    dear = 1 + sum(weight for _, weight in problem.preferences)
    costs = [
        sum(dear * (not holds(one, row)) for one in may_go)
        + sum(weight * (not holds(one, row)) for one, weight in problem.preferences)
        for row in rows
        if all(holds(one, row) for one in must)
    ]
    assert (found is None) == (not costs)
    if found is not None:
        assert dear * len(found.dropped) + sum(weight for _, weight in found.unmet) == min(costs)
        broken = problem.violations(found.solution)
        assert {id(one) for one in broken} <= {id(one) for one in found.dropped}
        assert set(problem.unmet(found.solution)) <= set(found.unmet)


@given(st.lists(st.integers(1, 63), max_size=8), st.lists(st.integers(1, 4), min_size=6, max_size=6))
def test_hits_are_cheapest(sets: list[int], costs: list[int]) -> None:
    def cost(bits: int) -> int:
        return sum(costs[place] for place in range(6) if bits >> place & 1)

    found = cheapest_hits(sets, costs)
    assert all(one & found for one in sets)
    assert cost(found) == min(cost(bits) for bits in range(64) if all(one & bits for one in sets))


def meeting() -> Problem[Any, Any]:
    p: Problem[Any, Any] = Problem()
    ann, bob, cat = p.add_variables(["Ann", "Bob", "Cat"], ["Mon", "Tue"])
    p.add(AllDifferent([ann, bob, cat], name="one at a time"), (ann == "Mon").named("Ann"), (bob == "Mon").named("Bob"))
    return p


def test_conflicts_and_relaxations_read_as_sentences() -> None:
    p = meeting()
    assert [conflict.names for conflict in p.all_conflicts()] == [("one at a time",)]
    found = p.relax()
    assert isinstance(found, Relaxation)
    assert str(found) == "There is a solution without:\n- one at a time"
    assert found._repr_html_().count("one at a time") == 1
    assert p.relax(["Ann", "Bob"]) is None
    p.remove("one at a time")
    p.prefer((p["Ann"] != p["Bob"]).named("apart"), weight=2)
    relaxed = p.relax()
    assert relaxed is not None
    assert str(relaxed) == "There is a solution without:\n- preferred: apart (weight 2)"
    assert relaxed.unmet == p.preferences
    assert p.remove(*relaxed.unmet) == [Preference(relaxed.unmet[0].constraint, 2)]
    assert str(p.relax()) == "There is a solution, and nothing needs to be dropped."


def test_assumptions_are_part_of_conflicts_and_are_never_dropped() -> None:
    p = meeting()
    p.remove("one at a time")
    conflicts = list(p.all_conflicts(assuming={"Ann": "Tue", "Bob": "Tue"}))
    assert [(conflict.names, conflict.assumptions) for conflict in conflicts] == [
        (("Ann",), (("Ann", "Tue"),)),
        (("Bob",), (("Bob", "Tue"),)),
    ]
    with p.assume(Ann="Tue"):
        found = p.relax()
    assert found is not None
    assert found.names == ("Ann",)
    assert found.solution["Ann"] == "Tue"


def test_a_constraint_that_was_added_twice_is_one_conflict() -> None:
    p: Problem[Any, Any] = Problem()
    x = p.add_variable("x", range(3))
    never = (x > 5).named("never")
    p.add(never, never)
    assert len(list(p.all_conflicts())) == 1
    found = p.relax()
    assert found is not None
    assert found.dropped == (never, never)


def test_what_can_be_dropped_must_be_there() -> None:
    with pytest.raises(csplib.UnknownConstraintError, match="no constraint 'lunch' to drop"):
        meeting().relax(["lunch"])


def test_conflicts_come_lazily_and_limits_stop_them() -> None:
    p = hidden_clash(2, 200)
    first = next(p.all_conflicts())
    assert len(first.constraints) > 3
    found = p.relax()
    assert found is not None
    assert 0 < len(found.dropped) < 4
    cancel = threading.Event()
    conflicts = p.all_conflicts(cancel=cancel)
    next(conflicts)
    cancel.set()
    with pytest.raises(csplib.Cancelled):
        next(conflicts)
    for question in (pigeons(9).relax, lambda **options: next(pigeons(9).all_conflicts(**options))):
        with pytest.raises(LimitReached):
            question(node_limit=20)
        with pytest.raises(LimitReached):
            question(time_limit=0.02)
