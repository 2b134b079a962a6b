"""Min-conflicts: repair violated constraints, one variable at a time."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, NoReturn

from csplib.asking.options import takes
from csplib.asking.solutions import N, V
from csplib.errors import OptionError
from csplib.kernel.random_numbers import draw_below
from csplib.local_search.landscape import Landscape, draw_cheapest
from csplib.local_search.run import LocalOptions, LocalResult, Run, run_strategy

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from csplib.problem import Problem

__all__ = ["min_conflicts"]

_STEP_LIMIT = 100_000


@takes(LocalOptions)
def min_conflicts(problem: Problem[N, V], *, noise: float = 0.1, **options: Unpack[LocalOptions]) -> LocalResult[N, V]:
    """Draw a variable of a violated constraint, change it to the value with the least conflicts, and repeat.

    With probability *noise* the variable gets a random value instead, which leads out of local minima. A step changes
    one variable. Without a limit there are 100,000 steps.

    Book: MIN-CONFLICTS (Minton and others 1992), which draws among all variables in conflict. Drawing a
    constraint first, and the noise, come from WalkSAT (Selman, Kautz and Cohen 1994).
    Complexity of a step: one evaluation of each value of the variable for each of its constraints.

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
    if not isinstance(noise, Real) or not 0 <= noise <= 1:
        raise OptionError(f"noise must be a probability from 0 to 1, not {noise!r}")
    return run_strategy(problem, lambda run: _repair(run, noise), options, step_limit=_STEP_LIMIT, patience=_patience)


def _patience(land: Landscape) -> int:
    return 2_000 + 100 * len(land.movable)


def _repair(run: Run, noise: float) -> NoReturn:
    land, random = run.land, run.random
    run.begin()
    while True:
        if run.stuck:
            run.restart()
        run.step()
        x = land.draw_culprit(random)
        if random.random() < noise:
            land.move(x, draw_below(random, len(land.domains[x])))
        else:
            land.move(x, draw_cheapest(random, land.differences(x), land.places[x]))
        run.record()
