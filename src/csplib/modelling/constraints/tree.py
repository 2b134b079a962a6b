"""`Tree`: every variable says which node is the parent, and the nodes form one tree, or several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from csplib.display.wording import listing
from csplib.kernel.other_libraries import checked_integer
from csplib.kernel.propagators.rooted_trees import RootedTrees
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.cardinality import bounds_of, bounds_text

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["Tree"]


class Tree(Constraint):
    """The parents form a tree: a root is its own parent, and every other node leads to it.

    The nodes are numbered from *start* on, as in `Circuit`. *roots* is the number of trees: an integer, (at least, at
    most), or a range; None for any number, a *forest*. Values that are not nodes are pruned. Propagation reaches domain
    consistency, see `RootedTrees`. For a tree of edges without a direction, see `SpanningTree`.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> bosses = p.add_variables(["Ada", "Ben", "Cleo"], range(3))
    >>> p.add(Tree(bosses), bosses[1] != 0)
    >>> sorted(list(s.values()) for s in p.solutions())
    [[0, 2, 0], [1, 1, 0], [1, 1, 1], [1, 2, 2], [2, 1, 1], [2, 2, 2]]
    """

    numeric: ClassVar[bool] = True

    def __init__(
        self,
        parents: Iterable[object],
        *,
        roots: int | Sequence[int] | None = 1,
        start: int = 0,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        self.start: int = checked_integer(start, "the start of a Tree must be an integer")
        super().__init__(parents, name=name, rank=rank)
        self.roots: tuple[int, int] = (
            (0, len(self.terms)) if roots is None else bounds_of("roots", roots, "Tree", "number")
        )

    def satisfied(self, values: Sequence[object]) -> bool:
        parents = [value - self.start for value in self.shifted_values(values)]
        found = [node for node, parent in enumerate(parents) if node == parent]
        least, most = self.roots
        if not least <= len(found) <= most:
            return False
        children: list[list[int]] = [[] for _ in parents]
        for node, parent in enumerate(parents):
            if not 0 <= parent < len(parents):
                return False
            if parent != node:
                children[parent].append(node)
        for node in found:  # the list grows
            found += children[node]
        return len(found) == len(parents)

    def lower(self, to: Lowering) -> None:
        scope = to.variables(self)
        bits = [to.bit(self.start + node) for node in range(len(scope))]
        if len(scope) == 1:
            to.restrict(self)
        else:
            to.add(RootedTrees(scope, bits, *self.roots, self))

    def describe(self) -> str:
        start = f" from {self.start}" if self.start else ""
        roots = "" if self.roots == (1, 1) else f"; {bounds_text(*self.roots)} roots"
        return f"Tree({listing(self.terms)}{start}{roots})"
