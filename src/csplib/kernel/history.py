"""What a search that learns keeps beside the trail: who made each change, and the changes of each variable.

The author of a change is not in the trail. The journal notes once for each author from which height on it writes. It is
searched only when a conflict asks for a reason. A state without a journal notes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import final

from csplib.errors import CSPError
from csplib.kernel.bits import Mask
from csplib.kernel.cells import Cell, Trail
from csplib.kernel.tracks import BITS, CEILING, FLOOR, HOLES, ROOT, STATUS, Literal, Track

__all__ = [
    "BITS",
    "CEILING",
    "FLOOR",
    "HOLES",
    "ROOT",
    "STATUS",
    "History",
    "Journal",
    "Literal",
    "Track",
    "count_up_to",
]


@final
class Journal:
    """Who wrote the changes on the trail.

    >>> journal = Journal()
    >>> journal.note(0, "a decision")
    >>> journal.note(3, "a propagator")
    >>> journal.author(2), journal.author(3)
    ('a decision', 'a propagator')
    >>> journal.note(1, "another one, after an undo")
    >>> journal.author(5)
    'another one, after an undo'
    """

    def __init__(self) -> None:
        self._since: list[int] = []
        self._authors: list[object] = []

    def note(self, height: int, author: object) -> None:
        """Note that *author* has written from this *height* of the trail on. Older notes from there on are obsolete."""
        while self._since and self._since[-1] >= height:
            self._since.pop()
            self._authors.pop()
        self._since.append(height)
        self._authors.append(author)

    def author(self, height: int) -> object:
        """Return who has written at this *height*."""
        return self._authors[count_up_to(self._since, height) - 1]

    def began(self, height: int) -> int:
        """Return the height from which on that author has written."""
        return self._since[count_up_to(self._since, height) - 1]


def count_up_to(heights: list[int], height: int) -> int:
    """Return how many of *heights*, which increase, are at most *height*: `bisect_right`, but faster if compiled."""
    low = 0
    high = len(heights)
    while low < high:
        middle = (low + high) >> 1
        if heights[middle] <= height:
            low = middle + 1
        else:
            high = middle
    return low


@final
class History:
    """The changes of each variable from the current height of *trail* on, which is the root.

    `height` is how far the trail was read. `view` is the height at which `domain` looks. A reason is asked for at the
    height where its author began; `later` moves the view to the change itself.

    If the reason is for integers that an interval has lost, they are those from `gone_low` to `gone_high`. A reason
    that does not rely on the holes in it, or forbids more, can `widen` it; otherwise it `skips_holes`.
    """

    def __init__(self, trail: Trail, size: int) -> None:
        self.trail: Trail = trail
        self.root: int = trail.height
        self.height: int = trail.height
        self.view: int = trail.height
        self._asked: int = trail.height  # the height of the change whose reason is asked for
        self.gone_low: int = 0
        self.gone_high: int = 0
        self.skips_holes: bool = True
        self.tracks: list[Track] = [Track(cell) for cell in trail.cells[:size]]
        self.size: int = size
        self.has_intervals: bool = False
        for cell in trail.cells[:size]:
            if cell.interval is not None:
                self._add_interval(cell)

    def _add_interval(self, cell: Cell) -> None:
        """Make the tracks of an interval. Its cells are behind the domains; what is between them never changes."""
        interval = cell.interval
        if interval is None:
            return
        self.has_intervals = True
        floor, ceiling, holes = interval.floor, interval.ceiling, interval.holes
        for index in range(len(self.tracks), max(floor.index, ceiling.index, holes.index) + 1):
            self.tracks.append(Track(self.trail.cells[index], HOLES))
        self.tracks[floor.index] = Track(floor, FLOOR, ceiling.index)
        self.tracks[ceiling.index] = Track(ceiling, CEILING, floor.index)
        self.tracks[cell.index].kind = STATUS

    def read(self) -> None:
        """Link the changes that were added to the trail."""
        changes = self.trail.trail
        tracks = self.tracks
        size = len(tracks)
        for height in range(self.height, self.trail.height):
            change = changes[height]
            index = change.cell.index
            if index < size:
                track = tracks[index]
                change.before = track.last
                track.last = height
        self.height = self.trail.height

    def forget(self, mark: int) -> None:
        """Unlink the changes from height *mark* on, which are about to be undone, and save the values that they fix."""
        changes = self.trail.trail
        tracks = self.tracks
        size = len(tracks)
        height = self.height
        while height > mark:
            height -= 1
            change = changes[height]
            index = change.cell.index
            if index < size:
                track = tracks[index]
                track.last = change.before
                new = change.new
                if track.kind:
                    if track.kind == STATUS and new == 1 and change.cell.mask == 1:
                        track.saved = change.cell.low()
                        track.is_saved = True
                elif new and not new & (new - 1):
                    track.saved = new
        self.height = height

    def look(self, began: int, height: int) -> None:
        """Look at the domains when the author of the change at this *height* *began*."""
        self.view = began
        self._asked = height
        self.skips_holes = True

    def later(self) -> bool:
        """Look at the domains right before the change; return False if nothing has changed in between.

        That is for a propagator that has concluded something from what it had removed itself in the same run.
        """
        moved = self.view < self._asked
        self.view = self._asked
        return moved

    def first(self, x: int) -> Mask:
        """Return the domain of *x* at the root."""
        return self.tracks[x].first

    def domain(self, x: int) -> Mask:
        """Return the domain of *x* at the height `view`."""
        changes = self.trail.trail
        track = self.tracks[x]
        place = track.last
        domain = track.cell.mask
        while place >= self.view:
            change = changes[place]
            domain = change.old
            place = change.before
        return domain

    def is_interval(self, x: int) -> bool:
        """Return whether *x* is an interval."""
        return self.tracks[x].kind == STATUS

    def fixed_value(self, x: int) -> Mask:
        """Return the one value that *x* was left with, also if it has lost even that since."""
        track = self.tracks[x]
        return track.cell.mask or self.trail.trail[track.last].old

    def low(self, x: int) -> int:
        """Return the least integer of *x* at the height `view`."""
        cell = self.tracks[x].cell
        return cell.axis.least(self.domain(x)) if cell.interval is None else self.domain(cell.interval.floor.index)

    def high(self, x: int) -> int:
        """Return the greatest integer of *x* at the height `view`."""
        cell = self.tracks[x].cell
        return cell.axis.most(self.domain(x)) if cell.interval is None else self.domain(cell.interval.ceiling.index)

    def first_low(self, x: int) -> int:
        """Return the least integer of *x* at the root."""
        cell = self.tracks[x].cell
        interval = cell.interval
        return cell.axis.least(self.first(x)) if interval is None else self.first(interval.floor.index)

    def first_high(self, x: int) -> int:
        """Return the greatest integer of *x* at the root."""
        cell = self.tracks[x].cell
        interval = cell.interval
        return cell.axis.most(self.first(x)) if interval is None else self.first(interval.ceiling.index)

    def least(self, x: int, gone: Mask) -> int:
        """Return the least integer in *gone*, the values that *x* has lost."""
        cell = self.tracks[x].cell
        return cell.axis.least(gone) if cell.interval is None else self.gone_low

    def most(self, x: int, gone: Mask) -> int:
        """Return the greatest integer in *gone*, the values that *x* has lost."""
        cell = self.tracks[x].cell
        return cell.axis.most(gone) if cell.interval is None else self.gone_high

    def at_least(self, x: int, bound: int) -> Literal:
        """Return the literal that *x* is at least *bound*."""
        track = self.tracks[x]
        interval = track.cell.interval
        if interval is not None:
            return interval.floor.index, bound
        return (x, track.first & track.cell.axis.at_least(bound))

    def at_most(self, x: int, bound: int) -> Literal:
        """Return the literal that *x* is at most *bound*."""
        track = self.tracks[x]
        interval = track.cell.interval
        if interval is not None:
            return interval.ceiling.index, bound
        return (x, track.first & track.cell.axis.at_most(bound))

    def meet(self, found: dict[int, Mask], literal: Literal) -> None:
        """Add *literal* to those *found*, one for each track."""
        index, mask = literal
        if index not in found:
            found[index] = mask
        elif self.tracks[index].kind == FLOOR:
            found[index] = max(found[index], mask)
        elif self.tracks[index].kind == CEILING:
            found[index] = min(found[index], mask)
        else:
            found[index] &= mask

    def widen(self, x: int, low: int, high: int) -> None:
        """Note that the reason forbids all integers from *low* to *high* to *x*, if that is an interval."""
        if self.is_interval(x):
            self.gone_low = max(min(self.gone_low, low), self.first_low(x))
            self.gone_high = min(max(self.gone_high, high), self.first_high(x))
            self.skips_holes = False

    def bounds(self, scope: Iterable[int], x: int) -> list[Literal]:
        """Return the bounds of all variables of *scope* but *x*, at the height `view`."""
        found: dict[int, Mask] = {}
        for y in scope:
            if y != x:
                self.meet(found, self.at_least(y, self.low(y)))
                self.meet(found, self.at_most(y, self.high(y)))
        return list(found.items())

    def bounds_or_domains(self, scope: Iterable[int], x: int) -> list[Literal]:
        """Return the bounds of all variables of *scope* but *x*; if that is -1, their domains.

        A run that fails may have moved a bound over a gap, of which the bounds say nothing.
        """
        return self.bounds(scope, x) if x >= 0 else [(y, self.domain(y)) for y in dict.fromkeys(scope)]

    def entry(self, track: Track, mask: Mask, settled: int = ROOT) -> int:
        """Return the height of the change since which the domain of *track* has been within *mask*, or `ROOT`.

        If that is below the height *settled*, any height below it may be returned: no change there is looked at.
        """
        if track.kind:
            return self._entry_of_bound(track, mask, settled)
        changes = self.trail.trail
        found = ROOT
        place = track.last
        while place != ROOT:
            change = changes[place]
            if change.new & ~mask:
                break
            found = place
            if place < settled:
                return found
            place = change.before
        if place == ROOT and not track.first & ~mask:
            return ROOT
        if found == ROOT:
            raise CSPError(f"a reason is not true: variable {track.index} has values that are not in {mask:#b}")
        return found

    def _entry_of_bound(self, track: Track, bound: int, settled: int) -> int:
        """Return the height of the change with which an end of an interval has reached *bound*; see `entry`."""
        if track.implies(track.first, bound):
            return ROOT
        if not track.has_reached(bound):
            raise CSPError(f"a reason is not true: an end of variable {track.owner} has not reached {bound}")
        changes = self.trail.trail
        place = track.last
        while place >= settled and track.implies(changes[place].old, bound):
            place = changes[place].before
        return place
