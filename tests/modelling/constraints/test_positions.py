"""ArgMin, ArgMax, elements of a matrix, costs and OneHot: against brute force."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import check_complete, domains_left

from csplib import (
    ArgMax,
    ArgMin,
    Circuit,
    KindError,
    OneHot,
    Problem,
    RowError,
    ScopeError,
    argmax,
    argmin,
    cost_of,
    element,
    reify,
)
from csplib.kernel.propagators.extreme_place import ExtremePlace
from csplib.kernel.propagators.one_hot import Indicators
from csplib.testing import check_constraint

MATRIX = [[1, 2, 3], [3, 0, 2]]


@pytest.mark.parametrize("kind", [ArgMin, ArgMax])
@pytest.mark.untraced
def test_first_places_mean_what_they_say(kind: Any) -> None:
    check_constraint(lambda x: kind(x[:-1], x[-1]), variables=(2, 5), max_examples=60)
    check_constraint(lambda x: kind([x[0] + 1, x[1], x[0]], x[2]), max_examples=30)
    check_constraint(lambda x: kind(x, x[0]), max_examples=30)
    check_constraint(lambda x: reify(kind(x[:2], x[2])) == x[0], max_examples=30)
    check_constraint(lambda x: argmin(x[:3]) + argmax(x) <= 2, variables=4, max_examples=30)


@settings(max_examples=300)
@given(st.lists(st.integers(1, 0b1111), min_size=1, max_size=4), st.integers(1, 0b11111), st.sampled_from([1, -1]))
def test_one_run_for_first_places_leaves_exactly_the_supported_values(
    numbers: list[int], place: int, sign: int
) -> None:
    size = len(numbers)

    def holds(row: Sequence[int]) -> bool:
        first = min(range(size), key=lambda number: sign * row[number])
        return row[-1] == 1 << first

    check_complete(ExtremePlace(range(size), size, sign), [*numbers, place], holds)


def test_first_places_of_ranges_too_long_for_bits() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(10**6))
    p.add(argmin([x, y, z]) == 1, y >= 500, x <= 501, z <= 500)
    assert p.count() == 1


@pytest.mark.untraced
def test_elements_of_a_matrix_mean_what_they_say() -> None:
    domain = range(-1, 4)
    check_constraint(lambda x: element(MATRIX, x[0], x[1]) == x[2], domain=domain, max_examples=60)
    check_constraint(lambda x: element([[x[2], 1], [x[0], 2]], x[0], x[1]) <= x[2], domain=domain, max_examples=40)
    check_constraint(lambda x: (element(MATRIX, x[0], x[1]) == 2) | (x[2] == 1), domain=domain, max_examples=40)
    check_constraint(lambda x: ~(element(MATRIX, x[0], x[1] + 1) == x[2]), domain=domain, max_examples=40)
    check_constraint(
        lambda x: reify(element(MATRIX, x[0], element([1, 2], x[1])) == 2) == x[2], domain=domain, max_examples=40
    )
    prices = {("a", 1): 3, ("b", 2): 0, ("b", 1): 1}
    check_constraint(lambda x: element(prices, x[0], x[1]) >= x[1], domain=[["a", "b", 3], range(4)], max_examples=40)


def test_matrices_of_any_shape() -> None:
    p: Problem[str, Any] = Problem()
    i, j, k = p.add_variable("i", range(2)), p.add_variable("j", "ab"), p.add_variable("k", range(3))
    p.add(element([{"a": [5, 6], "b": [7]}, {"a": [8], "b": [5, 9, 5]}], i, j, k) == 5)
    assert [tuple(s.values()) for s in p.solutions()] == [(0, "a", 0), (1, "b", 0), (1, "b", 2)]
    with pytest.raises(KindError, match=r"element needs a collection .*, not 1"):
        element([1, 2], i, j)


def test_a_matrix_prunes_every_value_without_a_support() -> None:
    p: Problem[str, int] = Problem()
    i, j, cost = p.add_variables(["i", "j", "cost"], range(4))
    p.add(element([[0, 1, 2], [3, 1, 2]], i, j) == cost, cost != 1, j >= 1)
    assert domains_left(p) == {"i": (0, 1), "j": (2,), "cost": (2,)}


def test_costs_are_summed_up() -> None:
    check_constraint(lambda x: cost_of(x[:2], MATRIX) <= x[2], domain=range(-1, 4), max_examples=40)
    costs = [[(3 * i + 5 * j * j) % 11 for j in range(6)] for i in range(6)]
    p: Problem[int, int] = Problem()
    towns = p.add_variables(range(6), range(6))
    p.add(Circuit(towns))
    tours = [[0, *rest, 0] for rest in permutations(range(1, 6))]
    shortest = min(sum(costs[a][b] for a, b in zip(tour, tour[1:], strict=False)) for tour in tours)  # noqa: RUF007
    best = p.minimize(cost_of(towns, costs)).finish()
    assert best is not None
    assert best.objective == shortest
    with pytest.raises(RowError, match="not 2 for 6"):
        cost_of(towns, MATRIX)


def test_one_hot_means_what_it_says() -> None:
    flags = [range(-1, 4), (0, 1), (0, 1, 2), (0, 1)]
    check_constraint(lambda x: OneHot(x[0], x[1:]), domain=flags, max_examples=80)
    mixed = [["a", None, 3], (0, 1), (0, 1, 2)]
    check_constraint(lambda x: OneHot(x[0], {"a": x[1], None: x[2]}), domain=mixed, max_examples=40)
    check_constraint(lambda x: OneHot(x[0], [x[1], x[0], x[2] + 1]), max_examples=40)
    check_constraint(lambda x: reify(OneHot(x[0], x[1:])) == x[1], domain=range(2), max_examples=40)


@settings(max_examples=200)
@given(st.integers(1, 0b1111), st.lists(st.integers(1, 0b111), min_size=3, max_size=3))
def test_one_run_of_one_hot_leaves_exactly_the_supported_values(value: int, flags: list[int]) -> None:
    def holds(row: Sequence[int]) -> bool:
        return row[0] < 8 and all(flag == (2 if row[0] == 1 << place else 1) for place, flag in enumerate(row[1:]))

    check_complete(Indicators(0, [1, 2, 4], [1, 2, 3], 1, 2), [value, *flags], holds)


def test_they_can_be_read_and_pickled() -> None:
    i, j = Problem[str, int]().add_variables("ij", range(3))
    for stated, text in (
        (ArgMin([i, j], 1), "argmin(i, j) == 1"),
        (~ArgMax([i, j], i + 1), "argmax(i, j) != i + 1"),
        (OneHot(i, [j]), "OneHot(i, {0: j})"),
        (element(MATRIX, i, j + 1) == 2, "element([1, 2, 3, 3, 0, 2], i, j + 1) == 2"),
    ):
        assert str(stated) == text
        assert str(pickle.loads(pickle.dumps(stated))) == text  # noqa: S301 - our own bytes


def test_misuse_is_told() -> None:
    p: Problem[str, object] = Problem()
    x, y = p.add_variable("x", [0, 1]), p.add_variable("y", ["a", 0])
    with pytest.raises(ScopeError, match="ArgMin needs at least one variable"):
        ArgMin([], x)
    with pytest.raises(KindError, match="the place of ArgMax must be an integer"):
        ArgMax([x], "x")
    with pytest.raises(ScopeError, match=r"needs integers, but .* can be 'a'"):
        p.add(ArgMin([x, y], 0))
    with pytest.raises(ScopeError, match="OneHot needs a collection of 0/1 variables, not an empty one"):
        OneHot(x, [])
