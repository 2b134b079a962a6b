"""The room "AC-3 and search"."""

from __future__ import annotations

from typing import Any

from csplib_web.calls import call
from csplib_web.stepping import arc_steps, described, pictured, search_steps

__all__ = ["ac3", "search"]


@call
def ac3(
    problem: str, text: str = "", given: list[list[int]] | None = None, picks: list[list[int]] | None = None
) -> dict[str, Any]:
    """Return a problem, see `pictured`, and the steps of AC-3 on it, see `arc_steps`."""
    shown = pictured(problem, text)
    return {"problem": described(shown), **arc_steps(shown, given or [], picks or [])}


@call
def search(
    problem: str,
    text: str = "",
    select: str = "mrv",
    order: str = "ascending",
    infer: str = "mac",
    *,
    every: bool = False,
) -> dict[str, Any]:
    """Return a problem, see `pictured`, and the steps of a search for its solutions, see `search_steps`."""
    shown = pictured(problem, text)
    return {"problem": described(shown), **search_steps(shown, select, order, infer, every=every)}
