"""Questions that are answered elsewhere: by the workers of an executor, or by another solver.

Whoever it is gets loaded when first asked for: most programs never do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol, cast

from csplib.asking.optimization import Optimization
from csplib.asking.options import QuestionOptions, check_options
from csplib.asking.solutions import N, Solution, Solutions, V
from csplib.engine.free_blocks import Block
from csplib.errors import OptionError
from csplib.kernel.clock import Clock
from csplib.kernel.state import State
from csplib.kernel.statistics import Statistics

if TYPE_CHECKING:
    from csplib.engine.search import Search
    from csplib.problem import Problem

__all__ = ["Elsewhere", "SolutionsFromElsewhere", "elsewhere"]


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
    other: Elsewhere = __import__(f"csplib.{where}.asking", fromlist=["Asked"]).Asked(given)
    return other


class SolutionsFromElsewhere(Solutions[N, V]):
    """An iterator like `Solutions`, over what somebody else finds by this *clock* and counts in *statistics*."""

    def __init__(
        self, found: Iterator[Solution[N, V]], statistics: Statistics, clock: Clock, solution_limit: int | None = None
    ) -> None:
        self._stand_in = _StandIn(found, statistics)
        super().__init__(cast("Search", self._stand_in), clock=clock, solution_limit=solution_limit)

    def _decoded(self) -> Solution[N, V]:
        return self._stand_in.solution


class _StandIn:
    """What `Solutions` needs of a search: it stands still at each solution."""

    def __init__(self, found: Iterator[Solution[Any, Any]], statistics: Statistics) -> None:
        self.solution: Solution[Any, Any] = Solution({})
        self.state = State([])
        self.state.statistics = statistics
        self.block: Block | None = None
        self._found = found

    def advance(self) -> bool:
        """Go on to the next solution; return False when there is none left."""
        solution = next(self._found, None)
        if solution is None:
            return False
        self.solution = solution
        self.state.statistics.solutions += 1
        return True

    def look(self) -> tuple[int, float | None]:
        """Tell nothing: whoever searches knows how far it is."""
        return 0, None

    def improve(self, _bound: int) -> None:
        """Do nothing: whoever searches knows what was found."""

    def release(self) -> None:
        """Do nothing: the state is a dummy."""
