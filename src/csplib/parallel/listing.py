"""All solutions, from the answers of workers, in the order of the pieces."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import count, islice
from typing import TYPE_CHECKING

from csplib.parallel.gathering import Answer, Task, WorkerLost
from csplib.parallel.work import Part, Row, add_up, list_piece

if TYPE_CHECKING:
    from csplib.parallel.pieces import Piece
    from csplib.parallel.question import Question

__all__ = ["rows_in_order"]

_AHEAD_PER_WORKER = 8
_MOST_ROWS = 1000


def rows_in_order(question: Question) -> Generator[Row, None, None]:
    """Return an iterator over the solutions of one piece after the other.

    A piece with too many to send is cut again, and few pieces are searched ahead of the one that is read: so memory
    stays flat.
    """
    line = _Line(question)
    return _in_order(line, question.gather(list_piece, line.tasks()))


def _in_order(line: _Line, answers: Generator[tuple[int, Answer], None, None]) -> Generator[Row, None, None]:
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
                        line.push(question.cut_again(piece))
    except WorkerLost as lost:
        lost.found, lost.unfinished = statistics.solutions, [place.piece for place in line.places]
        raise


class _Place:
    """A piece in the line, with its answer once there is one."""

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
        """Yield the pieces in order, but None while the next one is too far ahead of the first without an answer."""
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
