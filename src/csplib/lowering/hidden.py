"""Hidden variables, for expressions where a constraint needs a variable: which there are, and their domains."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, final

from csplib.errors import DomainError
from csplib.kernel.clock import look_up
from csplib.lowering.formulas import possible_values
from csplib.modelling.calculations import Calculation
from csplib.modelling.constraints.logic import AllOf
from csplib.modelling.domains import MOST_VALUES, domain_of_integers
from csplib.modelling.terms import Composite, Domain, Term, TermName

if TYPE_CHECKING:
    from csplib.lowering.difference_bounds import Distances
    from csplib.modelling.constraints.base import Constraint

__all__ = ["Hidden", "domain_of", "hidden_terms"]

_STEPS_OF_A_CONSTRAINT: Final = 16


@final
class Hidden:
    """An expression with a variable of its own, and the constraint that ties it to the variables inside.

    Only an expression in a *required* constraint, one that is stated or part of an "and", must have a value.
    """

    def __init__(
        self, term: Term, domains: Mapping[Hashable, Domain], distances: Distances | None, *, required: bool
    ) -> None:
        self.term: Term = term
        self.domain: Domain = domain_of(term, domains)
        self.required: bool = required
        self.definition: Constraint | None = None
        if isinstance(term, Composite):
            loose = None if required else term.stand_in(self.domain, lambda inside: domain_of(inside, domains))
            found = term.definition() if required else loose
            self.definition = None if found is None else found.named(f"the definition of {term}")
            if required and distances is not None:
                self.domain = distances.clipped(self.domain, self.definition, term.name)


def hidden_terms(
    domains: Mapping[Hashable, Domain], constraints: Sequence[Constraint], distances: Distances | None
) -> dict[Hashable, Hidden]:
    """Return every expression among the terms of *constraints*, by its key. Terms that are always equal share one.

    Values that *distances* rule out for a difference of two variables are left out.
    """
    found: dict[Hashable, Hidden] = {}
    waiting = [(constraint, True) for constraint in constraints if _may_hide(constraint)]
    waiting.reverse()
    while waiting:
        look_up(_STEPS_OF_A_CONSTRAINT)
        constraint, required = waiting.pop()
        waiting.extend([(part, required and isinstance(constraint, AllOf)) for part in constraint.inner()])
        for term in constraint.terms:
            named = term.name.term if isinstance(term.name, TermName) else term
            if not isinstance(named, Composite) and (constraint.shifts or not named.offset):
                continue
            known = found.get(named.key())
            if known is None or (required and not known.required):
                hidden = found[named.key()] = Hidden(named, domains, distances, required=required)
                if hidden.definition is not None:
                    waiting.append((hidden.definition, required))
    return found


def _may_hide(constraint: Constraint) -> bool:
    """Return whether an expression can be among the terms of *constraint* or its parts."""
    for term in constraint.terms:
        if isinstance(term.name, TermName) or (term.offset and not constraint.shifts):
            return True
    return bool(constraint.parts)


def domain_of(term: Term, domains: Mapping[Hashable, Domain]) -> Domain:
    """Return the values that *term* can have."""
    if isinstance(term.name, TermName):
        term = term.name.term
    if not isinstance(term, Composite):
        values: Any = domains[term.name]
        if not term.offset:
            return values  # type: ignore[no-any-return]
        if isinstance(values, range):
            return range(values.start + term.offset, values.stop + term.offset)
        return tuple([value + term.offset for value in values])
    if isinstance(term, Calculation):
        possible = possible_values(term, lambda inside: domain_of(inside, domains))
    else:
        possible = term.possible(lambda inside: domain_of(inside, domains))
    if isinstance(possible, range):
        return domain_of_integers(possible)
    possible = tuple(dict.fromkeys(possible))
    if len(possible) > MOST_VALUES:
        raise DomainError(
            f"{term} can have {len(possible)} different values, more than the {MOST_VALUES} that can be handled"
        )
    return possible
