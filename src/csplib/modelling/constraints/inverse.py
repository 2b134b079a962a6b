"""`Inverse`: two rows of variables that are inverse to each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from csplib.display.wording import joined
from csplib.errors import ScopeError
from csplib.kernel.propagators.channel import Channel
from csplib.kernel.propagators.injection import Injection
from csplib.modelling.constraints.base import Constraint, listed

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["Inverse"]


class Inverse(Constraint):
    """``first[i] == j`` exactly when ``second[j] == i``, counted from 0. So both rows are permutations.

    A model can then use both views: the seat of each guest, and the guest on each seat. Propagation makes each of the
    equivalences arc consistent, and prunes values that are not places. ``Inverse(row, row)`` forms pairs. If one row is
    longer, its places to spare have other values, such as -1. Also called *channel*.

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
        if not rows[0] or not rows[1]:
            raise ScopeError("Inverse needs two rows of at least one variable")
        self.size: int = len(rows[0])
        super().__init__([*rows[0], *rows[1]], name=name, rank=rank)

    def rows(self, both: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any]]:
        """Return the shorter row of terms, values or variables, and the longer one."""
        first, second = both[: self.size], both[self.size :]
        return (first, second) if len(first) <= len(second) else (second, first)

    def satisfied(self, values: Sequence[object]) -> bool:
        short, long = self.rows(self.shifted_values(values))
        if not all(0 <= there < len(long) and long[there] == here for here, there in enumerate(short)):
            return False
        return all(not 0 <= back < len(short) or short[back] == place for place, back in enumerate(long))

    def lower(self, to: Lowering) -> None:
        short, long = self.rows(to.variables(self))
        bits = [to.bit(place) for place in range(len(long))]
        if len(short) < len(long):
            to.add(Injection(short, long, bits, self))
        else:
            # Integers are in order among the bits. If every place has a bit, these bits are consecutive.
            to.add(Channel(short, long, 0 if 0 in bits else bits[0], self))

    def describe(self) -> str:
        shown = [str(term) for term in self.terms]
        return f"Inverse([{joined(shown[: self.size])}], [{joined(shown[self.size :])}])"
