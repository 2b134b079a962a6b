"""One policy for tables: what is tabulated, over how many rows, and how much a whole problem may spend on it.

A table finds every value that has no support, but Python has to be asked about each row of it. So constraints that say
the same about variables with the same values share a table, and a problem has a budget of rows to ask about. Where the
budget does not reach, a constraint is propagated in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import product
from typing import Any, Final, TypeAlias, final

from csplib.kernel.bits import Mask, lowest, split
from csplib.kernel.clock import look_up
from csplib.kernel.propagators.table import RowIndex

__all__ = [
    "LIMITS",
    "Judge",
    "Limit",
    "PairTables",
    "Tables",
    "complement",
    "held_rows",
    "supports",
]

Judge: TypeAlias = "Callable[[list[object]], object]"
"""What a constraint is satisfied by; it may answer with anything true or false."""

PairTables: TypeAlias = "tuple[list[Mask], list[Mask]]"
"""The tables of the arcs (x, y) and (y, x)."""

BUDGET = 250_000
"""Once Python has been asked about so many rows of one problem, there are no more tables, or only small ones."""

SMALL = 100
"""A table of so few rows is made even when the budget is used up."""

_STEPS_OF_A_ROW = 16


@final
class Limit:
    """How many rows a table may have, *pairs* over two variables and *rows* over more, and how many *tables* so large.

    The nearer tables come to their limit, the fewer there can be, so that a problem with somewhat more values, which
    are too many to be tabulated, does not compile much faster.
    """

    def __init__(self, pairs: int, rows: int, tables: int = 1) -> None:
        self.pairs: int = pairs
        self.rows: int = rows
        self.tables: int = tables


LIMITS: Final = {
    # For a function of the user's. Without a table it is asked during the search, once a single variable is left.
    "asked": Limit(1_000_000, 10_000, tables=4),
    # For a combination of constraints whose propagators together prune less than a table.
    "combined": Limit(10_000, 10_000),
    # For arithmetic. Without a table it is propagated by bounds.
    "computed": Limit(10_000, 2_000),
    # For arithmetic in which one variable follows from the others. The rows of the others are counted.
    "defined": Limit(10_000, 10_000),
}
"""The limits of tables, by the reason for which a constraint asks for one."""


@final
class Tables:
    """The tables of one problem, by what they say, and the number of rows spent on them."""

    def __init__(self) -> None:
        self.spent: int = 0
        self.pairs: dict[Hashable, PairTables] = {}
        self.rows: dict[Hashable, RowIndex] = {}
        self._origins: list[object] = []  # keys name functions by their id, so these must stay alive
        self._kinds: dict[Hashable, int] = {}
        self._kind_of: dict[int, int] = {}

    def spend(self, rows: int, reason: str, *, pairs: bool) -> bool:
        """Take a table of *rows* off the budget; return False if that is too much.

        Tables of half the size that the *reason* for it allows can have twice as many rows together.
        """
        limit = LIMITS[reason]
        most = limit.pairs if pairs else limit.rows
        total = self.spent + rows
        if rows > most or (rows > SMALL and (self.spent >= BUDGET or total * rows > limit.tables * most * most)):
            return False
        self.spent += rows
        return True

    def keep_pairs(self, key: Hashable, pairs: PairTables, origin: object) -> None:
        """Keep the tables of two arcs for other constraints with the same *key*; None is nobody's."""
        if key is not None:
            self.pairs[key] = pairs
            self._origins.append(origin)

    def keep_rows(self, key: Hashable, index: RowIndex, origin: object) -> None:
        """Keep the rows of a table for other constraints with the same *key*; None is nobody's."""
        if key is not None:
            self.rows[key] = index
            self._origins.append(origin)

    def kind(self, values: dict[Mask, object]) -> int:
        """Return a number that is equal for domains of the same values, written in the same way.

        Values that are equal, as 1 and True are, can still be told apart by a predicate. The dict must stay alive.
        """
        found = self._kind_of.get(id(values))
        if found is None:
            content = tuple([(bit, _content(value)) for bit, value in values.items()])
            found = self._kind_of[id(values)] = self._kinds.setdefault(content, len(self._kinds))
        return found


def _content(value: object) -> Hashable:
    """Return a key that only values have that nobody can tell apart."""
    kind = type(value)
    if kind is int or kind is str:
        return value
    return (kind, value if kind is bool else id(value))


def held_rows(
    judge: Callable[[Any], object],
    row: Any,
    names: Sequence[Hashable],
    values: Sequence[dict[Mask, object]],
    domains: Sequence[Mask],
) -> list[tuple[Mask, ...]]:
    """List the rows of bits, one of each of *domains*, that *judge* accepts: the one place where every row is asked.

    The values of a row are handed over in *row*, a list or a dict, under the *names* of the places.

    >>> held_rows(lambda row: row[0] < row[1], [0, 0], [0, 1], [{1: 5, 2: 6}, {2: 6, 4: 7}], [0b11, 0b110])
    [(1, 2), (1, 4), (2, 4)]
    """
    held: list[tuple[Mask, ...]] = []
    last, last_values = names[-1], values[-1]
    last_bits = split(domains[-1])
    for head in product(*[split(domain) for domain in domains[:-1]]):
        for place, bit in enumerate(head):
            row[names[place]] = values[place][bit]
        look_up(_STEPS_OF_A_ROW * len(last_bits))
        for bit in last_bits:
            row[last] = last_values[bit]
            if judge(row):
                held.append((*head, bit))
    return held


def supports(xs: Mask, ys: Mask, held: Iterable[Sequence[Mask]]) -> PairTables:
    """Return the tables of the arcs (x, y) and (y, x): in each pair all of the one mask goes with all of the other.

    They have a place for each bit from the lowest to the highest in the domains *xs* and *ys*.

    >>> supports(0b110, 0b11, [(0b010, 0b01), (0b100, 0b11)])
    ([6, 4], [1, 3])
    """
    base_x, base_y = lowest(xs), lowest(ys)
    for_x = [0] * (ys.bit_length() - base_y)
    for_y = [0] * (xs.bit_length() - base_x)
    for a, b in held:
        for bit in split(b):
            for_x[bit.bit_length() - 1 - base_y] |= a
        for bit in split(a):
            for_y[bit.bit_length() - 1 - base_x] |= b
    return for_x, for_y


def complement(pairs: PairTables, xs: Mask, ys: Mask) -> PairTables:
    """Return the tables that allow every pair of *xs* and *ys* but those that *pairs* allow."""
    return [xs & ~mask for mask in pairs[0]], [ys & ~mask for mask in pairs[1]]
