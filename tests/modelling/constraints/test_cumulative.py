"""Cumulative: against brute force, minute by minute."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_rules import PlainTimeTable
from propagation import check_schedules, domains_left, run_to_fixpoint, state_of
from schedules import bounds_at_fixpoint, fixpoint, interval_state, shifted, walk

from csplib import Constraint, KindError, OptionError, Problem, RowError, ScopeError, Variable
from csplib.engine.fixpoint import propagate_all
from csplib.kernel.axis import Axis
from csplib.kernel.propagators.time_table import TimeTable
from csplib.modelling.constraints.cumulative import Cumulative
from csplib.testing import check_constraint

AXES = [Axis(range(-2, 14)), Axis([-5, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 20])]


def fits(starts: Sequence[int], durations: Sequence[int], demands: Sequence[int], capacity: int) -> bool:
    """Look at every minute."""
    if any(number < 0 for number in (*durations, *demands, capacity)):
        return False
    needed = dict.fromkeys(range(-10, 60), 0)
    for start, duration, demand in zip(starts, durations, demands, strict=True):
        for minute in range(start, start + duration):
            needed[minute] += demand
    return max(needed.values()) <= capacity


T = TypeVar("T")


def parted(row: Sequence[T]) -> tuple[Sequence[T], Sequence[T], Sequence[T], T]:
    count = len(row) // 3
    return row[:count], row[count : 2 * count], row[2 * count : -1], row[-1]


Resource = tuple[Axis, list[int], list[int]]


@st.composite
def resources(draw: Any, *, constant: bool = False) -> Resource:
    """Draw an axis, the domains of everything, and which variable is meant in each place of the scope."""
    axis = draw(st.sampled_from(AXES))
    count = draw(st.integers(1, 4))
    starts = [draw(st.integers(1, 0b1111)) << draw(st.integers(1, 6)) for _ in range(count)]
    some = st.sampled_from([0, 1, 1, 2, 2, 3, 4])
    several = st.sampled_from([(-1, 0, 2), (0, 3), (1, 2), (2, 5)])

    def number() -> int:
        varies = not constant and draw(st.integers(0, 4)) > count
        return sum(axis.bit(value) for value in (draw(several) if varies else (draw(some),)))

    domains = [*starts, *[number() for _ in range(2 * count + 1)]]
    scope = list(range(len(domains)))
    if not constant and draw(st.integers(0, 4)) == 0:
        first, second = draw(st.permutations(scope))[:2]
        scope[second] = first
    return axis, domains, scope


def stated(scope: list[int]) -> TimeTable:
    starts, durations, demands, capacity = parted(scope)
    return TimeTable(starts, durations, demands, capacity)


@settings(max_examples=200)
@given(resources())
def test_no_schedule_is_lost_and_full_ones_are_judged_right(resource: Resource) -> None:
    axis, domains, scope = resource
    check_schedules(stated(scope), axis, domains, scope, lambda row: fits(*parted([row[x] for x in scope])))


@settings(max_examples=250)
@given(resources(constant=True))
def test_a_start_stays_only_if_its_task_fits_above_what_others_need_for_certain(resource: Resource) -> None:
    axis, domains, scope = resource
    left = run_to_fixpoint(stated(scope), domains, axis)
    if left is None:
        return
    values = [axis.integers(domain) for domain in left]
    starts, durations, demands, capacity = parted(values)
    for i, begins in enumerate(starts):
        for minute in {start + passed for start in begins for passed in range(durations[i][0])}:
            # Others run at that minute whatever start they take.
            certain = [
                demands[j][0]
                for j, others in enumerate(starts)
                if j != i and all(other <= minute < other + durations[j][0] for other in others)
            ]
            assert sum(certain) + demands[i][0] <= capacity[0]


@settings(max_examples=300)
@given(resources(), st.data())
def test_smaller_domains_never_leave_more(resource: Resource, data: Any) -> None:
    axis, domains, scope = resource
    propagator = stated(scope)
    smaller = [domain & data.draw(st.integers(0, domain)) or domain for domain in domains]
    wide, narrow = state_of(domains, axis), state_of(smaller, axis)
    if propagator.propagate(narrow):
        assert propagator.propagate(wide)
        assert all(a & ~b == 0 for a, b in zip(narrow.domains, wide.domains, strict=True))


Tasks = list[tuple[Sequence[int], int, int]]


@pytest.mark.parametrize(
    ("tasks", "capacity", "expected"),
    [
        pytest.param(
            [([4], 3, 2), (range(10), 2, 2)], 3, [[4], [0, 1, 2, 7, 8, 9]], id="what runs for certain cuts a hole"
        ),
        pytest.param([([4], 3, 2), (range(10), 2, 1)], 3, [[4], [*range(10)]], id="what fits beside it stays"),
        pytest.param(
            [(range(2, 5), 4, 1), ([5], 1, 1), (range(10), 1, 1)],
            2,
            [[2, 3, 4], [5], [0, 1, 2, 3, 4, 6, 7, 8, 9]],
            id="parts that are certain add up",
        ),
        pytest.param([(range(3), 4, 2), (range(3), 4, 2)], 3, None, id="two are certain at the same time"),
        pytest.param([([0], 5, 3), (range(4), 0, 3)], 3, [[0], [0, 1, 2, 3]], id="no duration, no need"),
        pytest.param([([0], 5, 3), (range(4), 2, 0)], 3, [[0], [0, 1, 2, 3]], id="no demand, no need"),
        pytest.param([(range(4), 0, 9)], 3, [[0, 1, 2, 3]], id="what never runs may want too much"),
        pytest.param([(range(4), 1, 9)], 3, None, id="what runs may not"),
        pytest.param([(range(4), 2, 2)] * 6, 4, None, id="more energy than there is"),
        pytest.param(
            [(range(1, 4), 2, 2), (range(1, 4), 2, 2), (range(11), 3, 2)],
            3,
            [[1, 3], [1, 3], [5, 6, 7, 8, 9, 10]],
            id="tasks that exclude each other are put in a row",
        ),
    ],
)
def test_what_is_left_of_the_starts(tasks: Tasks, capacity: int, expected: list[list[int]] | None) -> None:
    p: Problem[int, int] = Problem()
    starts = [p.add_variable(place, domain) for place, (domain, _, _) in enumerate(tasks)]
    p.add(Cumulative(starts, [long for _, long, _ in tasks], [need for _, _, need in tasks], capacity))
    csp = p.compile()
    state = csp.state()
    assert propagate_all(csp, state) == (expected is not None)
    if expected is not None:
        assert [list(csp.values_in(x, state.cells[x].mask)) for x in range(len(tasks))] == expected


def test_durations_demands_and_the_capacity_are_bounded_too() -> None:
    p: Problem[str, int] = Problem()
    first, second = p.add_variable("first", [2, 3]), p.add_variable("second", [5])
    long, need, limit = (p.add_variable(name, range(1, 7)) for name in ("long", "need", "limit"))
    p.add(Cumulative([first, second], [long, 4], [3, need], limit), limit <= 5, need >= 3)
    left = {"first": (2, 3), "second": (5,), "long": (1, 2, 3), "need": (3, 4, 5), "limit": (3, 4, 5)}
    assert domains_left(p) == left


def test_a_task_that_need_not_run_is_short_where_it_cannot_run_for_long() -> None:
    p: Problem[str, int] = Problem()
    start, long = p.add_variable("start", [2, 8]), p.add_variable("long", range(9))
    p.add(Cumulative([start, p.add_variable("fixed", [5])], [long, 4], [2, 2], 3))
    assert domains_left(p) == {"start": (2, 8), "long": (0, 1, 2, 3), "fixed": (5,)}


def test_a_demand_is_bounded_by_what_others_leave() -> None:
    p: Problem[str, int] = Problem()
    first, second, need = (
        p.add_variable("first", [0, 1]),
        p.add_variable("second", [1]),
        p.add_variable("need", range(9)),
    )
    p.add(Cumulative([first, second], [3, 2], [2, need], 5))
    assert domains_left(p) == {"first": (0, 1), "second": (1,), "need": (0, 1, 2, 3)}


@pytest.mark.parametrize(
    ("make", "variables"),
    [
        pytest.param(lambda v: Cumulative(v, [2, 3, 1][: len(v)], [1, 2, 2][: len(v)], 3), (1, 3), id="constants"),
        pytest.param(lambda v: Cumulative(v[:2], [2, 3], v[2:], 4), 4, id="variable demands"),
        pytest.param(lambda v: Cumulative(v[:2], v[2:], [2, 3], 4), 4, id="variable durations"),
        pytest.param(lambda v: Cumulative(v[:2], [2, 3], [1, 2], v[2]), 3, id="a variable capacity"),
        pytest.param(
            lambda v: Cumulative([v[0], v[0] + 2], [v[1], 2], [v[2], v[1] - 1], v[2] + 1), 3, id="expressions"
        ),
        pytest.param(lambda v: Cumulative([v[0]] * 3, [1, 2, 3], [1, 1, 1], v[1]), 2, id="one start for three tasks"),
        pytest.param(lambda v: Cumulative(v, [3, 3, 2], [2, 3, 2], 3), 3, id="tasks that exclude each other"),
        pytest.param(lambda v: Cumulative(v, v, v, v[0]), 2, id="one variable for everything"),
    ],
)
def test_it_does_what_it_says(make: Callable[[list[Variable]], Constraint], variables: int | tuple[int, int]) -> None:
    check_constraint(make, variables=variables, domain=range(-1, 5), max_examples=20)


def test_with_a_capacity_of_one_it_is_a_machine() -> None:
    p: Problem[int, int] = Problem()
    starts = p.add_variables(range(4), range(9))
    p.add(Cumulative(starts, [2, 2, 2, 2], [1, 1, 1, 1], 1), *[start <= 6 for start in starts])
    assert p.count() == 24


def test_squares_fill_a_rectangle() -> None:
    """Nine squares of different sizes fill 32 by 33 (Moroń 1925): in four ways, which are one and its reflections."""
    sizes = [18, 15, 14, 10, 9, 8, 7, 4, 1]
    p: Problem[tuple[str, int], int] = Problem()
    across = [p.add_variable(("across", size), range(33 - size + 1)) for size in sizes]
    down = [p.add_variable(("down", size), range(32 - size + 1)) for size in sizes]
    p.add(Cumulative(across, sizes, sizes, 32), Cumulative(down, sizes, sizes, 33))
    for i, size in enumerate(sizes):
        for j in range(i):
            beside = (across[i] + size <= across[j]) | (across[j] + sizes[j] <= across[i])
            p.add(beside | (down[i] + size <= down[j]) | (down[j] + sizes[j] <= down[i]))
    found = list(p.solutions())
    assert len(found) == 4
    assert all(not p.violations(solution) for solution in found)


def test_it_is_described_by_its_tasks() -> None:
    stated = Cumulative(["a", "b"], [3, 4], [1, 2], 5)
    assert str(stated) == "Cumulative(a for 3 needs 1, b for 4 needs 2; capacity 5)"
    assert str(Cumulative(["a"], [3], [1], 5, name="crane")) == "crane"


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        pytest.param(lambda: Cumulative(["a"], [1, 2], [1], 3), RowError, "1 starts, 2 durations and 1", id="lengths"),
        pytest.param(lambda: Cumulative([], [], [], 3), ScopeError, "at least one task", id="nothing"),
        pytest.param(
            lambda: Cumulative(["a"], [-1], [1], 3), OptionError, "a duration .* negative, as in -1", id="duration"
        ),
        pytest.param(
            lambda: Cumulative(["a"], [1], [-2], 3), OptionError, "a demand .* negative, as in -2", id="demand"
        ),
        pytest.param(
            lambda: Cumulative(["a"], [1], [1], -3), OptionError, "the capacity .* negative, as in -3", id="capacity"
        ),
        pytest.param(lambda: Cumulative(["a"], [1], ["b"], 3), KindError, "a demand must be an integer", id="a name"),
        pytest.param(
            lambda: Cumulative(["a"], [1], [1], None), KindError, "the capacity must be an integer", id="none"
        ),
        pytest.param(lambda: Cumulative(["a"], 1, [1], 3), KindError, "list of durations", id="no durations"),  # type: ignore[arg-type]
    ],
)
def test_misuse_is_refused(make: Callable[[], Constraint], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


def test_demands_that_are_no_integers_are_refused() -> None:
    p: Problem[str, object] = Problem()
    a, need = p.add_variable("a", [1, 2]), p.add_variable("need", ["much", "little"])
    with pytest.raises(ScopeError, match="needs integers, but "):
        p.add(Cumulative([a], [1], [need], 3))


Workload = tuple[list[tuple[int, int]], list[int]]


@st.composite
def workloads(draw: Any) -> Workload:
    """Draw the bounds of starts, durations, demands and the capacity, and the scope; some amounts vary."""
    count = draw(st.integers(1, 8))
    spread = draw(st.integers(1, 20))
    slack = st.integers(0, draw(st.integers(0, 15)))
    bounds = [(start, start + draw(slack)) for start in (draw(st.integers(0, spread)) for _ in range(count))]
    varies = st.sampled_from([0, 0, 0, 0, 3] if draw(st.booleans()) else [0])
    amounts = [draw(st.integers(0, 6)) for _ in range(count)] + [draw(st.integers(0, 4)) for _ in range(count)]
    bounds += [(amount, amount + draw(varies)) for amount in (*amounts, draw(st.integers(1, 8)))]
    return bounds, list(range(len(bounds)))


def plain(scope: list[int]) -> PlainTimeTable:
    starts, durations, demands, capacity = parted(scope)
    return PlainTimeTable(starts, durations, demands, capacity)


def as_bits(bounds: list[tuple[int, int]]) -> list[int]:
    return [(2 << high) - (1 << low) for low, high in bounds]


@settings(max_examples=400)
@given(workloads())
def test_the_sorted_profile_concludes_what_the_plain_one_does(workload: Workload) -> None:
    bounds, scope = workload
    assert run_to_fixpoint(stated(scope), as_bits(bounds)) == run_to_fixpoint(plain(scope), as_bits(bounds))


@settings(max_examples=300)
@given(workloads())
def test_intervals_are_pruned_as_by_the_plain_rules_wherever_they_are(workload: Workload) -> None:
    bounds, scope = workload
    expected = bounds_at_fixpoint(plain(scope), bounds)
    assert bounds_at_fixpoint(stated(scope), bounds) == expected
    starts = parted(scope)[0]
    far = bounds_at_fixpoint(stated(scope), shifted(bounds, starts, 10**6))
    assert far == (expected and shifted(expected, starts, 10**6))


@settings(max_examples=200)
@given(workloads(), st.data())
def test_what_is_left_does_not_depend_on_the_way_there(workload: Workload, data: Any) -> None:
    bounds, scope = workload
    state = interval_state(bounds) if data.draw(st.booleans()) else state_of(as_bits(bounds))
    propagator = stated(scope)
    if fixpoint(propagator, state):
        walk(propagator, stated(scope), state, data)


def test_an_interval_that_is_pushed_by_news_is_pushed_by_what_was_known_too() -> None:
    known, news, pushed = (10, 10), (0, 50), (0, 100)
    amounts = [(10, 10), (6, 6), (5, 5), (1, 1), (1, 1), (1, 1), (1, 1)]
    state = interval_state([known, news, pushed, *amounts])
    propagator = stated(list(range(10)))
    assert propagator.propagate(state)
    assert state.fix(1, 0)
    assert propagator.propagate(state)
    assert state.low(2) == 20
