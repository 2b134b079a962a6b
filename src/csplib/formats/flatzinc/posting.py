"""What FlatZinc's constraints have in common: terms, comparisons, linear sums, and the truth of a constraint."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from csplib.errors import RowError
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.reified import Reified
from csplib.modelling.expressions import Constant, Expression
from csplib.modelling.functions import implies
from csplib.modelling.linear import linear_sum
from csplib.modelling.terms import Term

__all__ = ["as_term", "as_terms", "compared", "if_true", "iff", "linear", "opposite", "same"]

_RELATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
}


def as_term(value: Any) -> Expression:
    """Return an integer, a boolean or a term as an expression."""
    return value if isinstance(value, Expression) else Constant(int(value))


def as_terms(row: Iterable[Any]) -> list[Expression]:
    """Return integers, booleans and terms as expressions."""
    return [one if isinstance(one, Expression) else Constant(int(one)) for one in row]


def compared(relation: str, a: Any, b: Any) -> Any:
    """Return the constraint that *a* has this *relation* to *b*, or True or False if both are constants."""
    return _RELATIONS[relation](a, b)


def same(a: Any, b: Any) -> Any:
    """Return the constraint that *a* equals *b*."""
    return a == b


def opposite(truth: Any) -> Any:
    """Return the negation of a boolean, a constraint, True or False."""
    return not truth if isinstance(truth, bool) else ~truth


def iff(truth: Any, constraint: Any) -> Any:
    """Return the constraint that *truth*, a boolean or a constant, says whether *constraint* holds."""
    if truth is True:
        return constraint
    if truth is False:
        return opposite(constraint)
    if isinstance(constraint, bool):
        return truth if constraint else ~truth
    return truth == constraint if isinstance(constraint, Term) else Reified(truth, constraint)


def if_true(truth: Any, constraint: Any) -> Any:
    """Return the constraint that *constraint* holds if *truth*, a boolean or a constant, is true."""
    return implies(truth, constraint)


def linear(weights: Sequence[Any], row: Sequence[Any], relation: str, total: Any) -> Any:
    """Return the comparison of a weighted sum of *row* with *total*."""
    if len(weights) != len(row):
        raise RowError(f"there are {len(weights)} weights for {len(row)} terms")
    pairs, constant = linear_sum([*zip(row, weights, strict=True), (total, -1)])
    if relation in {">=", ">"}:
        pairs, constant = [(term, -weight) for term, weight in pairs], -constant
    if relation in {"<", ">"}:
        constant += 1
    if not pairs:
        return {"==": constant == 0, "!=": constant != 0}.get(relation, constant <= 0)
    return Comparison(pairs, constant, relation if relation in ("==", "!=") else "<=")  # type: ignore[arg-type]
