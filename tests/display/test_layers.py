"""The layout of graphs without cycles: levels, bends, and positions."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from csplib.display.layers import Layers, levels_of

GAP = 6.0


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[float], list[list[int]]]:
    """Return the widths of boxes, and the earlier ones that each is since."""
    count = draw(st.integers(1, 14))
    widths = draw(st.lists(st.floats(1, 90), min_size=count, max_size=count))
    since = [draw(st.lists(st.integers(0, box - 1), max_size=4, unique=True)) if box else [] for box in range(count)]
    return widths, since


@given(graphs(), st.floats(20, 300))
def test_reasons_are_above_and_levels_are_not_too_wide(graph: tuple[list[float], list[list[int]]], most: float) -> None:
    widths, since = graph
    levels = levels_of(widths, since, most)
    assert min(levels) == 0
    assert all(levels[one] > levels[box] for box, reasons in enumerate(since) for one in reasons)
    for level in range(max(levels) + 1):
        here = [width for width, own in zip(widths, levels, strict=True) if own == level]
        assert here
        assert len(here) == 1 or sum(here) <= most


@given(graphs(), st.floats(20, 300))
def test_nothing_overlaps_and_every_line_arrives(graph: tuple[list[float], list[list[int]]], most: float) -> None:
    widths, since = graph
    levels = levels_of(widths, since, most)
    layers = Layers(widths, levels, since, GAP)
    assert layers.levels[: len(widths)] == levels
    every = [*widths, *[0.0] * (len(layers.levels) - len(widths))]
    for level in range(max(levels) + 1):
        row = sorted([(layers.across[node], every[node]) for node, own in enumerate(layers.levels) if own == level])
        for (left, wide), (right, other) in pairwise(row):
            assert right - left >= (wide + other) / 2 + GAP / 2 - 1e-6
        assert row[0][0] - row[0][1] / 2 >= -1e-6
        assert row[-1][0] + row[-1][1] / 2 <= layers.width + 1e-6
    above: dict[int, set[int]] = {}
    for upper, lower in layers.segments:
        assert layers.levels[upper] == layers.levels[lower] + 1
        above.setdefault(lower, set()).add(upper)
    for box, reasons in enumerate(since):
        found = set()
        for node in above.get(box, set()):
            while node >= len(widths):
                (node,) = above[node]  # noqa: PLW2901 - up the bends, each of which has one line
            found.add(node)
        assert found == set(reasons)


def test_a_chain_is_straight() -> None:
    layers = Layers([10, 30, 20], [2, 1, 0], [[], [0], [1]], GAP)
    assert len({round(x, 6) for x in layers.across}) == 1
