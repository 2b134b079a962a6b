"""A question put to workers: which ones, about which pieces, until when."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from time import time
from typing import TYPE_CHECKING, Any

from csplib.errors import LimitReached, OptionError
from csplib.options import SearchOptions
from csplib.parallel.gathering import Answer, Function, Task, gather
from csplib.parallel.pieces import Cutter, Piece, checked_pieces
from csplib.parallel.work import Row
from csplib.pulse import Deadline, pulse
from csplib.solution import Solution

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from csplib.problem import Problem

__all__ = ["PIECES_PER_WORKER", "Question"]

PIECES_PER_WORKER = 30
_UNDER_WAY_PER_WORKER = 2


class Question:
    """What is asked: of which workers, about which pieces, until when."""

    def __init__(
        self,
        executor: Executor,
        problem: Problem[Any, Any],
        options: SearchOptions,
        pieces: int | None,
        on: Iterable[object] | None = None,
    ) -> None:
        if options.get("observer") is not None:
            raise OptionError("observer= cannot be used with an executor: it would not hear of what workers do")
        known = getattr(executor, "_max_workers", None)
        workers = known if isinstance(known, int) and known > 0 else os.cpu_count() or 1
        self.pieces: int = PIECES_PER_WORKER * workers if pieces is None else checked_pieces(pieces)
        self.workers: int = max(workers, self.pieces // PIECES_PER_WORKER)
        self.cutter: Cutter = Cutter(problem, options, on)
        self._names = [self.cutter.names[x] for x in self.cutter.on]
        self._values = [self.cutter.values[x] for x in self.cutter.on]
        self._options: dict[str, Any] = {keyword: value for keyword, value in options.items() if value is not None}
        seconds = self._options.get("time_limit")
        self.until: float | None = None if seconds is None else time() + seconds
        self._pulse = pulse if seconds is None else Deadline(seconds)
        self.cutter.state.pulse = self._pulse
        alike = [keyword for keyword in self._options if keyword not in ("assuming", "time_limit")]
        self._shared: dict[str, Any] = {keyword: self._options[keyword] for keyword in alike}
        if on is not None:
            self._shared["on"] = self._names
        self._executor, self._problem = executor, problem

    def cut(self) -> list[Piece]:
        """Cut the problem, if it is not refuted at once."""
        return self.cutter.cut(self.cutter.whole(), self.pieces)

    def gather(
        self, function: Function, tasks: Iterable[Task | None], **more: object
    ) -> Generator[tuple[int, Answer], None, None]:
        """Have *function* run on each of *tasks*; *more* is shared by them, along with the options."""
        shared, room = {**self._shared, **more}, _UNDER_WAY_PER_WORKER * self.workers
        return gather(self._executor, function, self._problem, tasks, shared=shared, room=room, pulse=self._pulse)

    def decoded(self, row: Row) -> Solution[Any, Any]:
        """Spell a row out in the values of the problem itself, not in copies of them."""
        chosen = [values[place] for values, place in zip(self._values, row, strict=True)]
        return Solution(dict(zip(self._names, chosen, strict=True)))

    def solution(self, answer: Answer | None) -> Solution[Any, Any] | None:
        """Give the solution in *answer*, if there is one."""
        return None if answer is None else self.decoded(answer.result().rows[0])

    def limit_reached(self, keyword: str, found: int) -> LimitReached:
        """Say which limit it was."""
        return LimitReached(f"stopped at {keyword}={self._options.get(keyword)}", found)
