"""The log of a search that learns: what it concluded, in order, and from what. Certificates are made from it."""

from __future__ import annotations

from typing import Final, TypeAlias, final

from csplib.kernel.bits import Mask
from csplib.kernel.history import Journal, Literal
from csplib.kernel.state import State

__all__ = ["SOLUTION", "Conclusion", "ProofLog", "Step", "needed"]

Conclusion: TypeAlias = tuple[object, int, Mask]
"""A change: its author, the variable (-1 if a propagator failed without one), and the values that had to go."""

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


def needed(steps: list[Step]) -> list[Step]:
    """Return *steps* without the nogoods from which no other step concludes anything."""
    used: set[int] = set()
    kept: list[Step] = []
    for step in reversed(steps):
        if len(step.nogood) <= 1 or id(step.key) in used:
            kept.append(step)
            used.update([id(author) for author, _, _ in step.conclusions])
    kept.reverse()
    return kept


@final
class ProofLog:
    """The steps of a search in *state*.

    A change is `noted`, with its height on the trail, when its reason is asked for. It names the values in question.
    """

    def __init__(self, state: State, journal: Journal, since: int) -> None:
        self.state: State = state
        self.journal: Journal = journal
        self.steps: list[Step] = []
        self.noted: list[tuple[int, Conclusion]] = []
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
            self.steps.append(Step([], self._changes(self._root, root), None))
            self._root = root

    def learned(self, nogood: list[Literal], key: object) -> None:
        """Log a *nogood* that follows from the changes noted since `begin`."""
        every: dict[int, Conclusion] = {}
        for height, conclusion in self.noted:
            known = every.get(height)
            if known is not None:
                author, x, gone = known
                conclusion = (author, x, gone | conclusion[2])  # noqa: PLW2901
            every[height] = conclusion
        found = [every[height] for height in sorted(every)]
        if self.failed is not None:
            found.append((self.failed, -1, 0))
        self.steps.append(Step(nogood, found, key))

    def excluded(self, nogood: list[Literal], key: object, root: int) -> None:
        """Log that the decisions of a solution, a *nogood*, exclude it. Decisions begin at height *root*."""
        self.close_root(root)
        self.steps.append(Step(nogood, [*self._changes(root, self.state.height), (SOLUTION, -1, 0)], key))

    def _changes(self, start: int, end: int) -> list[Conclusion]:
        """Return the changes of domains from one height to another, without decisions."""
        found: list[Conclusion] = []
        for height in range(start, end):
            change = self.state.trail[height]
            author = self.journal.author(height)
            if author is not None and change.cell.index < self.state.size:
                found.append((author, change.cell.index, change.old & ~change.new))
        return found
