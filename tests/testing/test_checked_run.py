"""Checked runs find faults that are planted, and none in random models, on both sides of each threshold."""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import pairwise
from time import process_time
from typing import Any

import pytest
import thresholds
from checked_questions import ask, thresholds_for
from random_models import KINDS, model

from csplib import COMPILED, Constraint, Problem, Propagator
from csplib.testing import checked

pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")

SEED = int(os.environ["CSPLIB_SEED"])
SECONDS = 30.0
"""What a sample may take, in CPU time of this process."""


class Rule(Propagator):
    """x < y < z by bounds, with a fault if one is named."""

    fault = ""

    def propagate(self, state: Any) -> bool:
        before = self.scope[0]
        for x in self.scope[1:]:
            least = state.low(before) + (2 if self.fault == "removes too much" else 1)
            if not state.at_least(x, least):
                return False
            before = x
        for x in reversed(self.scope[:-1]):
            if not state.at_most(x, state.high(before) - 1):
                return False
            before = x
        return not (self.fault == "fails too early" and state.high(self.scope[0]) < 2)

    def explain(self, past: Any, x: int, gone: int) -> Any:
        reason = super().explain(past, x, gone)
        if self.fault == "forgets a variable":
            return reason[1:]
        if self.fault == "says what was never true":
            return [(y, mask & -mask) for y, mask in reason]
        if self.fault == "forgets failures" and x < 0:
            return []
        return reason


class Ordered(Constraint):
    fault = ""
    numeric = True

    def satisfied(self, values: Any) -> bool:
        row = self.shifted_values(values)
        return all(a < b for a, b in pairwise(row))

    def lower(self, to: Any) -> None:
        rule = Rule(to.variables(self), self)
        rule.fault = self.fault
        to.add(rule)


def ordered(fault: str, values: int = 5) -> Problem[int, int]:
    """Return a problem of chains. With five values it has no solution."""
    p: Problem[int, int] = Problem()
    v = p.add_variables(range(6), range(values))
    for scope in (v[:3], v[2:5], v[3:]):
        constraint = Ordered(scope)
        constraint.fault = fault
        p.add(constraint)
    p.add(v[0] + v[5] != 4, v[1] != v[3])
    return p


FAULTS = {
    "removes too much": "is removed, but",
    "fails too early": "fails, but",
    "forgets a variable": "is explained by",
    "says what was never true": "was not true before",
    "forgets failures": "is explained by",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_a_propagator_is_found_and_named(fault: str) -> None:
    p = ordered(fault)
    with pytest.raises(AssertionError, match=f"Rule of Ordered.*{FAULTS[fault]}"), checked(p):  # noqa: PT012
        p.solve(learning=True)
        p.possible()
        p.explain()


def test_without_a_fault_everything_is_checked_and_nothing_is_changed() -> None:
    p = ordered("", 8)
    p.add(sum(p.variables) == 24, (p[0] == 1) | (p[5] == 5))
    before = p.solve(learning=True), p.count(), p.possible()
    with checked(p) as run:
        assert (p.solve(learning=True), p.count(), p.possible()) == before
    assert min(run.removals, run.reasons, run.fixpoints, run.solutions) > 0
    assert run.drawn  # for the long sum
    assert "removals" in repr(run)
    removals = run.removals
    p.solve()
    assert run.removals == removals


class Forgetful(Ordered):
    """An incremental propagator that looks only at half of what has changed."""

    def lower(self, to: Any) -> None:
        to.add(Halting(to.variables(self), self))


class Halting(Propagator):
    def propagate(self, state: Any) -> bool:
        runs = state.memory(self)[0]
        state.write(runs, runs.mask + 1)
        return bool(runs.mask % 2 == 0 or Rule(self.scope).propagate(state))


def test_an_incremental_propagator_that_forgets_is_found() -> None:
    p: Problem[int, int] = Problem()
    v = p.add_variables(range(4), range(6))
    p.add(Forgetful(v[:3]), v[1] != v[3], v[0] + v[3] <= 6)
    with pytest.raises(AssertionError, match=r"Halting of Forgetful.* from scratch"), checked(p):
        p.count()


def test_long_scopes_are_checked_by_the_rows_that_are_known() -> None:
    p: Problem[Any, int] = Problem()
    x = p.add_variables("xy", range(3))
    chain = [p.add_variable(i, range(6)) for i in range(30)]
    p.add(*[chain[i] == x[i % 2] + i % 3 for i in range(30)], sum(chain) <= 60)
    rows = [{"x": a, "y": b, **{i: (a, b)[i % 2] + i % 3 for i in range(30)}} for a in range(3) for b in range(3)]
    with checked(p, rows=rows) as run:
        assert p.count() == sum(sum(row[i] for i in range(30)) <= 60 for row in rows)
    assert run.removals > 0
    assert not run.drawn


def test_ranges_of_any_length_are_checked_by_values_that_are_drawn() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(2**70))
    p.add(x + 2**69 <= y, y != 2**69, z == x + 3)
    with checked(p) as run:
        found = p.maximize(x).finish()
        assert p.solve() is not None
    assert found is not None
    assert found.objective == 2**69 - 1
    assert run.drawn > 0
    assert run.solutions > 0


def sample(seed: int, seconds: float) -> None:
    """Ask about one random model after the other, until the time is up."""
    tally: Counter[str] = Counter()
    until = process_time() + seconds
    while process_time() < until:
        fault = ask(seed, tally)
        assert fault is None, f"ask({seed}, Counter()) of tests/checked_questions.py:\n{fault}"
        seed += 1
    assert tally["reasons"] > 100


@pytest.mark.parametrize("part", range(2))
def test_random_models_are_answered_as_by_brute_force_and_every_step_is_right(part: int) -> None:
    """The models differ for each commit. A failure shows the seed of the model."""
    sample(SEED + part * 10**9, SECONDS)


@pytest.mark.parametrize("size", [8, 11, 12, 20, 24, 32, 48, 62, 64, 100, 256])
def test_models_as_long_as_a_threshold_and_one_more_or_less(size: int) -> None:
    """Compiled code has its thresholds for good, so scopes are as long."""
    for near in (size - 1, size, size + 1):
        for place in range(3 if size < 100 else 1):
            fault = ask(SEED + 1000 * near + place, Counter(), 4, near)
            assert fault is None, f"ask({SEED + 1000 * near + place}, Counter(), 4, {near}):\n{fault}"


def test_every_threshold_is_lowered_in_checked_runs_or_named_as_no_threshold() -> None:
    if COMPILED:
        pytest.skip("there is no source")
    known = {number.key for number in thresholds.numbers()}
    listed = {*thresholds.LOWERED, *thresholds.NO_THRESHOLDS}
    assert known - listed == set(), "lower it in tests/thresholds.py, or say there why it is none"
    assert listed - known == set()
    assert not set(thresholds.LOWERED) & set(thresholds.NO_THRESHOLDS)


@pytest.mark.skipif(COMPILED, reason="compiled code has its thresholds for good")
@pytest.mark.parametrize("key", thresholds.LOWERED)
def test_a_threshold_changes_no_answer_on_its_other_side(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for place, value in enumerate(thresholds.LOWERED[key]):
        monkeypatch.setattr("checked_questions.thresholds_for", lambda _: {key: value})  # noqa: B023 - used at once
        for seed in range(3):
            fault = ask(1000 * place + seed, Counter(), 3)
            assert fault is None, fault


def test_models_are_of_every_kind_and_the_same_for_the_same_seed() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(6 * len(KINDS)):
        drawn = model(random.Random(seed), seed)
        again = model(random.Random(seed), seed)
        assert (drawn is None) == (again is None)
        if drawn is not None and again is not None:
            assert str(drawn.problem.constraints) == str(again.problem.constraints)
            kinds.update(drawn.kinds)
    assert len(kinds) > 35
    assert any(thresholds_for(seed) for seed in range(9)) != COMPILED
