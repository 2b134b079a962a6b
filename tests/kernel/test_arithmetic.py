"""The engine's arithmetic against brute force: formulas of every kind of node, and weighted sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import run_once, run_to_fixpoint, state_of

from csplib.kernel.axis import Axis
from csplib.kernel.bits import is_single
from csplib.kernel.formulas import Absolute, Extreme, Leaf, Node, Power, Product, Quotient, Remainder, Weighted
from csplib.kernel.propagator import Propagator
from csplib.kernel.propagators.arithmetic import Arithmetic
from csplib.kernel.propagators.linear import LinearAtMost, LinearDiffers
from csplib.kernel.propagators.linear_equals import Addition, LinearEquals, Total
from csplib.kernel.running_formula import Formula
from csplib.kernel.state import State

DENSE = [-3, -2, -1, 0, 1, 2, 3]
SPARSE = [-9, -4, -1, 0, 2, 3, 7]
INTEGERS = st.sampled_from([DENSE, SPARSE, [1, 2, 3, 4, 5, 6, 7], [-40, -7, -6, -5, -3, -2, 11]])
DOMAINS = st.lists(st.integers(1, 0b1111111), min_size=3, max_size=3)
DIVISORS = st.sampled_from([-4, -3, -2, -1, 1, 2, 3, 4])

Row = Sequence[int]


class Written(NamedTuple):
    """A formula over the variables 0, 1, 2, written down for people, for the engine and as a plain function."""

    text: str
    node: Callable[[], Node]
    value: Callable[[Row], int]

    def __repr__(self) -> str:
        return self.text


def leaf(x: int, offset: int) -> Written:
    return Written(f"x{x}{offset:+}", lambda: Leaf(x, offset), lambda row: row[x] + offset)


def constant(value: int) -> Written:
    return Written(str(value), lambda: Weighted([], [], value), lambda _: value)


def weighted(below: list[Written], weights: list[int], more: int) -> Written:
    pairs = list(zip(weights, below, strict=False))
    return Written(
        f"({' + '.join(f'{weight}*{one.text}' for weight, one in pairs)} + {more})",
        lambda: Weighted([one.node() for _, one in pairs], [weight for weight, _ in pairs], more),
        lambda row: sum(weight * one.value(row) for weight, one in pairs) + more,
    )


def multiplied(below: list[Written]) -> Written:
    return Written(
        f"prod({', '.join(one.text for one in below)})",
        lambda: Product([one.node() for one in below]),
        lambda row: prod(one.value(row) for one in below),
    )


def powered(below: Written, exponent: int) -> Written:
    return Written(
        f"({below} ** {exponent})",
        lambda: Power(below.node(), exponent),
        lambda row: below.value(row) ** exponent,
    )


def magnitude(below: Written) -> Written:
    return Written(f"abs({below})", lambda: Absolute([below.node()]), lambda row: abs(below.value(row)))


def divided(below: Written, by: int) -> Written:
    return Written(f"({below} // {by})", lambda: Quotient(below.node(), by), lambda row: below.value(row) // by)


def reduced(below: Written, by: int) -> Written:
    return Written(f"({below} % {by})", lambda: Remainder(below.node(), by), lambda row: below.value(row) % by)


def least(below: list[Written]) -> Written:
    return Written(
        f"min({', '.join(one.text for one in below)})",
        lambda: Extreme([one.node() for one in below], least=True),
        lambda row: min(one.value(row) for one in below),
    )


def greatest(below: list[Written]) -> Written:
    return Written(
        f"max({', '.join(one.text for one in below)})",
        lambda: Extreme([one.node() for one in below], least=False),
        lambda row: max(one.value(row) for one in below),
    )


LEAVES = st.builds(leaf, st.integers(0, 2), st.integers(-3, 3)) | st.builds(constant, st.integers(-4, 4))


def above(below: st.SearchStrategy[Written]) -> st.SearchStrategy[Written]:
    """Every kind of node over the formulas of *below*."""
    several = st.lists(below, min_size=1, max_size=3)
    weights = st.lists(st.sampled_from([-3, -2, -1, 1, 2, 3]), min_size=3, max_size=3)
    return st.one_of(
        st.builds(weighted, several, weights, st.integers(-6, 6)),
        st.builds(multiplied, several),
        st.builds(powered, below, st.integers(2, 5)),
        st.builds(magnitude, below),
        st.builds(divided, below, DIVISORS),
        st.builds(reduced, below, DIVISORS),
        st.builds(least, several),
        st.builds(greatest, several),
    )


ONE_DEEP = above(LEAVES)
TWO_DEEP = above(LEAVES | ONE_DEEP)
FORMULAS = st.one_of(ONE_DEEP, TWO_DEEP, above(LEAVES | TWO_DEEP))


# A node over the variables 0 and 1, compared with variable 2: what is wanted of the node can be anything then.
FIRST_TWO = st.builds(leaf, st.integers(0, 1), st.integers(-1, 1))
RESULTS = st.builds(
    lambda below, weight: weighted([below, leaf(2, 0)], [weight, -weight], 0),
    above(FIRST_TWO),
    st.sampled_from([-1, 1]),
)


def check_sound(
    propagator: Propagator, axis: Axis, domains: list[int], holds: Callable[[Row], bool]
) -> tuple[list[int] | None, list[set[int]]]:
    """Compare with every row; return the domains left, and the values that rows use."""
    values = [axis.integers(domain) for domain in domains]
    used = oracle.supported_rows(values, holds)
    left = run_to_fixpoint(propagator, domains, axis)
    assert left is not None or not used[0], "a failure where a row is left"
    if left is not None:
        for before, after, kept in zip(domains, left, used, strict=True):
            assert after & ~before == 0
            assert kept <= set(axis.integers(after)), "a value removed that a row uses"
    return left, used


def check_exact(propagator: Propagator, axis: Axis, domains: list[int], holds: Callable[[Row], bool]) -> None:
    """Ask about every full row."""
    for row in product(*[axis.integers(domain) for domain in domains]):
        state = state_of([axis.bit(value) for value in row], axis)
        assert propagator.propagate(state) == holds(row), row


def check_monotone(propagator: Propagator, axis: Axis, wide: list[int], narrow: list[int]) -> None:
    """From smaller domains a single run leaves no more than from larger ones."""
    of_wide, of_narrow = state_of(wide, axis), state_of(narrow, axis)
    if propagator.propagate(of_narrow):
        assert propagator.propagate(of_wide)
        assert all(a & ~b == 0 for a, b in zip(of_narrow.domains, of_wide.domains, strict=True))


def check_formula(formula: Written, axis: Axis, domains: list[int], more: list[int], *, equal: bool) -> None:
    """Check everything; *more* are values to add for domains that are larger."""
    propagator = Arithmetic([0, 1, 2], formula.node(), equal=equal)

    def holds(row: Row) -> bool:
        value = formula.value(row)
        return value == 0 if equal else value <= 0

    check_sound(propagator, axis, domains, holds)
    check_exact(propagator, axis, domains, holds)
    check_monotone(propagator, axis, [a | b for a, b in zip(domains, more, strict=True)], domains)


@settings(max_examples=400)
@given(FORMULAS, INTEGERS, DOMAINS, DOMAINS, st.booleans())
def test_a_formula_is_sound_exact_on_full_rows_and_monotone(
    formula: Written,
    integers: list[int],
    domains: list[int],
    more: list[int],
    equal: bool,  # noqa: FBT001 - drawn
) -> None:
    check_formula(formula, Axis(integers), domains, more, equal=equal)


@settings(max_examples=500)
@given(RESULTS, INTEGERS, DOMAINS, DOMAINS, st.booleans())
def test_one_operation_with_a_result_is_sound_exact_on_full_rows_and_monotone(
    formula: Written,
    integers: list[int],
    domains: list[int],
    more: list[int],
    equal: bool,  # noqa: FBT001 - drawn
) -> None:
    check_formula(formula, Axis(integers), domains, more, equal=equal)


SPANS = [(low, high) for low in DENSE for high in DENSE if low <= high]


@pytest.mark.parametrize(
    "formula",
    [
        pytest.param(multiplied([leaf(0, 0), leaf(1, 0)]), id="product"),
        pytest.param(least([leaf(0, 0), leaf(1, 0)]), id="least"),
        pytest.param(greatest([leaf(0, 0), leaf(1, 0)]), id="greatest"),
        pytest.param(powered(leaf(0, 0), 2), id="square"),
        pytest.param(powered(leaf(0, 1), 3), id="cube"),
        pytest.param(magnitude(leaf(0, 0)), id="absolute value"),
        pytest.param(divided(leaf(0, 0), 2), id="quotient"),
        pytest.param(divided(leaf(0, 0), -3), id="quotient by less than 0"),
        pytest.param(reduced(leaf(0, 0), 3), id="remainder"),
        pytest.param(reduced(leaf(0, 0), -2), id="remainder by less than 0"),
    ],
)
def test_no_value_is_lost_whatever_the_bounds_of_operands_and_result(formula: Written) -> None:
    axis = Axis(range(-9, 10))
    propagator = Arithmetic([0, 1, 2], weighted([formula, leaf(2, 0)], [1, -1], 0).node(), equal=True)
    second = SPANS if "x1" in formula.text else [(1, 1)]
    for x, y in product(SPANS, second):
        rows = [(a, b, formula.value([a, b])) for a in range(x[0], x[1] + 1) for b in range(y[0], y[1] + 1)]
        for low, more in product(range(-6, 7), (0, 3)):
            domains = [between(axis, *x), between(axis, *y), between(axis, low, low + more)]
            state = state_of(domains, axis)
            consistent = propagator.propagate(state)
            for row in rows:
                if low <= row[2] <= low + more:
                    assert consistent
                    assert all(axis.bit(value) & state.cells[place].mask for place, value in enumerate(row))


@pytest.mark.parametrize("exponent", [2, 3, 4])
@pytest.mark.parametrize("wanted", SPANS)
def test_a_power_leaves_just_the_bounds_that_its_result_allows(exponent: int, wanted: tuple[int, int]) -> None:
    axis = Axis(range(-30, 31))
    node = weighted([powered(leaf(0, 0), exponent), leaf(1, 0)], [1, -1], 0).node()
    allowed = [x for x in range(-30, 31) if 3 * wanted[0] <= x**exponent <= 3 * wanted[1]]
    state = state_of([between(axis, -30, 30), between(axis, 3 * wanted[0], 3 * wanted[1])], axis)
    assert Arithmetic([0, 1], node, equal=True).propagate(state) == bool(allowed)
    if allowed:
        assert (axis.least(state.cells[0].mask), axis.most(state.cells[0].mask)) == (min(allowed), max(allowed))


def test_a_node_that_is_shared_stands_once_in_a_formula() -> None:
    def doubled() -> Node:
        node: Node = Leaf(0)
        for _ in range(60):
            node = Weighted([node, node], [1, 1], 0)
        return node

    assert Formula(doubled()).bounds(State([0b1100])) == (2 * 2**60, 3 * 2**60)
    propagator = Arithmetic([0], Weighted([doubled()], [1], -3 * 2**60), equal=True)
    state = State([0b1111])
    assert propagator.propagate(state)
    assert state.domains == [0b1000]


def between(axis: Axis, low: int, high: int) -> int:
    return axis.at_least(low) & axis.at_most(high) & ((1 << axis.count) - 1)


@settings(max_examples=300)
@given(FORMULAS, INTEGERS, DOMAINS)
def test_the_bounds_of_a_formula_hold_for_every_row(formula: Written, integers: list[int], domains: list[int]) -> None:
    axis = Axis(integers)
    low, high = Formula(formula.node()).bounds(state_of(domains, axis))
    for row in product(*[axis.integers(domain) for domain in domains]):
        assert low <= formula.value(row) <= high


WEIGHTS = st.lists(st.sampled_from([-5, -3, -2, -1, 1, 2, 3, 5]), min_size=3, max_size=3)
TOTALS = st.integers(-30, 30)


def total_of(weights: Row, row: Row) -> int:
    return sum(weight * value for weight, value in zip(weights, row, strict=True))


@settings(max_examples=300)
@given(WEIGHTS, TOTALS, INTEGERS, DOMAINS, DOMAINS)
def test_a_sum_that_is_bounded_keeps_exactly_the_supported_values(
    weights: list[int], bound: int, integers: list[int], domains: list[int], more: list[int]
) -> None:
    axis = Axis(integers)
    propagator = LinearAtMost([0, 1, 2], weights, bound)

    def holds(row: Row) -> bool:
        return total_of(weights, row) <= bound

    left, used = check_sound(propagator, axis, domains, holds)
    assert run_once(propagator, domains, axis) == left, "one pass is enough"
    assert (left is not None) == bool(used[0])
    if left is not None:
        assert [set(axis.integers(domain)) for domain in left] == used
    check_exact(propagator, axis, domains, holds)
    check_monotone(propagator, axis, [a | b for a, b in zip(domains, more, strict=True)], domains)


@settings(max_examples=300)
@given(WEIGHTS, TOTALS, INTEGERS, DOMAINS, DOMAINS)
def test_a_sum_with_a_total_is_sound_exact_on_full_rows_and_monotone(
    weights: list[int], total: int, integers: list[int], domains: list[int], more: list[int]
) -> None:
    axis = Axis(integers)
    propagator = LinearEquals([0, 1, 2], weights, total)

    def holds(row: Row) -> bool:
        return total_of(weights, row) == total

    check_sound(propagator, axis, domains, holds)
    check_exact(propagator, axis, domains, holds)
    check_monotone(propagator, axis, [a | b for a, b in zip(domains, more, strict=True)], domains)


@settings(max_examples=300)
@given(st.integers(-12, 12), st.integers(-5, 5), DOMAINS, DOMAINS)
def test_an_addition_is_sound_exact_on_full_rows_and_monotone_and_done_after_one_run(
    constant: int, base: int, domains: list[int], more: list[int]
) -> None:
    axis = Axis(range(base, base + 7))
    propagator = Addition(0, 1, 2, constant, base=base)

    def holds(row: Row) -> bool:
        return row[0] + row[1] == row[2] + constant

    left, used = check_sound(propagator, axis, domains, holds)
    check_once(propagator, axis, domains, left)
    if left is not None and any(is_single(domain) for domain in domains[:2]):
        assert [set(axis.integers(domain)) for domain in left] == used, "nothing is left to chance"
    check_exact(propagator, axis, domains, holds)
    check_monotone(propagator, axis, [a | b for a, b in zip(domains, more, strict=True)], domains)
    check_like(propagator, LinearEquals([0, 1, 2], [1, 1, -1], constant), axis, domains)


@settings(max_examples=300)
@given(st.integers(-12, 25), st.integers(-5, 5), DOMAINS, DOMAINS)
def test_a_plain_sum_does_just_what_a_weighted_one_does(
    total: int, base: int, domains: list[int], more: list[int]
) -> None:
    axis = Axis(range(base, base + 7))
    propagator = Total([0, 1, 2], total, base=3 * base)

    def holds(row: Row) -> bool:
        return sum(row) == total

    left, _ = check_sound(propagator, axis, domains, holds)
    check_once(propagator, axis, domains, left)
    check_exact(propagator, axis, domains, holds)
    check_monotone(propagator, axis, [a | b for a, b in zip(domains, more, strict=True)], domains)
    weighted_sum = LinearEquals([0, 1, 2], [1, 1, 1], total)
    check_once(weighted_sum, axis, domains, left)


def check_once(propagator: Propagator, axis: Axis, domains: list[int], expected: list[int] | None) -> None:
    """One run goes as far as any number of them, so that it need not wake itself."""
    assert propagator.idempotent
    assert run_once(propagator, domains, axis) == expected


def check_like(propagator: Propagator, other: Propagator, axis: Axis, domains: list[int]) -> None:
    """Compare with one that may conclude less."""
    one, two = run_to_fixpoint(propagator, domains, axis), run_to_fixpoint(other, domains, axis)
    if one is not None:
        assert two is not None
        assert all(a & ~b == 0 for a, b in zip(one, two, strict=True))


@settings(max_examples=300)
@given(WEIGHTS, TOTALS, INTEGERS, DOMAINS, DOMAINS)
def test_a_sum_that_differs_keeps_exactly_the_supported_values(
    weights: list[int], total: int, integers: list[int], domains: list[int], more: list[int]
) -> None:
    axis = Axis(integers)
    propagator = LinearDiffers([0, 1, 2], weights, total)

    def holds(row: Row) -> bool:
        return total_of(weights, row) != total

    left, used = check_sound(propagator, axis, domains, holds)
    assert (left is not None) == bool(used[0])
    if left is not None:
        assert [set(axis.integers(domain)) for domain in left] == used
    check_exact(propagator, axis, domains, holds)
    check_monotone(propagator, axis, [a | b for a, b in zip(domains, more, strict=True)], domains)


@pytest.mark.parametrize("kind", [LinearAtMost, LinearEquals, LinearDiffers])
@given(weights=WEIGHTS, total=TOTALS, integers=INTEGERS, domains=DOMAINS)
def test_a_sum_that_names_a_variable_twice_stays_sound(
    kind: type[LinearAtMost | LinearEquals | LinearDiffers],
    weights: list[int],
    total: int,
    integers: list[int],
    domains: list[int],
) -> None:
    axis = Axis(integers)
    propagator = kind([0, 1, 0], weights, total)

    def holds(row: Row) -> bool:
        found = total_of(weights, [row[0], row[1], row[0]])
        if kind is LinearAtMost:
            return found <= total
        return (found == total) == (kind is LinearEquals)

    check_sound(propagator, axis, domains[:2], holds)
    check_exact(propagator, axis, domains[:2], holds)
