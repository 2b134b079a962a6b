"""`Optimization`: a lazy iterator over better and better solutions, by branch and bound."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from csplib.asking.hints import HintedOptimization
from csplib.asking.solutions import N, Solution, Solutions, Status, V
from csplib.display.notebook import rated_html, run_html
from csplib.errors import InternalError
from csplib.kernel.propagator import Ceiling
from csplib.kernel.propagators.arithmetic import FormulaCeiling
from csplib.kernel.propagators.linear import LinearCeiling
from csplib.kernel.statistics import Statistics
from csplib.modelling.constraints.comparison import Comparison, Weights

if sys.version_info >= (3, 11):
    from typing import NamedTuple
else:
    from typing_extensions import NamedTuple

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

    from csplib.lowering.lowering import Lowering
    from csplib.modelling.terms import Term

__all__ = ["Improvement", "Objective", "Optimization"]


class Objective(Comparison):
    """The value to minimize, stated as a constraint whose bound the search lowers."""

    numeric: ClassVar[bool] = True

    def __init__(self, weights: Weights, constant: int) -> None:
        super().__init__(weights, constant, "<=", name="the objective")
        self.ceiling: Ceiling | None = None

    def lower(self, to: Lowering) -> None:
        scope, weights = to.scope(self), [weight for _, weight in self.weights]
        if any(term.inline for term, _ in self.weights) or not all(weights):
            self.ceiling = FormulaCeiling(scope, to.formula(self), self)
        else:
            self.ceiling = LinearCeiling(scope, weights, self.constant, self)
        to.add(self.ceiling)


class Improvement(NamedTuple, Generic[N, V]):
    """A solution, and its objective."""

    solution: Solution[N, V]
    objective: int

    def __str__(self) -> str:
        values = ", ".join(f"{name} = {value}" for name, value in self.solution.items())
        return f"objective {self.objective}: {values}"

    def _repr_html_(self) -> str:
        return rated_html(f"Objective: {self.objective}", self.solution)


class Optimization(HintedOptimization, Iterator[Improvement[N, V]], Generic[N, V]):
    """A lazy iterator over better and better solutions.

    At the end `best` is the last one, and `status` says whether it is proven to be optimal. A limit ends the search
    early: the best so far stays, and if there is none yet `LimitReached` is raised. `finish` goes on to the end.
    """

    def __init__(self, solutions: Solutions[N, V], term: Term, sign: int) -> None:
        self._solutions = solutions
        self._term = term
        self._sign = sign
        self._unfinished = False  # a solution is taken and not yet returned: if that stays so, it is lost
        self.best: Improvement[N, V] | None = None

    @property
    def status(self) -> Status:
        """Whether the search goes on, or how it ended; OPTIMAL only if nothing better can exist."""
        ended = self._solutions.status
        return Status.OPTIMAL if ended is Status.COMPLETE else ended

    @property
    def statistics(self) -> Statistics:
        """What the search has done so far."""
        return self._solutions.statistics

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Improvement[N, V]:
        try:
            if self._unfinished:
                self._solutions.cut_off()
            self._unfinished = True
            self.best = self._improved(next(self._solutions))
            self._unfinished = False
            return self.best  # noqa: TRY300 - inside: an exception here loses it, too
        except StopIteration:
            self._unfinished = False
            raise
        except BaseException:
            self._solutions.cut_off()
            raise

    def _improved(self, solution: Solution[N, V]) -> Improvement[N, V]:
        """Return *solution* with its objective, and ask for better ones; refuse one that is not better than the last.

        That would be a fault of csplib. It must not become an answer that looks optimal.
        """
        objective = self._objective_of(solution)
        if self.best is not None and self._sign * objective >= self._sign * self.best.objective:
            raise InternalError(f"a solution with the objective {objective} came after one with {self.best.objective}")
        self._solutions.improve(self._sign * objective - 1, objective)
        return Improvement(solution, objective)

    def __repr__(self) -> str:
        found = "nothing found" if self.best is None else f"best objective {self.best.objective}"
        return f"<{type(self).__name__}: {found} ({self.status.value})>"

    def _repr_html_(self) -> str:
        return run_html(self.status.value, self.statistics.as_dict(), self.best)

    def _objective_of(self, values: Mapping[Any, Any]) -> Any:
        objective = self._term.evaluate(values)
        return int(objective) if isinstance(objective, bool) else objective

    def finish(self) -> Improvement[N, V] | None:
        """Search until the best solution is proven, or up to a limit; return the best, or None if there is none."""
        for _ in self:
            pass
        return self.best

    def close(self) -> None:
        """End the search now; the best so far stays."""
        self._solutions.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
