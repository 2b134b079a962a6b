"""Constraints that count and add: sum, count, nValues, cardinality."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from csplib.formats.xcsp3.numbers import Condition, any_of, equal, number, total
from csplib.modelling.computed import count_different, count_of
from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.cardinality import Cardinality
from csplib.modelling.constraints.count_different import CountDifferent
from csplib.modelling.constraints.counting import AtLeast, AtMost, Count, Exactly
from csplib.modelling.constraints.logic import Fact
from csplib.modelling.constraints.not_all_equal import NotAllEqual
from csplib.modelling.functions import reify
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.formats.xcsp3.given import Given

__all__ = ["cardinality", "count", "number_of_values", "sum_of"]


def sum_of(given: Given) -> Iterator[Constraint]:
    """Yield a condition on the sum of a list, perhaps with coefficients."""
    given.only("list", "coeffs", "condition")
    terms = given.numbers("list")
    weights = given.numbers("coeffs") if given.has("coeffs") else None
    if weights is not None and len(weights) != len(terms):
        raise ValueError(f"<sum> has {len(terms)} terms and {len(weights)} coefficients")
    yield given.condition().holds(total(terms, weights))


def count(given: Given) -> Iterator[Constraint]:
    """Yield a condition on the number of terms that take one of the values."""
    given.only("list", "values", "condition")
    terms, condition = given.terms(), given.condition()
    values = given.listed("values")
    if not any(isinstance(value, Term) for value in values):
        yield _counted(terms, values, condition)
    elif len(values) == 1:
        if condition.sign == "eq":
            yield Count(terms, values[0], number(condition.operand))
        else:
            yield condition.holds(count_of(terms, values[0]))
    else:
        found = [reify(any_of([equal(term, value) for value in values])) for term in terms]
        yield condition.holds(total(found))


def _counted(terms: Sequence[Term], values: list[Any], condition: Condition) -> Constraint:
    """Return a condition on the number of *terms* that take one of the *values*, which are known."""
    sign, bound = condition.sign, condition.value
    if not values:
        return condition.holds(0)
    if bound is not None and sign in {"le", "lt"}:
        return AtMost(bound - (sign == "lt"), terms, values=values)
    if bound is not None and sign in {"ge", "gt"}:
        return AtLeast(bound + (sign == "gt"), terms, values=values)
    if bound is not None and sign == "eq":
        return Exactly(bound, terms, values=values)
    if sign == "eq":
        return Count(terms, values=values, total=number(condition.operand))
    return condition.holds(count_of(terms, values=values))


def number_of_values(given: Given) -> Iterator[Constraint]:
    """Yield a condition on the number of different values in a list."""
    given.only("list", "except", "condition")
    if len(given.element.all("list")) > 1:
        raise ValueError("<nValues> over several lists is not read")
    terms, condition = given.terms(), given.condition()
    excepted = given.values("except") if given.has("except") else []
    known = None if excepted else (condition.sign, condition.value)
    if known == ("eq", len(terms)):
        yield AllDifferent(terms)
    elif known == ("eq", 1):
        yield AllEqual(terms)
    elif known in {("gt", 1), ("ge", 2)}:
        yield NotAllEqual(terms)
    elif condition.sign == "eq":
        yield CountDifferent(terms, number(condition.operand), except_=excepted)
    else:
        yield condition.holds(count_different(terms, except_=excepted))


def cardinality(given: Given) -> Iterator[Constraint]:
    """Yield how often each value is taken: numbers, ranges or variables. With "closed", there are no other values."""
    given.only("list", "values", "occurs")
    if given.has("matrix"):
        raise ValueError("<cardinality> over a matrix is not read")
    terms = given.terms()
    values, occurs = given.operands("values"), given.operands("occurs")
    if len(values) != len(occurs):
        raise ValueError(f"<cardinality> has {len(values)} values and {len(occurs)} occurrences")
    closed = given.flag("closed", given.child("values"), default=given.flag("closed", given.element))
    if len(set(map(str, values))) < len(values) or any(isinstance(value, Term) for value in values):
        yield from _counts(terms, values, occurs, closed=closed)
        return
    counts = {value: _bounds(much) for value, much in zip(values, occurs, strict=True)}
    if any(isinstance(much, tuple) and (much[0] > len(terms) or much[0] > much[1]) for much in counts.values()):
        yield Fact(False)  # noqa: FBT003
    else:
        yield Cardinality(terms, counts, closed=closed)


def _bounds(much: Any) -> Any:
    """Return the bounds of a number of occurrences, or a term."""
    if isinstance(much, (range, list)):
        if isinstance(much, list) and list(range(min(much), max(much) + 1)) != sorted(much):
            raise ValueError("the numbers of occurrences in <cardinality> are not consecutive")
        return max(min(much), 0), max(much)
    found = number(much)
    return found if isinstance(found, Term) else (found, found) if found >= 0 else (1, 0)


def _counts(terms: list[Term], values: list[Any], occurs: list[Any], *, closed: bool) -> Iterator[Constraint]:
    """Yield a constraint for each value: some of them are variables, or one is there twice."""
    for value, much in zip(values, occurs, strict=True):
        found = count_of(terms, value)
        if isinstance(much, (range, list)):
            yield Condition("in", much).holds(found)
        else:
            yield equal(found, number(much))
    if closed:
        for term in terms:
            yield any_of([equal(term, value) for value in values])
