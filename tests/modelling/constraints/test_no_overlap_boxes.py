"""`NoOverlapBoxes`: compared with painting cells, and packings that are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import check_schedules, domains_left, run_to_fixpoint
from schedules import bounds_at_fixpoint, interval_state, shifted, walk

from csplib import (
    Constant,
    Constraint,
    KindError,
    NoOverlapBoxes,
    OptionError,
    Problem,
    RowError,
    ScopeError,
    Variable,
    reify,
)
from csplib.kernel.axis import Axis
from csplib.kernel.propagators.boxes import Boxes
from csplib.testing import check_constraint

ZERO, ONE, TWO = Constant(0), Constant(1), Constant(2)
AXES = [Axis(range(-2, 10)), Axis([-5, -1, 0, 1, 2, 3, 4, 7])]


def apart(boxes: Sequence[tuple[Sequence[int], Sequence[int]]], *, ignore_empty: bool = False) -> bool:
    """Look at each pair; empty boxes are inside of others at points that are no corners of cells."""
    for i, (corner, size) in enumerate(boxes):
        if min(size) < 0:
            return False
        for other, extent in boxes[:i]:
            inside = all(a + w > b and b + v > a for a, w, b, v in zip(corner, size, other, extent, strict=True))
            if inside and not (ignore_empty and 0 in (*size, *extent)):
                return False
    return True


def test_boxes_that_are_apart_share_no_cell() -> None:
    for x, y, w, h in product(range(-2, 4), range(-2, 4), range(1, 3), range(1, 3)):
        cells = set(product(range(2), range(3)))
        shared = any((x + i, y + j) in cells for i in range(w) for j in range(h))
        assert NoOverlapBoxes([("a", "b"), ("c", "d")], [(2, 3), (w, h)]).satisfied([0, 0, x, y, 2, 3, w, h]) == (
            not shared
        )


Placed = tuple[Axis, list[int], list[list[int]], list[list[int]], bool]


@st.composite
def placings(draw: Any, *, constant: bool = False) -> Placed:
    """Draw an axis, domains, and the variables of corners and sizes."""
    axis = draw(st.sampled_from(AXES))
    width = draw(st.integers(1, 3))
    count = draw(st.integers(1, 3 if width < 3 else 2))
    domains: list[int] = []
    corners: list[list[int]] = [[] for _ in range(count)]
    sizes: list[list[int]] = [[] for _ in range(count)]
    for row in corners:
        for _ in range(width):
            row.append(len(domains))
            domains.append(draw(st.integers(1, 0b111)) << draw(st.integers(1, 4)))
    several = st.sampled_from([(-1, 0, 2), (0, 3), (1, 2), (0, 1, 4)])
    for row in sizes:
        for _ in range(width):
            varies = not constant and draw(st.integers(0, 5)) > 4
            values = draw(several) if varies else (draw(st.sampled_from([0, 1, 2, 2, 3, 3, 4])),)
            row.append(len(domains))
            domains.append(sum(axis.bit(value) for value in values))
    if not constant and draw(st.integers(0, 5)) == 0:
        corners[-1][0] = corners[0][-1]
    return axis, domains, corners, sizes, draw(st.booleans())


@settings(max_examples=200)
@given(placings())
def test_no_packing_is_lost_and_full_ones_are_judged_right(placed: Placed) -> None:
    axis, domains, corners, sizes, ignore_empty = placed
    scope = {x for row in (*corners, *sizes) for x in row}

    def holds(row: Sequence[int]) -> bool:
        boxes = [([row[x] for x in a], [row[x] for x in b]) for a, b in zip(corners, sizes, strict=True)]
        return apart(boxes, ignore_empty=ignore_empty)

    check_schedules(Boxes(corners, sizes, ignore_empty=ignore_empty), axis, domains, scope, holds)


@settings(max_examples=150)
@given(placings(constant=True))
def test_a_bound_has_a_place_that_no_other_box_needs_for_certain(placed: Placed) -> None:
    axis, domains, corners, sizes, _ = placed
    left = run_to_fixpoint(Boxes(corners, sizes), domains, axis)
    if left is None:
        return
    values = [axis.integers(mask) for mask in left]
    for i, corner in enumerate(corners):
        size = [values[x][0] for x in sizes[i]]
        for d, x in enumerate(corner):
            for end in (values[x][0], values[x][-1]):
                spans = [[end] if e == d else range(values[y][0], values[y][-1] + 1) for e, y in enumerate(corner)]
                assert any(
                    all(
                        any(
                            not all(p < b + v and b < p + w for b in (values[o][0], values[o][-1]))
                            for p, w, o, v in zip(
                                point, size, corners[j], [values[s][0] for s in sizes[j]], strict=True
                            )
                        )
                        for j in range(len(corners))
                        if j != i
                    )
                    for point in product(*spans)
                )


Bounds = tuple[list[tuple[int, int]], list[list[int]], list[list[int]]]


@st.composite
def layouts(draw: Any) -> Bounds:
    width, count = draw(st.integers(2, 3)), draw(st.integers(2, 5))
    slack = st.integers(0, draw(st.integers(0, 6)))
    bounds = [(low, low + draw(slack)) for low in (draw(st.integers(0, 7)) for _ in range(width * count))]
    bounds += [(low, low) for low in (draw(st.integers(0, 4)) for _ in range(width * count))]
    rows = [list(range(i, i + width)) for i in range(0, 2 * width * count, width)]
    return bounds, rows[:count], rows[count:]


@settings(max_examples=150)
@given(layouts())
def test_intervals_are_pruned_alike_wherever_they_are(layout: Bounds) -> None:
    bounds, corners, sizes = layout
    left = bounds_at_fixpoint(Boxes(corners, sizes), bounds)
    flat = [x for row in corners for x in row]
    far = bounds_at_fixpoint(Boxes(corners, sizes), shifted(bounds, flat, 10**6))
    assert far == (left and shifted(left, flat, 10**6))


@settings(max_examples=150)
@given(layouts(), st.data())
def test_what_is_left_does_not_depend_on_the_way_there(layout: Bounds, data: Any) -> None:
    bounds, corners, sizes = layout
    state = interval_state(bounds)
    propagator = Boxes(corners, sizes)
    if propagator.propagate(state) and state.wiped < 0:
        walk(propagator, Boxes(corners, sizes), state, data)


@pytest.mark.parametrize(
    ("make", "variables"),
    [
        pytest.param(lambda v: NoOverlapBoxes([v[:2], v[2:]], [(2, 1), (1, 3)]), 4, id="rectangles"),
        pytest.param(lambda v: NoOverlapBoxes([v[:2], v[2:], (ZERO, ONE)], [1, 2, 2]), 4, id="squares and a fixed one"),
        pytest.param(lambda v: NoOverlapBoxes([v[:2], (ONE, ONE)], [(v[2], 2), (1, v[3])]), 4, id="variable sizes"),
        pytest.param(
            lambda v: NoOverlapBoxes([v[:2], (ONE, ONE)], [(v[2], 2), (1, v[3])], ignore_empty=True), 4, id="ignored"
        ),
        pytest.param(lambda v: NoOverlapBoxes([v[:2], v[1:3]], [(2, 0), (v[0], 2)]), 3, id="variables twice"),
        pytest.param(lambda v: NoOverlapBoxes([[x] for x in v], [2] * len(v)), (1, 3), id="one dimension"),
        pytest.param(lambda v: NoOverlapBoxes([v[:3], (ONE, v[3] + 1, ZERO)], [2, (1, 2, 3)]), 4, id="3D"),
    ],
)
def test_it_does_what_it_says(make: Callable[[list[Variable]], Constraint], variables: int | tuple[int, int]) -> None:
    check_constraint(make, variables=variables, domain=range(-1, 4), max_examples=20)


def test_other_boxes_together_leave_no_room() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variable("x", range(6)), p.add_variable("y", range(2))
    # Two boxes, one above the other, are in the way of a third one: each alone would leave it a place.
    p.add(NoOverlapBoxes([(x, y), (ZERO, ZERO), (ZERO, TWO)], [(2, 2), (3, 1), (4, 2)]))
    assert domains_left(p) == {"x": (3, 4, 5), "y": (0, 1)}


def squares(sizes: Sequence[int], width: int, height: int) -> Problem[tuple[str, int], int]:
    p: Problem[tuple[str, int], int] = Problem()
    corners = [
        (p.add_variable(("x", i), range(width - size + 1)), p.add_variable(("y", i), range(height - size + 1)))
        for i, size in enumerate(sizes)
    ]
    p.add(NoOverlapBoxes(corners, sizes))
    return p


def test_nine_squares_fill_a_rectangle() -> None:
    """Nine squares of different sizes fill 33 by 32 (Moroń 1925): in four ways, which are one and its reflections."""
    assert squares([18, 15, 14, 10, 9, 8, 7, 4, 1], 33, 32).count() == 4


def test_dominoes_are_counted() -> None:
    """A board of 4 by 4 has 36 tilings with dominoes (OEIS A004003): 8! orders, and each domino lies or stands."""
    p: Problem[Any, int] = Problem()
    corners, sizes = [], []
    for i in range(4):
        x, y = p.add_variable(("x", i), range(4)), p.add_variable(("y", i), range(2))
        w, h = p.add_variable(("w", i), [1, 2]), p.add_variable(("h", i), [1, 2])
        p.add(w + h == 3, x + w <= 4, y + h <= 2)
        corners.append((x, y))
        sizes.append((w, h))
    p.add(NoOverlapBoxes(corners, sizes))
    for one, other in pairwise(corners):
        p.add(2 * one[0] + one[1] <= 2 * other[0] + other[1] - 1)
    assert p.count() == 5  # of 4 by 2, which is a Fibonacci number


def test_it_can_be_denied_counted_and_optimized() -> None:
    p: Problem[str, int] = Problem()
    v = p.add_variables("abcd", range(3))
    p.add(~NoOverlapBoxes([v[:2], v[2:]], [2, 2]))
    every = list(product(range(3), repeat=4))
    close = sum(abs(a - c) < 2 and abs(b - d) < 2 for a, b, c, d in every)
    assert p.count() == close
    q: Problem[str, int] = Problem()
    v = q.add_variables("abcd", range(3))
    q.add(reify(NoOverlapBoxes([v[:2], v[2:]], [2, 2])) == 1)
    assert q.count() == 81 - close
    best = q.minimize(v[0] + v[1] + v[2] + v[3]).finish()
    assert best is not None
    assert best.objective == 2


def test_it_is_described_by_its_boxes() -> None:
    stated = NoOverlapBoxes([("a", "b"), ("c", "d")], [(1, 2), 3])
    assert str(stated) == "NoOverlapBoxes((a, b) of 1 x 2, (c, d) of 3 x 3)"
    assert str(NoOverlapBoxes([("a", "b")], [1], ignore_empty=True)).endswith("of 1 x 1; empty ones are ignored)")


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        pytest.param(lambda: NoOverlapBoxes([], []), ScopeError, "at least one box", id="nothing"),
        pytest.param(lambda: NoOverlapBoxes([("a", "b")], [1, 2]), RowError, "1 corners but .* 2 boxes", id="lengths"),
        pytest.param(lambda: NoOverlapBoxes([("a", "b"), ("c",)], [1, 2]), RowError, "2 coord.* also 1", id="widths"),
        pytest.param(lambda: NoOverlapBoxes([("a", "b")], [(1, 2, 3)]), RowError, "also 3 for a box", id="sizes"),
        pytest.param(lambda: NoOverlapBoxes([("a", "b")], [-1]), OptionError, "at least 0, not -1", id="negative"),
        pytest.param(lambda: NoOverlapBoxes(["a"], [1]), KindError, "such as .x, y., not 'a'", id="a name"),
        pytest.param(lambda: NoOverlapBoxes([("a", "b")], ["c"]), KindError, "a size .* must be an integer", id="word"),
    ],
)
def test_misuse_is_refused(make: Callable[[], Constraint], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()
