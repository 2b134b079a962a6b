"""Solutions, one at a time: what a search yields, in the user's names and values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, ItemsView, Iterator, Mapping, ValuesView
from enum import Enum
from itertools import product
from math import prod
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic

from csplib.bits import size_of
from csplib.errors import CSPError, LimitReached
from csplib.notebook import run_html, solution_html
from csplib.progress import SearchProgress, reporter_for
from csplib.pulse import Both, Deadline, pulse
from csplib.search import Search
from csplib.statistics import Statistics
from csplib.terms import Term

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self, TypeVar

    N = TypeVar("N", bound=Hashable, default=Any)
    V = TypeVar("V", bound=Hashable, default=Any)
else:  # the defaults are for type checkers, and typing_extensions takes long to load
    from typing import TypeVar

    N = TypeVar("N", bound=Hashable)
    V = TypeVar("V", bound=Hashable)

__all__ = ["N", "Solution", "Solutions", "Status", "V"]


class Status(Enum):
    """How a search stands, or how it ended."""

    RUNNING = "running"
    COMPLETE = "found all"
    OPTIMAL = "optimal"
    UNSATISFIABLE = "no solution"
    LIMIT = "stopped at a limit"
    CLOSED = "closed early"


class Solution(Mapping[N, V]):
    """A value for each variable, by name or by `Variable`. It cannot be changed, and equals any mapping like it.

    Expressions have their values too, where all their variables have one.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x = p.add_variable("x", [7])
    >>> solution = p.solve()
    >>> solution["x"], solution[x], solution[x * x + 1], solution == {"x": 7}
    (7, 7, 50, True)
    """

    __slots__ = ("_values",)

    def __init__(self, values: dict[N, V]) -> None:
        self._values = values

    def __getitem__(self, key: N | Term) -> V:
        if isinstance(key, Term):
            values: Any = self._values
            value: V = key.evaluate(values)
            return value
        return self._values[key]

    def __iter__(self) -> Iterator[N]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def values(self) -> ValuesView[V]:
        """Give the values, in the order of the variables."""
        return self._values.values()

    def items(self) -> ItemsView[N, V]:
        """Give the names with their values."""
        return self._values.items()

    def __eq__(self, other: object) -> bool:
        return self._values == (other._values if isinstance(other, Solution) else other)

    def __contains__(self, key: object) -> bool:
        return (key.name if isinstance(key, Term) and not key.offset else key) in self._values

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        return f"Solution({self._values!r})"

    def _repr_html_(self) -> str:
        return solution_html(self._values)


class Solutions(Iterator[Solution[N, V]], Generic[N, V]):
    """A lazy iterator over solutions: pause it, abandon it, close it, run several side by side.

    `status` and `statistics` are true at any moment, `statistics.seconds` between two solutions. When a limit on time
    or nodes is hit the iteration ends with the status LIMIT, unless there was no solution before: then `LimitReached`
    is raised, so that nothing else ever looks like "no solution".
    """

    def __init__(
        self,
        search: Search,
        on: list[int] | None = None,
        *,
        time_limit: float | None = None,
        solution_limit: int | None = None,
        progress: Callable[[SearchProgress], object] | bool | None = None,
    ) -> None:
        self._search = search
        self._statistics = search.state.statistics
        self._reporter = reporter_for(progress, search.state.statistics, search.look)
        self._on = on
        self._time_limit = time_limit
        self._solution_limit = solution_limit
        self._status = Status.RUNNING
        self._running = False
        self._block: Iterator[Solution[N, V]] | None = None
        self._block_ends = 0
        self._first: Solution[N, V] | None = None

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

    def __next__(self) -> Solution[N, V]:
        solution = self._next_of_block()
        if solution is not None:
            return solution
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
        if self._next_of_block() is not None:
            return True
        self._block = self._first = None
        started = perf_counter()
        if self._time_limit is not None or self._reporter is not None:
            self._search.state.pulse = self._pulse()
        self._running = True
        try:
            found = self._search.advance()
        except BaseException as stop:
            self._end(Status.CLOSED)
            self._explain(stop)
            raise
        finally:
            self._running = False
            self.statistics.seconds += perf_counter() - started
        if self._status is not Status.RUNNING:
            self._search.leave()
            return False
        if not found:
            self._end(Status.COMPLETE if self.statistics.solutions else Status.UNSATISFIABLE)
        if found and self._search.free:
            self._enter_block()
        return found

    def _pulse(self) -> Callable[[], None]:
        """Give what is to be called now and then: the clock, the reporter, or both."""
        if self._time_limit is None:
            return pulse if self._reporter is None else self._reporter
        deadline = Deadline(self._time_limit, self.statistics.seconds)
        return deadline if self._reporter is None else Both(self._reporter, deadline)

    def _end(self, status: Status) -> None:
        """End the search, with a last report."""
        self._status, self._block = status, None
        if not self._running:
            self._search.leave()
        if self._reporter is not None:
            self._reporter.end()

    def _enter_block(self) -> None:
        """Stand at the first of all combinations of free variables."""
        state = self._search.state
        size = prod([size_of(state.cells[x].mask) for x in self._search.free])
        self._block, self._block_ends = _combinations(self._search), state.statistics.solutions + size - 1
        self._first = next(self._block)

    def _next_of_block(self) -> Solution[N, V] | None:
        """Give the next solution, if it differs from this one in free variables alone."""
        statistics = self._search.state.statistics
        if self._block is None or statistics.solutions in (self._block_ends, self._solution_limit):
            return None
        statistics.solutions += 1
        return next(self._block)

    def skip(self) -> int:
        """Pass over the solutions that differ from this one in free variables alone; return how many."""
        if self._block is None:
            return 0
        statistics = self.statistics
        end = self._block_ends if self._solution_limit is None else min(self._block_ends, self._solution_limit)
        skipped, statistics.solutions, self._block = end - statistics.solutions, end, None
        return skipped

    def _explain(self, stop: BaseException) -> None:
        """Tell our own limit from whatever a user's function raised, which must not look like an end of the search."""
        if isinstance(stop, StopIteration):
            raise RuntimeError("a function handed to the search raised StopIteration") from stop  # noqa: TRY004
        if isinstance(stop, LimitReached) and stop.statistics is None:
            self._status = Status.LIMIT
            stop.found = self.statistics.solutions
            stop.statistics = self.statistics

    def _decoded(self) -> Solution[N, V]:
        if self._first is not None:
            return self._first
        csp = self._search.csp
        cells = self._search.state.cells
        names: list[Any] = csp.names
        values: list[Any] = csp.values
        chosen = range(csp.stated) if self._on is None else self._on
        return Solution({names[x]: values[x][cells[x].mask] for x in chosen})

    def _repr_html_(self) -> str:
        return run_html(self._status.value, self.statistics.as_dict())

    def improve(self, bound: int, objective: int) -> None:
        """Ask for better solutions from now on: see `Optimization`."""
        if self._reporter is not None:
            self._reporter.best = objective
        self._search.improve(bound)

    def close(self) -> None:
        """End the search now; a search that has ended already keeps its status."""
        if self._status is Status.RUNNING:
            self._end(Status.CLOSED)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _combinations(search: Search) -> Iterator[Solution[Any, Any]]:
    """Spell out what a search stands at: every combination of the values that free variables have left."""
    csp, cells = search.csp, search.state.cells
    names: list[Any] = [csp.names[x] for x in search.free]
    choices = [csp.values_in(x, cells[x].mask) for x in search.free]
    fixed: dict[Any, Any] = {csp.names[x]: csp.values[x].get(cells[x].mask) for x in range(csp.stated)}
    for row in product(*choices):
        values = fixed.copy()
        values.update(zip(names, row))  # noqa: B905 - of the same length
        yield Solution(values)
