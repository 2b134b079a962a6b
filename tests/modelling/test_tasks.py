"""Tasks as objects: optional ones, ends of their own, machines to choose from, and delays; against brute force."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import check_schedules, domains_left
from schedules import interval_state, walk

from csplib import (
    Constraint,
    CSPError,
    Cumulative,
    DomainError,
    KindError,
    NoOverlap,
    OptionError,
    Problem,
    RowError,
    Task,
    Variable,
    implies,
    max_of,
)
from csplib.kernel.axis import NATURAL
from csplib.kernel.propagators.disjunctive import Disjunctive
from csplib.testing import check_constraint

Make = Callable[[list[Variable]], Constraint]


@pytest.mark.parametrize(
    ("make", "variables"),
    [
        pytest.param(lambda v: NoOverlap([Task(v[0], 2), Task(v[1], 3, present=v[2])]), 3, id="an optional one"),
        pytest.param(
            lambda v: NoOverlap([Task(v[i], 1 + i, present=v[3] == i) for i in range(3)]), 4, id="present by a choice"
        ),
        pytest.param(lambda v: NoOverlap([Task(v[0], v[1], present=v[2]), Task(v[2], 2)]), 3, id="variable durations"),
        pytest.param(lambda v: NoOverlap([Task(v[0], 2, v[1]), Task(v[2], end=4)]), 3, id="ends"),
        pytest.param(lambda v: NoOverlap([Task(v[0], v[1], v[2], present=v[3])]), 4, id="an end that may not matter"),
        pytest.param(lambda v: NoOverlap([Task(end=v[0], duration=2), Task(v[1], 1)]), 2, id="backwards"),
        pytest.param(lambda v: NoOverlap([Task(x, 2, present=v[0]) for x in v]), (2, 3), id="one boolean for all"),
        pytest.param(
            lambda v: Cumulative([Task(v[0], 2), Task(v[1], 3, present=v[2])], demands=[1, 2], capacity=2),
            3,
            id="share",
        ),
        pytest.param(
            lambda v: Cumulative([Task(x, 2, present=x != 1) for x in v], demands=[1, v[0], 2], capacity=3),
            3,
            id="variable demands",
        ),
        pytest.param(
            lambda v: Cumulative([Task(v[0], v[1], v[2], present=v[3])], demands=[2], capacity=v[3] + 1), 4, id="an end"
        ),
        pytest.param(lambda v: Task(v[0], 2).before(Task(v[1], 1), delay=1), 2, id="a delay"),
        pytest.param(
            lambda v: Task(v[0], 2, present=v[2]).before(Task(v[1], 1, present=v[3] == 2), delay=-1),
            4,
            id="if both are",
        ),
    ],
)
def test_it_does_what_it_says(make: Make, variables: int | tuple[int, int]) -> None:
    check_constraint(make, variables=variables, domain=range(-1, 4), max_examples=20)


Shop = tuple[list[int], list[int], list[int]]


def runs(shop: Shop, row: Sequence[int]) -> bool:
    """Return whether the tasks whose presence is 1 do not overlap."""
    starts, durations, presences = shop
    tasks = [
        (row[x], row[x] + row[d])
        for x, d, present in zip(starts, durations, presences, strict=True)
        if present < 0 or row[present] == 1
    ]
    return all(end <= other or until <= start for (start, end), (other, until) in combinations(tasks, 2))


@st.composite
def shops(draw: Any) -> tuple[list[int], Shop]:
    count = draw(st.integers(1, 4))
    domains = [draw(st.integers(1, 0b1111)) << draw(st.integers(0, 5)) for _ in range(count)]
    domains += [1 << draw(st.integers(0, 3)) if draw(st.integers(0, 5)) else 0b110 for _ in range(count)]
    presences: list[int] = []
    for _ in range(count):
        presences.append(len(domains) if draw(st.booleans()) else -1)
        if presences[-1] >= 0:
            domains.append(draw(st.sampled_from([0b11, 0b11, 0b10, 0b01])))
    return domains, (list(range(count)), list(range(count, 2 * count)), presences)


@settings(max_examples=200)
@given(shops())
def test_no_schedule_is_lost_and_full_ones_are_judged_right(drawn: tuple[list[int], Shop]) -> None:
    domains, shop = drawn
    starts, durations, presences = shop
    scope = [*starts, *durations, *[x for x in presences if x >= 0]]
    machine = Disjunctive(starts, durations, presences=presences)
    check_schedules(machine, NATURAL, domains, scope, lambda row: runs(shop, row))


@settings(max_examples=150)
@given(st.integers(3, 7), st.data())
def test_what_is_left_does_not_depend_on_the_way_there(count: int, data: Any) -> None:
    bounds = [
        (low, low + data.draw(st.integers(0, 12))) for low in (data.draw(st.integers(0, 9)) for _ in range(count))
    ]
    bounds += [(low, low) for low in (data.draw(st.integers(0, 5)) for _ in range(count))]
    bounds += [(0, 1)] * count
    starts, durations = range(count), range(count, 2 * count)
    presences = [2 * count + i if data.draw(st.booleans()) else -1 for i in range(count)]
    state = interval_state(bounds)
    machine = Disjunctive(starts, durations, presences=presences)
    if machine.propagate(state) and state.wiped < 0:
        walk(machine, Disjunctive(starts, durations, presences=presences), state, data)


def test_a_task_that_has_no_place_is_not_present() -> None:
    p: Problem[Any, Any] = Problem()
    free = p.add_task("free", start=range(6), duration=3, optional=True)
    p.add(NoOverlap([Task(2, 2), Task(6, 1), free]))
    assert domains_left(p) == {("free", "start"): (0,), ("free", "present"): (False,)}
    q: Problem[Any, Any] = Problem()
    free = q.add_task("free", start=range(6), duration=3, optional=True)
    q.add(Cumulative([Task(2, 2), Task(6, 1), free], demands=[2, 2, 1], capacity=2))
    assert domains_left(q) == {("free", "start"): (0,), ("free", "present"): (False,)}


def test_tasks_of_which_none_may_be_present_need_nothing() -> None:
    p: Problem[Any, Any] = Problem()
    x = p.add_variable("x", range(2))
    p.add(NoOverlap([Task(x, 5, present=False), Task(x, 5)]))
    assert p.count() == 2


def test_a_job_shop_with_machines_to_choose_from_is_as_short_as_by_brute_force() -> None:
    times = [{"A": 3, "B": 5}, {"A": 2, "B": 2}, {"B": 4}, {"A": 4, "B": 3}]
    p: Problem[Any, Any] = Problem()
    jobs = [p.add_task(i, start=range(12), duration=choice) for i, choice in enumerate(times)]
    for machine in "AB":
        p.add(NoOverlap([job.on(machine) for job in jobs if machine in job.durations]))
    p.add(jobs[0].before(jobs[1]))
    best = p.minimize(max_of([job.end for job in jobs])).finish()
    assert best is not None
    loads = []
    for row in product(*times):
        total = {machine: sum(times[i][m] for i, m in enumerate(row) if m == machine) for machine in "AB"}
        loads.append(max(*total.values(), times[0][row[0]] + times[1][row[1]]))
    assert best.objective == min(loads)
    assert not p.violations(best.solution)
    chosen = [best.solution[i, "machine"] for i in range(4)]
    assert [best.solution[job.duration] for job in jobs] == [times[i][m] for i, m in enumerate(chosen)]


def test_absent_tasks_come_once() -> None:
    p: Problem[Any, Any] = Problem()
    p.add_task("a", start=range(4), duration=range(1, 3), optional=True)
    assert p.count() == 4 * 2 + 1


def test_an_end_bounds_the_task() -> None:
    p: Problem[Any, Any] = Problem()
    task = p.add_task("a", start=range(9), duration=3, end=range(5, 8))
    p.add_task("b", start=task.start, duration=2, end=[4, 9, 10], optional=True)
    found = {(s["a", "start"], s["b", "present"]) for s in p.solutions()}
    assert found == {(2, False), (3, False), (4, False), (2, True)}


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(1, 3), st.booleans()), min_size=1, max_size=4), st.integers(1, 3)
)
def test_cp_sat_finds_the_same(drawn: list[tuple[int, int, bool]], capacity: int) -> None:
    pytest.importorskip("ortools")
    p: Problem[Any, Any] = Problem()
    tasks = [
        p.add_task(i, start=range(first, first + 3), duration=length, optional=optional)
        for i, (first, length, optional) in enumerate(drawn)
    ]
    one = NoOverlap(tasks[:2])
    p.add(one, Cumulative(tasks, demands=[1 + i % 2 for i in range(len(tasks))], capacity=capacity))
    p.add(implies(tasks[0].start > 3, ~NoOverlap(tasks[-2:])))
    own = {frozenset(solution.items()) for solution in p.solutions()}
    assert {frozenset(solution.items()) for solution in p.solutions(engine="cp-sat")} == own


def test_tasks_are_described() -> None:
    p: Problem[Any, Any] = Problem()
    a, b = p.add_variables("ab", range(3))
    wet = p.add_boolean("wet")
    assert str(Task(a, 2)) == "a for 2"
    assert str(Task(a, 2, b, present=wet)) == "a to b if wet"
    assert repr(Task(a, 2, name="cut")) == "<Task cut>"
    assert str(NoOverlap([Task(a, 2), Task(b, 1, present=wet)])) == "NoOverlap(a for 2, b for 1 if wet)"


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        pytest.param(Task, OptionError, "two of start, duration and end", id="too little"),
        pytest.param(lambda x: Task(x, -1), OptionError, "duration .* at least 0, not -1", id="a negative duration"),
        pytest.param(lambda _: Task("a", 1), KindError, "the start of a task must be an integer", id="a name"),
        pytest.param(lambda x: Task(x, 1, present="yes"), KindError, "present= needs a boolean", id="a word"),
        pytest.param(lambda x: Task(x, 1).before(x), KindError, "before needs a task", id="before a variable"),
        pytest.param(lambda x: Task(x, 1).on("A"), OptionError, "does not run on a machine 'A'", id="no machine"),
        pytest.param(lambda x: NoOverlap([Task(x, 1), x]), KindError, "tasks or starts, not both", id="both"),
        pytest.param(lambda x: NoOverlap([Task(x, 1)], [2]), KindError, "no durations beside tasks", id="durations"),
        pytest.param(lambda x: NoOverlap([x]), RowError, "needs durations", id="no durations"),
        pytest.param(lambda x: Cumulative([x], capacity=1), RowError, "needs durations", id="no durations to share"),
        pytest.param(
            lambda x: Cumulative([Task(x, 1)], demands=[], capacity=1), RowError, "1 tasks and 0 demands", id="demands"
        ),
    ],
)
def test_misuse_is_refused(make: Callable[[Variable], object], error: type[CSPError], message: str) -> None:
    with pytest.raises(error, match=message):
        make(Problem().add_variable("x", range(3)))


@pytest.mark.parametrize(
    ("start", "duration", "error", "message"),
    [
        pytest.param(3, 2, KindError, "the start of task 'a' must have values", id="one start"),
        pytest.param([], 2, DomainError, "the start of task 'a' has no values", id="no start"),
        pytest.param(range(3), "abc", KindError, "the duration of task 'a' must have values", id="a word"),
    ],
)
def test_misuse_of_add_task_is_refused(start: Any, duration: Any, error: type[CSPError], message: str) -> None:
    with pytest.raises(error, match=message):
        Problem[Any, Any]().add_task("a", start, duration)
