"""A Hamiltonian circuit by three polynomial rules: no subtours, forced predecessors, reachability."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from csplib.kernel.bits import Mask, size_of
from csplib.kernel.clock import look_up
from csplib.kernel.components import strong_components
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["SingleCycle"]

_WORD: Final = 62
_DENSE: Final = 8


@final
class SingleCycle(Propagator):
    """``scope[i] == j`` means that node *j* follows node *i*. Together they form one cycle through all nodes.

    Node *i* is the bit ``zero << i``. *zero* is 0 if one of the nodes is in no domain: then there is no cycle.

    Three rules, the cheapest first. If one prunes, the others wait for the next run. The end of a chain of fixed steps
    may not lead back to its start before every node is in the chain (Caseau and Laburthe 1997). A node with a single
    predecessor left follows it. Every node must be reachable from the first one, and the first one from every node.
    Full consistency is NP-hard.
    Complexity: O(n) operations on masks for n nodes.

    >>> state = State([0b010, 0b101, 0b011])
    >>> SingleCycle([0, 1, 2], 1).propagate(state), state.domains
    (True, [2, 4, 3])
    """

    def __init__(self, scope: Sequence[int], zero: Mask, origin: object = None) -> None:
        super().__init__(scope, origin)
        self.low: int = zero.bit_length() - 1
        self.every: Mask = (1 << len(self.scope)) - 1
        self.nodes: Mask = self.every << max(self.low, 0)
        self.numbers: list[int] = list(range(-1, len(self.scope)))

    def propagate(self, state: State) -> bool:
        if self.low < 0:
            return False
        before = state.height
        next_of: list[Mask] = []
        for x in self.scope:
            if not state.narrow(x, self.nodes):
                return False
            next_of.append(state.cells[x].mask >> self.low)
        consistent = self._keep_chains_open(state, next_of)
        if not consistent or state.height > before:
            return consistent
        consistent = self._take_only_ways(state, next_of)
        if not consistent or state.height > before:
            return consistent
        look_up(len(next_of) >> 2)
        if len(next_of) > _WORD and _is_plainly_connected(next_of, self.every):
            return True
        return len(strong_components(next_of, self.numbers, ~self.every)) == 1

    def _keep_chains_open(self, state: State, next_of: list[Mask]) -> bool:
        """Keep the end of each chain from closing it early. Return False if a chain is closed, or if two meet."""
        inside = 0
        for nodes in next_of:
            if not nodes & (nodes - 1):
                if inside & nodes:
                    return False
                inside |= nodes
        starts = self.every & ~inside
        seen = 0
        while starts:
            start = starts & -starts
            starts ^= start
            node = start.bit_length() - 1
            length = 1
            while not next_of[node] & (next_of[node] - 1):
                node = next_of[node].bit_length() - 1
                length += 1
            seen += length
            if length < len(next_of) and not state.narrow(self.scope[node], ~(start << self.low)):
                return False
        return seen == len(next_of) or (not seen and _reached(next_of) == self.every)

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
        for node, nodes in enumerate(next_of):
            only = nodes & once
            if only and (only & (only - 1) or not state.narrow(self.scope[node], only << self.low)):
                return False
        return True


def _reached(steps: list[Mask]) -> Mask:
    """Return the nodes that can be reached from the first one."""
    reached = 1
    waiting = 1
    every = (1 << len(steps)) - 1
    while waiting and reached != every:
        node = waiting & -waiting
        found = steps[node.bit_length() - 1] & ~reached
        reached |= found
        waiting = (waiting ^ node) | found
    return reached


def _is_plainly_connected(steps: list[Mask], every: Mask) -> bool:
    """Return True if many nodes follow the last one, and all lead to the first one in an order that is easy to find.

    In a graph with many edges that is quicker than components, which tell in all other cases.
    """
    if size_of(steps[-1]) * _DENSE < len(steps) or _reached(steps) != every:
        return False
    leading = 1
    leads: list[bool] = [False] * len(steps)
    leads[0] = True
    for first, last, by in ((1, len(steps), 1), (len(steps) - 1, 0, -1)):
        for node in range(first, last, by):
            if not leads[node] and steps[node] & leading:
                leads[node] = True
                leading |= 1 << node
        if leading == every:
            return True
    return False
