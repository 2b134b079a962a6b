"""Not all variables take the same value: the last one is kept off the value of the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["NotAllSame"]


@final
class NotAllSame(Propagator):
    """Two of the variables, plus their *offsets*, differ. One run leaves exactly the supported values.

    Without offsets the values are compared as bits or, with *integers*, as the integers that they stand for.

    >>> state = State([0b10, 0b10, 0b11])
    >>> NotAllSame([0, 1, 2], []).propagate(state), state.domains
    (True, [2, 2, 1])
    """

    def __init__(
        self, scope: Sequence[int], offsets: Sequence[int], origin: object = None, *, integers: bool = False
    ) -> None:
        super().__init__(scope, origin, on_fix=True)
        self.retires: bool = True
        self.offsets: list[int] = list(offsets) if offsets or not integers else [0] * len(self.scope)

    def propagate(self, state: State) -> bool:
        cells = state.cells
        value = -1
        seen = False
        last = -1
        for place, x in enumerate(self.scope):
            cell = cells[x]
            if cell.mask & (cell.mask - 1):
                if last >= 0:
                    return True
                last = place
                continue
            found = cell.low() + self.offsets[place] if self.offsets else cell.mask
            if not seen:
                value, seen = found, True
            elif found != value:
                state.entailed = True
                return True
        if last < 0:
            return False
        state.entailed = True
        if not seen:
            return False
        if self.offsets:
            return state.exclude(self.scope[last], value - self.offsets[last])
        return state.narrow(self.scope[last], ~value)

    def explain(self, past: History, x: int, gone: int) -> list[Literal]:  # noqa: ARG002 - it is one value
        return [(y, past.domain(y)) for y in self.scope if y != x]
