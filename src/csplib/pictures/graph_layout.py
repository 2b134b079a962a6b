"""Positions for the nodes of a graph: distances on paper follow the distances in the graph, and no boxes overlap.

The method is stress majorization (Gansner, Koren and North: Graph drawing by stress majorization, 2004). Repeatedly,
every node moves to the weighted mean of the positions that its distances to the other nodes ask for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, hypot, pi, sin
from random import Random
from typing import TypeAlias

__all__ = ["Point", "enlarged", "graph_positions", "push_apart", "scale_apart"]

Point: TypeAlias = tuple[float, float]
_Size: TypeAlias = tuple[float, float]

_LARGEST = 300  # a larger graph becomes a circle, as the method takes quadratic time
_GAP = 14.0


def graph_positions(count: int, edges: Iterable[tuple[int, int]], seed: int = 0) -> list[Point]:
    """Return positions of the nodes 0 … *count* - 1 with edges of length about 1. A seed always gives the same result.

    >>> [round(x, 1) for x, _ in graph_positions(2, [(0, 1)])]
    [0.5, -0.5]
    """
    random = Random(seed)
    radius = max(1, count) / (2 * pi) if count > _LARGEST else max(1.0, count**0.5) / 2
    turns = [2 * pi * place / max(1, count) for place in range(count)]
    spread = 0.0 if count > _LARGEST or count < 4 else 0.1 * radius
    places = [
        (radius * cos(turn) + random.uniform(-spread, spread), radius * sin(turn) + random.uniform(-spread, spread))
        for turn in turns
    ]
    if count > _LARGEST:
        return places
    wanted = _distances(count, edges)
    for _ in range(max(20, min(300, 1_000_000 // max(1, count * count)))):
        places, moved = _majorized(places, wanted)
        if moved < 1e-5:
            break
    return _centered(places)


def _distances(count: int, edges: Iterable[tuple[int, int]]) -> list[list[float]]:
    """Return the number of edges between any two nodes; unconnected nodes get a distance, too."""
    near: list[list[int]] = [[] for _ in range(count)]
    for one, other in edges:
        near[one].append(other)
        near[other].append(one)
    table: list[list[float]] = []
    farthest = 1
    for start in range(count):
        steps = {start: 0}
        fringe = [start]
        while fringe:
            fringe = [y for x in fringe for y in near[x] if steps.setdefault(y, steps[x] + 1) > steps[x]]
            fringe = list(dict.fromkeys(fringe))
        farthest = max(farthest, *steps.values())
        table.append([float(steps.get(end, 0)) for end in range(count)])
    apart = 1.5 + farthest / 2
    return [[steps or (apart if x != y else 0.0) for y, steps in enumerate(row)] for x, row in enumerate(table)]


def _majorized(places: list[Point], wanted: list[list[float]]) -> tuple[list[Point], float]:
    """Move each node once; return the new positions, and the longest move."""
    moved = 0.0
    for node, (x, y) in enumerate(places):
        right = down = weights = 0.0
        for (other_x, other_y), distance in zip(places, wanted[node], strict=True):
            if not distance:
                continue
            weight = 1 / (distance * distance)
            pull = distance / max(1e-9, hypot(x - other_x, y - other_y))
            right += weight * (other_x + pull * (x - other_x))
            down += weight * (other_y + pull * (y - other_y))
            weights += weight
        if weights:
            places[node] = (right / weights, down / weights)
            moved = max(moved, hypot(places[node][0] - x, places[node][1] - y))
    return places, moved


def _centered(places: list[Point]) -> list[Point]:
    middle_x = sum(x for x, _ in places) / max(1, len(places))
    middle_y = sum(y for _, y in places) / max(1, len(places))
    return [(x - middle_x, y - middle_y) for x, y in places]


def enlarged(places: Sequence[Point], sizes: Sequence[_Size]) -> list[Point]:
    """Enlarge a layout until boxes of these *sizes* fit, and the lines between them are visible."""
    if len(places) < 2:
        return list(places)
    usual = sum(wide for wide, _ in sizes) / len(sizes) + 4 * _GAP
    nearest = sorted(min(hypot(x - u, y - v) for u, v in places if (u, v) != (x, y)) for x, y in places)
    scale = usual * min(1.8, max(1.0, 0.9 / nearest[len(nearest) // 2]))
    return [(x * scale, y * scale) for x, y in places]


def push_apart(places: Sequence[Point], sizes: Sequence[_Size]) -> list[Point]:
    """Move boxes of these *sizes* (width, height) a little until no two overlap, or 200 times."""
    moved = list(places)
    reach = max((wide for wide, _ in sizes), default=0.0) + _GAP
    for _ in range(200):
        still = True
        order = sorted(range(len(moved)), key=lambda node: moved[node])
        for place, one in enumerate(order):
            for other in order[place + 1 :]:
                if moved[other][0] - moved[one][0] > reach:
                    break
                still &= not _pushed(moved, sizes, one, other)
        if still:
            break
    return moved


def _pushed(moved: list[Point], sizes: Sequence[_Size], one: int, other: int) -> bool:
    """Separate two boxes if they overlap, and return whether they did."""
    (x, y), (other_x, other_y) = moved[one], moved[other]
    across = (sizes[one][0] + sizes[other][0]) / 2 + _GAP - abs(x - other_x)
    down = (sizes[one][1] + sizes[other][1]) / 2 + _GAP - abs(y - other_y)
    if across <= 0.01 or down <= 0.01:
        return False
    dx, dy = (across / 2, 0.0) if across < down else (0.0, down / 2)
    dx, dy = (dx if x >= other_x else -dx), (dy if y >= other_y else -dy)
    moved[one], moved[other] = (x + dx, y + dy), (other_x - dx, other_y - dy)
    return True


def scale_apart(places: Sequence[Point], sizes: Sequence[_Size]) -> list[Point]:
    """Scale the positions so that boxes of these *sizes* just fit; boxes with equal positions still overlap.

    >>> scale_apart([(0, 0), (1, 0)], [(20, 10), (40, 10)])
    [(0.0, 0.0), (72.0, 0.0)]
    """
    scale = 0.0
    for one, (x, y) in enumerate(places):
        for other in range(one):
            across, down = abs(x - places[other][0]), abs(y - places[other][1])
            wide = (sizes[one][0] + sizes[other][0]) / 2 + 3 * _GAP
            high = (sizes[one][1] + sizes[other][1]) / 2 + 3 * _GAP
            fits = [needed / gap for needed, gap in ((wide, across), (high, down)) if gap > 0]
            scale = max(scale, min(fits, default=0.0))
    return [(x * (scale or 1.0), y * (scale or 1.0)) for x, y in places]
