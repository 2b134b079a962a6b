"""Options, limits, progress and result, which all local searches share, and the loop around each of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from math import inf
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypedDict

from csplib.asking.options import check_cancel, check_count, check_options
from csplib.asking.solutions import N, Solution, V
from csplib.display.notebook import rated_html
from csplib.display.wording import plural
from csplib.errors import Cancelled, KindError, LimitReached, OptionError
from csplib.kernel.clock import Clock, pulse, reset_steps
from csplib.kernel.interrupts import Cancel
from csplib.kernel.other_libraries import has_value, native
from csplib.local_search.landscape import Landscape
from csplib.modelling.constraints.base import Constraint

if sys.version_info >= (3, 11):
    from typing import NamedTuple
else:
    from typing_extensions import NamedTuple

if TYPE_CHECKING:
    from csplib.problem import Problem

__all__ = ["LocalOptions", "LocalResult", "Progress", "Run", "Stopped", "run_strategy"]

_BETWEEN_REPORTS = 0.1


class Progress(NamedTuple):
    """The number of constraints violated now, and by the *best* assignment so far."""

    steps: int
    violated: int
    best: int
    seconds: float


class LocalOptions(TypedDict, total=False):
    """The keywords that every local search takes.

    Attributes:
        seed: The same seed gives the same run on every machine, unless a time limit stops it; by default 0.
        time_limit: Stop after this number of seconds. If it is too short to begin, `LimitReached` is raised.
        cancel: Stop once its ``is_set()`` is true: a `threading.Event` that another thread sets.
        step_limit: Stop after this number of steps. Without a limit on time or steps, each search has its own.
        restart_after: Restart after this number of steps without improvement; by default it depends on the problem.
        start: Values to begin with, for some or all variables. Values that a unary constraint forbids are ignored.
        assuming: Values that some variables must have, in this search only.
        progress: A function that is called about ten times a second, and once at the end.

    """

    seed: int | None
    time_limit: float | None
    cancel: Cancel | None
    step_limit: int | None
    restart_after: int | None
    start: Mapping[Any, object] | None
    assuming: Mapping[Any, object] | None
    progress: Callable[[Progress], object] | None


class LocalResult(NamedTuple, Generic[N, V]):
    """The best assignment that a local search has found; it is a solution only if `solved` is true.

    *violated* has the violated assumptions, then the constraints that `Problem.violations` returns. *stated* is the
    number of constraints. *reason* is "solved", "step limit", "time limit", "cancelled", or "impossible". The last one
    means that unary constraints, the last of them *refuted_by*, leave some variable without a value: only then does a
    local search know that there is no solution.
    """

    assignment: Solution[N, V]
    violated: tuple[Constraint, ...]
    steps: int
    restarts: int
    seconds: float
    reason: str
    stated: int
    refuted_by: Constraint | None = None

    @property
    def solved(self) -> bool:
        """Whether no constraint is violated."""
        return not self.violated

    def __str__(self) -> str:
        spent = plural(self.steps, "step")
        if self.restarts:
            spent += f" and {plural(self.restarts, 'restart')}"
        if self.solved:
            return f"solved after {spent}"
        found = f"best found, {len(self.violated)} of {plural(self.stated, 'constraint')} violated"
        why = self.reason if self.refuted_by is None else f"{self.reason}: {self.refuted_by}"
        return f"{found}, after {spent} ({why})"

    def _repr_html_(self) -> str:
        return rated_html(self, self.assignment)


class Stopped(Exception):  # noqa: N818 - not an error
    """Ends a run, for this *reason*."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason: str = reason


class Run:
    """One run of a local search: a landscape, a random generator, and the best assignment so far.

    A strategy calls `begin` once, `step` before each step and `record` after it, and `restart` when it is `stuck`. They
    raise `Stopped` or `LimitReached` to end the run.
    """

    def __init__(
        self,
        land: Landscape,
        began: float,
        start: Mapping[int, int],
        step_limit: float,
        patience: int,
        options: LocalOptions,
    ) -> None:
        self.land: Landscape = land
        self.random: Random = Random(native(options.get("seed") or 0))
        self.patience: int = options.get("restart_after") or patience
        self.step_limit: float = step_limit
        self.steps: int = 0
        self.restarts: int = 0
        self.lowest_cost: int = 0
        self._improved_at = 0
        self._start = start
        self._best: tuple[int, int] | None = None
        self._best_places: list[int] = []
        self._progress = options.get("progress")
        self._began = began
        self._next_report = inf if self._progress is None else began + _BETWEEN_REPORTS

    def begin(self) -> None:
        """Start with a random assignment; the first time with the values that the user gave."""
        self.land.randomize(self.random, self.check_clock, self._start)
        self._start = {}
        self.lowest_cost = self.land.cost
        self.reset_patience()
        self.record()

    def restart(self) -> None:
        """Start again with another assignment."""
        self.restarts += 1
        self.begin()

    def reset_patience(self) -> None:
        """Count the steps without improvement from here on."""
        self._improved_at = self.steps

    @property
    def stuck(self) -> bool:
        """Whether there were too many steps without improvement."""
        return self.steps - self._improved_at >= self.patience

    def step(self) -> None:
        """Count a step that is about to be made."""
        self.check_clock()
        if self.steps >= self.step_limit:
            raise Stopped("step limit")
        self.steps += 1

    def record(self) -> None:
        """Compare with the best assignment, and with `lowest_cost`, the lowest since the last start."""
        land = self.land
        score = (len(land.violated), land.cost)
        if self._best is None or score < self._best:
            self._best, self._best_places = score, list(land.places)
        if land.cost < self.lowest_cost:
            self.lowest_cost, self._improved_at = land.cost, self.steps
        if land.refuted_by is not None:
            raise Stopped("impossible")
        if not land.violated:
            raise Stopped("solved")

    def check_clock(self) -> None:
        """Report progress when it is due, and raise at a limit."""
        if self._next_report < inf and (now := perf_counter()) >= self._next_report:
            self._report()
            self._next_report = now + _BETWEEN_REPORTS
        pulse()

    def conclude(self) -> dict[Any, Any]:
        """Report for the last time, and return the best assignment."""
        if self._best is not None:
            self.land.assign(self._best_places)
        self._report()
        return self.land.assignment()

    def _report(self) -> None:
        if self._progress is not None:
            violated = len(self.land.violated)
            best = violated if self._best is None else min(violated, self._best[0])
            self._progress(Progress(self.steps, violated, best, perf_counter() - self._began))


def run_strategy(
    problem: Problem[N, V],
    strategy: Callable[[Run], NoReturn],
    options: LocalOptions,
    *,
    step_limit: int,
    patience: Callable[[Landscape], int],
) -> LocalResult[N, V]:
    """Run *strategy* until it is stopped.

    Without a limit in *options* it may make *step_limit* steps. Without ``restart_after``, *patience* computes it.
    """
    _check(options)
    began = perf_counter()
    assumed = problem._assumptions({"assuming": options.get("assuming")})  # noqa: SLF001 - and those of `assume`
    clock = Clock(options.get("time_limit"), options.get("cancel"))
    reset_steps()
    with clock:
        land = Landscape(problem.domains, [*assumed, *problem.constraints])
        start = _places(problem, land, options.get("start") or {})
        run = Run(land, began, start, _step_limit(options, step_limit), patience(land), options)
        try:
            strategy(run)
        except Stopped as stopped:
            reason = stopped.reason
        except LimitReached as limit:
            if clock.is_of_another(limit) or not clock.is_behind(limit):
                raise
            reason = "cancelled" if isinstance(limit, Cancelled) else "time limit"
    found = run.conclude()
    broken = [assumption for assumption in assumed if found[assumption.fact[0]] != assumption.fact[1]]
    return LocalResult(
        Solution(found),
        (*broken, *problem.violations(found)),
        run.steps,
        run.restarts,
        perf_counter() - began,
        reason,
        len(problem.constraints),
        land.refuted_by,
    )


def _step_limit(options: LocalOptions, default: int) -> float:
    limit = options.get("step_limit")
    if limit is not None:
        return limit
    return default if options.get("time_limit") is None else inf


def _places(problem: Problem[Any, Any], land: Landscape, start: Mapping[Any, object]) -> dict[int, int]:
    """Return the places of the values to begin with, by variable."""
    if not isinstance(start, Mapping):
        raise KindError(f"start= needs a mapping from variables to values, not {start!r}")
    domains = problem.domains
    found: dict[int, int] = {}
    for key, value in start.items():
        name = problem.variable(key).name
        if not has_value(domains[name], value):
            raise OptionError(f"start= gives {name} the value {value!r}, which is not in its domain")
        x = land.index[name]
        if value in land.domains[x]:
            found[x] = land.domains[x].index(value)
    return found


def _check(options: LocalOptions) -> None:
    """Raise for an option that does not exist or has a wrong value."""
    for keyword in options.keys() - LocalOptions.__annotations__.keys():
        raise KindError(f"there is no option {keyword}=; the options are {', '.join(LocalOptions.__annotations__)}")
    check_options({"time_limit": options.get("time_limit"), "seed": options.get("seed")})
    check_cancel(options.get("cancel"))
    check_count("step_limit", options.get("step_limit"))
    check_count("restart_after", options.get("restart_after"))
    if options.get("restart_after") == 0:
        raise OptionError("restart_after must be a positive integer, not 0")
    progress = options.get("progress")
    if progress is not None and not callable(progress):
        raise OptionError(f"progress must be callable, not {progress!r}")
