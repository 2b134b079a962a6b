"""One of two orders, against brute force, on bits and on intervals."""

from __future__ import annotations

from collections.abc import Sequence

import oracle
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import check_complete
from schedules import bounds_at_fixpoint, shifted

from csplib import Problem
from csplib.kernel.propagators.either_order import EitherOrder

domains = st.integers(1, 2**9 - 1)
gaps = st.integers(-3, 9)
bounds = st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda pair: (min(pair), max(pair)))


@settings(max_examples=300)
@given(domains, domains, gaps, gaps)
def test_exactly_the_supported_values_are_left(first: int, second: int, gap: int, back: int) -> None:
    def holds(row: Sequence[int]) -> bool:
        x, y = row[0].bit_length(), row[1].bit_length()
        return x + gap <= y or y + back <= x

    check_complete(EitherOrder(0, 1, gap, back), [first, second], holds)


@settings(max_examples=300)
@given(bounds, bounds, gaps, gaps)
def test_the_bounds_of_intervals_have_a_support(
    first: tuple[int, int], second: tuple[int, int], gap: int, back: int
) -> None:
    values = [list(range(low, high + 1)) for low, high in (first, second)]
    used = oracle.supported_rows(values, lambda row: row[0] + gap <= row[1] or row[1] + back <= row[0])
    expected = [(min(some), max(some)) for some in used] if used[0] else None
    propagator = EitherOrder(0, 1, gap, back)
    assert bounds_at_fixpoint(propagator, [first, second]) == expected
    far = bounds_at_fixpoint(propagator, shifted([first, second], [0, 1], 10**6))
    assert far == (expected and shifted(expected, [0, 1], 10**6))


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10**9), gaps, gaps)
def test_a_disjunction_of_two_orders_of_intervals_is_one_propagator(by: int, gap: int, back: int) -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(by, by + 5000))
    p.add((x + gap <= y) | (back + y <= x), x + y <= 2 * by + 12)
    found = [one for one in p.compile().propagators if isinstance(one, EitherOrder)]
    holding = [(a, b) for a in range(13) for b in range(13 - a) if a + gap <= b or b + back <= a]
    assert len(found) == 1
    assert p.count() == len(holding)
