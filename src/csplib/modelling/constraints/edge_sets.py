"""`Loop` and `SpanningTree`: the chosen edges of a graph form one closed loop, or a tree through all nodes."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from csplib.display.wording import listing
from csplib.kernel.propagators.none_or_two import NoneOrTwo
from csplib.kernel.propagators.single_loop import SingleLoop
from csplib.kernel.propagators.spanning_edges import SpanningEdges
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.graphs import edge_variables, is_connected, neighbors_of

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["Loop", "SpanningTree"]


class _OverEdges(Constraint):
    """A constraint on 0/1 variables, one for each edge of a graph."""

    def __init__(self, edges: Any, *, name: str | None = None, rank: int = 0) -> None:
        terms, ends, nodes = edge_variables(type(self).__name__, edges)
        self.ends: list[tuple[int, int]] = ends
        self.nodes: list[Hashable] = nodes
        super().__init__(terms, name=name, rank=rank)

    def satisfied(self, values: Sequence[object]) -> bool:
        row = self.shifted_values(values)
        chosen = [ends for ends, value in zip(self.ends, row, strict=True) if value == 1]
        return all(value in {0, 1} for value in row) and self.is_right(chosen)

    def is_right(self, chosen: list[tuple[int, int]]) -> bool:
        """Return whether these edges may be the *chosen* ones."""
        raise NotImplementedError

    def keep_truth(self, to: Lowering) -> list[int]:
        """Keep the values 0 and 1 of the variables, and return these."""
        scope = to.variables(self)
        for x in scope:
            to.keep_mask(self, x, to.bit(0) | to.bit(1))
        return scope

    def describe(self) -> str:
        return f"{type(self).__name__}({listing(self.terms)})"


class Loop(_OverEdges):
    """The edges whose variables are 1 form exactly one closed loop, not necessarily through all nodes.

    *edges* is a mapping from pairs of nodes to 0/1 variables, or a list of variables whose names are such pairs. It
    has each edge once, in one direction or the other. To have a node on the loop, state that the sum of its edges is 2.
    Propagation does not prune every value without a solution, because that is NP-hard. The rules are those of
    `SingleLoop`. See `Circuit` and `SubCircuit` for loops with a direction.

    >>> from csplib import Problem, grid_edges
    >>> p = Problem()
    >>> p.add(Loop(p.add_variables(grid_edges(3, 3), [0, 1])))
    >>> p.count()
    13
    """

    def is_right(self, chosen: list[tuple[int, int]]) -> bool:
        near = neighbors_of(len(self.nodes), chosen)
        visited = [node for node, others in enumerate(near) if others]
        return bool(visited) and all(len(near[node]) == 2 for node in visited) and is_connected(near, visited)

    def lower(self, to: Lowering) -> None:
        scope = self.keep_truth(to)
        at_node: list[list[int]] = [[] for _ in self.nodes]
        for x, (one, other) in zip(scope, self.ends, strict=True):
            at_node[one].append(x)
            at_node[other].append(x)
        for some in at_node:
            to.add(NoneOrTwo(some, to.bit(1), self))
        to.add(SingleLoop(scope, to.bit(1), self.ends, len(self.nodes), self))


class SpanningTree(_OverEdges):
    """The edges whose variables are 1 form a tree through all nodes: they connect them, without a cycle.

    *edges* is a mapping from pairs of nodes to 0/1 variables, or a list of variables whose names are such pairs.
    Propagation reaches domain consistency. For a tree in which each node has a variable for its parent, see `Tree`.

    The cheapest cable between four houses:

    >>> from csplib import Problem
    >>> p = Problem()
    >>> prices = {"ab": 4, "ac": 2, "bc": 1, "bd": 5, "cd": 8}
    >>> cables = {(one, other): p.add_variable(one + other, [0, 1]) for one, other in prices}
    >>> p.add(SpanningTree(cables))
    >>> best = p.minimize(sum(price * p[name] for name, price in prices.items())).finish()
    >>> best.objective, [name for name, used in best.solution.items() if used]
    (8, ['ac', 'bc', 'bd'])
    """

    def is_right(self, chosen: list[tuple[int, int]]) -> bool:
        count = len(self.nodes)
        return len(chosen) == count - 1 and is_connected(neighbors_of(count, chosen), range(count))

    def lower(self, to: Lowering) -> None:
        to.add(SpanningEdges(self.keep_truth(to), to.bit(1), self.ends, len(self.nodes), self))
