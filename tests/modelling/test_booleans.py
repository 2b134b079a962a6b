"""Booleans: numbers and constraints at once; choices between constraints and between values."""

# ruff: noqa: ARG005, FBT003 - the functions of a table all take the same variables; True and False are constraints

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy
from itertools import pairwise, product
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import COMPARISONS

import csplib
from csplib import (
    AnyOf,
    Boolean,
    Constraint,
    KindError,
    Problem,
    at_least_one,
    at_most_one,
    element,
    exactly_one,
    if_then_else,
    implies,
    reify,
)
from csplib.testing import check_constraint

INTEGERS = range(-1, 3)


class Claim(NamedTuple):
    """A formula over booleans a, b, c and integers x, y: as csplib states it, and as Python judges it."""

    state: Callable[[list[Any]], Any]
    judge: Callable[[tuple[Any, ...]], bool]


def stated() -> tuple[Problem[str, Any], list[Any]]:
    p: Problem[str, Any] = Problem()
    return p, [*p.add_booleans("abc"), *p.add_variables("xy", INTEGERS)]


def by_brute_force(judge: Callable[[tuple[Any, ...]], bool]) -> set[tuple[Any, ...]]:
    rows = product([False, True], [False, True], [False, True], INTEGERS, INTEGERS)
    return {row for row in rows if judge(row)}


def solutions_of(p: Problem[str, Any], **options: Any) -> set[tuple[Any, ...]]:
    found = [tuple(solution.values()) for solution in p.solutions(**options)]
    assert len(found) == len(set(found))
    assert all(type(value) is bool for row in found for value in row[:3])
    return set(found)


@st.composite
def leaves(draw: Any) -> Claim:
    place, k = draw(st.integers(0, 2)), draw(st.integers(-1, 2))
    compare, other = draw(st.sampled_from(COMPARISONS)), draw(st.integers(0, 3))
    if draw(st.integers(0, 2)):
        return Claim(lambda v: v[place], lambda r: r[place])
    return Claim(
        lambda v: compare(v[3] + 2 * v[place], k + v[other]), lambda r: compare(r[3] + 2 * r[place], k + r[other])
    )


@st.composite
def claims(draw: Any, depth: int = 2) -> Claim:
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(leaves())  # type: ignore[no-any-return]
    one, two, three = draw(claims(depth - 1)), draw(claims(depth - 1)), draw(claims(depth - 1))
    k = draw(st.integers(-1, 2))

    def how_many(row: tuple[Any, ...]) -> int:
        return sum([bool(claim.judge(row)) for claim in (one, two, three)])

    def parts(v: list[Any]) -> list[Any]:
        return [one.state(v), two.state(v), three.state(v)]

    kinds = [
        Claim(lambda v: one.state(v) | two.state(v), lambda r: one.judge(r) or two.judge(r)),
        Claim(lambda v: one.state(v) & two.state(v), lambda r: one.judge(r) and two.judge(r)),
        Claim(lambda v: one.state(v) ^ two.state(v), lambda r: bool(one.judge(r)) != bool(two.judge(r))),
        Claim(lambda v: one.state(v) == two.state(v), lambda r: bool(one.judge(r)) == bool(two.judge(r))),
        Claim(lambda v: one.state(v) != two.state(v), lambda r: bool(one.judge(r)) != bool(two.judge(r))),
        Claim(lambda v: ~one.state(v), lambda r: not one.judge(r)),
        Claim(lambda v: implies(one.state(v), two.state(v)), lambda r: not one.judge(r) or two.judge(r)),
        Claim(lambda v: one.state(v).implies(two.state(v)), lambda r: not one.judge(r) or two.judge(r)),
        Claim(lambda v: if_then_else(*parts(v)), lambda r: two.judge(r) if one.judge(r) else three.judge(r)),
        Claim(
            lambda v: if_then_else(one.state(v), v[3] * 2, k) <= v[4],
            lambda r: (r[3] * 2 if one.judge(r) else k) <= r[4],
        ),
        Claim(lambda v: if_then_else(one.state(v), v[3], v[4]) == k, lambda r: (r[3] if one.judge(r) else r[4]) == k),
        Claim(lambda v: exactly_one(*parts(v)), lambda r: how_many(r) == 1),
        Claim(lambda v: at_most_one(parts(v)), lambda r: how_many(r) <= 1),
        Claim(lambda v: at_least_one(*parts(v), False), lambda r: how_many(r) >= 1),
        Claim(lambda v: sum(reify(part) for part in parts(v)) == k, lambda r: how_many(r) == k),
        Claim(lambda v: reify(one.state(v)) & v[0], lambda r: one.judge(r) and r[0]),
    ]
    return draw(st.sampled_from(kinds))  # type: ignore[no-any-return]


@pytest.mark.usefixtures("way")
@settings(max_examples=150)
@given(claims())
def test_formulas_mean_what_python_means(claim: Claim) -> None:
    p, variables = stated()
    p.add(claim.state(variables))
    expected = by_brute_force(claim.judge)
    assert solutions_of(p) == expected
    assert p.count() == len(expected)


@settings(max_examples=60)
@given(claims())
def test_cp_sat_finds_the_same_solutions(claim: Claim) -> None:
    pytest.importorskip("ortools")
    p, variables = stated()
    p.add(claim.state(variables))
    assert solutions_of(p, engine="cp-sat") == by_brute_force(claim.judge)


@settings(max_examples=60)
@given(claims(), claims(1), st.sampled_from([-2, 3]))
def test_booleans_count_in_objectives_and_wishes(claim: Claim, wish: Claim, weight: int) -> None:
    p, variables = stated()
    a, b, _, x, _ = variables
    p.add(claim.state(variables))
    p.prefer(wish.state(variables), b, weight=2)
    rows = by_brute_force(claim.judge)
    best = p.minimize(weight * a + x + p.penalty).finish()
    costs = [weight * row[0] + row[3] + 2 * (not wish.judge(row)) + 2 * (not row[1]) for row in rows]
    assert (best.objective if best is not None else None) == min(costs, default=None)


@pytest.mark.usefixtures("way")
def test_formulas_over_booleans_keep_every_promise_of_a_constraint() -> None:
    def make(claim: Claim) -> Callable[[list[Any]], Constraint]:
        def constraint(v: list[Any]) -> Constraint:
            terms = [Boolean(x.name, 0, x.owner) for x in v[:3]] + v[3:]
            found = claim.state(terms)
            return found.claim() if isinstance(found, Boolean) else found  # type: ignore[return-value]

        return constraint

    domains: list[Any] = [[False, True]] * 3 + [INTEGERS] * 2
    check_constraint(claims().map(make), domain=domains, max_examples=40)


def test_a_boolean_is_true_or_false_and_a_number() -> None:
    p = Problem()
    bits = p.add_booleans(["a", "b", "c"])
    a, b, c = bits
    p.add(sum(bits) == 2, 3 * a + b <= 3, ~b == c)
    assert [solution["a"] + solution["c"] for solution in p.solutions()] == [2]
    assert p.solve() == {"a": True, "b": False, "c": True}
    assert p.domains["a"] == (False, True)
    assert p["a"] is a
    assert p.variable("b") is b


def test_a_boolean_can_be_added_assumed_explained_and_preferred() -> None:
    p = Problem()
    a, b = p.add_booleans("ab")
    p.add(a, implies(a, b))
    assert p.count() == 1
    assert p.count(assuming={b: False}) == 0
    assert p.count(assuming={"b": 1}) == 1
    p.add(~b)
    assert {str(one) for one in p.explain().constraints} == {"a", "~a | b", "~b"}  # type: ignore[union-attr]
    assert p.violations({"a": False, "b": True}) == p.violations({"a": 0, "b": 1})
    assert len(p.violations({"a": False, "b": True})) == 2


def test_copies_and_pickles_keep_booleans() -> None:
    p = Problem()
    a, b = p.add_booleans("ab")
    p.add(a | b, if_then_else(a, 1, 2) <= 1, exactly_one(a, b))
    for twin in (copy(p), pickle.loads(pickle.dumps(p))):  # noqa: S301 - our own
        assert isinstance(twin["a"], Boolean)
        twin.add(twin["a"] | ~twin["b"])
        assert twin.count() == p.count() == 1


def test_only_the_chosen_value_must_be_defined() -> None:
    p = Problem()
    x, y = p.add_variables("xy", range(4))
    p.add(if_then_else(x <= 1, element([1, 2], x), 7) >= y + 2)
    assert p.count() == sum([(x + 1 if x <= 1 else 7) >= y + 2 for x in range(4) for y in range(4)])
    q = Problem()
    x, y = q.add_variables("xy", range(4))
    q.add((if_then_else(y >= 1, element([1, 2], x), 7) >= 2) | (x == y))
    held = [(x < 2 and x + 1 >= 2) if y >= 1 else True for x in range(4) for y in range(4) if x != y]
    assert q.count() == sum(held) + 4


def test_values_that_are_not_numbers_can_be_chosen() -> None:
    p = Problem()
    late, color = p.add_boolean("late"), p.add_variable("color", ["red", "green", "blue"])
    p.add(color == if_then_else(late, "red", "green"))
    assert [tuple(solution.values()) for solution in p.solutions()] == [(False, "green"), (True, "red")]


def test_choices_between_long_ranges() -> None:
    p = Problem()
    late, x = p.add_boolean("late"), p.add_variable("x", range(10**9))
    p.add(if_then_else(late, x + 10, x // 2) == 10**8)
    assert {tuple(solution.values()) for solution in p.solutions()} == {
        (True, 10**8 - 10),
        (False, 2 * 10**8),
        (False, 2 * 10**8 + 1),
    }


@pytest.mark.parametrize(
    ("build", "held"),
    [
        pytest.param(lambda a: exactly_one([]), None, id="exactly one of nothing"),
        pytest.param(lambda a: at_most_one([]), {False, True}, id="at most one of nothing"),
        pytest.param(lambda a: at_least_one([]), None, id="at least one of nothing"),
        pytest.param(lambda a: exactly_one(a, True), {False}, id="exactly one, and one is true"),
        pytest.param(lambda a: exactly_one(True, True, a), None, id="exactly one, and two are true"),
        pytest.param(lambda a: exactly_one(False, True), {False, True}, id="exactly one, and all are known"),
        pytest.param(lambda a: at_most_one(True, a), {False}, id="at most one, and one is true"),
        pytest.param(lambda a: at_least_one(False, a), {True}, id="at least one, and one is false"),
        pytest.param(lambda a: at_least_one(True, a), {False, True}, id="at least one, and one is true"),
        pytest.param(lambda a: at_least_one(False, False), None, id="at least one, and all are false"),
        pytest.param(lambda a: if_then_else(True, a, ~a), {True}, id="a condition that is true"),
        pytest.param(lambda a: if_then_else(False, 1, 2) + a == 2, {False}, id="a condition that is false"),
        pytest.param(lambda a: a == a, {False, True}, id="equal to itself"),  # noqa: PLR0124
        pytest.param(lambda a: ~a == a, None, id="equal to its opposite"),
        pytest.param(lambda a: a ^ a, None, id="one of the same"),
        pytest.param(lambda a: a & True & (True & a) & (False | a), {True}, id="constants on both sides"),
        pytest.param(lambda a: AnyOf([a, False]), {True}, id="a part of or"),
        pytest.param(lambda a: ~reify(~a), {True}, id="reified"),
    ],
)
def test_constants_and_repetitions_are_simplified(build: Callable[[Any], Constraint], held: set[bool] | None) -> None:
    p = Problem()
    a = p.add_boolean("a")
    p.add(build(a))
    assert {solution["a"] for solution in p.solutions()} == (held or set())


@pytest.mark.parametrize(
    ("build", "text"),
    [
        pytest.param(lambda a, b, x: a | b, "a | b"),
        pytest.param(lambda a, b, x: ~a & (x == 1), "~a & (x == 1)"),
        pytest.param(lambda a, b, x: a ^ b, "a != b"),
        pytest.param(lambda a, b, x: a == (x == 1), "a == (x == 1)"),
        pytest.param(lambda a, b, x: a != (x == 1), "a == (x != 1)"),
        pytest.param(lambda a, b, x: ~(a == (x == 1)), "a == (x != 1)"),
        pytest.param(lambda a, b, x: exactly_one(a, ~b, x == 1), "exactly_one(a, ~b, x == 1)"),
        pytest.param(lambda a, b, x: at_most_one(a, b), "at_most_one(a, b)"),
        pytest.param(lambda a, b, x: if_then_else(a, b, x == 1), "if_then_else(a, b, x == 1)"),
        pytest.param(lambda a, b, x: ~if_then_else(a, b, x == 1), "if_then_else(a, ~b, x != 1)"),
        pytest.param(lambda a, b, x: if_then_else(a, 3, x) + 1, "if_then_else(a, 3, x) + 1"),
        pytest.param(lambda a, b, x: 2 * a + b, "2*a + b"),
    ],
)
def test_formulas_are_shown_as_they_are_written(build: Callable[..., Any], text: str) -> None:
    p = Problem()
    (a, b), x = p.add_booleans("ab"), p.add_variable("x", range(3))
    assert str(build(a, b, x)) == text


@pytest.mark.parametrize(
    ("build", "message"),
    [
        pytest.param(lambda a, _: 1 if a else 2, "a has no value yet", id="the truth of a boolean"),
        pytest.param(lambda a, x: a and x, "& [|] ~ instead of and", id="and"),
        pytest.param(lambda a, x: a | x, "put brackets around", id="or with a number"),
        pytest.param(lambda a, x: x & a, "put brackets around", id="a number and"),
        pytest.param(lambda a, x: ~x, "put brackets around", id="not a number"),
        pytest.param(lambda a, x: x == (a | a), "see reify", id="a number equal to a constraint"),
        pytest.param(lambda a, x: (x == 1) == x, "see reify", id="a constraint equal to a number"),
        pytest.param(lambda *both: exactly_one(both), "exactly_one needs constraints", id="one of a number"),
        pytest.param(lambda a, x: exactly_one(7), "exactly_one needs constraints", id="one of no collection"),
        pytest.param(lambda a, x: if_then_else(x, 1, 2), "as its condition", id="a number as condition"),
        pytest.param(lambda a, x: if_then_else(a, x == 1, 2), "two constraints, or two", id="a constraint or a number"),
        pytest.param(lambda a, x: if_then_else(a, [1], 2), "all hashable", id="a list as value"),
    ],
)
def test_what_is_no_boolean_is_refused(build: Callable[..., Any], message: str) -> None:
    p = Problem()
    a, x = p.add_boolean("a"), p.add_variable("x", range(3))
    with pytest.raises(KindError, match=message):
        build(a, x)


def test_names_of_booleans_are_checked_as_others_are() -> None:
    p = Problem()
    p.add_boolean("a")
    with pytest.raises(csplib.DuplicateVariableError, match="'a' already"):
        p.add_booleans(["b", "a"])
    assert list(p.domains) == ["a"]


def test_implications_between_booleans_chain() -> None:
    p = Problem()
    chain = p.add_booleans(range(200))
    p.add(*[one.implies(two) for one, two in pairwise(chain)], chain[0])
    assert p.count() == 1
    q = Problem()
    clauses = q.add_booleans(range(12))
    q.add(*[at_least_one(clauses[i : i + 3]) for i in range(10)])
    # Words of 12 bits without three zeros in a row: the tribonacci numbers.
    assert q.count() == 1705
