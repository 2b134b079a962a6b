"""The operators ``==`` and ``!=`` (or ``^``) between constraints: they compare the truth of both."""

from __future__ import annotations

from csplib.display.wording import brief
from csplib.errors import KindError
from csplib.kernel.compiler import mypyc_attr
from csplib.modelling.booleans import Claim
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import OPERATORS, Constraint
from csplib.modelling.constraints.diff import Diff
from csplib.modelling.constraints.logic import Fact, as_constraint
from csplib.modelling.constraints.reified import Reified
from csplib.modelling.functions import Truth
from csplib.modelling.refused_operators import RefusedOperators
from csplib.modelling.terms import Term

__all__ = ["BothOrNeither", "ExactlyOneHolds", "ToldBy"]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class BothOrNeither(AllEqual):
    """Both constraints hold, or neither does."""

    def negated(self) -> Constraint:
        return ExactlyOneHolds(*self.terms)

    def describe(self) -> str:
        return _paired(self.terms, "==")


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class ExactlyOneHolds(Diff):
    """Exactly one of two constraints holds."""

    def negated(self) -> Constraint:
        return BothOrNeither(self.terms)

    def describe(self) -> str:
        return _paired(self.terms, "!=")


def _paired(terms: tuple[Term, ...], sign: str) -> str:
    return f" {sign} ".join([f"({term.constraint})" for term in terms if isinstance(term, Truth)])


class ToldBy(Reified):
    """A boolean variable is true where a constraint holds, and only there."""

    def negated(self) -> Constraint:
        return ToldBy(self.terms[0], ~self.constraint)

    def describe(self) -> str:
        return f"{self.terms[0]} == ({self.constraint})"


def _told(boolean: Claim, other: Constraint) -> Constraint:
    """Return the constraint that a boolean variable, or its opposite, is true where *other* holds."""
    variable = boolean.terms[0]
    if not isinstance(other, Claim):
        return ToldBy(variable, other if boolean.truth else ~other)
    second = other.terms[0]
    if variable.name == second.name:
        return Fact(boolean.truth == other.truth)
    return AllEqual([variable, second]) if boolean.truth == other.truth else Diff(variable, second)


def _equivalence(one: Constraint, other: object) -> Constraint:
    second = _comparable(one, other)
    if isinstance(second, Fact):
        return one if second.truth else ~one
    if one is second or isinstance(one, Fact):
        return Fact(True) if one is second else second == one  # noqa: FBT003
    if isinstance(one, Claim):
        return _told(one, second)
    if isinstance(second, Claim):
        return _told(second, one)
    return BothOrNeither([Truth(one), Truth(second)])


def _exclusion(one: Constraint, other: object) -> Constraint:
    second = _comparable(one, other)
    if one is second or isinstance(one, Fact) or isinstance(second, Fact):
        return ~_equivalence(one, second)
    if isinstance(one, Claim) or isinstance(second, Claim):
        return _equivalence(~one, second) if isinstance(one, Claim) else _equivalence(one, ~second)
    return ExactlyOneHolds(Truth(one), Truth(second))


def _comparable(one: Constraint, other: object) -> Constraint:
    """Return *other* as a constraint that can be compared with *one*."""
    claim = other.claim() if isinstance(other, RefusedOperators) else None
    if claim is not None:
        return claim
    if isinstance(other, Term):
        raise KindError(f"({one}) and {other} cannot be compared: one is a constraint, the other a term; see reify")
    if not isinstance(other, (Constraint, bool)):
        raise KindError(f"({one}) is compared with {brief(other)}, not with a constraint, True or False; see 'is'")
    return as_constraint(other, "")


OPERATORS.update({"==": _equivalence, "!=": _exclusion})
