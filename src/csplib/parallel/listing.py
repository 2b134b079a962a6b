"""All solutions, found by all the workers of an executor, one at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing
from itertools import count, islice
from typing import TYPE_CHECKING

from csplib.asking.delegates import SolutionsFromElsewhere
from csplib.asking.keywords import search_keywords
from csplib.asking.options import SearchOptions, check_count
from csplib.asking.solutions import N, Status, V
from csplib.kernel.statistics import Statistics
from csplib.parallel.gathering import Answer, Task, WorkerLost
from csplib.parallel.pieces import Piece
from csplib.parallel.question import PIECES_PER_WORKER, Question
from csplib.parallel.work import Part, Row, list_piece

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from typing_extensions import Unpack

    from csplib.problem import Problem

__all__ = ["PiecewiseSolutions", "add_up", "solutions_in"]

_AHEAD_PER_WORKER = 8
_MOST_ROWS = 1000


@search_keywords
def solutions_in(
    executor: Executor,
    problem: Problem[N, V],
    *,
    on: Iterable[object] | None = None,
    solution_limit: int | None = None,
    pieces: int | None = None,
    **options: Unpack[SearchOptions],
) -> PiecewiseSolutions[N, V]:
    """Iterate over all solutions, lazily: `Problem.solutions`, by all the workers of *executor*.

    They come in an order that depends on the problem alone: not on the workers, nor on *pieces* or a seed. Few pieces
    are searched ahead of the one that is read, and one with very many solutions is cut again: so memory stays flat.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(100))
    >>> p.add(x * y == 36, x < y)
    >>> with ThreadPoolExecutor(2) as executor:
    ...     [tuple(solution.values()) for solution in solutions_in(executor, p)]
    [(1, 36), (2, 18), (3, 12), (4, 9)]
    """
    check_count("solution_limit", solution_limit)
    question = Question(executor, problem, options, pieces, on)
    line = _Line(question)
    rows = _in_order(line, question.gather(list_piece, line.tasks()))
    return PiecewiseSolutions(question, rows, solution_limit)


class PiecewiseSolutions(SolutionsFromElsewhere[N, V]):
    """The lazy iterator of `solutions_in`. Closing or dropping it abandons the pieces that have not begun.

    Its `statistics` add up what the workers did for the pieces read so far, but `seconds` are those spent waiting.
    """

    def __init__(self, question: Question, rows: Generator[Row, None, None], solution_limit: int | None = None) -> None:
        super().__init__(map(question.decoded, rows), question.statistics, question.clock, solution_limit)
        self._rows = rows

    def advance(self) -> bool:
        going = False
        try:
            going = super().advance()
        finally:
            if not going and self.status is not Status.RUNNING:
                self._rows.close()
        return going

    def close(self) -> None:
        super().close()
        if not self._running:  # else it is closed by the thread that waits for its next row
            self._rows.close()


class _Place:
    """A piece in the line, and its answer once there is one."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self.sent = False
        self.answer: Answer | None = None


class _Line:
    """The pieces that have not been read to their end, in order."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.places: deque[_Place] = deque()
        self.under_way: dict[int, _Place] = {}

    def push(self, pieces: list[Piece]) -> None:
        """Put *pieces* in front."""
        self.places.extendleft([_Place(piece) for piece in reversed(pieces)])

    def tasks(self) -> Iterator[Task | None]:
        """Send one after the other, but not too far ahead of the first that has no answer yet."""
        cutter = self.question.cutter
        places = {x: place for place, x in enumerate(cutter.on)}
        by = [places[x] for x in cutter.order]
        for number in count():
            while (place := self._unsent()) is None:
                yield None
            place.sent = True
            self.under_way[number] = place
            yield place.piece, self.question.until, by, _MOST_ROWS

    def _unsent(self) -> _Place | None:
        near = islice(self.places, _AHEAD_PER_WORKER * self.question.workers)
        return next((place for place in near if not place.sent), None)


def _in_order(line: _Line, answers: Generator[tuple[int, Answer], None, None]) -> Generator[Row, None, None]:
    """Yield the solutions of one piece after the other; one with too many to send is cut into smaller ones."""
    question, statistics = line.question, line.question.statistics
    line.push(question.cut())
    try:
        with closing(answers):
            for number, answer in answers:
                line.under_way.pop(number).answer = answer
                while line.places and line.places[0].answer is not None:
                    part: Part = line.places[0].answer.result()
                    add_up(statistics, part.statistics)
                    yield from part.rows
                    piece = line.places.popleft().piece
                    if part.stopped_at is not None:
                        raise question.limit_reached(part.stopped_at, 0)
                    if len(part.rows) < part.number:
                        line.push(question.cutter.cut([piece], PIECES_PER_WORKER))
    except WorkerLost as lost:
        lost.found, lost.unfinished = statistics.solutions, [place.piece for place in line.places]
        raise


def add_up(total: Statistics, part: Mapping[str, int | float]) -> None:
    """Add what a worker did; solutions and seconds are counted where they are waited for."""
    total.nodes += int(part["nodes"])
    total.failures += int(part["failures"])
    total.revisions += int(part["revisions"])
    total.removed += int(part["removed"])
    total.propagations += int(part["propagations"])
    total.depth = max(total.depth, int(part["depth"]))
