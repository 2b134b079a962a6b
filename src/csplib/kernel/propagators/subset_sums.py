"""The sums of some of several sizes, as bits: bit *s* stands for the sum *s* (Trick 2003)."""

from __future__ import annotations

from collections.abc import Sequence

from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up

__all__ = ["needless", "sums_of"]


def sums_of(sizes: Sequence[int], full: Mask) -> list[Mask]:
    """Return the sums within *full* of some of the first *n* sizes, for each n from 0 on.

    >>> [bin(sums) for sums in sums_of([2, 3], 0b111111)]
    ['0b1', '0b101', '0b101101']
    """
    found: list[Mask] = [1]
    reached = 1
    look_up(len(sizes) + (len(sizes) * full.bit_length() >> 10))
    for size in sizes:
        reached = (reached | reached << size) & full
        found.append(reached)
    return found


def needless(sizes: Sequence[int], sums: Sequence[Mask], wanted: Mask) -> list[int]:
    """Return for each size whether it can be taken (1), left out (2), or both (3), if the sum is one of *wanted*.

    *sums* are those of `sums_of`.

    >>> needless([2, 3], sums_of([2, 3], 0b111111), 0b100100)
    [1, 3]
    """
    found = [0] * len(sizes)
    for place in range(len(sizes) - 1, -1, -1):
        before = sums[place]
        taken = wanted >> sizes[place]
        found[place] = (1 if before & taken else 0) + (2 if before & wanted else 0)
        wanted |= taken
    return found
