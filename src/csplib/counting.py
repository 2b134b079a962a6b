"""How many solutions? Parts that do not touch multiply, and trees need no search."""

from __future__ import annotations

from csplib.csp import CSP
from csplib.propagation.fixpoint import propagate_all
from csplib.search import Search
from csplib.solution import Solutions
from csplib.state import State
from csplib.structure import connected_parts
from csplib.trees import count_on_tree, tree_order

__all__ = ["count_all"]


def count_all(csp: CSP, state: State, time_limit: float | None = None) -> int:
    """Count the solutions of *csp* from *state* on: part by part, the small ones first, until one has none."""
    if not propagate_all(csp, state):
        return 0
    total = 1
    seconds = 0.0
    for part in sorted(connected_parts(csp, state), key=len):
        order = tree_order(csp, state, part)
        if order is not None:
            total *= count_on_tree(csp, state, order)
        elif any(x < csp.stated for x in part):
            search = Search(csp, state, among=[x for x in part if x < csp.stated])
            left = None if time_limit is None else max(0.0, time_limit - seconds)
            found: Solutions[object, object] = Solutions(search, time_limit=left)
            counted = 0
            while found.advance():
                counted += 1
            seconds += found.statistics.seconds
            total *= counted
        if not total:
            return 0
    return total
