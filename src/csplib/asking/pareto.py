"""`pareto`: the best compromises between several objectives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from typing import TYPE_CHECKING, Any

from csplib.asking.options import QuestionOptions, check_options, clock_for, question_keywords
from csplib.asking.solutions import N, Solution, Status, V
from csplib.errors import LimitReached, OptionError
from csplib.modelling.constraints.logic import AnyOf
from csplib.modelling.expressions import Expression

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from csplib.problem import Problem

__all__ = ["pareto"]


@question_keywords
def pareto(
    problem: Problem[N, V], *objectives: Expression, **options: Unpack[QuestionOptions]
) -> Iterator[Solution[N, V]]:
    """Iterate over solutions that cannot be better in one of *objectives* without being worse in another.

    All are minimized; write ``-x`` to maximize. Each combination of values that cannot be improved comes once.
    ``time_limit`` is for all the searches together, and ``node_limit`` for each; both raise `LimitReached`.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> price, days = p.add_variables(["price", "days"], range(1, 7))
    >>> p.add(price * days >= 6)
    >>> sorted(tuple(best.values()) for best in pareto(p, price, days))
    [(1, 6), (2, 3), (3, 2), (6, 1)]
    """
    if not objectives:
        raise OptionError("pareto needs at least one objective")
    check_options(options)
    clock = clock_for(options)
    options["time_limit"] = options["cancel"] = None
    rest = copy(problem)
    while True:
        with clock:  # which pauses between two solutions
            best = _unbeaten(rest, objectives, options)
        if best is None:
            return
        yield best
        rest.add(AnyOf([term < _value_of(term, best) for term in objectives]))


def _unbeaten(
    problem: Problem[N, V], objectives: tuple[Expression, ...], options: QuestionOptions
) -> Solution[N, V] | None:
    """Return a Pareto-optimal solution: no other one is better in one of *objectives* and worse in none."""
    found = problem.solve(**options)
    if found is None:
        return None
    near = copy(problem)
    near.add(*[term <= _value_of(term, found) for term in objectives])
    search = near.minimize(sum(objectives), **options)
    best = search.finish()
    if best is None or search.status is not Status.OPTIMAL:
        raise LimitReached("stopped at a limit before a solution was proven to be Pareto-optimal")
    return best.solution


def _value_of(term: Expression, solution: Mapping[Any, Any]) -> Any:
    return term.evaluate(solution)
