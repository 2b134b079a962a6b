"""Constraints that compute a number from their other terms, and the number itself as an expression."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from typing import Any, ClassVar

from csplib.kernel.compiler import mypyc_attr
from csplib.modelling.constraints.base import Constraint, nested
from csplib.modelling.constraints.comparison import equality
from csplib.modelling.expressions import Expression
from csplib.modelling.terms import Composite, Domain, Term, depth_of

__all__ = ["Functional", "ResultOf"]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
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
        return equality(ResultOf(self), self.terms[-1], equal=False)

    def describe(self) -> str:
        return f"{self.called()} == {self.terms[-1]}"


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class ResultOf(Composite, Expression):
    """What the last term of *rule* equals, as an expression. That term itself does not matter."""

    __slots__ = ("rule",)

    def __init__(self, rule: Functional) -> None:
        self.rule: Functional = rule
        owner: object = None
        for term in rule.terms[:-1]:
            if owner is None:
                owner = term.owner
        super().__init__(owner, nested([depth_of(rule.terms[:-1])], "expressions"))

    def __pos__(self) -> Expression:  # as in `Constant`
        return self

    def operands(self) -> tuple[Term, ...]:
        return self.rule.terms[:-1]

    def integer_operands(self) -> Sequence[Term]:
        return self.operands() if self.rule.numeric else ()

    def structure(self) -> Hashable:
        return (type(self.rule).__name__, self.rule.details(), *[term.key() for term in self.operands()])

    def compute(self, values: Mapping[Hashable, Any]) -> Any:
        return self.rule.calculate([term.evaluate(values) for term in self.operands()])

    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:
        return self.rule.possible([domain_of(term) for term in self.operands()])

    def definition(self) -> Constraint:
        return self.rule.with_result(Term(self.name))

    def __str__(self) -> str:
        return self.rule.called()
