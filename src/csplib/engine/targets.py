"""The values that a search that learns tries first: those of the most complete assignment without a conflict.

A jump back loses much of a good assignment. So its values are noted, and tried again (target phases: Biere, Fleury
2020). After a number of conflicts, which grows, the search aims at another assignment, to try something new.
"""

from __future__ import annotations

from typing import Final, final

from csplib.kernel.bits import Mask
from csplib.kernel.history import BITS, History

__all__ = ["Targets"]

_CONFLICTS: Final = 3000  # of the first aim; the second has twice as many, and so on


@final
class Targets:
    """The value to try first for each variable in `values`, 0 if there is none, as for an interval.

    How complete an assignment is, is told by the height of the trail before the last decision.
    """

    def __init__(self, history: History) -> None:
        self.history: History = history
        self.values: list[Mask] = [0] * len(history.tracks)
        self._highest: int = 0
        self._left: int = _CONFLICTS
        self._round: int = 1

    def meet(self, height: int) -> None:
        """Note the values before a conflict, if no assignment was consistent up to this *height* before."""
        if height > self._highest:
            self._highest = height
            for x, track in enumerate(self.history.tracks):
                mask = track.cell.mask
                if track.kind == BITS and mask and not mask & (mask - 1):
                    self.values[x] = mask
        self._left -= 1
        if not self._left:
            self._round += 1
            self._left = _CONFLICTS * self._round
            self._aim_anew()

    def _aim_anew(self) -> None:
        """Forget how complete the best assignment was. Its values are those that the variables had last now."""
        self._highest = 0
        for x, track in enumerate(self.history.tracks):
            if self.values[x]:
                track.saved = self.values[x]
                self.values[x] = 0
