"""The exponent of growth: the slope of a line through the points, both axes logarithmic."""

from __future__ import annotations

from collections.abc import Mapping
from math import log

__all__ = ["exponent"]

REACH = 35
"""Points count from a 35th of the largest size on: what is constant in a small problem would flatten the line."""


def exponent(points: Mapping[int, float], least: float) -> float | None:
    """Return the exponent, or None for fewer than three points that are large enough and not below *least*."""
    largest = max(points, default=0)
    chosen = [(log(n), log(value)) for n, value in points.items() if REACH * n >= largest and value >= least]
    if len(chosen) < 3:
        return None
    x, y = (sum(column) / len(chosen) for column in zip(*chosen, strict=True))
    shared: float = sum((a - x) * (b - y) for a, b in chosen)
    spread: float = sum((a - x) * (a - x) for a, _ in chosen)
    return shared / spread
