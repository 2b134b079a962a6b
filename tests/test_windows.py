"""Variables whose bits start at their own least values: the same answers, with narrow masks."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from catalogue import CATALOGUE, solutions_of, stated
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from test_combined_features import QUESTIONS, mixed_problems

from csplib import (
    AllDifferent,
    AllEqual,
    Count,
    Diff,
    Increasing,
    NoOverlap,
    Predicate,
    Problem,
    Table,
    ac3,
    element,
    implies,
    reify,
)
from csplib.lowering import windows


@pytest.fixture
def tiny_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for windows in every problem."""
    monkeypatch.setattr(windows, "WORD", 0)


@pytest.mark.usefixtures("tiny_words")
@pytest.mark.parametrize("name", CATALOGUE)
def test_every_kind_of_constraint_has_the_same_solutions_with_windows(name: str) -> None:
    problem = stated(name)
    rows = solutions_of(problem)
    assert sorted(tuple(s.values()) for s in problem.solutions()) == sorted(rows)
    assert problem.count() == len(rows)


@pytest.mark.filterwarnings("ignore::csplib.ModelWarning")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_every_question_is_answered_as_by_brute_force(tiny_words: None, data: st.DataObject) -> None:  # noqa: ARG001
    mixed = data.draw(mixed_problems())
    for ask in data.draw(st.lists(st.sampled_from(QUESTIONS), min_size=1, max_size=4)):
        note(ask.__name__)
        ask(mixed, data)


FAR = [0, 1, 3, 70, 100, 1000, 9000, 100_000]


@st.composite
def far_apart(draw: st.DrawFn) -> Problem:
    """Return a problem over a few variables with ranges that lie near each other, or far apart."""
    p = Problem()
    size = draw(st.integers(2, 5))
    starts = [draw(st.sampled_from(FAR)) for _ in range(size)]
    xs: list[Any] = [
        p.add_variable(f"x{i}", range(start, start + draw(st.integers(1, 4)))) for i, start in enumerate(starts)
    ]
    if draw(st.booleans()):
        xs.append(p.add_variable("word", [draw(st.sampled_from(FAR)), "a"]))
        starts.append(0)
    for _ in range(draw(st.integers(1, 4))):
        i, j, k = (draw(st.integers(0, size - 1)) for _ in range(3))
        x, y, z = xs[i], xs[j], xs[k]
        by = starts[i] - starts[j] + draw(st.integers(-2, 2))
        fit = starts[i] + starts[j] - starts[k] + draw(st.integers(-2, 4))
        if i == j:
            p.add(draw(st.sampled_from([x >= starts[i] + 1, x != starts[i] + 1])))
            continue
        choices = [
            x <= y + by,
            x == y + by,
            x != y + by,
            x < y,
            Diff(x, y),
            Diff(x, y + by),
            AllDifferent([x, y + by]),
            AllEqual([x, y + by]),
            AllDifferent(xs),
            (x <= y + by) | (y <= starts[j]),
            implies(x == starts[i], y == starts[j] + 1),
            reify(x == starts[i]) + reify(y == starts[j]) == 1,
            Table([x, y], [(starts[i], starts[j]), (starts[i] + 1, starts[j] + 1), (starts[j], starts[i])]),
            Predicate([x, y], lambda a, b: (a + b) % 3 != 0),
            Increasing([x, y]),
            NoOverlap([x, y], [1, 2]),
            Count([x, y], starts[i], 1),
            x + y <= starts[i] + starts[j] + 3,
            2 * x - y <= 2 * starts[i] - starts[j] + 1,
            abs(x - y) != abs(by),
            element([starts[j], starts[j] + 1, 5], x - starts[i]) == y,
        ]
        if len({i, j, k}) == 3:
            choices += [x + y == z + fit, x + y + z == starts[i] + starts[j] + starts[k] + 3, x + y - z <= fit]
        p.add(draw(st.sampled_from(choices)))
    return p


@pytest.mark.filterwarnings("ignore::csplib.ModelWarning")
@given(problem=far_apart())
def test_ranges_that_lie_far_apart_have_the_solutions_of_brute_force(problem: Problem) -> None:
    names = list(problem.domains)
    rows = [
        row for row in product(*problem.domains.values()) if not problem.violations(dict(zip(names, row, strict=True)))
    ]
    assert sorted(map(repr, (tuple(s.values()) for s in problem.solutions()))) == sorted(map(repr, rows))
    assert problem.count() == len(rows)
    csp = problem.compile()
    state = csp.state()
    if ac3(csp, state):
        for row in rows:
            assert all(csp.bit_of(x, value) & state.domain(x) for x, value in enumerate(row))


def test_masks_start_at_the_least_value_of_a_variable() -> None:
    p = Problem()
    early = p.add_variables(["a", "b"], range(61))
    late = p.add_variables(["c", "d"], range(1000, 1061))
    p.add(early[0] != early[1], late[0] != late[1], early[0] + 1000 < late[0], early[0] + early[1] + late[1] == 1100)
    csp = p.compile()
    assert {mask.bit_length() for mask in csp.domains} == {61}
    assert csp.bit_of(2, 1000) == csp.bit_of(0, 0) == 1
    assert csp.bit_of(2, 0) == csp.bit_of(0, 1000) == 0
    assert p.count() == sum(
        1
        for a, b, c, d in product(range(61), range(61), range(1000, 1061), range(1000, 1061))
        if a + b + d == 1100 and a != b and c != d and a + 1000 < c
    )
