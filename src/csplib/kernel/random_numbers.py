"""Random numbers that are the same in every version of Python. Of `Random`, only ``random()`` promises this."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from csplib.kernel.bits import Mask, nth_bit, size_of

if TYPE_CHECKING:
    from random import Random  # not loaded here, as many programs never need it

__all__ = ["draw_below", "draw_bit", "shuffle"]

T = TypeVar("T")


def draw_below(random: Random, count: int) -> int:
    """Return a random integer from 0 to *count* - 1."""
    return int(random.random() * count)


def draw_bit(random: Random, mask: Mask) -> Mask:
    """Return a random bit of *mask*, which has one."""
    return nth_bit(mask, draw_below(random, size_of(mask)))


def shuffle(random: Random, items: list[T]) -> list[T]:
    """Shuffle *items* in place, and return them."""
    for last in range(len(items) - 1, 0, -1):
        other = draw_below(random, last + 1)
        items[last], items[other] = items[other], items[last]
    return items
