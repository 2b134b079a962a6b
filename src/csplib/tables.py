"""Tables of supports for two variables, from the pairs of values that go together."""

from __future__ import annotations

from collections.abc import Iterable

from csplib.bits import Mask, lowest, split
from csplib.work import look_up

__all__ = ["tabulated"]


def tabulated(xs: Mask, ys: Mask, held: Iterable[tuple[Mask, Mask]]) -> tuple[list[Mask], list[Mask]]:
    """Give the tables of the arcs (x, y) and (y, x): all of the one mask goes with all of the other.

    They have a place for each bit from the lowest to the highest in the domains *xs* and *ys*.

    >>> tabulated(0b110, 0b11, [(0b010, 0b01), (0b100, 0b11)])
    ([6, 4], [1, 3])
    """
    base_x, base_y = lowest(xs), lowest(ys)
    for_x = [0] * (ys.bit_length() - base_y)
    for_y = [0] * (xs.bit_length() - base_x)
    for a, b in held:
        look_up(2)
        for bit in split(b):
            for_x[bit.bit_length() - 1 - base_y] |= a
        for bit in split(a):
            for_y[bit.bit_length() - 1 - base_x] |= b
    return for_x, for_y
