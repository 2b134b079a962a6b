"""Long ranges that stated constraints limit to few integers: those get bits, on which every constraint prunes more."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from csplib.kernel.other_libraries import as_integer
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.element import Element
from csplib.modelling.constraints.logic import conjuncts
from csplib.modelling.constraints.meaning import kind_among
from csplib.modelling.constraints.membership import In
from csplib.modelling.constraints.table import Table
from csplib.modelling.domains import MOST_VALUES, is_interval
from csplib.modelling.rows import ANY
from csplib.modelling.terms import Domain

__all__ = ["narrow_ranges"]

_NARROWING = (In, Element, Table, Comparison)


def narrow_ranges(domains: Mapping[Hashable, Domain], constraints: Iterable[Constraint]) -> Mapping[Hashable, Domain]:
    """Return *domains*, with ranges narrowed to what `In`, `Table`, `Element` and bounds in *constraints* leave."""
    if not _has_range(domains):
        return domains
    found: dict[Hashable, Domain] = dict(domains)
    for constraint in constraints:
        for part in conjuncts(constraint):
            _narrow(found, part)
    return found


def _has_range(domains: Mapping[Hashable, Domain]) -> bool:
    last: Domain | None = None
    for domain in domains.values():
        if domain is not last and is_interval(domain):
            return True
        last = domain
    return False


def _narrow(domains: dict[Hashable, Domain], constraint: Constraint) -> None:
    """Narrow the ranges of the variables of *constraint*, if it is of a kind that lists values or bounds."""
    if kind_among(type(constraint), _NARROWING) is None:
        return
    if isinstance(constraint, In):
        _keep(domains, constraint, 0, constraint.values)
    elif isinstance(constraint, Element):
        _keep(domains, constraint, 0, constraint.places)
    elif isinstance(constraint, Table) and constraint.allows:
        for place, term in enumerate(constraint.terms):
            if is_interval(domains.get(term.name)):
                _keep(domains, constraint, place, [row[place] for row in constraint.rows])
    elif type(constraint) is Comparison and len(constraint.terms) == len(constraint.weights) == 1:
        _bound(domains, constraint)


def _keep(domains: dict[Hashable, Domain], constraint: Constraint, place: int, values: Any) -> None:
    """Keep only *values* of the term in a *place*, if its variable has a range and they are few."""
    term = constraint.terms[place]
    domain = domains.get(term.name)
    if not is_interval(domain) or term.inline:
        return
    if isinstance(values, range):
        kept = range(max(domain.start, values.start - term.offset), min(domain.stop, values.stop - term.offset))
        domains[term.name] = kept or domain
        return
    if ANY in values:
        return
    integers = {integer - term.offset for integer in map(as_integer, values) if integer is not None}
    left = sorted([integer for integer in integers if integer in domain])
    if 0 < len(left) <= MOST_VALUES:
        domains[term.name] = tuple(left)


def _bound(domains: dict[Hashable, Domain], constraint: Comparison) -> None:
    """Narrow the range of the one variable of a comparison with a number."""
    (term, weight), constant = constraint.weights[0], constraint.constant
    domain = domains.get(term.name)
    if not is_interval(domain) or term.inline or not weight or constraint.relation == "!=":
        return
    # weight * (x + offset) + constant is at most 0 or, in an equation, exactly 0
    limit = -constant - weight * term.offset
    low, high = domain[0], domain[-1]
    if weight > 0 or constraint.relation == "==":
        high = min(high, limit // weight)
    if weight < 0 or constraint.relation == "==":
        low = max(low, -(limit // -weight))
    if low <= high:
        domains[term.name] = range(low, high + 1)
