"""Which places of a scope have changed since a propagator last looked: a scan of the trail.

The height of the trail at the last look is in a memory cell. So `State.undo` restores it, and the part of the trail
below it is the one that was seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, final

from csplib.kernel.cells import Cell
from csplib.kernel.clock import look_up

if TYPE_CHECKING:
    from csplib.kernel.state import State

__all__ = ["IDLE", "NEVER", "News"]

NEVER: Final = -1
"""The content of the memory cell before the first look."""
IDLE: Final = 64
"""So many changes of other variables are read again. Noting that they were seen would make the trail higher."""


@final
class News:
    """The places of each variable of *scope*, which may occur in several places.

    >>> from csplib import State
    >>> state = State([0b11, 0b11, 0b11])
    >>> news = News([0, 2])
    >>> seen = state.memory("owner", 1, NEVER)[0]
    >>> news.since(state, seen), news.all_seen(state, seen)
    ([0, 1], None)
    >>> state.narrow(1, 0b01), state.narrow(2, 0b10), news.since(state, seen)
    (True, True, [1])
    """

    def __init__(self, scope: Sequence[int]) -> None:
        self.size: int = len(scope)
        self.place: dict[int, int] = {x: place for place, x in reversed(list(enumerate(scope)))}
        self.others: dict[int, list[int]] = {}  # the other places of variables that occur twice
        if len(self.place) < len(scope):
            for place, x in enumerate(scope):
                if self.place[x] != place:
                    self.others.setdefault(x, []).append(place)

    def since(self, state: State, seen: Cell) -> list[int]:
        """Return the places that have changed since the height in *seen*, in ascending order; all if it is `NEVER`."""
        behind = state.height - seen.mask
        if not behind:
            return []
        if seen.mask == NEVER or behind > self.size:
            return list(range(self.size))
        look_up(behind >> 2)
        found: list[int] = []
        trail = state.trail
        for entry in range(seen.mask, state.height):
            owner = trail[entry].cell.owner
            place = self.place.get(owner, -1)
            if place >= 0:
                found.append(place)
                if self.others:
                    found.extend(self.others.get(owner, []))
        if found:
            return sorted(set(found)) if len(found) > 1 else found
        if behind > IDLE:
            self.all_seen(state, seen)
        return found

    def all_seen(self, state: State, seen: Cell) -> None:
        """Note that all changes up to now have been seen."""
        state.write(seen, state.height + 1)
