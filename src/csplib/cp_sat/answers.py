"""Ask CP-SAT, and answer as csplib does: solutions, None only if there is none, `LimitReached` if nobody knows yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from csplib.asking.delegates import SolutionsFromElsewhere
from csplib.asking.optimization import Optimization
from csplib.asking.options import SearchOptions, check_count, check_options, clock_for
from csplib.asking.solutions import N, Solution, V
from csplib.cp_sat.model import loaded
from csplib.cp_sat.run import Run
from csplib.cp_sat.translation import translate
from csplib.errors import OptionError
from csplib.kernel.clock import Clock
from csplib.kernel.interrupts import Cancel
from csplib.modelling.constraints.base import listed

if TYPE_CHECKING:
    from csplib.problem import Problem

__all__ = [
    "CPSatSolutions",
    "count_with_cp_sat",
    "maximize_with_cp_sat",
    "minimize_with_cp_sat",
    "solutions_with_cp_sat",
    "solve_with_cp_sat",
]


class CPSatSolutions(SolutionsFromElsewhere[N, V]):
    """The iterator over what CP-SAT finds. Its `statistics` have branches as nodes, and conflicts as failures."""


def solve_with_cp_sat(
    problem: Problem[N, V],
    *,
    assuming: Mapping[Any, object] | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
    seed: int | None = None,
    workers: int = 1,
) -> Solution[N, V] | None:
    """Find a solution with CP-SAT, or None if there is none: `Problem.solve`, by *workers* threads.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> wa, nt, sa = p.add_variables(["WA", "NT", "SA"], ["red", "green", "blue"])
    >>> p.add(wa != nt, wa != sa, nt != sa)
    >>> solution = solve_with_cp_sat(p, assuming={"WA": "red", "NT": "blue"})
    >>> solution["SA"]
    'green'
    """
    with (clock := _clock(time_limit, cancel, seed)):
        run = Run(translate(problem, assuming=assuming), clock, seed=seed, workers=workers)
    found: CPSatSolutions[N, V] = CPSatSolutions(run.first(), run.statistics, clock)
    return next(found, None)


def solutions_with_cp_sat(
    problem: Problem[N, V],
    *,
    on: Iterable[object] | None = None,
    solution_limit: int | None = None,
    assuming: Mapping[Any, object] | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
    seed: int | None = None,
) -> CPSatSolutions[N, V]:
    """Iterate over all solutions, found by CP-SAT: `Problem.solutions`.

    CP-SAT works all of them out when the first is asked for; with *on* it is called for each combination.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(4))
    >>> p.add(x * y == 6)
    >>> sorted(tuple(solution.values()) for solution in solutions_with_cp_sat(p))
    [(2, 3), (3, 2)]
    """
    check_count("solution_limit", solution_limit)
    names = None
    if on is not None:
        names = [problem.variable(one).name for one in listed(on, "on= needs a collection of variables")]
        if len(set(names)) < len(names):
            raise OptionError("on= names a variable twice")
    with (clock := _clock(time_limit, cancel, seed)):
        run = Run(translate(problem, assuming=assuming), clock, seed=seed)
    found = run.every(solution_limit) if names is None else run.each(names)
    return CPSatSolutions(found, run.statistics, clock, solution_limit)


def _clock(time_limit: float | None, cancel: Cancel | None, seed: int | None) -> Clock:
    """Make the clock of a question, if the options make sense. To import the solver is no part of the question."""
    loaded()
    options = SearchOptions(time_limit=time_limit, cancel=cancel, seed=seed)
    check_options(options)
    return clock_for(options)


def count_with_cp_sat(
    problem: Problem[Any, Any],
    limit: int | None = None,
    *,
    on: Iterable[object] | None = None,
    assuming: Mapping[Any, object] | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
    seed: int | None = None,
) -> int:
    """Count the solutions with CP-SAT, up to *limit* if there is one: `Problem.count`.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> _ = p.add_variables("abc", range(4))
    >>> count_with_cp_sat(p), count_with_cp_sat(p, 2), count_with_cp_sat(p, on="ab")
    (64, 2, 16)
    """
    check_count("limit", limit)
    found = solutions_with_cp_sat(
        problem, on=on, solution_limit=limit, assuming=assuming, time_limit=time_limit, cancel=cancel, seed=seed
    )
    while found.advance():
        pass
    return found.statistics.solutions


def minimize_with_cp_sat(
    problem: Problem[N, V],
    objective: object,
    *,
    assuming: Mapping[Any, object] | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
    seed: int | None = None,
    workers: int = 1,
) -> Optimization[N, V]:
    """Find the solution with the least *objective*: `Problem.minimize`, but only the best one comes.

    If the time is up before it is known to be the best, the status says so.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(1, 20))
    >>> p.add(x * y >= 50)
    >>> found = minimize_with_cp_sat(p, x + y)
    >>> found.finish().objective, found.status.value
    (15, 'optimal')
    """
    return _optimization(problem, objective, 1, assuming, _clock(time_limit, cancel, seed), seed, workers)


def maximize_with_cp_sat(
    problem: Problem[N, V],
    objective: object,
    *,
    assuming: Mapping[Any, object] | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
    seed: int | None = None,
    workers: int = 1,
) -> Optimization[N, V]:
    """Find the solution with the greatest *objective*: `Problem.maximize`, but only the best one comes.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> beer, wine = p.add_variables(["beer", "wine"], range(10))
    >>> p.add(3 * beer + 5 * wine <= 20)
    >>> maximize_with_cp_sat(p, 4 * beer + 7 * wine).finish()
    Improvement(solution=Solution({'beer': 0, 'wine': 4}), objective=28)
    """
    return _optimization(problem, objective, -1, assuming, _clock(time_limit, cancel, seed), seed, workers)


def _optimization(
    problem: Problem[N, V],
    objective: object,
    sign: int,
    assuming: Mapping[Any, object] | None,
    clock: Clock,
    seed: int | None,
    workers: int,
) -> Optimization[N, V]:
    term = problem._checked_objective(objective)  # noqa: SLF001 - the same house
    with clock:
        translation = translate(problem, assuming=assuming, objective=term)
        run = Run(translation, clock, seed=seed, workers=workers)
    if translation.goal is not None:
        (translation.cp.minimize if sign > 0 else translation.cp.maximize)(translation.goal.expr)
    found: CPSatSolutions[N, V] = CPSatSolutions(run.first(), run.statistics, clock)
    return Optimization(found, term, sign)
