"""A node of a search tree: a variable, the value that was tried, and the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from csplib.display.markup import one_line
from csplib.display.wording import plural

__all__ = ["Node", "Outcome", "summary"]

Outcome: TypeAlias = Literal["solution", "failure", "barren", "fruitful", "open"]


class Node:
    """One assignment of a value to a variable, or the root (number 0).

    *solutions* is the number of solutions found here or below, *unrecorded* that of nodes below that were not kept,
    *removed* that of values that propagation pruned here. *found*, *failed* and *undone* say what the search did
    here, *reason* why it failed.
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
        """A solution or a failure; fruitful if a solution is below, barren if none is, open if it is not finished."""
        if self.found:
            return "solution"
        if not self.children and not self.unrecorded and (self.undone or self.failed):
            return "failure"
        if self.solutions:
            return "fruitful"
        return "barren" if self.undone else "open"

    @property
    def label(self) -> str:
        """The variable and the value, in a few characters."""
        return f"{one_line(self.variable, 18)} = {one_line(self.value, 14)}" if self.number else "start"

    @property
    def account(self) -> str:
        """The outcome, in a few words."""
        words = [f"{self.outcome}, depth {self.depth}"]
        if self.removed:
            words.append(f"{plural(self.removed, 'value')} removed")
        if self.outcome == "failure" and self.reason:
            words.append(self.reason)
        return "; ".join(words)

    def __repr__(self) -> str:
        return f"<Node {self.number}: {self.label}, {self.outcome}>"


def summary(nodes: Sequence[Node]) -> str:
    """Return the number of nodes, solutions and failures of a tree, as a sentence."""
    beyond = sum(node.unrecorded for node in nodes)
    failures = sum(node.outcome == "failure" for node in nodes)
    every = len(nodes) - 1 + beyond
    counted = f"{plural(every, 'node')}, {plural(nodes[0].solutions, 'solution')}"
    if beyond:
        kept = plural(len(nodes) - 1, "node")
        return f"{counted}. Only the first {kept} were kept, with {plural(failures, 'failure')}."
    return f"{counted}, {plural(failures, 'failure')}."
