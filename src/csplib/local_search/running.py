"""What every local search shares: its options, its limits, the best assignment so far, and the result."""

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
from csplib.errors import Cancelled, KindError, LimitReached, OptionError
from csplib.kernel.arrays import native
from csplib.kernel.clock import Clock, pulse, reset_steps
from csplib.kernel.interrupts import Cancel
from csplib.local_search.landscape import Landscape
from csplib.modelling.constraints.base import Constraint

if sys.version_info >= (3, 11):
    from typing import NamedTuple
else:
    from typing_extensions import NamedTuple

if TYPE_CHECKING:
    from csplib.problem import Problem

__all__ = ["LocalOptions", "LocalResult", "Progress", "Run", "Stopped", "run_locally"]

_BETWEEN_REPORTS = 0.1


class Progress(NamedTuple):
    """How a local search stands: the constraints that are violated now, and by the *best* assignment so far."""

    steps: int
    violated: int
    best: int
    seconds: float


class LocalOptions(TypedDict, total=False):
    """The keywords that every local search takes.

    Attributes:
        seed: The same seed, the same run, everywhere (unless time stops it); 0 if absent.
        time_limit: Stop after so many seconds. If that is too short to begin at all, `LimitReached` is raised.
        cancel: Stop once its ``is_set()`` is true: a `threading.Event` that another thread sets.
        step_limit: Stop after so many steps. With neither limit each search has a limit of its own.
        restart_after: Start afresh after so many steps without getting better; if absent, by the size of the problem.
        start: Values to begin with, for some variables or all, unless a constraint on one variable forbids them.
        assuming: Values that some variables shall have, for this search alone.
        progress: Is called about ten times a second, and once at the end.

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
    """The best that a local search has found; printed, a sentence. It is a solution only if it is `solved`.

    *violated* is what `Problem.violations` says of the assignment, after any broken assumptions. *stated* is the number
    of constraints. *reason* is "solved", "step limit", "time limit", "cancelled", or "impossible" where constraints on
    single variables, down to *refuted_by*, leave nothing to choose from: the one case in which a local search knows
    that there is no solution.
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
        """Whether nothing is violated."""
        return not self.violated

    def __str__(self) -> str:
        spent = _numbered(self.steps, "step")
        if self.restarts:
            spent += f" and {_numbered(self.restarts, 'restart')}"
        if self.solved:
            return f"solved after {spent}"
        found = f"best found, {len(self.violated)} of {_numbered(self.stated, 'constraint')} violated"
        why = self.reason if self.refuted_by is None else f"{self.reason}: {self.refuted_by}"
        return f"{found}, after {spent} ({why})"

    def _repr_html_(self) -> str:
        return rated_html(self, self.assignment)


def _numbered(number: int, thing: str) -> str:
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


class Stopped(Exception):  # noqa: N818 - not an error: the run is at its end
    """The run ends here; *reason* says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason: str = reason


class Run:
    """One local search under way: a landscape, a source of chance, and what has been found so far.

    A strategy calls `begin` once, then `step` before and `note` after each step; and `restart` when it is `stuck`. All
    of these raise `Stopped` or `LimitReached` when it is time.
    """

    def __init__(
        self, land: Landscape, began: float, start: Mapping[int, int], most: float, patience: int, options: LocalOptions
    ) -> None:
        time_limit, step_limit = options.get("time_limit"), options.get("step_limit")
        self.land: Landscape = land
        self.random: Random = Random(native(options.get("seed") or 0))
        self.patience: int = options.get("restart_after") or patience
        if time_limit is not None or step_limit is not None:
            most = inf if step_limit is None else step_limit
        self.most: float = most
        self.steps: int = 0
        self.restarts: int = 0
        self.least: int = 0
        self._gained = 0
        self._start = start
        self._best: tuple[int, int] | None = None
        self._best_places: list[int] = []
        self._progress = options.get("progress")
        self._began = began
        self._next_report = inf if self._progress is None else began + _BETWEEN_REPORTS

    def begin(self) -> None:
        """Start somewhere: the first time with what was given."""
        self.land.scatter(self.random, self.look_up, self._start)
        self._start = {}
        self.least = self.land.cost
        self.renew()
        self.note()

    def restart(self) -> None:
        """Start somewhere else."""
        self.restarts += 1
        self.begin()

    def renew(self) -> None:
        """Count from here on how long it has not got better."""
        self._gained = self.steps

    @property
    def stuck(self) -> bool:
        """Whether it has not got better for too long."""
        return self.steps - self._gained >= self.patience

    def step(self) -> None:
        """Count a step that is about to be taken."""
        self.look_up()
        if self.steps >= self.most:
            raise Stopped("step limit")
        self.steps += 1

    def note(self) -> None:
        """Take note of where the search has got to; `least` is the lowest cost since the last start."""
        land = self.land
        standing = (len(land.broken), land.cost)
        if self._best is None or standing < self._best:
            self._best, self._best_places = standing, list(land.places)
        if land.cost < self.least:
            self.least, self._gained = land.cost, self.steps
        if land.refuted_by is not None:
            raise Stopped("impossible")
        if not land.broken:
            raise Stopped("solved")

    def look_up(self) -> None:
        """Look at the clock."""
        if self._next_report < inf and (now := perf_counter()) >= self._next_report:
            self._report()
            self._next_report = now + _BETWEEN_REPORTS
        pulse()

    def conclude(self) -> dict[Any, Any]:
        """Go back to the best assignment there was, and report for the last time."""
        if self._best is not None:
            self.land.settle(self._best_places)
        self._report()
        return self.land.assignment()

    def _report(self) -> None:
        if self._progress is not None:
            violated = len(self.land.broken)
            best = violated if self._best is None else min(violated, self._best[0])
            self._progress(Progress(self.steps, violated, best, perf_counter() - self._began))


def run_locally(
    problem: Problem[N, V],
    strategy: Callable[[Run], NoReturn],
    options: LocalOptions,
    *,
    most: int,
    patience: Callable[[Landscape], int],
) -> LocalResult[N, V]:
    """Let *strategy* run until it is stopped.

    If the options have no limit it may take *most* steps, and if they do not say when to restart *patience* does.
    """
    _check(options)
    began = perf_counter()
    assumed = problem._assumptions({"assuming": options.get("assuming")})  # noqa: SLF001 - what `assume` says included
    clock = Clock(options.get("time_limit"), options.get("cancel"))
    reset_steps()
    with clock:
        land = Landscape(problem.domains, [*assumed, *problem.constraints])
        start = _places(problem, land, options.get("start") or {})
        run = Run(land, began, start, most, patience(land), options)
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


def _places(problem: Problem[Any, Any], land: Landscape, start: Mapping[Any, object]) -> dict[int, int]:
    """Find the values to begin with in the domains."""
    if not isinstance(start, Mapping):
        raise KindError(f"start= needs a mapping from variables to values, not {start!r}")
    domains = problem.domains
    found: dict[int, int] = {}
    for key, value in start.items():
        name = problem.variable(key).name
        if value not in domains[name]:
            raise OptionError(f"start= gives {name} the value {value!r}, which its domain does not have")
        x = land.index[name]
        if value in land.domains[x]:
            found[x] = land.domains[x].index(value)
    return found


def _check(options: LocalOptions) -> None:
    """Refuse options that do not exist, or make no sense."""
    for keyword in options.keys() - LocalOptions.__annotations__.keys():
        raise KindError(f"there is no option {keyword}=; the options are {', '.join(LocalOptions.__annotations__)}")
    check_options({"time_limit": options.get("time_limit"), "seed": options.get("seed")})
    check_cancel(options.get("cancel"))
    check_count("step_limit", options.get("step_limit"))
    check_count("restart_after", options.get("restart_after"))
    if options.get("restart_after") == 0:
        raise OptionError("restart_after=0 leaves no step between two starts")
    progress = options.get("progress")
    if progress is not None and not callable(progress):
        raise OptionError(f"progress={progress!r} is not callable")
