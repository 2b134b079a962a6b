"""Calls of CP-SAT: limits, the statistics, and its solutions in the user's names and values."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from math import inf
from signal import SIGINT, getsignal, signal
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from csplib.asking.solutions import Solution
from csplib.cp_sat.model import TranslationError
from csplib.cp_sat.translation import Translation
from csplib.errors import LimitReached, OptionError
from csplib.kernel.clock import Clock, pulse
from csplib.kernel.statistics import Statistics
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["Run"]

_SEEDS = 1 << 31
_BETWEEN_LOOKS = 0.05


class Run:
    """One question to the solver, asked in one call or several, by one *clock*; it keeps the statistics.

    Its iterators end with `LimitReached` if the solver was stopped before it knew all.
    """

    def __init__(self, translation: Translation, clock: Clock, *, seed: int | None, workers: int = 1) -> None:
        if not isinstance(workers, int) or workers < 1:
            raise OptionError(f"workers={workers!r} is not a positive number")
        self.translation: Translation = translation
        self.statistics: Statistics = Statistics()
        self._clock = clock
        self._given = inf
        self._solver: cp_model.CpSolver = translation.tools.CpSolver()
        self._solver.parameters.num_workers = workers
        if not translation.moderate:
            # With numbers of more than 31 bits these two lose solutions: see issue 5293 of OR-Tools for the first.
            self._solver.parameters.presolve_inclusion_work_limit = 0
            self._solver.parameters.auto_detect_greater_than_at_least_one_of = False
        if seed is not None:
            self._solver.parameters.random_seed = seed % _SEEDS

    def first(self) -> Iterator[Solution[Any, Any]]:
        """Yield one solution, or the best one, if there is one."""
        found, known = self._ask()
        if found:
            yield self._solution(self.translation.stated)
        if not known:
            raise self._limit_reached()

    def every(self, limit: int | None) -> Iterator[Solution[Any, Any]]:
        """Yield all solutions, up to *limit*. CP-SAT works them out in one call."""
        tools, translation = self.translation.tools, self.translation
        collector = _collector(tools, [translation.variables[name] for name in translation.stated], limit)
        self._solver.parameters.enumerate_all_solutions = True
        status = self._call(collector)
        rows: list[tuple[int, ...]] = list(collector.rows)
        known = status in (tools.OPTIMAL, tools.INFEASIBLE) or len(rows) == limit
        if not known:
            self._tell_interrupts()
        for row in rows:
            values = [translation.value(name, code) for name, code in zip(translation.stated, row, strict=True)]
            yield Solution(dict(zip(translation.stated, values, strict=True)))
        if not known:
            raise self._limit_reached()

    def each(self, on: Sequence[Hashable]) -> Iterator[Solution[Any, Any]]:
        """Yield each combination of values for the variables *on*, with a call for every one."""
        while True:
            found, known = self._ask()
            if not found and known:
                return
            if not found:
                raise self._limit_reached()
            solution = self._solution(on)
            yield solution
            others = [self.translation.takes(Term(name), solution[name]).negated() for name in on]
            self.translation.cp.add_bool_or(others)

    def _ask(self) -> tuple[bool, bool]:
        """Call the solver; say whether it found a solution, and whether it knows all that it was asked."""
        tools = self.translation.tools
        status = self._call(None)
        known = status in (tools.OPTIMAL, tools.INFEASIBLE)
        if not known:
            self._tell_interrupts()
        return status in (tools.OPTIMAL, tools.FEASIBLE), known

    def _call(self, callback: cp_model.CpSolverSolutionCallback | None) -> cp_model.CpSolverStatus:
        pulse()
        self._given = self._clock.left
        if self._given < inf:
            self._solver.parameters.max_time_in_seconds = max(0.0, self._given)
        returned = Event()
        watch = Thread(target=self._watch, args=(returned,), daemon=True)
        watch.start()
        try:
            status = self._solver.solve(self.translation.cp, callback)
        finally:
            returned.set()
            watch.join()
            _take_interrupts_back()
        if status == self.translation.tools.MODEL_INVALID:
            raise TranslationError(f"CP-SAT refuses the model: {self.translation.cp.validate()}")
        self.statistics.nodes += self._solver.num_branches
        self.statistics.failures += self._solver.num_conflicts
        return status

    def _watch(self, returned: Event) -> None:
        """Stop the solver once the question is cancelled: the solver itself looks at the time alone."""
        while not returned.wait(_BETWEEN_LOOKS):
            if self._clock.cancelled:
                self._solver.stop_search()

    def _tell_interrupts(self) -> None:
        """Raise KeyboardInterrupt if no limit can have stopped the solver: it catches Ctrl-C itself, and just stops."""
        if not self._clock.cancelled and (self._given == inf or self._clock.left > self._given / 2):
            raise KeyboardInterrupt

    def _limit_reached(self) -> LimitReached:
        try:
            pulse()
        except LimitReached as limit:
            return limit
        return LimitReached("CP-SAT stopped at the limit on time")

    def _solution(self, names: Sequence[Hashable]) -> Solution[Any, Any]:
        """Give what the last call found, for the variables with these *names*."""
        translation = self.translation
        codes = {name: self._solver.value(translation.variables[name]) for name in names}
        return Solution({name: translation.value(name, code) for name, code in codes.items()})


def _collector(tools: Any, variables: list[cp_model.IntVar], limit: int | None) -> Any:
    """Make the object that CP-SAT calls for each solution. Its class can be made only once CP-SAT is imported."""

    class Collector(tools.CpSolverSolutionCallback):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.rows: dict[tuple[int, ...], None] = {}

        def on_solution_callback(self) -> None:
            # The search may take another step before it stops.
            if len(self.rows) != limit:
                self.rows[tuple([self.value(variable) for variable in variables])] = None
            if len(self.rows) == limit:
                self.stop_search()

    return Collector()


def _take_interrupts_back() -> None:
    """Have Python handle Ctrl-C again: once CP-SAT is done with it, the system would end the process instead."""
    with suppress(ValueError, TypeError):  # not in the main thread, or a handler that Python does not know
        signal(SIGINT, getsignal(SIGINT))
