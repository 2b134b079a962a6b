"""The engine behind `solve`: at least the consistency of the textbook layer, reached with less work.

Two tiers. Binary constraints run to their fixpoint first: a difference acts once, when a variable is down to
one value, and a table of supports acts whenever its other side has changed. Then one propagator runs, then the
binary tier again, until nothing moves. What has changed is read off the trail, so `State` needs no queue of its own;
the propagators that wait are the bits of one int.
"""

from __future__ import annotations

from typing import Final

from csplib.bits import Mask
from csplib.csp import CSP, Shift
from csplib.errors import KindError
from csplib.events import WipeOut
from csplib.propagation.arc_consistency import node_consistency, revise
from csplib.propagation.reporting import removed_since, report, report_differences
from csplib.propagator import Propagator
from csplib.state import State

__all__ = ["propagate", "propagate_all", "run_propagator"]

_CHANGES_PER_PULSE: Final = 64
_RUNS_PER_PULSE: Final = 16


def propagate_all(csp: CSP, state: State) -> bool:
    """Let every constraint draw its conclusions from the current domains; return False on a contradiction."""
    if not node_consistency(csp, state):
        return False
    since = state.mark()
    for x in range(csp.size):
        if not _react(csp, state, x):
            return False
    return _settle(csp, state, since, (1 << len(csp.propagators)) - 1)


def propagate(csp: CSP, state: State, since: int, agenda: int = 0) -> bool:
    """Draw every conclusion from the changes on the trail from height *since* on; return False on a contradiction.

    The state must have been at its fixpoint at that height, but for the propagators whose bits are set in *agenda*.
    """
    return _settle(csp, state, since, agenda)


def _settle(csp: CSP, state: State, since: int, agenda: int) -> bool:
    """Work off the trail from height *since* on, and the propagators whose bits are set in *agenda*."""
    trail = state.trail
    retired = state.cells[state.size + 1]
    size = state.size
    supports = csp.supports
    on_change = csp.on_change
    on_fix = csp.on_fix
    while True:
        while since < state.height:
            cell = trail[since].cell
            x = cell.index
            since += 1
            if not since % _CHANGES_PER_PULSE:
                state.pulse()
            if x < size:
                value = cell.mask
                agenda |= on_change[x]
                if not value & (value - 1):
                    agenda |= on_fix[x]
                    if not _react(csp, state, x):
                        return False
                elif supports[x] and not _react(csp, state, x):
                    return False
        if retired.mask:
            agenda &= ~retired.mask
        if not agenda:
            return True
        first = agenda & -agenda
        agenda ^= first
        propagator = csp.propagators[first.bit_length() - 1]
        state.entailed = False
        if not run_propagator(csp, state, propagator):
            return False
        if propagator.retires and state.entailed:
            state.retire(first)


def _react(csp: CSP, state: State, x: int) -> bool:
    """Apply the binary constraints of *x* to its neighbors."""
    value = state.cells[x].mask
    if not value & (value - 1):
        before = state.height
        consistent = _exclude(csp, state, x, value)
        if state.observer is not None:
            report_differences(csp, state, before, x)
        if not consistent:
            return False
    for arc in csp.supports[x]:
        if revise(csp, state, arc) and state.wiped >= 0:
            return False
    return True


def _exclude(csp: CSP, state: State, x: int, value: Mask) -> bool:
    """Take what differs from *x* off its neighbors, now that *value* is all it has left."""
    cells = state.cells
    statistics = state.statistics
    rays = csp.rays[x]
    if rays and not _radiate(state, rays, value):
        return False
    peers = csp.lone_peers[x]
    shifts = csp.lone_shifts[x]
    statistics.revisions += len(peers) + len(shifts)
    for y in peers:
        cell = cells[y]
        if cell.mask & value:
            statistics.removed += 1
            if not state.remove(cell, value):
                return False
    for y, by in shifts:
        gone = value << by if by >= 0 else value >> -by
        cell = cells[y]
        if cell.mask & gone:
            statistics.removed += 1
            if not state.remove(cell, gone):
                return False
    return True


def _radiate(state: State, rays: list[Shift], value: Mask) -> bool:
    """Take *value*, and what lies on both diagonals through it, off others in one go."""
    cells = state.cells
    statistics = state.statistics
    statistics.revisions += 3 * len(rays)
    for y, by in rays:
        cell = cells[y]
        gone = cell.mask & (value | value << by | value >> by)
        if gone:
            second = gone & (gone - 1)
            statistics.removed += 1 if not second else 3 if second & (second - 1) else 2
            if not state.remove(cell, gone):
                return False
    return True


def run_propagator(csp: CSP, state: State, propagator: Propagator) -> bool:
    """Run *propagator* once, with its share of counting, reporting and looking up."""
    statistics = state.statistics
    statistics.propagations += 1
    if not statistics.propagations % _RUNS_PER_PULSE:
        state.pulse()
    before = state.height
    consistent = propagator.propagate(state)
    if not isinstance(consistent, bool):
        raise KindError(f"{propagator!r} returned {consistent!r} instead of True or False")
    if state.height > before:
        statistics.removed += removed_since(state, before)
        if state.observer is not None:
            report(csp, state, before, propagator.origin)
    if not consistent and state.wiped < 0:
        state.blamed = propagator.scope
        if state.observer is not None:
            state.observer(WipeOut(None, propagator.origin, None))
    return consistent and state.wiped < 0
