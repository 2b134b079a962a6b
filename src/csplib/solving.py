"""The questions one can ask about a problem, as functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from csplib.options import SearchOptions
from csplib.problem import Problem
from csplib.solution import N, Solution, Solutions, V

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["count_solutions", "solutions", "solve"]


def solve(problem: Problem[N, V], **options: Unpack[SearchOptions]) -> Solution[N, V] | None:
    """Find a solution: `Problem.solve`."""
    return problem.solve(**options)


def solutions(problem: Problem[N, V], **options: Unpack[SearchOptions]) -> Solutions[N, V]:
    """Iterate over all solutions: `Problem.solutions`."""
    return problem.solutions(**options)


def count_solutions(problem: Problem[N, V], limit: int | None = None, **options: Unpack[SearchOptions]) -> int:
    """Count the solutions: `Problem.count`.

    >>> p: Problem[str, int] = Problem()
    >>> _ = p.add_variables("ab", [0, 1])
    >>> count_solutions(p)
    4
    """
    return problem.count(limit, **options)
