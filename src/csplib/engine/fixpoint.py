"""Propagation to the fixpoint: all constraints, until nothing changes.

There are two tiers. Binary constraints run to their fixpoint first: a difference acts once, when a variable is fixed,
and an arc with supports whenever its other variable has changed. Then one propagator runs, then the binary tier again.
The trail is the queue: changes above the height reached so far are still to be propagated. Propagators have their turn
by number, light ones before heavy ones; `csplib.kernel.agenda` has those that wait.
"""

from __future__ import annotations

from typing import Final

from csplib.kernel.agenda import PAGE, Page
from csplib.kernel.arcs import Arc
from csplib.kernel.bits import Mask, shifted, size_of
from csplib.kernel.clock import look_up, pulse
from csplib.kernel.csp import CSP, expect
from csplib.kernel.reporting import report_differences, run_propagator
from csplib.kernel.state import Cell, Change, Known, State
from csplib.textbook.arc_consistency import node_consistency, revise

__all__ = ["propagate", "propagate_all"]

_HEIGHTS_PER_PULSE: Final = 64
_MOST_VALUES: Final = 64


def propagate_all(csp: CSP, state: State) -> bool:
    """Propagate all constraints from the current domains; return False on a contradiction."""
    if not node_consistency(csp, state):
        return False
    if state.network is not csp:
        csp.connect(state)
    since = state.height
    for cell in [cell for cell in state.cells[: state.size] if not cell.mask & (cell.mask - 1)]:
        look_up(8)
        if not _exclude(csp, state, cell, cell.mask):
            return False
    for cell in state.cells:
        if cell.arcs is not None and not _support(csp, state, cell.arcs):
            return False
    return _settle(csp, state, since, len(csp.propagators))


def propagate(csp: CSP, state: State, since: int, also: int = -1) -> bool:
    """Propagate the changes on the trail from height *since* on; return False on a contradiction.

    At that height the state must have been at its fixpoint, except for the propagator number *also*.
    """
    if state.network is not csp:
        expect(csp, state)
        csp.connect(state)
    return _settle(csp, state, since, also)


def _settle(csp: CSP, state: State, since: int, also: int) -> bool:
    """Process the trail from height *since* on, and the propagators that wait, until nothing is left.

    Propagator number *also* waits from the start; all do if there is none of that number.
    """
    agenda = state.agenda
    propagators = csp.propagators
    page: Page | None = agenda.pages[0]
    waiting: int = agenda.begin(also, len(propagators))
    has_others = len(agenda.pages) > 1
    state.entailed = False
    others: int = -1  # all propagators but an idempotent one that has just run: its own changes do not wake it
    while page is not None:
        here = page
        number = here.number
        base: int = PAGE * number - 1
        light = here.light
        retired = here.retired
        behind: int = -1
        while True:
            if since < state.height:
                waiting = _read_trail(csp, state, since, number, waiting, others)
                if waiting < 0:
                    return False
                since = state.height
            gone: int = retired.mask
            waiting &= ~gone
            if has_others:
                page = agenda.turn(here, waiting, behind)
                if page is not None:
                    waiting = page.bits
                    page.bits = 0
                    break
            if not waiting:
                return True
            first = waiting & light
            if not first:
                first = waiting
            if first & behind:
                first &= behind
            first &= -first
            behind = -(first + first)
            waiting ^= first
            bit: int = first
            propagator = propagators[base + bit.bit_length()]
            if not run_propagator(csp, state, propagator):
                return False
            if state.entailed:
                state.entailed = False
                if propagator.retires:
                    state.write(retired, retired.mask | bit)
            others = ~first if propagator.idempotent else -1
    return True


def _read_trail(csp: CSP, state: State, since: int, number: int, waiting: int, others: int) -> int:
    """Propagate the changes from height *since* on to the binary tier, and wake the propagators that watch them.

    Return the propagators *waiting* in the open page, which has this *number*, with those woken there, or -1 on a
    contradiction. Of that page, the changes that are there now wake only *others*.
    """
    trail = state.trail
    size = state.size
    while since < state.height:
        news = trail[since : state.height]
        since = state.height
        if since % _HEIGHTS_PER_PULSE < len(news):
            pulse()
        for change in news:
            cell = change.cell
            value = change.new
            fixed = not value & (value - 1) and cell.index < size
            woken = cell.on_change
            if cell.on_bounds and _has_moved(change.old, value):
                woken |= cell.on_bounds
            if cell.page == number:
                waiting |= woken & others
                if fixed:
                    waiting |= cell.on_fix
            elif woken or cell.on_fix:
                state.agenda.wake(cell.page, woken | cell.on_fix if fixed else woken)
            if cell.more is not None:
                waiting |= state.agenda.wake_more(cell.more, _has_moved(change.old, value), fixed, number, others)
            if fixed and not _exclude(csp, state, cell, value):
                return -1
            if cell.arcs is not None and not _support(csp, state, cell.arcs):
                return -1
        others = -1
    return waiting


def _has_moved(old: Mask, new: Mask) -> bool:
    """Return whether the lowest or the highest bit has changed."""
    return new.bit_length() != old.bit_length() or new & -new != old & -old


def _support(csp: CSP, state: State, arcs: list[Arc]) -> bool:
    """Revise the *arcs* to a variable that has changed."""
    for arc in arcs:
        if revise(csp, state, arc):
            if state.journal is not None:
                state.journal.note(state.height - 1, arc)
            if state.wiped >= 0:
                return False
    return True


def _exclude(csp: CSP, state: State, fixed: Cell, value: Mask) -> bool:
    """Propagate the differences of a variable that has only *value* left."""
    before = state.height
    if fixed.ruled_out is None:
        consistent = _remove_from_peers(csp, state, fixed, value)
    else:
        consistent = _remove_ruled_out(csp, state, fixed, value, fixed.ruled_out)
    if state.journal is not None:
        state.journal.note(before, fixed)
    if state.observer is not None:
        report_differences(csp, state, before, fixed.index)
    return consistent


def _remove_from_peers(csp: CSP, state: State, fixed: Cell, value: Mask) -> bool:
    """Remove the *value* of a variable from its peers."""
    peers = fixed.peers
    if peers is None:
        peers = fixed.peers = [state.cells[y] for y in csp.peers[fixed.index]]
    consistent = True
    trail = state.trail
    end = len(trail)
    before = height = state.height
    for cell in peers:
        old = cell.mask
        if old & value:
            # `State.write`, inlined: nothing else is done so often.
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
    return consistent


def _remove_ruled_out(csp: CSP, state: State, fixed: Cell, value: Mask, known: Known) -> bool:
    """Remove the values that the *value* of a variable rules out for others. They are cached on the second call."""
    pairs = known.get(value)
    statistics = state.statistics
    if pairs is not None:
        statistics.revisions += len(pairs)
        for cell, mask in pairs:
            if cell.mask & mask and not _remove(state, cell, cell.mask & mask):
                return False
        return True
    cells = state.cells
    up = value.bit_length() - 1 - csp.span
    if value in known:
        masks = [(y, shifted(pattern, up) & csp.domains[y]) for y, pattern in csp.patterns(fixed.index)]
        known[value] = [(cells[y], mask) for y, mask in masks if mask]
        return _remove_ruled_out(csp, state, fixed, value, known)
    if len(known) < _MOST_VALUES:
        known[value] = None
    patterns = csp.patterns(fixed.index)
    statistics.revisions += len(patterns)
    for y, pattern in patterns:
        cell = cells[y]
        gone = cell.mask & (pattern << up if up >= 0 else pattern >> -up)
        if gone and not _remove(state, cell, gone):
            return False
    return True


def _remove(state: State, cell: Cell, gone: Mask) -> bool:
    """Remove the values *gone* from a domain that has them; return False if none is left."""
    left = cell.mask ^ gone
    state.write(cell, left)
    state.statistics.removed += size_of(gone) if gone & (gone - 1) else 1
    if not left:
        state.wiped = cell.index
    return left != 0
