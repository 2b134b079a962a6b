"""The structure of a network: connected parts, and interchangeable values."""

from __future__ import annotations

from typing import Final

from csplib.kernel.bits import Mask, split
from csplib.kernel.clock import look_up
from csplib.kernel.csp import CSP
from csplib.kernel.links import Clique
from csplib.kernel.state import State

__all__ = ["connected_parts", "interchangeable", "is_value_symmetric"]

_RECENT: Final = 64


def connected_parts(csp: CSP, state: State) -> list[list[int]]:
    """Return the connected parts of the unfixed variables, hidden ones included.

    No constraint connects two parts: every combination of solutions of the parts is a solution.
    Complexity: almost linear in the total length of all scopes.
    """
    leader = list(range(csp.size))
    scopes = [link.scope for link in csp.links] + [propagator.scope for propagator in csp.propagators]
    cells = state.cells
    for scope in scopes:
        look_up(4 + len(scope))
        first = -1
        for x in scope:
            if cells[x].mask & (cells[x].mask - 1):
                root = _root(leader, x)
                if first >= 0:
                    leader[root] = first
                else:
                    first = root
    parts: dict[int, list[int]] = {}
    for x in range(csp.size):
        if cells[x].mask & (cells[x].mask - 1):
            parts.setdefault(_root(leader, x), []).append(x)
    return list(parts.values())


def _root(leader: list[int], x: int) -> int:
    """Return the root of *x* in the union-find forest, and shorten the path to it."""
    while leader[x] != x:
        leader[x] = leader[leader[x]]
        x = leader[x]
    return x


def is_value_symmetric(csp: CSP) -> bool:
    """Return whether all constraints treat all values alike, as plain differences do."""
    if csp.intervals:
        return False
    for link in csp.links:
        if not isinstance(link, Clique) or len(set(link.offsets)) > 1:
            return False
    return all([propagator.symmetric for propagator in csp.propagators])  # noqa: C419 - compiled


def interchangeable(state: State, values: Mask) -> list[Mask]:
    """Return *values* in groups; the values of a group are in exactly the same domains.

    If the constraints are value-symmetric, either all values of a group lead to a solution or none does.
    Complexity: at most one pass over the domains; it ends once no group has two members. The domains that have changed
    last come first, since deep in a search most values differ there.
    """
    groups = [values]
    for height in range(state.height - 1, max(-1, state.height - 1 - _RECENT), -1):
        cell = state.trail[height].cell
        if cell.index < state.size:
            groups = _separated(groups, cell.mask & values, values)
            if not groups:
                return split(values)
    for x in range(state.size):
        groups = _separated(groups, state.cells[x].mask & values, values)
        if not groups:
            return split(values)
    single = values
    for group in groups:
        single &= ~group
    return groups + split(single)


def _separated(groups: list[Mask], domain: Mask, values: Mask) -> list[Mask]:
    """Return the *groups* with several members, once values in *domain* are apart from the others of all *values*."""
    if domain == values or not domain:  # as in most cases: it splits no group
        return groups
    halves = [half for group in groups for half in (group & domain, group & ~domain)]
    return [half for half in halves if half & (half - 1)]
