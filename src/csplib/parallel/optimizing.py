"""The best solution, looked for by all the workers of an executor."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from csplib.asking.keywords import search_keywords
from csplib.asking.optimization import Optimization
from csplib.asking.options import SearchOptions
from csplib.asking.solutions import N, V
from csplib.errors import LimitReached
from csplib.parallel.gathering import WorkerLost
from csplib.parallel.listing import PiecewiseSolutions, add_up
from csplib.parallel.question import Question
from csplib.parallel.work import Part, Row, improve_piece

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from typing_extensions import Unpack

    from csplib.modelling.terms import Term
    from csplib.problem import Problem

__all__ = ["maximize_in", "minimize_in"]


@search_keywords
def minimize_in(
    executor: Executor,
    problem: Problem[N, V],
    objective: object,
    *,
    pieces: int | None = None,
    **options: Unpack[SearchOptions],
) -> Optimization[N, V]:
    """Iterate over ever better solutions: `Problem.minimize`, by all the workers of *executor*.

    Each is the best one of its piece. Pieces are handed out in order, with the best cost known by then, and read in
    order too: so with the same number of *pieces* the same solutions come, whichever worker is faster.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(1, 20))
    >>> p.add(x * y >= 50)
    >>> with ThreadPoolExecutor(2) as executor:
    ...     minimize_in(executor, p, x + y).finish()
    Improvement(solution=Solution({'x': 5, 'y': 10}), objective=15)
    """
    return _optimization(executor, problem, objective, 1, pieces, options)


@search_keywords
def maximize_in(
    executor: Executor,
    problem: Problem[N, V],
    objective: object,
    *,
    pieces: int | None = None,
    **options: Unpack[SearchOptions],
) -> Optimization[N, V]:
    """Iterate over ever better solutions: `Problem.maximize`, by all the workers of *executor*."""
    return _optimization(executor, problem, objective, -1, pieces, options)


def _optimization(
    executor: Executor,
    problem: Problem[N, V],
    objective: object,
    sign: int,
    pieces: int | None,
    options: SearchOptions,
) -> Optimization[N, V]:
    term = problem._checked_objective(objective)  # noqa: SLF001 - the same house
    question = Question(executor, problem, options, pieces)
    contest = _Contest(question, term, sign)
    found: PiecewiseSolutions[N, V] = PiecewiseSolutions(question, contest.records())
    return Optimization(found, term, sign)


class _Entry(NamedTuple):
    """The best solution of a piece."""

    cost: int
    row: Row


class _Contest:
    """Pieces that compete: each is told what the best of those before it costs."""

    def __init__(self, question: Question, objective: Term, sign: int) -> None:
        self._question = question
        self._objective, self._sign = objective, sign
        self._best: _Entry | None = None
        self._stopped_at: str | None = None

    def records(self) -> Generator[Row, None, None]:
        """Yield the best solution of each piece that has a better one than all the pieces before it.

        A limit must not lose the best of those that came out of turn.
        """
        question = self._question
        cut = question.cut()
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
            lost.found = None if self._best is None else question.decoded(self._best.row)
            lost.unfinished = list(waiting.values())
            raise
        except LimitReached:
            if _is_better(self._best, shown):
                yield self._best.row
            raise
        if self._stopped_at is not None:
            raise question.limit_reached(self._stopped_at, 0)

    def _entered(self, part: Part) -> _Entry | None:
        """Take note of the answer about a piece."""
        add_up(self._question.statistics, part.statistics)
        self._stopped_at = self._stopped_at or part.stopped_at
        if not part.rows:
            return None
        (row,) = part.rows
        entry = _Entry(self._sign * self._objective.evaluate(self._question.decoded(row)), row)
        if _is_better(entry, self._best):
            self._best = entry
            self._question.note_best(self._sign * entry.cost)
        return entry


def _is_better(entry: _Entry | None, other: _Entry | None) -> TypeGuard[_Entry]:
    return entry is not None and (other is None or entry.cost < other.cost)
