"""Functions that build expressions: `min_of`, `max_of`, `element` and `reify`; and where they have no value."""

# ruff: noqa: ARG005 (all cases have the same shape)
from __future__ import annotations

from functools import reduce
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from models import rows_of, stated

import csplib
from csplib import (
    AllDifferent,
    Element,
    Problem,
    ScopeError,
    element,
    max_of,
    min_of,
    reify,
)


@given(st.lists(st.integers(), min_size=1, max_size=5), st.integers(-2, 6))
def test_functions_compute_what_python_computes(values: list[int], place: int) -> None:
    p = Problem()
    variables = [p.add_variable(number, [value]) for number, value in enumerate(values)]
    index = p.add_variable("index", [place])
    row: dict[Any, int] = {**dict(enumerate(values)), "index": place}
    assert min_of(variables).evaluate(row) == min_of(*variables).evaluate(row) == min(values)
    assert max_of(*variables, 3).evaluate(row) == max(*values, 3)
    chosen = element([*variables, "last"], index)
    expected = [*values, "last"][place] if 0 <= place <= len(values) else None
    if expected is None:
        with pytest.raises(csplib.CSPError, match=f"no item {place}"):
            chosen.evaluate(row)
    else:
        assert chosen.evaluate(row) == expected
        p.add(chosen == expected)
    assert p.count() == 1


DEFINED = [(0, 0), (0, 1), (1, 0), (1, 1)]


LOST = [(-1, 0), (-1, 1), (2, 0), (2, 1)]


@pytest.mark.parametrize(
    ("build", "rows"),
    [
        pytest.param(lambda i, _: element([5, 6], i) == 6, [(1, 0), (1, 1)], id="a comparison"),
        pytest.param(
            lambda i, x: (element([5, 6], i) == 6) | (x == 1), [(-1, 1), (0, 1), (1, 0), (1, 1), (2, 1)], id="or"
        ),
        pytest.param(
            lambda i, _: ~(element([5, 6], i) == 6), [(-1, 0), (-1, 1), (0, 0), (0, 1), (2, 0), (2, 1)], id="not"
        ),
        pytest.param(
            lambda i, x: reify(element([5, 6], i) == 6) == x, [(-1, 0), (0, 0), (1, 1), (2, 0)], id="a truth value"
        ),
        pytest.param(lambda i, x: (element([5, 6], i) == 6).implies(x == 1), [*LOST, (0, 0), (0, 1), (1, 1)], id="if"),
        pytest.param(lambda i, x: element([5, 6], i) - element([5, 6], i) <= x, DEFINED, id="a difference of equals"),
        pytest.param(lambda i, x: element([5, 6], i) + x <= element([5, 6], i) + 9, DEFINED, id="on both sides"),
        pytest.param(lambda i, x: 0 * element([5, 6], i) <= x, DEFINED, id="times nothing"),
        pytest.param(lambda i, x: 0 * element([5, 6], i) != x + 1, DEFINED, id="times nothing, and different"),
        pytest.param(lambda i, x: 0 * element([5, 6], i) + x == 0, [(0, 0), (1, 0)], id="times nothing, and equal"),
        pytest.param(lambda i, x: element([5, 6], i) + x == 6, [(0, 1), (1, 0)], id="a sum"),
        pytest.param(lambda i, x: element([5, 6], i) == x, [], id="another variable"),
        pytest.param(lambda i, x: AllDifferent([element([5, x], i), x]), [(0, 0), (0, 1)], id="a global constraint"),
    ],
)
def test_a_place_out_of_range_breaks_the_constraint_it_stands_in_and_no_more(
    build: Any, rows: list[tuple[int, int]]
) -> None:
    p = Problem()
    i, x = p.add_variable("i", [-1, 0, 1, 2]), p.add_variable("x", [0, 1])
    p.add(build(i, x))
    assert rows_of(p) == sorted(rows) == rows_of(p, infer=csplib.forward_check)
    judged = [row for row in product([-1, 0, 1, 2], [0, 1]) if not p.violations(dict(zip("ix", row, strict=True)))]
    assert judged == sorted(rows)


def test_a_preference_about_an_element_that_is_not_there_is_not_met() -> None:
    p = Problem()
    i = p.add_variable("i", range(5, 9))
    p.prefer(element([5, 6], i) == 6, weight=3)
    p.prefer(i == 7)
    penalty: Any = p.penalty
    best = p.minimize(penalty).finish()
    assert best is not None
    assert (best.solution["i"], best.objective) == (7, 3)


def test_the_judge_and_the_engine_agree_about_an_item_that_has_no_value() -> None:
    p = Problem()
    i, j = p.add_variable("i", [0, 1]), p.add_variable("j", [0, 7])
    p.add(element([element([1, 2], j), 5], i) == 5)
    judged = [row for row in product([0, 1], [0, 7]) if not p.violations(dict(zip("ij", row, strict=True)))]
    assert rows_of(p) == judged


def test_a_price_list_is_looked_up_by_key() -> None:
    p: Problem[Any, Any] = Problem()
    i = p.add_variable("i", range(5))
    p.add(element({0: 5, 1: 7, 3: 9}, i) >= 7)
    assert [s["i"] for s in p.solutions()] == [1, 3]
    fruit, price = p.add_variable("fruit", ["fig", "pear", "plum"]), p.add_variable("price", range(10))
    p.add(Element({"pear": 2, "fig": 5, (0, 1): 7}, fruit, price), i == 1)
    assert [(s["fruit"], s["price"]) for s in p.solutions()] == [("fig", 5), ("pear", 2)]
    best = p.maximize(element({"pear": 2, "fig": price + i}, fruit)).finish()
    assert best is not None
    assert (best.solution["fruit"], best.objective) == ("fig", 6)
    assert str(element({"pear": 2, "fig": price}, fruit)) == "element({'pear': 2, 'fig': price}, fruit)"


@pytest.mark.parametrize(
    "build",
    [
        pytest.param(lambda x, y, inner: reify(inner == y), id="truth values"),
        pytest.param(lambda x, y, inner: element([x, inner], y), id="elements"),
        pytest.param(lambda x, y, inner: ~inner | (y == 1) if inner is not x else x == 1, id="constraints"),
    ],
)
def test_what_is_nested_too_deep_for_the_stack_is_refused(build: Any) -> None:
    _, (x, y, _) = stated()
    with pytest.raises(ScopeError, match="nested more than 100 deep"):
        reduce(lambda inner, _: build(x, y, inner), range(200), x)


def test_what_is_nested_less_deep_works() -> None:
    p, (x, y, _) = stated()
    holds, truth = x == 1, reify(x == 1)
    for _ in range(45):
        holds, truth = ~holds | (y == 1), reify(truth == 0)
    p.add(holds, truth == 1)
    rows = []
    for a, b in product(range(4), repeat=2):
        said, true = a == 1, a == 1
        for _ in range(45):
            said, true = not said or b == 1, not true
        rows += [(a, b)] if said and true else []
    assert sorted((s["x"], s["y"]) for s in p.solutions(on=[x, y])) == rows
