"""The nodes of a graph whose variables take certain values are connected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.depth_first import DepthFirst
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["ConnectedNodes"]


@final
class ConnectedNodes(Propagator):
    """The nodes whose variables have a value in *inside* are connected by edges between them. There may be none.

    ``near[i]`` has the neighbors of the node of ``scope[i]``. From *least* to *most* nodes are inside. A node is
    *possible* if its variable has a value inside, and *required* if it has no other. Four rules:

    - a possible node to which no way leads from the required ones, through possible nodes, is outside;
    - a node that lies on every way between two required ones is inside: it is found as an articulation point;
    - if no more than *least* nodes can be reached, all are inside; smaller components are outside;
    - a node so far from all required ones that the way to it needs more than *most* nodes is outside.

    Without limits of the size, one run leaves exactly the supported values.
    Complexity: O(n + m) for n nodes and m edges.

    >>> state = State([0b10, 0b11, 0b11, 0b10, 0b11])
    >>> path = [[1], [0, 2], [1, 3], [2], []]
    >>> ConnectedNodes([0, 1, 2, 3, 4], 0b10, path).propagate(state), state.domains
    (True, [2, 2, 2, 2, 1])
    """

    def __init__(
        self,
        scope: Sequence[int],
        inside: Mask,
        near: list[list[int]],
        origin: object = None,
        *,
        least: int = 0,
        most: int = -1,
    ) -> None:
        super().__init__(scope, origin)
        self.inside: Mask = inside
        self.near: list[list[int]] = near
        self.least: int = least
        self.most: int = len(self.scope) if most < 0 else min(most, len(self.scope))
        self.idempotent: bool = self.least <= 0 and self.most >= len(self.scope)
        self.retires: bool = True
        self.heavy: bool = True

    def propagate(self, state: State) -> bool:
        inside = self.inside
        required: list[int] = []
        closed: list[bool] = []
        for node, x in enumerate(self.scope):
            domain = state.cells[x].mask
            closed.append(not domain & inside)
            if not domain & ~inside:
                required.append(node)
        if len(required) > self.most:
            return False
        if not required:
            return self._keep_large(state, closed)
        found = DepthFirst(self.near, required[:1], closed)
        for node in required:
            if found.rank[node] < 0:
                return False
        return self._leave_unreached(state, found, closed) and self._keep_reached(state, found, required)

    def _leave_unreached(self, state: State, found: DepthFirst, closed: list[bool]) -> bool:
        """Leave all nodes out that were not *found*, none of which is required."""
        for node, x in enumerate(self.scope):
            if found.rank[node] < 0 and not closed[node] and not state.narrow(x, ~self.inside):
                return False
        return True

    def _keep_reached(self, state: State, found: DepthFirst, required: list[int]) -> bool:
        """Narrow the nodes that were *found* from the first of those *required*, which are among them."""
        count = len(found.order)
        if count <= self.least:
            return count == self.least and self._keep(state, found.order)
        if not self._keep_links(state, found, required):
            return False
        state.entailed = count == len(required)
        return count <= self.most or self._keep_near(state, found, required)

    def _keep(self, state: State, nodes: list[int]) -> bool:
        """Leave all of *nodes* inside."""
        for node in nodes:
            if not state.narrow(self.scope[node], self.inside):
                return False
        return True

    def _keep_large(self, state: State, closed: list[bool]) -> bool:
        """While no node is required, leave all components out that are too small."""
        if self.least <= 0 < self.most:
            return True
        found = DepthFirst(self.near, range(len(closed)), closed)
        large = 0
        last: list[int] = []
        for component in _components(found):
            if len(component) >= self.least and self.most:
                large += 1
                last = component
            else:
                for node in component:
                    if not state.narrow(self.scope[node], ~self.inside):
                        return False
        if large == 1 and len(last) == self.least:
            return self._keep(state, last)
        return large > 0 or self.least <= 0

    def _keep_links(self, state: State, found: DepthFirst, required: list[int]) -> bool:
        """Leave all nodes inside that separate required ones. The root of the search is required."""
        below = [0] * len(self.near)
        for node in required:
            below[node] = 1
        for node in reversed(found.order):
            parent = found.parent[node]
            if parent >= 0 and below[node]:
                below[parent] += below[node]
                if found.low[node] >= found.rank[parent] and not state.narrow(self.scope[parent], self.inside):
                    return False
        return True

    def _keep_near(self, state: State, found: DepthFirst, required: list[int]) -> bool:
        """Leave all nodes out that are too far away from the required ones."""
        distances = self._distances(found, required)
        spare = self.most - len(required)
        for node in found.order:
            if distances[node] > spare and not state.narrow(self.scope[node], ~self.inside):
                return False
        return True

    def _distances(self, found: DepthFirst, required: list[int]) -> list[int]:
        """Return how many nodes the shortest way from a required node to each of those *found* needs."""
        distances = [-1] * len(self.near)
        for node in required:
            distances[node] = 0
        waiting = list(required)
        for node in waiting:  # the list grows
            for other in self.near[node]:
                if distances[other] < 0 and found.rank[other] >= 0:
                    distances[other] = distances[node] + 1
                    waiting.append(other)
        look_up(len(waiting))
        return distances

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        found = self._conflict(past) if x < 0 else self._reason(past, x, gone)
        return super().explain(past, x, gone) if found is None else found

    def _conflict(self, past: History) -> list[Literal] | None:
        """Return why too many nodes are required, why two of them are not connected, or why too few are."""
        required = [node for node, y in enumerate(self.scope) if not past.domain(y) & ~self.inside]
        if len(required) > self.most:
            return self._inside(past, required[: self.most + 1])
        return self._parted(past, required, -1)

    def _reason(self, past: History, x: int, gone: Mask) -> list[Literal] | None:
        """Return why *x* has lost its values inside, or all others."""
        place = self.scope.index(x)
        required = [node for node, y in enumerate(self.scope) if y != x and not past.domain(y) & ~self.inside]
        if not gone & self.inside:
            return self._parted(past, required, place)
        if not required or gone & ~self.inside:
            return None
        if len(required) >= self.most:
            return self._inside(past, required[: self.most])
        reached = self._reached(past, required[0], -1)
        if reached[place]:
            return None
        return [*self._inside(past, required[:1]), *self._cut(past, reached, place)]

    def _parted(self, past: History, required: list[int], but: int) -> list[Literal] | None:
        """Return why, without the node *but*, two of those *required* are not connected, or too few are."""
        if not required:
            return None
        reached = self._reached(past, required[0], but)
        apart = [node for node in required if not reached[node]]
        if not apart and sum(reached) >= self.least:
            return None
        return [*self._inside(past, [required[0], *apart[:1]]), *self._cut(past, reached, but)]

    def _reached(self, past: History, start: int, but: int) -> list[bool]:
        """Return the nodes that *start* leads to through possible nodes other than *but*."""
        reached = [False] * len(self.near)
        reached[start] = True
        waiting = [start]
        for node in waiting:  # the list grows
            for other in self.near[node]:
                if not reached[other] and other != but and past.domain(self.scope[other]) & self.inside:
                    reached[other] = True
                    waiting.append(other)
        look_up(len(waiting))
        return reached

    def _cut(self, past: History, reached: list[bool], but: int) -> list[Literal]:
        """Return that the nodes around those *reached*, other than *but*, are outside."""
        found: dict[int, Mask] = {}
        for node, is_reached in enumerate(reached):
            if is_reached:
                for other in self.near[node]:
                    if not reached[other] and other != but:
                        x = self.scope[other]
                        found[x] = past.first(x) & ~self.inside
        return list(found.items())

    def _inside(self, past: History, nodes: list[int]) -> list[Literal]:
        """Return that *nodes* are inside."""
        return [(self.scope[node], past.first(self.scope[node]) & self.inside) for node in nodes]


def _components(found: DepthFirst) -> list[list[int]]:
    """Return the trees of a search as lists of nodes."""
    trees: list[list[int]] = []
    for node in found.order:
        if found.parent[node] < 0:
            trees.append([])
        trees[-1].append(node)
    return trees
