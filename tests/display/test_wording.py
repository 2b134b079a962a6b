"""Texts of expressions and constraints: they mean what was stated, and stay short."""

# ruff: noqa: ARG005 (all the cases have one shape)
from __future__ import annotations

import ast
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import COMPARISONS

import csplib
from csplib import (
    AllDifferent,
    AllOf,
    AnyOf,
    Constant,
    Count,
    CSPError,
    Element,
    In,
    KindError,
    Predicate,
    Problem,
    RowError,
    Table,
    element,
    implies,
    max_of,
    min_of,
    reify,
)
from csplib.modelling.constraints.base import holds

NAMES = "xyz"
VALUES = (-2, 1, 3)
WORDS = {name: getattr(csplib, name) for name in ("In", "NotIn", "element", "implies", "max_of", "min_of", "reify")}


def variables() -> tuple[Problem[str, int], list[Any]]:
    p: Problem[str, int] = Problem()
    return p, list(p.add_variables(NAMES, VALUES))


@st.composite
def terms(draw: Any, depth: int = 4) -> Any:
    """Draw a function of three variables that builds an expression, with every operation at any place."""
    kind = draw(st.integers(0, 11)) if depth else 0
    if kind == 0:
        place = draw(st.integers(0, 2))
        return lambda v: v[place]
    one, other = draw(terms(depth - 1)), draw(terms(depth - 1))
    number = draw(st.integers(-3, 3))
    divisor = number or 2
    condition = draw(constraints(depth - 2)) if depth > 1 else None
    made: list[Any] = [
        lambda v: one(v) + other(v),
        lambda v: one(v) - other(v),
        lambda v: one(v) * other(v),
        lambda v: number * one(v) + number,
        lambda v: number - one(v),
        lambda v: -one(v),
        lambda v: abs(one(v)),
        lambda v: one(v) // divisor,
        lambda v: one(v) % divisor,
        lambda v: max_of(one(v), other(v), number) - min_of([one(v), Constant(number)]),
        lambda v: element([number, one(v), 1], other(v) % 3) + element({number: 7, number + 1: other(v)}, one(v)),
    ]
    if condition is not None:
        made[0] = lambda v: reify(condition(v)) * one(v)
    return made[kind - 1]


@st.composite
def constraints(draw: Any, depth: int = 3) -> Any:
    """Draw a function that builds a constraint, with every sign."""
    kind = draw(st.integers(0, 7)) if depth > 0 else 0
    if kind == 0:
        sign = draw(st.sampled_from(COMPARISONS))
        one, other = draw(terms(max(depth, 1))), draw(st.one_of(terms(1), st.integers(-3, 3).map(_always)))
        return lambda v: sign(one(v), other(v))
    one, other = draw(constraints(depth - 1)), draw(constraints(depth - 1))
    fact = draw(st.booleans())
    made: list[Any] = [
        lambda v: one(v) & other(v),
        lambda v: one(v) | other(v),
        lambda v: ~one(v),
        lambda v: one(v) == other(v),
        lambda v: one(v) != other(v),
        lambda v: implies(one(v), other(v)) ^ fact,
        lambda v: AnyOf([one(v), AllOf([other(v), fact])]),
    ]
    return made[kind - 1]


def _always(number: int) -> Any:
    return lambda _: number


def _read(text: str, v: list[Any]) -> Any:
    """Evaluate *text* as Python over the variables by name; "in" is `In`."""
    tree = ast.fix_missing_locations(_Membership().visit(ast.parse(text, mode="eval")))
    code = compile(tree, "text", "eval")
    return eval(code, {"__builtins__": {"abs": abs}, **WORDS}, dict(zip(NAMES, v, strict=True)))  # noqa: S307


class _Membership(ast.NodeTransformer):
    """Python would compare one value after the other, and ask whether that is true."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        kind = {ast.In: "In", ast.NotIn: "NotIn"}.get(type(node.ops[0]))
        return node if kind is None else ast.Call(ast.Name(kind, ast.Load()), [node.left, node.comparators[0]], [])


def _value(term: Any, row: dict[Any, Any]) -> Any:
    if isinstance(term, int):
        return term
    try:
        return term.evaluate(row)
    except CSPError:
        return None


@settings(max_examples=200, deadline=None)
@given(terms())
def test_the_text_of_an_expression_evaluates_to_the_same(build: Any) -> None:
    _, v = variables()
    term = build(v)
    text = str(term)
    if "…" in text:
        return
    again = _read(text, v)
    for values in product(VALUES, repeat=3):
        row: dict[Any, Any] = dict(zip(NAMES, values, strict=True))
        assert _value(again, row) == _value(term, row), text


@settings(max_examples=200, deadline=None)
@given(constraints())
def test_the_text_of_a_constraint_means_the_same(build: Any) -> None:
    _, v = variables()
    constraint = build(v)
    text = str(constraint)
    if "…" in text:
        return
    again = _read(text, v)
    for values in product(VALUES, repeat=3):
        row: dict[Any, Any] = dict(zip(NAMES, values, strict=True))
        said = again if isinstance(again, bool) else holds(again, row)
        assert said == holds(constraint, row), text


@pytest.mark.parametrize(
    ("build", "text"),
    [
        (lambda x, y, z: (abs(x - y) + z) * z == 7, "(abs(x - y) + z) * z == 7"),
        (lambda x, y, z: -(x % 3), "-(x % 3)"),
        (lambda x, y, z: -(x * y), "-(x * y)"),
        (lambda x, y, z: z - x % 3, "z - x % 3"),
        (lambda x, y, z: 2 * (x // 3) - y, "2*(x // 3) - y"),
        (lambda x, y, z: (x // 2) % 3, "(x // 2) % 3"),
        (lambda x, y, z: (x // 2) * y, "(x // 2) * y"),
        (lambda x, y, z: (-x) * y, "(-x) * y"),
        (lambda x, y, z: (x + 2) * y, "(x + 2) * y"),
        (lambda x, y, z: -x // -2, "(-x) // -2"),
        (lambda x, y, z: x - Constant(-3), "x + 3"),
        (lambda x, y, z: max_of(x, -3) * 2, "2*max_of(x, -3)"),
        (lambda x, y, z: x == 2, "x == 2"),
        (lambda x, y, z: In(x, [1, 2]), "x in [1, 2]"),
        (lambda x, y, z: (x == 1) == (y < z), "(x == 1) == (y < z)"),
        (lambda x, y, z: (x == 1) ^ (y < z), "(x == 1) != (y < z)"),
        (lambda x, y, z: ~((x == 1) == (y < z)), "(x == 1) != (y < z)"),
        (lambda x, y, z: element({"a": 3, "b": y}, x) == 2, "element({'a': 3, 'b': y}, x) == 2"),
        (lambda x, y, z: Element([3, y], x, z), "element([3, y], x) == z"),
        (lambda x, y, z: element(["a", y], x) == z, "element(['a', y], x) == z"),
        (lambda x, y, z: AnyOf([]), "False"),
        (lambda x, y, z: AllOf([]), "True"),
    ],
)
def test_brackets_stand_where_python_needs_them(build: Any, text: str) -> None:
    _, v = variables()
    assert str(build(*v)) == text


def test_names_that_read_alike_are_told_apart() -> None:
    p: Problem[Any, Any] = Problem()
    one, text, pair, words = p.add_variables([1, "1", "(0, 1)", "New South Wales"], ["1", 1])
    assert str(one != text) == "1 != '1'"
    assert str(pair == words) == "'(0, 1)' == New South Wales"
    p.add(one == text, one != text)
    assert "- 1 == '1'\n- 1 != '1'" in str(p.explain())
    assert "- assumed: '1' is 1\n- assumed: 1 is '1'" in str(p.explain(assuming={"1": 1, 1: "1"}))
    q: Problem[Any, Any] = Problem()
    a, b = q.add_variables([1, "1"], [1, 2])
    q.add(a < b)
    assert "assumed: 1 is 2" in str(q.explain(assuming={1: 2}))
    assert "assumed: '1' is 1" in str(q.explain(assuming={"1": 1}))
    assert str(q.why("1", 1)) == "'1' cannot be 1:\n- 1 < '1' removes 1 from '1'."
    assert [str(c) for c in q.violations({1: 1})] == ["the domain of '1' (it has no value)"]


def _many() -> tuple[Problem[Any, Any], list[Any]]:
    p: Problem[Any, Any] = Problem()
    return p, list(p.add_variables([f"v{i}" for i in range(1000)], range(10)))


@pytest.mark.parametrize(
    "build",
    [
        lambda v: sum(v) == 5,
        lambda v: sum(3 * x for x in v) - 7 <= v[0],
        AllDifferent,
        lambda v: In(v[0], range(0, 10000, 2)),
        lambda v: AnyOf([x == 1 for x in v]),
        lambda v: max_of(v) == 3,
        lambda v: element(v, v[0]) == 3,
        lambda v: Element(dict(enumerate(v)), v[0], v[1]),
        lambda v: Count(v, values=range(3000), total=5),
        csplib.Increasing,
        lambda v: csplib.Lex(v[:500], v[500:]),
        lambda v: csplib.Cardinality(v, dict.fromkeys(range(900), (0, 9))),
        lambda v: csplib.NoOverlap(v, [1] * 1000),
        lambda v: csplib.Cumulative(v, [1] * 1000, [1] * 1000, 5),
        lambda v: csplib.Inverse(v[:500], v[500:]),
        csplib.Circuit,
        lambda v: Predicate(v, lambda *_: True),
        lambda v: Table(v, []),
        lambda v: csplib.Product(v, 5),
    ],
)
def test_long_lists_are_shortened_and_say_by_how_much(build: Any) -> None:
    _, v = _many()
    text = str(build(v))
    assert len(text) < 500
    assert "more)" in text


@pytest.mark.parametrize(
    ("build", "kind"),
    [
        (lambda p, v: p.add(AllDifferent([*v, "w"])), csplib.UnknownVariableError),
        (lambda p, v: p.add(list(range(10_000))), KindError),
        (lambda p, v: p.add_variable("w", [[n] for n in range(10_000)]), KindError),
        (lambda p, v: Table(v[:2], [tuple(range(5000))]), RowError),
        (lambda p, v: Table(v[:2], [(1, list(range(5000)))]), KindError),
        (lambda p, v: bool(AllDifferent(v)), KindError),
        (lambda p, v: p.solve(assuming={"v0": 99}), csplib.OptionError),
        (lambda p, v: p.solve(assuming="v" * 5000), csplib.OptionError),
        (lambda p, v: Predicate(v, lambda x: x), csplib.ScopeError),
        (lambda p, v: p.violations(list(range(5000))), KindError),
        (lambda p, v: Predicate(v, lambda *_: None).satisfied([1] * 1000), csplib.PredicateError),
    ],
)
def test_errors_about_long_lists_are_short(build: Any, kind: type[Exception]) -> None:
    p, v = _many()
    with pytest.raises(kind, match=r"more\)|more characters\)|range|0, 1, 2") as caught:
        build(p, v)
    assert len(str(caught.value)) < 900
