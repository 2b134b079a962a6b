"""The values that FlatZinc's expressions stand for: constants, variables, arrays, annotations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

__all__ = ["WIDEST", "Call", "Cell", "SetOf", "set_of"]

WIDEST = range(-(2**31) + 2, 2**31 - 1)
"""The values of an integer variable without bounds: those that Gecode gives it."""

SetOf: TypeAlias = "range | tuple[int, ...]"
"""A constant set of integers: a range, or its members in ascending order."""


class Call(NamedTuple):
    """An annotation: a word, with arguments perhaps."""

    name: str
    arguments: list[Any]


class Cell:
    """A variable of the file: what it is called, which kind it has, and its values.

    `kind` is "bool", "int" or "set"; the `domain` of a set contains its possible members. If there is a `twin`, another
    variable or a constant, the variable is that plus the `offset`. `term` is what stands for it in the problem.
    """

    __slots__ = ("domain", "kind", "name", "offset", "shown", "term", "twin")

    def __init__(self, name: str, kind: str, domain: SetOf, twin: Any = None) -> None:
        self.name: str = name
        self.kind: str = kind
        self.domain: SetOf = domain
        self.twin: Any = twin
        self.offset: int = 0
        self.shown: bool = False
        self.term: Any = None

    def __repr__(self) -> str:
        return self.name


def set_of(members: Iterable[int]) -> SetOf:
    """Return a set of integers; consecutive ones are a range.

    >>> set_of([3, 1, 2]), set_of([5, 1]), set_of([])
    (range(1, 4), (1, 5), range(0, 0))
    """
    found = sorted(set(members))
    if not found:
        return range(0)
    if found[-1] - found[0] + 1 == len(found):
        return range(found[0], found[-1] + 1)
    return tuple(found)
