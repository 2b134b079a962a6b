"""Genetic search: assignments are crossed with each other, and the better ones live on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, TypeAlias

from csplib.asking.options import check_count, takes
from csplib.asking.solutions import N, V
from csplib.errors import OptionError
from csplib.local_search.landscape import Landscape, best_place, pick
from csplib.local_search.running import LocalOptions, LocalResult, Run, run_locally

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from csplib.problem import Problem

__all__ = ["genetic_search"]

Individual: TypeAlias = tuple[int, list[int]]

_MOST_STEPS = 20_000


@takes(LocalOptions)
def genetic_search(
    problem: Problem[N, V], *, population: int = 50, repairs: int = 20, **options: Unpack[LocalOptions]
) -> LocalResult[N, V]:
    """Cross two assignments of a *population*, change a value, mend a little; the child takes the place of the worst.

    Parents are drawn in pairs, of which the better one is taken. A child has each value from either parent, then one
    at random, then up to *repairs* steps of `min_conflicts`. It lives if it is new and no worse than the worst. A step
    is one individual, born or made; without a limit there are 20,000 of them.

    Book: GENETIC-ALGORITHM (Holland 1975); with repairs it is a memetic one (Moscato 1989).
    Complexity of a step: one look at every constraint, and the repairs.

    >>> from csplib import AllDifferent, Problem
    >>> p = Problem()
    >>> digits = p.add_variables("abcd", range(1, 5))
    >>> p.add(AllDifferent(digits), digits[0] + digits[1] == digits[2] * digits[3] - 1)
    >>> genetic_search(p).solved
    True
    """
    check_count("repairs", repairs)
    check_count("population", population)
    if population < 2:
        raise OptionError(f"population={population!r} is no population: there must be two at least")
    return run_locally(
        problem, lambda run: _evolve(run, population, repairs), options, most=_MOST_STEPS, patience=_patience
    )


def _patience(land: Landscape) -> int:
    return 1_000 + 20 * len(land.movable)


def _evolve(run: Run, population: int, repairs: int) -> NoReturn:
    land, random = run.land, run.random
    run.begin()
    while True:
        people = _settlers(run, population)
        run.renew()
        while not run.stuck:
            run.step()
            mother, father = _parent(run, people), _parent(run, people)
            land.settle([one if random.random() < 0.5 else other for one, other in zip(mother, father, strict=True)])
            x = land.movable[pick(random, len(land.movable))]
            land.move(x, pick(random, len(land.domains[x])))
            for _ in range(repairs):
                if not land.broken:
                    break
                run.look_up()
                x = land.a_culprit(random)
                land.move(x, best_place(random, land.rate(x), land.places[x]))
            run.note()
            child = (land.cost, land.places)
            if child[0] <= people[-1][0] and child not in people:
                people[-1] = child
                people.sort(key=_cost)
        run.restart()


def _settlers(run: Run, population: int) -> list[Individual]:
    """Make a population, the best first; the first of it is where the run began."""
    land = run.land
    people = [(land.cost, land.places)]
    while len(people) < population:
        run.step()
        land.scatter(run.random, run.look_up, {})
        run.note()
        people.append((land.cost, land.places))
    return sorted(people, key=_cost)


def _parent(run: Run, people: list[Individual]) -> list[int]:
    """Draw two, and take the better one."""
    count = len(people)
    return people[min(pick(run.random, count), pick(run.random, count))][1]


def _cost(individual: Individual) -> int:
    return individual[0]
