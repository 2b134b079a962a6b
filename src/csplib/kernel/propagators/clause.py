"""`Clause`: at least one of several variables has one of its own values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["Clause"]


@final
class Clause(Propagator):
    """At least one variable of *scope* has a value in its mask: a disjunction of literals, as in SAT.

    Propagation reaches domain consistency: once all literals but one are false, the last one is enforced.
    Complexity: linear in the number of literals.

    >>> state = State([0b01, 0b01, 0b11])
    >>> Clause([0, 1, 2], [0b10, 0b10, 0b01]).propagate(state), state.domains
    (True, [1, 1, 1])
    """

    def __init__(self, scope: Sequence[int], masks: Sequence[Mask], origin: object = None) -> None:
        super().__init__(scope, origin)
        self.exact: bool = True
        self.idempotent: bool = True
        self.retires: bool = True
        self.masks: list[Mask] = list(masks)

    def propagate(self, state: State) -> bool:
        cells = state.cells
        last = -1
        for place, x in enumerate(self.scope):
            domain = cells[x].mask
            held = domain & self.masks[place]
            if held:
                if held == domain:
                    state.entailed = True
                    return True
                if last >= 0:
                    return True
                last = place
        if last < 0:
            return False
        state.entailed = True
        return state.narrow(self.scope[last], self.masks[last])

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:  # noqa: ARG002 - the same for all values
        return [(y, past.first(y) & ~self.masks[place]) for place, y in enumerate(self.scope) if y != x]
