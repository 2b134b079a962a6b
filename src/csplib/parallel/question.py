"""A question to workers: its executor, its pieces, its clock, and its answers."""

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
from csplib.asking.solution import Solution, from_row
from csplib.errors import LimitReached, OptionError
from csplib.kernel.statistics import Statistics
from csplib.parallel.gathering import Answer, Function, Task, gather
from csplib.parallel.pieces import Cutter, Piece
from csplib.parallel.work import Lease, Row, leased, temporary_folder

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from csplib.kernel.clock import Clock
    from csplib.problem import Problem

__all__ = ["Question"]

_PIECES_PER_WORKER = 30
_UNDER_WAY_PER_WORKER = 2


class Question:
    """A question about *problem* to the workers of *executor*, about the variables *on* if they are given."""

    def __init__(
        self,
        executor: Executor,
        problem: Problem[Any, Any],
        options: SearchOptions,
        pieces: int | None,
        on: list[Any] | None = None,
    ) -> None:
        if options.get("observer") is not None:
            raise OptionError("observer= cannot be used with an executor: workers cannot call it")
        if isinstance(options.get("restarts"), Iterator):
            raise OptionError("restarts= is used again for each piece: pass a list, geometric() or luby()")
        known = getattr(executor, "_max_workers", None)
        workers = known if isinstance(known, int) and known > 0 else os.cpu_count() or 1
        self.pieces: int = _PIECES_PER_WORKER * workers if pieces is None else pieces
        self.workers: int = max(workers, self.pieces // _PIECES_PER_WORKER)
        check_options(options)
        self.clock: Clock = clock_for(options)
        with self.clock:
            left = self.clock.left
            self.until: float | None = None if left == inf else time() + left
            self.cutter: Cutter = Cutter(problem, options.get("assuming"), on)
        names = [self.cutter.names[x] for x in self.cutter.on]
        self.places: dict[Any, int] = {name: place for place, name in enumerate(names)}
        self._values = [self.cutter.values[x] for x in self.cutter.on]
        self._options: dict[str, Any] = {keyword: value for keyword, value in options.items() if value is not None}
        self.statistics: Statistics = Statistics()
        self._cut = self._answered = 0
        self._reporter = reporter_for(options.get("progress"), self.statistics, self.look)
        self.clock.listener = self._reporter
        apart = ("assuming", "time_limit", "progress", "cancel")
        self._shared: dict[str, Any] = {key: value for key, value in self._options.items() if key not in apart}
        if on is not None:
            self._shared["on"] = names
        self._executor, self._problem = executor, problem
        self._lease = Lease(temporary_folder(), str(Path(gettempdir(), f"csplib-{uuid4().hex}")))

    def cut(self) -> list[Piece]:
        """Return the pieces; there are none if propagation refutes the problem."""
        pieces = self.cutter.cut(self.cutter.whole(), self.pieces)
        self._cut = len(pieces)
        return pieces

    def cut_near(self) -> list[Piece]:
        """Return the same pieces, those first that differ least from the hint."""
        hint = self._options.get("hint") or {}
        return sorted(
            self.cut(), key=lambda piece: sum([hint.get(name, value) != value for name, value in piece.items()])
        )

    def cut_again(self, piece: Piece) -> list[Piece]:
        """Return smaller pieces of *piece*."""
        return self.cutter.cut([piece], _PIECES_PER_WORKER)

    def look(self) -> tuple[int, float | None]:
        """Return the share of the pieces that are answered, and no depth."""
        return 0, min(1.0, self._answered / self._cut) if self._cut else None

    def note_best(self, objective: int) -> None:
        """Show the objective of the best solution so far in progress reports."""
        if self._reporter is not None:
            self._reporter.best = objective

    def gather(
        self, function: Function, tasks: Iterable[Task | None], **more: object
    ) -> Generator[tuple[int, Answer], None, None]:
        """Have workers run *function* on each of *tasks*; they share *more* and the options."""
        shared, room = {**self._shared, **more}, _UNDER_WAY_PER_WORKER * self.workers
        function = partial(leased, function, self._lease)
        return self._noted(gather(self._executor, function, self._problem, tasks, shared=shared, room=room))

    def _noted(self, answers: Generator[tuple[int, Answer], None, None]) -> Generator[tuple[int, Answer], None, None]:
        """Count *answers*. The file of the lease exists as long as they are awaited."""
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

    def decoded(self, rows: Generator[Row, None, None]) -> Generator[tuple[Any, ...], None, None]:
        """Yield *rows* in the values of the problem itself, not in copies of them."""
        with closing(rows):
            for row in rows:
                yield self._decode(row)

    def solution(self, row: Row) -> Solution[Any, Any]:
        """Return the solution that *row* stands for."""
        solution: Solution[Any, Any] = from_row(self.places, self._decode(row))
        return solution

    def _decode(self, row: Row) -> tuple[Any, ...]:
        return tuple([values[place] for values, place in zip(self._values, row, strict=True)])

    def limit_reached(self, keyword: str, found: int) -> LimitReached:
        """Return the error for the limit that *keyword* set."""
        return LimitReached(f"stopped at {keyword}={self._options.get(keyword)}", found)
