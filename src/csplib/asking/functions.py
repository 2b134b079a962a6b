"""The questions one can ask about a problem, as functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from typing import TYPE_CHECKING, Any

from csplib.asking.keywords import question_keywords
from csplib.asking.options import QuestionOptions, check_options, clock_for
from csplib.asking.solutions import N, Solution, Solutions, Status, V
from csplib.errors import LimitReached, OptionError
from csplib.modelling.constraints.logic import AnyOf
from csplib.modelling.expressions import Expression

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from csplib.problem import Problem

__all__ = ["count_solutions", "pareto", "solutions", "solve"]


@question_keywords
def solve(problem: Problem[N, V], **options: Unpack[QuestionOptions]) -> Solution[N, V] | None:
    """Find a solution: `Problem.solve`."""
    return problem.solve(**options)


@question_keywords
def solutions(problem: Problem[N, V], **options: Unpack[QuestionOptions]) -> Solutions[N, V]:
    """Iterate over all solutions: `Problem.solutions`."""
    return problem.solutions(**options)


@question_keywords
def count_solutions(problem: Problem[N, V], limit: int | None = None, **options: Unpack[QuestionOptions]) -> int:
    """Count the solutions: `Problem.count`.

    >>> from csplib import Problem
    >>> p: Problem[str, int] = Problem()
    >>> _ = p.add_variables("ab", [0, 1])
    >>> count_solutions(p)
    4
    """
    return problem.count(limit, **options)


@question_keywords
def pareto(
    problem: Problem[N, V], *objectives: Expression, **options: Unpack[QuestionOptions]
) -> Iterator[Solution[N, V]]:
    """Iterate over solutions that cannot be better in one of *objectives* without being worse in another.

    All are to be small; write ``-x`` for what should be great. Each combination of values that cannot be bettered
    comes once. ``time_limit`` is for all the searches behind it together, and ``node_limit`` for each; both raise
    `LimitReached`.

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
        with clock:  # which does not run while somebody looks at what was found
            best = _unbeaten(rest, objectives, options)
        if best is None:
            return
        yield best
        rest.add(AnyOf([term < _worth(term, best) for term in objectives]))


def _unbeaten(
    problem: Problem[N, V], objectives: tuple[Expression, ...], options: QuestionOptions
) -> Solution[N, V] | None:
    """Find a solution than which no other is better in one of *objectives* and worse in none."""
    found = problem.solve(**options)
    if found is None:
        return None
    near = copy(problem)
    near.add(*[term <= _worth(term, found) for term in objectives])
    search = near.minimize(sum(objectives), **options)
    best = search.finish()
    if best is None or search.status is not Status.OPTIMAL:
        raise LimitReached("a limit came before it was known that a solution cannot be bettered")
    return best.solution


def _worth(term: Expression, solution: Mapping[Any, Any]) -> Any:
    return term.evaluate(solution)
