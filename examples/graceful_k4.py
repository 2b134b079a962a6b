"""Graceful labelling: number the nodes of a graph so that its q edges, as differences, are 1, 2, ..., q.

Source: Alexander Rosa, 1967; CSPLib problem 53. The complete graph K4 is graceful, K5 and larger ones are not (Golomb,
1972). The labels of K4 are 0, 1, 4, 6 or, reversed, 6, 5, 2, 0, on the four nodes in any of 24 orders.
"""

from __future__ import annotations

from itertools import combinations

from csplib import AllDifferent, Problem

Edge = tuple[str, str]


def graceful(edges: list[Edge]) -> Problem[str, int]:
    """Return the problem: nodes have different labels from 0 ... q, and all differences along the q *edges* differ."""
    p: Problem[str, int] = Problem()
    nodes = sorted({node for edge in edges for node in edge})
    label = dict(zip(nodes, p.add_variables(nodes, range(len(edges) + 1)), strict=True))
    p.add(AllDifferent(nodes))
    p.add(AllDifferent([abs(label[a] - label[b]) for a, b in edges]))
    return p


def complete(nodes: str) -> list[Edge]:
    """Return the edges of the complete graph."""
    return list(combinations(nodes, 2))


def main() -> None:
    """Label K4, and show that K5 has no graceful labelling."""
    k4 = graceful(complete("ABCD"))
    print(f"K4 has {k4.count()} graceful labellings, counting each order of the nodes. The first:\n")
    label = next(k4.solutions())
    print("  nodes ", *[f"{node}={label[node]}" for node in label])
    print("  edges ", *[f"{a}{b}={abs(label[a] - label[b])}" for a, b in complete("ABCD")])
    print(f"\nK5 has {graceful(complete('ABCDE')).count() or 'none'}.")


if __name__ == "__main__":
    main()
