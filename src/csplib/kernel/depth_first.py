"""Depth-first search of an undirected graph: what is connected, what a single node or edge holds together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import final

from csplib.kernel.clock import look_up

__all__ = ["DepthFirst"]


@final
class DepthFirst:
    """The trees of a depth-first search of an undirected graph, from each of *roots* that has not been visited yet.

    ``near[node]`` has the neighbors of a node, each once. A *closed* node is never visited. `order` has the visited
    nodes as they were found, and `rank` the place of each of them there, -1 if it was not visited. `parent` is -1 for a
    root. ``low[node]`` is the least rank that one edge leads to from the node or from those below it, apart from the
    edges of the tree (Hopcroft and Tarjan 1973). So the parent of a node separates it from the rest of the tree if
    ``low[node] >= rank[parent]``, and the edge between them does if ``low[node] > rank[parent]``.
    Complexity: linear in nodes and edges. There is no recursion.

    >>> found = DepthFirst([[1, 2], [0, 2], [0, 1, 3], [2]], [0])
    >>> found.order, found.parent, found.low
    ([0, 1, 2, 3], [-1, 0, 1, 2], [0, 0, 0, 3])
    """

    def __init__(self, near: list[list[int]], roots: Iterable[int], closed: list[bool] | None = None) -> None:
        size = len(near)
        self.order: list[int] = []
        self.rank: list[int] = [-1] * size
        self.parent: list[int] = [-1] * size
        self.low: list[int] = [size] * size
        self._near: list[list[int]] = near
        self._tried: list[int] = [0] * size
        if closed is not None:
            for node in range(size):
                if closed[node]:
                    self.rank[node] = size  # as if visited, but no node has a rank above it
        for root in roots:
            if self.rank[root] < 0:
                self._visit(root)
        if closed is not None:
            for node in range(size):
                if closed[node]:
                    self.rank[node] = -1

    def _enter(self, node: int) -> None:
        self.rank[node] = self.low[node] = len(self.order)
        self.order.append(node)

    def _visit(self, root: int) -> None:
        """Visit all nodes that *root* leads to."""
        path = [root]
        self._enter(root)
        while path:
            node = path[-1]
            neighbors = self._near[node]
            place = self._tried[node]
            if place < len(neighbors):
                self._tried[node] = place + 1
                other = neighbors[place]
                if self.rank[other] < 0:
                    self.parent[other] = node
                    self._enter(other)
                    path.append(other)
                elif other != self.parent[node] and self.rank[other] < self.low[node]:
                    self.low[node] = self.rank[other]
            else:
                path.pop()
                look_up(len(neighbors))
                if path and self.low[node] < self.low[path[-1]]:
                    self.low[path[-1]] = self.low[node]

    def blocks(self) -> list[int]:
        """Return for each node the number of the block of the edge to its parent, -1 for roots.

        A block is a largest set of edges of which any two lie on a common cycle, or a single edge that is on no cycle.
        An edge outside of the trees belongs to the block of its end of higher rank.

        >>> DepthFirst([[1, 2], [0, 2], [0, 1, 3], [2]], [0]).blocks()
        [-1, 0, 0, 1]
        """
        block = [-1] * len(self._near)
        count = 0
        for node in self.order:
            parent = self.parent[node]
            if parent < 0:
                continue
            if self.low[node] >= self.rank[parent]:
                block[node] = count
                count += 1
            else:
                block[node] = block[parent]
        return block
