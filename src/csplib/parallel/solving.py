"""One solution, or how many: asked of all the workers of an executor."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from typing import TYPE_CHECKING, Any

from csplib.asking.keywords import search_keywords
from csplib.asking.options import SearchOptions, check_count
from csplib.asking.solutions import N, Solution, V
from csplib.errors import LimitReached
from csplib.parallel.gathering import Answer, WorkerLost
from csplib.parallel.question import Question
from csplib.parallel.work import count_piece, solve_piece

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from typing_extensions import Unpack

    from csplib.problem import Problem

__all__ = ["count_in", "solve_in"]


@search_keywords
def solve_in(
    executor: Executor, problem: Problem[N, V], *, pieces: int | None = None, **options: Unpack[SearchOptions]
) -> Solution[N, V] | None:
    """Find a solution, or None if there is none: `Problem.solve`, by all the workers of *executor*.

    It is the solution of the first piece that has one, whichever worker is faster: with the same number of *pieces*, 30
    for each worker if not given, it is the same every time. Pieces that no longer matter are abandoned.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(2, 100))
    >>> p.add(x * y == 91, x < y)
    >>> with ThreadPoolExecutor(2) as executor:
    ...     solve_in(executor, p)
    Solution({'x': 7, 'y': 13})
    """
    question = Question(executor, problem, options, pieces)
    with question.clock:
        return _first(question)


def _first(question: Question) -> Solution[Any, Any] | None:
    """Find the solution of the first piece that has one."""
    cut = question.cut()
    waiting = dict(enumerate(cut))
    first: Answer | None = None
    needed = len(cut)
    stopped_at = None
    tasks = ((piece, question.until) for number, piece in enumerate(cut) if number < needed)
    try:
        with closing(question.gather(solve_piece, tasks)) as answers:
            for number, answer in answers:
                del waiting[number]
                if answer.error is not None or answer.value.rows:
                    first, needed = (answer, number) if number < needed else (first, needed)
                else:
                    stopped_at = stopped_at or answer.value.stopped_at
                if min(waiting, default=needed) >= needed:
                    break
    except WorkerLost as lost:
        lost.found = question.solution(first)
        lost.unfinished = list(waiting.values())
        raise
    except LimitReached:
        if first is None:
            raise
    if first is None and stopped_at is not None:
        raise question.limit_reached(stopped_at, 0)
    return question.solution(first)


@search_keywords
def count_in(
    executor: Executor,
    problem: Problem[N, V],
    limit: int | None = None,
    *,
    on: Iterable[object] | None = None,
    pieces: int | None = None,
    **options: Unpack[SearchOptions],
) -> int:
    """Count the solutions, up to *limit* if there is one: `Problem.count`, by all the workers of *executor*.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(100))
    >>> p.add(x * y == 36)
    >>> with ThreadPoolExecutor(2) as executor:
    ...     count_in(executor, p), count_in(executor, p, limit=5)
    (9, 5)
    """
    check_count("limit", limit)
    question = Question(executor, problem, options, pieces, on)
    with question.clock:
        return _total(question, limit)


def _total(question: Question, limit: int | None) -> int:
    """Add up the solutions of all pieces."""
    total, stopped_at = 0, None
    cut = [] if limit == 0 else question.cut()
    waiting = dict(enumerate(cut))
    tasks = ((piece, question.until, None if limit is None else limit - total) for piece in cut)
    try:
        with closing(question.gather(count_piece, tasks)) as answers:
            for number, answer in answers:
                part = answer.result()
                del waiting[number]
                total += part.number
                question.statistics.solutions = total
                stopped_at = stopped_at or part.stopped_at
                if limit is not None and total >= limit:
                    return limit
    except WorkerLost as lost:
        lost.found, lost.unfinished = total, list(waiting.values())
        raise
    except LimitReached as reached:
        reached.found = total
        raise
    if stopped_at is not None:
        raise question.limit_reached(stopped_at, total)
    return total
