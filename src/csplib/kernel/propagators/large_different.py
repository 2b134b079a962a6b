"""AllDifferent over many variables: a value that is taken is looked at only where that can matter.

Removing each taken value from all other domains would put n²/2 wide masks on the trail. Here a variable loses taken
values late: when few are left, when the search decides it, or at a *sweep* over all variables from time to time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from csplib.kernel.bits import Mask, lowest, size_of
from csplib.kernel.clock import look_up
from csplib.kernel.history import History, Literal
from csplib.kernel.matchings import hall_set
from csplib.kernel.news import NEVER, News
from csplib.kernel.propagator import Propagator
from csplib.kernel.propagators.different import takers
from csplib.kernel.state import Cell, State
from csplib.kernel.taken import Taken, is_watched, pick, seed

__all__ = ["LargeDifferent"]

_EXACT: Final = 256  # with so many values left, or fewer, a sweep follows each taken value
_PROBES: Final = 8
_FEW: Final = 200  # variables for which a reason may need a matching


@final
class LargeDifferent(Propagator):
    """The variables of *scope*, each plus its offset, take different values.

    Each unfixed variable watches two values that are not taken, as clauses watch literals (Moskewicz, Madigan, Zhao,
    Zhang and Malik 2001). If one is taken, it looks for another. So a variable is fixed in time, but its domain may
    have taken values, which `prepare` removes before the search decides it.

    Without offsets, values are compared as bits. *alone* says that no other constraint uses the variables, which have
    equal domains: then there are no sweeps. Else there are the more sweeps, the fewer values are left. If *permutes*,
    there are as many values as variables, and a sweep looks for values with a single place left. With *integers*, some
    variables are intervals. Those lose values at their ends.

    Complexity: constant time for each value taken, on average, and for each sweep one pass over the scope.

    >>> state = State([0b0010, 0b0110, 0b1100, 0b1111])
    >>> LargeDifferent([0, 1, 2, 3]).propagate(state), state.domains
    (True, [2, 4, 8, 1])
    """

    def __init__(
        self,
        scope: Sequence[int],
        offsets: Sequence[int] = (),
        origin: object = None,
        *,
        integers: bool = False,
        alone: bool = False,
        permutes: bool = False,
        decides: bool = True,
    ) -> None:
        super().__init__(scope, origin, on_fix=True, decides=decides)
        self.offsets: list[int] = list(offsets) if offsets else [0] * len(self.scope)
        self.integers: bool = integers
        self.alone: bool = alone
        self.permutes: bool = permutes
        self.prepares: bool = True
        self.idempotent: bool = True
        self.symmetric: bool = not integers
        self.news: News = News(self.scope)

    def propagate(self, state: State) -> bool:
        count, swept = state.memory(self, 2)
        seen = state.memory(self.news, 1, NEVER)[0]
        found = state.scratch.get(self)
        taken = found if isinstance(found, Taken) else Taken(len(self.scope), self.integers)
        if seen.mask == NEVER:
            state.scratch[self] = taken
            self._begin(state, taken)
            state.write(swept, NEVER)  # the first sweep is due
        cells = state.cells
        while True:
            places = self.news.since(state, seen)
            if not places:
                if not self._is_due(state, taken, count.mask, swept.mask):
                    return True
                state.write(swept, count.mask)
                if not self._sweep(state, taken, count.mask):
                    return False
                continue
            self.news.all_seen(state, seen)
            for place in places:
                cell = cells[self.scope[place]]
                if not cell.mask & (cell.mask - 1):
                    if not self._take(state, taken, place, cell, count):
                        return False
                elif (
                    cell.interval is not None and taken.at_ends[place] and not self._tighten(state, taken, place, cell)
                ):
                    return False

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        past.later()
        found = None
        if x >= 0:
            found = self._takers(past, x, gone)
            if found is None and self.permutes:  # it is the only place for the value that it keeps
                only = past.domain(x) & ~gone
                found = [(y, past.first(y) & ~only) for y in self.scope if y != x and not past.domain(y) & only]
                found = found if only and len(found) == len(self.scope) - 1 else None
        elif not self.integers and len(self.scope) <= _FEW:
            found = hall_set(past, self.scope, (), x, gone)
        return super().explain(past, x, gone) if found is None else found

    def _takers(self, past: History, x: int, gone: Mask) -> list[Literal] | None:
        """Return the variables that have taken the values *gone* of *x*, or None if some are not taken."""
        if past.is_interval(x):
            return takers(past, self.scope, self.offsets, x)
        axis = past.tracks[x].cell.axis
        own = self.offsets[self.news.place[x]]
        found: list[Literal] = []
        for place, y in enumerate(self.scope):
            bit = past.domain(y)
            if y == x or bit & (bit - 1):
                continue
            taken = axis.bit(past.low(y) + self.offsets[place] - own) if self.integers else bit
            if taken & gone:
                found.append((y, bit))
                gone ^= taken
                if not gone:
                    return found
        return None

    def _begin(self, state: State, taken: Taken) -> None:
        """Let each place watch two values. What is left from an earlier search counts no more."""
        taken.synced = taken.used = 0
        taken.words.clear()
        taken.watchers.clear()
        taken.eager.clear()
        taken.every = 0
        taken.nowhere = -1
        for place, x in enumerate(self.scope):
            look_up()
            cell = state.cells[x]
            at_ends = taken.at_ends[place] = is_watched(cell)
            if cell.interval is not None:
                low, high = cell.low() + self.offsets[place], cell.high() + self.offsets[place]
                taken.nowhere = min(taken.nowhere, low - 1)
                spread = high - low + 1
                one = low if at_ends else low + seed(place, 1) % spread
                two = high if at_ends else low + seed(place, 2) % spread
            elif self.integers:
                taken.eager.append(place)
                continue
            else:
                taken.every |= cell.mask
                one = lowest(cell.mask) if at_ends else pick(cell.mask, seed(place, 1))
                rest = cell.mask & ~(1 << one)
                two = pick(rest, seed(place, 2)) if rest else one
                two = cell.mask.bit_length() - 1 if at_ends else two
            taken.one[place] = one
            taken.two[place] = two
            taken.watch(place, one)
            if two != one:
                taken.watch(place, two)

    def _take(self, state: State, taken: Taken, place: int, cell: Cell, count: Cell) -> bool:
        """Let a fixed variable take its value, and tell those who watch it; return False on a contradiction."""
        number = cell.low() + self.offsets[place] if self.integers else cell.mask.bit_length() - 1
        height = count.mask
        owner = taken.owner(number, height)
        if owner >= 0:
            return owner == place or self._clear(state, cell)
        if not cell.mask:
            return False
        taken.sync(height)
        taken.push(number, place, height)
        state.write(count, height + 1)
        for other in taken.eager:
            if other != place and not state.exclude(self.scope[other], number - self.offsets[other]):
                return False
        waiting = taken.watchers.pop(number, None)
        if waiting is None:
            return True
        kept: list[int] = []
        consistent = True
        waiting.sort()
        for watcher in waiting:
            rival = state.cells[self.scope[watcher]]
            if not consistent or not rival.mask & (rival.mask - 1):
                kept.append(watcher)
                continue
            new = self._replace(state, taken, watcher, rival, number, height + 1)
            if new == taken.nowhere:
                kept.append(watcher)
                consistent = state.wiped < 0
            else:
                taken.rewatch(watcher, number, new)
        if kept:
            taken.watchers[number] = kept
        return consistent

    def _clear(self, state: State, cell: Cell) -> bool:
        """Empty the domain of a variable whose value another one has; return False."""
        return state.exclude(cell.index, cell.low()) if self.integers else state.narrow(cell.index, 0)

    def _replace(self, state: State, taken: Taken, place: int, cell: Cell, old: int, count: int) -> int:
        """Return a value to watch instead of *old*. If there is none, fix the variable and return `nowhere`."""
        other = taken.two[place] if taken.one[place] == old else taken.one[place]
        if cell.interval is not None:
            return self._replace_integer(state, taken, place, cell, other, count)
        left = cell.mask & ~taken.sync(count)
        rest = left & ~(1 << other)
        if not left & (left - 1) or not rest:
            state.narrow(cell.index, left)
            return taken.nowhere
        if taken.at_ends[place]:
            state.narrow(cell.index, left)
            low, high = lowest(left), left.bit_length() - 1
            return high if other == low else low
        return pick(rest, seed(place, count))

    def _replace_integer(self, state: State, taken: Taken, place: int, cell: Cell, other: int, count: int) -> int:
        """Do the same for an interval."""
        offset = self.offsets[place]
        low, high = cell.low() + offset, cell.high() + offset
        if taken.at_ends[place]:
            if not self._tighten(state, taken, place, cell) or not cell.mask & (cell.mask - 1):
                return taken.nowhere
            low, high = cell.low() + offset, cell.high() + offset
            return high if other == low else low
        for probe in range(_PROBES):
            number = low + seed(place, _PROBES * count + probe) % (high - low + 1)
            if number != other and taken.owner(number, count) < 0 and cell.has(number - offset):
                return number
        taken.sync(count)
        first = _free_in(taken, cell, low, offset)
        second = _free_in(taken, cell, first + 1, offset)
        if second <= high:
            return second if first == other else first
        if first <= high:
            state.fix(cell.index, first - offset)
        else:
            state.at_least(cell.index, cell.high() + 1)
        return taken.nowhere

    def _tighten(self, state: State, taken: Taken, place: int, cell: Cell) -> bool:
        """Move the ends of an interval beyond taken values; return False if none is left."""
        offset = self.offsets[place]
        taken.sync(state.memory(self, 2)[0].mask)
        x = cell.index
        low, high = cell.low(), cell.high()
        while low <= high:
            if not state.at_least(x, taken.next_free(low + offset) - offset):
                return False
            if cell.low() == low:
                break
            low = cell.low()  # behind a hole there may be a taken value again
        while True:
            if not state.at_most(x, taken.last_free(high + offset) - offset):
                return False
            if cell.high() == high:
                return True
            high = cell.high()

    def prepare(self, state: State, x: int) -> None:
        """Remove the taken values from *x*, which the search is about to decide."""
        taken = state.scratch.get(self)
        if isinstance(taken, Taken):
            cell = state.cells[x]
            if cell.interval is not None:
                self._tighten(state, taken, self.news.place[x], cell)
            elif not self.integers:
                state.narrow(x, ~taken.sync(state.memory(self, 2)[0].mask))

    def _is_due(self, state: State, taken: Taken, count: int, swept: int) -> bool:
        """Return whether it is time for a sweep: after each value if few are left, after many if many are."""
        if self.integers or count == swept:
            return False
        left = size_of(taken.every) - count
        return state.observer is not None or (
            not self.alone and (swept == NEVER or (count - swept) * _EXACT * _EXACT >= left * left)
        )

    def _sweep(self, state: State, taken: Taken, count: int) -> bool:
        """Remove the taken values from all domains, and put values with a single place there."""
        used = taken.sync(count)
        cells = state.cells
        look_up(len(self.scope))
        once = twice = 0
        for x in self.scope:
            cell = cells[x]
            if cell.mask & (cell.mask - 1):
                left = cell.mask & ~used
                if left != cell.mask and not state.narrow(x, left):
                    return False
                twice |= once & left
                once |= left
        if not self.permutes:
            return True
        if once & ~used | used != taken.every:
            return False
        once &= ~(twice | used)
        for x in self.scope if once else []:
            only = cells[x].mask & once
            if only and (only & (only - 1) or not state.narrow(x, only)):
                return False
        return True


def _free_in(taken: Taken, cell: Cell, number: int, offset: int) -> int:
    """Return the least number from *number* up that is not taken and not a hole of an interval."""
    number = taken.next_free(number)
    while number - offset <= cell.high() and not cell.has(number - offset):
        number = taken.next_free(number + 1)
    return number
