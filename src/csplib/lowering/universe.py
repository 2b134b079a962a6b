"""The universe of a problem: which bit stands for which value, in all of its domains.

Integers come first, in order. If their range is not too large, consecutive integers are consecutive bits, so that a
shift of a mask is an addition. All other values follow in the order in which they were stated. Equal values, such as
1, 1.0 and True, share a bit.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Any, final

from csplib.errors import DomainError
from csplib.kernel.axis import Axis
from csplib.kernel.bits import Mask
from csplib.kernel.bounds import Bounds
from csplib.kernel.clock import look_up
from csplib.kernel.other_libraries import as_integer
from csplib.modelling.domains import are_consecutive
from csplib.modelling.terms import Domain

__all__ = ["MOST_DIFFERENT", "Universe", "take_intervals", "universe_of"]

_DENSE_ENOUGH = 4
_ALWAYS_DENSE = 64
_WORTH_A_SHIFT = 1 << 16
MOST_DIFFERENT = 20_000
"""The number of different values that can have bits."""

_SMALL = 64


def take_intervals(domains: list[Domain]) -> dict[int, Bounds]:
    """Return the bounds of the *domains* that are intervals, and replace these by empty ones.

    Long ranges are intervals. If all domains together have too many values for bits, short ranges are, too.
    """
    found: dict[int, Bounds] = {}
    count = 0
    last: Domain | None = None
    for x, domain in enumerate(domains):
        if domain is last:  # the common case
            continue
        if isinstance(domain, range):
            found[x] = (domain[0], domain[-1])
            domains[x] = ()
        else:
            last = domain
            count += len(domain)
    if count > MOST_DIFFERENT and _are_too_many(domains):
        for x, domain in enumerate(domains):
            look_up(len(domain))
            if len(domain) > 1 and are_consecutive(domain):
                integers: Any = domain
                found[x] = (integers[0], integers[-1])
                domains[x] = ()
    return found


def _are_too_many(domains: list[Domain]) -> bool:
    """Return whether all *domains* together have too many values for bits."""
    apart = {id(domain): domain for domain in domains}
    return len(set().union(*apart.values())) > MOST_DIFFERENT


def universe_of(domains: Sequence[Domain], *, shifts: bool) -> Universe:
    """Return the universe of *domains*. It is cached for the common case of one small domain of integers or strings."""
    first = domains[0] if domains else ()
    if len(first) > _SMALL:
        return Universe(domains, shifts=shifts)
    for domain in domains:
        if domain is not first:
            return Universe(domains, shifts=shifts)
    for value in first:
        if type(value) is not int and type(value) is not str:
            return Universe(domains, shifts=shifts)
    return _of_one(first, shifts)


@lru_cache(maxsize=64)
def _of_one(domain: Domain, shifts: bool) -> Universe:  # noqa: FBT001 - a key
    universe = Universe([domain], shifts=shifts)
    universe.only = universe.laid_out([domain])
    return universe


@final
class Universe:
    """The bits of the values in *domains*. With *shifts*, integers may have larger gaps and still be consecutive bits.

    >>> universe = Universe([(3, 1), ("red", 2)])
    >>> universe.mask_of((1, 3)), universe.mask_of(("red", 2)), universe.dense
    (5, 10, True)
    """

    def __init__(self, domains: Iterable[Domain], *, shifts: bool = False) -> None:
        distinct: dict[Hashable, None] = {}
        seen: set[int] = set()
        last: Domain | None = None
        for domain in domains:
            if domain is last:  # the common case
                continue
            last = domain
            if id(domain) not in seen:
                look_up(len(domain))
                seen.add(id(domain))
                distinct.update(dict.fromkeys(domain))
        if len(distinct) > MOST_DIFFERENT:
            raise DomainError(
                f"the domains have {len(distinct)} different values, more than the {MOST_DIFFERENT} that can be handled"
            )
        numbers: set[int] = set()
        for value in distinct:
            number = value if type(value) is int else as_integer(value)
            if number is not None:
                numbers.add(number)
        integers = sorted(numbers)
        self._numbers: list[int] = integers
        self._by_bit: dict[Mask, object] = {}
        self.only: tuple[list[dict[Mask, object]], list[Mask]] | None = None  # laid out, if there is one domain
        span = integers[-1] - integers[0] + 1 if integers else 0
        bound = max(_ALWAYS_DENSE, _DENSE_ENOUGH * len(integers), _WORTH_A_SHIFT if shifts else 0)
        self.dense: bool = span <= bound
        self.integers: int = span if self.dense else len(integers)
        bridged = self.dense and span > len(integers)
        self.axis: Axis = Axis(range(integers[0], integers[-1] + 1) if bridged else integers)
        self.bits: dict[Hashable, Mask] = {}
        for place, integer in enumerate(integers):
            self.bits[integer] = 1 << (integer - integers[0] if self.dense else place)
        self.width: int = self.integers + len(distinct) - len(numbers)
        # A shift moves an integer by less than the span of all. This gap keeps it off the bits of other values.
        behind = self.integers * (2 if shifts else 1)
        if len(numbers) < len(distinct):
            for value in distinct:
                if value not in self.bits:
                    self.bits[value] = 1 << behind
                    behind += 1

    def can_shift(self, offsets: Iterable[int]) -> bool:
        """Return whether values plus *offsets* can be compared by shifting their bits."""
        least = most = 0
        for offset in offsets:
            least, most = min(least, offset), max(most, offset)
        return least == most or (self.dense and most - least <= self.integers)

    def bit(self, value: Hashable) -> Mask:
        """Return the bit of *value*, or 0 if no domain has it."""
        return self.bits.get(value, 0)

    def mask_of(self, values: Iterable[Hashable]) -> Mask:
        """Return the bits of those *values* that some domain has."""
        mask = 0
        for value in values:
            mask |= self.bits.get(value, 0)
        return mask

    def laid_out(self, domains: Sequence[Domain]) -> tuple[list[dict[Mask, object]], list[Mask]]:
        """Return for each domain its mask and the value behind each bit, as that domain writes it.

        Long domains of integers share the values: a dict for each of many domains would take much time and memory.
        """
        if self.only is not None:
            return self.only[0] * len(domains), self.only[1] * len(domains)
        values: list[dict[Mask, object]] = []
        masks: list[Mask] = []
        known: dict[int, tuple[dict[Mask, object], Mask]] = {}
        last: Domain | None = None
        by_bit: dict[Mask, object] = {}
        mask = 0
        for domain in domains:
            if domain is not last:
                last = domain
                pair = known.get(id(domain))
                if pair is None:
                    look_up(len(domain))
                    pair = known[id(domain)] = self._pair_of(domain)
                by_bit, mask = pair
            values.append(by_bit)
            masks.append(mask)
        return values, masks

    def windows(self, masks: Sequence[Mask], starts: Sequence[int]) -> list[Axis]:
        """Return for each mask the integers of its bits, if those before its start are left out."""
        known: dict[tuple[int, int], Axis] = {(0, 0): self.axis}
        found: list[Axis] = []
        for mask, start in zip(masks, starts, strict=True):
            key = (start, mask.bit_length() if start else 0)
            if key not in known:
                known[key] = self.axis.part(start, mask.bit_length())
            found.append(known[key])
        return found

    def moved(
        self, values: Sequence[dict[Mask, object]], masks: Sequence[Mask], starts: Sequence[int]
    ) -> tuple[list[dict[Mask, object]], list[Mask]]:
        """Return *values* and *masks*, as `laid_out` returns them, with their bits moved down by *starts*."""
        ends: dict[int, int] = {}
        for mask, start in zip(masks, starts, strict=True):
            ends[start] = max(ends.get(start, 0), mask.bit_length())
        known: dict[tuple[int, int], dict[Mask, object]] = {}
        moved_values: list[dict[Mask, object]] = []
        for by_bit, start in zip(values, starts, strict=True):
            key = (id(by_bit), start)
            if start and key not in known:
                known[key] = self._moved(by_bit, start, ends[start])
            moved_values.append(known[key] if start else by_bit)
        return moved_values, [mask >> start for mask, start in zip(masks, starts, strict=True)]

    def _moved(self, by_bit: dict[Mask, object], start: int, end: int) -> dict[Mask, object]:
        """Return the values of *by_bit* from bit *start* to before bit *end*, for bits that begin at *start*."""
        if by_bit is not self._by_bit:
            return {bit >> start: value for bit, value in by_bit.items()}
        axis = self.axis.part(start, end)
        first = bisect_left(self._numbers, axis.base)
        last = bisect_left(self._numbers, axis.most(1 << (axis.count - 1)) + 1)
        look_up(last - first)
        return {self.bits[integer] >> start: integer for integer in self._numbers[first:last]}

    def _pair_of(self, domain: Domain) -> tuple[dict[Mask, object], Mask]:
        """Return the value behind each bit of *domain*, and its mask."""
        if len(domain) <= _SMALL or {type(value) for value in domain} != {int}:
            return {self.bits[value]: value for value in domain}, self.mask_of(domain)
        if not self._by_bit:
            self._by_bit.update({self.bits[integer]: integer for integer in self._numbers})
        integers: Any = domain
        first, last = min(integers), max(integers)
        if self.dense and last - first == len(integers) - 1:
            return self._by_bit, ((1 << len(integers)) - 1) * self.bits[first]
        return self._by_bit, self.mask_of(domain)
