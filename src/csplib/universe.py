"""Which bit stands for which value: one universe for all the domains of a problem.

Integers come first, in order, and one bit apart wherever the range allows it, so that a shift of a mask is an addition.
All other values follow in the order in which they were stated. Values that are equal (as 1, 1.0 and True are) share a
bit.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from csplib.bits import Mask

__all__ = ["Universe"]

Domain = tuple[Hashable, ...]

_DENSE_ENOUGH = 4
_ALWAYS_DENSE = 64
_WORTH_A_SHIFT = 1 << 16


class Universe:
    """The bits of the values in *domains*. With *shifts*, gaps between integers are bridged much more readily.

    >>> universe = Universe([(3, 1), ("red", 2)])
    >>> universe.mask_of((1, 3)), universe.mask_of(("red", 2)), universe.dense
    (5, 10, True)
    """

    def __init__(self, domains: Iterable[Domain], *, shifts: bool = False) -> None:
        distinct = dict.fromkeys(
            value for domain in {id(domain): domain for domain in domains}.values() for value in domain
        )
        integers = sorted(value for value in distinct if isinstance(value, int))
        span = integers[-1] - integers[0] + 1 if integers else 0
        bound = max(_ALWAYS_DENSE, _DENSE_ENOUGH * len(integers), _WORTH_A_SHIFT if shifts else 0)
        self.dense: bool = span <= bound
        self.integers: int = span if self.dense else len(integers)
        self.bits: dict[Hashable, Mask] = {}
        for place, integer in enumerate(integers):
            self.bits[integer] = 1 << (integer - integers[0] if self.dense else place)
        for place, value in enumerate(value for value in distinct if not isinstance(value, int)):
            self.bits[value] = 1 << (self.integers + place)

    def can_shift(self, offsets: Iterable[int]) -> bool:
        """Say whether adding one of *offsets* to a value can be done by shifting its bit, against any other of them."""
        spread = {0, *offsets}
        if len(spread) == 1:
            return True
        return self.dense and max(spread) - min(spread) <= self.integers

    def bit(self, value: Hashable) -> Mask:
        """Give the bit of *value*, or 0 if no domain has it."""
        return self.bits.get(value, 0)

    def mask_of(self, values: Iterable[Hashable]) -> Mask:
        """Give the set of *values* that some domain has."""
        mask = 0
        for value in values:
            mask |= self.bits.get(value, 0)
        return mask
