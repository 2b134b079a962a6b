"""Simulated annealing: any step downhill, and at first many uphill, but fewer and fewer."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, NoReturn

from csplib.asking.options import takes
from csplib.asking.solutions import N, V
from csplib.errors import OptionError
from csplib.local_search.landscape import Landscape, pick
from csplib.local_search.running import LocalOptions, LocalResult, Run, run_locally

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from csplib.problem import Problem

__all__ = ["simulated_annealing"]

_MOST_STEPS = 1_000_000


@takes(LocalOptions)
def simulated_annealing(
    problem: Problem[N, V], *, temperature: float = 0.5, **options: Unpack[LocalOptions]
) -> LocalResult[N, V]:
    """Try a random value for a random variable; the more it costs, and the later it is, the likelier it is refused.

    What makes things worse by d is accepted with probability exp(-d / t), where t falls from *temperature* to 0 in a
    straight line within ``restart_after`` steps (or the step limit); then it starts anew. A step is one value tried;
    without a limit there are a million of them.

    Book: SIMULATED-ANNEALING (Kirkpatrick, Gelatt and Vecchi 1983).
    Complexity of a step: one look at each constraint of the variable.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> a, b, c = p.add_variables("abc", range(10))
    >>> p.add(a + b + c == 20, a < b, b < c)
    >>> simulated_annealing(p).solved
    True
    """
    if not 0 < temperature < inf:
        raise OptionError(f"temperature={temperature!r} is not a number above 0")
    return run_locally(problem, lambda run: _anneal(run, temperature), options, most=_MOST_STEPS, patience=_patience)


def _patience(land: Landscape) -> int:
    return 5_000 + 2_000 * len(land.movable)


def _anneal(run: Run, hottest: float) -> NoReturn:
    land, random = run.land, run.random
    movable, domains = land.movable, land.domains
    length = int(min(run.patience, max(run.most, 1)))
    run.begin()
    while True:
        for left in range(length, 0, -1):
            run.step()
            x = movable[pick(random, len(movable))]
            place = pick(random, len(domains[x]) - 1)
            place += place >= land.places[x]
            worse = land.difference(x, place)
            if worse <= 0 or random.random() < _chance(worse * length / (left * hottest)):
                land.move(x, place)
                run.note()
        run.restart()


def _chance(energy: float) -> float:
    """Give exp(-energy), nearly: as (1 - energy/64) to the power of 64, since products are the same on every machine.

    >>> round(_chance(0.5), 2), round(_chance(2), 2), _chance(100)
    (0.61, 0.13, 0.0)
    """
    chance = 1 - energy / 64
    if chance <= 0:
        return 0.0
    for _ in range(6):
        chance *= chance
    return chance
