"""Linear sums: terms with integer weights, plus a constant. Everything that adds terms does it here."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from csplib.errors import UnknownVariableError
from csplib.modelling.arguments import integer_operand
from csplib.modelling.terms import Composite, Term

__all__ = ["are_different", "is_array", "linear_sum", "may_be_in", "weights_of"]

_SHORT = 6


def weights_of(summand: object) -> tuple[list[tuple[Term, int]], int]:
    """Return a term or an integer as a linear sum: terms with their weights, and a constant."""
    return summand.weights() if isinstance(summand, Term) else ([], integer_operand(summand))


def linear_sum(parts: Sequence[tuple[object, int]]) -> tuple[list[tuple[Term, int]], int]:
    """Return the sum of weighted terms and integers; terms that are always equal are merged."""
    constant = 0
    summands: list[tuple[list[tuple[Term, int]], int]] = []
    for part, times in parts:
        terms, more = weights_of(part)
        constant += times * more
        if terms:
            summands.append((terms, times))
    if len(summands) == 1 and summands[0][1]:
        terms, times = summands[0]
        return (terms if times == 1 else [(term, times * weight) for term, weight in terms]), constant
    if len(summands) == 2 and _are_apart(summands[0][0], summands[1][0]):
        both = [(term, times * weight) for terms, times in summands for term, weight in terms]
        if 0 not in [weight for _, weight in both]:
            return both, constant
    return _merged(summands), constant


def _are_apart(some: list[tuple[Term, int]], others: list[tuple[Term, int]]) -> bool:
    """Return whether it is easy to see that no term is in both of two short sums."""
    if len(some) + len(others) > _SHORT:
        return False
    for term, _ in others:
        name = term.name
        if not isinstance(name, (str, int)):
            return False
        for other, _ in some:
            if not isinstance(other, Composite) and other.name == name:
                return False
    return True


def are_different(one: Term, other: Term) -> bool:
    """Return whether it is easy to see that two terms are different variables, both perhaps plus an integer."""
    if isinstance(one, Composite) or isinstance(other, Composite):
        return False
    name, its = one.name, other.name
    if type(name) is int and type(its) is int:
        return name != its
    return isinstance(name, str) and isinstance(its, str) and name != its


def _merged(summands: list[tuple[list[tuple[Term, int]], int]]) -> list[tuple[Term, int]]:
    """Return the weighted terms of all *summands*, each term once."""
    places: dict[Hashable, int] = {}
    found: list[Term] = []
    weights: list[int] = []
    for terms, times in summands:
        for term, weight in terms:
            place = places.setdefault(term.key(), len(found))
            if place == len(found):
                found.append(term)
                weights.append(times * weight)
                continue
            weights[place] += times * weight
            same = found[place]
            if same.owner is not term.owner and same.owner is not None and term.owner is not None:
                raise UnknownVariableError(f"there are two variables {same}, and one belongs to another problem")
    # A term that can be undefined stays, even with weight 0: where it is undefined, so is the sum.
    kept = [(found[place], weight) for place, weight in enumerate(weights) if weight or found[place].partial()]
    # If all terms cancel out, one stays with weight 0, so that the constraint has a scope.
    return kept or [(term, 0) for term in found[:1]]


def may_be_in(term: Term, terms: tuple[Term, ...]) -> bool:
    """Return whether *term* is one of *terms*, or True if that is not easy to see."""
    name = term.name
    if term.offset or not isinstance(name, (str, int)) or isinstance(term, Composite):
        return True
    for other in terms:
        if not isinstance(other, Composite) and other.name == name:
            return True
    return False


def is_array(value: object) -> bool:
    """Return whether *value* has dimensions, as an array of NumPy or a Series of pandas has."""
    if type(value) is int or isinstance(value, Term):
        return False
    return bool(getattr(value, "ndim", 0))
