"""Problems whose constraints form a tree need no search: the textbook's solver for them, and counting."""

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
    """Order *variables* so that each but the first of a tree comes after its parent; None if they form no tree.

    The pairs are (variable, parent), with parent -1 for a root. Variables that are fixed do not count: nothing hangs on
    them that has not been concluded already.
    """
    open_ones = {x for x in variables if state.cells[x].mask & (state.cells[x].mask - 1)}
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
    """Solve a problem whose constraints are binary and form a tree, without search; None if it has no solution.

    Book: TREE-CSP-SOLVER. Children make their parents arc-consistent, leaves first; then each variable takes the
    first value that goes with its parent's. Complexity: O(n·d²).

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
    order = _every(csp)
    for child, parent in reversed(order):
        if parent >= 0:
            # Two constraints between the same pair must agree on a value, so the arcs are asked together.
            arcs = _arcs_between(csp, child, parent)
            kept = [
                value for value in split(state.cells[parent].mask) if _supported(arcs, state.cells[child].mask, value)
            ]
            if not state.narrow(parent, sum(kept)):
                return None
    for child, parent in order:
        if parent >= 0:
            state.narrow(
                child, _supported(_arcs_between(csp, child, parent), state.cells[child].mask, state.cells[parent].mask)
            )
        state.assign(child, state.cells[child].mask & -state.cells[child].mask)
    return csp.assignment_in(state)


def _every(csp: CSP) -> list[tuple[int, int]]:
    """Order all variables, whatever their domains; refuse what is no tree."""
    wide = State([0b11] * csp.size)
    order = tree_order(csp, wide, range(csp.size))
    if order is None:
        raise ScopeError("the constraints do not form a tree of binary ones")
    return order


def count_on_tree(csp: CSP, state: State, order: Sequence[tuple[int, int]]) -> int:
    """Count the solutions of trees by multiplying and adding, leaves first; *order* is that of `tree_order`.

    Complexity: O(n·d²), however many there are.
    """
    ways = {x: dict.fromkeys(split(state.cells[x].mask), 1) for x, _ in order}
    total = 1
    for child, parent in reversed(order):
        if parent < 0:
            total *= sum(ways[child].values())
            continue
        arcs = _arcs_between(csp, child, parent)
        for value in ways[parent]:
            look_up(16)
            fitting = _supported(arcs, state.cells[child].mask, value)
            ways[parent][value] *= sum([ways[child][bit] for bit in split(fitting)])
    return total


def _supported(arcs: Sequence[Arc], domain: Mask, value: Mask) -> Mask:
    for arc in arcs:
        domain &= arc.supported(domain, value)
    return domain
