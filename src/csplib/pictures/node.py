"""A node of a search tree: one value tried for one variable, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from csplib.display.markup import brief

__all__ = ["Node", "Outcome", "summary"]

Outcome: TypeAlias = Literal["solution", "failure", "barren", "fruitful", "open"]


class Node:
    """One try, or the root (number 0), where none has been made yet.

    *solutions* counts those found here or below, *unrecorded* the nodes below that were too many to keep, *removed* the
    values that propagation took away here. *found*, *failed* and *undone* say what the search did here, and *reason*
    what failed.
    """

    def __init__(self, number: int, parent: int, variable: object, value: object, depth: int) -> None:
        self.number: int = number
        self.parent: int = parent
        self.variable: object = variable
        self.value: object = value
        self.depth: int = depth
        self.children: list[int] = []
        self.solutions: int = 0
        self.unrecorded: int = 0
        self.removed: int = 0
        self.reason: str = ""
        self.found: bool = False
        self.failed: bool = False
        self.undone: bool = False

    @property
    def outcome(self) -> Outcome:
        """A solution or a failure; fruitful if a solution is below, barren if none was found; open if not finished."""
        if self.found:
            return "solution"
        if not self.children and not self.unrecorded and (self.undone or self.failed):
            return "failure"
        if self.solutions:
            return "fruitful"
        return "barren" if self.undone else "open"

    @property
    def label(self) -> str:
        """What was tried, in a few characters."""
        return f"{brief(self.variable, 18)} = {brief(self.value, 14)}" if self.number else "start"

    @property
    def account(self) -> str:
        """What came of it, in a few words."""
        words = [f"{self.outcome}, depth {self.depth}"]
        if self.removed:
            words.append(f"{_counted(self.removed, 'value')} removed")
        if self.outcome == "failure" and self.reason:
            words.append(self.reason)
        return "; ".join(words)

    def __repr__(self) -> str:
        return f"<Node {self.number}: {self.label}, {self.outcome}>"


def summary(nodes: Sequence[Node]) -> str:
    """Count what is in a tree, in a sentence or two."""
    beyond = sum(node.unrecorded for node in nodes)
    failures = sum(node.outcome == "failure" for node in nodes)
    every = len(nodes) - 1 + beyond
    counted = f"{_counted(every, 'node')}, {_counted(nodes[0].solutions, 'solution')}"
    if beyond:
        kept = _counted(len(nodes) - 1, "node")
        return f"{counted}. Only the first {kept} were kept, with {_counted(failures, 'failure')}."
    return f"{counted}, {_counted(failures, 'failure')}."


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
