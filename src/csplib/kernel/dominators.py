"""Dominators: which node of a directed graph lies on every way from the root to another one."""

from __future__ import annotations

from typing import final

from csplib.kernel.clock import look_up

__all__ = ["Dominators"]


@final
class Dominators:
    """The dominator tree of the nodes that *root* leads to, by *after*, the successors of each node.

    The algorithm of Cooper, Harvey and Kennedy (2001): the closest common dominator of the predecessors, in reverse
    postorder, until nothing changes. Complexity: near to linear in practice, quadratic at worst.

    >>> tree = Dominators([[1, 2], [3], [3], [4], []], 0)
    >>> tree.above, tree.dominates(3, 4), tree.dominates(1, 3)
    ([0, 0, 0, 0, 3], True, False)
    """

    def __init__(self, after: list[list[int]], root: int) -> None:
        self.above: list[int] = [-1] * len(after)
        self._order: list[int] = _reverse_postorder(after, root)
        self._number: list[int] = [-1] * len(after)
        for place, node in enumerate(self._order):
            self._number[node] = place
        before: list[list[int]] = [[] for _ in after]
        for node in self._order:
            for other in after[node]:
                before[other].append(node)
        self.above[root] = root
        while self._improve(before):
            look_up(len(after))
        self._first: list[int] = [-1] * len(after)
        self._last: list[int] = [-1] * len(after)
        self._enumerate()

    def reaches(self, node: int) -> bool:
        """Return whether the root leads to *node*."""
        return self._number[node] >= 0

    def dominates(self, one: int, other: int) -> bool:
        """Return whether *one* is on every way from the root to *other*, as it is if they are the same."""
        return self._first[one] <= self._first[other] <= self._last[one]

    def _improve(self, before: list[list[int]]) -> bool:
        """Look at each node once; return whether the closest dominator of one of them has changed."""
        changed = False
        for node in self._order[1:]:
            found = -1
            for other in before[node]:
                if self.above[other] >= 0:
                    found = other if found < 0 else self._meet(found, other)
            if found != self.above[node]:
                self.above[node] = found
                changed = True
        return changed

    def _meet(self, one: int, other: int) -> int:
        """Return the closest common dominator of two nodes, as far as the tree is known."""
        number = self._number
        while one != other:
            while number[one] > number[other]:
                one = self.above[one]
            while number[other] > number[one]:
                other = self.above[other]
        return one

    def _enumerate(self) -> None:
        """Give each node the range of numbers of those below it, itself included."""
        sizes = [1] * len(self.above)
        for node in reversed(self._order[1:]):
            sizes[self.above[node]] += sizes[node]
        free = [0] * len(self.above)
        for node in self._order:
            first = free[self.above[node]]
            self._first[node] = first
            self._last[node] = first + sizes[node] - 1
            free[self.above[node]] = first + sizes[node]
            free[node] = first + 1


def _reverse_postorder(after: list[list[int]], root: int) -> list[int]:
    """Return the nodes that *root* leads to, each before those that it leads to, apart from cycles."""
    tried = [0] * len(after)
    seen = [False] * len(after)
    seen[root] = True
    path = [root]
    found: list[int] = []
    while path:
        node = path[-1]
        place = tried[node]
        if place < len(after[node]):
            tried[node] = place + 1
            other = after[node][place]
            if not seen[other]:
                seen[other] = True
                path.append(other)
        else:
            path.pop()
            look_up(place)
            found.append(node)
    found.reverse()
    return found
