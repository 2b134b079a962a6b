"""Windows: the part of the universe that the bits of a variable stand for.

Masks that fit into a machine word are the fastest. If a problem has too many values for that, the bits of a variable
start at its own least value instead of the least value of the problem. Variables whose bits are compared, as by
differences, keep the same start. Variables of constraints that know nothing about windows keep the whole universe.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, final

from csplib.kernel.bits import Mask, lowest
from csplib.kernel.clock import look_up
from csplib.modelling.terms import TermName

if TYPE_CHECKING:
    from csplib.lowering.layout import Layout
    from csplib.lowering.universe import Universe
    from csplib.modelling.constraints.base import Constraint

__all__ = ["WORD", "find_starts", "is_wide"]

WORD = 62
"""The number of values up to which all variables share the bits of the universe."""


def is_wide(universe: Universe) -> bool:
    """Return whether *universe* has more values than a machine word has bits."""
    return universe.width > WORD


def find_starts(to: Layout, constraints: Sequence[Constraint]) -> list[int]:
    """Return for each variable the number of the value that its bit 0 stands for. *constraints* are all that is stated.

    Complexity: almost linear in the total length of all scopes.
    """
    groups = _Groups(to)
    for constraint in (*constraints, *to.definitions):
        groups.add(constraint)
    return groups.starts()


@final
class _Groups:
    """Variables that must have the same start, as a union-find forest. The last root stands for the start 0."""

    def __init__(self, to: Layout) -> None:
        self.to: Layout = to
        self.size: int = len(to.left)
        self.leader: list[int] = list(range(self.size + 1))
        for x in range(self.size):
            if x not in to.intervals and to.left[x] >> to.axis.count:  # values that are not integers
                self._join(x, self.size)

    def add(self, constraint: Constraint) -> None:
        """Join the variables of *constraint*, and of its parts, as its layout asks for."""
        for part in constraint.inner():
            self.add(part)
        if constraint.layout == "own" or not constraint.terms:
            return
        look_up(len(constraint.terms))
        scope = self._scope(constraint)
        first = scope[0] if constraint.layout == "same" else self.size
        for x in scope:
            self._join(x, first)

    def _scope(self, constraint: Constraint) -> list[int]:
        """Return the variables that `constraint.lower` may use: with and without the offsets of its terms."""
        scope = self.to.scope(constraint)
        for term in constraint.terms:
            if term.offset and not constraint.shifts:
                scope.append(self.to.place(TermName(term)))
        return scope

    def _join(self, x: int, y: int) -> None:
        x, y = self._root(x), self._root(y)
        self.leader[min(x, y)] = max(x, y)

    def _root(self, x: int) -> int:
        leader = self.leader
        while leader[x] != x:
            leader[x] = leader[leader[x]]
            x = leader[x]
        return x

    def starts(self) -> list[int]:
        """Return the start of each variable: the least value of its group, or a rounder number below it."""
        unions: dict[int, Mask] = {}
        bits = [x for x in range(self.size) if x not in self.to.intervals]
        for x in bits:
            root = self._root(x)
            unions[root] = unions.get(root, 0) | self.to.left[x]
        known = {root: _start(values) for root, values in unions.items()}
        known[self._root(self.size)] = 0
        starts = [0] * self.size
        for x in bits:
            starts[x] = known[self._root(x)]
        return starts


def _start(values: Mask) -> int:
    """Return the number of the lowest bit of *values*. A wide mask starts at a multiple of its width.

    So there are few different starts of wide masks, and variables with many values can share lists of them.
    """
    first = lowest(values) if values else 0
    width = values.bit_length() - first
    return first if width <= WORD else first >> width.bit_length() << width.bit_length()
