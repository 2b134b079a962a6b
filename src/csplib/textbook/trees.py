"""Problems whose constraints form a tree, solved and counted without search: TREE-CSP-SOLVER."""

from __future__ import annotations

from collections.abc import Sequence

from csplib.errors import ScopeError
from csplib.kernel.arcs import Arc
from csplib.kernel.bits import Mask, split
from csplib.kernel.clock import look_up
from csplib.kernel.csp import CSP
from csplib.kernel.state import State
from csplib.textbook.arc_consistency import node_consistency

__all__ = ["count_on_tree", "tree_csp_solver", "tree_order"]


def tree_order(csp: CSP, state: State, variables: Sequence[int]) -> list[tuple[int, int]] | None:
    """Return *variables* as pairs (variable, parent), parents first; None if they do not form trees.

    A root has the parent -1. Fixed variables are left out: their consequences have been propagated already.
    """
    open_ones = {x for x in variables if state.domain(x) & (state.domain(x) - 1)}
    if not open_ones.isdisjoint(csp.intervals):
        return None
    if any(propagator.decides and not open_ones.isdisjoint(propagator.scope) for propagator in csp.propagators):
        return None
    order: list[tuple[int, int]] = []
    seen: set[int] = set()
    for root in variables:
        if root not in open_ones or root in seen:
            continue
        seen.add(root)
        waiting = [(root, -1)]
        while waiting:
            look_up(4)
            x, parent = waiting.pop()
            order.append((x, parent))
            for y in csp.neighbors[x]:
                if y in open_ones and y != parent:
                    if y in seen:
                        return None
                    seen.add(y)
                    waiting.append((y, x))
    return order


def _arcs_between(csp: CSP, child: int, parent: int) -> list[Arc]:
    return [arc for arc in csp.arcs_to[parent] if arc.x == child]


def tree_csp_solver(csp: CSP) -> dict[object, object] | None:
    """Return a solution of a problem whose constraints are binary and form a tree, or None. There is no search.

    Book: TREE-CSP-SOLVER. Directed arc consistency: each parent is made consistent with its children, leaves first.
    Then each variable takes the first value that its parent's value supports. Complexity: O(n·d²).

    >>> from csplib import Problem
    >>> p = Problem()
    >>> a, b, c = p.add_variables("abc", range(3))
    >>> p.add(a < b, b < c)
    >>> tree_csp_solver(p.compile())
    {'a': 0, 'b': 1, 'c': 2}
    """
    state = csp.state()
    if not node_consistency(csp, state):
        return None
    order = _order_of_all(csp)
    for child, parent in reversed(order):
        if parent >= 0:
            # Several constraints between two variables must support the same value, so all arcs are used together.
            arcs = _arcs_between(csp, child, parent)
            kept = [value for value in split(state.domain(parent)) if _supported(arcs, state.domain(child), value)]
            if not state.narrow(parent, sum(kept)):
                return None
    for child, parent in order:
        if parent >= 0:
            state.narrow(
                child, _supported(_arcs_between(csp, child, parent), state.domain(child), state.domain(parent))
            )
        state.assign(child, state.domain(child) & -state.domain(child))
    return csp.assignment_in(state)


def _order_of_all(csp: CSP) -> list[tuple[int, int]]:
    """Return the order of all variables, whatever their domains; raise `ScopeError` if they do not form trees."""
    wide = State([0b11] * csp.size)
    order = tree_order(csp, wide, range(csp.size))
    if order is None:
        raise ScopeError("the constraints must be binary and form a tree")
    return order


def count_on_tree(csp: CSP, state: State, order: Sequence[tuple[int, int]]) -> int:
    """Return the number of solutions of trees, by sums and products from the leaves up. *order* is from `tree_order`.

    Complexity: O(n·d²).
    """
    ways = {x: dict.fromkeys(split(state.domain(x)), 1) for x, _ in order}
    total = 1
    for child, parent in reversed(order):
        if parent < 0:
            total *= sum(ways[child].values())
            continue
        arcs = _arcs_between(csp, child, parent)
        for value in ways[parent]:
            look_up(16)
            fitting = _supported(arcs, state.domain(child), value)
            ways[parent][value] *= sum([ways[child][bit] for bit in split(fitting)])
    return total


def _supported(arcs: Sequence[Arc], domain: Mask, value: Mask) -> Mask:
    for arc in arcs:
        domain &= arc.supported(domain, value)
    return domain
