"""Different integers, by what is fixed: for variables whose values are intervals instead of bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["DifferFromFixed"]


@final
class DifferFromFixed(Propagator):
    """The variables of *scope*, each plus its offset, take different integers. A fixed one rules its integer out.

    It is for few variables; `LargeDifferent` is for many.
    Complexity: the number of fixed variables times that of the others.

    >>> state = State([0b0010, 0b0110, 0b1100])
    >>> DifferFromFixed([0, 1, 2], [0, 0, 0]).propagate(state), state.domains
    (True, [2, 4, 8])
    """

    def __init__(self, scope: Sequence[int], offsets: Sequence[int], origin: object = None) -> None:
        super().__init__(scope, origin, on_fix=True)
        self.idempotent: bool = True
        self.offsets: list[int] = list(offsets)

    def propagate(self, state: State) -> bool:
        cells = state.cells
        taken: dict[int, int] = {}
        before = -1
        while len(taken) != before:
            before = len(taken)
            for place, x in enumerate(self.scope):
                cell = cells[x]
                if not cell.mask & (cell.mask - 1):
                    value = cell.low() + self.offsets[place]
                    if taken.setdefault(value, place) != place:
                        return False
            if len(taken) == before:
                return True
            for place, x in enumerate(self.scope):
                if cells[x].mask & (cells[x].mask - 1):
                    for value in taken:
                        if not state.exclude(x, value - self.offsets[place]):
                            return False
        return True
