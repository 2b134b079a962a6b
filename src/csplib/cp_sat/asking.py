"""The questions of a problem, put to CP-SAT: see `csplib.asking.delegates`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from csplib.asking.optimization import Optimization
from csplib.asking.solutions import Solution, Solutions
from csplib.cp_sat.answers import (
    count_with_cp_sat,
    maximize_with_cp_sat,
    minimize_with_cp_sat,
    solutions_with_cp_sat,
    solve_with_cp_sat,
)
from csplib.errors import OptionError

if TYPE_CHECKING:
    from csplib.problem import Problem

__all__ = ["Asked"]

_OPTIONS = ("assuming", "time_limit", "seed", "cancel")


class Asked:
    """Answers with CP-SAT, and refuses options that mean nothing to it."""

    def __init__(self, options: dict[str, Any]) -> None:
        for keyword in options.keys() - set(_OPTIONS):
            raise OptionError(f"{keyword}= means nothing to CP-SAT; what it takes is {', '.join(_OPTIONS)}")
        self._options = options

    def solve(self, problem: Problem[Any, Any]) -> Solution[Any, Any] | None:
        return solve_with_cp_sat(problem, **self._options)

    def solutions(
        self, problem: Problem[Any, Any], on: Iterable[object] | None, limit: int | None
    ) -> Solutions[Any, Any]:
        return solutions_with_cp_sat(problem, on=on, solution_limit=limit, **self._options)

    def count(self, problem: Problem[Any, Any], limit: int | None, on: Iterable[object] | None) -> int:
        return count_with_cp_sat(problem, limit, on=on, **self._options)

    def optimize(self, problem: Problem[Any, Any], objective: object, sign: int) -> Optimization[Any, Any]:
        best_with = minimize_with_cp_sat if sign > 0 else maximize_with_cp_sat
        return best_with(problem, objective, **self._options)
