"""Which integer each bit stands for. Propagators that work on bounds need it."""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, final

if TYPE_CHECKING:
    from csplib.kernel.bits import Mask

__all__ = ["NATURAL", "Axis"]


@final
class Axis:
    """Integers in ascending order, one for each bit from bit 0 on. Consecutive integers need no table.

    Bits beyond the last integer stand for values that are not integers. No method may be called with them.

    >>> axis = Axis(range(10, 20))
    >>> axis.least(0b1100), axis.most(0b1100), axis.at_least(12) & 0b1111, axis.at_most(11) & 0b1111
    (12, 13, 12, 3)
    >>> sparse = Axis([-5, 0, 1000])
    >>> sparse.least(0b110), sparse.at_most(999) & 0b111, sparse.bit(1000), sparse.bit(7)
    (0, 3, 4, 0)
    """

    def __init__(self, integers: Sequence[int]) -> None:
        self.count: int = len(integers)
        self.base: int = integers[0] if integers else 0
        self.dense: bool = not integers or integers[-1] - integers[0] == len(integers) - 1
        self.table: list[int] = [] if self.dense else list(integers)

    def __reduce__(self) -> tuple[type, tuple[Sequence[int]]]:
        return Axis, (self.table or range(self.base, self.base + self.count),)

    def __repr__(self) -> str:
        return f"Axis({self.table or range(self.base, self.base + self.count)})"

    def part(self, first: int, end: int) -> Axis:
        """Return the integers of the bits from *first* to before *end*.

        >>> Axis([-5, 0, 1, 1000]).part(1, 3)
        Axis(range(0, 2))
        """
        return Axis(self.table[first:end] or range(self.base + first, self.base + end))

    def least(self, mask: Mask) -> int:
        """Return the smallest integer in *mask*, which must have one."""
        place = (mask & -mask).bit_length() - 1
        return self.base + place if self.dense else self.table[place]

    def most(self, mask: Mask) -> int:
        """Return the greatest integer in *mask*, which must have one."""
        place = mask.bit_length() - 1
        return self.base + place if self.dense else self.table[place]

    def bit(self, integer: int) -> Mask:
        """Return the bit of *integer*, or 0 if it has none."""
        place = bisect_left(self.table, integer) if self.table else integer - self.base
        if not 0 <= place < self.count or (self.table and self.table[place] != integer):
            return 0
        return 1 << place

    def place_of(self, bound: int) -> int:
        """Return the number of the first bit that stands for at least *bound*, which there need not be.

        >>> Axis(range(10, 20)).place_of(12), Axis([-5, 0, 1000]).place_of(1), Axis(range(3)).place_of(-1)
        (2, 2, -1)
        """
        return bound - self.base if self.dense else bisect_left(self.table, bound)

    def at_least(self, bound: int) -> Mask:
        """Return the mask of all integers from *bound* up."""
        place = bound - self.base if self.dense else bisect_left(self.table, bound)
        if place >= self.count:
            return 0
        return -1 << place if place > 0 else -1

    def at_most(self, bound: int) -> Mask:
        """Return the mask of all integers up to *bound*."""
        place = bound - self.base + 1 if self.dense else bisect_right(self.table, bound)
        if place >= self.count:
            return -1
        return (1 << place) - 1 if place > 0 else 0

    def integers(self, mask: Mask) -> list[int]:
        """Return the integers in *mask*, smallest first."""
        found: list[int] = []
        while mask:
            low = mask & -mask
            found.append(self.least(low))
            mask ^= low
        return found


NATURAL: Final = Axis(range(sys.maxsize >> 1))
"""Bit *i* stands for the integer *i*. Not longer than `len` can say: 32 bits in a browser."""
