"""An order for what has none: sets, the same in every run, whatever Python's hashes are."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

__all__ = ["in_order"]


def in_order(things: Iterable[Any]) -> list[Any]:
    """List *things*; those of a set come in an order that does not depend on hashes.

    A set is sorted where its members have an order, all of them: ``<`` between sets means "is a part of", which leaves
    many pairs open. Where they have none, they come by their types, and within a type by what is in them (sets,
    tuples) or by their `repr`. So objects without an order and without a `repr` of their own come in any order.

    >>> in_order({3, 1, 2}), in_order({"b", 1, "a"}), in_order(["b", 1, "a"])
    ([1, 2, 3], [1, 'a', 'b'], ['b', 1, 'a'])
    >>> [sorted(team) for team in in_order({frozenset("bc"), frozenset("a"), frozenset("ca")})]
    [['a'], ['a', 'c'], ['b', 'c']]
    """
    if not isinstance(things, (set, frozenset)):
        return list(things)
    try:
        found = sorted(things)
        # A chain can be written down in one way only; what is no chain came out as it went in.
        if all(one < other for one, other in pairwise(found)):
            return found
    except TypeError:
        pass
    return sorted(things, key=_key)


def _key(value: Any) -> tuple[str, bool, Any]:
    """Return something to sort by that is the same in every run, and comparable with that of any other value."""
    kind = type(value).__name__
    if isinstance(value, (set, frozenset)):
        return kind, True, sorted([_key(one) for one in value])
    if isinstance(value, tuple):
        return kind, True, [_key(one) for one in value]
    return kind, False, repr(value)
