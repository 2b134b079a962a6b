"""Expressions in places where the engine needs variables: which ones there are, and the values they can have."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

from csplib.constraints.base import Constraint
from csplib.domains import MOST_VALUES
from csplib.errors import DomainError
from csplib.terms import Composite, Term, TermName
from csplib.universe import Domain

__all__ = ["Hidden", "domain_of", "hidden_terms"]


class Hidden:
    """An expression that gets a variable of its own, with the constraint that ties it to the variables below."""

    def __init__(self, term: Term, domain: Domain) -> None:
        self.term: Term = term
        self.domain: Domain = domain
        self.definition: Constraint | None = term.definition() if isinstance(term, Composite) else None


def hidden_terms(domains: Mapping[Hashable, Domain], constraints: Iterable[Constraint]) -> dict[Hashable, Hidden]:
    """Give every expression among the terms of *constraints*, by its key; terms that are always equal share one."""
    found: dict[Hashable, Hidden] = {}
    waiting = list(constraints)
    waiting.reverse()
    while waiting:
        constraint = waiting.pop()
        waiting.extend(constraint.parts)
        for term in constraint.terms:
            named = term.name.term if isinstance(term.name, TermName) else term
            if not isinstance(named, Composite) and (constraint.shifts or not named.offset):
                continue
            if named.key() not in found:
                hidden = found[named.key()] = Hidden(named, domain_of(named, domains))
                if hidden.definition is not None:
                    waiting.append(hidden.definition)
    return found


def domain_of(term: Term, domains: Mapping[Hashable, Domain]) -> Domain:
    """Give the values that *term* can have."""
    if isinstance(term.name, TermName):
        term = term.name.term
    if not isinstance(term, Composite):
        values = domains[term.name]
        return tuple([value + term.offset for value in values]) if term.offset else values  # type: ignore[operator]
    possible = term.possible(lambda below: domain_of(below, domains))
    count = possible.stop - possible.start if isinstance(possible, range) else len(possible)
    if count > MOST_VALUES:
        raise DomainError(f"{term} can have {count} different values, more than the {MOST_VALUES} that can be handled")
    return tuple(dict.fromkeys(possible))
