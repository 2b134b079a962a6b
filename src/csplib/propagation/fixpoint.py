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
    cells = state.cells
    trail = state.trail_cells
    olds = state.trail_values
    size = state.size
    supports = csp.supports
    on_change = csp.on_change
    on_bounds = csp.on_bounds
    on_fix = csp.on_fix
    running = 0  # the propagator that ran last, if it leaves nothing for itself to do
    height = since  # of the trail when it was done
    while True:
        while since < len(trail):
            x = trail[since]
            old = olds[since]
            since += 1
            if not since % _CHANGES_PER_PULSE:
                state.pulse()
            if x < size:
                value = cells[x]
                woken = on_change[x]
                at_ends = on_bounds[x]
                if at_ends and (value.bit_length() != old.bit_length() or value & -value != old & -old):
                    woken |= at_ends
                agenda |= woken & ~running if since <= height else woken
                if not value & (value - 1):
                    agenda |= on_fix[x]
                    if not _react(csp, state, x):
                        return False
                elif supports[x] and not _react(csp, state, x):
                    return False
        if cells[size + 1]:
            agenda &= ~cells[size + 1]
        if not agenda:
            return True
        first = agenda & -agenda
        agenda ^= first
        propagator = csp.propagators[first.bit_length() - 1]
        state.entailed = False
        if not run_propagator(csp, state, propagator):
            return False
        running = first if propagator.idempotent else 0
        height = len(trail)
        if propagator.retires and state.entailed:
            state.retire(first)


def _react(csp: CSP, state: State, x: int) -> bool:
    """Apply the binary constraints of *x* to its neighbors."""
    value = state.cells[x]
    if not value & (value - 1):
        before = len(state.trail_cells)
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
    other = ~value
    for y in peers:
        if cells[y] & value:
            statistics.removed += 1
            if not state.narrow(y, other):
                return False
    for y, by in shifts:
        gone = value << by if by >= 0 else value >> -by
        if cells[y] & gone:
            statistics.removed += 1
            if not state.narrow(y, ~gone):
                return False
    return True


def _radiate(state: State, rays: list[Shift], value: Mask) -> bool:
    """Take *value*, and what lies on both diagonals through it, off others in one go."""
    cells = state.cells
    statistics = state.statistics
    statistics.revisions += 3 * len(rays)
    for y, by in rays:
        gone = cells[y] & (value | value << by | value >> by)
        if gone:
            second = gone & (gone - 1)
            statistics.removed += 1 if not second else 3 if second & (second - 1) else 2
            if not state.narrow(y, ~gone):
                return False
    return True


def run_propagator(csp: CSP, state: State, propagator: Propagator) -> bool:
    """Run *propagator* once, with its share of counting, reporting and looking up."""
    statistics = state.statistics
    statistics.propagations += 1
    if not statistics.propagations % _RUNS_PER_PULSE:
        state.pulse()
    before = len(state.trail_cells)
    consistent = propagator.propagate(state)
    if not isinstance(consistent, bool):
        raise KindError(f"{propagator!r} returned {consistent!r} instead of True or False")
    if len(state.trail_cells) > before:
        statistics.removed += removed_since(state, before)
        if state.observer is not None:
            report(csp, state, before, propagator.origin)
    if not consistent and state.wiped < 0:
        state.blamed = propagator.scope
        if state.observer is not None:
            state.observer(WipeOut(None, propagator.origin, None))
    return consistent and state.wiped < 0
