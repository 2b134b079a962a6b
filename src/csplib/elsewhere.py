"""Questions that are answered elsewhere: by the workers of an executor, or by another solver."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

from csplib.cp_sat.answers import (
    count_with_cp_sat,
    maximize_with_cp_sat,
    minimize_with_cp_sat,
    solutions_with_cp_sat,
    solve_with_cp_sat,
)
from csplib.errors import OptionError
from csplib.optimization import Optimization
from csplib.options import QuestionOptions, check_options
from csplib.parallel.listing import solutions_in
from csplib.parallel.optimizing import maximize_in, minimize_in
from csplib.parallel.solving import count_in, solve_in
from csplib.solution import Solution, Solutions

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from csplib.problem import Problem

__all__ = ["Elsewhere", "elsewhere"]

_FOR_CP_SAT = ("assuming", "time_limit", "seed")


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
    if given.pop("engine", None) != "cp-sat":
        return _Workers(given.pop("executor"), given)
    for keyword in given.keys() - set(_FOR_CP_SAT):
        raise OptionError(f"{keyword}= means nothing to CP-SAT; what it takes is {', '.join(_FOR_CP_SAT)}")
    return _CPSat(given)


class _Workers:
    def __init__(self, executor: Executor, options: dict[str, Any]) -> None:
        self._executor = executor
        self._options = options

    def solve(self, problem: Problem[Any, Any]) -> Solution[Any, Any] | None:
        return solve_in(self._executor, problem, **self._options)

    def solutions(
        self, problem: Problem[Any, Any], on: Iterable[object] | None, limit: int | None
    ) -> Solutions[Any, Any]:
        return solutions_in(self._executor, problem, on=on, solution_limit=limit, **self._options)

    def count(self, problem: Problem[Any, Any], limit: int | None, on: Iterable[object] | None) -> int:
        return count_in(self._executor, problem, limit, on=on, **self._options)

    def optimize(self, problem: Problem[Any, Any], objective: object, sign: int) -> Optimization[Any, Any]:
        best_in = minimize_in if sign > 0 else maximize_in
        return best_in(self._executor, problem, objective, **self._options)


class _CPSat:
    def __init__(self, options: dict[str, Any]) -> None:
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
