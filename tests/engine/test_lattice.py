"""Counting the solutions of one sum by a formula, against brute force."""

from __future__ import annotations

from itertools import product
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from csplib import Problem

SPANS = st.lists(st.tuples(st.integers(-4, 4), st.integers(0, 4)), min_size=1, max_size=4)


@given(SPANS, st.data(), st.integers(-9, 9), st.sampled_from(["<=", "=="]))
def test_a_sum_is_counted_as_by_brute_force(spans: list[tuple[int, int]], data: Any, total: int, relation: str) -> None:
    signs = [data.draw(st.sampled_from([-1, 1])) for _ in spans]
    domains = [range(low, low + more + 1) for low, more in spans]
    rows = [sum(sign * value for sign, value in zip(signs, row, strict=True)) for row in product(*domains)]
    p: Problem[int, int] = Problem()
    x = [p.add_variable(i, domain) for i, domain in enumerate(domains)]
    left: Any = sum(sign * one for sign, one in zip(signs, x, strict=True))
    p.add(left <= total if relation == "<=" else left == total)
    assert p.count() == sum(row <= total if relation == "<=" else row == total for row in rows)


def test_millions_of_millions_of_solutions_need_no_search() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(10**6 + 1))
    p.add(x + y == z)
    assert p.count() == (10**6 + 1) * (10**6 + 2) // 2
