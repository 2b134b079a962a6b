"""`Inverse`: two rows of variables that are inverse to each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from csplib.display.wording import joined
from csplib.errors import ScopeError
from csplib.kernel.propagators.channel import Channel
from csplib.modelling.constraints.base import Constraint, listed

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["Inverse"]


class Inverse(Constraint):
    """``first[i] == j`` exactly when ``second[j] == i``, counted from 0. So both rows are permutations.

    A model can then use both views: the seat of each guest, and the guest on each seat. Propagation makes each of the
    equivalences arc consistent, and prunes values that are not places. ``Inverse(row, row)`` forms pairs.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> seat_of = p.add_variables(["Ann", "Bob", "Cid"], range(3))
    >>> guest_on = p.add_variables(["left", "middle", "right"], range(3))
    >>> p.add(Inverse(seat_of, guest_on), seat_of[0] < seat_of[1], guest_on[1] == 2)
    >>> p.solve()
    Solution({'Ann': 0, 'Bob': 2, 'Cid': 1, 'left': 0, 'middle': 2, 'right': 1})
    """

    numeric: ClassVar[bool] = True
    repeats: ClassVar[bool] = True

    def __init__(
        self, first: Iterable[object], second: Iterable[object], *, name: str | None = None, rank: int = 0
    ) -> None:
        rows = [listed(row, "Inverse needs two collections of variables") for row in (first, second)]
        if len(rows[0]) != len(rows[1]):
            raise ScopeError(f"Inverse needs rows of one length, not of {len(rows[0])} and {len(rows[1])} variables")
        self.size: int = len(rows[0])
        super().__init__([*rows[0], *rows[1]], name=name, rank=rank)

    def satisfied(self, values: Sequence[object]) -> bool:
        row = self.shifted_values(values)
        first, second = row[: self.size], row[self.size :]
        return all(0 <= there < self.size and second[there] == here for here, there in enumerate(first))

    def lower(self, to: Lowering) -> None:
        scope = to.variables(self)
        # Integers are in order among the bits. If every place has a bit, these bits are consecutive.
        bits = [to.bit(place) for place in range(self.size)]
        to.add(Channel(scope[: self.size], scope[self.size :], 0 if 0 in bits else bits[0], self))

    def describe(self) -> str:
        shown = [str(term) for term in self.terms]
        return f"Inverse([{joined(shown[: self.size])}], [{joined(shown[self.size :])}])"
