"""Increasing: against brute force."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import comb
from typing import Any

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import check_sound, run_once

from csplib import KindError, Problem, ScopeError
from csplib.kernel.axis import Axis
from csplib.kernel.bits import split
from csplib.kernel.propagators.ordering import IncreasingChain
from csplib.modelling.constraints.increasing import Increasing
from csplib.testing import check_constraint

MASKS = st.integers(1, 0b11111)
AXES = st.sampled_from([Axis(range(5)), Axis(range(-2, 3)), Axis([-9, -8, 0, 1, 50])])


@settings(max_examples=300)
@given(st.lists(MASKS, min_size=1, max_size=4), st.sampled_from([0, 1, 2]), AXES)
def test_one_run_leaves_exactly_the_supported_values(domains: list[int], gap: int, axis: Axis) -> None:
    used = oracle.supported_rows(
        [axis.integers(domain) for domain in domains], lambda row: all(a + gap <= b for a, b in pairwise(row))
    )
    expected = [sum(map(axis.bit, values)) for values in used] if used[0] else None
    assert run_once(IncreasingChain(range(len(domains)), gap), domains, axis) == expected


@settings(max_examples=200)
@given(st.lists(MASKS, min_size=2, max_size=3), st.sampled_from([0, 1]), st.data())
def test_a_variable_named_twice_loses_no_row_and_is_judged_right_in_the_end(
    domains: list[int], gap: int, data: Any
) -> None:
    axis = Axis(range(5))
    scope = data.draw(st.lists(st.sampled_from(range(len(domains))), min_size=2, max_size=5))
    propagator = IncreasingChain(scope, gap)

    def holds(row: Sequence[int]) -> bool:
        return all(axis.least(row[x]) + gap <= axis.least(row[y]) for x, y in pairwise(scope))

    check_sound(propagator, domains, holds, [data.draw(st.sampled_from(split(domain))) for domain in domains])


@pytest.mark.parametrize(
    ("gap", "domains", "expected"),
    [
        pytest.param(0, [0b1111, 0b1111, 0b1111], [0b1111, 0b1111, 0b1111], id="nothing to say"),
        pytest.param(1, [0b1111, 0b1111, 0b1111], [0b0011, 0b0110, 0b1100], id="strictly, each needs room"),
        pytest.param(0, [0b0100, 0b1011, 0b1111], [0b0100, 0b1000, 0b1000], id="a gap lifts those behind it"),
        pytest.param(0, [0b1111, 0b1001, 0b0110], [0b0001, 0b0001, 0b0110], id="a gap lowers those before it"),
        pytest.param(1, [0b0011, 0b0011, 0b0011], None, id="strictly, there is no room"),
        pytest.param(0, [0b1000, 0b1111, 0b0111], None, id="the first is greater than the last"),
    ],
)
def test_increasing_cases(gap: int, domains: list[int], expected: list[int] | None) -> None:
    assert run_once(IncreasingChain([0, 1, 2], gap), domains) == expected


@pytest.mark.parametrize("strictly", [False, True])
def test_increasing_keeps_its_promises(strictly: bool) -> None:  # noqa: FBT001 - a case
    check_constraint(lambda x: Increasing(x, strictly=strictly), variables=(1, 4), domain=range(-1, 4), max_examples=20)
    check_constraint(lambda x: Increasing(x, strictly=strictly), domain=[0, 3, 10**9, 10**9 + 1], max_examples=10)


def test_expressions_and_repeated_variables_keep_their_promises() -> None:
    check_constraint(lambda x: Increasing([x[0] + 1, x[1], x[2] * 2, x[0] + 3]), max_examples=10)
    check_constraint(lambda x: Increasing([x[0], x[1], x[0]]), variables=2, max_examples=10)
    check_constraint(lambda x: Increasing([x[0], x[1], x[0]], strictly=True), variables=2, max_examples=10)


def test_the_rows_that_climb_are_the_combinations() -> None:
    for strictly, expected in ((True, comb(8, 4)), (False, comb(11, 4))):
        p: Problem[int, int] = Problem()
        p.add(Increasing(p.add_variables(range(4), range(8)), strictly=strictly))
        found = p.solutions()
        assert len(list(found)) == expected
        assert found.statistics.failures == 0


def test_a_reversed_row_decreases() -> None:
    p: Problem[int, int] = Problem()
    p.add(Increasing(reversed(p.add_variables(range(3), range(3))), strictly=True))
    assert [tuple(solution.values()) for solution in p.solutions()] == [(2, 1, 0)]


def test_increasing_says_what_it_states() -> None:
    assert str(Increasing("xyz")) == "x <= y <= z"
    assert str(Increasing("xyz", strictly=True)) == "x < y < z"
    assert str(~Increasing("xy")) == "~(x <= y)"


def test_misuse_is_told() -> None:
    with pytest.raises(ScopeError, match="at least one variable"):
        Increasing([])
    with pytest.raises(KindError, match="a collection of variables"):
        Increasing(7)  # type: ignore[arg-type]
    p: Problem[str, object] = Problem()
    p.add_variables("xy", ["a", 1])
    with pytest.raises(ScopeError, match=r"needs integers, but .* can be 'a'"):
        p.add(Increasing("xy"))
