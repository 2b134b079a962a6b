"""Sets of values as ints: bit *i* stands for value number *i*.

Every function here is pure. `csplib.lowering.universe` decides which bit stands for which value.
"""

from __future__ import annotations

from typing import Final, TypeAlias

__all__ = [
    "LARGEST_WORD",
    "WORD",
    "Mask",
    "bit_at",
    "bits_below",
    "is_single",
    "last_word",
    "lower_part",
    "lowest",
    "nth_bit",
    "shifted",
    "single_or_none",
    "size_of",
    "split",
]

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


# Masks of several words cost an allocation for each operation. So they are kept, and combined by operations on positive
# numbers only, which take the least time.
_MOST_KEPT: Final = 4096
_BITS: Final[list[Mask]] = []
_BELOW: Final[list[Mask]] = []


def _keep() -> None:
    """Make the masks that `bit_at` and `bits_below` return."""
    _BITS.extend([1 << place for place in range(_MOST_KEPT)])
    _BELOW.extend([bit - 1 for bit in _BITS])


def bit_at(place: int) -> Mask:
    """Return bit number *place* as a mask, for masks of several words.

    >>> bit_at(100) == 1 << 100, bit_at(5000) == 1 << 5000
    (True, True)
    """
    if place >= _MOST_KEPT:
        return 1 << place
    if not _BITS:
        _keep()
    return _BITS[place]


def bits_below(place: int) -> Mask:
    """Return the mask of all bits below number *place*, for masks of several words.

    >>> bits_below(3), bits_below(100) == (1 << 100) - 1
    (7, True)
    """
    if place >= _MOST_KEPT:
        return (1 << place) - 1
    if not _BELOW:
        _keep()
    return _BELOW[place]


def lower_part(mask: Mask, place: int) -> Mask:
    """Return the bits of *mask* below number *place*, which is not negative.

    >>> lower_part(0b1011, 2), lower_part(1 << 200 | 6, 100)
    (3, 6)
    """
    if place >= mask.bit_length():
        return mask
    return mask & ((1 << place) - 1) if place < WORD else mask & bits_below(place)


def last_word(mask: Mask) -> int:
    """Return the number of the bit where the last word of *mask* starts: shifted down by it, the mask is a word.

    >>> last_word(0b1011), last_word(1 << 100)
    (0, 39)
    """
    width = mask.bit_length()
    return width - WORD if width > WORD else 0


def single_or_none(mask: Mask) -> bool:
    """Return whether at most one bit is set, for masks of several words.

    >>> single_or_none(0), single_or_none(1 << 100), single_or_none(1 << 100 | 1)
    (True, True, False)
    """
    width = mask.bit_length()
    return not mask & (mask - 1) if width <= WORD else mask == bit_at(width - 1)


def lowest(mask: Mask) -> int:
    """Return the number of the lowest bit that is set.

    >>> lowest(0b1100)
    2
    """
    word = mask & LARGEST_WORD
    if word:  # even if there are more: few operations on several words
        mask = word
    return (mask ^ (mask - 1)).bit_length() - 1


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
    return _SIZES[mask] if mask < 1024 else mask.bit_count()


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
