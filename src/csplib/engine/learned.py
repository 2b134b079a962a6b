"""The nogoods that a search has learned: watch two literals of each, keep the useful ones.

A nogood says nothing as long as two of its literals are not true. So it watches two of these, each by a value that the
variable still has and the literal does not (after the two watched literals of Moskewicz, Madigan, Zhao, Zhang, Malik
2001). Only the removal of such a value wakes it. For an end of an interval, it watches the bound of the literal.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from typing import TYPE_CHECKING, Final, final

from csplib.engine.learned_nogood import Nogood
from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.events import LEARNED
from csplib.kernel.history import BITS, FLOOR, History, Journal, Track
from csplib.kernel.reporting import removed_since, report
from csplib.kernel.state import State

if TYPE_CHECKING:
    from csplib.kernel.csp import CSP

__all__ = ["Learned"]

_FIRST_ROOM: Final = 1000.0
_MORE_ROOM: Final = 1.1
_ALWAYS_KEPT: Final = 2
_FADING: Final = 0.999


@final
class Learned:
    """The nogoods of one search, and the watches of the variables by value; of ends of intervals by bound."""

    def __init__(self, csp: CSP, state: State, history: History, journal: Journal) -> None:
        self.csp: CSP = csp
        self.state: State = state
        self.history: History = history
        self.journal: Journal = journal
        self.nogoods: list[Nogood] = []
        self._watches: list[dict[Mask, list[Nogood]]] = [{} for _ in history.tracks]
        self._bounds: list[list[int]] = [[] for _ in history.tracks]  # those that are watched, in order
        self._seen: int = state.height  # changes below this height have been followed
        self._room: float = _FIRST_ROOM
        self._gain: float = 1.0

    def add(self, nogood: Nogood) -> bool:
        """Keep *nogood*, and make its first literal false: the others are true. Return False on a contradiction."""
        self.keep(nogood)
        return self._assert(nogood)

    def keep(self, nogood: Nogood) -> None:
        """Keep *nogood*, and watch its first two literals if it has as many."""
        if len(nogood.tracks) > 1:
            self.nogoods.append(nogood)
            nogood.activity = self._gain
            self._watch(nogood, 0)
            self._watch(nogood, 1)

    def _watch(self, nogood: Nogood, place: int) -> None:
        """Let the removal of a value outside the literal in this *place* wake *nogood*."""
        track = nogood.tracks[place]
        if track.kind:
            self._add_watch(track, nogood.masks[place], [nogood])
            return
        outside = track.cell.mask & ~nogood.masks[place]
        if not outside:  # it is true now, and becomes false with the last change that is undone
            outside = self._lost_last(track, nogood.masks[place])
        self._add_watch(track, outside & -outside, [nogood])

    def _add_watch(self, track: Track, key: int, nogoods: list[Nogood]) -> None:
        """Let *nogoods* watch a value of a variable, or a bound of an end."""
        watches = self._watches[track.index]
        known = watches.get(key)
        if known is None:
            watches[key] = nogoods
            if track.kind:
                insort(self._bounds[track.index], key)
        else:
            known += nogoods

    def _lost_last(self, track: Track, mask: Mask) -> Mask:
        """Return the values outside *mask* that the change removed with which the literal became true."""
        change = self.state.trail[self.history.entry(track, mask)]
        return change.old & ~mask

    def follow(self) -> bool:
        """Wake the nogoods that watch a value removed since the last call; return False on a contradiction."""
        state = self.state
        trail = state.trail
        tracks = self.history.tracks
        while self._seen < state.height:
            self.history.read()
            change = trail[self._seen]
            self._seen += 1
            index = change.cell.index
            if index >= len(tracks):
                continue
            watches = self._watches[index]
            if watches and tracks[index].kind:
                if not self._follow_end(tracks[index], change.old, change.new):
                    return False
            elif watches:
                gone = change.old & ~change.new
                while gone:
                    bit = gone & -gone
                    gone ^= bit
                    woken = watches.pop(bit, None)
                    if woken is not None and not self._wake(woken, tracks[index], bit):
                        return False
        return True

    def _follow_end(self, track: Track, old: int, new: int) -> bool:
        """Wake the nogoods that watch a bound that an end has reached on the way from *old* to *new*."""
        bounds = self._bounds[track.index]
        is_floor = track.kind == FLOOR
        first = bisect_right(bounds, old) if is_floor else bisect_left(bounds, new)
        last = bisect_right(bounds, new) if is_floor else bisect_left(bounds, old)
        reached = bounds[first:last]
        del bounds[first:last]
        for place, bound in enumerate(reached):
            woken = self._watches[track.index].pop(bound)
            if not self._wake(woken, track, bound):
                for other in reached[place + 1 :]:
                    insort(bounds, other)
                return False
        return True

    def back_to(self, height: int) -> None:
        """Forget the changes from this *height* on, which were undone."""
        self._seen = min(self._seen, height)

    def _wake(self, woken: list[Nogood], track: Track, bit: Mask) -> bool:
        """Let *woken* watch other values than *bit*, which *track* has lost, or draw their conclusion."""
        kept: list[Nogood] = []
        consistent = True
        look_up(len(woken) >> 2)
        for nogood in woken:
            if not consistent:
                kept.append(nogood)
            elif not nogood.dropped and not self._move(nogood, track):
                kept.append(nogood)
                consistent = self._assert(nogood)
        if kept:
            self._add_watch(track, bit, kept)
        return consistent

    def _move(self, nogood: Nogood, track: Track) -> bool:
        """Watch something else in *nogood* than the value that *track* has lost; return False if there is nothing."""
        tracks, masks = nogood.tracks, nogood.masks
        if tracks[0] is track:  # the literal to move is at place 1
            tracks[0], tracks[1] = tracks[1], tracks[0]
            masks[0], masks[1] = masks[1], masks[0]
        if not track.kind and track.cell.mask & ~masks[1]:
            self._watch(nogood, 1)
            return True
        for place in range(2, len(tracks)):
            other = tracks[place]
            if other.kind:
                if other.has_reached(masks[place]):
                    continue
            elif not other.cell.mask & ~masks[place]:
                continue
            tracks[1], tracks[place] = other, tracks[1]
            masks[1], masks[place] = masks[place], masks[1]
            self._watch(nogood, 1)
            return True
        return False

    def _assert(self, nogood: Nogood) -> bool:
        """Make the first literal false: all others are true. Return False on a contradiction."""
        state = self.state
        track, mask = nogood.tracks[0], nogood.masks[0]
        before = state.height
        if track.kind == BITS:
            if not track.cell.mask & mask:
                return True
            self.journal.note(before, nogood)
            consistent = state.narrow(track.index, ~mask)
        else:
            self.journal.note(before, nogood)
            if track.kind == FLOOR:
                consistent = state.at_most(track.owner, mask - 1)
            else:
                consistent = state.at_least(track.owner, mask + 1)
            if state.height == before:
                return True
        if state.auditor is not None:
            state.auditor.changed(self.csp, state, before, nogood, consistent)
        state.statistics.removed += removed_since(state, before)
        if state.observer is not None:
            report(self.csp, state, before, LEARNED)
        return consistent

    def credit(self, used: list[Nogood]) -> None:
        """Add to the activity of nogoods that gave a reason. What was used earlier counts less and less."""
        for nogood in used:
            nogood.activity += self._gain
        self._gain /= _FADING
        if self._gain > 1e100:
            for nogood in self.nogoods:
                nogood.activity /= self._gain
            self._gain = 1.0

    def reduce(self) -> None:
        """Drop the less useful half if there are too many; called at the root only, where none is a reason."""
        if len(self.nogoods) <= self._room:
            return
        self._room *= _MORE_ROOM
        ranked = sorted(self.nogoods, key=_rank)
        half = len(ranked) // 2
        for nogood in ranked[half:]:
            nogood.dropped = nogood.levels > _ALWAYS_KEPT
        self.nogoods = [nogood for nogood in self.nogoods if not nogood.dropped]
        for watches in self._watches:
            look_up(len(watches))
            for bit in list(watches):
                watches[bit] = [nogood for nogood in watches[bit] if not nogood.dropped]


def _rank(nogood: Nogood) -> tuple[int, float]:
    return nogood.levels, -nogood.activity
