"""The log of a search that learns: what it concluded, in order, and from what. Certificates are made from it."""

from __future__ import annotations

from typing import Final, TypeAlias, final

from csplib.kernel.bits import Mask
from csplib.kernel.history import Journal, Literal
from csplib.kernel.state import State

__all__ = ["SOLUTION", "Conclusion", "ProofLog", "Step"]

Conclusion: TypeAlias = tuple[object, int, Mask]
"""A change: its author, the variable (-1 if a propagator failed without one), and the values that were left."""

SOLUTION: Final = "solution"
"""The author of the conclusion that the last solution is excluded."""


@final
class Step:
    """A *nogood* that was learned, as literals, and the conclusions that lead from it to a contradiction, in order.

    What follows from the empty nogood is true at the root. The `key` identifies the nogood as an author.
    """

    def __init__(self, nogood: list[Literal], conclusions: list[Conclusion], key: object) -> None:
        self.nogood: list[Literal] = nogood
        self.conclusions: list[Conclusion] = conclusions
        self.key: object = key


@final
class ProofLog:
    """The steps of a search in *state*. A change is noted by its height on the trail when its reason is asked for."""

    def __init__(self, state: State, journal: Journal, since: int) -> None:
        self.state: State = state
        self.journal: Journal = journal
        self.steps: list[Step] = []
        self.noted: list[int] = []
        self.failed: object = None  # the propagator that failed without wiping out a domain
        self._root: int = since

    def begin(self, root: int) -> None:
        """Begin with a new conflict. Changes below height *root* are true at the root."""
        self.close_root(root)
        self.noted = []
        self.failed = None

    def close_root(self, root: int) -> None:
        """Log the changes at the root, up to height *root*."""
        if root > self._root:
            self.steps.append(Step([], self._conclusions(list(range(self._root, root))), None))
            self._root = root

    def learned(self, nogood: list[Literal], key: object) -> None:
        """Log a *nogood* that follows from the changes noted since `begin`."""
        found = self._conclusions(sorted(set(self.noted)))
        if self.failed is not None:
            found.append((self.failed, -1, 0))
        self.steps.append(Step(nogood, found, key))

    def excluded(self, nogood: list[Literal], key: object, root: int) -> None:
        """Log that the decisions of a solution, a *nogood*, exclude it. Decisions begin at height *root*."""
        self.close_root(root)
        found = self._conclusions(list(range(root, self.state.height)))
        self.steps.append(Step(nogood, [*found, (SOLUTION, -1, 0)], key))

    def _conclusions(self, heights: list[int]) -> list[Conclusion]:
        """Return the changes of domains at these *heights*, without decisions."""
        found: list[Conclusion] = []
        for height in heights:
            change = self.state.trail[height]
            x = change.cell.index
            author = self.journal.author(height)
            if author is not None and x < self.state.size:
                found.append((author, x, change.new))
        return found
