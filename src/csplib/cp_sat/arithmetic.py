"""Arithmetic for CP-SAT: every operation as a linear expression, with new variables where it is not linear."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from csplib.cp_sat.model import Number, UnfitError
from csplib.modelling.calculations import Calculation
from csplib.modelling.constants import Known
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.operations import (
    FloorDivision,
    Greatest,
    Least,
    Magnitude,
    Modulo,
    Multiplication,
    Operation,
    WeightedSum,
)
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.cp_sat.model import Literal, Model

__all__ = ["number_of", "quotient_of", "total_of"]


def total_of(to: Model, comparison: Comparison) -> Number:
    """Return the sum that *comparison* compares with 0."""
    terms = [number_of(to, term) for term, _ in comparison.weights]
    return _add(to, WeightedSum([weight for _, weight in comparison.weights], comparison.constant), terms)


def number_of(to: Model, term: Term) -> Number:
    """Return the value of *term*, computed from the leaves below it."""
    if isinstance(term, Known):
        return _add(to, WeightedSum([], term.compute({})), [])
    if not isinstance(term, Calculation):
        return to.number(term)
    key = term.key()
    if key not in to.formulas:
        translate = _OPERATIONS.get(type(term.operation))
        if translate is None:
            raise UnfitError(f"{type(term.operation).__name__} has no translation")
        to.formulas[key] = translate(to, term.operation, [number_of(to, below) for below in term.below])
    return to.formulas[key]


def _add(to: Model, operation: WeightedSum, numbers: Sequence[Number]) -> Number:
    parts = [(number, weight) for number, weight in zip(numbers, operation.weights, strict=True) if weight]
    low = high = operation.constant
    for number, weight in parts:
        ends = (weight * number.low, weight * number.high)
        low, high = low + min(ends), high + max(ends)
    to.admit(low, high, operation.constant, *operation.weights)
    found = Number(operation.constant, low, high)
    if not parts:
        return found
    expr = to.tools.LinearExpr.weighted_sum([number.expr for number, _ in parts], [weight for _, weight in parts])
    return found._replace(expr=expr + operation.constant, affine=len(parts) == 1 and parts[0][0].affine)


def _multiply(to: Model, _: Multiplication, numbers: Sequence[Number]) -> Number:
    found = numbers[0]
    for number in numbers[1:]:
        corners = [a * b for a, b in product((found.low, found.high), (number.low, number.high))]
        factors = [to.settle(found), to.settle(number)]
        found = to.new_number(min(corners), max(corners))
        to.cp.add_multiplication_equality(found.expr, factors)
    return found


def _take_magnitude(to: Model, _: Magnitude, numbers: Sequence[Number]) -> Number:
    (number,) = numbers
    found = to.new_number(0, max(abs(number.low), abs(number.high)))
    to.cp.add_abs_equality(found.expr, to.settle(number))
    return found


def _divide(to: Model, operation: FloorDivision | Modulo, numbers: Sequence[Number]) -> Number:
    """Round down, as Python does: CP-SAT's own division rounds towards 0."""
    (number,) = numbers
    divisor = operation.divisor
    to.admit(divisor)
    ends = (number.low // divisor, number.high // divisor)
    found = to.new_number(min(ends), max(ends))
    rest = number.expr - divisor * found.expr
    to.cp.add_linear_constraint(rest, min(0, divisor + 1), max(0, divisor - 1))
    return found


def _take_remainder(to: Model, operation: Modulo, numbers: Sequence[Number]) -> Number:
    quotient = _divide(to, operation, numbers)
    rest = _add(to, WeightedSum([1, -operation.divisor], 0), [*numbers, quotient])
    return rest._replace(low=min(0, operation.divisor + 1), high=max(0, operation.divisor - 1))


def _take_least(to: Model, _: Least, numbers: Sequence[Number]) -> Number:
    found = to.new_number(min([number.low for number in numbers]), min([number.high for number in numbers]))
    to.cp.add_min_equality(found.expr, [to.settle(number) for number in numbers])
    return found


def _take_greatest(to: Model, _: Greatest, numbers: Sequence[Number]) -> Number:
    found = to.new_number(max([number.low for number in numbers]), max([number.high for number in numbers]))
    to.cp.add_max_equality(found.expr, [to.settle(number) for number in numbers])
    return found


def quotient_of(to: Model, first: Number, second: Number, *, truncated: bool) -> tuple[Number, Number, Literal]:
    """Return quotient and remainder, and a literal for "the divisor is not 0". A divisor 1 takes the place of 0."""
    defined = to.true
    if second.low <= 0 <= second.high:
        defined = to.decide(second.expr != 0, second.expr == 0)
        divisor = to.new_number(min(second.low, -1), max(second.high, 1))
        to.cp.add(divisor.expr == second.expr).only_enforce_if(defined)
        to.cp.add(divisor.expr == 1).only_enforce_if(defined.negated())
        second = divisor
    number = Number(to.settle(first), first.low, first.high)
    most = max(abs(number.low), abs(number.high)) + 1
    quotient = to.new_number(-most, most)
    multiple = _multiply(to, Multiplication(), [quotient, second])
    reach = max(abs(second.low), abs(second.high)) - 1
    rest = to.new_number(-reach, reach)
    to.cp.add(rest.expr + multiple.expr == number.expr)
    above = to.decide(second.expr >= 1, second.expr <= -1)
    signed = to.decide(number.expr >= 0, number.expr <= -1) if truncated else above
    to.cp.add(rest.expr >= 0).only_enforce_if(signed)
    to.cp.add(rest.expr <= 0).only_enforce_if(signed.negated())
    for sign, positive in ((1, above), (-1, above.negated())):
        to.cp.add(rest.expr <= sign * second.expr - 1).only_enforce_if(positive)
        to.cp.add(-rest.expr <= sign * second.expr - 1).only_enforce_if(positive)
    return quotient, rest, defined


_OPERATIONS: dict[type[Operation], Callable[[Model, Any, Sequence[Number]], Number]] = {
    WeightedSum: _add,
    Multiplication: _multiply,
    Magnitude: _take_magnitude,
    FloorDivision: _divide,
    Modulo: _take_remainder,
    Least: _take_least,
    Greatest: _take_greatest,
}
