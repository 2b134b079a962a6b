"""A stated problem, compiled: its values laid out as bits, then one constraint after the other lowered."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from csplib.kernel.clock import look_up
from csplib.kernel.csp import CSP
from csplib.lowering.hidden import hidden_terms
from csplib.lowering.lowering import Lowering
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.logic import AllOf, conjuncts
from csplib.modelling.terms import Domain

__all__ = ["lower", "pristine"]

_STEPS_OF_A_CONSTRAINT: Final = 16


def lower(domains: Mapping[Hashable, Domain], constraints: Sequence[Constraint], *, clipped: bool = True) -> CSP:
    """Compile a stated problem. Unary constraints go first: the others are tabulated over what they leave."""
    lowering = pristine(domains, constraints, clipped=clipped)
    every: list[Constraint] = []
    for constraint in (*constraints, *lowering.definitions):
        if isinstance(constraint, AllOf):
            every.extend(conjuncts(constraint))
        else:
            every.append(constraint)
    for part in every:
        if len(part.terms) == 1:
            look_up(_STEPS_OF_A_CONSTRAINT)
            part.lower(lowering)
    for part in every:
        if len(part.terms) != 1:
            look_up(_STEPS_OF_A_CONSTRAINT)
            part.lower(lowering)
    return lowering.csp()


def pristine(domains: Mapping[Hashable, Domain], constraints: Sequence[Constraint], *, clipped: bool) -> Lowering:
    """Lay out the variables and values of a problem, hidden ones too, and lower nothing yet."""
    hidden = hidden_terms(domains, constraints, clipped=clipped)
    shifts = bool(hidden)
    for constraint in constraints:
        shifts = shifts or _reckons(constraint)
    return Lowering(domains, hidden, shifts=shifts)


def _reckons(constraint: Constraint) -> bool:
    """Say whether integers should lie one apart for the sake of *constraint*."""
    if constraint.numeric:
        return True
    for term in constraint.terms:
        if term.offset:
            return True
    for part in constraint.parts:
        if _reckons(part):
            return True
    return False
