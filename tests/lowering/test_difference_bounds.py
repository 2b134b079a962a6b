"""What chains of comparisons say about differences, against brute force; and problems that make use of it."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from csplib import AllDifferent, Constraint, Increasing, Problem
from csplib.lowering.difference_bounds import Distances

SIZE = 4
VALUES = range(5)
COMPARISONS = st.lists(
    st.tuples(
        st.integers(0, SIZE - 1), st.integers(0, SIZE - 1), st.integers(-3, 3), st.sampled_from(["<=", "==", "<"])
    ),
    max_size=5,
)


def stated(drawn: list[tuple[int, int, int, str]], x: list[Any]) -> list[Constraint]:
    """Compare ``x[a] + gap`` with ``x[b]``."""
    built: list[Any] = []
    for a, b, gap, relation in drawn:
        if a != b:
            left, right = x[a] + gap, x[b]
            built.append(left <= right if relation == "<=" else left < right if relation == "<" else left == right)
    return built


@settings(max_examples=300)
@given(COMPARISONS, st.booleans())
def test_no_solution_is_nearer_than_the_least_distance(drawn: list[tuple[int, int, int, str]], climb: bool) -> None:  # noqa: FBT001
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(SIZE), VALUES)
    constraints = stated(drawn, x) + ([Increasing([x[0], x[2] + 1, x[3]], strictly=True)] if climb else [])
    p.add(*constraints)
    rows = [row for row in product(VALUES, repeat=SIZE) if not p.violations(dict(enumerate(row)))]
    found = Distances(constraints)
    for a, b in product(range(SIZE), repeat=2):
        least = found.least(a, b)
        assert least is None or all(row[b] - row[a] >= least for row in rows)


@settings(max_examples=100)
@given(COMPARISONS)
def test_differences_that_are_clipped_lose_no_solution(drawn: list[tuple[int, int, int, str]]) -> None:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(SIZE), VALUES)
    p.add(*stated(drawn, x), AllDifferent([b - a for a, b in combinations(x, 2)]))
    rows = [row for row in product(VALUES, repeat=SIZE) if not p.violations(dict(enumerate(row)))]
    assert sorted(tuple(solution.values()) for solution in p.solutions()) == rows


def test_chains_are_added_up_in_both_directions() -> None:
    p: Problem[str, int] = Problem()
    a, b, c, d = p.add_variables("abcd", range(10))
    found = Distances([a < b, (b + 2 <= c) & (d == c + 1), a != d])
    assert [found.least("a", end) for end in "abcd"] == [0, 1, 3, 4]
    assert found.least("d", "c") == -1
    assert found.least("b", "a") is None


def test_a_circle_that_cannot_hold_says_nothing() -> None:
    p: Problem[str, int] = Problem()
    a, b = p.add_variables("ab", range(10))
    assert Distances([a < b, b < a]).least("a", "b") is None
    p.add(a < b, b < a, AllDifferent([b - a, a - b]))
    assert p.solve() is None


def test_what_only_might_hold_says_nothing() -> None:
    p: Problem[str, int] = Problem()
    a, b = p.add_variables("ab", range(3))
    assert Distances([(a < b) | (b < a)]).least("a", "b") is None


def test_an_objective_says_nothing_about_what_holds() -> None:
    p: Problem[str, int] = Problem()
    a, b = p.add_variable("a", range(3)), p.add_variable("b", range(5, 8))
    p.add(AllDifferent([b - a, a - b]))
    least, most = p.minimize(b - a).finish(), p.maximize(b - a).finish()
    assert least is not None
    assert most is not None
    assert (least.objective, most.objective) == (3, 7)


def test_no_bit_is_spent_on_differences_that_cannot_be() -> None:
    p: Problem[str, int] = Problem()
    a, b, c = p.add_variables("abc", range(20))
    p.add(a < b, b < c, AllDifferent([b - a, c - b, c - a]))
    assert max(p.compile().domains).bit_length() == 20


def test_why_a_value_is_impossible_names_the_comparisons_behind_a_difference() -> None:
    p: Problem[str, int] = Problem()
    a, b, c = p.add_variables("abc", range(4))
    p.add((a < b).named("first"), (b < c).named("second"), AllDifferent([b - a, c - b]))
    told = str(p.why("c", 1))
    assert "first" in told
    assert "second" in told
