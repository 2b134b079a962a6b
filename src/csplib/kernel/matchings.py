"""Matchings between variables and values, and the sets of variables that have fewer values than they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up

if TYPE_CHECKING:
    from csplib.kernel.history import History, Literal

__all__ = ["hall_set", "largest_match", "match"]


def match(domains: list[Mask], owners: list[int]) -> list[Mask]:
    """Return a different value for each of *domains*, up to the first domain for which there is none.

    ``owners[bit.bit_length()]`` is set to the number of the domain that has chosen *bit*.
    """
    chosen: list[Mask] = []
    taken = 0
    for number, domain in enumerate(domains):
        spare = domain & ~taken
        bit = spare & -spare
        chosen.append(bit)
        if bit:
            owners[bit.bit_length()] = number
        else:
            bit = _augment(domains, chosen, owners, taken, number)
            if not bit:
                chosen.pop()
                break
        taken |= bit
    return chosen


def largest_match(domains: list[Mask], most: int) -> int:
    """Return how many of *domains*, but no more than *most*, can have different values at the same time.

    >>> largest_match([0b011, 0b001, 0b001, 0b110], 4)
    3
    """
    together = 0
    for domain in domains:
        together |= domain
    owners = [-1] * (together.bit_length() + 1)
    chosen: list[Mask] = [0] * len(domains)
    taken = 0
    found = 0
    for number, domain in enumerate(domains):
        if found == most:
            break
        spare = domain & ~taken
        bit = spare & -spare
        if bit:
            chosen[number] = bit
            owners[bit.bit_length()] = number
        else:
            bit = _augment(domains, chosen, owners, taken, number)
        if bit:
            taken |= bit
            found += 1
    return found


def _augment(domains: list[Mask], chosen: list[Mask], owners: list[int], taken: Mask, number: int) -> Mask:
    """Choose a value for *number* along a shortest augmenting path. Return the bit at its end, or 0."""
    look_up(number)
    movers = [number]
    before = [0]  # for each mover, the place of the mover that gets its old value
    unseen = -1
    place = 0
    while place < len(movers):
        seen = domains[movers[place]] & unseen
        spare = seen & ~taken
        if spare:
            found = bit = spare & -spare
            while bit:
                mover = movers[place]
                given_up = chosen[mover]
                chosen[mover] = bit
                owners[bit.bit_length()] = mover
                bit = given_up
                place = before[place]
            return found
        unseen ^= seen
        while seen:
            bit = seen & -seen
            seen ^= bit
            movers.append(owners[bit.bit_length()])
            before.append(place)
        place += 1
    return 0


def hall_set(past: History, scope: Sequence[int], offsets: Sequence[int], x: int, gone: Mask) -> list[Literal] | None:
    """Return why different terms leave no value of *gone* to *x* or, if *x* is -1, why they cannot differ, or None.

    With only *gone* left to *x*, some variables have fewer values than they are. An alternating tree from a variable
    without a value of its own has them. The reason is that the others among them have only these values.
    """
    places = [place for place, y in enumerate(scope) if y != x]
    domains: list[Mask] = []
    for place in places:
        domain = past.domain(scope[place])
        domains.append(domain << offsets[place] if offsets else domain)
    for place, y in enumerate(scope):
        if y == x:
            places.append(place)
            domains.append(gone << offsets[place] if offsets else gone)
    together = 0
    for domain in domains:
        together |= domain
    owners = [-1] * (together.bit_length() + 1)
    chosen = match(domains, owners)
    if len(chosen) == len(places):
        return None
    movers = _alternating(domains, owners, len(chosen))
    values = 0
    for mover in movers:
        values |= domains[mover]
    found: dict[int, Mask] = {}
    for mover in movers:
        y = scope[places[mover]]
        if y != x:
            mask = values >> offsets[places[mover]] if offsets else values
            found[y] = found.get(y, past.first(y)) & mask
    return list(found.items())


def _alternating(domains: list[Mask], owners: list[int], number: int) -> list[int]:
    """Return the domains that an alternating tree from *number* reaches, if it finds no spare value."""
    movers = [number]
    unseen = -1
    place = 0
    while place < len(movers):
        seen = domains[movers[place]] & unseen
        unseen ^= seen
        while seen:
            bit = seen & -seen
            seen ^= bit
            movers.append(owners[bit.bit_length()])
        place += 1
    return movers
