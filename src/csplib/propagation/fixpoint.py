"""The engine behind `solve`: at least the consistency of the textbook layer, reached with less work.

Two tiers. Binary constraints run to their fixpoint first: a difference acts once, when a variable is down to
one value, and a table of supports acts whenever its other side has changed. Then one propagator runs, then the
binary tier again, until nothing moves. What has changed is read off the trail, so `State` needs no queue of its own;
the propagators that wait are the bits of one int.
"""

from __future__ import annotations

from typing import Final

from csplib.arcs import Arc
from csplib.bits import Mask
from csplib.csp import CSP, Shift
from csplib.errors import KindError
from csplib.events import WipeOut
from csplib.propagation.arc_consistency import node_consistency, revise
from csplib.propagation.reporting import removed_since, report, report_differences
from csplib.propagator import Propagator
from csplib.state import Cell, Change, State

__all__ = ["propagate", "propagate_all", "run_propagator"]

_HEIGHTS_PER_PULSE: Final = 64
_RUNS_PER_PULSE: Final = 16


def propagate_all(csp: CSP, state: State) -> bool:
    """Let every constraint draw its conclusions from the current domains; return False on a contradiction."""
    if not node_consistency(csp, state):
        return False
    if state.network is not csp:
        csp.connect(state)
    since = state.height
    for cell in [cell for cell in state.cells[: state.size] if not cell.mask & (cell.mask - 1)]:
        if not _exclude(csp, state, cell, cell.mask):
            return False
    for cell in state.cells:
        if cell.arcs is not None and not _support(csp, state, cell.arcs):
            return False
    return _settle(csp, state, since, (1 << len(csp.propagators)) - 1)


def propagate(csp: CSP, state: State, since: int, agenda: int = 0) -> bool:
    """Draw every conclusion from the changes on the trail from height *since* on; return False on a contradiction.

    The state must have been at its fixpoint at that height, but for the propagators whose bits are set in *agenda*.
    """
    if state.network is not csp:
        csp.connect(state)
    return _settle(csp, state, since, agenda)


def _settle(csp: CSP, state: State, since: int, agenda: int) -> bool:
    """Work off the trail from height *since* on, and the propagators whose bits are set in *agenda*, in turn."""
    trail = state.trail
    propagators = csp.propagators
    size = state.size
    state.entailed = False
    retired = state.cells[size + 1]
    light = csp.light
    behind = -1
    others = -1  # all but a propagator that has just run and need not be told of what it did itself
    while True:
        while since < state.height:
            news = trail[since : state.height]
            since = state.height
            if since % _HEIGHTS_PER_PULSE < len(news):
                state.pulse()
            for change in news:
                cell = change.cell
                value = change.new
                woken = cell.on_change
                if cell.on_bounds and _has_moved(change.old, value):
                    woken |= cell.on_bounds
                agenda |= woken & others
                if not value & (value - 1) and cell.index < size:
                    agenda |= cell.on_fix
                    if not _exclude(csp, state, cell, value):
                        return False
                if cell.arcs is not None and not _support(csp, state, cell.arcs):
                    return False
            others = -1
        agenda &= ~retired.mask
        if not agenda:
            return True
        first = agenda & light or agenda
        first = first & behind or first
        first &= -first
        behind = -first << 1
        agenda ^= first
        propagator = propagators[first.bit_length() - 1]
        if not run_propagator(csp, state, propagator):
            return False
        if state.entailed and propagator.retires:
            state.retire(first)
        state.entailed = False
        others = ~first if propagator.idempotent else -1


def _has_moved(old: Mask, new: Mask) -> bool:
    """Say whether the lowest or the highest bit has changed."""
    return new.bit_length() != old.bit_length() or new & -new != old & -old


def _support(csp: CSP, state: State, arcs: list[Arc]) -> bool:
    """Revise the *arcs* that lead to a variable, now that it has changed."""
    for arc in arcs:
        if revise(csp, state, arc) and state.wiped >= 0:
            return False
    return True


def _exclude(csp: CSP, state: State, fixed: Cell, value: Mask) -> bool:
    """Take what differs from a variable off its neighbors, now that *value* is all it has left."""
    peers = fixed.peers
    if peers is None:
        peers = fixed.peers = [state.cells[y] for y in csp.lone_peers[fixed.index]]
    consistent = True
    trail = state.trail
    end = len(trail)
    before = height = state.height
    for cell in peers:
        old = cell.mask
        if old & value:
            # State.write, spelled out: nothing else is done so often.
            left = old & ~value
            if height == end:
                trail.append(Change(cell, old, left))
                end += 1
            else:
                change = trail[height]
                change.cell = cell
                change.old = old
                change.new = left
            height += 1
            cell.mask = left
            if not left:
                state.wiped = cell.index
                consistent = False
                break
    state.height = height
    statistics = state.statistics
    statistics.revisions += len(peers)
    statistics.removed += height - before
    if fixed.reaches and consistent:
        consistent = _radiate(state, csp.rays[fixed.index], value) and _shift(
            state, csp.lone_shifts[fixed.index], value
        )
    if state.observer is not None:
        report_differences(csp, state, before, fixed.index)
    return consistent


def _shift(state: State, shifts: list[Shift], value: Mask) -> bool:
    """Take *value*, shifted for each of them, off others."""
    cells = state.cells
    statistics = state.statistics
    statistics.revisions += len(shifts)
    for y, by in shifts:
        gone = value << by if by >= 0 else value >> -by
        cell = cells[y]
        if cell.mask & gone:
            statistics.removed += 1
            left = cell.mask & ~gone
            state.write(cell, left)
            if not left:
                state.wiped = y
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
            left = cell.mask ^ gone
            state.write(cell, left)
            if not left:
                state.wiped = y
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
    if consistent is True and state.height == before:
        return True
    if not isinstance(consistent, bool):
        raise KindError(f"{propagator!r} returned {consistent!r} instead of True or False")
    statistics.removed += removed_since(state, before)
    if state.observer is not None:
        report(csp, state, before, propagator.origin)
    if not consistent and state.wiped < 0:
        state.blamed = propagator.scope
        if state.observer is not None:
            state.observer(WipeOut(None, propagator.origin, None))
    return consistent and state.wiped < 0
