"""Positions for the nodes of a tree: no two on a level overlap, a parent is above the middle of its children.

The idea is Reingold and Tilford's (Tidier drawings of trees, 1981): subtrees are pushed together until their outlines
almost touch.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["tree_positions"]


def tree_positions(widths: Sequence[float], children: Sequence[Sequence[int]], gap: float) -> list[float]:
    """Return the x coordinate of the middle of each node; node 0 is the root, parents come before children.

    >>> tree_positions([10, 10, 10], [[1, 2], [], []], gap=2)
    [0.0, -6.0, 6.0]
    """
    offsets = [0.0] * len(widths)
    outlines: list[list[tuple[float, float]]] = [[] for _ in widths]
    for node in range(len(widths) - 1, -1, -1):
        merged: list[tuple[float, float]] = []
        shifts: list[float] = []
        for child in children[node]:
            outline, outlines[child] = outlines[child], []
            pairs = zip(merged, outline, strict=False)
            shifts.append(max((right - left + gap for (_, right), (left, _) in pairs), default=0.0))
            merged = _beside(merged, [(left + shifts[-1], right + shifts[-1]) for left, right in outline])
        middle = (shifts[0] + shifts[-1]) / 2 if shifts else 0.0
        for child, shift in zip(children[node], shifts, strict=True):
            offsets[child] = shift - middle
        half = widths[node] / 2
        outlines[node] = [(-half, half), *((left - middle, right - middle) for left, right in merged)]
    for node, below in enumerate(children):
        for child in below:
            offsets[child] += offsets[node]
    return offsets


def _beside(left: list[tuple[float, float]], right: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the outline of two subtrees side by side, level by level."""
    both = [(one[0], other[1]) for one, other in zip(left, right, strict=False)]
    return both + left[len(both) :] + right[len(both) :]
