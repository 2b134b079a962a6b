"""Trace back what the root needs for some facts: once, from the newest change to the oldest.

Each change that made a wanted fact true has a reason, whose literals are wanted from then on, too. So a change is
looked at once, however many facts follow from it. On the way, the trail is unwound: the history of each variable ends
at the change that is looked at, and nobody has to walk back from its end. Complexity: one reason for each change.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import final

from csplib.engine.needs import Needs, Step
from csplib.engine.reasons import Reasons
from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.history import BITS, CEILING, FLOOR, History, Literal, Track

__all__ = ["all_needed", "needed"]


def all_needed(reasons: Reasons, needs: Needs) -> int:
    """Return the set of constraints that the refutation needs, which is the last step of *needs*."""
    return _trace(reasons, needs, needs.steps[-1], True)  # noqa: FBT003 - private


def needed(reasons: Reasons, needs: Needs, step: Step) -> int:
    """Return the set of the constraints, and of the nogoods, that one *step* needs."""
    return _trace(reasons, needs, step, False)  # noqa: FBT003 - private


def _trace(reasons: Reasons, needs: Needs, step: Step, through: bool) -> int:  # noqa: FBT001 - private
    """Return what *step* needs. If it goes *through* nogoods, these stand for all that they need themselves."""
    history = reasons.history
    history.read()
    top = history.height
    wanted = _Wanted(history)
    wanted.add(step.facts)
    needs.found = step.found
    try:
        if through:
            wanted.go_through(needs)
        for height in range(step.born - 1, -1, -1):
            look_up()
            _unwind(history, height + 1)
            index = reasons.state.trail[height].cell.index
            if index < len(history.tracks):
                wanted.look_at(reasons, history.tracks[index], height)
                if through:
                    wanted.go_through(needs)
    finally:
        _rewind(history, top)
    return needs.found


def _unwind(history: History, height: int) -> None:
    """Go back to the domains at this *height*; the trail keeps the changes above it for `_rewind`."""
    changes = history.trail.trail
    tracks = history.tracks
    for place in range(history.height - 1, height - 1, -1):
        change = changes[place]
        change.cell.mask = change.old
        if change.cell.index < len(tracks):
            tracks[change.cell.index].last = change.before
    history.height = height


def _rewind(history: History, height: int) -> None:
    """Make the changes up to this *height* again, which `_unwind` has taken back."""
    changes = history.trail.trail
    tracks = history.tracks
    for place in range(history.height, height):
        change = changes[place]
        change.cell.mask = change.new
        if change.cell.index < len(tracks):
            tracks[change.cell.index].last = place
    history.height = height


@final
class _Wanted:
    """The values whose removal is wanted, and the bounds that an end must have reached, strongest first."""

    def __init__(self, history: History) -> None:
        self._history: History = history
        self._values: dict[int, Mask] = {}
        self._bounds: dict[int, list[int]] = {}
        self._seen: int = 0

    def go_through(self, needs: Needs) -> None:
        """Want what the nogoods that were found need, and find the constraints and nogoods behind them.

        A nogood was learned before its change at the root. So its own facts are below that, and still to come.
        """
        while True:
            new = (needs.found & ~self._seen) >> needs.size
            if not new:
                return
            place = new.bit_length() - 1
            self._seen |= 1 << (needs.size + place)
            needs.found |= needs.steps[place].found
            self.add(needs.steps[place].facts)

    def add(self, literals: list[Literal]) -> None:
        """Want what makes *literals* true."""
        for index, mask in literals:
            track = self._history.tracks[index]
            if track.kind == BITS:
                self._values[index] = self._values.get(index, 0) | (track.first & ~mask)
            elif not track.implies(track.first, mask):
                heappush(self._bounds.setdefault(index, []), -mask if track.kind == FLOOR else mask)

    def look_at(self, reasons: Reasons, track: Track, height: int) -> None:
        """Want the reason of the change of *track* at this *height*, as far as the change is wanted."""
        change = reasons.state.trail[height]
        if track.kind == BITS:
            gone = change.old & ~change.new & self._values.get(track.index, 0)
            if gone:
                self.add(reasons.reason(change, height, gone))
        elif track.kind in (FLOOR, CEILING) and (bounds := self._bounds.get(track.index)):
            sign = -1 if track.kind == FLOOR else 1
            strongest = sign * bounds[0]
            if track.implies(change.old, strongest):
                return
            while bounds and not track.implies(change.old, sign * bounds[0]):
                heappop(bounds)
            self.add(reasons.reason(change, height, strongest))
