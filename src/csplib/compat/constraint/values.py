"""Constraints on which values are taken: all different, all equal, in a set."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any

import csplib
from csplib.compat.constraint.base import Constraint, Target, Terms

__all__ = [
    "AllDifferentConstraint",
    "AllEqualConstraint",
    "InSetConstraint",
    "NotInSetConstraint",
    "SomeInSetConstraint",
    "SomeNotInSetConstraint",
]


def _where(counts: Callable[[Any], bool], x: csplib.Variable, to: Target) -> csplib.Constraint:
    """Return the constraint that the value of *x* counts."""
    values = [value for value in to.domains[x.name] if counts(value)]
    return csplib.In(x, values) if values else csplib.NotIn(x, to.domains[x.name])


class _OfAnyNumber(Constraint):
    """A constraint that can be broken before all variables have values."""

    def __call__(
        self,
        variables: Sequence[Any],
        domains: Any,
        assignments: dict[Any, Any],
        forwardcheck: Any = False,  # noqa: FBT002
        *rest: Any,
    ) -> bool:
        known = [assignments[x] for x in variables if x in assignments]
        return self.holds(known) and super().__call__(variables, domains, assignments, forwardcheck, *rest)


class AllDifferentConstraint(_OfAnyNumber):
    """All values differ."""

    def holds(self, values: Sequence[Any]) -> bool:
        return len(set(values)) == len(values)

    def stated(self, terms: Terms, to: Target) -> Iterable[csplib.Constraint]:
        del to
        yield csplib.AllDifferent(terms)


class AllEqualConstraint(_OfAnyNumber):
    """All values are equal."""

    def holds(self, values: Sequence[Any]) -> bool:
        return all(value == values[0] for value in values)

    def stated(self, terms: Terms, to: Target) -> Iterable[csplib.Constraint]:
        del to
        yield csplib.AllEqual(terms)


class _Counted(Constraint):
    """The number of values that are in a set, or outside it, is at least or exactly *n*."""

    _inside = True

    def __init__(self, set: Container[Any], n: int = 1, exact: bool = False) -> None:  # noqa: A002, FBT001, FBT002
        self._set = set
        self._n = n
        self._exact = exact

    def _counts(self, value: Any) -> bool:
        return (value in self._set) is self._inside

    def _range(self, known: Sequence[Any], missing: int) -> bool:
        """Return whether the count can be right, with *missing* values that are not known."""
        found = sum(map(self._counts, known))
        return found + missing >= self._n and (not self._exact or found <= self._n)

    def holds(self, values: Sequence[Any]) -> bool:
        return self._range(values, 0)

    def stated(self, terms: Terms, to: Target) -> Iterable[csplib.Constraint]:
        parts = [_where(self._counts, x, to) for x in terms]
        if self._n == 1 and not self._exact:
            yield csplib.at_least_one(parts)
        else:
            total: Any = sum(map(csplib.reify, parts))
            yield total == self._n if self._exact else total >= self._n

    def __call__(
        self,
        variables: Sequence[Any],
        domains: Any,
        assignments: dict[Any, Any],
        forwardcheck: Any = False,  # noqa: FBT002
        *_: Any,
    ) -> bool:
        known = [assignments[x] for x in variables if x in assignments]
        missing = [x for x in variables if x not in assignments]
        if not self._range(known, len(missing)):
            return False
        if forwardcheck and missing and sum(map(self._counts, known)) + len(missing) == self._n:
            for x in missing:  # all of them must count
                for value in [value for value in domains[x] if not self._counts(value)]:
                    domains[x].hideValue(value)
                if not domains[x]:
                    return False
        return True


class SomeInSetConstraint(_Counted):
    """At least, or exactly, *n* values are in a set."""


class SomeNotInSetConstraint(_Counted):
    """At least, or exactly, *n* values are not in a set."""

    _inside = False


class InSetConstraint(Constraint):
    """All values are in a set."""

    _inside = True

    def __init__(self, set: Container[Any]) -> None:  # noqa: A002
        self._set = set

    def holds(self, values: Sequence[Any]) -> bool:
        return all((value in self._set) is self._inside for value in values)

    def stated(self, terms: Terms, to: Target) -> Iterable[csplib.Constraint]:
        for x in terms:
            yield _where(lambda value: self.holds([value]), x, to)

    def preProcess(self, variables: Sequence[Any], domains: Any, constraints: Any, vconstraints: Any) -> None:
        for x in variables:
            domains[x][:] = [value for value in domains[x] if self.holds([value])]
            vconstraints[x].remove((self, variables))
        constraints.remove((self, variables))


class NotInSetConstraint(InSetConstraint):
    """No value is in a set."""

    _inside = False
