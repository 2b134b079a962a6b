"""Literals for constraints about sequences and positions."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from csplib.modelling.constraints.base import Constraint
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


SEQUENCES: dict[type[Constraint], Callable[[Any, Any], Any]] = {
    Stretch: _stretch_literal,
    ValuePrecedence: _precedence_literal,
}
"""The rule for each kind of constraint."""
