"""Constraints that compute a number from their other terms. `ResultOf` is the number as an expression."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from copy import copy
from typing import Any, ClassVar

from csplib.modelling.constraints.base import OPERATORS, Constraint
from csplib.modelling.terms import Domain, Term, depth_of

__all__ = ["Functional"]


class Functional(Constraint):
    """The last term equals a value that the other terms determine. Subclasses say which, and in which bounds it is."""

    denied_by_terms: ClassVar[bool] = True

    def calculate(self, row: Sequence[Any]) -> Any:
        """Return the result for these values of the other terms, with their offsets."""
        raise NotImplementedError

    def possible(self, domains: Sequence[Domain]) -> Sequence[Hashable]:
        """Return all results that the *domains* of the other terms allow, and perhaps more."""
        raise NotImplementedError

    def details(self) -> Hashable:
        """Return a key for everything but the terms."""
        return None

    def called(self) -> str:
        """Return the result as text, like a call of a function."""
        raise NotImplementedError

    def with_result(self, result: Term) -> Functional:
        """Return a copy with another last term."""
        twin = copy(self)
        twin.terms = (*self.terms[:-1], result)
        twin.depth = depth_of(twin.terms)
        twin.name = None
        return twin

    def satisfied(self, values: Sequence[object]) -> bool:
        *row, result = self.shifted_values(values)
        return bool(self.calculate(row) == result)

    def negated(self) -> Constraint:
        return OPERATORS["computed !="](self, self.terms[-1])

    def describe(self) -> str:
        return f"{self.called()} == {self.terms[-1]}"
