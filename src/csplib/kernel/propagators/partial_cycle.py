"""A cycle through some of the nodes of a graph, or a path from one node to another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask, split
from csplib.kernel.clock import look_up
from csplib.kernel.components import strong_components
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["PartialCycle"]


@final
class PartialCycle(Propagator):
    """``scope[i] == j`` means that node *j* follows node *i*. A node that follows itself is left out of the one cycle.

    Node *i* is the bit ``zero << i``. *zero* is 0 if one of the nodes is in no domain: then there is no solution. With
    *start* and *end*, which differ, there is a path between them instead, and the *end* follows itself. It is treated
    as a cycle in which *start* comes after *end*.

    Three rules, the cheapest first, as in `SingleCycle`. If one prunes, the others wait for the next run. The end of a
    chain of fixed steps may not lead back to its start while another node must be visited; once a cycle is closed, all
    other nodes are left out. A node with a single predecessor left follows it. The cycle is inside one strongly
    connected component: that of the nodes that must be visited, if there are any. Full consistency is NP-hard.
    Complexity: O(n) operations on masks for n nodes.

    >>> state = State([0b0110, 0b0001, 0b0101, 0b1111])
    >>> PartialCycle([0, 1, 2, 3], 1).propagate(state), state.domains
    (True, [6, 1, 5, 8])
    """

    def __init__(
        self, scope: Sequence[int], zero: Mask, origin: object = None, *, start: int = -1, end: int = -1
    ) -> None:
        super().__init__(scope, origin)
        self.low: int = zero.bit_length() - 1
        self.every: Mask = (1 << len(self.scope)) - 1
        self.start: int = start
        self.end: int = end
        self.numbers: list[int] = list(range(-1, len(self.scope)))

    def propagate(self, state: State) -> bool:
        if self.low < 0:
            return False
        before = state.height
        next_of: list[Mask] = []
        for place, x in enumerate(self.scope):
            if not state.narrow(x, self._allowed(place) << self.low):
                return False
            next_of.append(1 << self.start if place == self.end else state.cells[x].mask >> self.low)
        required = 0
        for place, nodes in enumerate(next_of):
            if not nodes >> place & 1:
                required |= 1 << place
        consistent = self._keep_chains_open(state, next_of, required)
        if not consistent or state.height > before:
            return consistent
        consistent = self._take_only_ways(state, next_of)
        if not consistent or state.height > before:
            return consistent
        look_up(len(next_of) >> 2)
        return self._keep_components(state, next_of, required)

    def _allowed(self, place: int) -> Mask:
        """Return the nodes that may follow the node in *place*."""
        if self.end < 0:
            return self.every
        return 1 << place if place == self.end else self.every & ~(1 << self.start)

    def _narrow(self, state: State, place: int, nodes: Mask) -> bool:
        """Let one of *nodes* follow the node in *place*. The end of a path leads to its start."""
        if place == self.end:
            return nodes >> self.start & 1 != 0
        return state.narrow(self.scope[place], nodes << self.low)

    def _keep_chains_open(self, state: State, next_of: list[Mask], required: Mask) -> bool:
        """Keep the end of each chain from closing it early. Return False if two chains meet, or for two cycles."""
        inside = 0
        moving = 0
        for place, nodes in enumerate(next_of):
            if not nodes & (nodes - 1):
                if inside & nodes:
                    return False
                inside |= nodes
                if not nodes >> place & 1:
                    moving |= 1 << place
        starts = moving & ~inside
        left = moving
        while starts:
            bit = starts & -starts
            starts ^= bit
            node = bit.bit_length() - 1
            chain = bit
            while moving >> node & 1:
                node = next_of[node].bit_length() - 1
                chain |= 1 << node
            left &= ~chain
            if required & ~chain and not self._narrow(state, node, ~bit & self.every):
                return False
        return not left or self._close(state, next_of, left)

    def _close(self, state: State, next_of: list[Mask], left: Mask) -> bool:
        """Leave all nodes out that are not in the closed cycle, which is among the nodes *left*."""
        first = (left & -left).bit_length() - 1
        node = first
        cycle = 0
        while not cycle >> node & 1:
            cycle |= 1 << node
            node = next_of[node].bit_length() - 1
        for place in range(len(next_of)):
            if not cycle >> place & 1 and not self._narrow(state, place, 1 << place):
                return False
        return True

    def _take_only_ways(self, state: State, next_of: list[Mask]) -> bool:
        """Fix the only predecessor of a node. Return False if a node has none, or if one would have two successors."""
        once = 0
        twice = 0
        for nodes in next_of:
            twice |= once & nodes
            once |= nodes
        if once != self.every:
            return False
        once &= ~twice
        for place, nodes in enumerate(next_of):
            only = nodes & once
            if only and (only & (only - 1) or not self._narrow(state, place, only)):
                return False
        return True

    def _keep_components(self, state: State, next_of: list[Mask], required: Mask) -> bool:
        """Keep the cycle inside a component, and leave all nodes out that are not in that of the nodes *required*."""
        for component in strong_components(next_of, self.numbers, ~self.every):
            home = component
            if required and not required & component:
                home = 0
            elif required & ~component and required & component:
                return False
            for bit in split(component):
                place = bit.bit_length() - 1
                if next_of[place] & ~(home | bit) and not self._narrow(state, place, home | bit):
                    return False
        return True
