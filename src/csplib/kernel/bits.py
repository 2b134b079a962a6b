"""Sets of values as ints: bit *i* stands for value number *i*.

Every function here is pure. `csplib.lowering.universe` decides which bit stands for which value.
"""

from __future__ import annotations

from typing import Final, TypeAlias

__all__ = ["LARGEST_WORD", "WORD", "Mask", "is_single", "lowest", "nth_bit", "shifted", "size_of", "split"]

Mask: TypeAlias = int

WORD: Final = 62
"""The number of bits that the compiler keeps in a machine word."""
LARGEST_WORD: Final = 0x3FFF_FFFF_FFFF_FFFF


def split(mask: Mask) -> list[Mask]:
    """Return the single bits of *mask*, lowest first.

    >>> split(0b1011)
    [1, 2, 8]
    """
    bits: list[Mask] = []
    while mask:
        bit = mask & -mask
        bits.append(bit)
        mask ^= bit
    return bits


def lowest(mask: Mask) -> int:
    """Return the number of the lowest bit that is set.

    >>> lowest(0b1100)
    2
    """
    return (mask & -mask).bit_length() - 1


def is_single(mask: Mask) -> bool:
    """Return whether exactly one bit is set.

    >>> is_single(0b100), is_single(0b110), is_single(0)
    (True, False, False)
    """
    return mask != 0 and not mask & (mask - 1)


_SIZES: Final = [number.bit_count() for number in range(1 << 10)]


def size_of(mask: Mask) -> int:
    """Return the number of bits that are set.

    >>> size_of(0b1011), size_of(1 << 100)
    (3, 1)
    """
    return _SIZES[mask] if 0 <= mask < 1024 else mask.bit_count()


def nth_bit(mask: Mask, n: int) -> Mask:
    """Return bit number *n*, from 0 on, of those that are set, lowest first.

    >>> nth_bit(0b1011, 2), nth_bit(1 << 100 | 1 << 200, 1) == 1 << 200
    (8, True)
    """
    up = 0
    width = mask.bit_length()
    while width > WORD:  # halve a mask of many words: the clearing of single bits would take long
        width >>= 1
        low = mask & ((1 << width) - 1)
        count = size_of(low)
        if n < count:
            mask = low
        else:
            mask >>= width
            up += width
            n -= count
        width = mask.bit_length()
    for _ in range(n):
        mask &= mask - 1
    return (mask & -mask) << up


def shifted(mask: Mask, by: int) -> Mask:
    """Return *mask* with every bit moved up by *by* places, or down if it is negative. Low bits may get lost.

    >>> shifted(0b110, 1), shifted(0b110, -2)
    (12, 1)
    """
    return mask << by if by >= 0 else mask >> -by
