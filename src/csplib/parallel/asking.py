"""The questions of a problem, put to workers: see `csplib.asking.delegates`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from csplib.asking.optimization import Optimization
from csplib.asking.solutions import Solution, Solutions
from csplib.parallel.listing import solutions_in
from csplib.parallel.optimizing import maximize_in, minimize_in
from csplib.parallel.solving import count_in, solve_in

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from csplib.problem import Problem

__all__ = ["Asked"]


class Asked:
    """Answers with the workers of the executor among its options."""

    def __init__(self, options: dict[str, Any]) -> None:
        self._options = dict(options)
        self._executor: Executor = self._options.pop("executor")

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
