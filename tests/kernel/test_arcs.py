"""Each kind of arc against brute force, and which arcs say the same."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from csplib.kernel.arcs import AtLeastArc, AtMostArc, DiffArc, EitherArc, EqualArc, SupportArc
from csplib.kernel.bits import split

MASKS = st.integers(0, 255)
WIDE = st.integers(0, (1 << 201) - 1) | st.sets(st.integers(0, 200)).map(lambda bits: sum(1 << bit for bit in bits))
KINDS: list[tuple[type[Any], Callable[[int, int], bool]]] = [
    (DiffArc, lambda a, b: a != b),
    (EqualArc, lambda a, b: a == b),
    (AtMostArc, lambda a, b: a <= b),
    (AtLeastArc, lambda a, b: a >= b),
]


def supported(dx: int, dy: int, holds: Callable[[int, int], bool]) -> int:
    """Return the bits of *dx* whose number goes with that of some bit of *dy*."""
    numbers = [bit.bit_length() for bit in split(dy)]
    return sum(bit for bit in split(dx) if any(holds(bit.bit_length(), number) for number in numbers))


@pytest.mark.parametrize(("kind", "holds"), KINDS)
@given(dx=MASKS, dy=MASKS.filter(bool), shift=st.integers(-9, 9))
def test_an_arc_with_a_shift_keeps_exactly_the_supported_values(
    kind: type[Any], holds: Callable[[int, int], bool], dx: int, dy: int, shift: int
) -> None:
    assert kind(0, 1, None, shift).supported(dx, dy) == supported(dx, dy, lambda a, b: holds(a, b + shift))


@given(MASKS, MASKS, MASKS, MASKS)
def test_a_disjunction_of_arcs_keeps_what_one_of_them_supports(dx: int, dy: int, xs: int, ys: int) -> None:
    arc = EitherArc(0, 1)
    arc.add(xs, ys)
    arc.add(-1, -1, EqualArc(0, 1, None, 1))
    assert arc.supported(dx, dy) == (dx & xs if dy & ys else 0) | supported(dx, dy, lambda a, b: a == b + 1)


@given(st.integers(0, 31), st.integers(1, 31), st.lists(st.integers(0, 31), min_size=5, max_size=5), st.integers(0, 3))
def test_an_arc_with_a_table_keeps_exactly_the_supported_values(dx: int, dy: int, table: list[int], base: int) -> None:
    expected = [a for a in split(dx) if any(table[place] & a for place in range(5) if dy >> place & 1)]
    assert split(SupportArc(0, 1, table, base).supported(dx, dy << base)) == expected


@given(dx=WIDE, dy=WIDE, seed=st.integers(0, 9), base=st.integers(0, 70))
def test_an_arc_with_a_table_works_on_masks_of_many_words(dx: int, dy: int, seed: int, base: int) -> None:
    table = [(number * 0x9E3779B97F4A7C15 << number) >> seed for number in range(201)]
    expected = 0
    for bit in split(dy):
        expected |= table[bit.bit_length() - 1]
    assert SupportArc(0, 1, table, base).supported(dx, dy << base) == expected & dx


def test_arcs_of_one_kind_and_shift_are_the_same_relation() -> None:
    arcs = [kind(0, 1, object(), shift) for (kind, _), shift in product(KINDS, (-1, 0, 2))]
    for i, j in product(range(len(arcs)), repeat=2):
        assert arcs[i].same_relation(arcs[j]) == (i == j)
        assert arcs[i].same_relation(type(arcs[j])(0, 1, object(), arcs[j].shift)) == (i == j)


@pytest.mark.parametrize("kind", [DiffArc, EqualArc])
def test_a_symmetric_arc_is_reversed_by_the_opposite_shift(kind: type[Any]) -> None:
    arc = kind(0, 1, object(), 2)
    assert arc.reverses(kind(1, 0, object(), -2))
    assert not arc.reverses(kind(1, 0, arc.origin, 2))
    assert not arc.reverses(kind(0, 1, object(), -2))


def test_other_arcs_are_reversed_by_those_of_the_same_constraint() -> None:
    origin = object()
    assert AtMostArc(0, 1, origin, 2).reverses(AtLeastArc(1, 0, origin, -2))
    assert not AtMostArc(0, 1, origin, 2).reverses(AtLeastArc(1, 0, object(), -2))
    assert not AtMostArc(0, 1).reverses(AtLeastArc(1, 0))
