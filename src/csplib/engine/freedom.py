"""Variables that are free: whatever value they take, no constraint minds any more.

Once only such variables are left, every combination of their values is a solution, and none of them has to be tried.
So it is, for each value of a *hub*, where all the others that are tied hang on that hub alone.
"""

from __future__ import annotations

from csplib.kernel.bits import shifted, size_of
from csplib.kernel.csp import CSP
from csplib.kernel.state import State

__all__ = ["hub_of", "is_free", "tied_variable"]


def is_free(csp: CSP, state: State, x: int, hub: int = -1) -> bool:
    """Say whether *x* can take any value that it has left, whatever the others, but for *hub*, do.

    The state is at its fixpoint. Some variables that are free are not seen to be so.
    """
    if not _is_loose(csp, state, x):
        return False
    for arc in csp.supports[x]:
        domain = state.cells[arc.x].mask
        if domain & (domain - 1) and arc.x != hub:
            return False
    return True


def _is_loose(csp: CSP, state: State, x: int) -> bool:
    """Say whether nothing but arcs with supports ties *x* to others."""
    if (csp.on_change[x] | csp.on_bounds[x] | csp.on_fix[x]) & ~state.retired:
        return False
    cells = state.cells
    domain = cells[x].mask
    for y in csp.peers[x]:
        if cells[y].mask & domain:
            return False
    for y, by in csp.shifts(x):
        if cells[y].mask & shifted(domain, by):
            return False
    return True


def tied_variable(csp: CSP, state: State, variables: list[int]) -> int:
    """Name the one with the fewest values among *variables* that are neither fixed nor free, or -1.

    Hidden variables need no look: one that is not fixed ties what it depends on.
    """
    best = -1
    for x in variables:
        domain = state.cells[x].mask
        if domain & (domain - 1) and (best < 0 or size_of(domain) < size_of(state.cells[best].mask)):
            best = best if is_free(csp, state, x) else x
    return best


def hub_of(csp: CSP, state: State, x: int, variables: list[int]) -> int:
    """Name the one of *variables* that *x*, which is tied, and all others that are tied hang on; or -1.

    Once the hub is decided its arcs leave the others what goes with its value, and nothing ties them any more.
    """
    if not csp.supports[x] or not _is_loose(csp, state, x):
        return -1
    beside = _beside(csp, state, x)
    hub = x if len(beside) != 1 or is_free(csp, state, beside[0], x) else beside[0]
    if hub >= csp.stated or not _is_loose(csp, state, hub):
        return -1
    if max(_beside(csp, state, hub), default=-1) >= csp.stated:
        return -1
    for y in variables:
        domain = state.cells[y].mask
        if domain & (domain - 1) and y != hub and not is_free(csp, state, y, hub):
            return -1
    return hub


def _beside(csp: CSP, state: State, x: int) -> list[int]:
    """List the variables that are not fixed at the other ends of the arcs of *x*, each once."""
    found: list[int] = []
    for arc in csp.supports[x]:
        domain = state.cells[arc.x].mask
        if domain & (domain - 1) and arc.x not in found:
            found.append(arc.x)
    return found
