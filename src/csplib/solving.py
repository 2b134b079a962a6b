"""The questions one can ask about a problem, as functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from typing import TYPE_CHECKING, Any

from csplib.constraints.logic import AnyOf
from csplib.errors import LimitReached, OptionError
from csplib.expressions import Expression
from csplib.options import QuestionOptions
from csplib.problem import Problem
from csplib.solution import N, Solution, Solutions, Status, V

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["count_solutions", "pareto", "solutions", "solve"]


def solve(problem: Problem[N, V], **options: Unpack[QuestionOptions]) -> Solution[N, V] | None:
    """Find a solution: `Problem.solve`."""
    return problem.solve(**options)


def solutions(problem: Problem[N, V], **options: Unpack[QuestionOptions]) -> Solutions[N, V]:
    """Iterate over all solutions: `Problem.solutions`."""
    return problem.solutions(**options)


def count_solutions(problem: Problem[N, V], limit: int | None = None, **options: Unpack[QuestionOptions]) -> int:
    """Count the solutions: `Problem.count`.

    >>> p: Problem[str, int] = Problem()
    >>> _ = p.add_variables("ab", [0, 1])
    >>> count_solutions(p)
    4
    """
    return problem.count(limit, **options)


def pareto(
    problem: Problem[N, V], *objectives: Expression, **options: Unpack[QuestionOptions]
) -> Iterator[Solution[N, V]]:
    """Iterate over solutions that cannot be better in one of *objectives* without being worse in another.

    All are to be small; write ``-x`` for what should be great. Each combination of values that cannot be bettered
    comes once. Limits are for each of the searches behind it, and raise `LimitReached`.

    >>> p = Problem()
    >>> price, days = p.add_variables(["price", "days"], range(1, 7))
    >>> p.add(price * days >= 6)
    >>> sorted(tuple(best.values()) for best in pareto(p, price, days))
    [(1, 6), (2, 3), (3, 2), (6, 1)]
    """
    if not objectives:
        raise OptionError("pareto needs at least one objective")
    rest = copy(problem)
    while (found := rest.solve(**options)) is not None:
        near = copy(rest)
        near.add(*[term <= _worth(term, found) for term in objectives])
        search = near.minimize(sum(objectives), **options)
        best = search.finish()
        if best is None or search.status is not Status.OPTIMAL:
            raise LimitReached("a limit came before it was known that a solution cannot be bettered")
        yield best.solution
        rest.add(AnyOf([term < _worth(term, best.solution) for term in objectives]))


def _worth(term: Expression, solution: Mapping[Any, Any]) -> Any:
    return term.evaluate(solution)
