"""Optimization over long ranges takes few steps, and finds what brute force finds."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from csplib import Problem, Status, max_of, min_of
from csplib.engine.optimizing import Steps
from csplib.kernel.events import Assign, Event, Found, Undo

FEW = 120
LONG = 10**9


def best_of(found: Any) -> tuple[int, int]:
    """Return the best objective, which must be proven, and the number of steps."""
    objectives = [improvement.objective for improvement in found]
    assert found.status is Status.OPTIMAL
    return objectives[-1], len(objectives)


@given(st.integers(1, 5), st.integers(1, 5), st.integers(1, 4), st.integers(1, 4), st.integers(20_000, 60_000))
def test_a_weighted_sum_below_a_line_is_maximized_in_few_steps(a: int, b: int, c: int, d: int, most: int) -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(20_000))
    p.add(c * x + d * y <= most)
    best, steps = best_of(p.maximize(a * x + b * y))
    within = [(u, min(19_999, (most - c * u) // d)) for u in range(min(19_999, most // c) + 1)]
    assert best == max(a * u + b * v for u, v in within)
    assert steps < FEW


@given(st.integers(1, 5), st.integers(1, 5), st.integers(10_000, 50_000), st.booleans())
def test_the_least_maximum_and_the_greatest_minimum_are_found_in_few_steps(
    a: int,
    b: int,
    need: int,
    least: bool,  # noqa: FBT001
) -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(60_000))
    if least:
        p.add(a * x + b * y >= need)
        best, steps = best_of(p.minimize(max_of([x, y])))
        assert best == -(-need // (a + b))
    else:
        p.add(a * x + b * y <= need)
        best, steps = best_of(p.maximize(min_of([x, y])))
        assert best == need // (a + b)
    assert steps < FEW


@given(st.lists(st.integers(1, 9), min_size=2, max_size=3), st.data())
def test_probes_that_are_refuted_or_given_up_lose_no_solution(weights: list[int], data: st.DataObject) -> None:
    """Few values are allowed, far apart, so that most probes fail."""
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(len(weights)), range(100_000))
    allowed = [sorted(data.draw(st.sets(st.integers(0, 99_999), min_size=2, max_size=12))) for _ in weights]
    for variable, values in zip(x, allowed, strict=True):
        gaps = [range(low + 1, high) for low, high in pairwise(values)]
        p.add(variable >= values[0], variable <= values[-1])
        p.add(*[(variable <= gap.start - 1) | (variable >= gap.stop) for gap in gaps if gap])
    total = sum(weight * variable for weight, variable in zip(weights, x, strict=True))
    cap = data.draw(st.integers(0, sum(weight * values[-1] for weight, values in zip(weights, allowed, strict=True))))
    p.add(total <= cap)
    sums = {0}
    for weight, values in zip(weights, allowed, strict=True):
        sums = {one + weight * value for one in sums for value in values}
    best = max([one for one in sums if one <= cap], default=None)
    found = p.maximize(total).finish()
    assert (None if found is None else found.objective) == best


def trade_off() -> tuple[Problem[str, int], Any]:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(LONG))
    p.add(x + 2 * y <= LONG)
    return p, x + y


def test_a_trade_off_over_very_long_ranges_needs_few_steps() -> None:
    p, total = trade_off()
    assert best_of(p.maximize(total)) == best_of(p.maximize(total))
    best, steps = best_of(p.maximize(total))
    assert best == LONG - 1
    assert steps < FEW


def test_each_step_is_better_and_the_events_of_a_probe_match() -> None:
    p, total = trade_off()
    depth = 0
    seen: list[Event] = []
    found = p.maximize(total, observer=seen.append)
    objectives = [improvement.objective for improvement in found]
    assert objectives == sorted(set(objectives))
    for event in seen:
        if isinstance(event, Assign):
            depth += 1
            assert event.depth == depth
        elif isinstance(event, Undo):
            assert event.depth == depth
            depth -= 1
    assert sum(isinstance(event, Found) for event in seen) == len(objectives) == found.statistics.solutions
    assert sum(isinstance(event, Assign) for event in seen) == found.statistics.nodes


def test_a_limit_stops_a_probe_and_keeps_the_best_so_far() -> None:
    p, total = trade_off()
    found = p.maximize(total, node_limit=20)
    best = found.finish()
    assert found.status is Status.LIMIT
    assert found.statistics.nodes == 20
    assert best is not None
    assert not p.violations(best.solution)


def test_small_objectives_are_not_probed() -> None:
    steps = Steps(0)
    for bound in range(500, 0, -1):
        steps.improve(bound)
        assert steps.size == 1
    unknown = Steps(None)
    for bound in range(10**6, 10**6 - 100, -1):
        unknown.improve(bound)
        assert unknown.size == 1


@pytest.mark.parametrize("best", [0, 1, 12_345, 99_990, 99_999])
def test_steps_come_to_the_best_objective_whatever_it_is(best: int) -> None:
    """Answer as a search would that finds the worst solution that will do."""
    steps = Steps(0)
    steps.improve(99_999)
    asked = 0
    while not steps.is_done:
        asked += 1
        target = steps.target()
        if target >= best:
            steps.improve(target - 1)
        elif steps.size > 1:
            steps.refute(target)
        else:
            break
    assert steps.bound == best - 1
    assert asked < FEW
