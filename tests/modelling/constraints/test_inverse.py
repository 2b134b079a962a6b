"""Inverse: against brute force, and against AC-3 on the equivalences it stands for."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import run_once

from csplib import KindError, Problem, ScopeError
from csplib.kernel.bits import split
from csplib.kernel.propagators.channel import Channel
from csplib.kernel.propagators.injection import Injection
from csplib.modelling.constraints.inverse import Inverse
from csplib.testing import check_constraint


def numbers_in(mask: int, low: int) -> set[int]:
    return {bit.bit_length() - 1 - low for bit in split(mask)}


@st.composite
def channels(draw: Any) -> tuple[list[int], list[int], list[int], int]:
    """Draw two rows, the same one twice or two different ones, domains for them and the place of bit 0."""
    size, low = draw(st.integers(1, 5)), draw(st.integers(0, 2))
    first = list(range(size))
    second = first if draw(st.booleans()) else list(range(size, 2 * size))
    masks = st.one_of(st.integers(1, (1 << size + low + 1) - 1), st.just(((1 << size) - 1) << low))
    count = max(second) + 1
    return first, second, draw(st.lists(masks, min_size=count, max_size=count)), low


def equivalence(i: int, j: int) -> Callable[[int, int], bool]:
    return lambda a, b: (a == j) == (b == i)


@settings(max_examples=300)
@given(channels())
def test_a_run_makes_each_equivalence_arc_consistent(case: tuple[list[int], list[int], list[int], int]) -> None:
    first, second, domains, low = case
    size = len(first)
    sets = {x: numbers_in(mask, low) & set(range(size)) for x, mask in enumerate(domains)}
    arcs = []
    for i, x in enumerate(first):
        for j, y in enumerate(second):
            if x != y:
                arcs += [(x, y, equivalence(i, j)), (y, x, equivalence(j, i))]
    consistent = all(sets.values()) and oracle.ac3(sets, arcs)
    expected = [sum(1 << number + low for number in sets[x]) for x in range(len(domains))] if consistent else None
    assert run_once(Channel(first, second, 1 << low), domains) == expected


@settings(max_examples=200)
@given(channels(), st.data())
def test_no_permutation_is_lost_and_full_rows_are_judged_right(
    case: tuple[list[int], list[int], list[int], int], data: Any
) -> None:
    first, second, domains, low = case
    size, propagator = len(first), Channel(first, second, 1 << low)
    left = run_once(propagator, domains)
    for there in permutations(range(size)):
        row = {first[i]: 1 << there[i] + low for i in range(size)}
        back = {second[there[i]]: 1 << i + low for i in range(size)}
        if all(back[x] == row[x] for x in row.keys() & back.keys()):
            row |= back
            full = [row[x] for x in range(len(domains))]
            assert run_once(propagator, full) == full
            if all(bit & domain for bit, domain in zip(full, domains, strict=True)):
                assert left is not None
                assert all(bit & domain for bit, domain in zip(full, left, strict=True))
    drawn = [data.draw(st.sampled_from(split(domain))) for domain in domains]
    numbers = [bit.bit_length() - 1 - low for bit in drawn]
    inside = all(0 <= number < size for number in numbers)
    holds = inside and all(numbers[second[numbers[x]]] == i for i, x in enumerate(first))
    assert run_once(propagator, drawn) == (drawn if holds else None)


@pytest.mark.parametrize(
    ("domains", "expected"),
    [
        pytest.param([7, 7, 7, 7, 7, 7], [7, 7, 7, 7, 7, 7], id="nothing to say"),
        pytest.param([2, 7, 7, 7, 7, 7], [2, 5, 5, 6, 1, 6], id="a fixed number fixes the other side"),
        pytest.param([3, 3, 7, 7, 7, 7], [3, 3, 4, 3, 3, 4], id="two numbers for two places leave the third its own"),
        pytest.param([3, 7, 7, 7, 7, 7], [3, 7, 7, 7, 7, 6], id="what one side cannot be the other cannot either"),
        pytest.param([3, 3, 7, 7, 7, 3], None, id="a number without a place"),
        pytest.param([1, 1, 7, 7, 7, 7], None, id="a number in two places"),
        pytest.param([8, 7, 7, 7, 7, 7], None, id="a value that is no place"),
        pytest.param([9, 15, 15, 15, 15, 15], [1, 6, 6, 1, 6, 6], id="values that are no place are ruled out"),
    ],
)
def test_inverse_cases(domains: list[int], expected: list[int] | None) -> None:
    assert run_once(Channel([0, 1, 2], [3, 4, 5], 1), domains) == expected


def test_inverse_keeps_its_promises() -> None:
    check_constraint(lambda x: Inverse(x[:2], x[2:]), variables=4, domain=range(-1, 4), max_examples=25)
    check_constraint(lambda x: Inverse(x[:3], x[3:]), variables=6, domain=range(3), max_examples=15)
    check_constraint(lambda x: Inverse(x[:1], x[1:]), variables=2, domain=[0, 1, 10**9], max_examples=10)


def test_shared_variables_and_expressions_keep_their_promises() -> None:
    check_constraint(lambda x: Inverse(x, x), variables=(1, 4), max_examples=25)
    check_constraint(lambda x: Inverse(x, [x[1], x[2], x[0]]), domain=range(3), max_examples=15)
    check_constraint(lambda x: Inverse([x[0] - 1, x[1]], [x[2], 1 - x[3]]), variables=4, max_examples=15)


def test_each_permutation_has_one_inverse() -> None:
    p: Problem[int, int] = Problem()
    there, back = p.add_variables(range(5), range(5)), p.add_variables(range(5, 10), range(5))
    p.add(Inverse(there, back))
    found = p.solutions()
    rows = [tuple(solution.values()) for solution in found]
    assert sorted([row[:5] for row in rows]) == list(permutations(range(5)))
    assert all(row[5 + row[i]] == i for row in rows for i in range(5))
    assert found.statistics.failures == 0


@pytest.mark.parametrize(("size", "expected"), [(1, 1), (2, 2), (3, 4), (4, 10), (5, 26), (6, 76)])
def test_the_inverses_of_themselves_are_the_involutions(size: int, expected: int) -> None:
    p: Problem[int, int] = Problem()
    row = p.add_variables(range(size), range(size))
    p.add(Inverse(row, row))
    assert p.count() == expected


def test_inverse_says_what_it_states() -> None:
    assert str(Inverse("ab", "cd")) == "Inverse([a, b], [c, d])"


def test_misuse_is_told() -> None:
    with pytest.raises(ScopeError, match="two rows of at least one variable"):
        Inverse([], [])
    with pytest.raises(ScopeError, match="two rows of at least one variable"):
        Inverse("ab", [])
    with pytest.raises(KindError, match="two collections of variables"):
        Inverse(7, "ab")  # type: ignore[arg-type]
    p: Problem[str, object] = Problem()
    p.add_variables("xy", ["a", 0])
    with pytest.raises(ScopeError, match=r"needs integers, but .* can be 'a'"):
        p.add(Inverse("x", "y"))


def test_rows_of_different_lengths_keep_their_promises() -> None:
    check_constraint(lambda x: Inverse(x[:1], x[1:]), variables=(3, 4), domain=range(-1, 4), max_examples=40)
    check_constraint(lambda x: Inverse(x[:2], x[2:]), variables=5, domain=range(-1, 4), max_examples=40)
    check_constraint(lambda x: Inverse(x[:3], x[3:]), variables=5, domain=range(-1, 3), max_examples=40)
    check_constraint(lambda x: Inverse(x, x[1:]), domain=range(-1, 3), max_examples=40)


@pytest.mark.parametrize(("short", "long", "expected"), [(1, 3, 3), (2, 3, 6), (2, 5, 20), (3, 5, 60)])
def test_places_to_spare_are_free(short: int, long: int, expected: int) -> None:
    p: Problem[str, int] = Problem()
    guests = p.add_variables([f"guest {number}" for number in range(short)], range(long))
    seats = p.add_variables([f"seat {number}" for number in range(long)], range(-1, short))
    p.add(Inverse(seats, guests))
    found = p.solutions()
    assert len(list(found)) == expected
    assert found.statistics.failures == 0


@settings(max_examples=200)
@given(st.lists(st.integers(1, 0b1111), min_size=5, max_size=5))
def test_a_run_over_different_lengths_makes_each_equivalence_arc_consistent(domains: list[int]) -> None:
    sets = {x: numbers_in(mask, 0) for x, mask in enumerate(domains)}
    for x in (0, 1):
        sets[x] &= {0, 1, 2}
    arcs = []
    for i in (0, 1):
        for j in range(3):
            arcs += [(i, 2 + j, equivalence(i, j)), (2 + j, i, equivalence(j, i))]
    consistent = all(sets.values()) and oracle.ac3(sets, arcs)
    expected = [sum(1 << number for number in sets[x]) for x in range(5)] if consistent else None
    assert run_once(Injection([0, 1], [2, 3, 4], [1, 2, 4]), domains) == expected
