"""`Reified`: a 0/1 variable says whether a constraint holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from csplib.modelling.constraints.base import Constraint, as_term
from csplib.modelling.constraints.logic import AllOf, as_constraint
from csplib.modelling.constraints.meaning import opposite
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["Reified"]


class Reified(Constraint):
    """*truth* is 1 if *constraint* holds and 0 if it does not. ``reify(constraint)`` is the same as an expression.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, late = p.add_variable("x", range(5)), p.add_variable("late", [0, 1])
    >>> p.add(Reified(late, x >= 3))
    >>> [tuple(s.values()) for s in p.solutions()]
    [(0, 0), (1, 0), (2, 0), (3, 1), (4, 1)]
    """

    repeats = True
    names_values = True
    takes_intervals = True
    layout = "own"

    def __init__(
        self,
        truth: object,
        constraint: Constraint | bool,  # noqa: FBT001 - as good as a constraint
        *,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        self._plain = AllOf([as_constraint(constraint, "Reified needs a constraint")])
        self.constraint: Constraint = self._plain.parts[0]
        super().__init__([as_term(truth), *self._plain.terms], name=name, rank=rank)
        self.depth: int = self._plain.depth

    @property
    def parts(self) -> tuple[Constraint, ...]:
        return (self.constraint,)

    def inner(self) -> tuple[Constraint, ...]:
        if _is_denied_by_terms(self.constraint):
            return (self.constraint, opposite(self.constraint))
        return self.parts

    def reads(self) -> list[Term]:
        return [*self.terms[0].variables(), *self.constraint.reads()]

    def satisfied(self, values: Sequence[object]) -> bool:
        said = self.terms[0].offset + values[0] if self.terms[0].offset else values[0]  # type: ignore[operator]
        return said == int(self._plain.satisfied(values[1:]))

    def lower(self, to: Lowering) -> None:
        truth = to.variables(self)[0]
        if truth in to.intervals:
            to.ask(self)
        else:
            to.decide(self, truth, self.constraint)

    def describe(self) -> str:
        return f"{self.terms[0]} == reify({self.constraint})"


def _is_denied_by_terms(constraint: Constraint) -> bool:
    """Return whether the negation of *constraint*, or of a part, has other expressions."""
    return constraint.denied_by_terms or any(map(_is_denied_by_terms, constraint.parts))
