"""`Knapsack`: against brute force, and numbers that are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import domains_left, run_to_fixpoint

from csplib import Constraint, KindError, Knapsack, OptionError, Problem, RowError, ScopeError, Variable, reify
from csplib.kernel.axis import NATURAL
from csplib.kernel.propagators.knapsack import KnapsackBound
from csplib.testing import check_constraint


@pytest.mark.parametrize(
    ("make", "variables"),
    [
        pytest.param(
            lambda v: Knapsack(v, [2, 1, 3][: len(v)], [3, 1, 5][: len(v)], capacity=4, least_profit=3), (1, 3)
        ),
        pytest.param(lambda v: Knapsack(v[:2], [2, 1], [3, 0], capacity=v[2], profit=v[3]), 4),
        pytest.param(lambda v: Knapsack(v[:2], [0, 1], [1, 2], weight=v[2], profit=v[3] + 1), 4),
        pytest.param(lambda v: Knapsack(v[:3], [1, 1, 2], [2, 2, 1], weight=3, least_profit=v[0]), 3),
        pytest.param(lambda v: Knapsack([v[0], v[0], v[1] + 1], [1, 2, 1], [1, 1, 2], capacity=v[1], profit=4), 2),
    ],
)
def test_it_does_what_it_says(make: Callable[[list[Variable]], Constraint], variables: int | tuple[int, int]) -> None:
    check_constraint(make, variables=variables, domain=range(-1, 5), max_examples=20)


Packed = tuple[list[int], list[int], list[int]]


@st.composite
def packs(draw: Any) -> Packed:
    count = draw(st.integers(1, 4))
    weights = [draw(st.integers(0, 5)) for _ in range(count)]
    profits = [draw(st.integers(0, 5)) for _ in range(count)]
    domains = [draw(st.integers(1, 0b1111)) for _ in range(count)]
    return [*domains, draw(st.integers(1, 1 << 13)), draw(st.integers(1, 1 << 25))], weights, profits


@settings(max_examples=150)
@given(packs())
def test_nothing_is_lost(packed: Packed) -> None:
    domains, weights, profits = packed
    count = len(weights)
    # Totals are bounds here, and few values of them are enough.
    domains = [*domains[:count], domains[count] & 0b1000100010001 or 1, domains[count + 1] & 0b10001000100010001 or 1]

    def holds(row: Sequence[int]) -> bool:
        weight = sum(a * b for a, b in zip(row, weights, strict=False))
        profit = sum(a * b for a, b in zip(row, profits, strict=False))
        return weight <= row[count] and profit >= row[count + 1]

    one = KnapsackBound(range(count), weights, profits, count, count + 1)
    values = [NATURAL.integers(mask) for mask in domains]
    used = oracle.supported_rows(values, holds)
    left = run_to_fixpoint(one, domains)
    assert left is not None or not used[0]
    for x, mask in enumerate(left or ()):
        assert used[x] <= set(NATURAL.integers(mask))


def test_parts_of_items_bound_the_profit_and_the_items() -> None:
    p: Problem[str, int] = Problem()
    items = p.add_variables("abc", range(3))
    gain = p.add_variable("gain", range(17, 100))
    p.add(Knapsack(items, [3, 4, 5], [6, 5, 4], capacity=11, profit=gain))
    # Two of the first and one of the second bring 17; without one of these, at most 16 and a part of the third one.
    assert domains_left(p) == {"a": (2,), "b": (1,), "c": (0,), "gain": (17,)}


def test_change_is_counted() -> None:
    """A dollar is changed with coins of 1, 5, 10, 25, 50 and 100 cents in 293 ways (Pólya; OEIS A001300)."""
    coins = [1, 5, 10, 25, 50, 100]
    p: Problem[int, int] = Problem()
    counts = [p.add_variable(coin, range(100 // coin + 1)) for coin in coins]
    p.add(Knapsack(counts, coins, [1] * 6, weight=100, least_profit=0))
    assert p.count() == 293


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(1, 2)), min_size=1, max_size=6),
    st.integers(0, 30),
)
def test_the_best_is_that_of_brute_force(items: list[tuple[int, int, int]], capacity: int) -> None:
    p: Problem[Any, int] = Problem()
    counts = [p.add_variable(i, range(most + 1)) for i, (_, _, most) in enumerate(items)]
    gain = p.add_variable("gain", range(200))
    p.add(Knapsack(counts, [w for w, _, _ in items], [q for _, q, _ in items], capacity=capacity, profit=gain))
    rows = product(*[range(most + 1) for _, _, most in items])
    good = [row for row in rows if sum(n * w for n, (w, _, _) in zip(row, items, strict=True)) <= capacity]
    best = max(sum(n * q for n, (_, q, _) in zip(row, items, strict=True)) for row in good)
    found = p.maximize(gain).finish()
    assert found is not None
    assert found.objective == best
    assert p.count() == len(good)


def test_long_ranges_are_bounded() -> None:
    p: Problem[str, int] = Problem()
    a, b = p.add_variables("ab", range(10**6))
    gain = p.add_variable("gain", range(10**8))
    p.add(Knapsack([a, b], [3, 7], [30, 69], capacity=10**6, profit=gain))
    found = p.maximize(gain).finish()
    assert found is not None
    assert found.objective == 333_331 * 30 + 69 == 9_999_999


def test_it_can_be_denied_and_counted() -> None:
    p: Problem[str, int] = Problem()
    v = p.add_variables("abc", range(2))
    p.add(~Knapsack(v, [1, 2, 3], [1, 1, 3], capacity=3, least_profit=2))
    rows = list(product(range(2), repeat=3))
    good = [(a, b, c) for a, b, c in rows if a + 2 * b + 3 * c <= 3 and a + b + 3 * c >= 2]
    assert p.count() == 8 - len(good)
    q: Problem[str, int] = Problem()
    v = q.add_variables("abc", range(2))
    q.add(reify(Knapsack(v, [1, 2, 3], [1, 1, 3], capacity=3, least_profit=2)) == v[0])
    assert q.count() == sum((row in good) == row[0] for row in rows)


def test_it_is_described_by_its_items() -> None:
    stated = Knapsack("ab", [1, 2], [3, 4], capacity=5, profit=Variable("gain"))
    assert str(stated) == "Knapsack(a of weight 1 for 3, b of weight 2 for 4; capacity 5, profit gain)"


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        pytest.param(lambda: Knapsack([], [], [], capacity=1, profit=1), ScopeError, "at least one item"),
        pytest.param(lambda: Knapsack("a", [1, 2], [1], capacity=1, profit=1), RowError, "1 items, 2 weights"),
        pytest.param(lambda: Knapsack("a", [1], [1], profit=1), OptionError, "either capacity= or weight="),
        pytest.param(lambda: Knapsack("a", [1], [1], capacity=1), OptionError, "either profit= or least_profit="),
        pytest.param(lambda: Knapsack("a", [-1], [1], capacity=1, profit=1), OptionError, "weight .* not -1"),
        pytest.param(lambda: Knapsack("a", [1], [0.5], capacity=1, profit=1), KindError, "profit .* integer, not 0.5"),
    ],
)
def test_misuse_is_refused(make: Callable[[], Constraint], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()
