"""Tabu search: always the best move there is, but not back to where one has just come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from csplib.asking.options import check_count, takes
from csplib.asking.solutions import N, V
from csplib.local_search.landscape import Landscape, pick
from csplib.local_search.running import LocalOptions, LocalResult, Run, run_locally

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from csplib.problem import Problem

__all__ = ["tabu_search"]

_MOST_STEPS = 20_000


@takes(LocalOptions)
def tabu_search(
    problem: Problem[N, V], *, tenure: int | None = None, **options: Unpack[LocalOptions]
) -> LocalResult[N, V]:
    """Of all moves of variables in violated constraints make the one that costs least, uphill too; no way back at once.

    A value that was given up is not taken again for *tenure* steps (if absent: a few at random and more the more
    variables are in conflict), unless that costs less than anything since the last start. A step is one move; without
    a limit there are 20,000 of them.

    After Glover 1989; for constraints, Galinier and Hao 1997.
    Complexity of a step: one look at each value of each variable in conflict for each of its constraints.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> a, b, c = p.add_variables("abc", range(10))
    >>> p.add(a * b == c, 1 < a, a < b)
    >>> tabu_search(p).solved
    True
    """
    check_count("tenure", tenure)
    return run_locally(problem, lambda run: _go(run, tenure), options, most=_MOST_STEPS, patience=_patience)


def _patience(land: Landscape) -> int:
    return 1_000 + 20 * len(land.movable)


def _go(run: Run, tenure: int | None) -> NoReturn:
    land, random = run.land, run.random
    run.begin()
    until = [[0] * len(domain) for domain in land.domains]
    while True:
        if run.stuck:
            run.restart()
            until = [[0] * len(domain) for domain in land.domains]
        run.step()
        conflicted = land.conflicted()
        if moves := _best_moves(run, conflicted, until):
            x, place = moves[pick(random, len(moves))]
            pause = 1 + pick(random, 10) + len(conflicted) * 6 // 10 if tenure is None else tenure
            until[x][land.places[x]] = run.steps + pause
            land.move(x, place)
        run.note()


def _best_moves(run: Run, variables: list[int], until: list[list[int]]) -> list[tuple[int, int]]:
    """List the moves of *variables* that cost least among those that are allowed again."""
    land = run.land
    least: int | None = None
    best: list[tuple[int, int]] = []
    for x in variables:
        run.look_up()
        now, free = land.places[x], until[x]
        for place, cost in enumerate(land.rate(x)):
            if (least is not None and cost > least) or place == now:
                continue
            if free[place] < run.steps or land.cost + cost < run.least:
                if cost != least:
                    least, best = cost, []
                best.append((x, place))
    return best
