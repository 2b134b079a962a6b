"""Read the trail: count removed values and send events. Run a propagator with both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from csplib.errors import KindError
from csplib.kernel.arcs import Arc, DiffArc
from csplib.kernel.bits import Mask, size_of
from csplib.kernel.clock import look_up, pulse
from csplib.kernel.events import Narrow, WipeOut
from csplib.kernel.propagator import Propagator, misjudged
from csplib.kernel.state import State

if TYPE_CHECKING:
    from csplib.kernel.csp import CSP

__all__ = ["removed_since", "report", "report_differences", "run_propagator"]

_RUNS_PER_PULSE: Final = 32
_MANY: Final = 1000


def _changes(state: State, since: int) -> list[tuple[int, Mask, Mask]]:
    """Return (variable, old domain, new domain) for each change of a domain from height *since* on."""
    cells = [(change.cell, change.old, change.new) for change in state.trail[since : state.height]]
    return [(cell.index, old, new) for cell, old, new in cells if cell.index < state.size and cell.interval is None]


def removed_since(state: State, since: int) -> int:
    """Return the number of values removed from domains from height *since* on."""
    removed = 0
    for entry in range(since, state.height):
        change = state.trail[entry]
        if change.cell.index < state.size:
            if change.cell.interval is None:
                removed += size_of(change.old ^ change.new)
        elif change.cell.owner >= 0:
            removed += abs(change.new - change.old)
    return removed


def _moved(csp: CSP, state: State, since: int) -> list[tuple[int, range]]:
    """Return (variable, integers before) for each interval whose ends have moved from height *since* on."""
    ends: dict[int, tuple[int, bool]] = {}
    for x in csp.intervals:
        interval = state.cells[x].interval
        if interval is not None:
            ends[interval.floor.index] = (x, False)
            ends[interval.ceiling.index] = (x, True)
    before: dict[int, list[int]] = {}
    for change in reversed(state.trail[since : state.height]):
        if change.cell.index in ends:
            x, is_high = ends[change.cell.index]
            bounds = before.setdefault(x, [state.low(x), state.high(x)])
            bounds[is_high] = change.old
        elif change.cell.interval is not None and not change.new:  # wiped out
            before.setdefault(change.cell.index, [state.low(change.cell.index), state.high(change.cell.index)])
    return [(x, range(low, high + 1)) for x, (low, high) in before.items()]


def report(csp: CSP, state: State, since: int, origin: object, neighbor: int = -1, waiting: int = -1) -> None:
    """Send an event for each change of a domain from height *since* on, and for a wipe-out.

    *origin* is the constraint that caused them. *neighbor* is the other end of the arc, if one was revised, and
    *waiting* the length of AC-3's queue, if there is one.
    """
    for x, old, new in _changes(state, since):
        look_up(old.bit_length())
        name = csp.names[x]
        arc = None if neighbor < 0 else (name, csp.names[neighbor])
        queued = None if waiting < 0 else waiting
        _tell(state, Narrow(name, csp.values_in(x, old), csp.values_in(x, new), origin, arc, queued))
    for x, integers in _moved(csp, state, since) if csp.intervals else ():
        left = range(state.low(x), state.high(x) + 1) if state.cells[x].mask else range(0)
        _tell(state, Narrow(csp.names[x], integers, left, origin))


def report_differences(csp: CSP, state: State, since: int, fixed: int) -> None:
    """Send the events for the values that the single value of *fixed* removed from other domains, arc by arc."""
    value = state.cells[fixed].mask
    arcs: dict[int, list[Arc]] = {}
    for arc in csp.arcs_to[fixed]:
        if isinstance(arc, DiffArc):
            arcs.setdefault(arc.x, []).append(arc)
    for x, old, new in _changes(state, since):
        left = old
        for arc in arcs[x]:
            after = arc.supported(left, value)
            if after != left and after & new == new:
                ends = (csp.names[x], csp.names[fixed])
                _tell(state, Narrow(ends[0], csp.values_in(x, left), csp.values_in(x, after), arc.origin, ends))
                left = after


def _tell(state: State, event: Narrow) -> None:
    state.tell(event)
    if not event.left:
        state.tell(WipeOut(event.variable, event.constraint, event.arc))


def run_propagator(csp: CSP, state: State, propagator: Propagator) -> bool:
    """Run *propagator* once, count what it removed, and send the events; return False on a contradiction."""
    statistics = state.statistics
    statistics.propagations += 1
    if not statistics.propagations % _RUNS_PER_PULSE or len(propagator.scope) > _MANY:
        pulse()
    before = state.height
    try:  # `verdict`, inlined
        consistent = propagator.propagate(state)
    except TypeError as error:
        raise misjudged(propagator, error)
    if consistent is True and state.height == before:
        return True
    if consistent is not True and consistent is not False:
        raise misjudged(propagator, consistent)
    if state.height < before:
        raise KindError(f"{propagator!r} undid changes that are not its own: undo only down to a mark of your own")
    statistics.removed += removed_since(state, before)
    if state.journal is not None:
        state.journal.note(before, propagator)
    if state.observer is not None:
        report(csp, state, before, propagator.origin)
    if state.auditor is not None:
        state.auditor.changed(csp, state, before, propagator, consistent and state.wiped < 0)
    if not consistent and state.wiped < 0:
        state.blamed = propagator.scope
        if state.observer is not None:
            state.tell(WipeOut(None, propagator.origin, None))
    return consistent and state.wiped < 0
