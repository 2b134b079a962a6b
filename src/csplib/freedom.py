"""Variables that are free: whatever value they take, no constraint minds any more.

Once only such variables are left, every combination of their values is a solution, and none of them has to be tried.
"""

from __future__ import annotations

from csplib.bits import shifted, size_of
from csplib.csp import CSP
from csplib.state import State

__all__ = ["is_free", "tied_variable"]


def is_free(csp: CSP, state: State, x: int) -> bool:
    """Say whether *x* can take any value that it has left, whatever the others do. The state is at its fixpoint.

    Some variables that are free are not seen to be so.
    """
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
    for arc in csp.supports[x]:
        if cells[arc.x].mask & (cells[arc.x].mask - 1):
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
