"""Better and better solutions, from the answers of workers, in the order of the pieces."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from csplib.errors import LimitReached
from csplib.parallel.gathering import WorkerLost
from csplib.parallel.work import Part, Row, add_up, improve_piece

if TYPE_CHECKING:
    from csplib.modelling.terms import Term
    from csplib.parallel.question import Question

__all__ = ["improving_rows"]


def improving_rows(question: Question, objective: Term, sign: int) -> Generator[Row, None, None]:
    """Yield the best solution of each piece that has a better one than all pieces before it.

    Pieces are sent out in order, with the best cost known by then, and read in order too: so with the same number
    of pieces the same solutions come, whichever worker is faster.
    """
    return _Contest(question, objective, sign).records()


class _Entry(NamedTuple):
    """The best solution of a piece."""

    cost: int
    row: Row


class _Contest:
    """Pieces that compete: each is searched for better solutions than those known when it is sent out."""

    def __init__(self, question: Question, objective: Term, sign: int) -> None:
        self._question = question
        self._objective, self._sign = objective, sign
        self._best: _Entry | None = None
        self._stopped_at: str | None = None

    def records(self) -> Generator[Row, None, None]:
        """Yield the rows, see `improving_rows`. A limit must not lose the best of those that came out of order."""
        question = self._question
        cut = question.cut_near()
        waiting = dict(enumerate(cut))
        entries: dict[int, _Entry | None] = {}
        tasks = ((piece, question.until, self._best and self._best.cost - 1) for piece in cut)
        shown: _Entry | None = None
        turn = 0
        try:
            with closing(question.gather(improve_piece, tasks, objective=self._objective, sign=self._sign)) as answers:
                for number, answer in answers:
                    entries[number] = self._entered(answer.result())
                    del waiting[number]
                    while turn in entries:
                        if _is_better(entry := entries.pop(turn), shown):
                            shown = entry
                            yield entry.row
                        turn += 1
        except WorkerLost as lost:
            lost.found = None if self._best is None else question.solution(self._best.row)
            lost.unfinished = list(waiting.values())
            raise
        except LimitReached:
            if _is_better(self._best, shown):
                yield self._best.row
            raise
        if self._stopped_at is not None:
            raise question.limit_reached(self._stopped_at, 0)

    def _entered(self, part: Part) -> _Entry | None:
        """Note the answer about a piece; return its best solution, if it has one."""
        add_up(self._question.statistics, part.statistics)
        self._stopped_at = self._stopped_at or part.stopped_at
        if not part.rows:
            return None
        (row,) = part.rows
        entry = _Entry(self._sign * self._objective.evaluate(self._question.solution(row)), row)
        if _is_better(entry, self._best):
            self._best = entry
            self._question.note_best(self._sign * entry.cost)
        return entry


def _is_better(entry: _Entry | None, other: _Entry | None) -> TypeGuard[_Entry]:
    return entry is not None and (other is None or entry.cost < other.cost)
