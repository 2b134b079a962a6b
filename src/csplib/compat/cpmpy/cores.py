"""Assumptions that contradict a model: as few of them as are needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["opposites", "shrunk"]


def opposites(assumptions: Sequence[Any]) -> list[Any]:
    """Return a boolean variable and its opposite, if both are among *assumptions*, or nothing."""
    by_name = {str(one): one for one in assumptions}
    for name, one in by_name.items():
        if f"~{name}" in by_name:
            return [one, by_name[f"~{name}"]]
    return []


def shrunk(assumptions: Sequence[Any], contradict: Callable[[list[Any]], bool]) -> list[Any]:
    """Return some of *assumptions* that *contradict* the model and of which each one is needed.

    It leaves out ever smaller pieces: half of the assumptions, a quarter, and at the end each one.
    """
    needed = list(assumptions)
    size = len(needed)
    while size:
        start = 0
        while start < len(needed):
            others = needed[:start] + needed[start + size :]
            if contradict(others):
                needed = others
            else:
                start += size
        size //= 2
    return needed
