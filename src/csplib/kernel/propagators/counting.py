"""The number of variables that take certain values: between two bounds, or equal to another variable.

The propagators compare the count with two numbers: variables that have only counted values left, and variables that
have at least one (the rules of *among*, Beldiceanu and Contejean 1994). They reach domain consistency in two passes
over the scope. Over a long scope both numbers are in memory cells, and a run only looks at the changes on the trail.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, final

from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.history import History, Literal
from csplib.kernel.news import IDLE, NEVER
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import Cell, State

__all__ = ["CountBetween", "CountEquals"]

_SHORT: Final = 32


@final
class _Counter:
    """How many variables of a scope have only counted values left (*certain*), and how many at least one.

    *counted* has the counted values as bits. *integers* has them too if one of the variables is an interval. Then the
    changes on the trail do not tell enough, and every run looks at the whole scope.
    """

    def __init__(self, scope: list[int], counted: Mask, integers: Iterable[int] | None) -> None:
        self.scope: list[int] = scope
        self.counted: Mask = counted
        self.integers: list[int] | None = None if integers is None else sorted(set(integers))
        self.times: dict[int, int] = {}  # how often each variable occurs, if the scope is long
        if len(scope) > _SHORT and integers is None:
            for x in scope:
                self.times[x] = self.times.get(x, 0) + 1

    def count(self, state: State) -> tuple[int, int]:
        """Return the certain and the possible count."""
        if not self.times:
            return self._count_all(state)
        seen, certain, possible = state.memory(self, 3, NEVER)
        behind = state.height - seen.mask
        if seen.mask != NEVER and behind <= len(self.scope):
            if not self._catch_up(state, seen.mask, certain, possible) and behind <= IDLE:
                return certain.mask, possible.mask
        else:
            look_up(len(self.scope) >> 3)
            now_certain, now_possible = self._count_all(state)
            state.write(certain, now_certain)
            state.write(possible, now_possible)
        state.write(seen, state.height + 1)
        return certain.mask, possible.mask

    def _count_all(self, state: State) -> tuple[int, int]:
        certain = 0
        possible = 0
        for x in self.scope:
            cell = state.cells[x]
            domain = cell.mask
            if self.integers is not None and cell.interval is not None:
                shared = _shared(cell, self.integers)
                possible += shared > 0
                certain += shared > 0 and shared == cell.count()
            elif domain & self.counted:
                possible += 1
                if not domain & ~self.counted:
                    certain += 1
        return certain, possible

    def settle(self, state: State, *, kept: bool) -> None:
        """Keep the counted values of all variables that have some or, unless *kept*, the other values.

        This never wipes out a domain. An interval keeps what is between its new ends.
        """
        mask = self.counted if kept else ~self.counted
        for x in self.scope:
            cell = state.cells[x]
            if self.integers is None or cell.interval is None:
                if cell.mask & mask:
                    state.narrow(x, mask)
            elif kept:
                inside = [integer for integer in self.integers if cell.has(integer)]
                if inside:
                    state.at_least(x, inside[0])
                    state.at_most(x, inside[-1])
            elif _shared(cell, self.integers) < cell.count():
                for integer in self.integers:
                    state.exclude(x, integer)

    def _catch_up(self, state: State, since: int, certain: Cell, possible: Cell) -> bool:
        """Count the changes on the trail from height *since* on; return whether there are any."""
        more = 0
        fewer = 0
        for entry in range(since, state.height):
            change = state.trail[entry]
            times = self.times.get(change.cell.owner, 0)
            if times:
                if change.old & self.counted and not change.new & self.counted:
                    fewer += times
                elif change.old & ~self.counted and not change.new & ~self.counted:
                    more += times
        if more:
            state.write(certain, certain.mask + more)
        if fewer:
            state.write(possible, possible.mask - fewer)
        return more > 0 or fewer > 0

    def reason(self, past: History, x: int, number: int, *, certain: bool) -> list[Literal] | None:
        """Return why at least *number* variables other than *x* have only counted values or, if not *certain*, none.

        The answer is None if there are fewer. A variable counts as often as it occurs.
        """
        mask = self.counted if certain else ~self.counted
        found: dict[int, Mask] = {}
        for y in self.scope:
            if number > 0 and y != x and not past.domain(y) & ~mask:
                found[y] = past.first(y) & mask
                number -= 1
        return None if number > 0 else list(found.items())


def _shared(cell: Cell, integers: list[int]) -> int:
    """Return how many of *integers* the interval of *cell* has."""
    shared = 0
    for integer in integers:
        if cell.has(integer):
            shared += 1
    return shared


@final
class CountBetween(Propagator):
    """From *least* to *most* of the variables take a value in *counted*. One run leaves exactly the supported values.

    >>> state = State([0b01, 0b11, 0b10])
    >>> CountBetween([0, 1, 2], 0b01, 0, 1).propagate(state), state.domains
    (True, [1, 2, 2])
    """

    def __init__(
        self,
        scope: Sequence[int],
        counted: Mask,
        least: int,
        most: int,
        origin: object = None,
        *,
        integers: Iterable[int] | None = None,
    ) -> None:
        super().__init__(scope, origin)
        self.retires: bool = True
        self.least: int = least
        self.most: int = most
        self.counter: _Counter = _Counter(self.scope, counted, integers)

    def propagate(self, state: State) -> bool:
        certain, possible = self.counter.count(state)
        if certain > self.most or possible < self.least:
            return False
        if certain < self.least or possible > self.most:
            if certain != self.most and possible != self.least:
                return True
            self.counter.settle(state, kept=certain != self.most)
            if self.counter.integers is not None:  # an interval may have kept other values
                return True
        state.entailed = True
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        counter = self.counter
        if counter.integers is not None:
            return super().explain(past, x, gone)
        places = counter.scope.count(x)
        found: list[Literal] | None = None
        if not gone & ~counter.counted:  # too many
            found = counter.reason(past, x, self.most + 1 - places, certain=True)
        if found is None and not gone & counter.counted:  # too few
            found = counter.reason(past, x, len(counter.scope) - self.least + 1 - places, certain=False)
        return super().explain(past, x, gone) if found is None else found


@final
class CountEquals(Propagator):
    """The number of variables in *counting* with a value in *counted* equals the integer variable *total*.

    Every number between the certain and the possible count can be reached, so one run leaves exactly the supported
    values. If *total* is in *counting*, a run is sound, and exact once all variables are fixed.

    >>> state = State([0b01, 0b11, 0b11, 0b1001])
    >>> CountEquals([0, 1, 2], 0b01, 3).propagate(state), state.domains
    (True, [1, 1, 1, 8])
    """

    def __init__(
        self,
        counting: Sequence[int],
        counted: Mask,
        total: int,
        origin: object = None,
        *,
        integers: Iterable[int] | None = None,
    ) -> None:
        super().__init__(list(dict.fromkeys([*counting, total])), origin)
        self.retires: bool = True
        self.counting: list[int] = list(counting)
        self.total: int = total
        self.counter: _Counter = _Counter(self.counting, counted, integers)

    def propagate(self, state: State) -> bool:
        certain, possible = self.counter.count(state)
        if not state.at_least(self.total, certain) or not state.at_most(self.total, possible):
            return False
        if certain == possible:
            state.entailed = True
            return True
        if state.high(self.total) == certain:
            self.counter.settle(state, kept=False)
        elif state.low(self.total) == possible:
            self.counter.settle(state, kept=True)
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        if self.total in self.counting or x < 0 or self.counter.integers is not None:
            return super().explain(past, x, gone)
        if x == self.total:
            found = self._limits(past, gone)
        else:
            found = self._settled(past, x, gone)
            if found is None and past.later():  # the run has moved a limit before
                found = self._settled(past, x, gone)
        return super().explain(past, x, gone) if found is None else found

    def _limits(self, past: History, gone: Mask) -> list[Literal] | None:
        """Return why the count is none of *gone*: all are below the certain count or above the possible one."""
        counter = self.counter
        found = counter.reason(past, -1, past.most(self.total, gone) + 1, certain=True)
        if found is not None:
            past.widen(self.total, past.first_low(self.total), past.most(self.total, gone))
            return found
        found = counter.reason(past, -1, len(self.counting) - past.least(self.total, gone) + 1, certain=False)
        if found is not None:
            past.widen(self.total, past.least(self.total, gone), past.first_high(self.total))
        return found

    def _settled(self, past: History, x: int, gone: Mask) -> list[Literal] | None:
        """Return why *x* cannot have a value of *gone*: all are counted, or none is, and the count is at a limit."""
        places = self.counting.count(x)
        counter = self.counter
        if not gone & ~counter.counted:
            most = past.high(self.total)
            found = counter.reason(past, x, most + 1 - places, certain=True)
            limit = past.at_most(self.total, most)
        elif not gone & counter.counted:
            least = past.low(self.total)
            found = counter.reason(past, x, len(self.counting) - least + 1 - places, certain=False)
            limit = past.at_least(self.total, least)
        else:
            return None
        return None if found is None else [limit, *found]
