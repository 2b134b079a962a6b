"""The delegate for ``engine="cp-sat"``: questions about a problem, answered by CP-SAT."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from csplib.asking.delegates import RowSource
from csplib.asking.optimization import Optimization
from csplib.asking.options import clock_for, named_hint
from csplib.asking.solutions import Solution, Solutions
from csplib.cp_sat.model import loaded
from csplib.cp_sat.run import Run
from csplib.cp_sat.translation import translate
from csplib.errors import OptionError

if TYPE_CHECKING:
    from csplib.asking.options import SearchOptions
    from csplib.asking.solution import N, V
    from csplib.modelling.terms import Term
    from csplib.problem import Problem

__all__ = ["CPSat"]

_OPTIONS = ("assuming", "hint", "time_limit", "seed", "cancel", "workers")


class CPSat:
    """CP-SAT, by one of its threads or by several *workers*.

    It computes all solutions when the first is asked for; with *on* it is called for each combination. Of better and
    better solutions, only the best is yielded. Statistics have branches as nodes, and conflicts as failures.
    """

    def __init__(self, options: dict[str, Any]) -> None:
        for keyword in options.keys() - set(_OPTIONS):
            raise OptionError(f"CP-SAT does not take {keyword}=: it takes {', '.join(_OPTIONS)}")
        self._workers: int = options.pop("workers", 1)
        self._options: SearchOptions = options  # type: ignore[assignment]

    def solve(self, problem: Problem[N, V]) -> Solution[N, V] | None:
        run = self._run(problem)
        return next(_iterator(run, run.first(), run.stated), None)

    def solutions(self, problem: Problem[N, V], on: list[Any] | None, limit: int | None) -> Solutions[N, V]:
        if self._workers > 1:
            raise OptionError("workers= is for one solution or the best one: CP-SAT lists solutions with one thread")
        run = self._run(problem)
        if on is None:
            return _iterator(run, run.every(limit), run.stated, limit)
        return _iterator(run, run.each(on), on, limit)

    def count(self, problem: Problem[Any, Any], limit: int | None, on: list[Any] | None) -> int:
        found = self.solutions(problem, on, limit)
        while found.advance():
            pass
        return found.statistics.solutions

    def optimize(self, problem: Problem[N, V], objective: Term, sign: int) -> Optimization[N, V]:
        run = self._run(problem, objective)
        run.aim(sign)
        return Optimization(_iterator(run, run.first(), run.stated), objective, sign)

    def _run(self, problem: Problem[Any, Any], objective: Term | None = None) -> Run:
        loaded()  # importing the solver does not count for the time limit
        with (clock := clock_for(self._options)):
            translation = translate(problem, assuming=self._options.get("assuming"), objective=objective)
            translation.hint(named_hint(problem, self._options.get("hint")) or {})
            return Run(translation, clock, seed=self._options.get("seed"), workers=self._workers)


def _iterator(
    run: Run, rows: Generator[tuple[Any, ...], None, None], names: list[Any], solution_limit: int | None = None
) -> Solutions[Any, Any]:
    source = RowSource(rows, run.statistics)
    places = {name: place for place, name in enumerate(names)}
    return Solutions(source, run.statistics, places, source.row, clock=run.clock, solution_limit=solution_limit)
