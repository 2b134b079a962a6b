"""``hint=``: it changes which solution comes first, and never which solutions there are."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Stated, key, problems

from csplib import (
    AllDifferent,
    OptionError,
    Problem,
    Solution,
    Status,
    UnknownVariableError,
    ascending,
    degree,
    diverse,
    forward_check,
    geometric,
    lcv,
    mac,
    mrv,
    pareto,
    sample,
)

STYLES: tuple[dict[str, Any], ...] = (
    {},
    {"learning": True},
    {"learning": False},
    {"restarts": [1, 1, 2, 3]},
    {"order": lcv},
    {"seed": 3},
    {"select": mrv},
    {"select": degree, "order": ascending},
    {"infer": forward_check},
    {"select": mrv, "infer": mac, "restarts": geometric(1)},
)
FOR_ALL = [style for style in STYLES if "restarts" not in style]


def queens(n: int) -> Problem[int, int]:
    p: Problem[int, int] = Problem()
    q = p.add_variables(range(n), range(n))
    p.add(
        AllDifferent(q), AllDifferent([x + i for i, x in enumerate(q)]), AllDifferent([x - i for i, x in enumerate(q)])
    )
    return p


def knapsack() -> tuple[Problem[str, int], Any]:
    p: Problem[str, int] = Problem()
    items = p.add_variables([f"item {i}" for i in range(8)], range(4))
    p.add(sum((3 + i % 5) * x for i, x in enumerate(items)) <= 31)
    return p, sum((2 + i * i % 7) * x for i, x in enumerate(items))


def hints(problem: Problem[Any, Any]) -> st.SearchStrategy[dict[Any, Any]]:
    """Return hints for some of the variables, some of which are impossible."""
    values = [value for domain in problem.domains.values() for value in domain]
    return st.dictionaries(st.sampled_from(list(problem.domains)), st.sampled_from([*values, "none", 10**20, -7]))


@settings(max_examples=150)
@given(problems(), st.data())
def test_a_hint_never_changes_which_solutions_there_are(stated: Stated, data: st.DataObject) -> None:
    hint = data.draw(hints(stated.problem))
    expected = sorted(map(repr, map(key, stated.solutions())))
    style = data.draw(st.sampled_from(FOR_ALL))
    found = list(stated.problem.solutions(hint=hint, **style))
    assert sorted(map(repr, map(key, found))) == expected
    assert stated.problem.count(hint=hint) == len(expected)
    assert stated.problem.is_unique(hint=hint, **style) == (len(expected) == 1)
    on = data.draw(st.lists(st.sampled_from(list(stated.problem.domains)), unique=True))
    combinations = {tuple(solution[name] for name in on) for solution in stated.solutions()}
    chosen = [tuple(solution.values()) for solution in stated.problem.solutions(on=on, hint=hint)]
    assert len(chosen) == len(combinations)
    assert set(chosen) == combinations


@settings(max_examples=150)
@given(problems(), st.data())
def test_a_solution_given_as_a_hint_is_found_without_a_failure(stated: Stated, data: st.DataObject) -> None:
    solutions = stated.solutions()
    style = data.draw(st.sampled_from(STYLES))
    if not solutions:
        assert stated.problem.solve(hint=data.draw(hints(stated.problem)), **style) is None
        return
    wanted = data.draw(st.sampled_from(solutions))
    assert stated.problem.solve(hint=wanted, **style) == wanted
    objective: Any = 0
    for x in stated.problem.variables:
        if all(isinstance(value, int) for value in stated.problem.domains[x.name]):
            objective = objective + data.draw(st.integers(-2, 2)) * x
    search = stated.problem.minimize(objective, hint=wanted, **style)
    assert next(search).solution == wanted
    assert search.statistics.failures == 0
    best = search.finish()
    plain = stated.problem.minimize(objective).finish()
    assert best is not None
    assert plain is not None
    assert best.objective == plain.objective
    assert search.status is Status.OPTIMAL


@settings(max_examples=100)
@given(problems(), st.data())
def test_with_any_hint_the_optimum_and_the_status_are_the_same(stated: Stated, data: st.DataObject) -> None:
    hint, style = data.draw(hints(stated.problem)), data.draw(st.sampled_from(STYLES))
    numbers: list[Any] = [
        x for x in stated.problem.variables if all(isinstance(value, int) for value in stated.problem.domains[x.name])
    ]
    objective = sum([(i - 1) * x for i, x in enumerate(numbers)], numbers[0]) if numbers else 0
    plain, hinted = stated.problem.maximize(objective), stated.problem.maximize(objective, hint=hint, **style)
    best, other = plain.finish(), hinted.finish()
    assert hinted.status is plain.status
    assert (best and best.objective) == (other and other.objective)


@pytest.mark.parametrize(
    "style", STYLES, ids=lambda style: "-".join(f"{k}_{getattr(v, '__name__', v)}" for k, v in style.items())
)
def test_a_hint_far_from_the_first_solution_is_found_at_once(style: dict[str, Any]) -> None:
    p = queens(20)
    far = next(p.solutions(seed=77))
    with p.solutions(hint=far, **{k: v for k, v in style.items() if k != "restarts"}) as found:
        assert next(found) == far
        assert found.statistics.failures == 0


@pytest.mark.parametrize("learning", ["auto", True, False])
def test_values_of_long_ranges_are_hinted_too(learning: Any) -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(10**9))
    p.add(x + 2 * y + 3 * z == 10**9 + 7, x < y)
    wanted = {"x": 123_456, "y": 123_457_891, "z": (10**9 + 7 - 123_456 - 2 * 123_457_891) // 3}
    wanted["x"] = 10**9 + 7 - 2 * wanted["y"] - 3 * wanted["z"]
    with p.solutions(hint=wanted, solution_limit=1, learning=learning) as found:
        assert next(found) == wanted
        assert found.statistics.failures == 0
        assert found.statistics.nodes <= 4
    steps = [step.solution for step in p.minimize(z, hint=wanted, learning=learning)]
    assert steps[0] == wanted
    assert steps[-1]["z"] == p.minimize(z).finish().objective  # type: ignore[union-attr]


def test_a_hint_can_be_partial_and_its_variables_are_decided_first() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(1000))
    p.add(x + y == 999)
    for learning in ("auto", True):
        solution = p.solve(hint={y: 31}, learning=learning)
        assert solution is not None
        assert solution[y] == 31
    assert [s["y"] for s in p.solutions(hint={"y": 31}, solution_limit=3)] == [31, 0, 1]


def test_a_partial_hint_that_is_wrong_does_not_keep_the_search_from_the_answer() -> None:
    p: Problem[int, int] = Problem()
    q = p.add_variables(range(60), range(59))
    p.add(AllDifferent(q[:59]), *[q[i] != 7 for i in range(1, 60)], q[59] != q[0])
    solution = p.solve(hint=dict.fromkeys(range(30, 60), 7))
    assert solution is not None
    assert solution[q[0]] == 7


def test_values_that_a_variable_cannot_have_are_left_out() -> None:
    p = queens(6)
    assert p.solve(hint={0: 99, 1: [1], 2: None, 3: 0.5}) == p.solve()
    b = p.add_boolean("b")  # type: ignore[arg-type]
    assert p.solve(hint={b: 1})[b] is True  # type: ignore[index]
    assert p.solve(hint={}) is not None
    assert p.solve(hint=None) is not None


def test_an_unknown_variable_is_an_error_except_in_an_earlier_solution() -> None:
    p = queens(6)
    with pytest.raises(UnknownVariableError, match="there is no variable 'q0'"):
        p.solve(hint={"q0": 1})
    with pytest.raises(UnknownVariableError, match="belongs to another problem"):
        p.minimize(p.variable(0), hint={queens(6).variable(0): 1})
    with pytest.raises(OptionError, match=r"hint= must be a solution or a mapping of variables to values, not \[1\]"):
        p.count(hint=[1])  # type: ignore[arg-type]
    old = queens(12).solve()
    assert old is not None
    assert p.solve(hint=old) is not None
    assert p.solve(hint=Solution({0: 4})) == p.solve(hint={0: 4})
    with pytest.raises(UnknownVariableError):
        p.solve(hint=dict(old))


def test_assumptions_are_stronger_than_a_hint() -> None:
    p = queens(8)
    assert p.solve(assuming={0: 3}, hint={0: 5})[0] == 3  # type: ignore[index]
    with p.assume({0: 3}):
        assert p.solve(hint={0: 5})[0] == 3  # type: ignore[index]


def test_every_question_takes_a_hint() -> None:
    p = queens(6)
    far = next(p.solutions(seed=2))
    handles = {p.variable(name): value for name, value in far.items()}
    assert p.explain(hint=handles) is None
    relaxed = p.relax(hint=handles)
    assert relaxed is not None
    assert not p.violations(relaxed.solution)
    assert p.why(0, 0, hint=handles).impossible == p.why(0, 0).impossible
    assert len(list(sample(p, 2, hint=handles))) == 2
    assert len(diverse(p, 2, hint=handles)) == 2
    assert len(list(pareto(p, p.variable(0), hint=handles))) == 1


def test_workers_begin_with_the_piece_of_the_hint() -> None:
    p = queens(10)
    far = list(p.solutions())[-1]
    variables = dict(zip(p.variables, far.values(), strict=True))
    shop, value = knapsack()
    best = shop.maximize(value).finish()
    assert best is not None
    with ThreadPoolExecutor(2) as executor:
        assert p.solve(executor=executor, hint=variables) == far
        assert list(p.solutions(executor=executor, hint=far)) == list(p.solutions(executor=executor))
        assert p.count(executor=executor, hint=far) == p.count()
        steps = list(shop.maximize(value, executor=executor, hint=best.solution))
    assert [step.objective for step in steps] == [best.objective]


def test_a_hint_pays_where_the_last_answer_is_nearly_right() -> None:
    p, value = knapsack()
    best = p.maximize(value).finish()
    assert best is not None
    again = p.maximize(value, hint=best.solution)
    assert [step.objective for step in again] == [best.objective]
    p.add(p.variable("item 0") <= 1)
    plain, warm = p.maximize(value), p.maximize(value, hint=best.solution)
    assert len(list(warm)) <= len(list(plain))
    assert warm.best is not None
    assert plain.best is not None
    assert warm.best.objective == plain.best.objective
