"""Calls of CP-SAT: its limits, its statistics, and its solutions in the values of the problem."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Sequence
from contextlib import suppress
from math import inf
from signal import SIGINT, getsignal, signal
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from csplib.cp_sat.model import TranslationError
from csplib.errors import LimitReached
from csplib.kernel.clock import Clock, pulse
from csplib.kernel.statistics import Statistics
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from csplib.cp_sat.translation import Translation

__all__ = ["Run"]

_SEEDS = 1 << 31
_BETWEEN_LOOKS = 0.05


class Run:
    """One question to the solver, in one call or several, with its *clock* and its statistics.

    Its iterators yield rows of values. They end with `LimitReached` if the solver was stopped too early.
    """

    def __init__(self, translation: Translation, clock: Clock, *, seed: int | None, workers: int = 1) -> None:
        self.translation: Translation = translation
        self.statistics: Statistics = Statistics()
        self.stated: list[Any] = list(translation.stated)
        self.clock = clock
        self._given = inf
        self._solver: cp_model.CpSolver = translation.tools.CpSolver()
        self._solver.parameters.num_workers = workers
        if not translation.moderate:
            # With numbers of more than 31 bits these two lose solutions: see issue 5293 of OR-Tools for the first.
            self._solver.parameters.presolve_inclusion_work_limit = 0
            self._solver.parameters.auto_detect_greater_than_at_least_one_of = False
        if seed is not None:
            self._solver.parameters.random_seed = seed % _SEEDS

    def aim(self, sign: int) -> None:
        """Ask for the solution with the least objective, or the greatest if *sign* is negative."""
        goal, cp = self.translation.goal, self.translation.cp
        if goal is not None:
            (cp.minimize if sign > 0 else cp.maximize)(goal.expr)

    def first(self) -> Generator[tuple[Any, ...], None, None]:
        """Yield one solution, or the best one, if there is one."""
        found, known = self._ask()
        if found:
            yield self._row(self.stated)
        if not known:
            raise self._limit_reached()

    def every(self, limit: int | None) -> Generator[tuple[Any, ...], None, None]:
        """Yield all solutions, up to *limit*. CP-SAT computes them in one call."""
        tools, translation = self.translation.tools, self.translation
        collector = _collector(tools, [translation.variables[name] for name in self.stated], limit)
        self._solver.parameters.enumerate_all_solutions = True
        status = self._call(collector)
        rows: list[tuple[int, ...]] = list(collector.rows)
        known = status in (tools.OPTIMAL, tools.INFEASIBLE) or len(rows) == limit
        if not known:
            self._raise_interrupts()
        for row in rows:
            yield tuple([translation.value(name, code) for name, code in zip(self.stated, row, strict=True)])
        if not known:
            raise self._limit_reached()

    def each(self, on: Sequence[Hashable]) -> Generator[tuple[Any, ...], None, None]:
        """Yield each combination of values for the variables *on*, with a call for every one."""
        while True:
            found, known = self._ask()
            if not found and known:
                return
            if not found:
                raise self._limit_reached()
            row = self._row(on)
            yield row
            taken = [self.translation.takes(Term(name), value) for name, value in zip(on, row, strict=True)]
            self.translation.cp.add_bool_or([literal.negated() for literal in taken])

    def _ask(self) -> tuple[bool, bool]:
        """Call the solver; return whether it found a solution, and whether its answer is complete."""
        tools = self.translation.tools
        status = self._call(None)
        known = status in (tools.OPTIMAL, tools.INFEASIBLE)
        if not known:
            self._raise_interrupts()
        return status in (tools.OPTIMAL, tools.FEASIBLE), known

    def _call(self, callback: cp_model.CpSolverSolutionCallback | None) -> cp_model.CpSolverStatus:
        pulse()
        self._given = self.clock.left
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
        """Stop the solver once the question is cancelled: the solver itself checks only the time."""
        while not returned.wait(_BETWEEN_LOOKS):
            if self.clock.cancelled:
                self._solver.stop_search()

    def _raise_interrupts(self) -> None:
        """Raise KeyboardInterrupt if no limit can have stopped the solver: it catches Ctrl-C itself, and just stops."""
        if not self.clock.cancelled and (self._given == inf or self.clock.left > self._given / 2):
            raise KeyboardInterrupt

    def _limit_reached(self) -> LimitReached:
        try:
            pulse()
        except LimitReached as limit:
            return limit
        return LimitReached("CP-SAT stopped at the limit on time")

    def _row(self, names: Sequence[Hashable]) -> tuple[Any, ...]:
        """Return what the last call found, for the variables with these *names*."""
        translation = self.translation
        return tuple([translation.value(name, self._solver.value(translation.variables[name])) for name in names])


def _collector(tools: Any, variables: list[cp_model.IntVar], limit: int | None) -> Any:
    """Return the object that CP-SAT calls for each solution. Its class can be made only once CP-SAT is imported."""

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
    """Let Python handle Ctrl-C again: after a call of CP-SAT, the system would end the process instead."""
    with suppress(ValueError, TypeError):  # not in the main thread, or a handler that Python does not know
        signal(SIGINT, getsignal(SIGINT))
