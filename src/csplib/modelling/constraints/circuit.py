"""`Circuit`: a Hamiltonian circuit, in which every variable says which node comes next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import TYPE_CHECKING, ClassVar

from csplib.display.wording import listing
from csplib.errors import KindError
from csplib.kernel.links import Clique
from csplib.kernel.propagators.single_cycle import SingleCycle
from csplib.modelling.constraints.base import Constraint

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["Circuit"]


class Circuit(Constraint):
    """The successors form one cycle through all nodes: a Hamiltonian circuit.

    The nodes are numbered from *start* on. The first variable says which node follows the first one, and so on. Values
    that are not nodes are pruned. Propagation does not prune every value without a solution, because that is as hard
    as finding a circuit. The rules are those of `SingleCycle`.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> towns = p.add_variables(["Graz", "Linz", "Wels", "Enns"], range(4))
    >>> p.add(Circuit(towns), towns[0] != 1, towns[1] == 3)
    >>> p.solve()
    Solution({'Graz': 2, 'Linz': 3, 'Wels': 1, 'Enns': 0})
    """

    numeric: ClassVar[bool] = True

    def __init__(self, successors: Iterable[object], *, start: int = 0, name: str | None = None, rank: int = 0) -> None:
        try:
            self.start: int = index(start)
        except TypeError:
            raise KindError(f"the start of a Circuit must be an integer, not {start!r}") from None
        super().__init__(successors, name=name, rank=rank)

    def satisfied(self, values: Sequence[object]) -> bool:
        following = [value - self.start for value in self.shifted_values(values)]
        node, seen = 0, set[int]()
        while node not in seen and 0 <= node < len(following):
            seen.add(node)
            node = following[node]
        return node == 0 and len(seen) == len(following)

    def lower(self, to: Lowering) -> None:
        if len(self.terms) == 1:
            to.restrict(self)
            return
        scope = to.variables(self)
        # Integers are in order among the bits. If every node has a bit, these bits are consecutive.
        bits = [to.bit(self.start + node) for node in range(len(scope))]
        to.link(Clique(scope, [0] * len(scope), self, self.rank))
        to.add(SingleCycle(scope, 0 if 0 in bits else bits[0], self))

    def describe(self) -> str:
        shown = listing(self.terms)
        return f"Circuit({shown})" if not self.start else f"Circuit({shown} from {self.start})"
