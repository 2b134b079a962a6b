"""`SubCircuit` and `Path`: a cycle through some nodes, and a path from one node to another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import TYPE_CHECKING, ClassVar

from csplib.display.wording import listing
from csplib.errors import KindError, OptionError
from csplib.kernel.bits import Mask
from csplib.kernel.links import Clique
from csplib.kernel.propagators.partial_cycle import PartialCycle
from csplib.modelling.constraints.base import Constraint

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["Path", "SubCircuit"]


def _zero(to: Lowering, first: int, count: int) -> Mask:
    """Return the bit of the first node; 0 if one of the nodes is in no domain. Integers are in order among the bits."""
    bits = [to.bit(first + node) for node in range(count)]
    return 0 if 0 in bits else bits[0]


def _node(number: object, what: str) -> int:
    """Return the number of a node."""
    try:
        return index(number)  # type: ignore[arg-type]
    except TypeError:
        raise KindError(f"{what} must be an integer, not {number!r}") from None


class SubCircuit(Constraint):
    """The successors form one cycle through some of the nodes; a node that is left out is its own successor.

    The nodes are numbered from *start* on, as in `Circuit`. A cycle has at least two nodes; there may also be none. To
    visit node i, state ``successors[i] != i``. Propagation does not prune every value without a solution, because that
    is NP-hard. The rules are those of `PartialCycle`.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> towns = p.add_variables(["Graz", "Linz", "Wels", "Enns"], range(4))
    >>> p.add(SubCircuit(towns), towns[0] == 2, towns[1] == 1)
    >>> [list(s.values()) for s in p.solutions()]
    [[2, 1, 0, 3], [2, 1, 3, 0]]
    """

    numeric: ClassVar[bool] = True

    def __init__(self, successors: Iterable[object], *, start: int = 0, name: str | None = None, rank: int = 0) -> None:
        self.start: int = _node(start, "the start of a SubCircuit")
        super().__init__(successors, name=name, rank=rank)

    def satisfied(self, values: Sequence[object]) -> bool:
        following = [value - self.start for value in self.shifted_values(values)]
        moving = [node for node, after in enumerate(following) if node != after]
        if not moving:
            return True
        node, seen = moving[0], set[int]()
        while node not in seen and 0 <= node < len(following):
            seen.add(node)
            node = following[node]
        return node == moving[0] and len(seen) == len(moving)

    def lower(self, to: Lowering) -> None:
        if len(self.terms) == 1:
            to.restrict(self)
            return
        scope = to.variables(self)
        to.link(Clique(scope, [0] * len(scope), self, self.rank))
        to.add(PartialCycle(scope, _zero(to, self.start, len(scope)), self))

    def describe(self) -> str:
        shown = listing(self.terms)
        return f"SubCircuit({shown})" if not self.start else f"SubCircuit({shown} from {self.start})"


class Path(Constraint):
    """The successors lead from node *start* to node *end*, without visiting a node twice.

    Nodes are numbered from 0. The *end*, and each node that is not on the path, is its own successor. To visit node i,
    state ``successors[i] != i``. Propagation does not prune every value without a solution, because that is NP-hard.
    The rules are those of `PartialCycle`.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> steps = p.add_variables(range(4), range(4))
    >>> p.add(Path(steps, 0, 3))
    >>> [list(s.values()) for s in p.solutions()]
    [[1, 2, 3, 3], [1, 3, 2, 3], [2, 1, 3, 3], [2, 3, 1, 3], [3, 1, 2, 3]]
    """

    numeric: ClassVar[bool] = True

    def __init__(
        self, successors: Iterable[object], start: int, end: int, *, name: str | None = None, rank: int = 0
    ) -> None:
        self.start: int = _node(start, "the start of a Path")
        self.end: int = _node(end, "the end of a Path")
        super().__init__(successors, name=name, rank=rank)
        for node in (self.start, self.end):
            if not 0 <= node < len(self.terms):
                raise OptionError(f"a Path over {len(self.terms)} nodes has no node {node}")

    def satisfied(self, values: Sequence[object]) -> bool:
        following = self.shifted_values(values)
        node, seen = self.start, set[int]()
        while node not in seen and 0 <= node < len(following):
            seen.add(node)
            if node == self.end:
                break
            node = following[node]
        others = [place for place in range(len(following)) if place not in seen or place == self.end]
        return node == self.end and all(following[place] == place for place in others)

    def lower(self, to: Lowering) -> None:
        if len(self.terms) == 1:
            to.restrict(self)
            return
        scope = to.variables(self)
        if self.start == self.end:
            for node, x in enumerate(scope):
                to.keep_mask(self, x, to.bit(node))
            return
        moving = [x for node, x in enumerate(scope) if node != self.end]
        if len(moving) > 1:
            to.link(Clique(moving, [0] * len(moving), self, self.rank))
        nodes = [node for node in range(len(scope)) if node != self.start]
        places = [to.bit(node).bit_length() - 1 for node in nodes]
        # Nobody needs the value of the start. Without a bit, it leaves a gap between the others, or it can come last.
        fits = places[-1] - places[0] == nodes[-1] - nodes[0] and places[0] >= nodes[0]
        if -1 in places or fits:
            nodes.insert(self.start, self.start)
            zero = 0 if -1 in places else 1 << places[0] - (self.start == 0)
        else:
            nodes.append(self.start)
            zero = 1 << places[0]
        start, end = nodes.index(self.start), nodes.index(self.end)
        to.add(PartialCycle([scope[node] for node in nodes], zero, self, start=start, end=end))

    def describe(self) -> str:
        return f"Path({listing(self.terms)} from {self.start} to {self.end})"
