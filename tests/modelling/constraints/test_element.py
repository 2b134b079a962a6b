"""Element against brute force: values and variables mixed, variables in several parts at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import check_complete

from csplib import Constraint, DomainError, KindError, Problem, ScopeError, Variable, element
from csplib.kernel.propagators.element import ElementAt
from csplib.modelling.constraints.element import Element
from csplib.testing import check_constraint

VARIABLES = st.integers(0, 3)
ITEMS = st.lists(st.tuples(st.booleans(), st.integers(0, 3)), min_size=1, max_size=5)


@settings(max_examples=500)
@given(VARIABLES, VARIABLES, ITEMS, st.lists(st.integers(1, 0b11111), min_size=4, max_size=4))
def test_one_run_leaves_exactly_the_supported_values_whoever_plays_which_part(
    index: int, result: int, items: list[tuple[bool, int]], domains: list[int]
) -> None:
    def holds(row: Any) -> bool:
        place = row[index].bit_length() - 1
        if place >= len(items):
            return False
        is_variable, item = items[place]
        return bool((row[item] if is_variable else 1 << item) == row[result])

    constants = {1 << place: 1 << item for place, (is_variable, item) in enumerate(items) if not is_variable}
    variables = {1 << place: item for place, (is_variable, item) in enumerate(items) if is_variable}
    propagator = ElementAt(index, result, constants, variables)
    check_complete(propagator, domains, holds)


@st.composite
def elements(draw: st.DrawFn) -> Callable[[list[Variable]], Constraint]:
    """Draw values, variables and expressions as items; index and result are any of the variables."""
    cells = st.one_of(st.sampled_from([0, 1, 2, 3, "a", None, "not there"]), st.sampled_from("xyzXYZ"))
    items = draw(st.lists(cells, min_size=1, max_size=4))
    index, result = draw(st.integers(0, 2)), draw(st.integers(0, 2))
    shift = draw(st.integers(-1, 1))

    def make(x: list[Variable]) -> Constraint:
        named: dict[Any, Any] = {**dict(zip("xyz", x, strict=True)), "X": x[0] + 1, "Y": x[1] - x[0], "Z": x[2]}
        return Element([named.get(item, item) for item in items], x[index] + shift, x[result])

    return make


def test_element_keeps_its_promises() -> None:
    check_constraint(elements(), domain=[-1, 0, 1, 2, 3, 7], max_examples=80)


def test_element_over_mixed_values_keeps_its_promises() -> None:
    def make(x: list[Variable]) -> Constraint:
        return Element([1, "a", x[1], None, x[2], x[0], 1.0], x[0], x[1])

    check_constraint(make, domain=[0, 1, 2, 3, 4, 5, 6, "a", None, 2.5, -1], max_examples=80)


@pytest.mark.parametrize(
    ("items", "index", "result", "expected"),
    [
        pytest.param([30, 10, 20], range(9), range(100), [(0, 30), (1, 10), (2, 20)], id="places count from 0"),
        pytest.param([5, 6], range(-3, 3), range(100), [(0, 5), (1, 6)], id="a place outside the list is none"),
        pytest.param([5, 6], [-1, 2, 9], range(100), [], id="without a place there is no solution"),
        pytest.param([5, "far", 6], range(3), range(6), [(0, 5)], id="a value that no domain has is not taken"),
        pytest.param([4, 4, 4], range(3), [4, 5], [(0, 4), (1, 4), (2, 4)], id="a value may stand at many places"),
        pytest.param("ab", [1.0, True, "a"], "ab", [(1.0, "b")], id="what equals an integer is one"),
    ],
)
def test_element_cases(items: Any, index: Any, result: Any, expected: list[Any]) -> None:
    p = Problem()
    p.add_variable("i", list(dict.fromkeys(index)))
    p.add_variable("r", list(result))
    p.add(Element(items, "i", "r"))
    found = p.solutions()
    solutions = list(found)
    assert sorted(tuple(s.values()) for s in solutions) == expected
    assert found.statistics.failures == 0
    assert not any(p.violations(s) for s in solutions)


def test_an_index_can_be_looked_up_by_itself() -> None:
    p: Problem[str, int] = Problem()
    i, y = p.add_variables("iy", range(4))
    p.add(Element([i, y, 0, i], i, i))
    assert sorted(tuple(s.values()) for s in p.solutions()) == sorted(
        (i, y) for i in range(4) for y in range(4) if [i, y, 0, i][i] == i
    )


def test_an_element_says_what_it_states() -> None:
    p: Problem[str, int] = Problem()
    x, y, i = p.add_variables("xyi", range(4))
    assert str(Element([7, "red", x, y + 1], i, y)) == "element([7, 'red', x, y + 1], i) == y"


@pytest.mark.parametrize(
    ("items", "error", "told"),
    [
        pytest.param([], ScopeError, "not an empty one", id="no items"),
        pytest.param(7, KindError, "collection of items", id="items that are none"),
        pytest.param([1, [2]], KindError, r"unhashable item: \[2\]", id="an unhashable item"),
        pytest.param([Element([1], "i", "r")], KindError, "not the constraint", id="a constraint as an item"),
    ],
)
def test_mistakes_are_named(items: Any, error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        Element(items, "i", "r")


def test_a_word_beside_an_interval_is_an_item_as_any_other() -> None:
    p: Problem[str, int | str] = Problem()
    x = p.add_variable("x", range(5000))
    y = p.add_variable("y", ["far", 0, 4999])
    i = p.add_variable("i", range(2))
    p.add(element(["far", x], i) == y)
    assert p.count() == 5000 + 2
    p.add(element(["far", p.add_variable("long", range(10**9))], i) == y)
    with pytest.raises(DomainError, match="'far' is none"):
        p.solve()
