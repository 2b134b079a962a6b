"""Sums of weighted terms and integers, as lists."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from csplib.errors import UnknownVariableError
from csplib.modelling.terms import Composite, Term
from csplib.modelling.values import integer

__all__ = ["added", "may_be_in", "weights_of"]


def weights_of(summand: object) -> tuple[list[tuple[Term, int]], int]:
    """Read anything that can be part of a sum as a weighted sum, and a constant."""
    return summand.weights() if isinstance(summand, Term) else ([], integer(summand))


def added(parts: Sequence[tuple[object, int]]) -> tuple[list[tuple[Term, int]], int]:
    """Add weighted terms and integers up, terms that are always equal together."""
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
    return _merged(summands), constant


def _merged(summands: list[tuple[list[tuple[Term, int]], int]]) -> list[tuple[Term, int]]:
    """Take terms that are always equal together."""
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
    # What may have no value stays, even with weight 0: the whole has none then.
    kept = [(found[place], weight) for place, weight in enumerate(weights) if weight or found[place].partial()]
    # Where everything cancels out one term stays, with weight 0, so that there is something to speak about.
    return kept or [(term, 0) for term in found[:1]]


def may_be_in(term: Term, terms: tuple[Term, ...]) -> bool:
    """Return whether *term* is, or may be, equal to one of *terms*; it does not look for long."""
    name = term.name
    if term.offset or not isinstance(name, (str, int)) or isinstance(term, Composite):
        return True
    for other in terms:
        if not isinstance(other, Composite) and other.name == name:
            return True
    return False
