"""Questions that are answered elsewhere: by the workers of an executor, or by another solver.

Whoever it is gets loaded when first asked for: most programs never do.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from csplib.errors import OptionError
from csplib.optimization import Optimization
from csplib.options import QuestionOptions, check_options
from csplib.solution import Solution, Solutions

if TYPE_CHECKING:
    from csplib.problem import Problem

__all__ = ["Elsewhere", "elsewhere"]


class Elsewhere(Protocol):
    """Who answers the questions about a problem in its stead."""

    def solve(self, problem: Problem[Any, Any]) -> Solution[Any, Any] | None:
        """Find a solution, or None if there is none."""
        ...

    def solutions(
        self, problem: Problem[Any, Any], on: Iterable[object] | None, limit: int | None
    ) -> Solutions[Any, Any]:
        """Iterate over all solutions, or the combinations of some variables."""
        ...

    def count(self, problem: Problem[Any, Any], limit: int | None, on: Iterable[object] | None) -> int:
        """Count the solutions."""
        ...

    def optimize(self, problem: Problem[Any, Any], objective: object, sign: int) -> Optimization[Any, Any]:
        """Find the solution with the least *objective*, or with the greatest if *sign* is negative."""
        ...


def elsewhere(options: QuestionOptions) -> Elsewhere | None:
    """Say who shall answer; None if nobody else was asked for. The rest of *options* goes along."""
    if options.get("executor") is None and options.get("engine") in (None, "csplib"):
        return None
    check_options(options)
    if options.get("engine") not in (None, "csplib", "cp-sat"):
        raise OptionError(f"engine={options.get('engine')!r} is not known: it can be 'csplib' or 'cp-sat'")
    given: dict[str, Any] = {keyword: value for keyword, value in options.items() if value is not None}
    where = "cp_sat" if given.pop("engine", None) == "cp-sat" else "parallel"
    other: Elsewhere = import_module(f"csplib.{where}.asking").Asked(given)
    return other
