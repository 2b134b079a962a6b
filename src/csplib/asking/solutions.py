"""Solutions, one at a time: what a search yields, in the user's names and values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic

from csplib.asking.answer import N, Solution, V
from csplib.asking.foreign_names import Unlisted
from csplib.asking.progress import SearchProgress, reporter_for
from csplib.asking.rows import Rows, RowSolution, cannot_refer
from csplib.display.notebook import run_html
from csplib.engine.free_blocks import Block
from csplib.engine.search import Search
from csplib.errors import Cancelled, CSPError, LimitReached, unexpected_stop
from csplib.kernel.clock import Clock
from csplib.kernel.statistics import Statistics

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

__all__ = ["N", "Solution", "Solutions", "Status", "V"]

_ROWS_PER_PULSE = 4096


class Status(Enum):
    """How a search stands, or how it ended."""

    RUNNING = "running"
    COMPLETE = "found all"
    OPTIMAL = "optimal"
    UNSATISFIABLE = "no solution"
    LIMIT = "stopped at a limit"
    CLOSED = "closed early"


class Solutions(Rows, Unlisted, Iterator[Solution[N, V]], Generic[N, V]):
    """A lazy iterator over solutions: pause it, abandon it, close it, run several side by side.

    `status` and `statistics` are true at any moment, `statistics.seconds` between two solutions. When a limit on time
    or nodes is hit, or ``cancel=`` is set, the iteration ends with the status LIMIT, unless there was no solution
    before: then `LimitReached` is raised, so that nothing else ever looks like "no solution".
    """

    def __init__(
        self,
        search: Search,
        on: list[int] | None = None,
        *,
        clock: Clock | None = None,
        solution_limit: int | None = None,
        progress: Callable[[SearchProgress], object] | bool | None = None,
    ) -> None:
        super().__init__(search.state.statistics)
        self._search = search
        self._reporter = reporter_for(progress, search.state.statistics, search.look)
        self._on = on
        self._clock = clock or Clock()
        if self._reporter is not None:
            self._clock.listener = self._reporter
        self._solution_limit = solution_limit
        self._status = Status.RUNNING
        self._running = False
        self._block: Block | None = None
        self._block_ends = 0
        self._combinations: Iterator[tuple[Any, ...]] | None = None
        self._row: tuple[Any, ...] = ()
        self._is_plain = False

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

    def _onward(self) -> Solution[N, V]:
        if self._next_of_block():
            return self._spelled_out(self._row)
        try:
            if not self.advance():
                raise StopIteration
        except LimitReached as limit:
            if limit.statistics is not self.statistics or not self.statistics.solutions:
                raise
            raise StopIteration from None
        return self._decoded()

    def advance(self) -> bool:
        """Go on to the next solution without spelling it out; return whether there is one.

        A limit on time or nodes raises `LimitReached`.
        """
        if self._running:
            raise CSPError("this search is under way already: it cannot be advanced from inside itself")
        if self._status is Status.RUNNING and self.statistics.solutions == self._solution_limit:
            self._end(Status.LIMIT)
        if self._status is not Status.RUNNING:
            return False
        if self._next_of_block():
            return True
        self._leave_block()
        started = perf_counter()
        self._running = True
        try:
            with self._clock:
                if self._clock.limited:
                    self._clock()
                found = self._search.advance()
        except BaseException as stop:
            if isinstance(stop, Cancelled) and self._clock.closed and not self._clock.is_of_another(stop):
                return False
            self._end(Status.CLOSED)
            self._explain(stop)
            raise
        finally:
            self._running = False
            self.statistics.seconds += perf_counter() - started
        if self._status is not Status.RUNNING:
            self._search.release()
            return False
        if not found:
            self._end(Status.COMPLETE if self.statistics.solutions else Status.UNSATISFIABLE)
        if found and self._search.block is not None:
            self._enter_block(self._search.block)
        return found

    def _end(self, status: Status) -> None:
        """End the search, with a last report."""
        self._status = status
        self._leave_block()
        if not self._running:
            self._search.release()
        if self._reporter is not None:
            self._reporter.end()

    def _enter_block(self, block: Block) -> None:
        """Stand at the first solution of *block*."""
        ends = self.statistics.solutions + block.size - 1
        self._block, self._block_ends = block, ends if self._solution_limit is None else min(ends, self._solution_limit)

    def _leave_block(self) -> None:
        self._block = self._combinations = None
        self._ahead = iter(())

    def _next_of_block(self) -> bool:
        """Go on to the next solution, if it is in the same block."""
        if self._block is None or self.statistics.solutions == self._block_ends:
            return False
        self._row = next(self._unfolded(self._block))
        self.statistics.solutions += 1
        self._take_short_way()
        return True

    def _unfolded(self, block: Block) -> Iterator[tuple[Any, ...]]:
        """Give the solutions of *block* as rows, behind the first one."""
        if self._combinations is None:
            if not self._places:
                csp = self._search.csp
                self._places = {name: place for place, name in enumerate(csp.names[: csp.stated])}
                self._is_plain = cannot_refer(csp.names) and cannot_refer(csp.bits)
            self._combinations = block.rows()
            self._row = next(self._combinations)
            self._take_short_way()
        return self._combinations

    def _take_short_way(self) -> None:
        """Hand the next solutions of the block to `Rows`; not all at once, so that Ctrl-C is heard."""
        if self._is_plain and self._combinations is not None:
            left = self._block_ends - self.statistics.solutions
            self._ahead = islice(self._combinations, min(left, _ROWS_PER_PULSE))

    def _spelled_out(self, row: tuple[Any, ...]) -> Solution[N, V]:
        solution: Any = RowSolution(self._places, row)
        return solution if self._is_plain else Solution(solution.as_dict())

    def skip(self) -> int:
        """Pass over the solutions that differ from this one in free variables alone; return how many."""
        if self._block is None:
            return 0
        skipped = self._block_ends - self.statistics.solutions
        self.statistics.solutions = self._block_ends
        self._leave_block()
        return skipped

    def _explain(self, stop: BaseException) -> None:
        """Tell our own limit from whatever a user's function raised, which must not look like an end of the search."""
        if isinstance(stop, StopIteration):
            raise unexpected_stop() from stop
        if isinstance(stop, LimitReached) and stop.statistics is None and not self._clock.is_of_another(stop):
            self._status = Status.LIMIT
            stop.found = self.statistics.solutions
            stop.statistics = self.statistics

    def _decoded(self) -> Solution[N, V]:
        if self._block is not None:
            self._unfolded(self._block)
            return self._spelled_out(self._row)
        csp = self._search.csp
        cells = self._search.state.cells
        names: list[Any] = csp.names
        values: list[Any] = csp.values
        chosen = range(csp.stated) if self._on is None else self._on
        return Solution({names[x]: values[x][cells[x].mask] for x in chosen})

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.statistics.solutions:,} ({self._status.value})>"

    def _repr_html_(self) -> str:
        return run_html(self._status.value, self.statistics.as_dict())

    def improve(self, bound: int, objective: int) -> None:
        """Ask for better solutions from now on: see `Optimization`."""
        if self._reporter is not None:
            self._reporter.best = objective
        self._search.improve(bound)

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
