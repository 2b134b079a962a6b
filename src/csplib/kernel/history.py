"""What a search that learns keeps beside the trail: who made each change, and the changes of each variable.

The author of a change is not in the trail. The journal notes once for each author from which height on it writes. It is
searched only when a conflict asks for a reason. A state without a journal notes nothing.
"""

from __future__ import annotations

from typing import Final, TypeAlias, final

from csplib.errors import CSPError
from csplib.kernel.bits import Mask
from csplib.kernel.cells import Cell, Trail

__all__ = ["ROOT", "History", "Journal", "Literal", "Track", "count_up_to"]

Literal: TypeAlias = tuple[int, Mask]
"""A variable and some of its values. It is true once all values that the variable has left are among them."""

ROOT: Final = -1
"""The height of what was true from the start."""


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
class Track:
    """The changes of one variable, newest first: `last` is the height of the newest one, `ROOT` if there is none.

    `first` is the domain at the root. The other attributes are those of an analysis: whether the variable is `inside`
    the nogood, the values of its literal there (`goal`), and the height at which that literal became true (`entry`).
    `saved` is the value that the variable had last.
    """

    __slots__ = ("cell", "entry", "first", "goal", "index", "inside", "last", "saved")

    def __init__(self, cell: Cell) -> None:
        self.cell: Cell = cell
        self.index: int = cell.index
        self.first: Mask = cell.mask
        self.last: int = ROOT
        self.inside: bool = False
        self.goal: Mask = 0
        self.entry: int = ROOT
        self.saved: Mask = 0


@final
class History:
    """The changes of each variable from the current height of *trail* on, which is the root.

    `height` is how far the trail was read. `view` is the height at which `domain` looks. A reason is asked for at the
    height where its author began; `later` moves the view to the change itself.
    """

    def __init__(self, trail: Trail, size: int) -> None:
        self.trail: Trail = trail
        self.root: int = trail.height
        self.height: int = trail.height
        self.view: int = trail.height
        self._asked: int = trail.height  # the height of the change whose reason is asked for
        self.tracks: list[Track] = [Track(cell) for cell in trail.cells[:size]]

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
                if new and not new & (new - 1):
                    track.saved = new
        self.height = height

    def look(self, began: int, height: int) -> None:
        """Look at the domains when the author of the change at this *height* *began*."""
        self.view = began
        self._asked = height

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

    def fixed_value(self, x: int) -> Mask:
        """Return the one value that *x* was left with, also if it has lost even that since."""
        track = self.tracks[x]
        return track.cell.mask or self.trail.trail[track.last].old

    def low(self, x: int) -> int:
        """Return the least integer of *x* at the height `view`."""
        return self.tracks[x].cell.axis.least(self.domain(x))

    def high(self, x: int) -> int:
        """Return the greatest integer of *x* at the height `view`."""
        return self.tracks[x].cell.axis.most(self.domain(x))

    def least(self, x: int, mask: Mask) -> int:
        """Return the least integer in *mask*, which has values of *x*."""
        return self.tracks[x].cell.axis.least(mask)

    def most(self, x: int, mask: Mask) -> int:
        """Return the greatest integer in *mask*, which has values of *x*."""
        return self.tracks[x].cell.axis.most(mask)

    def at_least(self, x: int, bound: int) -> Literal:
        """Return the literal that *x* is at least *bound*."""
        track = self.tracks[x]
        return (x, track.first & track.cell.axis.at_least(bound))

    def at_most(self, x: int, bound: int) -> Literal:
        """Return the literal that *x* is at most *bound*."""
        track = self.tracks[x]
        return (x, track.first & track.cell.axis.at_most(bound))

    def entry(self, track: Track, mask: Mask) -> int:
        """Return the height of the change since which the domain of *track* has been within *mask*, or `ROOT`."""
        changes = self.trail.trail
        found = ROOT
        place = track.last
        while place != ROOT:
            change = changes[place]
            if change.new & ~mask:
                break
            found = place
            place = change.before
        if place == ROOT and not track.first & ~mask:
            return ROOT
        if found == ROOT:
            raise CSPError(f"a reason is not true: variable {track.index} has values that are not in {mask:#b}")
        return found
