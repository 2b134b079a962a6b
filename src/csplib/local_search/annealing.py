"""Simulated annealing: accept all improvements, and changes for the worse with a probability that falls over time."""

from __future__ import annotations

from math import inf
from numbers import Real
from typing import TYPE_CHECKING, NoReturn

from csplib.asking.options import takes
from csplib.asking.solutions import N, V
from csplib.errors import OptionError
from csplib.kernel.random_numbers import draw_below
from csplib.local_search.landscape import Landscape
from csplib.local_search.run import LocalOptions, LocalResult, Run, run_strategy

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from csplib.problem import Problem

__all__ = ["simulated_annealing"]

_STEP_LIMIT = 1_000_000


@takes(LocalOptions)
def simulated_annealing(
    problem: Problem[N, V], *, temperature: float = 0.5, **options: Unpack[LocalOptions]
) -> LocalResult[N, V]:
    """Try a random value for a random variable; accept it by its cost and by the temperature.

    A value that raises the cost by d is accepted with probability exp(-d / t). The temperature t falls linearly from
    *temperature* to 0 within ``restart_after`` steps (or the step limit); then the search restarts. A step tries one
    value. Without a limit there are a million steps.

    Book: SIMULATED-ANNEALING (Kirkpatrick, Gelatt and Vecchi 1983).
    Complexity of a step: one evaluation of each constraint of the variable.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> a, b, c = p.add_variables("abc", range(10))
    >>> p.add(a + b + c == 20, a < b, b < c)
    >>> simulated_annealing(p).solved
    True
    """
    if not isinstance(temperature, Real) or not 0 < temperature < inf:
        raise OptionError(f"temperature must be a positive number, not {temperature!r}")
    return run_strategy(
        problem, lambda run: _anneal(run, temperature), options, step_limit=_STEP_LIMIT, patience=_patience
    )


def _patience(land: Landscape) -> int:
    return 5_000 + 2_000 * len(land.movable)


def _anneal(run: Run, temperature: float) -> NoReturn:
    land, random = run.land, run.random
    movable, domains = land.movable, land.domains
    length = int(min(run.patience, max(run.step_limit, 1)))
    run.begin()
    while True:
        for left in range(length, 0, -1):
            run.step()
            x = movable[draw_below(random, len(movable))]
            place = draw_below(random, len(domains[x]) - 1)
            place += place >= land.places[x]
            worse = land.difference(x, place)
            if worse <= 0 or random.random() < _chance(worse * length / (left * temperature)):
                land.move(x, place)
                run.record()
        run.restart()


def _chance(energy: float) -> float:
    """Return about exp(-energy), as (1 - energy/64) to the power of 64: products are the same on every machine.

    >>> round(_chance(0.5), 2), round(_chance(2), 2), _chance(100)
    (0.61, 0.13, 0.0)
    """
    chance = 1 - energy / 64
    if chance <= 0:
        return 0.0
    for _ in range(6):
        chance *= chance
    return chance
