"""Genetic search: combine pairs of assignments, and keep the better ones."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from csplib.asking.options import check_count, takes
from csplib.asking.solutions import N, V
from csplib.errors import OptionError
from csplib.kernel.random_numbers import draw_below
from csplib.local_search.landscape import Landscape, draw_cheapest
from csplib.local_search.run import LocalOptions, LocalResult, Run, run_strategy

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from csplib.problem import Problem

__all__ = ["genetic_search"]

Individual: TypeAlias = tuple[int, list[int]]

_STEP_LIMIT = 20_000


@takes(LocalOptions)
def genetic_search(
    problem: Problem[N, V], *, population: int = 50, repairs: int = 20, **options: Unpack[LocalOptions]
) -> LocalResult[N, V]:
    """Combine two assignments of a *population*, change a value, repair; the child replaces the worst assignment.

    Each parent is the better one of two drawn at random. A child has each value from either parent, then one random
    value, then up to *repairs* steps of `min_conflicts`. It is kept if it is new and no worse than the worst. A step
    makes one individual, at random or from parents. Without a limit there are 20,000 steps.

    Book: GENETIC-ALGORITHM (Holland 1975); with repairs it is a memetic algorithm (Moscato 1989).
    Complexity of a step: one evaluation of every constraint, and the repairs.

    >>> from csplib import AllDifferent, Problem
    >>> p = Problem()
    >>> digits = p.add_variables("abcd", range(1, 5))
    >>> p.add(AllDifferent(digits), digits[0] + digits[1] == digits[2] * digits[3] - 1)
    >>> genetic_search(p).solved
    True
    """
    check_count("repairs", repairs)
    check_count("population", population)
    if not isinstance(population, Integral) or population < 2:
        raise OptionError(f"population must be an integer of at least 2, not {population!r}")
    return run_strategy(
        problem, lambda run: _evolve(run, population, repairs), options, step_limit=_STEP_LIMIT, patience=_patience
    )


def _patience(land: Landscape) -> int:
    return 1_000 + 20 * len(land.movable)


def _evolve(run: Run, population: int, repairs: int) -> NoReturn:
    land, random = run.land, run.random
    run.begin()
    while True:
        individuals = _random_population(run, population)
        run.reset_patience()
        while not run.stuck:
            run.step()
            mother, father = _parent(run, individuals), _parent(run, individuals)
            land.assign([one if random.random() < 0.5 else other for one, other in zip(mother, father, strict=True)])
            x = land.movable[draw_below(random, len(land.movable))]
            land.move(x, draw_below(random, len(land.domains[x])))
            for _ in range(repairs):
                if not land.violated:
                    break
                run.check_clock()
                x = land.draw_culprit(random)
                land.move(x, draw_cheapest(random, land.differences(x), land.places[x]))
            run.record()
            child = (land.cost, land.places)
            if child[0] <= individuals[-1][0] and child not in individuals:
                individuals[-1] = child
                individuals.sort(key=_cost)
        run.restart()


def _random_population(run: Run, population: int) -> list[Individual]:
    """Return individuals, the best first: the current assignment and random ones."""
    land = run.land
    individuals = [(land.cost, land.places)]
    while len(individuals) < population:
        run.step()
        land.randomize(run.random, run.check_clock, {})
        run.record()
        individuals.append((land.cost, land.places))
    return sorted(individuals, key=_cost)


def _parent(run: Run, individuals: list[Individual]) -> list[int]:
    """Draw two individuals, and return the better one."""
    count = len(individuals)
    return individuals[min(draw_below(run.random, count), draw_below(run.random, count))][1]


def _cost(individual: Individual) -> int:
    return individual[0]
