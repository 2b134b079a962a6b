"""A question put to workers: which ones, about which pieces, until when."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from math import inf
from pathlib import Path
from tempfile import gettempdir
from time import time
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from csplib.asking.options import SearchOptions, check_options, clock_for
from csplib.asking.progress import reporter_for
from csplib.asking.solutions import Solution
from csplib.errors import LimitReached, OptionError
from csplib.kernel.statistics import Statistics
from csplib.parallel.gathering import Answer, Function, Task, gather
from csplib.parallel.pieces import Cutter, Piece, checked_pieces
from csplib.parallel.work import Lease, Row, leased, temporary_folder

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from csplib.kernel.clock import Clock
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
        if isinstance(options.get("restarts"), Iterator):
            raise OptionError("restarts= is for each piece anew: give a list, geometric() or luby(), not an iterator")
        known = getattr(executor, "_max_workers", None)
        workers = known if isinstance(known, int) and known > 0 else os.cpu_count() or 1
        self.pieces: int = PIECES_PER_WORKER * workers if pieces is None else checked_pieces(pieces)
        self.workers: int = max(workers, self.pieces // PIECES_PER_WORKER)
        check_options(options)
        self.clock: Clock = clock_for(options)
        with self.clock:
            left = self.clock.left
            self.until: float | None = None if left == inf else time() + left
            self.cutter: Cutter = Cutter(problem, options, on)
        self._names = [self.cutter.names[x] for x in self.cutter.on]
        self._values = [self.cutter.values[x] for x in self.cutter.on]
        self._options: dict[str, Any] = {keyword: value for keyword, value in options.items() if value is not None}
        self.statistics: Statistics = Statistics()
        self._cut = self._answered = 0
        self._reporter = reporter_for(options.get("progress"), self.statistics, self.look)
        self.clock.listener = self._reporter
        apart = ("assuming", "time_limit", "progress", "cancel")
        self._shared: dict[str, Any] = {key: value for key, value in self._options.items() if key not in apart}
        if on is not None:
            self._shared["on"] = self._names
        self._executor, self._problem = executor, problem
        self._lease = Lease(temporary_folder(), str(Path(gettempdir(), f"csplib-{uuid4().hex}")))

    def cut(self) -> list[Piece]:
        """Cut the problem, if it is not refuted at once."""
        pieces = self.cutter.cut(self.cutter.whole(), self.pieces)
        self._cut = len(pieces)
        return pieces

    def look(self) -> tuple[int, float | None]:
        """Tell what share of the pieces has been answered."""
        return 0, min(1.0, self._answered / self._cut) if self._cut else None

    def note_best(self, objective: int) -> None:
        """Let reports of the progress tell of the best solution so far."""
        if self._reporter is not None:
            self._reporter.best = objective

    def gather(
        self, function: Function, tasks: Iterable[Task | None], **more: object
    ) -> Generator[tuple[int, Answer], None, None]:
        """Have *function* run on each of *tasks*; *more* is shared by them, along with the options."""
        shared, room = {**self._shared, **more}, _UNDER_WAY_PER_WORKER * self.workers
        function = partial(leased, function, self._lease)
        return self._noted(gather(self._executor, function, self._problem, tasks, shared=shared, room=room))

    def _noted(self, answers: Generator[tuple[int, Answer], None, None]) -> Generator[tuple[int, Answer], None, None]:
        """Keep count of *answers*. The file of the lease is there as long as somebody waits for them."""
        file = Path(self._lease.file)
        try:
            file.touch(mode=0o600, exist_ok=False)
            with closing(answers):
                for numbered in answers:
                    self._answered += 1
                    yield numbered
        finally:
            file.unlink(missing_ok=True)
            if self._reporter is not None:
                self._reporter.end()

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
