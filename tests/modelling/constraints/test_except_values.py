"""AllDifferentExcept, AllEqualExcept and NotAllEqual: against brute force."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from math import comb, factorial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import check_complete

from csplib import AllDifferentExcept, AllEqual, AllEqualExcept, KindError, NotAllEqual, OptionError, Problem, reify
from csplib.kernel.propagators.except_values import EqualExcept
from csplib.kernel.propagators.not_all_same import NotAllSame
from csplib.testing import check_constraint

pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")

MASKS = st.lists(st.integers(1, 0b1111), min_size=1, max_size=4)


@pytest.mark.parametrize("kind", [AllDifferentExcept, AllEqualExcept])
def test_they_mean_what_they_say(kind: Any) -> None:
    check_constraint(lambda x: kind(x, 0), variables=(1, 5), max_examples=40)
    check_constraint(lambda x: kind(x, [1, 2, 9]), variables=(1, 4), max_examples=40)
    check_constraint(lambda x: kind([x[0] + 1, x[1], abs(x[2] - 1)], {1}), max_examples=30)
    check_constraint(lambda x: kind(x, None), domain=["a", None, (1, 2), 2.5, 1], max_examples=30)
    check_constraint(lambda x: reify(kind(x[:2], 1)) == x[2], max_examples=30)


def test_full_consistency_means_the_same() -> None:
    check_constraint(lambda x: AllDifferentExcept(x, 0, consistency="full"), variables=(1, 5), max_examples=40)


def test_not_all_equal_means_what_it_says() -> None:
    check_constraint(NotAllEqual, variables=(1, 5), max_examples=40)
    check_constraint(lambda x: NotAllEqual([x[0] + 1, x[1], x[2] - 1]), max_examples=40)
    check_constraint(NotAllEqual, domain=["a", None, (1, 2), 2.5, 1], max_examples=30)
    check_constraint(lambda x: ~AllEqual(x), variables=(2, 4), max_examples=40)
    check_constraint(lambda x: reify(AllEqual([x[0] + 1, x[1], x[2]])) == x[3], variables=4, max_examples=30)


@settings(max_examples=200)
@given(MASKS, st.integers(0, 0b1111))
def test_equal_values_but_for_some_are_pruned_completely(domains: list[int], excepted: int) -> None:
    def holds(row: Sequence[int]) -> bool:
        return len({bit for bit in row if not bit & excepted}) <= 1

    check_complete(EqualExcept(range(len(domains)), excepted), domains, holds)


@settings(max_examples=200)
@given(MASKS)
def test_values_that_are_not_all_equal_are_pruned_completely(domains: list[int]) -> None:
    check_complete(NotAllSame(range(len(domains)), []), domains, lambda row: len(set(row)) > 1)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_partial_permutations(size: int) -> None:
    # The number of partial permutations, A002720.
    p: Problem[int, int] = Problem()
    p.add(AllDifferentExcept(p.add_variables(range(size), range(size + 1)), 0))
    assert p.count() == sum(comb(size, k) ** 2 * factorial(k) for k in range(size + 1))


def test_ranges_too_long_for_bits() -> None:
    p: Problem[str, int] = Problem()
    x = p.add_variables("xyz", range(10**6))
    p.add(AllDifferentExcept(x, 7), NotAllEqual(x), x[0] == 7, x[1] == 9, x[2] <= 9, x[2] >= 7)
    assert sorted(s["z"] for s in p.solutions()) == [7, 8]


def test_full_consistency_finds_what_the_arcs_do_not() -> None:
    options: list[tuple[Any, bool]] = [(None, True), ("full", False)]
    for consistency, failures in options:
        p: Problem[int, int] = Problem()
        p.add(AllDifferentExcept(p.add_variables(range(4), range(1, 4)), 0, consistency=consistency))
        found = p.solutions()
        assert list(found) == []
        assert (found.statistics.nodes > 0) == failures


def test_they_can_be_read_and_pickled() -> None:
    for stated, text in (
        (AllDifferentExcept("ab", 0), "AllDifferent(a, b except 0)"),
        (AllEqualExcept("ab", [0, "x"]), "AllEqual(a, b except 0, 'x')"),
        (NotAllEqual("abc"), "NotAllEqual(a, b, c)"),
    ):
        assert str(stated) == text
        assert str(pickle.loads(pickle.dumps(stated))) == text  # noqa: S301 - our own bytes
    p: Problem[str, int] = Problem()
    p.add(AllDifferentExcept(p.add_variables("xyz", range(3)), 0))
    assert not p.violations({"x": 0, "y": 0, "z": 1})
    assert [str(one) for one in p.violations({"x": 0, "y": 1, "z": 1})] == ["AllDifferent(x, y, z except 0)"]


def test_misuse_is_told() -> None:
    x, y = Problem[str, int]().add_variables("xy", range(3))
    with pytest.raises(KindError, match="except_ of AllDifferentExcept needs values, and <Variable y>"):
        AllDifferentExcept([x], y)
    with pytest.raises(OptionError, match="consistency must be one of"):
        AllDifferentExcept([x, y], 0, consistency="bounds")  # type: ignore[arg-type]
