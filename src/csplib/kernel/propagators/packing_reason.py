"""Reasons of bin packing: the items that are surely in a bin or surely not, and bounds of loads, few if possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias, final

from csplib.kernel.bits import Mask
from csplib.kernel.history import History, Literal
from csplib.kernel.propagators.packing_rules import MOST_BITS, load_sums, too_many
from csplib.kernel.propagators.subset_sums import sums_of

if TYPE_CHECKING:
    from csplib.kernel.propagators.packing import Packing

__all__ = ["reason_of_item", "reason_of_load", "reason_of_overflow"]

_Found: TypeAlias = "dict[int, Mask]"


@final
class _Bin:
    """One bin at the height where *past* looks, without the item in place *skip*: its items, and its bounds."""

    def __init__(self, past: History, packing: Packing, b: int, skip: int = -1) -> None:
        self.past: History = past
        self.packing: Packing = packing
        self.b: int = b
        self.bit: Mask = packing.bits[b]
        self.load: int = packing.loads[b]
        self.inside: list[int] = []
        self.outside: list[int] = []
        self.free: list[int] = []
        self.packed: int = 0
        self.possible: int = 0
        for place, y in enumerate(packing.items):
            size = packing.sizes[place]
            if size and place != skip:
                domain = past.domain(y)
                if not domain & self.bit:
                    self.outside.append(place)
                    continue
                self.possible += size
                if domain == self.bit:
                    self.inside.append(place)
                    self.packed += size
                else:
                    self.free.append(place)
        self.low: int = past.low(self.load) if packing.equal and self.load >= 0 else 0
        self.high: int = packing.capacities[b]
        if self.load >= 0:
            self.high = min(self.high, past.high(self.load))

    def add_inside(self, found: _Found, needed: int) -> None:
        """Add items in the bin with sizes of at least *needed* in all."""
        for place in self._largest(self.inside):
            if needed > 0:
                needed -= self.packing.sizes[place]
                self.past.meet(found, (self.packing.items[place], self.bit))

    def add_outside(self, found: _Found, needed: int) -> None:
        """Add items that are not in the bin, with sizes of at least *needed* in all."""
        for place in self._largest(self.outside):
            if needed > 0 and self.bit:
                needed -= self.packing.sizes[place]
                y = self.packing.items[place]
                self.past.meet(found, (y, self.past.first(y) & ~self.bit))

    def add_high(self, found: _Found, high: int) -> None:
        """Add that the bin holds at most *high*."""
        if self.load >= 0 and high < self.packing.capacities[self.b]:
            self.past.meet(found, self.past.at_most(self.load, high))

    def add_low(self, found: _Found, low: int) -> None:
        """Add that the bin holds at least *low*."""
        if self.load >= 0 and low > 0:
            self.past.meet(found, self.past.at_least(self.load, low))

    def add_all(self, found: _Found) -> None:
        """Add everything that is known about the items."""
        self.add_inside(found, self.packed)
        self.add_outside(found, self.packing.total)

    def least(self, found: _Found) -> int:
        """Return what the bin has at least, and add why."""
        if self.packed >= self.low:
            self.add_inside(found, self.packed)
        else:
            self.add_low(found, self.low)
        return max(self.packed, self.low)

    def most(self, found: _Found) -> int:
        """Return what the bin has at most, and add why."""
        if self.possible <= self.high:
            self.add_outside(found, self.packing.total)
        else:
            self.add_high(found, self.high)
        return min(self.possible, self.high)

    def sums(self) -> list[Mask]:
        """Return the sums of the free items that fit as bits, or nothing if they are too many."""
        room = min(self.high, self.possible) - self.packed
        if room < 0 or len(self.free) * room > MOST_BITS:
            return []
        return sums_of([self.packing.sizes[place] for place in self.free], (2 << room) - 1)

    def wanted(self, low: int, high: int) -> Mask:
        """Return what may be added to the packed items, as bits, for a load from *low* to *high*."""
        room = min(self.high, high, self.possible) - self.packed
        if room < 0:
            return 0
        mask: Mask = (2 << room) - (1 << (max(low, self.low) - self.packed) if max(low, self.low) > self.packed else 1)
        if self.packing.equal and self.load >= 0:
            mask &= load_sums(self.past.tracks[self.load].cell, self.past.domain(self.load), self.packed, room)
        return mask

    def add_load(self, found: _Found) -> None:
        """Add all that is known about the load."""
        if self.load < 0:
            return
        if self.past.is_interval(self.load):
            self.add_low(found, self.low)
            self.add_high(found, self.high)
        elif self.packing.equal:
            self.past.meet(found, (self.load, self.past.domain(self.load)))
        else:
            self.add_high(found, self.high)

    def _largest(self, places: Sequence[int]) -> list[int]:
        sizes = self.packing.sizes
        return [place for _, place in sorted([(-sizes[place], place) for place in places])]


def reason_of_item(past: History, packing: Packing, x: int, gone: Mask) -> list[Literal] | None:
    """Return why item *x* cannot be in the bins *gone*, or None."""
    gone &= packing.every
    if not gone:
        return []
    place = packing.items.index(x)
    if not gone & (gone - 1):
        found = _why_out(_Bin(past, packing, packing.number[gone], place), packing.sizes[place])
        if found is not None:
            return list(found.items())
    left = past.domain(x) & packing.every & ~gone
    while left:
        bit = left & -left
        left ^= bit
        found = _why_in(_Bin(past, packing, packing.number[bit], place), packing.sizes[place])
        if found is not None:
            return list(found.items())
    return None


def _why_out(one: _Bin, size: int) -> _Found | None:
    """Return why an item of this *size* cannot be in a bin."""
    found: _Found = {}
    if one.packed + size > one.high:
        one.add_inside(found, one.high + 1 - size)
        have = sum([one.packing.sizes[place] for place in one.inside if one.packing.items[place] in found])
        one.add_high(found, min(one.packing.capacities[one.b], have + size - 1))
        return found
    return _why_unreached(one, size)


def _why_in(one: _Bin, size: int) -> _Found | None:
    """Return why an item of this *size* must be in a bin."""
    found: _Found = {}
    low, why = _pressure(one)
    if one.low >= low:
        low, why = one.low, {}
        one.add_low(why, low)
    if one.possible < low:
        total = one.packing.total - size
        one.add_outside(found, total - low + 1)
        for literal in why.items():
            one.past.meet(found, literal)
        return found
    return _why_unreached(one, 0)


def _pressure(one: _Bin) -> tuple[int, _Found]:
    """Return what the other bins leave to a bin at least, and why."""
    found: _Found = {}
    low = one.packing.total
    for b in range(len(one.packing.bits)):
        if b != one.b:
            low -= _Bin(one.past, one.packing, b).most(found)
    return low, found


def _relief(one: _Bin) -> tuple[int, _Found]:
    """Return what the other bins leave to a bin at most, and why."""
    found: _Found = {}
    high = one.packing.total
    for b in range(len(one.packing.bits)):
        if b != one.b:
            high -= _Bin(one.past, one.packing, b).least(found)
    return high, found


def _why_unreached(one: _Bin, size: int) -> _Found | None:
    """Return why no load can be reached with an item of this *size* in the bin, or None."""
    sums = one.sums()
    if not sums:
        return None
    for is_pressed in (False, True):
        low, high = 0, one.packing.total
        found: _Found = {}
        if is_pressed:
            low, found = _pressure(one)
            high, more = _relief(one)
            for literal in more.items():
                one.past.meet(found, literal)
        # With the item, what is possible is more than the bin knows, by its size.
        one.possible += size
        wanted = one.wanted(low, high) >> size
        one.possible -= size
        if not sums[-1] & wanted:
            one.add_all(found)
            one.add_load(found)
            return found
    return None


def reason_of_load(past: History, packing: Packing, x: int, gone: Mask) -> list[Literal] | None:
    """Return why load *x* is none of *gone*, or None."""
    one = _Bin(past, packing, packing.loads.index(x))
    least, most = past.least(x, gone), past.most(x, gone)
    found = _why_not_load(one, least, most)
    if found is None and packing.equal:
        integers = range(least, most + 1) if past.is_interval(x) else past.tracks[x].cell.axis.integers(gone)
        found = _why_no_sum_is(one, integers)
    if found is None:
        return None
    past.widen(x, least, most)
    return list(found.items())


def _why_not_load(one: _Bin, least: int, most: int) -> _Found | None:
    """Return why a load is not from *least* to *most*: it is more than that, or less."""
    found: _Found = {}
    if most < one.packed:
        one.add_inside(found, most + 1)
        return found
    if one.packing.equal and least > one.possible:
        one.add_outside(found, one.packing.total - least + 1)
        return found
    low, found = _pressure(one)
    if most < low:
        return found
    high, found = _relief(one)
    return found if one.packing.equal and least > high else None


def _why_no_sum_is(one: _Bin, integers: Sequence[int]) -> _Found | None:
    """Return why the sum of the items in a bin is none of *integers*."""
    one.high = one.packing.capacities[one.b]
    sums = one.sums()
    if not sums:
        return None
    for integer in integers:
        if integer >= one.packed and sums[-1] >> (integer - one.packed) & 1:
            return None
    found: _Found = {}
    one.add_all(found)
    return found


def reason_of_overflow(past: History, packing: Packing) -> list[Literal] | None:
    """Return why the items cannot be packed, or None."""
    least = most = 0
    why_least: _Found = {}
    why_most: _Found = {}
    bins = [_Bin(past, packing, b) for b in range(len(packing.bits))]
    for one in bins:
        found: _Found = {}
        if one.packed > one.high:
            one.add_inside(found, one.high + 1)
            one.add_high(found, one.high)
            return list(found.items())
        if one.possible < one.low:
            one.add_outside(found, packing.total - one.low + 1)
            one.add_low(found, one.low)
            return list(found.items())
        least += one.least(why_least)
        most += one.most(why_most)
    if least > packing.total:
        return list(why_least.items())
    if most < packing.total:
        return list(why_most.items())
    return _why_too_many(packing, bins) or _why_no_sum(bins)


def _why_no_sum(bins: Sequence[_Bin]) -> list[Literal] | None:
    for one in bins:
        found = _why_unreached(one, 0)
        if found is not None:
            return list(found.items())
    return None


def _why_too_many(packing: Packing, bins: Sequence[_Bin]) -> list[Literal]:
    """Return why more bins are needed than there are, or nothing."""
    packed = {place for one in bins for place in one.inside}
    sizes = [size for place, size in enumerate(packing.sizes) if size and place not in packed]
    found: _Found = {}
    for one in bins:
        one.add_inside(found, one.packed)
        sizes.append(one.packed + packing.largest - one.most(found))
    return list(found.items()) if too_many(sizes, packing.largest, len(bins)) else []
