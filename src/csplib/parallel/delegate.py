"""The delegate for ``executor=``: questions about a problem, answered by the workers of an executor."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from csplib.asking.delegates import RowSource
from csplib.asking.optimization import Optimization
from csplib.asking.options import named_hint
from csplib.asking.solutions import Solution, Solutions
from csplib.parallel.listing import rows_in_order
from csplib.parallel.optimizing import improving_rows
from csplib.parallel.question import Question
from csplib.parallel.solving import first_row, total

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from csplib.asking.solution import N, V
    from csplib.modelling.terms import Term
    from csplib.parallel.work import Row
    from csplib.problem import Problem

__all__ = ["Workers"]


class Workers:
    """The workers of an executor.

    `solve` returns the solution of the first piece that has one, whichever worker is faster. `solutions` has an order
    that depends on the problem alone. `optimize` yields the best solutions of pieces, in the order of the pieces.
    Statistics add up the work on the pieces read so far, but `seconds` is the time spent waiting.
    """

    def __init__(self, options: dict[str, Any]) -> None:
        self._options = dict(options)
        self._executor: Executor = self._options.pop("executor")
        self._pieces: int | None = self._options.pop("pieces", None)

    def solve(self, problem: Problem[N, V]) -> Solution[N, V] | None:
        question = self._question(problem)
        with question.clock:
            row = first_row(question)
        return None if row is None else question.solution(row)

    def solutions(self, problem: Problem[N, V], on: list[Any] | None, limit: int | None) -> Solutions[N, V]:
        question = self._question(problem, on)
        return _iterator(question, rows_in_order(question), limit)

    def count(self, problem: Problem[Any, Any], limit: int | None, on: list[Any] | None) -> int:
        question = self._question(problem, on)
        with question.clock:
            return total(question, limit)

    def optimize(self, problem: Problem[N, V], objective: Term, sign: int) -> Optimization[N, V]:
        question = self._question(problem)
        return Optimization(_iterator(question, improving_rows(question, objective, sign)), objective, sign)

    def _question(self, problem: Problem[Any, Any], on: list[Any] | None = None) -> Question:
        options: Any = {**self._options, "hint": named_hint(problem, self._options.get("hint"))}
        return Question(self._executor, problem, options, self._pieces, on)


def _iterator(
    question: Question, rows: Generator[Row, None, None], solution_limit: int | None = None
) -> Solutions[Any, Any]:
    source = RowSource(question.decoded(rows), question.statistics)
    return Solutions(
        source, question.statistics, question.places, source.row, clock=question.clock, solution_limit=solution_limit
    )
