"""The best solution: against brute force, with limits, and with preferences."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import pytest
from catalogue import INFERENCES, SELECTIONS
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Stated, problems

import csplib
from csplib import AllDifferent, Expression, Problem, Status, max_of, pareto, reify
from csplib.modelling.terms import UndefinedError


def integral(stated: Stated) -> list[Any]:
    domains = stated.problem.domains
    return [v for v in stated.problem.variables if all(isinstance(value, int) for value in domains[v.name])]


@settings(max_examples=200)
@given(problems(), st.data())
def test_the_best_solution_is_as_good_as_brute_force_says(stated: Stated, data: st.DataObject) -> None:
    variables = integral(stated)
    if not variables:
        return
    weights = [data.draw(st.integers(-3, 3)) for _ in variables]
    shape = data.draw(st.sampled_from(["linear", "abs", "product", "max", "reify"]))
    objective: Any = sum(w * x for w, x in zip(weights, variables, strict=True)) + 7
    if shape == "abs":
        objective = abs(objective)
    elif shape == "product":
        objective = objective * variables[0]
    elif shape == "max":
        objective = max_of(objective, *variables)
    elif shape == "reify":
        objective = objective + 4 * reify(variables[0] >= 1)
    sign = data.draw(st.sampled_from([1, -1]))
    found = (stated.problem.minimize if sign > 0 else stated.problem.maximize)(objective)
    steps = [sign * step.objective for step in found]
    values = [sign * objective.evaluate(s) for s in stated.solutions()]
    assert steps == sorted(set(steps), reverse=True)
    if values:
        assert found.status is Status.OPTIMAL
        assert found.best is not None
        assert steps[-1] == min(values)
        assert not stated.problem.violations(found.best.solution)
        assert objective.evaluate(found.best.solution) == found.best.objective
    else:
        assert found.best is None
        assert found.status is Status.UNSATISFIABLE


@settings(max_examples=60)
@given(problems(most_variables=3), st.sampled_from([None, 1, 2]), st.data())
def test_with_every_strategy_each_solution_is_better_than_the_last_and_the_last_is_the_best(
    stated: Stated, budget: int | None, data: st.DataObject
) -> None:
    variables = integral(stated)
    if not variables:
        return
    weights = [data.draw(st.integers(-2, 2)) for _ in variables]
    objective: Any = sum(w * x for w, x in zip(weights, variables, strict=True)) + 0 * variables[0]
    expected = min([objective.evaluate(s) for s in stated.solutions()], default=None)
    for infer, select in product(INFERENCES, SELECTIONS):
        restarts = None if budget is None else [budget] * 5
        steps = [
            step.objective for step in stated.problem.minimize(objective, infer=infer, select=select, restarts=restarts)
        ]
        assert steps == sorted(set(steps), reverse=True), (infer, select)
        assert min(steps, default=None) == expected, (infer, select)


@pytest.mark.parametrize("infer", INFERENCES)
def test_variables_that_the_objective_does_not_know_are_not_enumerated(infer: csplib.Infer | None) -> None:
    p: Problem[int, int] = Problem()
    v = p.add_variables(range(9), range(3))
    assert [step.objective for step in p.minimize(v[0], infer=infer)] == [0]
    assert [step.objective for step in p.maximize(v[0], infer=infer)] == [0, 1, 2]


def ruler(marks: int, length: int) -> tuple[Problem[int, int], Expression]:
    p: Problem[int, int] = Problem()
    m = p.add_variables(range(marks), range(length + 1))
    p.add(m[0] == 0, *[a < b for a, b in pairwise(m)])
    p.add(AllDifferent([b - a for i, a in enumerate(m) for b in m[i + 1 :]]))
    return p, m[-1]


@pytest.mark.parametrize(("marks", "length"), [(3, 3), (4, 6), (5, 11), (6, 17)])
def test_the_shortest_golomb_ruler_is_found_and_proven(marks: int, length: int) -> None:
    p, last = ruler(marks, marks * marks)
    found = p.minimize(last).finish()
    assert found is not None
    assert found.objective == length


def test_a_limit_keeps_the_best_so_far_and_does_not_call_it_optimal() -> None:
    p, last = ruler(8, 64)
    found = p.minimize(last, node_limit=60)
    best = found.finish()
    assert best is not None
    assert found.best == best
    assert found.status is Status.LIMIT
    with pytest.raises(csplib.LimitReached):
        p.minimize(last, node_limit=2).finish()


def test_it_can_be_stopped_between_two_improvements() -> None:
    p, last = ruler(6, 36)
    with p.minimize(last) as found:
        first = next(found)
    assert found.status is Status.CLOSED
    assert found.best == first
    assert list(found) == []


def test_what_is_assumed_and_chosen_strategies_hold_for_optimization_too() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(10))
    p.add(x + y >= 9)
    choices: list[Any] = [
        {},
        {"select": csplib.mrv},
        {"infer": csplib.mac},
        {"infer": csplib.no_inference},
        {"seed": 3},
    ]
    for options in choices:
        best = p.minimize(2 * x + y, assuming={x: 4}, **options).finish()
        assert best is not None
        assert (best.objective, best.solution[y]) == (13, 5)
    with p.assume(x=2):
        best = p.minimize(2 * x + y).finish()
        assert best is not None
        assert best.objective == 11


def test_an_objective_that_is_no_number_is_refused() -> None:
    p: Problem[str, Any] = Problem()
    x, color = p.add_variable("x", range(3)), p.add_variable("color", ["red", "blue"])
    with pytest.raises(csplib.KindError, match=r"\[<Variable x>\]"):
        p.minimize([x])
    with pytest.raises(csplib.ScopeError, match=r"the objective .*color.*'red'"):
        p.minimize(color)
    without_wishes = p.minimize(p.penalty).finish()
    assert without_wishes is not None
    assert without_wishes.objective == 0
    with pytest.raises(csplib.KindError, match="there is no option"):
        p.minimize(x, nodes=3)  # type: ignore[call-arg]


@pytest.mark.filterwarnings("ignore::csplib.ModelWarning")
@settings(max_examples=100)
@given(problems(most_variables=3), st.data())
def test_preferences_are_met_as_far_as_brute_force_can(stated: Stated, data: st.DataObject) -> None:
    problem = stated.problem
    weights = [data.draw(st.integers(1, 4)) for _ in problem.constraints]
    if not weights:
        return
    for constraint, weight in zip(problem.remove(*problem.constraints), weights, strict=True):
        problem.prefer(constraint, weight=weight)
    penalty: Any = problem.penalty
    costs = []
    for row in product(*problem.domains.values()):
        values: dict[Any, Any] = dict(zip(problem.domains, row, strict=True))
        try:
            costs.append(penalty.evaluate(values))
        except UndefinedError:  # an element out of range is no solution, not even against a penalty
            continue
        assert costs[-1] == sum(w for w, check in zip(weights, stated.checks, strict=True) if not check(values))
    best = problem.minimize(penalty).finish()
    assert (best and best.objective) == min(costs, default=None)


@settings(max_examples=100)
@given(problems(most_variables=3), st.data())
def test_the_pareto_front_is_that_of_brute_force(stated: Stated, data: st.DataObject) -> None:
    variables = integral(stated)
    if not variables:
        return
    terms = [
        sum(data.draw(st.integers(-2, 2)) * x for x in variables) + 0 * variables[0]
        for _ in range(data.draw(st.integers(1, 3)))
    ]
    points = {tuple(term.evaluate(s) for term in terms) for s in stated.solutions()}
    front = {p for p in points if not any(q != p and all(a <= b for a, b in zip(q, p, strict=True)) for q in points)}
    found = [tuple(term.evaluate(s) for term in terms) for s in pareto(stated.problem, *terms)]
    assert len(found) == len(set(found))
    assert set(found) == front
