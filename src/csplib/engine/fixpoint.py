"""Propagation to the fixpoint: all constraints, until nothing changes.

There are two tiers. Binary constraints run to their fixpoint first: a difference acts once, when a variable is fixed,
and an arc with supports whenever its other variable has changed. Then one propagator runs, then the binary tier again.
The trail is the queue: changes above the height reached so far are still to be propagated. Propagators have their turn
by number, light ones before heavy ones; `csplib.kernel.agenda` has those that wait.
"""

from __future__ import annotations

from typing import Final

from csplib.engine.ruled_out import remove_ruled_out
from csplib.kernel.agenda import PAGE, Agenda, Page, Watch
from csplib.kernel.arcs import Arc
from csplib.kernel.bits import LARGEST_WORD, WORD, Mask, single_or_none
from csplib.kernel.clock import look_up, pulse
from csplib.kernel.csp import CSP, expect
from csplib.kernel.reporting import report_differences, run_propagator
from csplib.kernel.state import Cell, Change, State
from csplib.kernel.tracking import untrack
from csplib.textbook.arc_consistency import node_consistency, revise

__all__ = ["propagate", "propagate_all"]

_HEIGHTS_PER_PULSE: Final = 64
_MOST_CACHED: Final = 1000  # variables; in larger networks peers are cached on the second call
_NO_CELLS: list[Cell] = []


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
    for arcs in csp.supports if csp.has_arcs else []:
        if arcs and not _support(csp, state, arcs):
            return False
    if not _settle(csp, state, since, len(csp.propagators)):
        return False
    if state.auditor is not None:
        state.auditor.settled(csp, state)
    for cell in state.cells[: state.size]:  # from here on, what is left counts
        cell.wide = cell.mask > LARGEST_WORD
    return True


def propagate(csp: CSP, state: State, since: int, also: int = -1) -> bool:
    """Propagate the changes on the trail from height *since* on; return False on a contradiction.

    At that height the state must have been at its fixpoint, except for the propagator number *also*.
    """
    if state.network is not csp:
        expect(csp, state)
        csp.connect(state)
    consistent = _settle(csp, state, since, also)
    if state.auditor is not None and consistent:
        state.auditor.settled(csp, state)
    return consistent


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
    has_arcs = csp.has_arcs
    has_others = len(state.agenda.pages) > 1
    while since < state.height:
        news = trail[since : state.height]
        since = state.height
        if since % _HEIGHTS_PER_PULSE < len(news):
            pulse()
        for change in news:
            cell = change.cell
            value = change.new
            fixed = single_or_none(value) if cell.wide else not value & (value - 1) and cell.index < size
            watch = cell.watch
            if watch is not None:
                if has_others:
                    waiting |= _wake(state.agenda, watch, change, fixed, number, others)
                else:
                    woken = watch.on_change
                    if watch.on_bounds and _has_moved(cell, change.old, value):
                        woken |= watch.on_bounds
                    waiting |= woken & others
                    if fixed:
                        waiting |= watch.on_fix
            if fixed and not _exclude(csp, state, cell, value):
                return -1
            if has_arcs and cell.index < size and not _support(csp, state, csp.supports[cell.index]):
                return -1
        others = -1
    return waiting


def _wake(agenda: Agenda, watch: Watch, change: Change, fixed: bool, number: int, others: int) -> int:  # noqa: FBT001
    """Wake the propagators of all pages that watch a change; return those of page *number*, which is open."""
    cell = change.cell
    found: int = 0
    woken = watch.on_change
    if watch.on_bounds and _has_moved(cell, change.old, change.new):
        woken |= watch.on_bounds
    if watch.page == number:
        found = woken & others
        if fixed:
            found |= watch.on_fix
    elif woken or watch.on_fix:
        agenda.wake(watch.page, woken | watch.on_fix if fixed else woken)
    if watch.more is not None:
        found |= agenda.wake_more(watch.more, _has_moved(cell, change.old, change.new), fixed, number, others)
    return found


def _has_moved(cell: Cell, old: Mask, new: Mask) -> bool:
    """Return whether the lowest or the highest bit has changed."""
    if cell.wide and old.bit_length() > WORD:
        return cell.has_moved(old, new)
    return new.bit_length() != old.bit_length() or new & -new != old & -old


def _support(csp: CSP, state: State, arcs: list[Arc]) -> bool:
    """Revise the *arcs* to a variable that has changed."""
    for arc in arcs:
        if revise(csp, state, arc):
            if state.journal is not None:
                state.journal.note(state.height - 1, arc)
            if state.auditor is not None:
                state.auditor.changed(csp, state, state.height - 1, arc, state.wiped < 0)
            if state.wiped >= 0:
                return False
    return True


def _exclude(csp: CSP, state: State, fixed: Cell, value: Mask) -> bool:
    """Propagate the differences of a variable that has only *value* left."""
    before = state.height
    known = state.ruled_out[fixed.index] if state.ruled_out else None
    if known is None:
        consistent = _remove_from_peers(csp, state, fixed, value)
    else:
        consistent = remove_ruled_out(csp, state, fixed, value, known)
    if state.journal is not None:
        state.journal.note(before, fixed)
    if state.auditor is not None and state.height > before:
        state.auditor.changed(csp, state, before, fixed, consistent)
    if state.observer is not None:
        report_differences(csp, state, before, fixed.index)
    return consistent


def _remove_from_peers(csp: CSP, state: State, fixed: Cell, value: Mask) -> bool:
    """Remove the *value* of a variable from its peers."""
    peers = state.peers[fixed.index]
    if not peers:
        others = csp.peers[fixed.index]
        is_first = peers is None and state.size > _MOST_CACHED
        peers = [state.cells[y] for y in others]
        untrack(peers)
        state.peers[fixed.index] = _NO_CELLS if is_first else peers
    consistent = True
    trail = state.trail
    end = len(trail)
    before = height = state.height
    for cell in peers:
        old = cell.mask
        if old & value:
            # `State.write`, inlined: nothing else is done so often.
            left = old ^ value
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
