"""Far from 0, beyond 64 bits, and with more values than len() can say, every question has the same answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from catalogue import CATALOGUE, solutions_of
from scalable import GLOBAL, PLAIN, SIMPLE, Kind, Model, Scale
from test_sizes import check_answers, stated

import csplib
from csplib import (
    AllDifferent,
    Constraint,
    Cumulative,
    DomainError,
    NoOverlap,
    Problem,
    Task,
    element,
    if_then_else,
    max_of,
    simulated_annealing,
)
from csplib.lowering import narrowing
from csplib.modelling import domains
from csplib.testing.without_warnings import add_quietly

SHIFTS = [2**59, -(2**60), 2**60, 2**61, -(2**61), 2**62 - 2, -(2**62), 2**63, -(2**63) - 3, 2**70]
FEW_SHIFTS = [2**60, -(2**61), 2**62 - 2, -(2**63), 2**70]


@pytest.fixture(params=["bits", "intervals"], autouse=True)
def domains_are(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let domains be bits, or intervals."""
    if request.param == "intervals":
        monkeypatch.setattr(domains, "MOST_BITS", 1)
        monkeypatch.setattr(narrowing, "MOST_VALUES", 0)


@pytest.mark.parametrize("name", [name for name in CATALOGUE if name != "an element"])  # it names a variable
def test_every_kind_of_constraint_over_shifted_values(name: str) -> None:
    size, values, make = CATALOGUE[name]

    def at(shift: int) -> Problem[Any, int]:
        problem: Problem[Any, int] = Problem()
        shifted = range(values.start + shift, values.stop + shift)
        variables: list[Any] = [problem.add_variable(i, shifted) for i in range(size)]
        problem.add(*make([v - shift for v in variables]))
        return problem

    expected = len(solutions_of(at(0)))
    assert at(0).count() == expected
    for shift in FEW_SHIFTS:
        problem = at(shift)
        assert problem.count() == expected, shift
        found = problem.solve(learning=True)
        assert (found is not None) == (expected > 0), shift
        assert found is None or not problem.violations(found)


@pytest.mark.parametrize("kind", dict.fromkeys([*SIMPLE, *GLOBAL]))
@pytest.mark.parametrize("shift", SHIFTS)
def test_every_question_about_shifted_values(kind: Kind, shift: int) -> None:
    for seed in range(3):
        random = Random(seed)
        rule = kind(["x", "y", "z"], random.randint)
        model = Model({"x": [0, 1, 2, 3], "y": [0, 2, 3, 4], "z": [1, 2, 5], PLAIN: [0, 1, 2]}, [rule])
        scale = Scale(random.choice([1, 1, 3]), shift)
        problem, handles = stated(model, scale)
        add_quietly(problem, rule.state(handles, scale))
        check_answers(problem, scale, model, [1, -2, 3, 0])


Make = Callable[[list[Any], list[Any]], Sequence[Constraint]]
SCHEDULES: dict[str, Make] = {
    "one machine": lambda v, _: [NoOverlap(v, [2, 1, 3])],
    "long tasks": lambda v, _: [NoOverlap(v, [2, 4, 3])],
    "durations of 0": lambda v, _: [NoOverlap(v, [0, 4, 0])],
    "variable durations": lambda v, b: [NoOverlap(v, [2, b[0] + 1, 3 * b[1]])],
    "optional tasks": lambda v, b: [
        NoOverlap([Task(v[0], 3, present=b[0]), Task(v[1], 4, present=b[1]), Task(v[2], 2)])
    ],
    "optional tasks of two": lambda v, b: [
        NoOverlap([Task(v[0], 3, present=b[0]), Task(v[1], b[1] + 4), Task(v[2], 2)])
    ],
    "tasks that exclude each other": lambda v, _: [Cumulative(v, [2, 1, 3], [2, 2, 3], 3)],
    "tasks that share": lambda v, _: [Cumulative(v, [2, 4, 3], [1, 2, 1], 2)],
    "variable demands": lambda v, b: [Cumulative(v, [2, b[0] + 2, 3], [b[1] + 1, 2, 1], b[0] + 2)],
    "optional tasks that share": lambda v, b: [
        Cumulative(
            [Task(v[0], 3, present=b[0]), Task(v[1], 4, present=b[1]), Task(v[2], 2)], demands=[2, 1, 2], capacity=2
        )
    ],
    "different with offsets": lambda v, _: [AllDifferent([v[0], v[1] + 1, v[2] - 2])],
}
OPTIONS: list[dict[str, Any]] = [{}, {"learning": True}, {"seed": 5}]


@pytest.mark.parametrize("name", SCHEDULES)
def test_schedules_that_start_late(name: str) -> None:
    """All of its solutions: the bounds of times must not be compared with a number that some time reaches."""

    def at(shift: int) -> Problem[Any, int]:
        problem: Problem[Any, int] = Problem()
        starts: list[Any] = problem.add_variables("abc", range(shift, shift + 7))
        flags: list[Any] = problem.add_variables("pq", [0, 1])
        problem.add(*SCHEDULES[name](starts, flags))
        return problem

    def seen(problem: Problem[Any, int], shift: int, **options: Any) -> list[tuple[int, ...]]:
        every = [[s[x] - shift for x in "abc"] + [s[x] for x in "pq"] for s in problem.solutions(**options)]
        return sorted(map(tuple, every))

    small = at(0)
    names = "abcpq"
    every = product(*[range(7)] * 3, [0, 1], [0, 1])
    expected = [row for row in every if not small.violations(dict(zip(names, row, strict=True)))]
    for shift in [0, -3, *SHIFTS]:
        problem = at(shift)
        for options in OPTIONS:
            assert seen(problem, shift, **options) == expected, (shift, options)
        best = problem.minimize(max_of([problem[x] for x in "abc"])).finish()
        assert best is not None
        assert best.objective - shift == min(max(row[:3]) for row in expected)


@pytest.mark.parametrize("reach", [3, 2**59, 2**60, 2**61, 2**63, 2**70])
def test_an_optional_task_is_absent_while_another_one_runs_for_very_long(reach: int) -> None:
    """No time that is fixed beforehand is outside all tasks."""
    p: Problem[str, int] = Problem()
    long = p.add_variable("long", range(-reach, -reach + 3))
    p.add_variable("beside", [0, 1])
    flags = p.add_variables("pq", [0, 1])
    tasks = [Task(p.add_variable(x, range(-1, 2)), 1, present=flag) for x, flag in zip("ab", flags, strict=True)]
    p.add(NoOverlap([Task(long, 2 * reach), *tasks, Task(p.add_variable("c", [reach + 5, reach + 6]), 2)]))
    p.add(p["p"] + p["q"] + p["beside"] <= 1)
    expected = [(start, a, b, c) for start in range(3) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (5, 6)]
    for options in OPTIONS:
        found = sorted((s["long"] + reach, s["a"], s["b"], s["c"] - reach) for s in p.solutions(**options))
        assert found == sorted(expected * 2), options


def far(size: int) -> Problem[str, int]:
    """Return a problem with *size* values for three variables, one of them free."""
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(-5, size))
    z = p.add_variable("z", range(3))
    p.add_variable("free", range(size))
    p.add(x < y, y <= z)
    return p


@pytest.mark.parametrize("size", [10**9, 2**63 - 6, 2**63 - 5, 2**63, 2**70])
def test_more_values_than_len_can_say(size: int) -> None:
    p = far(size)
    assert p.count() == 64 * size
    assert not p.is_unique()
    assert f"-5 … {size - 1}" in p._repr_html_()
    assert repr(p) == "<Problem: 4 variables, 2 constraints>"
    first = p.solve()
    assert first is not None
    assert not p.violations(first)
    best = p.maximize(p["free"] - p["x"]).finish()
    assert best is not None
    assert best.objective == size - 1 + 5
    assert p.count(assuming={"free": size - 1, "x": -5}) == 5 + 6 + 7
    with pytest.raises(DomainError, match=rf"all values of x, and there are {size + 5} of them"):
        csplib.min_conflicts(p, step_limit=10)
    with pytest.raises(DomainError, match=r"all values of x, and there are"):
        simulated_annealing(p, step_limit=10)


EXPRESSIONS: dict[str, Callable[[Any, Any], Any]] = {
    "//": lambda x, v: (2 * x) // v == 3,
    "//2": lambda x, v: (2 * x) // 2 == v,
    "a sum": lambda x, v: (x + v) // 2 == 3,
    "a difference": lambda x, v: element([1, 2, 3], 3 - x) >= v,
    "%": lambda x, v: (2 * x) % 7 == v,
    "element": lambda x, v: element([5, 6, 7], 2 * x) >= v,
    "element of expressions": lambda x, v: element([2 * x, 3 * x, 7], v) <= 8,
    "if_then_else": lambda x, v: if_then_else(v > 1, 2 * x, x) == 8,
    "an undefined element": lambda x, v: (element([5, 6], 2 * x) == 5) | (v == 2),
    "an entry": lambda x, v: (element([[1, 2], [3, 4]], 2 * x, v) == 3) | (x == 1),
    "a power": lambda x, v: (x + 1) ** v <= 9,
    "nested": lambda x, v: ((2 * x) // (v + 1)) % (x + 1) == 3,
}


@pytest.mark.parametrize("size", [2 * 10**8, 2**63, 2**70])
@pytest.mark.parametrize("name", EXPRESSIONS)
def test_an_expression_over_a_range_does_not_list_it(name: str, size: int) -> None:
    """A range of this size cannot be listed within any limit of a test."""
    p: Problem[str, int] = Problem()
    x, v = p.add_variable("x", range(size)), p.add_variable("v", range(3))
    p.add(EXPRESSIONS[name](x, v), x <= 12)
    expected = [row for row in product(range(13), range(3)) if not p.violations({"x": row[0], "v": row[1]})]
    assert sorted(tuple(s.values()) for s in p.solutions()) == expected
