"""Intervals with holes: the domains of variables with too many values for bits."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from csplib.kernel.tracking import untrack

if TYPE_CHECKING:
    from csplib.kernel.cells import Cell

__all__ = ["Interval"]


@final
class Interval:
    """A domain of integers from *low* to *high* except the `holes`, for variables with very many values.

    Both ends are cells, so `State.undo` restores them. So is the number of holes. The holes are the first ones of a
    list: what stands behind them was undone, and is overwritten.
    """

    __slots__ = ("_holes", "_places", "ceiling", "floor", "holes")

    def __init__(self, floor: Cell, ceiling: Cell, holes: Cell) -> None:
        self.floor: Cell = floor
        self.ceiling: Cell = ceiling
        self.holes: Cell = holes
        self._holes: list[int] = []
        self._places: dict[int, int] = {}
        untrack(self)

    def has(self, integer: int) -> bool:
        """Return whether *integer* is within the ends, and not a hole."""
        return self.floor.mask <= integer <= self.ceiling.mask and not (self.holes.mask and self.is_hole(integer))

    def is_hole(self, integer: int) -> bool:
        """Return whether *integer* is one of the holes."""
        place = self._places.get(integer, -1)
        return 0 <= place < self.holes.mask and self._holes[place] == integer

    def place_of(self, integer: int) -> int:
        """Return the number of the hole *integer*, which is one."""
        return self._places[integer]

    def count(self) -> int:
        """Return the number of values."""
        low, high = self.floor.mask, self.ceiling.mask
        count = high - low + 1
        for place in range(self.holes.mask):
            if low < self._holes[place] < high:
                count -= 1
        return count

    def all_holes(self) -> list[int]:
        """Return the holes, first one first; some may be outside the ends by now."""
        return self._holes[: self.holes.mask]

    def write_hole(self, integer: int) -> None:
        """Write *integer* behind the last hole. The caller counts it."""
        place = self.holes.mask
        if place == len(self._holes):
            self._holes.append(integer)
        else:
            self._holes[place] = integer
        self._places[integer] = place
