"""Wishes: what was preferred, what a solution does not meet, and taking a wish back."""

from __future__ import annotations

import pickle
from copy import copy
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Stated, problems

from csplib import (
    Constraint,
    KindError,
    OptionError,
    Preference,
    Problem,
    UnknownConstraintError,
    UnknownVariableError,
    element,
)

pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")  # random wishes name any value


class Rota(Problem[str, int]):
    """Two people, the days on which they work, and what they would like."""

    def __init__(self) -> None:
        super().__init__()
        ann, bob = self.add_variables(["Ann", "Bob"], range(1, 6))
        self.rule: Constraint = (ann != bob).named("one at a time")
        self.early: Constraint = (ann <= 2).named("Ann early")
        self.late: Constraint = (bob + ann >= 8).named("both late")
        self.add(self.rule)
        self.prefer(self.early, weight=5)
        self.prefer(self.late)


def test_preferences_are_listed_with_their_weights_as_stated() -> None:
    rota = Rota()
    assert rota.preferences == (Preference(rota.early, 5), Preference(rota.late, 1))
    assert [str(wish) for wish in rota.preferences] == ["Ann early (weight 5)", "both late (weight 1)"]
    assert Problem().preferences == ()


def test_unmet_lists_what_a_solution_fails_and_what_that_costs() -> None:
    rota = Rota()
    best = rota.minimize(rota.penalty).finish()
    assert best is not None
    unmet = rota.unmet(best.solution)
    assert [wish.constraint for wish in unmet] == [rota.late]
    assert sum(wish.weight for wish in unmet) == best.objective == best.solution[_expression(rota)] == 1
    assert rota.unmet({"Ann": 5, "Bob": 1}) == list(rota.preferences)
    assert rota.unmet({rota["Ann"]: 2, rota["Bob"]: 5}) == [Preference(rota.late, 1)]


def _expression(problem: Problem[Any, Any]) -> Any:
    return problem.penalty


@given(problems(most_variables=3), st.data())
@settings(max_examples=100)
def test_what_is_unmet_is_what_brute_force_says(stated: Stated, data: st.DataObject) -> None:
    problem = stated.problem
    weights = [data.draw(st.integers(1, 9)) for _ in problem.constraints]
    for constraint, weight in zip(problem.remove(*problem.constraints), weights, strict=True):
        problem.prefer(constraint, weight=weight)
    for row in product(*problem.domains.values()):
        values: dict[Any, Any] = dict(zip(problem.domains, row, strict=True))
        broken = [weight for weight, check in zip(weights, stated.checks, strict=True) if not check(values)]
        assert [wish.weight for wish in problem.unmet(values)] == broken


def test_a_wish_about_a_value_that_is_missing_or_impossible_is_not_met() -> None:
    rota = Rota()
    assert rota.unmet({}) == list(rota.preferences)
    assert rota.unmet({"Ann": 1}) == rota.unmet({"Ann": 1, "Bob": "never"}) == [Preference(rota.late, 1)]
    assert rota.unmet({"Ann": 1}, partial=True) == []
    assert rota.unmet({"Ann": 3}, partial=True) == [Preference(rota.early, 5)]
    assert rota.unmet({"Ann": -1}, partial=True) == [Preference(rota.early, 5)]


def test_a_wish_about_an_element_that_is_not_there_is_not_met() -> None:
    p: Problem[str, int] = Problem()
    i = p.add_variable("i", [0, 7])
    p.prefer(element([5, 6], i) == 5, weight=3)
    assert [wish.weight for wish in p.unmet({"i": 7})] == [3]
    assert p.unmet({"i": 0}) == []


def test_unmet_refuses_what_violations_refuses() -> None:
    rota = Rota()
    with pytest.raises(KindError, match="unmet needs a mapping of variables to values, not None"):
        rota.unmet(None)  # type: ignore[arg-type]
    with pytest.raises(UnknownVariableError, match="'Cid'"):
        rota.unmet({"Cid": 1})


def test_a_wish_is_removed_by_name_as_stated_or_as_listed() -> None:
    rota = Rota()
    assert rota.remove("Ann early") == [rota.early]
    assert list(rota.preferences) == [Preference(rota.late, 1)]
    assert rota.remove(rota.late) == [rota.late]
    assert list(rota.preferences) == []
    assert str(rota.penalty) == "0"
    rota.prefer(rota.early, weight=5)
    rota.prefer(rota.early, weight=6)
    assert rota.remove(Preference(rota.early, 6)) == [Preference(rota.early, 6)]
    assert list(rota.preferences) == [Preference(rota.early, 5)]
    assert rota.constraints == (rota.rule,)


def test_a_wish_that_was_removed_can_be_stated_again() -> None:
    rota = Rota()
    gone = rota.remove(*rota.preferences)
    rota.prefer(rota.rule, *gone, weight=3)
    assert list(rota.preferences) == [Preference(rota.rule, 3), Preference(rota.early, 5), Preference(rota.late, 1)]
    with pytest.raises(OptionError, match="weight must be a positive integer, not 0"):
        rota.prefer(Preference(rota.rule, 0))
    with pytest.raises(KindError, match=r"add needs constraints, not Preference.*write prefer"):
        rota.add(*gone)  # type: ignore[arg-type]  # a wish is no rule
    assert len(rota.preferences) == 3


def test_wishes_are_equal_if_they_are_about_the_same_constraint() -> None:
    rota = Rota()
    one, same, other = Preference(rota.early, 5), rota.preferences[0], Preference(rota.late, 5)
    assert one == same
    assert not one != same  # noqa: SIM202 - both are asked
    assert hash(one) == hash(same)
    assert one in rota.unmet({"Ann": 5, "Bob": 1})
    assert one != other
    assert one != (rota.early, 5)
    assert other not in [one, Preference(rota.early, 6)]


def test_constraints_and_wishes_are_removed_together_or_not_at_all() -> None:
    rota = Rota()
    for unknown in ("nothing like it", Preference(rota.early, 7), rota["Ann"] <= 2, Preference(rota.rule, 1)):
        with pytest.raises(UnknownConstraintError, match="to remove"):
            rota.remove(rota.rule, "both late", unknown)
    assert (rota.constraints, len(rota.preferences)) == ((rota.rule,), 2)
    rota.add(rota.early)
    assert rota.remove("Ann early", rota.preferences[1]) == [rota.early, rota.early, Preference(rota.late, 1)]
    assert (rota.constraints, rota.preferences) == ((rota.rule,), ())


@pytest.mark.parametrize("wanted", [None, 5, ["both late"]])
def test_what_was_never_stated_cannot_be_removed(wanted: Any) -> None:
    with pytest.raises(UnknownConstraintError, match="to remove"):
        Rota().remove(wanted)


def test_a_copy_and_a_pickled_problem_have_the_wishes_too() -> None:
    rota = Rota()
    twin = copy(rota)
    twin.remove("both late")
    assert (len(twin.preferences), len(rota.preferences)) == (1, 2)
    again: Rota = pickle.loads(pickle.dumps(rota))  # noqa: S301 - our own bytes
    assert list(map(str, again.preferences)) == list(map(str, rota.preferences))
    assert list(map(str, again.unmet({"Ann": 5, "Bob": 1}))) == list(map(str, rota.preferences))
    again.remove(*again.preferences)
    assert again.preferences == ()


def test_wishes_bind_nobody() -> None:
    rota = Rota()
    rota.prefer((rota["Ann"] + rota["Bob"] == 99).named("impossible"))
    assert rota.explain() is None
    assert rota.count() == 20
    best = rota.minimize(rota["Bob"] - rota["Ann"]).finish()
    assert best is not None
    assert best.objective == -4
    assert [str(wish.constraint) for wish in rota.unmet(best.solution)] == ["Ann early", "both late", "impossible"]


def test_wishes_are_counted_and_shown_in_notebooks() -> None:
    rota = Rota()
    assert repr(rota) == "<Rota: 2 variables, 1 constraint, 2 preferences>"
    shown = rota._repr_html_()
    assert "Problem: 2 variables, 1 constraint, 2 preferences" in shown
    for text in ("preference", "weight", "Ann early", "both late", ">5<"):
        assert text in shown
    rota.remove(*rota.preferences)
    assert repr(rota) == "<Rota: 2 variables, 1 constraint>"
    assert "preference" not in rota._repr_html_()


def test_without_wishes_the_penalty_is_nothing_and_still_an_expression() -> None:
    p: Problem[str, int] = Problem()
    p.add_variable("x", [1])
    found = p.minimize(p.penalty).finish()
    assert found is not None
    assert (found.objective, found.solution[p.penalty]) == (0, 0)
