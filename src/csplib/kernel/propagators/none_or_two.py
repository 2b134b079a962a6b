"""None or exactly two of the variables take certain values: as do the edges of a loop at each node."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["NoneOrTwo"]


@final
class NoneOrTwo(Propagator):
    """None of the variables, or exactly two, have a value in *counted*. One run leaves exactly the supported values.

    >>> state = State([0b10, 0b11, 0b01])
    >>> NoneOrTwo([0, 1, 2], 0b10).propagate(state), state.domains
    (True, [2, 2, 1])
    """

    exact: bool = True

    def __init__(self, scope: Sequence[int], counted: Mask, origin: object = None) -> None:
        super().__init__(scope, origin)
        self.counted: Mask = counted
        self.idempotent: bool = True
        self.retires: bool = True

    def propagate(self, state: State) -> bool:
        counted = self.counted
        certain = 0
        possible = 0
        for x in self.scope:
            domain = state.cells[x].mask
            if domain & counted:
                possible += 1
                if not domain & ~counted:
                    certain += 1
        if certain > 2 or (certain and possible < 2):
            return False
        if possible == certain:
            state.entailed = True
        elif possible == 1 or certain == 2:
            state.entailed = True
            return self._settle(state, ~counted)
        elif certain and possible == 2:
            state.entailed = True
            return self._settle(state, counted)
        return True

    def _settle(self, state: State, mask: Mask) -> bool:
        """Keep the values in *mask* of each variable that has counted and other values."""
        for x in self.scope:
            domain = state.cells[x].mask
            if domain & self.counted and domain & ~self.counted and not state.narrow(x, mask):
                return False
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        counted = self.counted
        certain: list[Literal] = []
        never: list[Literal] = []
        for y in self.scope:
            if y != x and not past.domain(y) & ~counted:
                certain.append((y, past.first(y) & counted))
            elif y != x and not past.domain(y) & counted:
                never.append((y, past.first(y) & ~counted))
        if x < 0:
            return certain[:3] if len(certain) > 2 else [*certain[:1], *never]
        if gone & ~counted:
            return [*certain[:1], *never]
        return certain[:2] if len(certain) > 1 else never
