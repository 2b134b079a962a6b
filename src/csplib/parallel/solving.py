"""One solution, or the number of solutions, from the answers of workers."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from csplib.errors import LimitReached
from csplib.parallel.gathering import Answer, WorkerLost
from csplib.parallel.work import count_piece, solve_piece

if TYPE_CHECKING:
    from csplib.parallel.question import Question
    from csplib.parallel.work import Row

__all__ = ["first_row", "total"]


def first_row(question: Question) -> Row | None:
    """Return the solution of the first piece that has one, or None. Pieces after it are abandoned."""
    cut = question.cut_near()
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
        lost.found = None if first is None else question.solution(first.result().rows[0])
        lost.unfinished = list(waiting.values())
        raise
    except LimitReached:
        if first is None:
            raise
    if first is None and stopped_at is not None:
        raise question.limit_reached(stopped_at, 0)
    row: Row | None = None if first is None else first.result().rows[0]
    return row


def total(question: Question, limit: int | None) -> int:
    """Return the number of solutions in all pieces, up to *limit*."""
    found, stopped_at = 0, None
    cut = [] if limit == 0 else question.cut()
    waiting = dict(enumerate(cut))
    tasks = ((piece, question.until, None if limit is None else limit - found) for piece in cut)
    try:
        with closing(question.gather(count_piece, tasks)) as answers:
            for number, answer in answers:
                part = answer.result()
                del waiting[number]
                found += part.number
                question.statistics.solutions = found
                stopped_at = stopped_at or part.stopped_at
                if limit is not None and found >= limit:
                    return limit
    except WorkerLost as lost:
        lost.found, lost.unfinished = found, list(waiting.values())
        raise
    except LimitReached as reached:
        reached.found = found
        raise
    if stopped_at is not None:
        raise question.limit_reached(stopped_at, found)
    return found
