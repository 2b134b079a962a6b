"""The knapsack: what items of some weight can bring at most, by taking parts of them (Dantzig 1957).

The items with the most profit for their weight are taken first, and a part of the last one. That is an upper bound, and
the number of each item is bounded by what it leaves to the others (Fahle and Sellmann 2002, here for every number).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.history import History, Literal, count_up_to
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["KnapsackBound"]


@final
class _Greedy:
    """The items that can still be taken, best first: sums of their weights and profits, if all of the first are taken.

    `spare` is how often each can be taken at most.
    """

    def __init__(self) -> None:
        self.items: list[int] = []
        self.spare: list[int] = []
        self.weights: list[int] = [0]
        self.profits: list[int] = [0]


@final
class KnapsackBound(Propagator):
    """Items taken as often as *counts* say weigh at most *weight*, and bring at least *profit*, which are variables.

    No weight and no profit is negative, and no item is taken less than 0 times. The profit of *counts* is bounded as if
    parts of items could be taken, and so is each number, given the least profit. Complexity: O(n log n) for each run,
    times the logarithm of the range of a count.

    >>> state = State([0b11, 0b11, 0b11, 0b1 << 5, 0b1111111 << 3])
    >>> KnapsackBound([0, 1, 2], [3, 3, 4], [5, 4, 2], 3, 4).propagate(state), state.domains[4]
    (True, 248)
    """

    def __init__(
        self,
        counts: Sequence[int],
        weights: Sequence[int],
        profits: Sequence[int],
        weight: int,
        profit: int,
        origin: object = None,
    ) -> None:
        super().__init__([*counts, weight, profit], origin, on_bounds=True)
        self.counts: list[int] = list(counts)
        self.weights: list[int] = list(weights)
        self.profits: list[int] = list(profits)
        self.weight: int = weight
        self.profit: int = profit

        def compare(one: int, other: int) -> int:
            return self.profits[other] * self.weights[one] - self.profits[one] * self.weights[other]

        free = [place for place, weight in enumerate(self.weights) if not weight]
        heavy = [place for place, weight in enumerate(self.weights) if weight]
        self.order: list[int] = [*free, *sorted(heavy, key=cmp_to_key(compare))]

    def propagate(self, state: State) -> bool:
        cells = state.cells
        room, brought = cells[self.weight].high(), 0
        look_up(len(self.counts))
        for place, x in enumerate(self.counts):
            if cells[x].low() < 0 and not state.at_least(x, 0):
                return False
            room -= self.weights[place] * cells[x].low()
            brought += self.profits[place] * cells[x].low()
        if room < 0:
            return False
        greedy = self._greedy(state)
        if not state.at_most(self.profit, brought + self._most(greedy, room, -1)):
            return False
        wanted = cells[self.profit].low() - brought
        if wanted <= 0:
            return True
        for number in range(len(greedy.items)):
            if not self._bound(state, greedy, number, room, wanted):
                return False
        return state.at_least(self.weight, cells[self.weight].high() - room + self._least(greedy, wanted))

    def _greedy(self, state: State) -> _Greedy:
        found = _Greedy()
        for place in self.order:
            cell = state.cells[self.counts[place]]
            spare = cell.high() - cell.low()
            if spare and self.profits[place]:
                found.items.append(place)
                found.spare.append(spare)
                found.weights.append(found.weights[-1] + spare * self.weights[place])
                found.profits.append(found.profits[-1] + spare * self.profits[place])
        return found

    def _most(self, greedy: _Greedy, room: int, without: int) -> int:
        """Return what can be brought at most from the *room*, by all items but number *without*."""
        less = 0
        if without >= 0 and room >= greedy.weights[without]:
            room += greedy.weights[without + 1] - greedy.weights[without]
            less = greedy.profits[without + 1] - greedy.profits[without]
        last = count_up_to(greedy.weights, room) - 1
        found = greedy.profits[last] - less
        if last < len(greedy.items):
            place = greedy.items[last]
            found += (room - greedy.weights[last]) * self.profits[place] // self.weights[place]
        return found

    def _least(self, greedy: _Greedy, wanted: int) -> int:
        """Return the least weight of items that bring as much as *wanted*."""
        last = 0
        while last < len(greedy.items) and greedy.profits[last + 1] <= wanted:
            last += 1
        if last == len(greedy.items):
            return greedy.weights[last]
        place = greedy.items[last]
        return greedy.weights[last] - (greedy.profits[last] - wanted) * self.weights[place] // self.profits[place]

    def _bound(self, state: State, greedy: _Greedy, number: int, room: int, wanted: int) -> bool:
        """Bound how often an item is taken: the others must bring the rest of what is *wanted*.

        The numbers with which they can are consecutive, around the part that brings most.
        """
        weight, spare = self.weights[greedy.items[number]], greedy.spare[number]
        best = spare if room >= greedy.weights[number + 1] else 0
        if weight and greedy.weights[number] < room < greedy.weights[number + 1]:
            best = (room - greedy.weights[number]) // weight
        if not self._reaches(greedy, number, best, room, wanted):
            best += 1
            if best > spare or not self._reaches(greedy, number, best, room, wanted):
                return False
        least = 0 if self._reaches(greedy, number, 0, room, wanted) else best
        most = spare if self._reaches(greedy, number, spare, room, wanted) else best
        low = 0
        while low + 1 < least:
            middle = (low + least) >> 1
            if self._reaches(greedy, number, middle, room, wanted):
                least = middle
            else:
                low = middle
        high = spare
        while most < spare and most + 1 < high:
            middle = (most + high) >> 1
            if self._reaches(greedy, number, middle, room, wanted):
                most = middle
            else:
                high = middle
        x = self.counts[greedy.items[number]]
        first = state.low(x)
        return state.at_least(x, first + least) and state.at_most(x, first + most)

    def _reaches(self, greedy: _Greedy, number: int, taken: int, room: int, wanted: int) -> bool:
        """Return whether as much as *wanted* can be brought if an item is *taken* so many times."""
        place = greedy.items[number]
        room -= taken * self.weights[place]
        return room >= 0 and taken * self.profits[place] + self._most(greedy, room, number) >= wanted

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        past.later()
        found: dict[int, Mask] = {}
        if x >= 0 and past.most(x, gone) < 0:
            return []
        for y in self.counts:
            if y != x:
                past.meet(found, past.at_least(y, past.low(y)))
                past.meet(found, past.at_most(y, past.high(y)))
        if x != self.weight:
            past.meet(found, past.at_most(self.weight, past.high(self.weight)))
        if x != self.profit:
            past.meet(found, past.at_least(self.profit, past.low(self.profit)))
        return [literal for literal in found.items() if literal[0] != x]
