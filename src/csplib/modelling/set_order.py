"""An order for the members of sets that is the same in every run, whatever Python's hashes are."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

__all__ = ["in_order"]


def in_order(things: Iterable[Any]) -> list[Any]:
    """Return *things* as a list; the members of a set come in an order that does not depend on hashes.

    The members of a set are sorted if every two of them can be compared. (``<`` between sets means "is a subset of",
    which leaves many pairs open.) If not, they are sorted by type, and within a type by their own members (sets,
    tuples) or by their `repr`. So the order of objects with neither an order nor a `repr` of their own is not fixed.

    >>> in_order({3, 1, 2}), in_order({"b", 1, "a"}), in_order(["b", 1, "a"])
    ([1, 2, 3], [1, 'a', 'b'], ['b', 1, 'a'])
    >>> [sorted(team) for team in in_order({frozenset("bc"), frozenset("a"), frozenset("ca")})]
    [['a'], ['a', 'c'], ['b', 'c']]
    """
    if not isinstance(things, (set, frozenset)):
        return list(things)
    try:
        found = sorted(things)
        # Only a total order has one sorted list; with less, `sorted` depends on the order of its input.
        if all(one < other for one, other in pairwise(found)):
            return found
    except TypeError:
        pass
    return sorted(things, key=_key)


def _key(value: Any) -> tuple[str, bool, Any]:
    """Return a key to sort by, the same in every run, and comparable with the key of any other value."""
    kind = type(value).__name__
    if isinstance(value, (set, frozenset)):
        return kind, True, sorted([_key(one) for one in value])
    if isinstance(value, tuple):
        return kind, True, [_key(one) for one in value]
    return kind, False, repr(value)
