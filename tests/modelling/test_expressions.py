"""Expressions: what the operators build, what it means, and what is refused."""

# ruff: noqa: ARG005 - the functions of a table all take the same variables

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import rows_of, stated
from strategies import COMPARISONS

import csplib
from csplib import (
    AllDifferent,
    AllEqual,
    Constraint,
    In,
    KindError,
    Problem,
    Reified,
    ScopeError,
    Table,
    UnknownVariableError,
    element,
    max_of,
    min_of,
    reify,
)
from csplib.testing import check_constraint


@pytest.mark.parametrize(
    ("build", "text"),
    [
        pytest.param(lambda x, y, z: x + 2, "x + 2"),
        pytest.param(lambda x, y, z: 2 + x, "x + 2"),
        pytest.param(lambda x, y, z: x - 2, "x - 2"),
        pytest.param(lambda x, y, z: x + 2 - 2, "x"),
        pytest.param(lambda x, y, z: +x, "x"),
        pytest.param(lambda x, y, z: -x, "-x"),
        pytest.param(lambda x, y, z: 2 - x, "-x + 2"),
        pytest.param(lambda x, y, z: -(x - y), "-x + y"),
        pytest.param(lambda x, y, z: x + y - z, "x + y - z"),
        pytest.param(lambda x, y, z: 2 * x + 3 * y, "2*x + 3*y"),
        pytest.param(lambda x, y, z: x + x, "2*x"),
        pytest.param(lambda x, y, z: 2 * (x + y) - y, "2*x + y"),
        pytest.param(lambda x, y, z: 1 * x, "x"),
        pytest.param(lambda x, y, z: 0 * x, "0*x"),
        pytest.param(lambda x, y, z: x - x, "0*x"),
        pytest.param(lambda x, y, z: x + y - x, "y"),
        pytest.param(lambda x, y, z: sum([x, y, z]), "x + y + z"),
        pytest.param(lambda x, y, z: x * y, "x * y"),
        pytest.param(lambda x, y, z: x * (y * z), "x * y * z"),
        pytest.param(lambda x, y, z: x**3, "x * x * x"),
        pytest.param(lambda x, y, z: (x + 1) * y, "(x + 1) * y"),
        pytest.param(lambda x, y, z: 2 * (x * y) + x * y, "3*(x * y)"),
        pytest.param(lambda x, y, z: abs(x - y), "abs(x - y)"),
        pytest.param(lambda x, y, z: (x + y) // 2, "(x + y) // 2"),
        pytest.param(lambda x, y, z: x % -3, "x % -3"),
        pytest.param(lambda x, y, z: min_of(x, y, 2), "min_of(x, y, 2)"),
        pytest.param(lambda x, y, z: max_of([x, y + 1]) + 1, "max_of(x, y + 1) + 1"),
        pytest.param(lambda x, y, z: element([1, y, "a"], x), "element([1, y, 'a'], x)"),
        pytest.param(lambda x, y, z: 2 * reify(x != y), "2*reify(x != y)"),
        pytest.param(lambda x, y, z: x == y, "x == y"),
        pytest.param(lambda x, y, z: x != y + 1, "x != y + 1"),
        pytest.param(lambda x, y, z: x == 2, "x == 2"),
        pytest.param(lambda x, y, z: x + 1 != 2, "x + 1 != 2"),
        pytest.param(lambda x, y, z: 2 == x, "x == 2"),  # noqa: SIM300 - the reflected operator
        pytest.param(lambda x, y, z: x == "a", "x == 'a'"),
        pytest.param(lambda x, y, z: x + y == 3, "x + y == 3"),
        pytest.param(lambda x, y, z: 3 != x + y, "x + y != 3"),  # noqa: SIM300
        pytest.param(lambda x, y, z: x + y == z + 1, "x + y == z + 1"),
        pytest.param(lambda x, y, z: x * y <= z, "x * y <= z"),
        pytest.param(lambda x, y, z: x <= 3, "x <= 3"),
        pytest.param(lambda x, y, z: x >= 3, "x >= 3"),
        pytest.param(lambda x, y, z: x - y >= 2, "y + 2 <= x"),
    ],
)
def test_operators_build_what_they_say(build: Callable[..., Any], text: str) -> None:
    _, (x, y, z) = stated()
    assert str(build(x, y, z)) == text


FUNCTIONS: dict[str, Callable[[Any, Any, int], Any]] = {
    "sum": lambda x, y, k: x + y + k,
    "difference": lambda x, y, k: k - x - y,
    "weights": lambda x, y, k: k * x - 3 * y + x,
    "nothing left": lambda x, y, k: k * (x - x) + y - y + k,
    "product": lambda x, y, k: x * (y + k) * x,
    "square": lambda x, y, k: (x + k) ** 2 + y**1,
    "absolute": lambda x, y, k: abs(x - k * y),
    "negated": lambda x, y, _: -abs(-x) - +y,
    "quotient": lambda x, y, k: (x + y) // (k or 7) - x // -3,
    "remainder": lambda x, y, k: (x - y) % (k or 7) + x % -3,
    "shifted": lambda x, y, k: (x + k) * 2 - (y - k),
}


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS.keys())
@settings(max_examples=20)
@given(st.integers(), st.integers(), st.integers())
def test_operators_compute_what_python_computes(function: Callable[..., Any], a: int, b: int, k: int) -> None:
    _, (x, y, _) = stated()
    term, value = function(x, y, k), function(a, b, k)
    assert term.evaluate({"x": a, "y": b}) == value
    for compare in COMPARISONS:
        for bound in (value - 1, value, value + 1):
            p = Problem()
            p.add_variable("x", [a])
            p.add_variable("y", [b])
            own = function(p.variable("x"), p.variable("y"), k)
            p.add(compare(own, bound))
            assert (p.solve() is not None) == compare(value, bound)


@st.composite
def formulas(draw: Any, depth: int = 3) -> Callable[[list[Any]], Any]:
    """Draw a function of three terms that always has a value, with every operation at any place."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        place, shift = draw(st.integers(0, 2)), draw(st.integers(-2, 2))
        return lambda x: x[place] + shift
    first, second = draw(formulas(depth - 1)), draw(formulas(depth - 1))
    number = draw(st.sampled_from([-4, -3, -2, -1, 2, 3, 5]))
    kinds: list[Callable[[list[Any]], Any]] = [
        lambda x: first(x) + number * second(x),
        lambda x: first(x) - second(x),
        lambda x: first(x) * second(x),
        lambda x: abs(first(x)),
        lambda x: first(x) // number,
        lambda x: first(x) % number,
        lambda x: min_of(first(x), number, second(x)),
        lambda x: max_of(first(x), second(x)),
        lambda x: element([number, second(x), x[0]], first(x) % 3),
        lambda x: reify(first(x) <= second(x)) * number,
        lambda x: reify(first(x) == number) + second(x),
    ]
    return draw(st.sampled_from(kinds))  # type: ignore[no-any-return]


@st.composite
def comparisons(draw: Any) -> Callable[[list[Any]], Constraint]:
    left, right = draw(formulas()), draw(formulas(1))
    compare, bound = draw(st.sampled_from(COMPARISONS)), draw(st.integers(-4, 6))
    if draw(st.booleans()):
        return lambda x: compare(left(x), bound)
    return lambda x: compare(left(x), right(x))


@pytest.mark.usefixtures("way")
def test_comparisons_of_formulas_keep_every_promise_of_a_constraint() -> None:
    check_constraint(comparisons(), domain=range(-4, 6), max_examples=30)


@st.composite
def about_formulas(draw: Any) -> Callable[[list[Any]], Constraint]:
    """Draw a constraint over formulas where variables could stand."""
    first, second, place = draw(formulas(2)), draw(formulas(2)), draw(st.integers(0, 2))
    kinds: list[Callable[[list[Any]], Constraint]] = [
        lambda x: AllDifferent([first(x), second(x) * 2, abs(x[place])]),
        lambda x: AllEqual([first(x), second(x) * 2]),
        lambda x: In(first(x), [-1, 0, 3]),
        lambda x: Table(
            [first(x), x[place] * 1 + 0 * x[0]], [(a, b) for a in range(-2, 3) for b in range(4) if a != b]
        ),
        lambda x: Reified(reify(first(x) <= 1), second(x) >= x[place]),
        lambda x: element([second(x), x[place], 2], first(x)) <= x[0],
        lambda x: element([element([1, 2, x[0]], second(x)), x[place], 2], first(x)) <= x[0],
        lambda x: (element([1, x[place], 2], first(x)) == 1) | (second(x) >= 3),
    ]
    return draw(st.sampled_from(kinds))  # type: ignore[no-any-return]


@pytest.mark.usefixtures("way")
def test_constraints_over_formulas_keep_every_promise_of_a_constraint() -> None:
    check_constraint(about_formulas(), domain=range(-3, 5), max_examples=30)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize(
    ("build", "holds"),
    [
        pytest.param(lambda x, y, z: x * x + y * y == z * z, lambda x, y, z: x * x + y * y == z * z, id="squares"),
        pytest.param(lambda x, y, z: x * y - z == 200, lambda x, y, z: x * y - z == 200, id="product"),
        pytest.param(
            lambda x, y, z: abs(x - 2 * y) + abs(y - 2 * z) <= 3,
            lambda x, y, z: abs(x - 2 * y) + abs(y - 2 * z) <= 3,
            id="distances",
        ),
        pytest.param(
            lambda x, y, z: (x // 3 == y % 7) & (max_of(x, y, z) <= 9) & (x * z == 12),
            lambda x, y, z: x // 3 == y % 7 and max(x, y, z) <= 9 and x * z == 12,
            id="quotients",
        ),
    ],
)
def test_formulas_over_many_values_have_the_solutions_of_brute_force(
    build: Callable[..., Constraint], holds: Callable[..., bool]
) -> None:
    p, (x, y, z) = stated(range(25))
    p.add(build(x, y, z))
    assert rows_of(p) == [row for row in product(range(25), repeat=3) if holds(*row)]


def test_solutions_speak_of_the_stated_variables_alone() -> None:
    p, (x, y, z) = stated()
    p.add(AllDifferent([x * y, y + z, reify(x == y)]), max_of(x, y) == element([1, z, 3], x))
    for options in ({}, {"infer": csplib.mac}, {"select": csplib.mrv_degree}, {"order": csplib.lcv}):
        for solution in p.solutions(**options):
            assert list(solution) == ["x", "y", "z"]
            assert not p.violations(solution)
    csp = p.compile()
    assert list(csp.domains_in(csp.state())) == ["x", "y", "z"]


@pytest.mark.parametrize(
    ("build", "error", "message"),
    [
        pytest.param(lambda x, s: x + s <= 3, ScopeError, "but s can be 'a'", id="a sum with letters"),
        pytest.param(lambda x, s: x * s == 3, ScopeError, "but s can be 'a'", id="a product with letters"),
        pytest.param(lambda x, s: min_of(x, s) == 3, ScopeError, "but s can be 'a'", id="least of letters"),
        pytest.param(lambda x, s: AllDifferent([x, s + 1]), ScopeError, "but s can be 'a'", id="a shifted letter"),
        pytest.param(lambda x, s: reify(s < x) == 1, ScopeError, "but s can be 'a'", id="an order of letters"),
        pytest.param(
            lambda x, s: (s < x) | (x == 1), ScopeError, "but s can be 'a'", id="an order of letters inside or"
        ),
        pytest.param(lambda x, _: element(["a", 1], x) <= 1, ScopeError, "can be 'a'", id="arithmetic with an element"),
        pytest.param(lambda _, s: element([1, 2], s) == 1, ScopeError, "but s can be 'a'", id="a letter as index"),
        pytest.param(lambda *_: element([1, 2], "k") == 1, UnknownVariableError, "'k'", id="an unknown name as index"),
        pytest.param(lambda x, _: AllDifferent([x * x, "k"]), UnknownVariableError, "'k'", id="an unknown name"),
    ],
)
def test_what_does_not_fit_the_problem_is_refused_when_it_is_added(
    build: Any, error: type[Exception], message: str
) -> None:
    p = Problem()
    x, s = p.add_variable("x", range(4)), p.add_variable("s", ["a", 1])
    with pytest.raises(error, match=message):
        p.add(build(x, s))
    assert not p.constraints


@pytest.mark.parametrize(
    "build",
    [
        pytest.param(lambda a, x: a + x <= 3, id="a sum"),
        pytest.param(lambda a, x: x - 2 * a <= 3, id="a difference"),
        pytest.param(lambda a, x: a * x <= 3, id="a product"),
        pytest.param(lambda a, _: abs(a) <= 3, id="an absolute value"),
        pytest.param(lambda a, x: element([1, a], x) == 1, id="an item"),
        pytest.param(lambda a, x: element([1, x], a) == 1, id="an index"),
        pytest.param(lambda a, x: reify(a == 1) <= x, id="inside reify"),
        pytest.param(lambda a, x: (a == 1) | (x == 1), id="inside or"),
        pytest.param(lambda a, x: AllDifferent([x * x, max_of(a, 2)]), id="inside a global constraint"),
    ],
)
def test_a_variable_of_another_problem_is_refused_inside_expressions(build: Any) -> None:
    p, (x, _, _) = stated()
    a = Problem().add_variable("a", range(4))
    with pytest.raises(UnknownVariableError, match=r"'a'.* belongs to another problem"):
        p.add(build(a, x))


@pytest.mark.parametrize(
    "build",
    [
        pytest.param(lambda mine, other: mine + other <= 3, id="a sum"),
        pytest.param(lambda mine, other: other * mine <= 3, id="a product"),
        pytest.param(lambda mine, other: (other == 1) | (mine == 1), id="inside or"),
    ],
)
def test_a_namesake_of_another_problem_is_refused_inside_expressions(build: Any) -> None:
    p, (x, _, _) = stated()
    with pytest.raises(UnknownVariableError, match="belongs to another problem"):
        p.add(build(x, Problem().add_variable("x", range(4))))


def test_names_work_where_variables_do() -> None:
    p, (x, _, z) = stated()
    p.add(AllDifferent(["x", x * z, "y"]), element([3, 2, 1], "x") == z, In("y", [2]))
    assert rows_of(p) == [
        (x, y, z)
        for x, y, z in product(range(4), repeat=3)
        if len({x, x * z, y}) == 3 and x < 3 and [3, 2, 1][x] == z and y == 2
    ]


@pytest.mark.parametrize(
    "build",
    [
        pytest.param(lambda x, y, z: [x >= 3, x <= 2], id="bounds that exclude each other"),
        pytest.param(lambda x, y, z: [x < y, y < z, z < x], id="a circle"),
        pytest.param(lambda x, y, z: [x + y + z >= 100], id="a sum out of reach"),
        pytest.param(lambda x, y, z: [x * y * z == -1], id="a product out of reach"),
        pytest.param(lambda x, y, z: [abs(x - y) <= -1], id="a negative distance"),
        pytest.param(lambda x, y, z: [2 * x + 2 * y == 3], id="an odd sum of even numbers"),
        pytest.param(lambda x, y, z: [x - x == 1], id="nothing equals something"),
        pytest.param(lambda x, y, z: [0 * x >= 1], id="nothing is at least something"),
        pytest.param(lambda x, y, z: [x == 9], id="a value that is not there"),
        pytest.param(lambda x, y, z: [element([7, 8], x) == y], id="an element that is not there"),
        pytest.param(lambda x, y, z: [element([1, 2], x + 9) == y], id="a place that is not there"),
        pytest.param(lambda x, y, z: [reify(x >= 9) == 1], id="a truth that cannot be"),
        pytest.param(lambda x, y, z: [reify(x == y) + reify(x != y) == 2], id="both sides of a coin"),
        pytest.param(lambda x, y, z: [min_of(x, y) > max_of(x, y, z)], id="least above greatest"),
    ],
)
@pytest.mark.usefixtures("way")
def test_contradictions_mean_no_solution_and_no_error(build: Any) -> None:
    p, (x, y, z) = stated()
    p.add(*build(x, y, z))
    for infer in (None, csplib.forward_check, csplib.no_inference):
        assert p.solve(infer=infer) is None


def test_huge_constants_are_integers_like_any_other() -> None:
    huge = 10**30
    p, (x, y, z) = stated()
    p.add(x * huge + y == 3 * huge + 2, z * huge - huge < huge, huge * z >= y, x != huge, x + huge != y)
    assert rows_of(p) == [(3, 2, 1)]
    p, (x, y) = stated([huge, huge + 1, -huge, 5], "xy")
    p.add(x + y == 0, x * y <= -huge, abs(x) == max_of(x, y))
    assert rows_of(p) == [(-huge, huge), (huge, -huge)]
    p, (x, y) = stated([huge, huge + 1, -huge, 5], "xy")
    p.add(AllDifferent([x + 1, y]), x // huge == 1, y % huge == 1)
    assert rows_of(p) == [(huge + 1, huge + 1)]


def test_an_expression_of_too_many_values_is_fine_in_arithmetic() -> None:
    p, (x, y) = stated(range(200), "xy")
    p.add(x * y >= 199 * 199, 5 * x * y != 3, reify(x * y >= 7) == 1, ~(x * y <= 100))
    assert rows_of(p) == [(199, 199)]


@pytest.mark.parametrize(
    "build",
    [
        pytest.param(lambda x, y: AllDifferent([x * y, x]), id="inside AllDifferent"),
        pytest.param(lambda x, y: In(x * y, [7]), id="inside In"),
        pytest.param(lambda x, y: element([1, 2], x * y) == 1, id="as an index"),
    ],
)
def test_an_expression_may_have_very_many_values_where_a_variable_is_needed(build: Any) -> None:
    p, (x, y) = stated(range(200), "xy")
    p.add(build(x, y), x <= 8, y <= 8)
    few, (a, b) = stated(range(9), "xy")
    few.add(build(a, b))
    assert sorted(rows_of(p)) == sorted(rows_of(few)) != []


def model() -> Problem:
    p, (x, y, z) = stated()
    p.add(x * y == z, (x < y) | (abs(y - z) == 1), reify(x == 1) + reify(y == 2) >= 1, max_of(x, y) >= 2)
    p.add(element([3, x, 2, 1], z) == y, AllDifferent([x + y, y * z]))
    return p


@pytest.mark.parametrize(
    "twin",
    [
        pytest.param(lambda p: pickle.loads(pickle.dumps(p)), id="pickled"),  # noqa: S301 - our own bytes
        pytest.param(copy.copy, id="copied"),
        pytest.param(copy.deepcopy, id="copied in depth"),
    ],
)
@pytest.mark.parametrize("asked", ["new", "compiled"])
def test_a_problem_with_expressions_can_be_copied_and_added_to(twin: Callable[[Problem], Problem], asked: str) -> None:
    p = model()
    if asked == "compiled":
        p.compile()
    other = twin(p)
    assert [str(c) for c in other.constraints] == [str(c) for c in p.constraints]
    assert rows_of(other) == rows_of(p) == [(1, 2, 2)]
    x, y, _ = other.variables
    other.add(AllDifferent([x + y, abs(x - y)]), x * y <= 1)
    assert other.solve() is None
    assert rows_of(p) == [(1, 2, 2)]
    with pytest.raises(UnknownVariableError, match="another problem"):
        p.add(2 * x <= y)


def test_a_solution_gives_the_values_of_expressions() -> None:
    p, (x, y, _) = stated([3])
    solution = p.solve()
    assert solution is not None
    assert (solution[x * y + 1], solution[x - 1], solution[reify(x == y)]) == (10, 2, 1)
    assert x in solution
    with pytest.raises(KeyError, match="'w'"):
        solution["w"]


@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda p, e: p.solve(assuming={e: 2}), id="assuming="),
        pytest.param(lambda p, e: list(p.solutions(on=[e])), id="on="),
        pytest.param(lambda p, e: p.violations({e: 2}), id="violations"),
        pytest.param(lambda p, e: p.variable(e), id="variable"),
        pytest.param(lambda p, e: p.add_variable(e, [1]), id="a name"),
        pytest.param(lambda p, e: p.add_variable("w", [e]), id="a domain"),
    ],
)
@pytest.mark.parametrize("build", [lambda x, _: x + 1, lambda x, y: x * y, lambda x, y: reify(x == y)])
def test_an_expression_is_refused_where_only_a_variable_will_do(ask: Any, build: Any) -> None:
    p, (x, y, _) = stated()
    with pytest.raises((KindError, UnknownVariableError)):
        ask(p, build(x, y))


def test_expressions_are_keys_that_go_by_identity() -> None:
    _, (x, y, _) = stated()
    first, second = x * y, x * y
    assert {first: 1, second: 2, x: 3, y: 4}[first] == 1
    assert len({first, second, first, x + 1}) == 3
