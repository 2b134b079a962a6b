"""Starts of large schedules are intervals, as long as nothing needs their bits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest

from csplib import Constraint, Cumulative, NoOverlap, Problem, Variable, degree, implies, lcv, max_of, mrv
from csplib.lowering.compile import compile_problem
from csplib.lowering.schedules import LARGE

MANY = LARGE + 1


def machine(tasks: Sequence[Any]) -> Constraint:
    return NoOverlap(tasks, [2] * len(tasks))


def crew(tasks: Sequence[Any]) -> Constraint:
    return Cumulative(tasks, [2] * len(tasks), [3] * len(tasks), 5)


def stated(count: int, schedule: Callable[[Sequence[Any]], Constraint] = machine) -> tuple[Any, list[Variable]]:
    p: Problem[int, int] = Problem()
    starts = p.add_variables(range(count), range(4 * MANY))
    p.add(schedule(starts))
    return p, starts


@pytest.mark.parametrize("schedule", [machine, crew])
def test_starts_of_many_tasks_are_intervals_and_those_of_few_have_bits(schedule: Any) -> None:
    assert len(stated(MANY, schedule)[0].compile().intervals) == MANY
    assert not stated(LARGE, schedule)[0].compile().intervals


def test_a_start_with_an_offset_is_one_too_and_so_is_its_variable() -> None:
    p, starts = stated(3)
    p.add(NoOverlap([*starts, *[start + 1 for start in p.add_variables(range(3, MANY), range(4 * MANY))]], [1] * MANY))
    assert len(p.compile().intervals) == MANY + MANY - 3
    assert p.violations(p.solve()) == []


@pytest.mark.parametrize(
    ("more", "left"),
    [
        pytest.param(lambda s: s[0] + 2 <= s[1], MANY, id="a precedence"),
        pytest.param(lambda s: (s[0] <= 100) & (s[1] >= 7), MANY, id="bounds"),
        pytest.param(lambda s: max_of(s) <= 200, MANY, id="the end of all"),
        pytest.param(lambda s: s[0] != s[1], MANY - 2, id="a difference"),
        pytest.param(lambda s: implies(s[0] < 9, s[1] < 9), MANY - 2, id="an implication"),
        pytest.param(lambda s: NoOverlap([s[0], s[1]], [s[2] // 50, 1]), MANY - 1, id="a computed duration"),
    ],
)
def test_only_constraints_that_can_cut_holes_keep_bits(more: Callable[[Any], Constraint], left: int) -> None:
    p, starts = stated(MANY)
    p.add(more(starts))
    csp = p.compile()
    assert sum(x < MANY for x in csp.intervals) == left
    assert p.violations(p.solve()) == []


@pytest.mark.parametrize("schedule", [machine, crew])
def test_both_kinds_of_domains_have_the_same_solutions(schedule: Any) -> None:
    p, starts = stated(MANY, schedule)
    for place, start in enumerate(starts[3:]):
        p.add(start <= 2 * place + 6, start >= 2 * place + 6)
    p.add(*[start <= 6 for start in starts[:3]])
    found = {tuple(solution.values())[:3] for solution in p.solutions()}
    fixed = [2 * place + 6 for place in range(MANY - 3)]
    constraint = p.constraints[0]
    lengths = [2] * MANY if schedule is machine else [*[2] * MANY, *[3] * MANY, 5]
    expected = {row for row in product(range(7), repeat=3) if constraint.satisfied([*row, *fixed, *lengths])}
    assert found == expected
    assert p.count() == len(expected) == p.count(order=lcv)


def test_strategies_and_why_still_work_on_bits() -> None:
    p, starts = stated(MANY)
    p.add(starts[0] + 5 <= starts[1])
    assert p.violations(p.solve(select=mrv)) == []
    assert p.violations(p.minimize(starts[0], select=degree).finish().solution) == []
    assert p.why(starts[1], 4).impossible
    assert compile_problem(p.domains, p.constraints, bits=True).intervals == {}


def test_domains_are_shown_as_they_were() -> None:
    p, starts = stated(MANY)
    assert p.domains[starts[0].name] == tuple(range(4 * MANY))
    q: Problem[str, int] = Problem()
    q.add_variables("ab", range(5, 5005))
    assert q.domains["a"] == range(5, 5005)
