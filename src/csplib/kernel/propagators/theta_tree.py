"""Theta trees: the earliest completion of a changing set of tasks on one machine (Vilím 2004, 2007).

The leaves are the tasks in order of their earliest starts. The set has *white* tasks, which all count, and *gray*
tasks, of which at most one counts. A change takes time logarithmic in the number of tasks.
"""

from __future__ import annotations

from typing import final

__all__ = ["Node", "ThetaTree"]


@final
class Node:
    """The total length and the earliest completion of the white tasks below a node, and both with one gray task.

    `gray_in_total` and `gray_in_end` are the places of these gray tasks, -1 if there is none.
    """

    __slots__ = ("end", "end_with_gray", "gray_in_end", "gray_in_total", "total", "total_with_gray")

    def __init__(self) -> None:
        self.total: int = 0
        self.end: int = 0
        self.total_with_gray: int = 0
        self.end_with_gray: int = 0
        self.gray_in_total: int = -1
        self.gray_in_end: int = -1


@final
class ThetaTree:
    """A set of tasks, by their places in the order of earliest starts. The tree is reused for one set after the other.

    `never`, a time before all earliest starts, is when the tasks of an empty set are completed.

    >>> tree = ThetaTree()
    >>> tree.clear(3, -1)
    >>> tree.add(0, 0, 5)
    >>> tree.add(2, 6, 2)
    >>> tree.end
    8
    >>> tree.add(1, 2, 3)
    >>> tree.end
    10
    >>> tree.remove(0)
    >>> tree.end
    8
    """

    def __init__(self) -> None:
        self.nodes: list[Node] = [Node(), Node()]
        self.leaves: int = 1
        self.never: int = 0

    def clear(self, count: int, never: int) -> None:
        """Remove all tasks, and make room for *count* of them that start after *never*."""
        self.never = never
        leaves = 1
        while leaves < count:
            leaves *= 2
        self.leaves = leaves
        while len(self.nodes) < 2 * leaves:
            self.nodes.append(Node())
        for at in range(1, 2 * leaves):
            node = self.nodes[at]
            node.total = node.total_with_gray = 0
            node.end = node.end_with_gray = never
            node.gray_in_total = node.gray_in_end = -1

    @property
    def end(self) -> int:
        """The earliest completion of the white tasks."""
        return self.nodes[1].end

    def add(self, place: int, start: int, length: int) -> None:
        """Add a white task, in a tree without gray tasks."""
        leaf = self.nodes[self.leaves + place]
        leaf.total = length
        leaf.end = start + length
        self._climb(place)

    def remove(self, place: int) -> None:
        """Remove a task, in a tree without gray tasks."""
        leaf = self.nodes[self.leaves + place]
        leaf.total = 0
        leaf.end = self.never
        self._climb(place)

    def _climb(self, place: int) -> None:
        """Compute the nodes above a leaf again, without gray tasks."""
        nodes = self.nodes
        at = (self.leaves + place) >> 1
        while at:
            left = nodes[2 * at]
            right = nodes[2 * at + 1]
            node = nodes[at]
            node.total = left.total + right.total
            node.end = max(right.end, left.end + right.total)
            at >>= 1

    def set_white(self, place: int, start: int, length: int) -> None:
        """Write a white task into its leaf. Call `build` before the tree is used."""
        leaf = self.nodes[self.leaves + place]
        leaf.total = leaf.total_with_gray = length
        leaf.end = leaf.end_with_gray = start + length

    def build(self) -> None:
        """Compute all inner nodes."""
        for at in range(self.leaves - 1, 0, -1):
            self._join(at)

    def make_gray(self, place: int) -> None:
        """Let a white task become gray."""
        leaf = self.nodes[self.leaves + place]
        leaf.total = 0
        leaf.end = self.never
        leaf.gray_in_total = leaf.gray_in_end = place
        self._climb_with_gray(place)

    def drop(self, place: int) -> None:
        """Remove a gray task."""
        leaf = self.nodes[self.leaves + place]
        leaf.total_with_gray = 0
        leaf.end_with_gray = self.never
        leaf.gray_in_total = leaf.gray_in_end = -1
        self._climb_with_gray(place)

    def _climb_with_gray(self, place: int) -> None:
        at = (self.leaves + place) >> 1
        while at:
            self._join(at)
            at >>= 1

    def _join(self, at: int) -> None:
        """Compute a node from the two below it."""
        nodes = self.nodes
        node = nodes[at]
        left = nodes[2 * at]
        right = nodes[2 * at + 1]
        node.total = left.total + right.total
        node.end = max(right.end, left.end + right.total)
        node.total_with_gray = left.total_with_gray + right.total
        node.gray_in_total = left.gray_in_total
        if left.total + right.total_with_gray > node.total_with_gray:
            node.total_with_gray = left.total + right.total_with_gray
            node.gray_in_total = right.gray_in_total
        node.end_with_gray = right.end_with_gray
        node.gray_in_end = right.gray_in_end
        if left.end_with_gray + right.total > node.end_with_gray:
            node.end_with_gray = left.end_with_gray + right.total
            node.gray_in_end = left.gray_in_end
        if left.end + right.total_with_gray > node.end_with_gray:
            node.end_with_gray = left.end + right.total_with_gray
            node.gray_in_end = right.gray_in_total
