"""A variable that a constraint names more than once, also as x and x + 1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csplib import (
    AllDifferent,
    AllEqual,
    AtLeast,
    AtMost,
    Cardinality,
    Circuit,
    Constraint,
    Count,
    Cumulative,
    Element,
    Exactly,
    Increasing,
    Inverse,
    Lex,
    Maximum,
    NoOverlap,
    Predicate,
    Problem,
    Product,
    Regular,
    Table,
    exactly_one,
)
from csplib.testing import check_constraint

ROWS = [row for row in product(range(-1, 4), repeat=4) if sum(row) % 3 == 0]
EVEN = {(state, value): (state + value) % 2 for state in range(2) for value in range(-1, 5)}

# Each constraint over four terms, and what it means for their values.
WORDS: dict[str, tuple[Callable[[list[Any]], Constraint], Callable[[Sequence[int]], bool]]] = {
    "AllDifferent": (AllDifferent, lambda v: len(set(v)) == 4),
    "AllDifferent in full": (lambda v: AllDifferent(v, consistency="full"), lambda v: len(set(v)) == 4),
    "AllEqual": (AllEqual, lambda v: len(set(v)) == 1),
    "AtMost": (lambda v: AtMost(2, v, 1), lambda v: v.count(1) <= 2),
    "AtLeast": (lambda v: AtLeast(2, v, 1), lambda v: v.count(1) >= 2),
    "Exactly": (lambda v: Exactly(2, v, 1), lambda v: v.count(1) == 2),
    "Count": (lambda v: Count(v[:3], 1, v[3]), lambda v: v[:3].count(1) == v[3]),
    "Cardinality": (
        lambda v: Cardinality(v, {1: 2, 0: (0, 1)}),
        lambda v: v.count(1) == 2 and v.count(0) <= 1,
    ),
    "Table": (lambda v: Table(v, ROWS), lambda v: tuple(v) in ROWS),
    "forbidden Table": (lambda v: Table(v, forbidden=ROWS), lambda v: tuple(v) not in ROWS),
    "Predicate": (lambda v: Predicate(v, lambda *row: sum(row) == 4), lambda v: sum(v) == 4),
    "Element": (lambda v: Element(v[:2], v[2], v[3]), lambda v: 0 <= v[2] < 2 and v[v[2]] == v[3]),
    "Regular": (lambda v: Regular(v, EVEN, 0, [0]), lambda v: sum(v) % 2 == 0),
    "Increasing": (Increasing, lambda v: v == sorted(v)),
    "Lex": (lambda v: Lex(v[:2], v[2:]), lambda v: list(v[:2]) <= list(v[2:])),
    "Inverse": (
        lambda v: Inverse(v[:2], v[2:]),
        lambda v: set(v) <= {0, 1} and all(v[2 + v[i]] == i for i in (0, 1)) and v[2] != v[3],
    ),
    "Circuit": (Circuit, lambda v: sorted(v) == [0, 1, 2, 3] and is_circuit(v)),
    "NoOverlap": (
        lambda v: NoOverlap(v[:2], v[2:]),
        lambda v: min(v[2:]) >= 0 and (v[0] + v[2] <= v[1] or v[1] + v[3] <= v[0]),
    ),
    "Cumulative": (
        lambda v: Cumulative(v[:2], [2, 2], [1, 1], 1),
        lambda v: abs(v[0] - v[1]) >= 2,
    ),
    "Maximum": (lambda v: Maximum(v[:3], v[3]), lambda v: max(v[:3]) == v[3]),
    "Product": (lambda v: Product(v[:3], v[3]), lambda v: v[0] * v[1] * v[2] == v[3]),
    "exactly_one": (lambda v: exactly_one([x == 1 for x in v]), lambda v: v.count(1) == 1),
}


def is_circuit(after: Sequence[int]) -> bool:
    node, seen = 0, set()
    while node not in seen:
        seen.add(node)
        node = after[node]
    return len(seen) == len(after)


# Which of the variables x and y each term is about, and what is added.
terms = st.lists(st.tuples(st.integers(0, 1), st.sampled_from([0, 0, 1, -1])), min_size=4, max_size=4)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("word", WORDS)
@settings(max_examples=25)
@given(terms=terms)
def test_a_variable_may_occur_twice_in_any_constraint(word: str, terms: list[tuple[int, int]]) -> None:
    build, judge = WORDS[word]
    p = Problem()
    pair = p.add_variables("xy", range(4))
    p.add(build([pair[place] + add if add else pair[place] for place, add in terms]))
    expected = [row for row in product(range(4), repeat=2) if judge([row[place] + add for place, add in terms])]
    assert sorted([tuple(solution.values()) for solution in p.solutions()]) == expected
    assert not any(p.violations({"x": x, "y": y}) for x, y in expected)


@pytest.mark.parametrize("word", WORDS)
@settings(max_examples=6)
@given(terms=terms)
def test_cp_sat_finds_the_same_solutions(word: str, terms: list[tuple[int, int]]) -> None:
    pytest.importorskip("ortools")
    build, judge = WORDS[word]
    p = Problem()
    pair = p.add_variables("xy", range(4))
    p.add(build([pair[place] + add if add else pair[place] for place, add in terms]))
    expected = [row for row in product(range(4), repeat=2) if judge([row[place] + add for place, add in terms])]
    assert sorted([tuple(solution.values()) for solution in p.solutions(engine="cp-sat")]) == expected


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("word", ["AllDifferent", "Count", "Cardinality", "Table", "Predicate", "Circuit"])
def test_repetitions_keep_every_promise_of_a_constraint(word: str) -> None:
    build, _ = WORDS[word]

    def make(chosen: list[tuple[int, int]]) -> Callable[[list[Any]], Constraint]:
        return lambda v: build([v[place] + add if add else v[place] for place, add in chosen])

    check_constraint(terms.map(make), variables=2, domain=range(5), max_examples=15)


def test_twins_are_shown_as_the_terms_they_are() -> None:
    p = Problem()
    x, y = p.add_variables("xy", range(3))
    assert str(Table([x, y, x + 1], [(0, 1, 1)])) == "Table(x, y, x + 1)"
    p.add(Table([x, y, x + 1], [(0, 1, 1)]), AllDifferent([x, y, x, abs(x - y)]))
    conflict = p.explain()
    assert conflict is not None
    assert [str(one) for one in conflict.constraints] == ["AllDifferent(x, y, x, abs(x - y))"]


def test_words_may_occur_twice_too() -> None:
    p = Problem()
    x, y = p.add_variables("xy", ["a", "b"])
    p.add(Table([x, y, x], [("a", "b", "a"), ("b", "a", "a")]), AllEqual([x, x]), Exactly(2, [x, x, y], "a"))
    assert [tuple(solution.values()) for solution in p.solutions()] == [("a", "b")]


def test_long_ranges_may_occur_twice_too() -> None:
    p = Problem()
    x, y = p.add_variables("xy", range(10**6))
    p.add(Table([x, y, x + 1], [(5, 7, 6), (5, 8, 7), (10**5, 3, 10**5 + 1)]), AllEqual([x, y - 2, x]))
    assert [tuple(solution.values()) for solution in p.solutions()] == [(5, 7)]
