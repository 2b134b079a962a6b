"""Checks of domains: a domain is a finite collection of hashable values that equal themselves."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import islice
from math import isnan
from typing import Any, TypeGuard

from csplib.display.wording import brief
from csplib.errors import DomainError, KindError
from csplib.kernel.compiler import because
from csplib.kernel.other_libraries import native
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.set_order import in_order
from csplib.modelling.terms import Domain, Term

__all__ = [
    "MOST_BITS",
    "MOST_VALUES",
    "are_consecutive",
    "checked_domain",
    "domain_of_integers",
    "is_interval",
    "listed_domains",
    "number_of_values",
]

MOST_BITS = 4096
"""The greatest number of consecutive integers that a domain has as bits. A domain of more is an interval."""

MOST_VALUES = 10_000
"""The greatest number of values that are not consecutive integers."""


MOST_LISTED = 1_000_000
"""The greatest number of values that are listed, one by one."""

_SHORT = 62
"""A range of up to so many integers is listed when it is stated, a longer one when the problem is compiled."""


def number_of_values(domain: Domain) -> int:
    """Return the number of values; len() has a limit for ranges.

    >>> number_of_values(range(-1, 2**70)) == 2**70 + 1, number_of_values("abc"), number_of_values(range(0))
    (True, 3, 0)
    """
    return max(0, domain.stop - domain.start) if isinstance(domain, range) else len(domain)


def is_interval(domain: Domain | None) -> TypeGuard[range]:
    """Return whether *domain* has too many values for bits, so that a variable has an interval instead."""
    return isinstance(domain, range) and domain.stop - domain.start > MOST_BITS


def domain_of_integers(integers: range) -> Domain:
    """Return consecutive *integers* as a domain: few are listed, many stay a range."""
    return integers if integers.stop - integers.start > MOST_BITS else tuple(integers)


def listed_domains(domains: Mapping[Any, Domain], but: Container[Any] = ()) -> dict[Any, Domain]:
    """Return *domains* with a list of values in place of each range that has few enough for bits, *but* of these names.

    Equal ranges share a list.
    """
    known: dict[range, Domain] = {}
    found: dict[Any, Domain] = dict(domains)
    for name, domain in found.items():
        if isinstance(domain, range) and domain.stop - domain.start <= MOST_BITS and name not in but:
            values = known.get(domain)
            if values is None:
                values = known[domain] = tuple(domain)
            found[name] = values
    return found


def checked_domain(domain: Iterable[Any], names: list[Any]) -> Domain:
    """Return the distinct values of *domain*, the domain of *names*; refuse anything that is not a domain."""
    if isinstance(domain, range) and domain.step == 1 and domain.start < domain.stop:
        return domain if domain.stop - domain.start > min(_SHORT, MOST_BITS) else tuple(domain)
    kind = type(domain)
    if kind is not list and kind is not tuple and getattr(domain, "ndim", 1) != 1:
        raise KindError(f"{_whose(names)} must be a list of values, not a table with columns")
    try:
        given = list(in_order(domain) if isinstance(domain, (set, frozenset)) else islice(domain, MOST_LISTED + 1))
        values = tuple(dict.fromkeys([native(value) for value in given]))
    except TypeError as cause:
        needed = f"{_whose(names)} must be a collection of hashable values"
        raise because(KindError(f"{needed}, not {brief(domain)}{_hint(domain)}"), cause)
    if not values:
        raise DomainError(f"{_whose(names)} is empty")
    if MOST_BITS < len(values) <= MOST_LISTED and are_consecutive(values):
        return range(values[0], values[-1] + 1)
    if len(values) > MOST_VALUES:
        raise DomainError(
            f"{_whose(names)} has more than {MOST_VALUES} values, the limit for values that are not consecutive "
            "integers in order; a range may have any size, and constraints may remove values from it"
        )
    for value in values:
        if isinstance(value, (Term, Constraint)):
            raise KindError(f"{_whose(names)} contains {value}, which is not a value")
        if isinstance(value, float) and isnan(value):
            raise DomainError(f"{_whose(names)} contains nan, which does not equal itself")
    return values


def are_consecutive(values: Sequence[Any]) -> bool:
    """Return whether *values* are integers, each greater by one than the one before."""
    first = values[0]
    if type(first) is not int:
        return False
    return tuple(values) == tuple(range(first, first + len(values))) and {type(value) for value in values} == {int}


def _hint(domain: object) -> str:
    return f": write range({domain}) or [{domain}]" if isinstance(domain, int) else ""


def _whose(names: list[Any]) -> str:
    return f"the domain of {names[0]!r}" if names else "the domain"
