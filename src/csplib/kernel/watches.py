"""Which propagators watch which variables of a network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from csplib.kernel.agenda import PAGE, Watch
from csplib.kernel.clock import look_up
from csplib.kernel.tracking import untrack

if TYPE_CHECKING:
    from csplib.kernel.propagator import Propagator

__all__ = ["light_pages", "preparers_of", "watches_of", "watches_of_interval"]


def watches_of(propagators: list[Propagator], size: int) -> list[Watch | None]:
    """Return the watches of each of *size* variables, lowest page first."""
    found: list[Watch | None] = [None] * size
    untrack(found)
    for number in range(len(propagators) - 1, -1, -1):
        propagator = propagators[number]
        page = number // PAGE
        bit = 1 << number % PAGE
        look_up(4 + len(propagator.scope))
        for x in propagator.scope:
            watch = found[x]
            if watch is None or watch.page != page:
                watch = found[x] = Watch(page, watch)
            if propagator.on_fix:
                watch.on_fix |= bit
            elif propagator.on_bounds:
                watch.on_bounds |= bit
            else:
                watch.on_change |= bit
            if propagator.decides:
                watch.decides = True
    return found


def watches_of_interval(watch: Watch | None) -> tuple[Watch | None, Watch | None, Watch | None]:
    """Return the watches of both ends of an interval, of its holes, and of its status, from those of the variable."""
    ends: Watch | None = None
    holes: Watch | None = None
    status: Watch | None = None
    while watch is not None:
        ends, holes, status = Watch(watch.page, ends), Watch(watch.page, holes), Watch(watch.page, status)
        ends.on_change = watch.on_change | watch.on_bounds
        holes.on_change = watch.on_change
        status.on_fix = watch.on_fix
        watch = watch.more
    return ends, holes, status


def light_pages(propagators: list[Propagator]) -> list[int]:
    """Return the bits of the light propagators of each page; there is one page at least."""
    pages = [0] * max(1, -(-len(propagators) // PAGE))
    for number, propagator in enumerate(propagators):
        if not propagator.heavy:
            pages[number // PAGE] |= 1 << number % PAGE
    return pages


def preparers_of(propagators: list[Propagator]) -> dict[int, list[Propagator]]:
    """Return, for some variables, the propagators that narrow its domain only before it is decided."""
    found: dict[int, list[Propagator]] = {}
    for propagator in propagators:
        if propagator.prepares:
            for x in propagator.scope:
                found.setdefault(x, []).append(propagator)
    return found
