"""Any number of variables, shifted by integers or not, take different values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from csplib.constraints.base import Constraint

if TYPE_CHECKING:
    from csplib.lowering import Lowering

__all__ = ["AllDifferent"]


class AllDifferent(Constraint):
    """No value is taken twice: k variables make k(k-1) `Diff` arcs.

    Where there are exactly as many values as variables the engine also finds a value that fits one place only.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> queens = p.add_variables(range(4), range(4))
    >>> p.add(AllDifferent(queens))
    >>> p.add(AllDifferent([q + i for i, q in enumerate(queens)]))
    >>> p.add(AllDifferent([q - i for i, q in enumerate(queens)]))
    >>> [tuple(s.values()) for s in p.solutions()]
    [(1, 3, 0, 2), (2, 0, 3, 1)]
    """

    shifts = True

    def satisfied(self, values: Sequence[object]) -> bool:
        taken = self.shifted_values(values)
        return len(set(taken)) == len(taken)

    def lower(self, to: Lowering) -> None:
        to.differ(self, [term.offset for term in self.terms])
        to.permute(self)
