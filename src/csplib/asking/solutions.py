"""`Solutions`: a lazy iterator over the answers of a search, and its `Status`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, Protocol

from csplib.asking.hints import HintedSolutions
from csplib.asking.progress import SearchProgress, reporter_for
from csplib.asking.solution import N, Rows, Solution, V, from_row
from csplib.display.notebook import run_html
from csplib.errors import Cancelled, CSPError, LimitReached, unexpected_stop
from csplib.kernel.clock import Clock
from csplib.kernel.statistics import Statistics

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

    from csplib.engine.free_blocks import Block

__all__ = ["N", "Solution", "Solutions", "Source", "Status", "V"]

_ROWS_PER_PULSE = 4096
_RUNNING_ALREADY = "this search is running already: it cannot be advanced from inside itself"


class Status(Enum):
    """Whether a search goes on, or how it ended."""

    RUNNING = "running"
    COMPLETE = "found all"
    OPTIMAL = "optimal"
    UNSATISFIABLE = "no solution"
    LIMIT = "stopped at a limit"
    CLOSED = "closed early"


class Source(Protocol):
    """A search that pauses at each answer: the engine's, one with the user's strategies, or one outside csplib."""

    @property
    def block(self) -> Block | None:
        """More solutions that were found together with this one, if there are any."""
        ...

    def advance(self) -> bool:
        """Search up to the next answer and count it; return False if there is none left."""
        ...

    def look(self) -> tuple[int, float | None]:
        """Return the depth of the search, and the share of the search space that was explored, if it is known."""
        ...

    def improve(self, bound: int, /) -> None:
        """Ask for solutions with an objective of at most *bound*."""
        ...

    def release(self) -> None:
        """End the search."""
        ...


class Solutions(Rows, HintedSolutions, Iterator[Solution[N, V]], Generic[N, V]):
    """A lazy iterator over solutions: pause it, abandon it, close it, run several side by side.

    `status` and `statistics` are up to date at any time, `statistics.seconds` between two solutions. When a limit on
    time or nodes is reached, or ``cancel=`` is set, the iteration ends with the status LIMIT. But if there was no
    solution before, `LimitReached` is raised: a limit never looks like "no solution".
    """

    def __init__(
        self,
        source: Source,
        statistics: Statistics,
        places: dict[Any, int],
        row: Callable[[], tuple[Any, ...]],
        *,
        plain: bool = False,
        clock: Clock | None = None,
        solution_limit: int | None = None,
        progress: Callable[[SearchProgress], object] | bool | None = None,
    ) -> None:
        """Iterate over the answers of *source*. Where it pauses, *row* returns one, with names in these *places*."""
        super().__init__(statistics, places, plain=plain)
        self._source = source
        self._read_row = row
        self._reporter = reporter_for(progress, statistics, source.look)
        self._clock = clock or Clock()
        if self._reporter is not None:
            self._clock.listener = self._reporter
        self._solution_limit = solution_limit
        self._status = Status.RUNNING
        self._running = False
        self._block: Block | None = None
        self._block_ends = 0
        self._combinations: Iterator[tuple[Any, ...]] | None = None
        self._block_row: tuple[Any, ...] = ()

    @property
    def statistics(self) -> Statistics:
        """What the search has done so far."""
        return self._statistics

    @property
    def status(self) -> Status:
        """Whether the search goes on, or why it ended."""
        return self._status

    def __iter__(self) -> Self:
        return self

    if TYPE_CHECKING:

        def __next__(self) -> Solution[N, V]: ...

    def _next_solution(self) -> Solution[N, V]:
        if self._running:
            raise CSPError(_RUNNING_ALREADY)
        try:
            if self._go_on():
                row = self._read_row() if self._block is None else self._row_in(self._block)
                solution: Solution[N, V] = from_row(self._places, row, plain=self._plain)
                self._unfinished = False
                return solution
            self._unfinished = False
        except LimitReached as limit:
            self._fail()
            if limit.statistics is not self.statistics or not self.statistics.solutions:
                raise
        except BaseException:
            self._fail()
            raise
        raise StopIteration

    def rows(self) -> Iterator[tuple[V, ...]]:
        """Iterate over the solutions that are left as tuples of values, in the order of the variables.

        Where there are many solutions, this takes a third of the time.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(3))
        >>> p.add(x < y)
        >>> list(p.solutions().rows())
        [(0, 1), (0, 2), (1, 2)]
        """
        try:
            for solution in self:
                yield tuple(solution.values())
                while (row := next(self._ahead, None)) is not None:
                    self._statistics.solutions += 1
                    yield row
        except BaseException as stop:
            if not isinstance(stop, GeneratorExit):
                self.cut_off()
            raise

    def advance(self) -> bool:
        """Go on to the next solution without building it; return False if there is none.

        A limit on time or nodes raises `LimitReached`. Any exception ends the search: no solution is lost unnoticed.
        """
        if self._running:
            raise CSPError(_RUNNING_ALREADY)
        try:
            found = self._go_on()
            self._unfinished = False
            return found  # noqa: TRY300 - inside: an exception here loses it, too
        except BaseException:
            self._fail()
            raise

    def _fail(self) -> None:
        """End after an exception in this search itself."""
        self._clock.leave()
        self._running = False
        self.cut_off()

    def cut_off(self) -> None:
        if self._status is Status.RUNNING and not self._running:
            self._unfinished = True
            self._end(Status.CLOSED)

    def _go_on(self) -> bool:
        """Go on to the next solution, which is unfinished then; return False if there is none."""
        if self._unfinished:  # an exception has interrupted even the handling of an exception
            self.cut_off()
            return False
        self._unfinished = True
        if self._status is Status.RUNNING and self.statistics.solutions == self._solution_limit:
            self._end(Status.LIMIT)
        if self._status is not Status.RUNNING:
            return False
        if self._next_in_block():
            return True
        self._leave_block()
        found = self._search()
        if self._status is not Status.RUNNING:  # another thread has closed it, or a function that the search called
            return False
        if not found:
            self._end(Status.COMPLETE if self.statistics.solutions else Status.UNSATISFIABLE)
        elif self._source.block is not None:
            self._enter_block(self._source.block)
        return found

    def _search(self) -> bool:
        """Let the source search for the next answer, by the clock; return False if there is none."""
        started, pausing, found = perf_counter(), True, False
        self._running = True
        try:
            with self._clock:
                if self._clock.limited:
                    self._clock()
                pausing = False
                found = self._source.advance()
                pausing = True
        except BaseException as stop:
            if not isinstance(stop, Cancelled) or not self._clock.closed or self._clock.is_of_another(stop):
                self._end(Status.CLOSED)
                self._explain(stop)
                raise
        finally:
            self._running = False
            self.statistics.seconds += perf_counter() - started
            if pausing and self._status is not Status.RUNNING:  # a source that has failed is not used again
                self._source.release()
        return found

    def _end(self, status: Status) -> None:
        """End the search, with a last report."""
        self._status = status
        self._leave_block()
        if not self._running:
            self._source.release()
        if self._reporter is not None:
            self._reporter.end()

    def _explain(self, stop: BaseException) -> None:
        """Distinguish a limit of this search from an error in a user's function, which must not look like its end."""
        if isinstance(stop, StopIteration):
            raise unexpected_stop() from stop
        if isinstance(stop, LimitReached) and stop.statistics is None and not self._clock.is_of_another(stop):
            self._status = Status.LIMIT
            stop.found = self.statistics.solutions
            stop.statistics = self.statistics

    def _enter_block(self, block: Block) -> None:
        """Go to the first solution of *block*."""
        ends = self.statistics.solutions + block.size - 1
        self._block, self._block_ends = block, ends if self._solution_limit is None else min(ends, self._solution_limit)

    def _leave_block(self) -> None:
        self._block = self._combinations = None
        self._ahead = iter(())

    def _next_in_block(self) -> bool:
        """Go on to the next solution of the block; return False if there is none."""
        if self._block is None or self.statistics.solutions == self._block_ends:
            return False
        self._block_row = next(self._rows_of(self._block))
        self._ahead = iter(())
        self.statistics.solutions += 1
        return True

    def _row_in(self, block: Block) -> tuple[Any, ...]:
        """Return the current row of *block*. Leave some of the next ones to `Rows`, not all: it ignores Ctrl-C."""
        rows = self._rows_of(block)
        self._ahead = islice(rows, min(self._block_ends - self.statistics.solutions, _ROWS_PER_PULSE))
        return self._block_row

    def _rows_of(self, block: Block) -> Iterator[tuple[Any, ...]]:
        """Return the rows of *block* after the current one."""
        if self._combinations is None:
            self._combinations = block.rows()
            self._block_row = next(self._combinations)
        return self._combinations

    def skip(self) -> int:
        """Skip the solutions that differ from this one in free variables only; return their number."""
        if self._block is None:
            return 0
        skipped = self._block_ends - self.statistics.solutions
        self.statistics.solutions = self._block_ends
        self._leave_block()
        return skipped

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.statistics.solutions:,} ({self._status.value})>"

    def _repr_html_(self) -> str:
        return run_html(self._status.value, self.statistics.as_dict())

    def improve(self, bound: int, objective: int) -> None:
        """Ask for better solutions from now on: see `Optimization`."""
        if self._reporter is not None:
            self._reporter.best = objective
        self._source.improve(bound)

    def close(self) -> None:
        """End the search now; a search that has ended already keeps its status.

        Any thread may call it. A search that is under way in another thread stops within a moment: the iteration
        ends there, as if there were no more solutions, with the status CLOSED.
        """
        if self._status is Status.RUNNING:
            self._end(Status.CLOSED)
            self._clock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
