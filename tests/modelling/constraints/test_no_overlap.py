"""NoOverlap: against brute force, and on a job shop whose best schedule is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import Any

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_rules import PlainDisjunctive
from propagation import check_schedules, run_to_fixpoint, state_of
from schedules import bounds_at_fixpoint, fixpoint, interval_state, shifted, walk

from csplib import AnyOf, Constraint, KindError, OptionError, Problem, RowError, ScopeError, Variable, reify
from csplib.engine.fixpoint import propagate_all
from csplib.kernel.axis import Axis
from csplib.kernel.propagators.disjunctive import Disjunctive
from csplib.modelling.constraints.no_overlap import NoOverlap
from csplib.testing import check_constraint

AXES = [Axis(range(-2, 14)), Axis([-5, -1, 0, 1, 2, 3, 4, 6, 7, 8, 11, 12, 13, 20])]


def apart(starts: Sequence[int], durations: Sequence[int]) -> bool:
    """No duration is below 0, and no point in time lies inside two tasks, or inside one and at another of no duration.

    Times are doubled, so that there is one between any two.
    """
    tasks = [(2 * start, 2 * (start + duration)) for start, duration in zip(starts, durations, strict=True)]
    if any(end < start for start, end in tasks):
        return False
    for (start, end), (other, until) in combinations(tasks, 2):
        if any(start < time < end and other < time < until for time in range(-80, 80)):
            return False
        if (start == end and other < start < until) or (other == until and start < other < end):
            return False
    return True


@st.composite
def machines(draw: Any, most: int = 5) -> tuple[Axis, list[int], list[int]]:
    """Draw an axis, the domains of starts and durations, and which variable is meant in each place of the scope."""
    axis = draw(st.sampled_from(AXES))
    count = draw(st.integers(2, most))
    starts = [draw(st.integers(1, 0b1111)) << draw(st.integers(0, 6)) for _ in range(count)]
    few = st.sampled_from([0, 1, 1, 2, 2, 3, 4])
    several = st.sampled_from([(-1, 0, 2), (0, 3), (1, 2), (2, 6)])
    lengths = [draw(several) if draw(st.integers(0, 3)) > count else (draw(few),) for _ in range(count)]
    scope = list(range(2 * count))
    if draw(st.integers(0, 4)) == 0:
        first, second = draw(st.permutations(scope))[:2]
        scope[second] = first
    return axis, starts + [sum(axis.bit(length) for length in some) for some in lengths], scope


def stated(scope: list[int]) -> tuple[Disjunctive, Callable[[Sequence[int]], bool]]:
    count = len(scope) // 2

    def holds(row: Sequence[int]) -> bool:
        values = [row[x] for x in scope]
        return apart(values[:count], values[count:])

    return Disjunctive(scope[:count], scope[count:]), holds


@settings(max_examples=150)
@given(machines())
def test_no_schedule_is_lost_and_full_ones_are_judged_right(machine: tuple[Axis, list[int], list[int]]) -> None:
    axis, domains, scope = machine
    propagator, holds = stated(scope)
    check_schedules(propagator, axis, domains, scope, holds)


@settings(max_examples=200)
@given(machines(most=2))
def test_of_two_tasks_exactly_the_supported_values_are_left(machine: tuple[Axis, list[int], list[int]]) -> None:
    axis, domains, _ = machine
    propagator, holds = stated([0, 1, 2, 3])
    used = oracle.supported_rows([axis.integers(domain) for domain in domains], holds)
    left = run_to_fixpoint(propagator, domains, axis)
    assert (left is not None) == bool(used[0])
    if left is not None:
        assert [set(axis.integers(domain)) for domain in left] == used


@settings(max_examples=200)
@given(machines())
def test_of_many_tasks_any_two_are_left_with_what_they_allow_each_other(
    machine: tuple[Axis, list[int], list[int]],
) -> None:
    axis, domains, scope = machine
    propagator, _ = stated(scope)
    left = run_to_fixpoint(propagator, domains, axis)
    if left is not None:
        for i, j in combinations(range(len(propagator.starts)), 2):
            starts = [propagator.starts[i], propagator.starts[j]]
            durations = [propagator.durations[i], propagator.durations[j]]
            assert run_to_fixpoint(Disjunctive(starts, durations), left, axis) == left


@settings(max_examples=300)
@given(machines(), st.data())
def test_smaller_domains_never_leave_more(machine: tuple[Axis, list[int], list[int]], data: Any) -> None:
    axis, domains, scope = machine
    propagator, _ = stated(scope)
    smaller = [domain & data.draw(st.integers(0, domain)) or domain for domain in domains]
    wide, narrow = state_of(domains, axis), state_of(smaller, axis)
    if propagator.propagate(narrow):
        assert propagator.propagate(wide)
        assert all(a & ~b == 0 for a, b in zip(narrow.domains, wide.domains, strict=True))


Tasks = list[tuple[Sequence[int], int]]


@pytest.mark.parametrize(
    ("tasks", "expected"),
    [
        pytest.param([(range(10), 2), ([4], 3)], [[0, 1, 2, 7, 8, 9], [4]], id="a fixed task cuts a hole"),
        pytest.param(
            [(range(9), 5), (range(5), 3)], [[3, 4, 5, 6, 7, 8], [0, 1, 2, 3, 4]], id="so can one that is not"
        ),
        pytest.param([(range(3), 2), (range(2), 3)], None, id="two tasks too long for their time"),
        pytest.param([(range(1, 4), 2), (range(3), 3)], [[3], [0]], id="who cannot go first goes second"),
        pytest.param([(range(8), 0), ([2], 3)], [[0, 1, 2, 5, 6, 7], [2]], id="no duration, but not inside another"),
        pytest.param([([3], 0), ([3], 0), ([3], 2), ([1], 2)], [[3], [3], [3], [1]], id="many things at one time"),
        pytest.param([(range(4), 2), (range(4), 2), (range(4), 2)], None, id="three tasks too long for their time"),
        pytest.param(
            [(range(11), 3), (range(1, 4), 2), (range(1, 4), 2)],
            [[5, 6, 7, 8, 9, 10], [1, 3], [1, 3]],
            id="a task that does not fit before two others comes after both",
        ),
        pytest.param(
            [(range(6), 3), (range(4, 7), 2), (range(4, 7), 2)],
            [[0, 1], [4, 6], [4, 6]],
            id="a task that does not fit after two others comes before both",
        ),
        pytest.param(
            [(range(2, 6), 1), (range(1, 5), 1), (range(2, 5), 1), (range(1, 3), 2)],
            [[5], [1, 3, 4], [3, 4], [1, 2]],
            id="three tasks that fill their time push out a fourth",
        ),
        pytest.param(
            [(range(2, 5), 1), (range(3, 6), 2), (range(4, 6), 1)],
            [[2, 3], [3, 5], [4, 5]],
            id="a task that can come after neither of two comes before both",
        ),
        pytest.param(
            [(range(4, 6), 1), (range(3, 6), 2), (range(1, 6), 1)],
            [[4, 5], [3, 5], [1, 2, 3]],
            id="a task that cannot be the last ends before one of the others starts",
        ),
    ],
)
def test_what_is_left_of_the_starts(tasks: Tasks, expected: list[list[int]] | None) -> None:
    p: Problem[int, int] = Problem()
    starts = [p.add_variable(place, domain) for place, (domain, _) in enumerate(tasks)]
    p.add(NoOverlap(starts, [duration for _, duration in tasks]))
    csp = p.compile()
    state = csp.state()
    assert propagate_all(csp, state) == (expected is not None)
    if expected is not None:
        assert [list(csp.values_in(x, state.cells[x].mask)) for x in range(len(tasks))] == expected


def test_a_duration_is_bounded_by_the_task_that_follows() -> None:
    p: Problem[str, int] = Problem()
    first, second, long = (
        p.add_variable("first", [2, 3]),
        p.add_variable("second", [5]),
        p.add_variable("long", range(9)),
    )
    p.add(NoOverlap([first, second], [long, 4]))
    csp = p.compile()
    state = csp.state()
    assert propagate_all(csp, state)
    assert csp.domains_in(state) == {"first": (2, 3), "second": (5,), "long": (0, 1, 2, 3)}


# Fisher and Thompson 1963, six jobs on six machines: (machine, duration) in order. The best schedule takes 55.
FT06 = (
    ((2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)),
    ((1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)),
    ((2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)),
    ((1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)),
    ((2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)),
    ((1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)),
)


def job_shop(jobs: Sequence[Sequence[tuple[int, int]]], span: int) -> Problem[tuple[int, int], int]:
    p: Problem[tuple[int, int], int] = Problem()
    on_machine: dict[int, list[tuple[Variable, int]]] = {}
    for job, tasks in enumerate(jobs):
        starts = [p.add_variable((job, place), range(span - length + 1)) for place, (_, length) in enumerate(tasks)]
        for (start, following), (_, length) in zip(pairwise(starts), tasks[:-1], strict=True):
            p.add(start + length <= following)
        for start, (machine, length) in zip(starts, tasks, strict=True):
            on_machine.setdefault(machine, []).append((start, length))
    for used in on_machine.values():
        p.add(NoOverlap([start for start, _ in used], [length for _, length in used]))
    return p


def test_the_best_schedule_of_a_job_shop_is_found() -> None:
    p = job_shop(FT06, 55)
    schedule = p.solve(node_limit=10_000)
    assert schedule is not None
    assert not p.violations(schedule)


def test_a_better_schedule_than_the_best_is_refuted_without_search() -> None:
    csp = job_shop(FT06, 54).compile()
    assert not propagate_all(csp, csp.state())


@pytest.mark.parametrize(
    ("make", "variables"),
    [
        pytest.param(lambda v: NoOverlap(v, [2, 0, 1][: len(v)]), (1, 3), id="constant durations"),
        pytest.param(lambda v: NoOverlap(v[:2], v[2:]), 4, id="variable durations"),
        pytest.param(lambda v: NoOverlap(v[:2], [v[2], v[2]]), 3, id="one duration for two tasks"),
        pytest.param(lambda v: NoOverlap([v[0], v[0] + 2, v[1]], [v[2], v[1] - 1, 1]), 3, id="expressions"),
        pytest.param(lambda v: NoOverlap([v[0], v[0]], v[1:]), 3, id="one start for two tasks"),
        pytest.param(lambda v: NoOverlap(v[:2], v[:2]), 2, id="starts that are durations"),
        pytest.param(lambda v: NoOverlap(v, [2, 1]) | NoOverlap(v, [1, 3]), 2, id="one of two"),
    ],
)
def test_it_does_what_it_says(make: Callable[[list[Variable]], Constraint], variables: int | tuple[int, int]) -> None:
    check_constraint(make, variables=variables, domain=range(-1, 6), max_examples=20)


def test_names_do_for_starts_and_it_can_be_reified() -> None:
    p: Problem[str, int] = Problem()
    p.add_variables("ab", range(30))
    both = p.add_variable("both", [0, 1])
    p.add(both == reify(NoOverlap(["a", "b"], [10, 15])), both == 1)
    assert p.count() == sum(a + 10 <= b or b + 15 <= a for a in range(30) for b in range(30))
    q: Problem[str, int] = Problem()
    q.add_variables("ab", range(30))
    q.add(AnyOf([~NoOverlap(["a", "b"], [10, 15])]))
    assert p.count() + q.count() == 900


def test_it_is_described_by_its_tasks() -> None:
    assert str(NoOverlap(["a", "b"], [3, 4])) == "NoOverlap(a for 3, b for 4)"
    assert str(NoOverlap(["a", "b"], [3, 4], name="lathe")) == "lathe"


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        pytest.param(lambda: NoOverlap(["a", "b"], [1]), RowError, "2 starts but 1 duration", id="lengths"),
        pytest.param(lambda: NoOverlap([], []), ScopeError, "at least one", id="nothing"),
        pytest.param(
            lambda: NoOverlap(["a"], [-1]), OptionError, "of at least 0, not -1 for the task at a", id="negative"
        ),
        pytest.param(lambda: NoOverlap(["a"], ["b"]), KindError, "a duration must be an integer", id="a name"),
        pytest.param(lambda: NoOverlap(["a"], [1.5]), KindError, "a duration must be an integer", id="a fraction"),
        pytest.param(lambda: NoOverlap(3, [1]), KindError, "collection of starts", id="no starts"),  # type: ignore[arg-type]
        pytest.param(lambda: NoOverlap(["a"], 1), KindError, "collection of durations", id="no durations"),  # type: ignore[arg-type]
    ],
)
def test_misuse_is_refused(make: Callable[[], Constraint], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


def test_starts_that_are_no_integers_are_refused() -> None:
    p: Problem[str, object] = Problem()
    p.add_variable("a", ["now", "then"])
    with pytest.raises(ScopeError, match="needs integers, but "):
        p.add(NoOverlap(["a"], [1]))


@st.composite
def workloads(draw: Any) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Draw the bounds of starts and durations, and which variables they are; some durations vary."""
    count = draw(st.integers(2, 9))
    spread = draw(st.integers(1, 25))
    starts = [draw(st.integers(0, spread)) for _ in range(count)]
    slack = st.integers(0, draw(st.integers(0, 20)))
    lengths = [draw(st.integers(0, draw(st.sampled_from([1, 3, 6])))) for _ in range(count)]
    varies = st.sampled_from([0, 0, 0, 0, 2] if draw(st.booleans()) else [0])
    bounds = [(start, start + draw(slack)) for start in starts]
    bounds += [(length, length + draw(varies)) for length in lengths]
    return bounds, list(range(count)), list(range(count, 2 * count))


@settings(max_examples=400)
@given(workloads())
def test_the_fast_rules_conclude_what_the_plain_ones_do(
    workload: tuple[list[tuple[int, int]], list[int], list[int]],
) -> None:
    bounds, starts, durations = workload
    domains = [(2 << high) - (1 << low) for low, high in bounds]
    plain = run_to_fixpoint(PlainDisjunctive(starts, durations), domains)
    assert run_to_fixpoint(Disjunctive(starts, durations), domains) == plain


@settings(max_examples=300)
@given(workloads())
def test_intervals_are_pruned_as_by_the_plain_rules_wherever_they_are(
    workload: tuple[list[tuple[int, int]], list[int], list[int]],
) -> None:
    bounds, starts, durations = workload
    plain = bounds_at_fixpoint(PlainDisjunctive(starts, durations), bounds)
    assert bounds_at_fixpoint(Disjunctive(starts, durations), bounds) == plain
    far = bounds_at_fixpoint(Disjunctive(starts, durations), shifted(bounds, starts, 10**6))
    assert far == (plain and shifted(plain, starts, 10**6))


@settings(max_examples=200)
@given(workloads(), st.data())
def test_what_is_left_does_not_depend_on_the_way_there(
    workload: tuple[list[tuple[int, int]], list[int], list[int]], data: Any
) -> None:
    bounds, starts, durations = workload
    is_interval = data.draw(st.booleans())
    state = interval_state(bounds) if is_interval else state_of([(2 << high) - (1 << low) for low, high in bounds])
    propagator = Disjunctive(starts, durations)
    if fixpoint(propagator, state):
        walk(propagator, Disjunctive(starts, durations), state, data)
