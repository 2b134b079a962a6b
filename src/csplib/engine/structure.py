"""What a network looks like: its connected parts, its trees, and values that might as well be swapped."""

from __future__ import annotations

from csplib.kernel.arcs import Clique
from csplib.kernel.bits import Mask, split
from csplib.kernel.clock import look_up
from csplib.kernel.csp import CSP
from csplib.kernel.state import State

__all__ = ["connected_parts", "interchangeable", "is_value_symmetric", "last_of_each"]


def connected_parts(csp: CSP, state: State) -> list[list[int]]:
    """Group the variables that are not fixed yet by the constraints between them, hidden ones included.

    What one part does cannot matter to another: solutions are any combination of solutions of the parts.
    Complexity: a little more than the total length of all scopes.
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
    """Find the leader of the group of *x*, and shorten the way there."""
    while leader[x] != x:
        leader[x] = leader[leader[x]]
        x = leader[x]
    return x


def is_value_symmetric(csp: CSP) -> bool:
    """Say whether no constraint knows one value from another: all of them are plain differences."""
    for link in csp.links:
        if not isinstance(link, Clique) or len(set(link.offsets)) > 1:
            return False
    return all([propagator.symmetric for propagator in csp.propagators])  # noqa: C419 - compiled


def interchangeable(state: State, values: Mask) -> list[Mask]:
    """Group *values* so that those in one group are in exactly the same domains.

    Where the constraints are value-symmetric, if one value of a group leads to a solution then so does each.
    Complexity: one pass over the domains at most, ended as soon as no group has two members.
    """
    groups = [values]
    single: list[Mask] = []
    for domain in state.domains:
        mixed: list[Mask] = []
        for group in groups:
            for half in (group & domain, group & ~domain):
                if half & (half - 1):
                    mixed.append(half)
                elif half:
                    single.append(half)
        groups = mixed
        if not groups:
            return split(values)
    return groups + single


def last_of_each(groups: list[Mask], values: list[Mask]) -> list[Mask]:
    """Keep the last of *values* from each of *groups*, in their order.

    >>> last_of_each([0b1011, 0b0100], [0b0001, 0b0100, 0b0010])
    [4, 2]
    """
    kept = 0
    for group in groups:
        for value in reversed(values):
            if value & group:
                kept |= value
                break
    return [value for value in values if value & kept]
