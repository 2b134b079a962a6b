"""`ResultOf`: what a constraint computes, as an expression."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from csplib.kernel.compiler import mypyc_attr
from csplib.modelling.constraints.base import OPERATORS, Constraint, nested
from csplib.modelling.constraints.comparison import equality
from csplib.modelling.expressions import Expression
from csplib.modelling.terms import Composite, Domain, Term, depth_of

__all__ = ["ResultOf"]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class ResultOf(Composite, Expression):
    """What the last term of *rule* equals, as an expression. That term itself does not matter.

    *rule* is a `Functional`, or another constraint with its methods.
    """

    __slots__ = ("rule",)

    def __init__(self, rule: Any) -> None:
        self.rule: Any = rule
        owner: object = None
        for term in rule.terms[:-1]:
            if owner is None:
                owner = term.owner
        super().__init__(owner, nested([depth_of(rule.terms[:-1])], "expressions"))

    def __pos__(self) -> Expression:  # as in `Constant`
        return self

    def operands(self) -> tuple[Term, ...]:
        terms: tuple[Term, ...] = self.rule.terms[:-1]
        return terms

    def integer_operands(self) -> Sequence[Term]:
        return self.operands() if self.rule.numeric else ()

    def structure(self) -> Hashable:
        return (type(self.rule).__name__, self.rule.details(), *[term.key() for term in self.operands()])

    def compute(self, values: Mapping[Hashable, Any]) -> Any:
        return self.rule.calculate([term.evaluate(values) for term in self.operands()])

    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:
        found: Sequence[Hashable] = self.rule.possible([domain_of(term) for term in self.operands()])
        return found

    def definition(self) -> Constraint:
        defined: Constraint = self.rule.with_result(Term(self.name))
        return defined

    def __str__(self) -> str:
        text: str = self.rule.called()
        return text


def _denial(rule: Constraint, result: object) -> Constraint:
    return equality(ResultOf(rule), result, equal=False)


OPERATORS["computed !="] = _denial
