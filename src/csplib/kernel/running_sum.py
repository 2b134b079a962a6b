"""The bounds of a long weighted sum, kept up to date from the trail.

The least and the greatest value of the sum are in memory cells, so `State.undo` restores them. So is the height of the
trail up to which they count all changes. A run adds what has changed above that height. It costs what changed, however
long the sum is.

To prune, it must find the variables with a large *span*: weight times the distance between the bounds. The scope is cut
into blocks. Each block has a limit on the spans within it, which is in a memory cell too. Spans only shrink, so an old
limit holds. A block is looked at only if its limit is too large.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Final, final

from csplib.kernel.cells import Cell
from csplib.kernel.clock import look_up
from csplib.kernel.news import IDLE, NEVER
from csplib.kernel.state import State

__all__ = ["RunningSum", "running_sum"]

_SHORT: Final = 24
_SHORT_AND_PLAIN: Final = 48  # a sum without weights is added up faster
_SEEN: Final = 0
_LEAST: Final = 1
_MOST: Final = 2
_WIDEST: Final = 3
_BLOCKS: Final = 4


def running_sum(scope: Sequence[int], weights: Sequence[int]) -> RunningSum | None:
    """Return a `RunningSum`, or None if looking at the whole scope is as fast or if a variable occurs twice."""
    if len(scope) <= _SHORT:
        return None
    short = _SHORT if any(weight != 1 for weight in weights) else _SHORT_AND_PLAIN
    if len(scope) <= short or len(set(scope)) < len(scope):
        return None
    return RunningSum(scope, weights)


@final
class RunningSum:
    """``sum(weight * x)``, for different variables. No weight is 0.

    >>> state = State([0b1111, 0b1111])
    >>> total = RunningSum([0, 1], [2, -1])
    >>> total.bounds(state), state.narrow(0, 0b0110), total.bounds(state)
    ((-3, 6), True, (-1, 4))
    """

    def __init__(self, scope: Sequence[int], weights: Sequence[int]) -> None:
        self.weights: dict[int, int] = dict(zip(scope, weights, strict=True))
        # Similar weights in one block: then few blocks have a large span.
        order = sorted(self.weights, key=lambda x: -abs(self.weights[x]))
        size = isqrt(len(order))
        self.blocks: list[list[int]] = [order[start : start + size] for start in range(0, len(order), size)]

    def bounds(self, state: State) -> tuple[int, int]:
        """Return the least and the greatest value of the sum."""
        memory = self.updated(state)
        return memory[_LEAST].mask, memory[_MOST].mask

    def updated(self, state: State) -> list[Cell]:
        """Return the memory cells, brought up to date: *least* is number 1, *most* number 2."""
        memory = state.memory(self, _BLOCKS + len(self.blocks), NEVER)
        seen = memory[_SEEN]
        behind = state.height - seen.mask
        if seen.mask == NEVER:
            self._start(state, memory)
        elif behind > len(self.weights):
            self._count(state, memory)
        elif not self._catch_up(state, memory) and behind < IDLE:
            return memory  # a height that is written makes the trail higher
        state.write(seen, state.height + 1)
        return memory

    def _start(self, state: State, memory: list[Cell]) -> None:
        """Compute the bounds of the sum and the limits of all blocks."""
        self._count(state, memory)
        widest = 0
        for number, block in enumerate(self.blocks):
            limit = 0
            for x in block:
                cell = state.cells[x]
                limit = max(limit, abs(self.weights[x]) * (cell.high() - cell.low()))
            state.write(memory[_BLOCKS + number], limit)
            widest = max(widest, limit)
        state.write(memory[_WIDEST], widest)

    def _count(self, state: State, memory: list[Cell]) -> None:
        """Compute the bounds of the sum from all domains."""
        look_up(len(self.weights) >> 2)
        least = 0
        most = 0
        for block in self.blocks:
            for x in block:
                weight = self.weights[x]
                cell = state.cells[x]
                low = weight * cell.low()
                high = weight * cell.high()
                least += min(low, high)
                most += max(low, high)
        state.write(memory[_LEAST], least)
        state.write(memory[_MOST], most)

    def _catch_up(self, state: State, memory: list[Cell]) -> bool:
        """Add the changes on the trail since the last run; return whether the scope has changed."""
        trail = state.trail
        weights = self.weights
        least = 0
        most = 0
        for entry in range(memory[_SEEN].mask, state.height):
            change = trail[entry]
            owner = change.cell.owner
            weight = weights.get(owner, 0)
            if not weight:
                continue
            interval = state.cells[owner].interval
            if interval is None:
                axis = change.cell.axis
                low = axis.least(change.new) - axis.least(change.old)
                high = axis.most(change.new) - axis.most(change.old)
            else:
                low = change.new - change.old if change.cell is interval.floor else 0
                high = change.new - change.old if change.cell is interval.ceiling else 0
            least += weight * (low if weight > 0 else high)
            most += weight * (high if weight > 0 else low)
        if least:
            state.write(memory[_LEAST], memory[_LEAST].mask + least)
        if most:
            state.write(memory[_MOST], memory[_MOST].mask + most)
        return least != 0 or most != 0

    def at_most(self, state: State, bound: int) -> bool:
        """Prune the values with which the sum exceeds *bound* whatever values the others take."""
        memory = self.updated(state)
        least = memory[_LEAST].mask
        spread = memory[_MOST].mask - least
        if spread <= bound - least:
            state.entailed = True
            return True
        return least <= bound and (
            memory[_WIDEST].mask <= bound - least or self._cut(state, memory, bound - least, spread)
        )

    def equals(self, state: State, total: int) -> bool:
        """Prune the values with which the sum differs from *total*, by the bounds of the others."""
        while True:
            memory = self.updated(state)
            below = total - memory[_LEAST].mask
            above = memory[_MOST].mask - total
            if below < 0 or above < 0:
                return False
            if memory[_WIDEST].mask <= min(below, above):
                return True
            if not self._cut(state, memory, below, above):
                return False

    def _cut(self, state: State, memory: list[Cell], below: int, above: int) -> bool:
        """Prune values that would move the least sum up by more than *below*, or the greatest one down by *above*."""
        room = min(below, above)
        widest = 0
        for number, block in enumerate(self.blocks):
            limit = memory[_BLOCKS + number]
            if limit.mask > room:
                left = self._cut_block(state, block, below, above)
                if left < 0:
                    return False
                if left != limit.mask:
                    state.write(limit, left)
            widest = max(widest, limit.mask)
        if widest != memory[_WIDEST].mask:
            state.write(memory[_WIDEST], widest)
        return True

    def _cut_block(self, state: State, block: list[int], below: int, above: int) -> int:
        """Prune the variables of a *block*. Return the greatest span that is left, or -1 if a domain is empty."""
        look_up(len(block))
        widest = 0
        for x in block:
            cell = state.cells[x]
            if not cell.mask & (cell.mask - 1):
                continue
            weight = self.weights[x]
            least = cell.low()
            most = cell.high()
            top = least + (below // weight if weight > 0 else above // -weight)
            bottom = most - (above // weight if weight > 0 else below // -weight)
            if top < most and not state.at_most(x, top):
                return -1
            if bottom > least and not state.at_least(x, bottom):
                return -1
            if top < most or bottom > least:
                least = cell.low()
                most = cell.high()
            widest = max(widest, abs(weight) * (most - least))
        return widest
