"""The steps of a backtracking search, and its tree, in a form that the page can play forward and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from csplib import (
    CSP,
    Assign,
    Event,
    Found,
    Narrow,
    OptionError,
    State,
    Statistics,
    Undo,
    ascending,
    backtracking_search,
    first_open,
    forward_check,
    lcv,
    mac,
    mrv,
    no_inference,
)
from csplib.pictures import SearchTree
from csplib.pictures.node import Node
from csplib.pictures.tree_layout import tree_positions
from csplib_web.stepping.pictured import Pictured, called, compact

__all__ = ["search_steps"]

MOST_NODES = 5000  # a longer search is ended
MOST_SHOWN = 400
_CROWDED = 80  # with more nodes a box shows the value only

SELECT: dict[str, Callable[[CSP, State], int]] = {"mrv": mrv, "first": first_open}
ORDER: dict[str, Callable[[CSP, State, int], list[int]]] = {"lcv": lcv, "ascending": ascending}
INFER: dict[str, Callable[[CSP, State, int], bool]] = {"none": no_inference, "forward": forward_check, "mac": mac}


class _EnoughError(Exception):
    """Ends a search that takes too long."""


def search_steps(
    shown: Pictured, select: str, order: str, infer: str, *, every: bool = False, most: int = MOST_NODES
) -> dict[str, Any]:
    """Run the book's search to its first solution, or to its end, and return its steps and its tree.

    - `nodes`: [parent, variable, number of the value, outcome, reason, label, x, width, removals] of each node that is
      shown, the root first; removals are pairs of a variable and the bits of the values that it lost,
    - `steps`: a number n for trying node n, and -n for undoing it,
    - `totals`: the library's counters of the whole search, more than the nodes shown if the tree is large,
    - `complete`: whether the search came to its end.
    """
    for name, choices in ((select, SELECT), (order, ORDER), (infer, INFER)):
        if name not in choices:
            raise OptionError(f"there is no strategy {name!r}")
    csp = shown.csp
    recorder = _Recorder(csp, most)
    counters: list[Statistics] = []

    def conclude(csp: CSP, state: State, x: int) -> bool:
        if not counters:
            counters.append(state.statistics)
        return INFER[infer](csp, state, x)

    search = backtracking_search(csp, select=SELECT[select], order=ORDER[order], infer=conclude, observer=recorder)
    complete = _exhausted(search, every=every)
    totals = counters[0].as_dict() if counters else Statistics().as_dict()
    totals["nodes"] = recorder.tries
    totals["solutions"] = recorder.tree.nodes[0].solutions
    return {
        "nodes": list(recorder.listed()),
        "steps": recorder.steps,
        "totals": {name: totals[name] for name in ("nodes", "failures", "revisions", "removed", "depth", "solutions")},
        "complete": complete,
    }


def _exhausted(search: Iterator[object], *, every: bool) -> bool:
    """Run *search* to its first solution, or to its end; return False if there were too many nodes."""
    try:
        for _ in search:
            if not every:
                break
    except _EnoughError:
        return False
    return True


class _Recorder:
    """An observer that keeps the tree, the order of tries and undos, and the values removed at each node."""

    def __init__(self, csp: CSP, most: int) -> None:
        self.csp = csp
        self.most = most
        self.tree = SearchTree(MOST_SHOWN)
        self.tries = 0
        self.steps: list[int] = []
        self.removals: list[list[tuple[int, int]]] = [[]]
        self.path = [0]
        self.full = False

    def __call__(self, event: Event) -> None:
        if isinstance(event, Assign):
            if self.tries == self.most:
                raise _EnoughError
            self.tries += 1
        known = len(self.tree.nodes)
        self.tree(event)
        if isinstance(event, Assign):
            self.full = self.full or len(self.tree.nodes) == known
        if self.full:
            return
        if isinstance(event, Assign):
            self.path.append(known)
            self.removals.append([])
            self.steps.append(known)
        elif isinstance(event, Undo):
            self.steps.append(-self.path.pop())
        elif isinstance(event, Narrow):
            self._note(event)
        elif isinstance(event, Found) and len(self.path) == 1:
            self.steps.append(0)  # solved before the first try

    def _note(self, event: Narrow) -> None:
        x = self.csp.index[event.variable]
        gone = sum(self.csp.bit_of(x, value) for value in event.removed)
        self.removals[self.path[-1]].append((x, compact(self.csp, x, gone)))

    def listed(self) -> Iterator[list[Any]]:
        """Yield the nodes as the page draws them."""
        nodes = self.tree.nodes
        labels = [self._label(node) for node in nodes]
        marked = [node.outcome in {"solution", "failure"} for node in nodes]
        widths = [7.2 * len(label) + (26 if mark else 14) for label, mark in zip(labels, marked, strict=True)]
        across = tree_positions(widths, [node.children for node in nodes], 8.0)
        for node, label, width, x in zip(nodes, labels, widths, across, strict=True):
            variable = self.csp.index[node.variable] if node.number else -1
            value = self._place(variable, node.value) if node.number else -1
            drawn = [label, round(x, 1), round(width, 1)]
            yield [node.parent, variable, value, node.outcome, node.reason, *drawn, self.removals[node.number]]

    def _label(self, node: Node) -> str:
        if not node.number:
            return ""
        return str(node.value) if len(self.tree.nodes) > _CROWDED else f"{called(node.variable)} = {node.value}"

    def _place(self, x: int, value: object) -> int:
        return self.csp.values_in(x, self.csp.domains[x]).index(value)
