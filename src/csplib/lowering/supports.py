"""Pure functions that make tables: which rows of bits satisfy a constraint, and which values support each other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import compress, product
from operator import itemgetter
from typing import Any, Final, TypeAlias

from csplib.kernel.bits import Mask, lowest, split
from csplib.kernel.clock import look_up
from csplib.kernel.propagators.row_index import ANY_VALUE
from csplib.modelling.rows import ANY

__all__ = ["PairTables", "columns_of", "complement", "satisfying_rows", "supports"]

PairTables: TypeAlias = "tuple[list[Mask], list[Mask]]"
"""The tables of the arcs (x, y) and (y, x)."""

_STEPS_OF_A_ROW: Final = 16
_PAIRS_AT_ONCE: Final = 2048
_OUTSIDE: Final = -2


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


def columns_of(
    rows: Sequence[Sequence[Hashable]],
    bits: Mapping[Hashable, Mask],
    domains: Sequence[Mask],
    starts: Sequence[int],
) -> list[list[int]]:
    """Return for each place the numbers of the values in *rows*, -1 for `ANY`, without rows outside the *domains*.

    Bit 0 of a domain is the bit in *starts* of those in *bits*.
    Work on whole columns is work in C, and *bits* are asked for the bit of each value only once.

    >>> columns_of([(7, 5), (8, 6), (7, 6), (9, ANY)], {5: 1, 6: 2, 7: 4, 9: 8}, [0b1111, 0b11], [0, 0])
    [[2, 2, 3], [0, 1, -1]]
    """
    columns: list[list[int]] = []
    outside = False
    for place, domain in enumerate(domains):
        look_up(len(rows))
        values = list(map(itemgetter(place), rows))
        known: dict[Hashable, int] = {}
        for value in set(values):
            bit = bits.get(value, 0) >> starts[place] & domain
            known[value] = bit.bit_length() - 1 if bit else _OUTSIDE
            if not bit and value is not ANY:
                outside = True
        if ANY in known:
            known[ANY] = ANY_VALUE
        columns.append(list(map(known.__getitem__, values)))
    if outside:
        for place in range(len(columns)):
            within = list(map(_OUTSIDE.__ne__, columns[place]))
            columns = [list(compress(column, within)) for column in columns]
    return columns


def supports(xs: Mask, ys: Mask, columns: Sequence[list[int]]) -> PairTables:
    """Return the tables of the arcs (x, y) and (y, x) for pairs of numbers of values, where -1 is any value.

    The tables have a place for each bit from the lowest to the highest one in the domains *xs* and *ys*.

    >>> supports(0b110, 0b11, [[1, 2], [0, -1]])
    ([6, 4], [1, 3])
    """
    base_x, base_y = lowest(xs), lowest(ys)
    for_x = [0] * (ys.bit_length() - base_y)
    for_y = [0] * (xs.bit_length() - base_x)
    firsts, seconds = columns
    for start in range(0, len(firsts), _PAIRS_AT_ONCE):
        look_up(_PAIRS_AT_ONCE)
        for place in range(start, min(start + _PAIRS_AT_ONCE, len(firsts))):
            a, b = firsts[place], seconds[place]
            if a >= 0 and b >= 0:
                for_x[b - base_y] |= 1 << a
                for_y[a - base_x] |= 1 << b
            else:
                some_x, some_y = xs if a < 0 else 1 << a, ys if b < 0 else 1 << b
                _support_all(for_x, some_y, base_y, some_x)
                _support_all(for_y, some_x, base_x, some_y)
    return for_x, for_y


def _support_all(table: list[Mask], places: Mask, base: int, values: Mask) -> None:
    """Let each bit of *places* support all of *values*."""
    for bit in split(places):
        table[bit.bit_length() - 1 - base] |= values


def complement(pairs: PairTables, xs: Mask, ys: Mask) -> PairTables:
    """Return the tables that allow every pair of *xs* and *ys* except those that *pairs* allow."""
    return [xs & ~mask for mask in pairs[0]], [ys & ~mask for mask in pairs[1]]
