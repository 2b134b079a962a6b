"""A Hamiltonian circuit by three polynomial rules: no subtours, forced predecessors, reachability."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.components import strong_components
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["SingleCycle"]


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
        self.numbers: list[int] = list(range(-1, len(self.scope)))

    def propagate(self, state: State) -> bool:
        if self.low < 0:
            return False
        before = state.height
        is_clean = state.memory(self)[0]
        if not is_clean.mask:
            for x in self.scope:
                if not state.narrow(x, self.every << self.low):
                    return False
        next_of: list[Mask] = [state.cells[x].mask for x in self.scope]
        if self.low:
            next_of = [nodes >> self.low for nodes in next_of]
        is_open: list[bool] = [nodes & (nodes - 1) != 0 for nodes in next_of]
        inside = 0
        for node, nodes in enumerate(next_of):
            if not is_open[node]:
                if inside & nodes:
                    return False
                inside |= nodes
        consistent = self._keep_chains_open(state, next_of, is_open, inside)
        if consistent and state.height == before:
            consistent = self._take_only_ways(state, next_of, is_open, inside)
        if consistent and state.height == before:
            look_up(len(next_of) >> 2)
            consistent = (
                _is_plainly_connected(next_of, self.every)
                or len(strong_components(next_of, self.numbers, ~self.every)) == 1
            )
        if consistent and not is_clean.mask:
            state.write(is_clean, 1)
        return consistent

    def _keep_chains_open(self, state: State, next_of: list[Mask], is_open: list[bool], inside: Mask) -> bool:
        """Keep the end of each chain from closing it early. Return False if a chain is closed.

        *inside* has the nodes that follow a node for certain.
        """
        starts = self.every & ~inside
        seen = 0
        while starts:
            start = starts & -starts
            starts ^= start
            node = start.bit_length() - 1
            length = 1
            while not is_open[node]:
                node = next_of[node].bit_length() - 1
                length += 1
            seen += length
            is_early = length < len(next_of) and next_of[node] & start
            if is_early and not state.narrow(self.scope[node], ~(start << self.low)):
                return False
        return seen == len(next_of) or (not seen and _reached(next_of, self.every) == self.every)

    def _take_only_ways(self, state: State, next_of: list[Mask], is_open: list[bool], inside: Mask) -> bool:
        """Fix the only predecessor of a node. Return False if a node has none, or if one would have two successors."""
        once = inside
        twice = 0
        for node, nodes in enumerate(next_of):
            if is_open[node]:
                twice |= once & nodes
                once |= nodes
                if twice | inside == self.every:
                    return True
        if once != self.every:
            return False
        once &= ~twice
        for node, nodes in enumerate(next_of):
            only = nodes & once
            if only and (only & (only - 1) or not state.narrow(self.scope[node], only << self.low)):
                return False
        return True


def _reached(steps: list[Mask], every: Mask) -> Mask:
    """Return the nodes that can be reached from the first one."""
    reached = 1
    waiting = 1
    while waiting and reached != every:
        node = waiting & -waiting
        found = steps[node.bit_length() - 1] & ~reached
        reached |= found
        waiting = (waiting ^ node) | found
    return reached


def _is_plainly_connected(steps: list[Mask], every: Mask) -> bool:
    """Return True if all nodes are reached from the first one, and lead to it, in an order that is easy to find.

    In a graph with many edges that is quick. Else the components tell.
    """
    if _reached(steps, every) != every:
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
