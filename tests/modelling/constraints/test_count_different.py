"""CountDifferent, and count_different: against brute force, and published numbers."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import run_to_fixpoint, supported_masks

from csplib import Constraint, CountDifferent, KindError, Problem, ScopeError, count_different, propagate_all, reify
from csplib.kernel.propagators.distinct_values import DistinctValues
from csplib.testing import check_constraint

pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")


def makers() -> st.SearchStrategy[Callable[[Any], Constraint]]:
    exceptions = st.sampled_from([(), 0, [1], {0, 3}, [7]])
    return st.builds(lambda ignored: lambda x: CountDifferent(x[:-1], x[-1], except_=ignored), exceptions)


def test_it_means_what_it_says() -> None:
    check_constraint(makers(), variables=(2, 5), max_examples=80)
    check_constraint(lambda x: CountDifferent(x, 2, except_=None), domain=["a", None, (1, 2), 2.5, 1], max_examples=40)
    check_constraint(lambda x: CountDifferent([x[0], x[0], x[1] + 1], x[2]), max_examples=30)
    check_constraint(lambda x: CountDifferent(x, x[0]), max_examples=30)


def test_the_number_is_an_expression() -> None:
    check_constraint(lambda x: count_different(x[:3]) + x[3] <= 3, variables=4, max_examples=30)
    check_constraint(lambda x: (count_different(x) == 2) | (x[0] == 1), max_examples=30)
    check_constraint(lambda x: reify(CountDifferent(x[:2], 2)) == x[2], max_examples=30)


@settings(max_examples=300)
@given(st.lists(st.integers(1, 0b111111), min_size=1, max_size=5), st.integers(0, 0b1111111), st.integers(0, 3))
def test_intervals_are_pruned_to_exactly_the_supported_values(domains: list[int], totals: int, ignored: int) -> None:
    intervals = [(1 << domain.bit_length()) - (domain & -domain) for domain in domains]
    scope = range(len(domains))
    totals |= 1
    left = run_to_fixpoint(DistinctValues(scope, len(domains), ignored=ignored), [*intervals, totals])
    plain = run_to_fixpoint(DistinctValues(scope, len(domains)), [*intervals, totals])

    def holds(row: Any) -> bool:
        return bool(1 << len({bit for bit in row[:-1] if not bit & ignored}) == row[-1])

    expected = supported_masks([*intervals, totals], holds)
    if expected is not None:
        assert left is not None
        assert all(kept & ~mask == 0 for kept, mask in zip(expected, left, strict=True))
    exact = supported_masks([*intervals, totals], lambda row: 1 << len(set(row[:-1])) == row[-1])
    assert (plain is None) == (exact is None) or _has_gaps(totals)
    if plain is not None and exact is not None and not _has_gaps(totals):
        assert plain[-1] == exact[-1]


def _has_gaps(mask: int) -> bool:
    return mask & (mask + (mask & -mask)) != 0


@pytest.mark.parametrize(("size", "counts"), [(4, [1, 7, 6, 1]), (5, [1, 15, 25, 10, 1])])
def test_rows_with_k_values_in_order_of_appearance_are_the_partitions_into_k_blocks(
    size: int, counts: list[int]
) -> None:
    # Stirling numbers of the second kind, times k! for the names of the blocks and the choice of k values.
    factorial = 1
    for number, stirling in enumerate(counts, 1):
        factorial *= size - number + 1
        p: Problem[int, int] = Problem()
        p.add(CountDifferent(p.add_variables(range(size), range(size)), number))
        assert p.count() == stirling * factorial


@pytest.mark.parametrize(("queens", "expected"), [(5, 3), (6, 3), (7, 4)])
def test_few_queens_dominate_a_board(queens: int, expected: int) -> None:
    # The number of queens that attack or occupy every square: A075458.
    p: Problem[tuple[int, int], int] = Problem()
    squares = [(row, column) for row in range(queens) for column in range(queens)]
    for row, column in squares:
        reached = [
            number
            for number, (r, c) in enumerate(squares)
            if r == row or c == column or abs(r - row) == abs(c - column)
        ]
        p.add_variable((row, column), reached)
    chosen = [p[square] for square in squares]
    p.add(count_different(chosen) <= expected)
    assert p.solve() is not None
    p.add(count_different(chosen) <= expected - 2)
    assert p.solve() is None


def test_fixed_values_that_are_enough_rule_out_all_others() -> None:
    p: Problem[str, int] = Problem()
    a, b, c, d = p.add_variables("abcd", range(6))
    p.add(CountDifferent([a, b, c, d], 2), a == 1, b == 4)
    csp = p.compile()
    state = csp.state()
    assert propagate_all(csp, state)
    assert csp.domains_in(state)["c"] == (1, 4)


def test_it_can_be_read_and_pickled() -> None:
    stated = CountDifferent("abc", 2, except_=[0, "x"])
    assert str(stated) == "count_different(a, b, c except 0, 'x') == 2"
    assert str(pickle.loads(pickle.dumps(stated))) == str(stated)  # noqa: S301 - our own bytes
    assert str(~stated) == "count_different(a, b, c except 0, 'x') != 2"
    p: Problem[str, int] = Problem()
    x = p.add_variables("xyz", range(3))
    p.add(CountDifferent(x, 3))
    assert [str(one) for one in p.violations({"x": 0, "y": 0, "z": 1})] == ["count_different(x, y, z) == 3"]


def test_misuse_is_told() -> None:
    x, y = Problem[str, int]().add_variables("xy", range(3))
    with pytest.raises(KindError, match="CountDifferent needs a collection of variables"):
        CountDifferent(3, 1)  # type: ignore[arg-type]
    with pytest.raises(ScopeError, match="at least one variable"):
        CountDifferent([], 1)
    with pytest.raises(KindError, match=r"the total of CountDifferent must be an integer, .* not 'y'"):
        CountDifferent([x], "y")
    with pytest.raises(KindError, match="<Variable y> is not a value"):
        count_different([x], except_=y)
    with pytest.raises(KindError, match=r"hashable values, not \[1\]"):
        count_different([x], except_=[[1]])
