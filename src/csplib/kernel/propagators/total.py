"""A plain sum of integers, reasoned about by its bounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.axis import Axis
from csplib.kernel.cells import new_place
from csplib.kernel.clock import look_up
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import Cell, State

__all__ = ["Total"]


@final
class Total(Propagator):
    """``x + y + … == total``, for different variables and integers that lie one apart: `LinearEquals` without weights.

    Complexity: two passes over the scope for each time that a bound moves.

    >>> state = State([0b1111, 0b0011, 0b1110])
    >>> Total([0, 1, 2], 7, Axis(range(4))).propagate(state), state.domains
    (True, [8, 2, 8])
    """

    def __init__(self, scope: Sequence[int], total: int, axis: Axis, origin: object = None) -> None:
        super().__init__(scope, origin, on_bounds=True)
        self.idempotent: bool = True
        self.place: int = new_place()
        # Lengths of masks instead of integers: each is greater by one than the number of its highest bit.
        self.length: int = total + len(self.scope) * (1 - axis.base)

    def key(self) -> object:
        return ("total", tuple(sorted(self.scope)), self.length)

    def propagate(self, state: State) -> bool:
        group = state.groups[self.place]
        cells = group.cells if group.owner is self else state.group(self, self.place, self.scope)
        while True:
            below = self.length  # how far the least sum is below the total, and the greatest above
            above = -self.length
            widest = 0
            for cell in cells:
                domain = cell.mask
                most = domain.bit_length()
                least = (domain & -domain).bit_length()
                below -= least
                above += most
                if most - least > widest:  # noqa: PLR1730 - max is a call
                    widest = most - least
            if below < 0 or above < 0:
                return False
            if widest <= below and widest <= above:
                return True
            if not _cut(state, cells, below, above):
                return False
            look_up(len(cells))


def _cut(state: State, cells: list[Cell], below: int, above: int) -> bool:
    """Cut off what would move a sum by more than there is room *below* and *above*."""
    for cell in cells:
        domain = cell.mask
        most = domain.bit_length()
        least = (domain & -domain).bit_length()
        if most - least > below:
            domain &= (1 << (least + below)) - 1
        if most - least > above:
            domain &= -1 << (most - above - 1)
        if domain != cell.mask and not state.narrow(cell.index, domain):
            return False
    return True
