"""`NotAllEqual`: at least two of the terms differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from csplib.kernel.propagators.not_all_same import NotAllSame
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import OPERATORS, Constraint

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["NotAllEqual"]


class NotAllEqual(Constraint):
    """Not all variables take the same value: at least two, plus their offsets, differ.

    Propagation reaches domain consistency.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> p.add(NotAllEqual(p.add_variables("abc", ["red", "green"])))
    >>> p.count()
    6
    """

    shifts: ClassVar[bool] = True
    takes_intervals: ClassVar[bool] = True
    layout: ClassVar[str] = "same"

    def satisfied(self, values: Sequence[object]) -> bool:
        return len(set(self.shifted_values(values))) > 1

    def lower(self, to: Lowering) -> None:
        offsets = [term.offset for term in self.terms]
        integers = any(offsets) or to.has_interval(self)
        to.add(NotAllSame(to.scope(self), offsets if integers else [], self, integers=integers))

    def negated(self) -> Constraint:
        return AllEqual(self.terms)


def _negation(one: Constraint, _: object) -> Constraint:
    return NotAllEqual(one.terms)


OPERATORS["not all equal"] = _negation
