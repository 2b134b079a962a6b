"""The nodes form trees, in which every variable says which node is the parent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask, split
from csplib.kernel.clock import look_up
from csplib.kernel.components import strong_components
from csplib.kernel.dominators import Dominators
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["RootedTrees"]


@final
class RootedTrees(Propagator):
    """``scope[i] == j`` means that node *j* is the parent of node *i*; a root is its own parent. No other cycle is.

    Node *i* is the bit ``bits[i]``, or 0 if it is in no domain. From *least* to *most* nodes are roots. The rules are
    those of Beldiceanu, Flener and Lorca (2005):

    - once *most* nodes are certainly roots, no other one is; once only *least* nodes can be roots, all of them are;
    - a strongly connected component that no edge leaves has a root. If there are *most* of them, no other one has;
    - *j* is no parent of *i* if *i* is on every way from *j* to a root: if it dominates *j*.

    At a fixpoint, exactly the supported values are left.
    Complexity: near to O(n + m) in practice, for n nodes with m values.

    >>> state = State([0b0001, 0b0110, 0b0011, 0b1100])
    >>> RootedTrees(range(4), [1, 2, 4, 8], 1, 1).propagate(state), state.domains
    (True, [1, 4, 3, 4])
    """

    def __init__(
        self, scope: Sequence[int], bits: Sequence[Mask], least: int, most: int, origin: object = None
    ) -> None:
        super().__init__(scope, origin)
        self.bits: list[Mask] = list(bits)
        self.nodes: Mask = 0
        self.node_at: list[int] = []
        for node, bit in enumerate(self.bits):
            self.nodes |= bit
            while len(self.node_at) < bit.bit_length():
                self.node_at.append(-1)
            if bit:
                self.node_at[bit.bit_length() - 1] = node
        self.least: int = least
        self.most: int = most
        self.numbers: list[int] = list(range(-1, len(self.scope)))
        self.heavy: bool = True

    def propagate(self, state: State) -> bool:
        before = state.height
        parents: list[list[int]] = []
        for x in self.scope:
            if not state.narrow(x, self.nodes):
                return False
            parents.append(self._parents(state.cells[x].mask))
        consistent = self._count_roots(state)
        if not consistent or state.height > before:
            return consistent
        if self.most < len(self.scope):
            consistent = self._keep_components(state, parents)
            if not consistent or state.height > before:
                return consistent
        look_up(len(parents))
        return self._keep_dominators(state, parents)

    def _parents(self, domain: Mask) -> list[int]:
        """Return the nodes that are in *domain*."""
        return [self.node_at[bit.bit_length() - 1] for bit in split(domain & self.nodes)]

    def _count_roots(self, state: State) -> bool:
        """Keep the number of roots within its limits."""
        certain = 0
        possible = 0
        for node, x in enumerate(self.scope):
            domain = state.cells[x].mask
            if domain & self.bits[node]:
                possible += 1
                certain += domain == self.bits[node]
        if certain > self.most or possible < self.least:
            return False
        if certain == possible or (certain < self.most and possible > self.least):
            return True
        for node, x in enumerate(self.scope):
            domain = state.cells[x].mask
            bit = self.bits[node]
            if domain & bit and domain != bit and not state.narrow(x, ~bit if certain == self.most else bit):
                return False
        return True

    def _keep_components(self, state: State, parents: list[list[int]]) -> bool:
        """Keep the roots in components that no edge leaves if these are as many as there may be roots."""
        closed = self._closed(parents)
        if len(closed) < self.most:
            return True
        if len(closed) > self.most:
            return False
        every = 0
        for component in closed:
            every |= component
        for node, x in enumerate(self.scope):
            if not every >> node & 1 and not state.narrow(x, ~self.bits[node]):
                return False
        return True

    def _closed(self, parents: list[list[int]]) -> list[Mask]:
        """Return the strongly connected components that no edge leaves, as masks of node numbers."""
        leads_to: list[Mask] = []
        for nodes in parents:
            mask = 0
            for node in nodes:
                mask |= 1 << node
            leads_to.append(mask)
        found: list[Mask] = []
        for component in strong_components(leads_to, self.numbers, -1 << len(parents)):
            after = 0
            for bit in split(component):
                after |= leads_to[bit.bit_length() - 1]
            if not after & ~component:
                found.append(component)
        return found

    def _keep_dominators(self, state: State, parents: list[list[int]]) -> bool:
        """Remove the parents that lead to a root only through the child. Return False if a node leads to none."""
        count = len(parents)
        children: list[list[int]] = [[] for _ in range(count + 1)]
        for node, nodes in enumerate(parents):
            for parent in nodes:
                children[count if parent == node else parent].append(node)
        tree = Dominators(children, count)
        for node, nodes in enumerate(parents):
            if not tree.reaches(node):
                return False
            wrong = 0
            for parent in nodes:
                if parent != node and tree.dominates(node, parent):
                    wrong |= self.bits[parent]
            if wrong and not state.narrow(self.scope[node], ~wrong):
                return False
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        if x >= 0 and not gone & self.nodes:
            return []
        parents = [self._parents(past.domain(y)) for y in self.scope]
        found = self._conflict(past, parents) if x < 0 else self._reason(past, parents, self.scope.index(x), gone)
        return super().explain(past, x, gone) if found is None else found

    def _conflict(self, past: History, parents: list[list[int]]) -> list[Literal] | None:
        """Return why there are too many roots, too few, or none for some node."""
        found = self._too_many(past, parents, -1, self.most + 1)
        if found is None:
            found = self._too_few(past, parents, -1, len(parents) - self.least + 1)
        if found is None:
            found = self._components(past, parents, self.most + 1, -1)
        place = 0
        while found is None and place < len(parents):
            found = self._closed_off(past, parents, place, -1)
            place += 1
        return found

    def _reason(self, past: History, parents: list[list[int]], node: int, gone: Mask) -> list[Literal] | None:
        """Return why *node* is no root, must be one, or has none of the parents in *gone*."""
        own = self.bits[node]
        if gone & own:
            if gone & ~own:
                return None
            found = self._too_many(past, parents, node, self.most)
            return self._components(past, parents, self.most, node) if found is None else found
        found = self._too_few(past, parents, node, len(parents) - self.least)
        if found is not None:
            return found
        met: dict[int, Mask] = {}
        for parent in self._parents(gone):
            part = self._closed_off(past, parents, parent, node)
            if part is None:
                return None
            for literal in part:
                past.meet(met, literal)
        return list(met.items())

    def _too_many(self, past: History, parents: list[list[int]], but: int, number: int) -> list[Literal] | None:
        """Return that *number* nodes other than *but* are roots, or None."""
        found: list[Literal] = []
        for node, x in enumerate(self.scope):
            if len(found) < number and node != but and parents[node] == [node]:
                found.append((x, past.first(x) & (self.bits[node] | ~self.nodes)))
        return found if len(found) == number else None

    def _too_few(self, past: History, parents: list[list[int]], but: int, number: int) -> list[Literal] | None:
        """Return that *number* nodes other than *but* are no roots, or None."""
        found: list[Literal] = []
        for node, x in enumerate(self.scope):
            if len(found) < number and node != but and node not in parents[node]:
                found.append((x, past.first(x) & ~self.bits[node]))
        return found if len(found) == number else None

    def _components(self, past: History, parents: list[list[int]], number: int, but: int) -> list[Literal] | None:
        """Return that the nodes of *number* components without *but* have no parents elsewhere, or None."""
        closed = [component for component in self._closed(parents) if but < 0 or not component >> but & 1]
        if len(closed) < number:
            return None
        found: list[Literal] = []
        for component in closed[:number]:
            found += self._stay(past, component, component)
        return found

    def _closed_off(self, past: History, parents: list[list[int]], start: int, gate: int) -> list[Literal] | None:
        """Return why *start* leads to no root but through *gate*, or None if it does."""
        reached = 1 << start
        waiting = [start]
        for node in waiting:  # the list grows
            for other in parents[node]:
                if other == node:
                    return None
                if other != gate and not reached >> other & 1:
                    reached |= 1 << other
                    waiting.append(other)
        return self._stay(past, reached, reached | (1 << gate if gate >= 0 else 0), rootless=True)

    def _stay(self, past: History, nodes: Mask, among: Mask, *, rootless: bool = False) -> list[Literal]:
        """Return that all of *nodes* have their parents *among* some; *rootless* nodes are not their own parents."""
        allowed = 0
        for bit in split(among):
            allowed |= self.bits[bit.bit_length() - 1]
        found: list[Literal] = []
        for bit in split(nodes):
            node = bit.bit_length() - 1
            x = self.scope[node]
            mask = allowed & ~self.bits[node] if rootless else allowed
            found.append((x, past.first(x) & (mask | ~self.nodes)))  # what is no node is no parent either
        return found
