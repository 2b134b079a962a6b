"""Backtracking search, depth first, on a stack of its own: no recursion, so no limit on depth.

One loop serves the textbook strategies and the tuned engine. The textbook ones are handed in as functions; where
none is given the engine propagates all constraints to their fixpoint, and then every variable that has
one value left is as good as assigned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import final

from csplib.bits import Mask, is_single, size_of, split
from csplib.csp import CSP
from csplib.errors import LimitReached, OptionError
from csplib.events import Assign, Event, Found, Undo
from csplib.heuristics import Infer, Order, Select, ascending, mrv
from csplib.propagation.arc_consistency import node_consistency
from csplib.propagation.fixpoint import propagate, propagate_all
from csplib.propagation.inference import mac
from csplib.state import State

__all__ = ["Search", "backtracking_search"]

_NODES_PER_PULSE = 64


@final
class _Frame:
    """A decision: the variable, the values still to try (next one last) and the state to come back to.

    *base* and *floor* help to choose the next variable: those that have not changed since the trail was *base* high
    have at least *floor* values, or one.
    """

    def __init__(self, x: int, values: list[Mask], mark: int, projected: bool) -> None:  # noqa: FBT001 - private
        self.x: int = x
        self.values: list[Mask] = values
        self.mark: int = mark
        self.projected: bool = projected
        self.base: int = 0
        self.floor: int = 2
        self.tried: Mask = 0


@final
class Search:
    """A search that stands still at each solution.

    *on* are variables to decide first; after a solution the search goes on from the last decision about one
    of them, so that each combination of their values comes once. *node_limit* below 0 is none.
    """

    def __init__(
        self,
        csp: CSP,
        state: State,
        select: Select | None = None,
        order: Order | None = None,
        infer: Infer | None = None,
        on: Sequence[int] | None = None,
        node_limit: int = -1,
    ) -> None:
        self.csp: CSP = csp
        self.state: State = state
        self.select: Select | None = select
        self.order: Order | None = order
        self.infer: Infer | None = infer
        self.on: list[int] = [] if on is None else list(on)
        self._projecting: bool = on is not None
        self.node_limit: int = node_limit
        self._is_on: list[bool] = [False] * csp.size
        for x in self.on:
            self._is_on[x] = True
        self._frames: list[_Frame] = []
        self._base: int = 0
        self._floor: int = 2
        self._started: bool = False

    def advance(self) -> bool:
        """Go on to the next solution and stand still there; return False when there is none left."""
        self.state.pulse()
        going = self._resume()
        while going:
            x = self._choose()
            if x < 0:
                self.state.statistics.solutions += 1
                if self.state.observer is not None:
                    self.state.observer(Found(tuple(self.csp.assignment_in(self.state).values())))
                return True
            self._decide(x)
            going = self._next_value()
        return False

    def _resume(self) -> bool:
        """Make the root consistent or, after a solution, leave it."""
        if not self._started:
            self._started = True
            if self.infer is None:
                return propagate_all(self.csp, self.state) and self._close_fixed(0)
            return node_consistency(self.csp, self.state) and self._assign_given(self.infer)
        if self._projecting:
            while self._frames and not self._frames[-1].projected:
                self._take_back(self._frames[-1])
                self._frames.pop()
        return self._next_value()

    def _assign_given(self, infer: Infer) -> bool:
        """Assign the variables that have one value from the start: they are facts, not decisions."""
        state = self.state
        for x in [x for x in range(state.size) if is_single(state.cells[x])]:
            if not state.assign(x, state.cells[x]) or not self._infer(infer, x):
                return False
        return True

    def _infer(self, infer: Infer, x: int) -> bool:
        """Ask *infer*; a forgotten return must not pass for a contradiction."""
        verdict = infer(self.csp, self.state, x)
        if not isinstance(verdict, bool):
            raise OptionError(f"infer= returned {verdict!r} instead of True or False")
        return verdict

    def _decide(self, x: int) -> None:
        """Open a level for *x*."""
        state = self.state
        values = split(state.cells[x]) if self.order is None else self._ordered(self.order, x)
        values.reverse()
        frame = _Frame(x, values, len(state.trail_cells), self._projecting and self._is_on[x])
        frame.base = self._base
        frame.floor = self._floor
        self._frames.append(frame)
        state.statistics.depth = max(state.statistics.depth, len(self._frames))

    def _ordered(self, order: Order, x: int) -> list[Mask]:
        """Ask *order*; it must name each value once, or solutions would be lost or found twice."""
        values = list(order(self.csp, self.state, x))
        if sorted(values) != split(self.state.cells[x]):
            raise OptionError(
                f"order= must list each value of {self.csp.names[x]!r} once, as a single bit, not {values}"
            )
        return values

    def _next_value(self) -> bool:
        """Try values until one survives inference, going back a level where none is left; False at the very end."""
        state = self.state
        statistics = state.statistics
        while self._frames:
            frame = self._frames[-1]
            if frame.tried:
                self._take_back(frame)
            if not frame.values:
                self._frames.pop()
                continue
            if statistics.nodes == self.node_limit:
                raise LimitReached(f"stopped at node_limit={self.node_limit}")
            statistics.nodes += 1
            if not statistics.nodes % _NODES_PER_PULSE:
                state.pulse()
            frame.tried = frame.values.pop()
            if state.observer is not None:
                state.observer(
                    Assign(self.csp.names[frame.x], self.csp.values[frame.x][frame.tried], len(self._frames))
                )
            if self._try(frame):
                return True
            statistics.failures += 1
        return False

    def _try(self, frame: _Frame) -> bool:
        """Assign the value of *frame* and infer from it."""
        if not self.state.assign(frame.x, frame.tried):
            return False
        if self.infer is not None:
            return self._infer(self.infer, frame.x)
        return propagate(self.csp, self.state, frame.mark) and self._close_fixed(frame.mark)

    def _take_back(self, frame: _Frame) -> None:
        self.state.undo(frame.mark)
        if self.state.observer is not None:
            self.state.observer(Undo(self.csp.names[frame.x], self.csp.values[frame.x][frame.tried], len(self._frames)))
        frame.tried = 0

    def _close_fixed(self, since: int) -> bool:
        """Assign what the engine has fixed and propagated, so that a selection sees only what is left to decide."""
        if self.select is not None:
            state = self.state
            for x in state.trail_cells[since:] if since else list(range(state.size)):
                if x < state.size and not state.cells[x] & (state.cells[x] - 1):
                    state.close(x)
        return True

    def _choose(self) -> int:
        """Name the variable to decide next, or -1 when none is left."""
        engine = self.infer is None
        if self._projecting:
            chosen = self._smallest(on=True) if engine else self._smallest_open_on()
            if chosen >= 0:
                return chosen
        if engine and self.select is None:
            return self._smallest(on=False)
        if not self.state.open_count:
            return -1
        if self.select is None:
            return mrv(self.csp, self.state)
        chosen = self.select(self.csp, self.state)
        if not 0 <= chosen < self.state.size or not self.state.is_open(chosen):
            raise OptionError(f"select= returned {chosen}, which is not an open variable")
        return chosen

    def _smallest_open_on(self) -> int:
        """Name the open variable of *on* with the fewest values, or -1."""
        best = -1
        for x in self.on:
            if self.state.is_open(x) and (best < 0 or size_of(self.state.cells[x]) < size_of(self.state.cells[best])):
                best = x
        return best

    def _smallest(self, on: bool) -> int:  # noqa: FBT001 - private, and named where it is called
        """Name a variable with the fewest values, at least two, without looking at all of them if that can be helped.

        What has changed since the last full look is on the trail, newest last; what has not is no smaller than the
        floor that was found then. So a small one is usually found near the end of the trail, or right behind the last
        choice. With *on*, only the variables of the projection count.
        """
        self._recall(on)
        best = self._smallest_changed(on)
        if best >= 0 and size_of(self.state.cells[best]) <= self._floor:
            return best
        cells = self.state.cells
        size = self.csp.stated
        start = self._frames[-1].x + 1 if self._frames and self._frames[-1].x < size else 0
        self._base = len(self.state.trail_cells)
        for step in range(size):
            x = start + step if start + step < size else start + step - size
            domain = cells[x]
            if domain & (domain - 1) and (not on or self._is_on[x]):
                count = size_of(domain)
                if count <= self._floor:
                    return x
                if best < 0 or count < size_of(cells[best]):
                    best = x
        if best >= 0:
            self._floor = size_of(cells[best])
        return best

    def _recall(self, on: bool) -> None:  # noqa: FBT001
        """Take base and floor from the newest decision, if they speak of the same variables."""
        self._base = len(self.state.trail_cells)
        self._floor = 2
        if self._frames and self._frames[-1].projected == on:
            self._base = self._frames[-1].base
            self._floor = self._frames[-1].floor

    def _smallest_changed(self, on: bool) -> int:  # noqa: FBT001
        """Name the variable with the fewest values, at least two, among those changed since the base.

        What the last decision changed comes first, in that order; then what was changed before, newest first.
        """
        since = self._frames[-1].mark if self._frames else 0
        new = self._smallest_on_trail(since, len(self.state.trail_cells), 1, on)
        if new >= 0 and size_of(self.state.cells[new]) == 2:
            return new
        old = self._smallest_on_trail(since - 1, self._base - 1, -1, on)
        if new < 0 or (old >= 0 and size_of(self.state.cells[old]) < size_of(self.state.cells[new])):
            return old
        return new

    def _smallest_on_trail(self, first: int, stop: int, step: int, on: bool) -> int:  # noqa: FBT001
        """Name the variable with the fewest values, at least two, in a stretch of the trail, or -1."""
        cells = self.state.cells
        trail = self.state.trail_cells
        size = self.csp.stated
        best = -1
        fewest = 0
        for entry in range(first, stop, step):
            x = trail[entry]
            if x < size:
                domain = cells[x]
                rest = domain & (domain - 1)
                if rest and (not on or self._is_on[x]):
                    if not rest & (rest - 1):
                        return x
                    count = size_of(domain)
                    if best < 0 or count < fewest:
                        best = x
                        fewest = count
        return best


def backtracking_search(
    csp: CSP,
    *,
    select: Select = mrv,
    order: Order = ascending,
    infer: Infer = mac,
    observer: Callable[[Event], None] | None = None,
) -> Iterator[dict[object, object]]:
    """Yield every solution, found by the book's search with the strategies given.

    Book: BACKTRACKING-SEARCH. Unary constraints are applied first, then variables with a single value are assigned;
    everything else is left to *infer*.

    >>> from csplib import Problem, first_open, forward_check
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", [1, 2])
    >>> p.add(x != y)
    >>> list(backtracking_search(p.compile(), select=first_open, infer=forward_check))
    [{'x': 1, 'y': 2}, {'x': 2, 'y': 1}]
    """
    search = Search(csp, csp.state(observer), select, order, infer)
    while search.advance():
        yield csp.assignment_in(search.state)
