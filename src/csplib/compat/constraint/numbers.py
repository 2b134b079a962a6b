"""Sums and products: exact, at least, at most; of a number, or of the value of another variable.

Floats are compared as python-constraint does: the sum or product is rounded to ten digits.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import ceil, floor, isfinite, prod
from typing import Any, ClassVar

import csplib
from csplib.compat.constraint.base import Constraint, Target, Terms

__all__ = [
    "ExactProdConstraint",
    "ExactSumConstraint",
    "MaxProdConstraint",
    "MaxSumConstraint",
    "MinProdConstraint",
    "MinSumConstraint",
    "VariableExactProdConstraint",
    "VariableExactSumConstraint",
    "VariableMaxProdConstraint",
    "VariableMaxSumConstraint",
    "VariableMinProdConstraint",
    "VariableMinSumConstraint",
]

_FINEST = 10**10
"""Sums are exact to this part of one."""

_COMPARED: dict[str, Callable[[Any, Any], Any]] = {"==": operator.eq, ">=": operator.ge, "<=": operator.le}


def _rounded(number: Any) -> Any:
    return round(number, 10) if isinstance(number, float) else number


def _all_integers(values: Iterable[Any]) -> bool:
    return all(isinstance(value, int) for value in values)


def _exact(number: float) -> Fraction:
    """Return the number that is written like *number*: a tenth for 0.1."""
    return Fraction(number) if isinstance(number, int) else Fraction(repr(number))


def _scale(numbers: Iterable[Any]) -> int | None:
    """Return the power of ten that makes integers of all *numbers*, or None."""
    scale = 1
    for number in numbers:
        if not isinstance(number, int):
            if not isinstance(number, float) or not isfinite(number):
                return None
            while scale <= _FINEST and (_exact(number) * scale).denominator > 1:
                scale *= 10
    return scale if scale <= _FINEST else None


def _integer_bound(relation: str, bound: Fraction) -> int | None:
    """Return the integer that integers are compared with to the same effect, or None if none can equal *bound*."""
    if relation == ">=":
        return ceil(bound)
    return None if relation == "==" and bound.denominator > 1 else floor(bound)


def _weighted(values: Sequence[Any], factors: Sequence[Any] | None) -> Any:
    """Return the sum of *values*, each times its factor. There may be more factors than values."""
    return sum([value * factor for value, factor in zip(values, factors, strict=False)] if factors else values)


class _Total(Constraint):
    """The sum or the product of the values is compared with a number."""

    relation: ClassVar[str]
    _bound: Any
    _multipliers: Sequence[Any] | None = None

    def _total(self, values: Sequence[Any]) -> Any:
        """Return the sum or product of *values*, which are values or variables."""
        raise NotImplementedError

    def holds(self, values: Sequence[Any]) -> bool:
        return bool(_COMPARED[self.relation](_rounded(self._total(values)), self._bound))

    def stated(self, terms: Terms, to: Target) -> Iterable[csplib.Constraint]:
        found = self._scaled(terms, to) if isinstance(self._bound, int | float) and isfinite(self._bound) else None
        if found is None:
            yield from super().stated(terms, to)
            return
        total, scale = found
        bound = _integer_bound(self.relation, _exact(self._bound) * scale)
        if bound is None:
            yield csplib.NotIn(terms[0], to.domains[terms[0].name])
        else:
            yield _COMPARED[self.relation](total, bound)

    def _scaled(self, terms: Terms, to: Target) -> tuple[Any, int] | None:
        """Return an expression with integers only, and how many times the sum or product it is, if there is one."""
        return (self._total(terms), 1) if all(_all_integers(to.domains[x.name]) for x in terms) else None


class _Sum(_Total):
    def _total(self, values: Sequence[Any]) -> Any:
        return _weighted(values, self._multipliers)

    def _scaled(self, terms: Terms, to: Target) -> tuple[Any, int] | None:
        factors = [*(self._multipliers or [1] * len(terms))][: len(terms)]
        fine = _scale(factors)
        scale = _scale(value for x in terms for value in to.domains[x.name])
        if fine is None or scale is None:
            return None
        numbers: list[Any] = list(terms)
        for i, x in enumerate(terms):
            if scale > 1 or not _all_integers(to.domains[x.name]):
                numbers[i] = csplib.element({v: int(_exact(v) * scale) for v in to.domains[x.name]}, x)
        total: Any = sum([int(_exact(factor) * fine) * x for x, factor in zip(numbers, factors, strict=False)])
        return total, scale * fine


class ExactSumConstraint(_Sum):
    """The sum of the values, each with its multiplier, is *exactsum*."""

    relation = "=="

    def __init__(self, exactsum: Any, multipliers: Sequence[Any] | None = None) -> None:
        self._bound = self._exactsum = exactsum
        self._multipliers = multipliers


class MinSumConstraint(_Sum):
    """The sum of the values, each with its multiplier, is at least *minsum*."""

    relation = ">="

    def __init__(self, minsum: Any, multipliers: Sequence[Any] | None = None) -> None:
        self._bound = self._minsum = minsum
        self._multipliers = multipliers


class MaxSumConstraint(_Sum):
    """The sum of the values, each with its multiplier, is at most *maxsum*."""

    relation = "<="

    def __init__(self, maxsum: Any, multipliers: Sequence[Any] | None = None) -> None:
        self._bound = self._maxsum = maxsum
        self._multipliers = multipliers


class _Product(_Total):
    def _total(self, values: Sequence[Any]) -> Any:
        return prod(values)


class ExactProdConstraint(_Product):
    """The product of the values is *exactprod*."""

    relation = "=="

    def __init__(self, exactprod: Any) -> None:
        self._bound = self._exactprod = exactprod


class MinProdConstraint(_Product):
    """The product of the values is at least *minprod*."""

    relation = ">="

    def __init__(self, minprod: Any) -> None:
        self._bound = self._minprod = minprod


class MaxProdConstraint(_Product):
    """The product of the values is at most *maxprod*."""

    relation = "<="

    def __init__(self, maxprod: Any) -> None:
        self._bound = self._maxprod = maxprod


class _Target(Constraint):
    """The sum or product of some variables is compared with the value of another one."""

    relation: ClassVar[str]

    def __init__(self, target_var: Any, counted: Sequence[Any], multipliers: Sequence[Any] | None = None) -> None:
        self.target_var = target_var
        self._counted = counted
        self._multipliers = multipliers

    def _total(self, values: Sequence[Any]) -> Any:
        raise NotImplementedError

    def __call__(
        self,
        variables: Sequence[Any],
        domains: Any,
        assignments: dict[Any, Any],
        forwardcheck: Any = False,  # noqa: FBT002
        *rest: Any,
    ) -> bool:
        if any(x not in assignments for x in [self.target_var, *self._counted]):
            return not forwardcheck or super().__call__(variables, domains, assignments, forwardcheck, *rest)
        total = _rounded(self._total([assignments[x] for x in self._counted]))
        return bool(_COMPARED[self.relation](total, assignments[self.target_var]))

    def stated(self, terms: Terms, to: Target) -> Iterable[csplib.Constraint]:
        handles = {x.name: x for x in terms}
        used = [self.target_var, *self._counted]
        if not (_all_integers(self._multipliers or ()) and all(_all_integers(to.domains[x]) for x in used)):
            yield from super().stated(terms, to)
        else:
            yield _COMPARED[self.relation](self._total([handles[x] for x in self._counted]), handles[self.target_var])


class _SumTarget(_Target):
    def __init__(self, target_var: Any, sum_vars: Sequence[Any], multipliers: Sequence[Any] | None = None) -> None:
        super().__init__(target_var, sum_vars, multipliers)
        self.sum_vars = sum_vars

    def _total(self, values: Sequence[Any]) -> Any:
        return _weighted(values, self._multipliers)


class _ProductTarget(_Target):
    def __init__(self, target_var: Any, product_vars: Sequence[Any]) -> None:
        super().__init__(target_var, product_vars)
        self.product_vars = product_vars

    def _total(self, values: Sequence[Any]) -> Any:
        return prod(values)


class VariableExactSumConstraint(_SumTarget):
    """The sum of *sum_vars* is the value of *target_var*."""

    relation = "=="


class VariableMinSumConstraint(_SumTarget):
    """The sum of *sum_vars* is at least the value of *target_var*."""

    relation = ">="


class VariableMaxSumConstraint(_SumTarget):
    """The sum of *sum_vars* is at most the value of *target_var*."""

    relation = "<="


class VariableExactProdConstraint(_ProductTarget):
    """The product of *product_vars* is the value of *target_var*."""

    relation = "=="


class VariableMinProdConstraint(_ProductTarget):
    """The product of *product_vars* is at least the value of *target_var*."""

    relation = ">="


class VariableMaxProdConstraint(_ProductTarget):
    """The product of *product_vars* is at most the value of *target_var*."""

    relation = "<="
