"""Division, remainder and power by variables, rounded down as in Python or towards 0 as in C."""

# ruff: noqa: ARG005 - the functions of a table all take the same variables

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from copy import copy
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import COMPARISONS

from csplib import (
    AllDifferent,
    Constant,
    Constraint,
    DomainError,
    KindError,
    OptionError,
    Problem,
    ScopeError,
    State,
    Table,
    if_then_else,
    reify,
    truncated_quotient,
    truncated_remainder,
)
from csplib.cp_sat import TranslationError
from csplib.kernel.divisions import PowerOf, QuotientOf, RemainderOf
from csplib.kernel.formulas import Leaf, Node, Weighted
from csplib.kernel.propagators.arithmetic import Arithmetic
from csplib.kernel.running_formula import Formula
from csplib.testing import check_constraint

DOMAIN = range(-4, 5)


def towards_zero(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if a * b >= 0 else -1)


def with_sign(a: int, b: int) -> int:
    if not b:
        raise ZeroDivisionError
    return int(math.fmod(a, b))


def natural_power(a: int, b: int) -> int:
    if b < 0:
        raise ZeroDivisionError
    return int(a**b)


# How csplib states each operation, how Python computes it, and its node.
OPERATIONS: dict[str, tuple[Callable[[Any, Any], Any], Callable[[int, int], int], Callable[[list[Node]], Node]]] = {
    "floor": (lambda a, b: a // b, lambda a, b: a // b, lambda two: QuotientOf(two, truncated=False)),
    "modulo": (lambda a, b: a % b, lambda a, b: a % b, lambda two: RemainderOf(two, truncated=False)),
    "power": (lambda a, b: a**b, natural_power, PowerOf),
    "quotient": (truncated_quotient, towards_zero, lambda two: QuotientOf(two, truncated=True)),
    "remainder": (truncated_remainder, with_sign, lambda two: RemainderOf(two, truncated=True)),
}

bounds = st.tuples(st.integers(-9, 9), st.integers(0, 5)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@pytest.mark.parametrize("name", OPERATIONS)
@settings(max_examples=300)
@given(a=bounds, b=bounds)
def test_bounds_contain_every_value(name: str, a: tuple[int, int], b: tuple[int, int]) -> None:
    _, compute, node = OPERATIONS[name]
    first, second = range(a[0], a[1] + 1), [y for y in range(b[0], b[1] + 1) if (y >= 0 if name == "power" else y)]
    if not second:
        return
    state = State([-1, -1], intervals={0: a, 1: (b[0], b[1])})
    low, high = Formula(node([Leaf(0), Leaf(1)])).bounds(state)
    values = [compute(x, y) for x in first for y in second]
    assert low <= min(values) <= max(values) <= high
    if len(set(first)) == len(second) == 1 and b[0] == b[1]:
        assert low == high
    if name in {"floor", "quotient"}:
        assert (low, high) == (min(values), max(values))


@pytest.mark.parametrize("name", OPERATIONS)
@settings(max_examples=300)
@given(a=bounds, b=bounds, c=st.tuples(st.integers(-20, 20), st.integers(0, 30)))
def test_propagation_keeps_every_solution(
    name: str, a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]
) -> None:
    _, compute, node = OPERATIONS[name]
    third = (c[0], c[0] + c[1])
    rows = [
        (x, y, compute(x, y))
        for x in range(a[0], a[1] + 1)
        for y in range(b[0], b[1] + 1)
        if (y >= 0 if name == "power" else y)
    ]
    rows = [row for row in rows if third[0] <= row[2] <= third[1]]
    state = State([-1, -1, -1], intervals={0: a, 1: b, 2: third})
    formula = Weighted([node([Leaf(0), Leaf(1)]), Leaf(2)], [1, -1], 0)
    if not Arithmetic([0, 1, 2], formula, equal=True).propagate(state):
        assert not rows
        return
    for place, column in enumerate(zip(*rows, strict=True)):
        assert state.low(place) <= min(column) <= max(column) <= state.high(place)
    if a[0] == a[1] and b[0] == b[1] and third[0] == third[1] and (b[0] > 0 or (b[0] < 0 and name != "power")):
        assert rows


@st.composite
def divided(draw: Any, depth: int = 2) -> tuple[Callable[[Any], Any], Callable[[Any], int]]:
    """Draw an expression over three variables: as csplib states it, and as Python computes it or raises an error."""
    if depth == 0 or draw(st.integers(0, 4)) == 0:
        place, add = draw(st.integers(0, 2)), draw(st.sampled_from([0, 0, 1, -2]))
        if draw(st.integers(0, 5)) == 0:
            return lambda _: Constant(add), lambda _: add
        return lambda v: v[place] + add, lambda r: r[place] + add
    one, two = draw(divided(depth - 1)), draw(divided(depth - 1))
    kind = draw(st.sampled_from([*OPERATIONS, "sum", "product", "const", "reflected"]))
    if kind in OPERATIONS:
        state, compute, _ = OPERATIONS[kind]
        return lambda v: state(one[0](v), two[0](v)), lambda r: compute(one[1](r), two[1](r))
    number = draw(st.sampled_from([-3, 2, 7]))
    both: dict[str, tuple[Callable[[Any], Any], Callable[[Any], int]]] = {
        "sum": (lambda v: one[0](v) + two[0](v), lambda r: one[1](r) + two[1](r)),
        "product": (lambda v: one[0](v) * two[0](v), lambda r: one[1](r) * two[1](r)),
        "const": (lambda v: one[0](v) // number + two[0](v) ** 0, lambda r: one[1](r) // number + two[1](r) ** 0),
        "reflected": (lambda v: number // one[0](v), lambda r: number // one[1](r)),
    }
    return both[kind]


def defined(
    value: Callable[[Any], int], other: Callable[[Any], int], compare: Callable[[int, int], bool], row: Any
) -> bool:
    try:
        return compare(value(row), other(row))
    except ZeroDivisionError:
        return False


@st.composite
def questions(draw: Any) -> tuple[Callable[[Any], Constraint], Callable[[Any], bool]]:
    (left, value), number = draw(divided()), draw(st.integers(-3, 5))
    compare = draw(st.sampled_from(COMPARISONS))
    right, other = draw(divided(1)) if draw(st.booleans()) else (lambda _: number, lambda _: number)

    def holds(row: Any) -> bool:
        return defined(value, other, compare, row)

    def claim(v: Any) -> Any:
        return compare(left(v), right(v))

    kinds: list[tuple[Callable[[Any], Constraint], Callable[[Any], bool]]] = [
        (claim, holds),
        (lambda v: ~claim(v), lambda r: not holds(r)),
        (lambda v: claim(v) | (v[0] == v[1]), lambda r: holds(r) or r[0] == r[1]),
        (lambda v: reify(claim(v)) + v[0] == 1, lambda r: holds(r) + r[0] == 1),
        (
            lambda v: if_then_else(claim(v), v[0] == 1, v[1] == 1),
            lambda r: r[0 if holds(r) else 1] == 1,
        ),
        (lambda v: claim(v) == (v[2] >= 1), lambda r: holds(r) == (r[2] >= 1)),
    ]
    return draw(st.sampled_from(kinds))  # type: ignore[no-any-return]


def rows(p: Problem[Any, Any], **options: Any) -> list[tuple[Any, ...]]:
    return sorted([tuple(solution.values()) for solution in p.solutions(**options)])


@pytest.mark.usefixtures("way")
@settings(max_examples=150)
@given(questions())
def test_operations_mean_what_python_means(question: tuple[Any, Any]) -> None:
    state, judge = question
    p = Problem()
    p.add(state(p.add_variables("xyz", range(-2, 4))))
    expected = [row for row in product(range(-2, 4), repeat=3) if judge(row)]
    assert rows(p) == expected
    wrong = [row for row in product(range(-2, 4), repeat=3) if p.violations(dict(zip("xyz", row, strict=True)))]
    assert len(wrong) + len(expected) == 6**3


@settings(max_examples=60)
@given(questions())
def test_cp_sat_finds_the_same_solutions(question: tuple[Any, Any]) -> None:
    pytest.importorskip("ortools")
    state, judge = question
    p = Problem()
    p.add(state(p.add_variables("xyz", range(-1, 3))))
    try:
        found = rows(p, engine="cp-sat")
    except TranslationError:
        return
    assert found == [row for row in product(range(-1, 3), repeat=3) if judge(row)]


@pytest.mark.usefixtures("way")
def test_operations_keep_every_promise_of_a_constraint() -> None:
    check_constraint(questions().map(lambda question: question[0]), domain=range(-2, 4), max_examples=40)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("name", OPERATIONS)
def test_results_are_variables_wherever_variables_are(name: str) -> None:
    state, compute, _ = OPERATIONS[name]
    p = Problem()
    x, y = p.add_variables("xy", range(1, 6))
    p.add(AllDifferent([state(x, y), x, y]), Table([state(y, x), x], [(a, b) for a in range(4) for b in range(6)]))
    expected = [
        (a, b)
        for a, b in product(range(1, 6), repeat=2)
        if len({compute(a, b), a, b}) == 3 and compute(b, a) in range(4)
    ]
    assert rows(p) == expected


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("sign", [1, -1])
def test_the_best_quotient_is_found(name: str, sign: int) -> None:
    state, compute, _ = OPERATIONS[name]
    p = Problem()
    x, y = p.add_variable("x", range(-20, 30)), p.add_variable("y", range(-5, 4))
    p.add(x + 5 * y != 7)
    best = (p.minimize if sign > 0 else p.maximize)(state(x, y) + y).finish()
    assert best is not None
    pairs = [(a, b) for a, b in product(range(-20, 30), range(-5, 4)) if (b >= 0 if name == "power" else b)]
    values = [compute(a, b) + b for a, b in pairs if a + 5 * b != 7]
    assert best.objective == (min(values) if sign > 0 else max(values))


@pytest.mark.parametrize("engine", [None, "cp-sat"])
def test_long_ranges_are_divided_by_their_bounds(engine: str | None) -> None:
    if engine:
        pytest.importorskip("ortools")
    options = {"engine": engine} if engine else {}
    p = Problem()
    x, y = p.add_variable("x", range(10**9)), p.add_variable("y", range(-3, 10**6))
    p.add(x // y == 12345, x % y == 6789, y <= 6800, x >= 83_900_000)
    found = rows(p, **options)
    assert found == [(12345 * y + 6789, y) for y in range(6790, 6801) if 12345 * y + 6789 >= 83_900_000]
    q = Problem()
    x, y = q.add_variable("x", range(10**6)), q.add_variable("y", range(2, 12))
    q.add(x**y == 3**20)
    if not engine:
        assert rows(q) == [(3 ** (20 // y), y) for y in (10, 5, 4, 2)]


def test_a_divisor_of_zero_is_left_out() -> None:
    p = Problem()
    x, y = p.add_variables("xy", range(3))
    p.add(x // y >= 0)
    assert {solution["y"] for solution in p.solutions()} == {1, 2}
    assert [str(one) for one in p.violations({"x": 1, "y": 0})] == ["x // y >= 0"]
    q = Problem()
    x, y = q.add_variables("xy", range(3))
    q.add(reify(x // y >= 0) == 0)
    assert {solution["y"] for solution in q.solutions()} == {0}
    r = Problem()
    x, y = r.add_variables("xy", range(3))
    r.add(if_then_else(y == 0, 7, x // y) >= 2)
    assert rows(r) == [(0, 0), (1, 0), (2, 0), (2, 1)]


def test_copies_and_pickles_keep_operations() -> None:
    p = Problem()
    x, y = p.add_variables("xy", range(4))
    p.add(if_then_else(y == 0, 2, x // y) + x % 3 + reify(truncated_quotient(x, y) == 2**y) >= 3, x**y != 9)
    for twin in (copy(p), pickle.loads(pickle.dumps(p))):  # noqa: S301 - our own
        assert twin.count() == p.count() > 0


def test_every_operation_explains_conflicts() -> None:
    p = Problem()
    x, y = p.add_variables("xy", range(10))
    p.add((x // y == 3).named("quotient"), (y >= 4).named("divisor"), x != 5)
    conflict = p.explain()
    assert conflict is not None
    assert {str(one) for one in conflict.constraints} == {"quotient", "divisor"}


@pytest.mark.parametrize(
    ("build", "text"),
    [
        (lambda x, y: x // y, "x // y"),
        (lambda x, y: (x + 1) % (y - 1), "(x + 1) % (y - 1)"),
        (lambda x, y: 7 // x, "7 // x"),
        (lambda x, y: -7 % x, "(-7) % x"),
        (lambda x, y: x**y + 1, "x ** y + 1"),
        (lambda x, y: 2**x, "2 ** x"),
        (lambda x, y: x**0, "0*x + 1"),
        (lambda x, y: x**1, "x"),
        (lambda x, y: truncated_quotient(x, y + 1), "truncated_quotient(x, y + 1)"),
        (lambda x, y: 2 * truncated_remainder(x, 3), "2*truncated_remainder(x, 3)"),
        (lambda x, y: truncated_quotient(-7, 2), "-3"),
        (lambda x, y: Constant(7) // Constant(2), "3"),
    ],
)
def test_operations_are_shown_as_they_are_written(build: Callable[..., Any], text: str) -> None:
    p = Problem()
    assert str(build(*p.add_variables("xy", range(3)))) == text


@pytest.mark.parametrize(
    ("build", "error", "message"),
    [
        pytest.param(lambda x, y: x // 0, OptionError, "must not be 0", id="divided by 0"),
        pytest.param(lambda x, y: truncated_quotient(x, 0), OptionError, "must not be 0", id="truncated, by 0"),
        pytest.param(lambda x, y: x**-1, OptionError, "exponent of x must not be negative", id="a negative exponent"),
        pytest.param(lambda x, y: x // 1.5, KindError, "arithmetic takes integers", id="a fraction as divisor"),
        pytest.param(lambda x, y: 1.5 // x, KindError, "must be an integer", id="a fraction divided"),
        pytest.param(lambda x, y: x // "y", KindError, "arithmetic takes integers", id="a name as divisor"),
        pytest.param(lambda x, y: x / y, KindError, "write // to divide", id="a fraction"),
        pytest.param(lambda x, y: x**1001, OptionError, "more than 1000 factors", id="a large exponent"),
    ],
)
def test_what_cannot_be_divided_is_refused(build: Any, error: type[Exception], message: str) -> None:
    p = Problem()
    with pytest.raises(error, match=message):
        build(*p.add_variables("xy", range(3)))


def test_only_integers_are_divided() -> None:
    p = Problem()
    x, w = p.add_variable("x", range(3)), p.add_variable("w", ["a", 1])
    for constraint in (x // w == 1, w % x == 1, (x**w == 1) | (x == 1), truncated_quotient(w, x) == 1):
        with pytest.raises(ScopeError, match="but w can be 'a'"):
            p.add(constraint)


def test_a_power_that_would_take_all_memory_is_refused() -> None:
    p = Problem()
    x, y = p.add_variables("xy", range(10**9))
    p.add(x**y == 8)
    with pytest.raises(DomainError, match="more than 65536 bits"):
        p.solve()
    q = Problem()
    x, y = q.add_variables("xy", [2, 10**9])
    q.add(x**y == 8)
    with pytest.raises(DomainError, match="more than 65536 bits"):
        q.solve()
