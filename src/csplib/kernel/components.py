"""Strongly connected components of a graph whose sets of nodes are masks."""

from __future__ import annotations

from csplib.kernel.bits import Mask

__all__ = ["strong_components"]


def strong_components(leads_to: list[Mask], numbers: list[int], root: Mask) -> list[Mask]:
    """Return the strongly connected components of all nodes outside *root*, which is one node that leads everywhere.

    ``leads_to[i]`` has the nodes that node number *i* leads to, and ``numbers[bit.bit_length()]`` the number of the
    node *bit*. Nodes that lead back to *root* belong to its component, which is not listed. A component comes after
    those that it leads to.

    The path-based algorithm of Purdom (1970) and Munro (1971): follow a path, and merge the nodes of a cycle. The
    path is a stack of components, each with the nodes that it leads to.
    Complexity: O(n) operations on masks for n nodes.

    >>> strong_components([0b0010, 0b0101, 0b1000, 0b0100, 0b0000], [-1, 0, 1, 2, 3, 4], ~0b11111)
    [12, 3, 16]
    >>> strong_components([0b0010, 0b0101, 0b1000, 0b0100, -1], [-1, 0, 1, 2, 3, 4], ~0b11111)
    [12, 3]
    """
    found: list[Mask] = []
    left = -1
    path = root
    tops = [root]
    reach = [-1]
    while True:
        top = tops[-1]
        out = reach[-1] & left & ~top
        if out & path:
            tops.pop()
            tops[-1] |= top
            below = reach.pop()
            reach[-1] |= below
        elif out:
            bit = out & -out
            path |= bit
            tops.append(bit)
            reach.append(leads_to[numbers[bit.bit_length()]])
        elif len(tops) > 1:
            found.append(top)
            left ^= top
            path ^= top
            tops.pop()
            reach.pop()
        else:
            return found
