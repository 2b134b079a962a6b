"""The number of variables that take the same value as another variable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["CountSame"]


@final
class CountSame(Propagator):
    """The integer variable *total* equals the number of variables in *counting* that have the value of *same*.

    For each value of *same*, some variables have it for certain and some can have it. The value stays if *total* has a
    number between the two. What a variable can be is the union over the values that stay: it has the value if one more
    is allowed, and another one if one less is allowed. That leaves exactly the supported values, unless a variable
    occurs twice.
    Complexity: O(n) operations on masks for n variables and each value of *same*.

    >>> state = State([0b001, 0b011, 0b110, 0b111, 0b0100])
    >>> CountSame([0, 1, 2], 3, 4).propagate(state), state.domains
    (True, [1, 3, 6, 3, 4])
    """

    def __init__(self, counting: Sequence[int], same: int, total: int, origin: object = None) -> None:
        super().__init__(list(dict.fromkeys([*counting, same, total])), origin)
        self.counting: list[int] = list(counting)
        self.same: int = same
        self.total: int = total

    def propagate(self, state: State) -> bool:
        cells = state.cells
        total = cells[self.total]
        kept = 0
        less = 0  # the values that one variable less than possible can have
        more = 0  # the values that one variable more than certain can have
        totals = 0
        values = cells[self.same].mask
        while values:
            bit = values & -values
            values ^= bit
            certain, possible = self._count(state, bit)
            inside = total.mask & total.axis.at_least(certain) & total.axis.at_most(possible)
            if inside:
                kept |= bit
                totals |= inside
                if total.axis.least(inside) < possible:
                    less |= bit
                if total.axis.most(inside) > certain:
                    more |= bit
        if not state.narrow(self.same, kept) or not state.narrow(self.total, totals):
            return False
        return self._prune(state, kept, less, more)

    def _count(self, state: State, bit: Mask) -> tuple[int, int]:
        """Return how many variables have the value *bit* for certain, and how many can have it."""
        look_up(len(self.counting) >> 2)
        certain = 0
        possible = 0
        for x in self.counting:
            domain = state.cells[x].mask
            if domain & bit:
                possible += 1
                if domain == bit:
                    certain += 1
        return certain, possible

    def _prune(self, state: State, kept: Mask, less: Mask, more: Mask) -> bool:
        """Remove the values that a variable can have with none of the values *kept* of the same one."""
        if less & (less - 1):  # with one of them, a variable can have any value but it, with another one any but that
            return True
        for x in self.counting:
            domain = state.cells[x].mask
            if domain & (domain - 1) and not kept & ~domain:
                allowed = more
                if less:
                    allowed |= ~less
                if not state.narrow(x, allowed):
                    return False
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        same = past.domain(self.same)
        if x == self.same or same & (same - 1) or self.total in self.counting or self.same in self.counting:
            return super().explain(past, x, gone)
        reason: list[Literal] = [(self.same, same)]
        for y in dict.fromkeys(self.counting):
            if y != x:
                domain = past.domain(y)
                if domain == same or not domain & same:
                    reason.append((y, same if domain == same else past.first(y) & ~same))
        if x != self.total:
            reason.append((self.total, past.domain(self.total)))
        return reason
