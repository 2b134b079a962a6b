"""A nogood that was learned from a conflict."""

from __future__ import annotations

from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.history import Literal, Track

__all__ = ["Nogood"]


@final
class Nogood:
    """Literals that cannot all be true: the masks of `tracks`. The first two are watched.

    `levels` is the number of different levels at which its literals were true when it was learned (Audemard, Simon
    2009). `activity` says how much it was used lately. Once it is `dropped`, nobody needs to look at it. `needs` is its
    own bit among the steps of a refutation, if the analysis keeps them.
    """

    __slots__ = ("activity", "dropped", "levels", "masks", "needs", "tracks")

    def __init__(self, tracks: list[Track], masks: list[Mask], levels: int) -> None:
        self.tracks: list[Track] = tracks
        self.masks: list[Mask] = masks
        self.levels: int = levels
        self.activity: float = 0.0
        self.dropped: bool = False
        self.needs: int = 0

    def reason(self, index: int) -> list[Literal]:
        """Return the literals of the other tracks than that of this *index*."""
        found: list[Literal] = []
        for place, track in enumerate(self.tracks):
            if track.index != index:
                found.append((track.index, self.masks[place]))
        return found
