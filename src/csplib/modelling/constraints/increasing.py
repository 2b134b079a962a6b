"""`Increasing`: a row of integers in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from csplib.display.wording import joined
from csplib.kernel.propagators.ordering import IncreasingChain
from csplib.modelling.constraints.base import Constraint, one_list

if TYPE_CHECKING:
    from csplib.kernel.compiler import Unchecked
    from csplib.lowering.lowering import Lowering

__all__ = ["Increasing"]


class Increasing(Constraint):
    """Each variable is at least the one before it or, with *strictly*, greater. Use ``reversed(row)`` to decrease.

    Propagation reaches domain consistency, unless a variable occurs twice.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> hand = p.add_variables("abc", range(1, 7))
    >>> p.add(Increasing(hand))
    >>> p.count()
    56
    """

    numeric: ClassVar[bool] = True
    repeats: ClassVar[bool] = True
    takes_intervals: ClassVar[bool] = True
    layout: ClassVar[str] = "own"

    def __init__(
        self,
        variables: Iterable[object],
        *more: Unchecked,
        strictly: bool = False,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        if more:
            raise one_list("Increasing", variables, more)
        self.strictly: bool = strictly
        super().__init__(variables, name=name, rank=rank)

    def satisfied(self, values: Sequence[object]) -> bool:
        gap = int(self.strictly)
        return all(low + gap <= high for low, high in pairwise(self.shifted_values(values)))

    def lower(self, to: Lowering) -> None:
        if len(self.terms) > 1:
            to.add(IncreasingChain(to.variables(self), int(self.strictly), self))

    def describe(self) -> str:
        return joined([str(term) for term in self.terms], " < " if self.strictly else " <= ")
