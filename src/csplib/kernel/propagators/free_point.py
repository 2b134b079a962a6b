"""Points outside of forbidden regions: a sweep over one dimension, with sweeps over the others inside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from csplib.kernel.clock import look_up

__all__ = ["Region", "free_point", "is_inside"]

Region: TypeAlias = "list[tuple[int, int]]"
"""For each dimension the first and the last integer."""


def is_inside(point: Sequence[int], region: Region) -> bool:
    """Return whether *point* is in *region*."""
    for d, (first, last) in enumerate(region):
        if point[d] < first or point[d] > last:
            return False
    return True


def free_point(
    regions: list[Region], low: Sequence[int], high: Sequence[int], d: int, *, last: bool = False
) -> list[int]:
    """Return the point from *low* to *high* outside of all *regions* with the least coordinate in dimension *d*.

    With *last*, it is the greatest coordinate. If there is no such point, the result is empty.

    >>> free_point([[(0, 3), (0, 9)], [(4, 5), (0, 8)]], [0, 0], [9, 9], 0)
    [4, 9]
    >>> free_point([[(0, 9), (0, 9)]], [0, 0], [9, 9], 1)
    []
    """
    order = [d, *[other for other in range(len(low)) if other != d]]
    point = list(low)
    return point if _find(regions, low, high, order, 0, point, last=last) else []


def _find(
    regions: list[Region],
    low: Sequence[int],
    high: Sequence[int],
    order: list[int],
    depth: int,
    point: list[int],
    *,
    last: bool,
) -> bool:
    """Find the coordinates of *point* in the dimensions from number *depth* of the *order* on."""
    d = order[depth]
    position = high[d] if last else low[d]
    is_inner = depth + 1 == len(order)
    while low[d] <= position <= high[d]:
        look_up(1 + (len(regions) >> 3))
        here: list[Region] = []
        nearest = farthest = position
        for region in regions:
            first, end = region[d]
            if first <= position <= end:
                edge = first - 1 if last else end + 1
                if not here:
                    nearest = farthest = edge
                elif last:
                    nearest, farthest = max(nearest, edge), min(farthest, edge)
                else:
                    nearest, farthest = min(nearest, edge), max(farthest, edge)
                here.append(region)
        point[d] = position
        if not here:
            for other in order[depth + 1 :]:
                point[other] = low[other]
            return True
        if is_inner:
            position = farthest
        elif _find(here, low, high, order, depth + 1, point, last=False):
            return True
        else:
            position = nearest
    return False
