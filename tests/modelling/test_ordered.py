"""Values that are not numbers but have an order: dates, times, tuples, fractions. Those of an IntEnum are numbers."""

# ruff: noqa: ARG005 - the functions of a table all take the same variables

from __future__ import annotations

import operator
import pickle
from collections.abc import Callable
from copy import copy
from datetime import date, datetime, time, timedelta, timezone
from enum import IntEnum
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csplib import Constraint, DomainError, KindError, Ordered, Problem, ScopeError, element, if_then_else, reify
from csplib.testing import check_constraint

DAYS = [date(2025, 12, 28) + timedelta(days=n) for n in (0, 1, 2, 4, 7)]
TIMES = [datetime(2025, 12, 31, 22, tzinfo=timezone.utc) + timedelta(minutes=45 * n) for n in range(5)]
COMPARE = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]

KINDS: dict[str, list[Any]] = {
    "dates": DAYS,
    "date and time": TIMES,
    "times": [time(8), time(8, 30), time(12), time(23)],
    "timedeltas": [timedelta(hours=n) for n in (5, 1, 3)],
    "tuples": [(1, 2), (0, 9), (1,), (1, 2, 0)],
    "floats": [0.5, -1.25, 3.0, 7.75],
    "fractions": [Fraction(1, 3), Fraction(-1, 2), Fraction(5, 2)],
    "bytes": [b"b", b"a", b"ab"],
}


def rows(p: Problem[Any, Any], **options: Any) -> set[tuple[Any, ...]]:
    found = [tuple(solution.values()) for solution in p.solutions(**options)]
    assert len(found) == len(set(found))
    return set(found)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("compare", COMPARE, ids=lambda one: one.__name__)
def test_values_are_compared_as_python_compares_them(kind: str, compare: Callable[[Any, Any], Any]) -> None:
    values = KINDS[kind]
    p = Problem()
    x, y = p.add_variable("x", values), p.add_variable("y", reversed(values[1:]))
    p.add(compare(x, y), compare(x, values[2]), compare(values[0], y))
    expected = {
        (a, b)
        for a, b in product(values, values[1:])
        if compare(a, b) and compare(a, values[2]) and compare(values[0], b)
    }
    assert rows(p) == expected
    assert all((not p.violations({"x": a, "y": b})) == ((a, b) in expected) for a, b in product(values, values[1:]))


Claim = tuple[Callable[[list[Any]], Constraint], Callable[[tuple[Any, ...]], bool]]


@st.composite
def claims(draw: Any) -> Claim:
    i, j = draw(st.integers(0, 2)), draw(st.integers(0, 2))
    compare = draw(st.sampled_from(COMPARE))
    one, two = [timedelta(days=draw(st.integers(-3, 3))) for _ in range(2)]
    bound = draw(st.sampled_from(DAYS))
    kinds: list[Claim] = [
        (lambda v: compare(v[i] + one, v[j]), lambda r: compare(r[i] + one, r[j])),
        (lambda v: compare(v[i], v[j] - one), lambda r: compare(r[i], r[j] - one)),
        (lambda v: compare(v[i] + one, two + v[j]), lambda r: compare(r[i] + one, r[j] + two)),
        (lambda v: compare(v[i] - v[j], one), lambda r: compare(r[i] - r[j], one)),
        (lambda v: compare(v[i] + one, bound), lambda r: compare(r[i] + one, bound)),
        (lambda v: compare(bound, v[i] + one + two), lambda r: compare(bound, r[i] + one + two)),
    ]
    return draw(st.sampled_from(kinds))  # type: ignore[no-any-return]


@st.composite
def questions(draw: Any) -> Claim:
    (one, first), (two, second) = draw(claims()), draw(claims())
    kinds: list[Claim] = [
        (one, first),
        (lambda v: ~one(v), lambda r: not first(r)),
        (lambda v: one(v) | two(v), lambda r: first(r) or second(r)),
        (lambda v: reify(one(v)) + reify(two(v)) == 1, lambda r: first(r) + second(r) == 1),
        (lambda v: if_then_else(one(v), two(v), v[0] < v[1]), lambda r: second(r) if first(r) else r[0] < r[1]),
    ]
    return draw(st.sampled_from(kinds))  # type: ignore[no-any-return]


@pytest.mark.usefixtures("way")
@settings(max_examples=100)
@given(questions())
def test_dates_and_delays_mean_what_python_means(question: Claim) -> None:
    state, judge = question
    p = Problem()
    p.add(state(p.add_variables("xyz", DAYS)))
    assert rows(p) == {row for row in product(DAYS, repeat=3) if judge(row)}


@settings(max_examples=30)
@given(questions())
def test_cp_sat_finds_the_same_solutions(question: Claim) -> None:
    pytest.importorskip("ortools")
    state, judge = question
    p = Problem()
    p.add(state(p.add_variables("xyz", DAYS)))
    assert rows(p, engine="cp-sat") == {row for row in product(DAYS, repeat=3) if judge(row)}


@pytest.mark.usefixtures("way")
def test_orders_keep_every_promise_of_a_constraint() -> None:
    check_constraint(questions().map(lambda question: question[0]), domain=[DAYS] * 3, max_examples=30)


def test_hours_are_added_to_dates_with_times() -> None:
    p = Problem()
    start, end = p.add_variables(["start", "end"], TIMES)
    p.add(start + timedelta(hours=2) <= end, end - start < timedelta(hours=3))
    assert rows(p) == {(a, b) for a, b in product(TIMES, repeat=2) if timedelta(hours=2) <= b - a < timedelta(hours=3)}


def test_the_earliest_end_is_found_by_a_lookup() -> None:
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(60)]
    p = Problem()
    tasks = p.add_variables(range(4), days)
    p.add(*[one + timedelta(days=7) <= two for one, two in pairwise(tasks)])
    p.add(*[task != days[7] for task in tasks])
    best = p.minimize(element({day: day.toordinal() for day in days}, tasks[-1])).finish()
    assert best is not None
    assert best.solution[3] == days[22]
    assert isinstance(tasks[0], Ordered)


def test_an_int_enum_is_a_number_and_is_shown_as_it_is() -> None:
    class Size(IntEnum):
        SMALL = 1
        LARGE = 5

    p = Problem()
    x, y = p.add_variables("xy", Size)
    p.add(x < y, x + 4 == y)
    solution = p.solve()
    assert solution is not None
    assert solution["x"] is Size.SMALL
    assert not isinstance(x, Ordered)


def test_copies_and_pickles_keep_the_order() -> None:
    p = Problem()
    x, y = p.add_variables("xy", DAYS)
    p.add(x + timedelta(days=2) < y)
    for twin in (copy(p), pickle.loads(pickle.dumps(p))):  # noqa: S301 - our own
        twin.add(twin["x"] > DAYS[0])
        assert twin.count() == sum([a + timedelta(days=2) < b for a, b in product(DAYS[1:], DAYS)])


def test_conflicts_name_the_order() -> None:
    p = Problem()
    x, y = p.add_variables("xy", DAYS)
    p.add(x + timedelta(days=3) < y, y <= DAYS[2], x != DAYS[4])
    conflict = p.explain()
    assert conflict is not None
    assert [str(one) for one in conflict.constraints] == [
        "x + datetime.timedelta(days=3) < y",
        "y <= datetime.date(2025, 12, 30)",
    ]


@pytest.mark.parametrize(
    ("build", "error", "message"),
    [
        pytest.param(lambda d, t, s: d < t, ScopeError, "have no order", id="a date and a tuple"),
        pytest.param(lambda d, t, s: (d < t) | (d == 1), ScopeError, "have no order", id="inside or"),
        pytest.param(lambda d, t, s: d < 3, ScopeError, "have no order", id="a date and a number"),
        pytest.param(lambda d, t, s: d + timedelta(hours=1) < d, ScopeError, "only days", id="hours on a date"),
        pytest.param(lambda d, t, s: t + timedelta(1) < t, ScopeError, "have no sum", id="days on a tuple"),
        pytest.param(lambda d, t, s: d + 1 <= d, ScopeError, "needs integers", id="a number on a date"),
        pytest.param(lambda d, t, s: s < s + 1, ScopeError, "needs integers", id="words"),
        pytest.param(lambda d, t, s: d - d < 3, KindError, "with a timedelta", id="a difference and a number"),
        pytest.param(lambda d, t, s: d < (d == 1), KindError, "see reify", id="a constraint"),
        pytest.param(lambda d, t, s: d + timedelta(days=10**7) < d, DomainError, "out of range", id="too late"),
    ],
)
def test_what_has_no_order_is_refused(build: Any, error: type[Exception], message: str) -> None:
    p = Problem()
    d, t = p.add_variable("d", DAYS), p.add_variable("t", [(1, 2), (3, 4)])
    s = p.add_variable("s", ["small", "large"])
    with pytest.raises(error, match=message):
        p.add(build(d, t, s))
    assert not p.constraints


@pytest.mark.parametrize(
    "values", [["a", "b"], [frozenset("a"), frozenset("b")], [None, (1,)], [1j, 2j], [(1,), ("a",)]]
)
def test_values_without_an_order_stay_plain(values: list[Any]) -> None:
    assert not isinstance(Problem().add_variable("x", values), Ordered)
