"""Lex: against brute force."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import check_sound, run_once

from csplib import KindError, Problem, ScopeError
from csplib.kernel.axis import Axis
from csplib.kernel.bits import split
from csplib.kernel.propagators.ordering import LexOrder
from csplib.modelling.constraints.lex import Lex
from csplib.testing import check_constraint

AXIS = Axis(range(4))
AXES = st.sampled_from([AXIS, Axis(range(-2, 2)), Axis([-9, -8, 0, 50])])


@settings(max_examples=600)
@given(
    st.integers(1, 3).flatmap(lambda size: st.lists(st.integers(1, 15), min_size=2 * size, max_size=2 * size)),
    st.booleans(),
    AXES,
)
def test_one_run_leaves_exactly_the_supported_values(domains: list[int], strictly: bool, axis: Axis) -> None:  # noqa: FBT001 - drawn
    size = len(domains) // 2

    def holds(row: Sequence[int]) -> bool:
        first, second = list(row[:size]), list(row[size:])
        return first < second if strictly else first <= second

    used = oracle.supported_rows([axis.integers(domain) for domain in domains], holds)
    expected = [sum(map(axis.bit, values)) for values in used] if used[0] else None
    propagator = LexOrder(range(size), range(size, 2 * size), strictly=strictly)
    assert run_once(propagator, domains, axis) == expected


@settings(max_examples=300)
@given(st.lists(st.integers(1, 15), min_size=1, max_size=4), st.booleans(), st.data())
def test_shared_variables_lose_no_row_and_are_judged_right_in_the_end(
    domains: list[int],
    strictly: bool,  # noqa: FBT001 - drawn
    data: Any,
) -> None:
    places = st.sampled_from(range(len(domains)))
    pairs = data.draw(st.lists(st.tuples(places, places), min_size=1, max_size=4))
    first, second = [x for x, _ in pairs], [y for _, y in pairs]
    propagator = LexOrder(first, second, strictly=strictly)

    def holds(row: Sequence[int]) -> bool:
        one, other = [row[x] for x in first], [row[y] for y in second]
        return one < other if strictly else one <= other

    check_sound(propagator, domains, holds, [data.draw(st.sampled_from(split(domain))) for domain in domains])


@pytest.mark.parametrize(
    ("first", "second", "strictly", "expected"),
    [
        pytest.param(
            [0b1110, 0b1111], [0b0111, 0b1111], False, [0b0110, 0b1111, 0b0110, 0b1111], id="the first place is ordered"
        ),
        pytest.param(
            [0b0110, 0b1000], [0b0110, 0b0100], False, [0b0010, 0b1000, 0b0100, 0b0100], id="a bad end forces less"
        ),
        pytest.param(
            [0b0010, 0b1100], [0b0010, 0b0111], False, [0b0010, 0b0100, 0b0010, 0b0100], id="behind equals it goes on"
        ),
        pytest.param(
            [0b0110, 0b0010], [0b0011, 0b0010], True, None, id="strictly, all that can be equal is not enough"
        ),
        pytest.param(
            [0b0110, 0b0010], [0b0011, 0b0010], False, [0b0010, 0b0010, 0b0010, 0b0010], id="forced to be equal"
        ),
        pytest.param(
            [0b0001, 0b1000], [0b0110, 0b0001], True, [0b0001, 0b1000, 0b0110, 0b0001], id="less is less for good"
        ),
        pytest.param([0b0100, 0b0001], [0b0011, 0b1000], False, None, id="greater at once"),
    ],
)
def test_lex_cases(first: list[int], second: list[int], strictly: bool, expected: list[int] | None) -> None:  # noqa: FBT001 - a case
    assert run_once(LexOrder([0, 1], [2, 3], strictly=strictly), first + second) == expected


def test_a_place_that_holds_the_same_variable_twice_is_passed_over() -> None:
    assert run_once(LexOrder([0, 1], [0, 2], strictly=True), [0b11, 0b11, 0b11]) == [0b11, 0b01, 0b10]
    assert run_once(LexOrder([0, 1], [0, 1], strictly=True), [0b11, 0b11]) is None


@pytest.mark.parametrize("strictly", [False, True])
def test_lex_keeps_its_promises(strictly: bool) -> None:  # noqa: FBT001 - a case
    check_constraint(lambda x: Lex(x[:2], x[2:], strictly=strictly), variables=4, domain=range(-1, 3), max_examples=25)
    check_constraint(lambda x: Lex(x[:1], x[1:], strictly=strictly), variables=2, domain=[0, 3, 10**9], max_examples=10)


def test_expressions_and_shared_variables_keep_their_promises() -> None:
    check_constraint(lambda x: Lex([x[0], x[1] + 1], [x[2] * 2, x[0]]), max_examples=15)
    check_constraint(lambda x: Lex([x[0], x[1], x[2]], [x[1], x[2], x[0]], strictly=True), max_examples=15)


def test_the_negation_turns_the_rows_round() -> None:
    constraint = Lex(["a", "b"], ["c", "d"])
    assert str(constraint) == "(a, b) <= (c, d)"
    assert str(~constraint) == "(c, d) < (a, b)"
    assert str(~~constraint) == str(constraint)


def test_rows_in_order_come_once_for_each_set_of_rows() -> None:
    p: Problem[tuple[int, int], int] = Problem()
    rows = [p.add_variables([(i, j) for j in range(3)], range(2)) for i in range(3)]
    p.add(*[Lex(upper, lower, strictly=True) for upper, lower in pairwise(rows)])
    assert p.count() == 8 * 7 * 6 // 6


def test_misuse_is_told() -> None:
    with pytest.raises(ScopeError, match="not of 2 and 1 variables"):
        Lex("ab", "c")
    with pytest.raises(ScopeError, match="at least one variable"):
        Lex([], [])
    with pytest.raises(KindError, match="two collections of variables"):
        Lex("ab", 7)  # type: ignore[arg-type]
    p: Problem[str, object] = Problem()
    p.add_variables("xy", ["a", 1])
    with pytest.raises(ScopeError, match=r"needs integers, but .* can be 'a'"):
        p.add(Lex("x", "y"))
