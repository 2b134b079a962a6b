"""Operands as numbers and as truth values: sums and extremes of them, comparisons, and conditions."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from math import prod
from typing import Any

from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import equality
from csplib.modelling.constraints.logic import AllOf, AnyOf, Fact
from csplib.modelling.constraints.membership import In
from csplib.modelling.constraints.reified import Reified
from csplib.modelling.expressions import Constant, Formula, Variable
from csplib.modelling.functions import max_of, min_of, reify
from csplib.modelling.linear import linear_sum
from csplib.modelling.operations import WeightedSum
from csplib.modelling.terms import Term

__all__ = [
    "Condition",
    "all_of",
    "any_of",
    "as_term",
    "compare",
    "condition_parts",
    "equal",
    "extreme_of",
    "negation",
    "number",
    "numbers",
    "product_of",
    "total",
    "truth",
]

_SHORT = 8
_FORM = re.compile(r"\(\s*([a-z]+)\s*,(.*)\)", re.DOTALL | re.IGNORECASE)
_SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "lt": operator.lt,
    "le": operator.le,
    "ge": operator.ge,
    "gt": operator.gt,
}


def number(operand: Any) -> Any:
    """Return *operand* as an integer or a term: 1 or 0 for a constraint."""
    if isinstance(operand, Constraint):
        return int(operand.truth) if isinstance(operand, Fact) else reify(operand)
    if isinstance(operand, (Term, int)):
        return int(operand) if isinstance(operand, bool) else operand
    raise ValueError(f"{_shown(operand)} is no number")


def numbers(operands: Iterable[Any]) -> list[Any]:
    """Return *operands* as integers and terms."""
    return [operand if type(operand) is Variable else number(operand) for operand in operands]


def as_term(operand: Any) -> Term:
    """Return *operand* as a term; a value becomes a constant."""
    if isinstance(operand, str):
        return Constant(operand)
    found = number(operand)
    return found if isinstance(found, Term) else Constant(found)


def truth(operand: Any) -> Constraint:
    """Return *operand* as a constraint: a number is true if it is not 0."""
    if isinstance(operand, Constraint):
        return operand
    if isinstance(operand, int):
        return Fact(bool(operand))
    if isinstance(operand, Term):
        return equality(operand, 0, equal=False)
    raise ValueError(f"{_shown(operand)} is neither true nor false")


def negation(operand: Any) -> Constraint:
    """Return the constraint that *operand* is false."""
    if isinstance(operand, Term):
        return equality(operand, 0, equal=True)
    return ~truth(operand)


def all_of(parts: Iterable[Constraint]) -> Constraint:
    """Return the constraint that all *parts* hold."""
    return _joined(parts, AllOf, neutral=True)


def any_of(parts: Iterable[Constraint]) -> Constraint:
    """Return the constraint that at least one of *parts* holds."""
    return _joined(parts, AnyOf, neutral=False)


def _joined(parts: Iterable[Constraint], kind: type[AllOf | AnyOf], *, neutral: bool) -> Constraint:
    found: list[Constraint] = []
    for part in parts:
        if isinstance(part, Fact):
            if part.truth != neutral:
                return Fact(not neutral)
        elif type(part) is kind:
            found += part.parts
        else:
            found.append(part)
    if len(found) == 1:
        return found[0]
    return kind(found) if found else Fact(neutral)


def total(terms: Sequence[Any], weights: Sequence[Any] | None = None) -> Any:
    """Return the sum of *terms*, each times its weight, as an integer or a term. A weight may be a term, too."""
    if weights is None:
        if 0 < len(terms) <= _SHORT:
            return reduce(operator.add, terms)  # a variable plus an integer stays a variable with an offset
        parts = [(term, 1) for term in terms]
    elif all(type(weight) is int for weight in weights):
        parts = list(zip(terms, weights, strict=True))
    else:
        parts = [(term * weight, 1) for term, weight in zip(terms, weights, strict=True)]
    if 0 < len(parts) <= _SHORT:
        return reduce(operator.add, [term if weight == 1 else term * weight for term, weight in parts])
    found, constant = linear_sum(parts)
    if not found:
        return constant
    return Formula(WeightedSum([weight for _, weight in found], constant), [term for term, _ in found])


def extreme_of(operands: Sequence[Any], *, greatest: bool) -> Any:
    """Return the greatest or the least of integers and terms."""
    if any(isinstance(operand, Term) for operand in operands):
        return max_of(operands) if greatest else min_of(operands)
    return max(operands) if greatest else min(operands)


def product_of(operands: Sequence[Any]) -> Any:
    """Return the product of integers and terms."""
    factor = prod([operand for operand in operands if not isinstance(operand, Term)])
    found: Any = None
    for operand in operands:
        if isinstance(operand, Term):
            found = operand if found is None else found * operand
    return factor if found is None else found if factor == 1 else found * factor


def compare(left: Any, sign: str, right: Any) -> Constraint:
    """Return the constraint that *left* has the relation *sign* to *right*, a number or a set."""
    if sign in {"in", "notin"}:
        return _member(left, right) if sign == "in" else ~_member(left, right)
    if sign in {"eq", "ne"}:
        if sign == "ne" and isinstance(left, Term) and isinstance(right, (Term, int)):
            return _as_constraint(left != right)
        found = equal(left, right)
        return found if sign == "eq" else ~found
    if sign not in _SIGNS:
        raise ValueError(f"{sign[:20]!r} is no operator of a condition")
    return _as_constraint(_SIGNS[sign](number(left), number(right)))


def equal(left: Any, right: Any) -> Constraint:
    """Return the constraint that two operands are equal."""
    if not isinstance(left, Constraint) and isinstance(right, Constraint):
        left, right = right, left
    if isinstance(left, Constraint):
        if isinstance(right, Constraint):
            return left == right
        if isinstance(right, int):
            return left if right == 1 else ~left if right == 0 else Fact(False)  # noqa: FBT003
        if isinstance(left, Fact):
            return _as_constraint(number(right) == int(left.truth))
        return Reified(number(right), left)
    if not isinstance(left, Term):
        left, right = right, left
    if isinstance(left, Term) or isinstance(left, str) == isinstance(right, str):
        return _as_constraint(left == right)
    raise ValueError(f"{_shown(left)} cannot be compared with {_shown(right)}")


def _member(left: Any, values: Any) -> Constraint:
    """Return the constraint that *left* is in a set, which may contain variables, or in a range."""
    if isinstance(left, Constraint):
        left = number(left)
    if isinstance(values, range) and values[2:] and type(left) is not Variable:
        if not values:
            return Fact(False)  # noqa: FBT003
        return all_of([compare(left, "ge", values[0]), compare(left, "le", values[-1])])
    if isinstance(values, (int, str, Term, Constraint)):
        raise ValueError(f"{_shown(values)} is no set")  # noqa: TRY004 - the file is wrong, not the caller
    known = values if isinstance(values, range) else [value for value in values if isinstance(value, (int, str))]
    others = [] if isinstance(values, range) else [value for value in values if not isinstance(value, (int, str))]
    if not isinstance(left, Term):
        return any_of([Fact(left in known), *[equal(left, one) for one in others]])
    found = (In(left, known) if len(known) > 1 else equal(left, known[0])) if known else Fact(False)  # noqa: FBT003
    return any_of([found, *[equal(left, one) for one in others]]) if others else found


def _as_constraint(found: Any) -> Constraint:
    return Fact(found) if isinstance(found, bool) else found


def _shown(operand: Any) -> str:
    return "*" if not isinstance(operand, (int, str, list, tuple, range, Term, Constraint)) else str(operand)[:60]


class Condition:
    """A relation to a number or a set. In a template, the *operand* may be a parameter."""

    def __init__(self, sign: str, operand: Any) -> None:
        self.sign: str = sign
        self.operand: Any = operand

    def holds(self, operand: Any) -> Constraint:
        """Return the constraint that *operand* meets the condition."""
        return compare(operand, self.sign, self.operand)

    def upper(self) -> Any:
        """Return the greatest number that meets the condition, if there is one; None for other conditions."""
        if self.sign == "le":
            return number(self.operand)
        return number(self.operand) - 1 if self.sign == "lt" else None

    @property
    def value(self) -> int | None:
        """The number in the condition, if it is an integer."""
        return self.operand if isinstance(self.operand, int) else None


def condition_parts(text: str) -> tuple[str, str] | None:
    """Return the sign and the operand of a condition; None if *text* is none."""
    match = _FORM.fullmatch(text.strip())
    return (match[1].lower(), match[2]) if match else None
