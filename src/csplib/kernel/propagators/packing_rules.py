"""The rules of bin packing that a propagator and its reasons share."""

from __future__ import annotations

from typing import Final

from csplib.kernel.bits import Mask
from csplib.kernel.cells import Cell

__all__ = ["MOST_BITS", "load_sums", "too_many"]

MOST_BITS: Final = 1 << 19
"""The greatest product of the open items of a bin and of its room for which sums are kept."""


def load_sums(load: Cell, domain: Mask, packed: int, room: int) -> Mask:
    """Return what may be added to *packed*, up to *room*, so that the sum is in the *domain* of *load*.

    The holes of an interval are not looked at.
    """
    full = (2 << room) - 1
    if load.interval is not None:
        return full
    axis = load.axis
    if axis.dense:
        by = axis.base - packed
        return (domain << by if by >= 0 else domain >> -by) & full
    found = 0
    for integer in axis.integers(domain & axis.at_least(packed) & axis.at_most(packed + room)):
        found |= 1 << (integer - packed)
    return found


def too_many(sizes: list[int], capacity: int, bins: int) -> bool:
    """Return whether *sizes* need more than so many *bins* of a *capacity*, by the bound L2 of Martello and Toth.

    For each threshold: a size that leaves less room than that counts as a full bin, and a size below it as nothing.

    >>> too_many([6, 6, 5, 5], 10, 2), too_many([6, 6, 6], 10, 2)
    (True, True)
    >>> too_many([6, 6, 4, 4], 10, 2)
    False
    """
    sizes.sort()
    count = len(sizes)
    if count and sizes[-1] > capacity:
        return True
    sums = [0]
    for size in sizes:
        sums.append(sums[-1] + size)
    first_large = count  # the sizes from there on leave less room than the threshold
    limit = bins * capacity
    for place in range(count):
        threshold = sizes[place]
        if 2 * threshold > capacity:
            break
        while first_large and sizes[first_large - 1] > capacity - threshold:
            first_large -= 1
        if (count - first_large) * capacity + sums[first_large] - sums[place] > limit:
            return True
    large = 0
    exact = 0
    for size in sizes:
        if 2 * size > capacity:
            large += 1
        elif 2 * size == capacity:
            exact += 1
    return 2 * large + exact > 2 * bins
