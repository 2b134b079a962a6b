"""Workers and long ranges: no range is listed, neither to number its values nor to cut it."""

from __future__ import annotations

import tracemalloc
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest
from executors import Postal

from csplib import In, NoOverlap, Problem, max_of
from csplib.parallel import split

SIZES = [5000, 10**8, 2**63, 2**70]


@pytest.mark.parametrize("size", SIZES)
def test_every_question_is_answered_with_little_memory(size: int) -> None:
    p: Problem[int, int] = Problem()
    starts = p.add_variables(range(4), range(size))
    p.add(NoOverlap(starts, [3, 5, 2, 6]), max_of(starts) <= 12)
    expected = {tuple(solution.values()) for solution in p.solutions()}
    tracemalloc.start()
    with Postal(2) as executor:
        first = p.solve(executor=executor)
        assert first is not None
        assert tuple(first.values()) in expected
        assert p.count(executor=executor) == len(expected)
        assert {tuple(solution.values()) for solution in p.solutions(executor=executor)} == expected
        best = p.minimize(sum(starts), executor=executor).finish()
        assert best is not None
        assert best.objective == min(map(sum, expected))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20_000_000


@pytest.mark.parametrize("size", SIZES)
def test_a_long_range_with_few_values_left_is_cut_into_these(size: int) -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(size))
    p.add(In(x, [size - 1, 5, 77]), In(y, [3, size - 1, 4]), x + y != size + 2)
    assert split(p, 3) == [{"x": value} for value in (5, 77, size - 1)]
    pieces = split(p, 9)
    assert len(pieces) == 8
    assert sum(p.count(assuming=piece) for piece in pieces) == p.count() == 8


@pytest.mark.parametrize("value", [10**8, 1e8, Decimal(10**8), Fraction(2**70), 2.0**70, 2**70])
def test_a_value_may_be_any_number_that_equals_an_integer_of_the_range(value: Any) -> None:
    p: Problem[str, Any] = Problem()
    x = p.add_variable("x", range(2**70 + 1))
    p.add(In(x, [value, 17, 18]))
    assert [s["x"] for s in p.solutions()] == [17, 18, int(value)]
    with Postal(2) as executor:
        assert p.solve(assuming={"x": value}, executor=executor) == {"x": int(value)}
        assert [s["x"] for s in p.solutions(executor=executor)] == [17, 18, int(value)]


def test_free_ranges_are_not_listed_by_workers() -> None:
    p: Problem[str, int] = Problem()
    p.add_variables("xy", range(2**70))
    with Postal(2) as executor:
        assert p.count(executor=executor) == 2**140
        assert p.solve(executor=executor) is not None
    assert [tuple(s.values()) for s in islice(p.solutions(), 2)] == [(0, 0), (0, 1)]
