"""Min-conflicts: mend what is broken, one variable at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from csplib.asking.options import takes
from csplib.asking.solutions import N, V
from csplib.errors import OptionError
from csplib.local_search.landscape import Landscape, best_place, pick
from csplib.local_search.running import LocalOptions, LocalResult, Run, run_locally

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from csplib.problem import Problem

__all__ = ["min_conflicts"]

_MOST_STEPS = 100_000


@takes(LocalOptions)
def min_conflicts(problem: Problem[N, V], *, noise: float = 0.1, **options: Unpack[LocalOptions]) -> LocalResult[N, V]:
    """Draw a variable of a violated constraint and give it the value that violates least, again and again.

    A step is one such variable; without a limit there are 100,000 of them. With probability *noise* the variable takes
    any value instead, which leads out of dead ends.

    Book: MIN-CONFLICTS (Minton and others 1992), which draws among all variables in conflict; by way of a constraint,
    and with noise, after WalkSAT (Selman, Kautz and Cohen 1994).
    Complexity of a step: one look at each value of the variable for each of its constraints.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> a, b, c = p.add_variables("abc", ["red", "green"])
    >>> p.add(a != b, b != c)
    >>> print(min_conflicts(p).solved)
    True
    >>> p.add(a != c)
    >>> print(min_conflicts(p, step_limit=50))
    best found, 1 of 3 constraints violated, after 50 steps (step limit)
    """
    if not 0 <= noise <= 1:
        raise OptionError(f"noise={noise!r} is not a probability")
    return run_locally(problem, lambda run: _mend(run, noise), options, most=_MOST_STEPS, patience=_patience)


def _patience(land: Landscape) -> int:
    return 2_000 + 100 * len(land.movable)


def _mend(run: Run, noise: float) -> NoReturn:
    land, random = run.land, run.random
    run.begin()
    while True:
        if run.stuck:
            run.restart()
        run.step()
        x = land.a_culprit(random)
        if random.random() < noise:
            land.move(x, pick(random, len(land.domains[x])))
        else:
            land.move(x, best_place(random, land.rate(x), land.places[x]))
        run.note()
