"""Starts of large schedules: ranges of which only the bounds matter, so that they are intervals and not bits.

Each of many tasks would cut a hole into the bits of all the others. That makes a small search a little better, and
takes time and memory that grow with the square of the number of tasks, times the number of values.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from csplib.kernel.clock import look_up
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.logic import conjuncts
from csplib.modelling.constraints.schedule import Schedule
from csplib.modelling.terms import Composite, Domain, Term, variables_in

__all__ = ["LARGE", "starts_of_schedules"]

LARGE: Final = 64
"""The greatest number of tasks of a schedule whose starts have bits, if they have few enough values."""


def starts_of_schedules(domains: Mapping[Hashable, Domain], constraints: Sequence[Constraint]) -> set[Hashable]:
    """Return the variables with ranges that start the tasks of large schedules, if no other constraint needs bits.

    Comparisons with <= do not: they never remove a value between the bounds.
    """
    found: set[Hashable] = set()
    for constraint in constraints:
        for start in _starts(constraint):
            if isinstance(domains.get(start.name), range):
                found.add(start.name)
    if found:
        for constraint in constraints:
            for part in conjuncts(constraint):
                look_up(len(part.terms))
                found.difference_update([term.name for term in _needing_bits(part)])
    return found


def _starts(constraint: Constraint) -> Sequence[Term]:
    """Return the starts of the tasks of a large schedule."""
    count = constraint.count if isinstance(constraint, Schedule) else 0
    return constraint.terms[:count] if count > LARGE else ()


def _needing_bits(constraint: Constraint) -> list[Term]:
    """Return the variables of which *constraint* may remove values between the bounds."""
    if isinstance(constraint, Comparison) and constraint.relation == "<=":
        return []
    if isinstance(constraint, Schedule):
        return variables_in(tuple([term for term in constraint.terms if isinstance(term, Composite)]))
    return constraint.reads()
