"""Pure functions that make tables: which rows of bits satisfy a constraint, and which values support each other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import product
from typing import Any, Final, TypeAlias

from csplib.kernel.bits import Mask, lowest, split
from csplib.kernel.clock import look_up

__all__ = ["PairTables", "complement", "satisfying_rows", "sorted_rows", "supports"]

PairTables: TypeAlias = "tuple[list[Mask], list[Mask]]"
"""The tables of the arcs (x, y) and (y, x)."""

_STEPS_OF_A_ROW: Final = 16


def satisfying_rows(
    judge: Callable[[Any], object],
    row: Any,
    names: Sequence[Hashable],
    values: Sequence[dict[Mask, object]],
    domains: Sequence[Mask],
) -> list[tuple[Mask, ...]]:
    """Return the rows of bits, one bit from each of *domains*, that *judge* accepts. Every row is tried.

    *judge* gets the values of a row in *row*, a list or a dict, under the *names* of the places.

    >>> satisfying_rows(lambda row: row[0] < row[1], [0, 0], [0, 1], [{1: 5, 2: 6}, {2: 6, 4: 7}], [0b11, 0b110])
    [(1, 2), (1, 4), (2, 4)]
    """
    found: list[tuple[Mask, ...]] = []
    last, last_values = names[-1], values[-1]
    last_bits = split(domains[-1])
    for head in product(*[split(domain) for domain in domains[:-1]]):
        for place, bit in enumerate(head):
            row[names[place]] = values[place][bit]
        look_up(_STEPS_OF_A_ROW * len(last_bits))
        for bit in last_bits:
            row[last] = last_values[bit]
            if judge(row):
                found.append((*head, bit))
    return found


def sorted_rows(rows: list[list[Mask]], places: int) -> list[list[Mask]]:
    """Return *rows* in order: a radix sort, which can be interrupted."""
    for place in range(places - 1, -1, -1):
        found: dict[Mask, list[list[Mask]]] = {}
        for row in rows:
            look_up()
            found.setdefault(row[place], []).append(row)
        rows = [row for mask in sorted(found) for row in found[mask]]
    return rows


def supports(xs: Mask, ys: Mask, rows: Iterable[Sequence[Mask]]) -> PairTables:
    """Return the tables of the arcs (x, y) and (y, x) for pairs of masks: each value of one supports each of the other.

    The tables have a place for each bit from the lowest to the highest one in the domains *xs* and *ys*.

    >>> supports(0b110, 0b11, [(0b010, 0b01), (0b100, 0b11)])
    ([6, 4], [1, 3])
    """
    base_x, base_y = lowest(xs), lowest(ys)
    for_x = [0] * (ys.bit_length() - base_y)
    for_y = [0] * (xs.bit_length() - base_x)
    for a, b in rows:
        for bit in split(b):
            for_x[bit.bit_length() - 1 - base_y] |= a
        for bit in split(a):
            for_y[bit.bit_length() - 1 - base_x] |= b
    return for_x, for_y


def complement(pairs: PairTables, xs: Mask, ys: Mask) -> PairTables:
    """Return the tables that allow every pair of *xs* and *ys* except those that *pairs* allow."""
    return [xs & ~mask for mask in pairs[0]], [ys & ~mask for mask in pairs[1]]
