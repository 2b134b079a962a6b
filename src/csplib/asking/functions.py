"""Questions about a problem, as functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from csplib.asking.options import QuestionOptions, question_keywords
from csplib.asking.solutions import N, Solution, Solutions, V

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from csplib.problem import Problem

__all__ = ["count_solutions", "solutions", "solve"]


@question_keywords
def solve(problem: Problem[N, V], **options: Unpack[QuestionOptions]) -> Solution[N, V] | None:
    """Return a solution, or None if there is none: `Problem.solve`."""
    return problem.solve(**options)


@question_keywords
def solutions(problem: Problem[N, V], **options: Unpack[QuestionOptions]) -> Solutions[N, V]:
    """Iterate over all solutions: `Problem.solutions`."""
    return problem.solutions(**options)


@question_keywords
def count_solutions(problem: Problem[N, V], limit: int | None = None, **options: Unpack[QuestionOptions]) -> int:
    """Return the number of solutions: `Problem.count`.

    >>> from csplib import Problem
    >>> p: Problem[str, int] = Problem()
    >>> _ = p.add_variables("ab", [0, 1])
    >>> count_solutions(p)
    4
    """
    return problem.count(limit, **options)
