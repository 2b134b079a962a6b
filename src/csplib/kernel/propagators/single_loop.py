"""The chosen edges of a graph form one closed loop."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.depth_first import DepthFirst
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["SingleLoop"]


@final
class SingleLoop(Propagator):
    """The edges whose variables have a value in *chosen* form one closed loop, not necessarily through all nodes.

    ``scope[i]`` is the variable of the edge ``ends[i]`` between two of *count* nodes; no two edges have the same ends.
    An edge is *possible* if its variable has such a value, and *chosen* if it has no other. Two rules:

    - the edge between the ends of a path of chosen edges would close it: it is left out while another one is chosen.
      Once a loop is closed, all other edges are left out;
    - a loop lies within one block of the graph of possible edges: all other edges are left out. Blocks are the largest
      sets of edges of which any two lie on a common cycle; edges on no cycle are left out in any case.

    `NoneOrTwo` at each node does the rest. Full consistency is NP-hard.
    Complexity: O(n + m) for n nodes and m edges.

    >>> state = State([0b11] * 5)
    >>> SingleLoop(range(5), 0b10, [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4)], 5).propagate(state), state.domains
    (True, [3, 3, 3, 1, 1])
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
        self.edge_at: dict[tuple[int, int], int] = {}
        for edge, (a, b) in enumerate(self.ends):
            self.edge_at[a, b] = self.edge_at[b, a] = edge
        self.heavy: bool = True
        self.retires: bool = True

    def propagate(self, state: State) -> bool:
        before = state.height
        chosen: list[int] = []
        possible: list[int] = []
        for edge, x in enumerate(self.scope):
            domain = state.cells[x].mask
            if domain & self.chosen:
                possible.append(edge)
                if not domain & ~self.chosen:
                    chosen.append(edge)
        if not possible or not self._keep_open(state, chosen):
            return False
        look_up(len(possible))
        return state.height > before or state.entailed or self._keep_block(state, possible, chosen)

    def _lists(self, edges: list[int]) -> list[list[int]]:
        """Return the neighbors of each node in the graph of these *edges*."""
        near: list[list[int]] = [[] for _ in range(self.count)]
        for edge in edges:
            a, b = self.ends[edge]
            near[a].append(b)
            near[b].append(a)
        return near

    def _keep_open(self, state: State, chosen: list[int]) -> bool:
        """Keep paths of chosen edges open while others are chosen. Return False for branches or a second loop."""
        near = self._lists(chosen)
        seen = [False] * self.count
        for start, neighbors in enumerate(near):
            if len(neighbors) > 2:
                return False
            if len(neighbors) == 1 and not seen[start]:
                path = _path_from(near, start, seen)
                edge = self.edge_at.get((start, path[-1]), -1) if len(path) > 2 else -1
                if edge >= 0 and len(path) <= len(chosen) and not state.narrow(self.scope[edge], ~self.chosen):
                    return False
        for start, neighbors in enumerate(near):
            if neighbors and not seen[start]:
                return len(_path_from(near, start, seen)) == len(chosen) and self._leave_out(state)
        return True

    def _leave_out(self, state: State) -> bool:
        """Leave all edges out that are not chosen."""
        state.entailed = True
        for x in self.scope:
            if state.cells[x].mask & ~self.chosen and not state.narrow(x, ~self.chosen):
                return False
        return True

    def _keep_block(self, state: State, possible: list[int], chosen: list[int]) -> bool:
        """Keep the block of the chosen edges, or all blocks with a cycle if none is chosen."""
        number = self._blocks(possible)
        if chosen:
            home = number[chosen[0]]
            for edge in chosen:
                if number[edge] != home:
                    return False
            out = [edge for edge in possible if number[edge] != home]
        else:
            sizes = [0] * len(possible)
            for edge in possible:
                sizes[number[edge]] += 1
            out = [edge for edge in possible if sizes[number[edge]] == 1]
        if len(out) + 2 >= len(possible):
            return False
        for edge in out:
            if not state.narrow(self.scope[edge], ~self.chosen):
                return False
        return True

    def _blocks(self, possible: list[int]) -> list[int]:
        """Return for each edge the number of its block, -1 if it is not *possible*."""
        found = DepthFirst(self._lists(possible), range(self.count))
        block = found.blocks()
        number = [-1] * len(self.ends)
        for edge in possible:
            a, b = self.ends[edge]
            number[edge] = block[a if found.rank[a] > found.rank[b] else b]
        return number

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        found = None if gone & ~self.chosen else self._reason(past, -1 if x < 0 else self.scope.index(x))
        return super().explain(past, x, gone) if found is None else found

    def _reason(self, past: History, but: int) -> list[Literal] | None:
        """Return why the edge *but* is not chosen or, if it is -1, why the chosen edges are part of no loop."""
        possible: list[int] = []
        chosen: list[int] = []
        for edge, x in enumerate(self.scope):
            domain = past.domain(x)
            if domain & self.chosen:
                possible.append(edge)
                if not domain & ~self.chosen and edge != but:
                    chosen.append(edge)
        found = self._by_chosen(past, chosen, but)
        return self._by_blocks(past, possible, chosen, but) if found is None else found

    def _by_chosen(self, past: History, chosen: list[int], but: int) -> list[Literal] | None:
        """Return three chosen edges at a node, or a closed loop, or one that *but* would close, and another edge."""
        near = self._lists(chosen)
        for node, neighbors in enumerate(near):
            if len(neighbors) > 2:
                return self._are_chosen(past, [self.edge_at[node, other] for other in neighbors[:3]])
        seen = [False] * self.count
        for start, neighbors in enumerate(near):
            if len(neighbors) == 1 and not seen[start]:
                path = _path_from(near, start, seen)
                if but >= 0 and len(path) > 2 and self.edge_at.get((start, path[-1]), -1) == but:
                    return self._with_another(past, path, chosen, but)
        for start, neighbors in enumerate(near):
            if neighbors and not seen[start]:
                path = _path_from(near, start, seen)
                return self._with_another(past, [*path, start], chosen, but)
        return None

    def _with_another(self, past: History, path: list[int], chosen: list[int], but: int) -> list[Literal] | None:
        """Return that the edges of *path* are chosen and, unless *but* itself is the other one, one more.

        The edge *but* may close the path; then another one makes it wrong.
        """
        edges = [self.edge_at[one, other] for one, other in pairwise(path)]
        if but >= 0 and path[0] == path[-1]:
            return self._are_chosen(past, edges)
        others = [edge for edge in chosen if edge not in edges]
        return self._are_chosen(past, [*edges, others[0]]) if others else None

    def _by_blocks(self, past: History, possible: list[int], chosen: list[int], but: int) -> list[Literal] | None:
        """Return why *but* or, if it is -1, a chosen edge, is on no cycle, or on none with another chosen edge."""
        number = self._blocks(possible)
        sizes = [0] * (len(possible) + 1)
        for edge in possible:
            sizes[number[edge]] += 1
        wrong = but
        if but < 0:
            apart = [edge for edge in chosen if sizes[number[edge]] == 1 or number[edge] != number[chosen[0]]]
            wrong = apart[0] if apart else -1
        if wrong < 0 or number[wrong] < 0:
            return None
        told = [] if but >= 0 else [wrong]
        if sizes[number[wrong]] == 1:
            near = self._lists([edge for edge in possible if edge != wrong])
            side, gate = self._reached(near, [self.ends[wrong][0]]), -1
        elif chosen and number[chosen[0]] != number[wrong]:
            home = number[chosen[0]]
            near = self._lists([edge for edge in possible if number[edge] != home])
            side, gate = self._reached(near, [*self.ends[wrong]]), -1
            for edge in possible:
                if number[edge] == home:
                    gate = next((node for node in self.ends[edge] if side[node]), gate)
            if gate >= 0:
                side[gate] = False
            told.append(chosen[0])
        else:
            return None
        return [*self._are_chosen(past, told), *self._left_out(past, side, gate, wrong)]

    def _reached(self, near: list[list[int]], starts: list[int]) -> list[bool]:
        """Return the nodes that *starts* lead to."""
        reached = [False] * self.count
        for node in starts:
            reached[node] = True
        for node in starts:  # the list grows
            for other in near[node]:
                if not reached[other]:
                    reached[other] = True
                    starts.append(other)
        return reached

    def _left_out(self, past: History, side: list[bool], gate: int, but: int) -> list[Literal]:
        """Return that all edges between the nodes of one *side* and the others, apart from *gate*, are left out."""
        found: list[Literal] = []
        for edge, (a, b) in enumerate(self.ends):
            if side[a] != side[b] and gate not in {a, b} and edge != but:
                found.append((self.scope[edge], past.first(self.scope[edge]) & ~self.chosen))
        return found

    def _are_chosen(self, past: History, edges: list[int]) -> list[Literal]:
        """Return that *edges* are chosen."""
        return [(self.scope[edge], past.first(self.scope[edge]) & self.chosen) for edge in edges]


def _path_from(near: list[list[int]], start: int, seen: list[bool]) -> list[int]:
    """Return the nodes of the path or cycle that begins at *start*, and mark them as *seen*."""
    path = [start]
    seen[start] = True
    node = start
    while True:
        ahead = [other for other in near[node] if not seen[other]]
        if not ahead:
            return path
        node = ahead[0]
        seen[node] = True
        path.append(node)
