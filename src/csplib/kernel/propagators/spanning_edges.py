"""The chosen edges of a graph form a tree through all nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.depth_first import DepthFirst
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["SpanningEdges"]


@final
class SpanningEdges(Propagator):
    """The edges whose variables have a value in *chosen* form a tree through all of *count* nodes.

    ``scope[i]`` is the variable of the edge ``ends[i]``; no two edges have the same ends. An edge between two nodes of
    a path of chosen edges is left out. An edge without which the possible ones do not connect all nodes, a bridge, is
    chosen. One run leaves exactly the supported values.
    Complexity: O(n + m) for n nodes and m edges.

    >>> state = State([0b11, 0b10, 0b10, 0b11])
    >>> SpanningEdges(range(4), 0b10, [(0, 1), (1, 2), (0, 2), (2, 3)], 4).propagate(state), state.domains
    (True, [1, 2, 2, 2])
    """

    def __init__(
        self,
        scope: Sequence[int],
        chosen: Mask,
        ends: Sequence[tuple[int, int]],
        count: int,
        origin: object = None,
    ) -> None:
        super().__init__(scope, origin)
        self.chosen: Mask = chosen
        self.ends: list[tuple[int, int]] = list(ends)
        self.count: int = count
        self.idempotent: bool = True
        self.heavy: bool = True

    def propagate(self, state: State) -> bool:
        near: list[list[int]] = [[] for _ in range(self.count)]
        group = list(range(self.count))
        possible: list[int] = []
        for edge, x in enumerate(self.scope):
            domain = state.cells[x].mask
            if domain & self.chosen:
                possible.append(edge)
                a, b = self.ends[edge]
                near[a].append(b)
                near[b].append(a)
                if not domain & ~self.chosen and not _join(group, a, b):
                    return False
        look_up(len(possible))
        found = DepthFirst(near, range(1))
        if len(found.order) < self.count:
            return False
        for edge in possible:
            x = self.scope[edge]
            a, b = self.ends[edge]
            if found.rank[a] > found.rank[b]:
                a, b = b, a
            if found.parent[b] == a and found.low[b] > found.rank[a]:
                if not state.narrow(x, self.chosen):
                    return False
            elif (
                state.cells[x].mask & ~self.chosen
                and _top(group, a) == _top(group, b)
                and not state.narrow(x, ~self.chosen)
            ):
                return False
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        but = -1 if x < 0 else self.scope.index(x)
        found: list[Literal] | None = None
        if x < 0 or not gone & ~self.chosen:
            found = self._cycle(past, but)
        if found is None and not gone & self.chosen:
            found = self._cut(past, but)
        return super().explain(past, x, gone) if found is None else found

    def _cycle(self, past: History, but: int) -> list[Literal] | None:
        """Return the chosen edges of a cycle or, if *but* is not -1, of a path between its ends."""
        near: list[list[int]] = [[] for _ in range(self.count)]
        used: dict[tuple[int, int], int] = {}
        group = list(range(self.count))
        ends = self.ends[but] if but >= 0 else (-1, -1)
        for edge, (a, b) in enumerate(self.ends):
            x = self.scope[edge]
            if edge == but or past.domain(x) & ~self.chosen:
                continue
            used[a, b] = used[b, a] = x
            joined = _join(group, a, b)
            if not joined and but < 0:
                ends = (a, b)
                break
            near[a].append(b)
            near[b].append(a)
        start, end = ends
        if start < 0 or _top(group, start) != _top(group, end):
            return None
        found: list[Literal] = []
        for step in _path(near, start, end):
            x = used[step]
            found.append((x, past.first(x) & self.chosen))
        if but < 0:
            found.append((used[ends], past.first(used[ends]) & self.chosen))
        return found

    def _cut(self, past: History, but: int) -> list[Literal] | None:
        """Return that all edges but one between two sets of nodes are left out or, if *but* is -1, all of them."""
        near: list[list[int]] = [[] for _ in range(self.count)]
        for edge, (a, b) in enumerate(self.ends):
            if edge != but and past.domain(self.scope[edge]) & self.chosen:
                near[a].append(b)
                near[b].append(a)
        rank = DepthFirst(near, [0 if but < 0 else self.ends[but][0]]).rank
        found: list[Literal] = []
        whole = True
        for node in rank:
            whole = whole and node >= 0
        if whole or (but >= 0 and rank[self.ends[but][1]] >= 0):
            return None
        for edge, (a, b) in enumerate(self.ends):
            if edge != but and (rank[a] < 0) != (rank[b] < 0):
                x = self.scope[edge]
                found.append((x, past.first(x) & ~self.chosen))
        return found


def _top(group: list[int], node: int) -> int:
    """Return the representative of the nodes that are joined with *node*, and shorten the way to it."""
    while group[node] != node:
        group[node] = group[group[node]]
        node = group[node]
    return node


def _join(group: list[int], one: int, other: int) -> bool:
    """Join the nodes of two groups; return False if they are in the same one."""
    one = _top(group, one)
    other = _top(group, other)
    group[one] = other
    return one != other


def _path(near: list[list[int]], start: int, end: int) -> list[tuple[int, int]]:
    """Return the edges of a path, as pairs of nodes."""
    before = {start: start}
    waiting = [start]
    for node in waiting:  # the list grows
        for other in near[node]:
            if other not in before:
                before[other] = node
                waiting.append(other)
    found: list[tuple[int, int]] = []
    node = end
    while node != start:
        found.append((before[node], node))
        node = before[node]
    return found
