"""Tabu search: make the best move, but do not undo recent moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from csplib.asking.options import check_count, takes
from csplib.asking.solutions import N, V
from csplib.kernel.random_numbers import draw_below
from csplib.local_search.landscape import Landscape
from csplib.local_search.run import LocalOptions, LocalResult, Run, run_strategy

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from csplib.problem import Problem

__all__ = ["tabu_search"]

_STEP_LIMIT = 20_000


@takes(LocalOptions)
def tabu_search(
    problem: Problem[N, V], *, tenure: int | None = None, **options: Unpack[LocalOptions]
) -> LocalResult[N, V]:
    """Make the cheapest move of a variable in a violated constraint, even if it raises the cost.

    A value that a variable gave up is tabu for *tenure* steps, unless it leads to the lowest cost since the last start.
    By default the tenure is a small random number that grows with the number of variables in conflict. A step is one
    move. Without a limit there are 20,000 steps.

    After Glover 1989; for constraints, Galinier and Hao 1997.
    Complexity of a step: one evaluation of each value of each variable in conflict for each of its constraints.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> a, b, c = p.add_variables("abc", range(10))
    >>> p.add(a * b == c, 1 < a, a < b)
    >>> tabu_search(p).solved
    True
    """
    check_count("tenure", tenure)
    return run_strategy(problem, lambda run: _search(run, tenure), options, step_limit=_STEP_LIMIT, patience=_patience)


def _patience(land: Landscape) -> int:
    return 1_000 + 20 * len(land.movable)


def _search(run: Run, tenure: int | None) -> NoReturn:
    land, random = run.land, run.random
    run.begin()
    allowed_after = [[0] * len(domain) for domain in land.domains]
    while True:
        if run.stuck:
            run.restart()
            allowed_after = [[0] * len(domain) for domain in land.domains]
        run.step()
        conflicted = land.in_conflict()
        if moves := _best_moves(run, conflicted, allowed_after):
            x, place = moves[draw_below(random, len(moves))]
            pause = 1 + draw_below(random, 10) + len(conflicted) * 6 // 10 if tenure is None else tenure
            allowed_after[x][land.places[x]] = run.steps + pause
            land.move(x, place)
        run.record()


def _best_moves(run: Run, variables: list[int], allowed_after: list[list[int]]) -> list[tuple[int, int]]:
    """Return the cheapest moves of *variables* that are not tabu."""
    land = run.land
    least: int | None = None
    best: list[tuple[int, int]] = []
    for x in variables:
        run.check_clock()
        now, free = land.places[x], allowed_after[x]
        for place, cost in enumerate(land.differences(x)):
            if (least is not None and cost > least) or place == now:
                continue
            if free[place] < run.steps or land.cost + cost < run.lowest_cost:
                if cost != least:
                    least, best = cost, []
                best.append((x, place))
    return best
