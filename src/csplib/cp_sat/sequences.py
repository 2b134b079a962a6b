"""Literals for constraints about sequences and positions."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.extreme_places import ArgMax, ArgMin
from csplib.modelling.constraints.inverse import Inverse
from csplib.modelling.constraints.one_hot import OneHot
from csplib.modelling.constraints.stretch import Stretch
from csplib.modelling.constraints.value_precedence import ValuePrecedence

if TYPE_CHECKING:
    from csplib.cp_sat.model import Literal
    from csplib.cp_sat.translation import Translation

__all__ = ["SEQUENCES"]


def _precedence_literal(to: Translation, constraint: ValuePrecedence) -> Literal:
    first = next(iter(constraint.values), None)
    found = [to.takes(constraint.terms[0], value).negated() for value in constraint.values if value != first]
    for before, value in pairwise(constraint.values):
        taken: Literal = to.false
        for term in constraint.terms:
            found.append(to.any_of([to.takes(term, value).negated(), taken]))
            taken = to.any_of([taken, to.takes(term, before)])
    return to.all_of(found)


def _stretch_literal(to: Translation, constraint: Stretch) -> Literal:
    values: dict[Hashable, None] = {}
    for term in constraint.terms:
        values.update(dict.fromkeys(to.values(term)))
    return to.literal(constraint.automaton(values))


def _place_literal(to: Translation, constraint: ArgMin | ArgMax) -> Literal:
    *numbers, place = constraint.terms
    row = [constraint.sign * to.number(term).expr for term in numbers]
    found = []
    for here, least in enumerate(row):
        others = [
            to.decide(least + (there < here) <= other, least + (there < here) >= other + 1)
            for there, other in enumerate(row)
            if there != here
        ]
        found.append(to.all_of([to.takes(place, here), *others]))
    return to.any_of(found)


def _one_hot_literal(to: Translation, constraint: OneHot) -> Literal:
    variable, *flags = constraint.terms
    found = [to.among(variable, constraint.keys)]
    for key, flag in zip(constraint.keys, flags, strict=True):
        has = to.takes(variable, key)
        found.append(to.any_of([to.all_of([has, to.takes(flag, 1)]), to.all_of([has.negated(), to.takes(flag, 0)])]))
    return to.all_of(found)


def _inverse_literal(to: Translation, constraint: Inverse) -> Literal:
    short, long = constraint.rows(constraint.terms)
    found = []
    for here, there in enumerate(short):
        pairs = [to.all_of([to.takes(there, place), to.takes(back, here)]) for place, back in enumerate(long)]
        found.append(to.any_of(pairs))
    if len(short) < len(long):
        for place, back in enumerate(long):
            for here, there in enumerate(short):
                found.append(to.any_of([to.takes(back, here).negated(), to.takes(there, place)]))
    return to.all_of(found)


SEQUENCES: dict[type[Constraint], Callable[[Any, Any], Any]] = {
    ArgMax: _place_literal,
    ArgMin: _place_literal,
    Inverse: _inverse_literal,
    OneHot: _one_hot_literal,
    Stretch: _stretch_literal,
    ValuePrecedence: _precedence_literal,
}
"""The rule for each kind of constraint."""
