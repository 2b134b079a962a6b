"""Links: the arcs of one constraint, as it was stated: a clique of differences, or a pair of arcs.

The arcs of a clique are listed only when they are needed.
"""

from __future__ import annotations

from typing import final

from csplib.kernel.arcs import Arc, DiffArc
from csplib.kernel.tracking import is_tracked, untrack

__all__ = ["Clique", "Link", "Pair"]


class Link:
    """A binary constraint or a clique of them, as it was stated; *rank* orders neighbors (see `CSP.neighbors`)."""

    def __init__(self, scope: list[int], rank: int) -> None:
        self.scope: list[int] = scope
        self.rank: int = rank
        untrack(scope)

    def arcs(self) -> list[Arc]:
        """Return the arcs, in the order in which they are stated."""
        return []

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(str, self.scope))})"


@final
class Clique(Link):
    """Pairwise differences: ``scope[i] + offsets[i]`` takes no value twice.

    If it is `large`, a propagator takes the place of its arcs in the engine.
    """

    def __init__(self, scope: list[int], offsets: list[int], origin: object = None, rank: int = 0) -> None:
        super().__init__(scope, rank)
        self.offsets: list[int] = offsets
        self.origin: object = origin
        self.large: bool = False
        if not is_tracked(origin):
            untrack(offsets)
            untrack(self)

    def arcs(self) -> list[Arc]:
        found: list[Arc] = []
        for j in range(len(self.scope)):
            for k in range(j + 1, len(self.scope)):
                if self.scope[j] == self.scope[k]:
                    continue
                shift = self.offsets[k] - self.offsets[j]
                found.append(DiffArc(self.scope[j], self.scope[k], self.origin, shift))
                found.append(DiffArc(self.scope[k], self.scope[j], self.origin, -shift))
        return found


@final
class Pair(Link):
    """Both directions of one binary constraint."""

    def __init__(self, forward: Arc, backward: Arc, rank: int = 0) -> None:
        super().__init__([forward.x, forward.y], rank)
        self.forward: Arc = forward
        self.backward: Arc = backward
        if not is_tracked(forward) and not is_tracked(backward):
            untrack(self)

    def arcs(self) -> list[Arc]:
        return [self.forward, self.backward]
