"""`AllEqual`: any number of terms take the same value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from csplib.kernel.compiler import mypyc_attr
from csplib.modelling.constraints.base import OPERATORS, Constraint

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["AllEqual"]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class AllEqual(Constraint):
    """Every variable, plus its offset, takes the same value. Between two `Variable`s ``==`` builds it.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variable("x", ["red", "green"]), p.add_variable("y", ["green", "blue"])
    >>> p.add(AllEqual([x, y]))
    >>> p.solve()
    Solution({'x': 'green', 'y': 'green'})
    """

    shifts: ClassVar[bool] = True
    takes_intervals: ClassVar[bool] = True
    layout: ClassVar[str] = "same"

    def satisfied(self, values: Sequence[object]) -> bool:
        return len(set(self.shifted_values(values))) == 1

    def lower(self, to: Lowering) -> None:
        scope = to.scope(self)
        for place in range(len(scope) - 1):
            by = self.terms[place + 1].offset - self.terms[place].offset
            to.equate(self, scope[place], scope[place + 1], by)

    def negated(self) -> Constraint:
        return super().negated() if len(self.terms) <= 2 else OPERATORS["not all equal"](self, None)

    def describe(self) -> str:
        return f"{self.terms[0]} == {self.terms[1]}" if len(self.terms) == 2 else super().describe()
