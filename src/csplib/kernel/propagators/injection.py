"""Channeling between a short row of variables and a longer one, which has places to spare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["Injection"]


@final
class Injection(Propagator):
    """``short[i] == j`` exactly when ``long[j] == i``. Every variable of *short* has a place in *long*.

    Number *i* is ``bits[i]``, or 0 if no variable has it. A run makes each of the equivalences arc consistent. Places
    to spare may have any value that is not the number of a variable in *short*.
    Complexity: O(n m) operations on masks for rows of n and m variables, repeated until nothing changes.

    >>> state = State([0b101, 0b110, 0b1011, 0b1111, 0b1110])
    >>> Injection([0, 1], [2, 3, 4], [1, 2, 4]).propagate(state), state.domains
    (True, [1, 6, 1, 14, 14])
    """

    def __init__(self, short: Sequence[int], long: Sequence[int], bits: Sequence[Mask], origin: object = None) -> None:
        super().__init__(list(dict.fromkeys([*short, *long])), origin)
        self.short: list[int] = list(short)
        self.long: list[int] = list(long)
        self.bits: list[Mask] = list(bits)
        every = 0
        for bit in self.bits:
            every |= bit
        self.every: Mask = every

    def propagate(self, state: State) -> bool:
        for x in self.short:
            if not state.narrow(x, self.every):
                return False
        before = -1
        while before != state.height:
            before = state.height
            if not self._transfer(state):
                return False
        return True

    def _transfer(self, state: State) -> bool:
        """Prune each row by the other one, pair by pair."""
        cells = state.cells
        for number, x in enumerate(self.short):
            here = self.bits[number]
            look_up(len(self.long) >> 2)
            for place, y in enumerate(self.long):
                there = self.bits[place]
                domain = cells[x].mask
                other = cells[y].mask
                if not domain & there:
                    if other & here and not state.narrow(y, ~here):
                        return False
                elif not other & here:
                    if not state.narrow(x, ~there):
                        return False
                elif domain == there:
                    if not state.narrow(y, here):
                        return False
                elif other == here and not state.narrow(x, there):
                    return False
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        if x < 0 or len(self.scope) < len(self.short) + len(self.long):
            return super().explain(past, x, gone)
        in_short = x in self.short
        row, others = (self.short, self.long) if in_short else (self.long, self.short)
        own = self.bits[row.index(x)]
        if in_short:
            gone &= self.every
        for _ in range(2):  # the run may have removed the partner's value itself, before
            found = self._by_partners(past, others, own, gone)
            if found is not None:
                return found
            if not past.later():
                break
        return super().explain(past, x, gone)

    def _by_partners(self, past: History, others: list[int], own: Mask, gone: Mask) -> list[Literal] | None:
        """Return the partner that has number *own* or, for each number in *gone*, that its partner has not."""
        found: list[Literal] = []
        for place, y in enumerate(others):
            there = self.bits[place]
            if past.domain(y) == own and not gone & there:
                return [(y, own)]
            if gone & there and not past.domain(y) & own:
                found.append((y, past.first(y) & ~own))
                gone &= ~there
        return None if gone else found
