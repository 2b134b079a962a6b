"""Choices between constraints and between values: `if_then_else`, `exactly_one` and similar functions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from csplib.display.wording import joined
from csplib.kernel.compiler import mypyc_attr
from csplib.modelling.booleans import Claim
from csplib.modelling.constraints.base import Constraint, holds, listed, nested
from csplib.modelling.constraints.comparison import equality
from csplib.modelling.constraints.counting import AtMost, Exactly
from csplib.modelling.constraints.logic import AllOf, AnyOf, Fact, as_constraint
from csplib.modelling.constraints.membership import In
from csplib.modelling.functions import Compound, ElementOf, Truth, as_item, hull_of, rebuilt
from csplib.modelling.refused_operators import RefusedOperators
from csplib.modelling.terms import Domain, Term, depth_of, integral_in, variables_in

__all__ = [
    "AtMostOneOf",
    "Chosen",
    "Conditional",
    "ExactlyOneOf",
    "Picked",
    "at_least_one",
    "at_most_one",
    "exactly_one",
    "if_then_else",
]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Conditional(AnyOf):
    """One constraint holds where the *condition* holds, the *other* one elsewhere."""

    def __init__(self, condition: Constraint, then: Constraint, other: Constraint) -> None:
        self.branches: tuple[Constraint, Constraint, Constraint] = (condition, then, other)
        super().__init__([AllOf([condition, then]), AllOf([~condition, other])])

    def negated(self) -> Constraint:
        condition, then, other = self.branches
        return Conditional(condition, ~then, ~other)

    def describe(self) -> str:
        condition, then, other = self.branches
        return f"if_then_else({condition}, {then}, {other})"


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Chosen(Compound):
    """The value of one term where the *condition* holds, and of the *other* one elsewhere."""

    __slots__ = ("given", "other", "then")

    def __init__(self, condition: Constraint, then: Term, other: Term) -> None:
        self.given: Constraint = condition
        self.then: Term = then
        self.other: Term = other
        owners = [term.owner for term in (*condition.reads(), then, other) if term.owner is not None]
        depth = nested([condition.depth, depth_of((then, other))], "choices")
        fallible = bool(then.partial() or other.partial())
        super().__init__(owners[0] if owners else None, depth, fallible=fallible)

    def variables(self) -> list[Term]:
        return [*self.given.reads(), *variables_in((self.then, self.other))]

    def integral(self) -> list[Term]:
        return [*self.given.integral(), *integral_in((self.then, self.other))]

    def structure(self) -> Hashable:
        return ("choice", id(self.given), self.then.key(), self.other.key())

    def parts(self) -> tuple[Constraint, ...]:
        return (self.given,)

    def compute(self, values: Mapping[Hashable, Any]) -> Any:
        return (self.then if holds(self.given, values) else self.other).evaluate(values)

    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:
        return hull_of(self, [domain_of(self.then), domain_of(self.other)])

    def definition(self) -> Constraint:
        own = Term(self.name)
        then, other = equality(own, self.then, equal=True), equality(own, self.other, equal=True)
        return Conditional(self.given, then, other)

    def condition(self) -> Constraint | None:
        return Conditional(self.given, _conditions(self.then), _conditions(self.other)) if self.fallible else None

    def stand_in(self, domain: Domain, domain_of: Callable[[Term], Domain]) -> Constraint:  # noqa: ARG002
        condition = self.condition()
        if condition is None:
            return self.definition()
        return AnyOf([self.definition(), AllOf([~condition, In(Term(self.name), domain[:1])])])

    def __reduce__(self) -> Any:
        return rebuilt, (Chosen, (self.given, self.then, self.other), self._key)

    def __str__(self) -> str:
        return f"if_then_else({self.given}, {self.then}, {self.other})"


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Picked(ElementOf):
    """The same, if both terms always have a value: a lookup by the truth of the *condition*."""

    __slots__ = ("given",)

    def __init__(self, condition: Constraint, then: Term, other: Term) -> None:
        self.given: Constraint = condition
        super().__init__([other, then], _truth(condition), range(2))

    def __reduce__(self) -> Any:
        return rebuilt, (Picked, (self.given, self.items[1], self.items[0]), self._key)

    def __str__(self) -> str:
        return f"if_then_else({self.given}, {self.items[1]}, {self.items[0]})"


def _truth(constraint: Constraint) -> Term:
    """Return the truth of *constraint* as a number."""
    return constraint.terms[0] if isinstance(constraint, Claim) and constraint.truth else Truth(constraint)


def _conditions(term: Term) -> Constraint:
    """Return the constraint that *term* has a value."""
    found = [one.condition() for one in term.partial()]
    return AllOf([one for one in found if one is not None])


def if_then_else(condition: object, then: object, otherwise: object) -> Any:
    """Return *then* where *condition* holds, and *otherwise* elsewhere: both constraints, or both numbers or values.

    Between constraints or booleans it is a constraint, otherwise an expression. Only the chosen one needs a value: in
    ``if_then_else(y == 0, 0, x // y)`` y may be 0. A string is a value, not a name.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> member = p.add_boolean("member")
    >>> count = p.add_variable("count", range(5))
    >>> price = if_then_else(member, 8, 10) * count
    >>> p.add(price >= 30, if_then_else(member, count <= 4, count <= 2))
    >>> p.minimize(price).finish()
    Improvement(solution=Solution({'member': True, 'count': 4}), objective=32)
    """
    given = as_constraint(condition, "if_then_else needs a constraint as its condition")
    needed = "if_then_else needs two constraints, or two numbers, variables or values"
    if isinstance(then, Constraint) or isinstance(otherwise, Constraint) or (_is_true(then) and _is_true(otherwise)):
        both = as_constraint(then, needed), as_constraint(otherwise, needed)
        return both[not given.truth] if isinstance(given, Fact) else Conditional(given, *both)
    terms = as_item(then, needed), as_item(otherwise, needed)
    if isinstance(given, Fact):
        return terms[not given.truth]
    return (Chosen if terms[0].partial() or terms[1].partial() else Picked)(given, *terms)


def _is_true(given: object) -> bool:
    """Return whether *given* is True, False or a boolean."""
    return isinstance(given, bool) or (isinstance(given, RefusedOperators) and given.claim() is not None)


class ExactlyOneOf(Exactly):
    """Exactly one of several constraints holds."""

    def describe(self) -> str:
        return f"exactly_one({_listed(self.terms)})"


class AtMostOneOf(AtMost):
    """At most one of several constraints holds."""

    def describe(self) -> str:
        return f"at_most_one({_listed(self.terms)})"


def _listed(terms: tuple[Term, ...]) -> str:
    return joined([str(term.constraint) if isinstance(term, Truth) else str(term) for term in terms])


def exactly_one(*constraints: Any) -> Constraint:
    """Return the constraint that one of *constraints* holds and no other; pass them one by one or as a collection.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> a, b, c = p.add_booleans("abc")
    >>> p.add(exactly_one(a, b, c))
    >>> p.count()
    3
    """
    terms, known = _truths("exactly_one", constraints)
    if known > 1 or not terms:
        return Fact(known == 1)
    return AtMost(0, terms, 1) if known else ExactlyOneOf(1, terms, 1)


def at_most_one(*constraints: Any) -> Constraint:
    """Return the constraint that none of *constraints* holds, or one; pass them one by one or as a collection.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(3))
    >>> p.add(at_most_one([x == 0, y == 0, x + y == 3]))
    >>> p.count()
    8
    """
    terms, known = _truths("at_most_one", constraints)
    if known > 1 or not terms:
        return Fact(known <= 1)
    return AtMost(0, terms, 1) if known else AtMostOneOf(1, terms, 1)


def at_least_one(*constraints: Any) -> Constraint:
    """Return the constraint that one of *constraints* holds, or several; pass them one by one or as a collection.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> a, b, c = p.add_booleans("abc")
    >>> p.add(at_least_one([a, b, c]))
    >>> p.count()
    7
    """
    given = _given("at_least_one", constraints)
    unknown = [one for one in given if not isinstance(one, Fact)]
    known = any(isinstance(one, Fact) and one.truth for one in given)
    if known or not unknown:
        return Fact(known)
    return unknown[0] if len(unknown) == 1 else AnyOf(unknown)


def _given(function: str, constraints: tuple[Any, ...]) -> list[Constraint]:
    """Return the arguments of *function*, one collection or several constraints, as constraints."""
    needed = f"{function} needs constraints and booleans"
    if len(constraints) == 1 and not isinstance(constraints[0], (Constraint, Term, bool)):
        constraints = tuple(listed(constraints[0], needed))
    return [as_constraint(one, needed) for one in constraints]


def _truths(function: str, constraints: tuple[Any, ...]) -> tuple[list[Term], int]:
    """Return a 0/1 term for each constraint of *function*, and how many are known to hold."""
    terms: list[Term] = []
    known = 0
    for one in _given(function, constraints):
        if isinstance(one, Fact):
            known += one.truth
        else:
            terms.append(_truth(one))
    return terms, known
