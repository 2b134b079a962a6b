"""Compile a stated problem: lay its values out as bits, then lower one constraint after the other."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from csplib.kernel.clock import look_up
from csplib.kernel.csp import CSP
from csplib.lowering.difference_bounds import Distances
from csplib.lowering.hidden import hidden_terms
from csplib.lowering.lowering import Lowering
from csplib.lowering.narrowing import narrow_ranges
from csplib.lowering.schedules import starts_of_schedules
from csplib.lowering.tabulating import Tables
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.logic import AllOf, conjuncts
from csplib.modelling.domains import listed_domains
from csplib.modelling.terms import Domain, Term, TermName

__all__ = ["compile_problem", "lay_out", "lower_all"]

_STEPS_OF_A_CONSTRAINT: Final = 16


def compile_problem(
    domains: Mapping[Hashable, Domain], constraints: Sequence[Constraint], *, clipped: bool = True, bits: bool = False
) -> CSP:
    """Return the network of a stated problem. With *bits*, only ranges too long for bits are intervals."""
    return lower_all(lay_out(domains, constraints, clipped=clipped, bits=bits), constraints)


def lower_all(lowering: Lowering, constraints: Sequence[Constraint]) -> CSP:
    """Return the network of *constraints*, whose variables *lowering* has laid out.

    Unary constraints are lowered first, so that the others are tabulated over fewer values.
    """
    every: list[Constraint] = []
    for constraint in (*constraints, *lowering.definitions):
        if isinstance(constraint, AllOf):
            every.extend(conjuncts(constraint))
        else:
            every.append(constraint)
    for part in every:
        if len(part.terms) == 1:
            look_up(_STEPS_OF_A_CONSTRAINT)
            lowering.state(part)
    for part in every:
        if len(part.terms) != 1:
            look_up(_STEPS_OF_A_CONSTRAINT)
            lowering.state(part)
    return lowering.csp()


def lay_out(
    domains: Mapping[Hashable, Domain], constraints: Sequence[Constraint], *, clipped: bool, bits: bool = False
) -> Lowering:
    """Lay out the variables and values of a problem, hidden variables too, without any constraint.

    If *clipped*, long ranges lose the values that stated constraints leave no room for, and hidden differences those
    that chains of comparisons rule out.
    """
    if clipped:
        domains = narrow_ranges(domains, constraints)
    domains = listed_domains(domains, () if bits else starts_of_schedules(domains, constraints))
    hidden = hidden_terms(domains, constraints, Distances(constraints) if clipped else None)
    shifts = bool(hidden)
    for constraint in constraints:
        shifts = shifts or _shifts_values(constraint)
    lowering = Lowering(domains, hidden, Tables(), shifts=shifts)
    lowering.open_windows(constraints)
    for one in hidden.values():
        if one.term.offset:
            _tie(one.term, lowering)
    return lowering


def _tie(term: Term, lowering: Lowering) -> None:
    """Tie the hidden variable of ``x + 2`` to x."""
    weights = [(Term(term.name), 1), (Term(TermName(term)), -1)]
    Comparison(weights, term.offset, "==", name=f"the definition of {term}").lower(lowering)


def _shifts_values(constraint: Constraint) -> bool:
    """Return whether *constraint* adds to integers, so that the bits of consecutive ones should be neighbors."""
    if constraint.numeric:
        return True
    for term in constraint.terms:
        if term.offset:
            return True
    for part in constraint.parts:
        if _shifts_values(part):
            return True
    return False
