"""Counters of a search."""

from __future__ import annotations

from typing import final

from csplib.display.markup import counters_html

__all__ = ["Statistics"]


@final
class Statistics:
    """Counters of one search. They never decrease.

    A *node* is a value tried for a variable, a *failure* a value that inference refuted. A *revision* is one look at an
    arc, a *propagation* one run of a propagator. *removed* counts the values removed from domains by propagation and by
    refutation; a value removed again after an undo counts again. *learned* counts the nogoods that the search has
    learned from conflicts. *depth* is the deepest level of the search, *seconds* the time spent in it.
    """

    def __init__(self) -> None:
        self.nodes: int = 0
        self.failures: int = 0
        self.revisions: int = 0
        self.removed: int = 0
        self.propagations: int = 0
        self.learned: int = 0
        self.solutions: int = 0
        self.depth: int = 0
        self.seconds: float = 0.0

    def as_dict(self) -> dict[str, int | float]:
        """Return the counters by name.

        >>> Statistics().as_dict()["nodes"]
        0
        """
        return {
            "nodes": self.nodes,
            "failures": self.failures,
            "revisions": self.revisions,
            "removed": self.removed,
            "propagations": self.propagations,
            "learned": self.learned,
            "solutions": self.solutions,
            "depth": self.depth,
            "seconds": self.seconds,
        }

    def _repr_html_(self) -> str:
        return counters_html(self.as_dict())

    def __repr__(self) -> str:
        counters = ", ".join(
            f"{name}={value:.3f}" if name == "seconds" else f"{name}={value}" for name, value in self.as_dict().items()
        )
        return f"Statistics({counters})"
