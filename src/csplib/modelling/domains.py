"""Checks of domains: a domain is a finite collection of hashable values that equal themselves."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from math import isnan
from typing import Any

from csplib.display.wording import brief
from csplib.errors import DomainError, KindError
from csplib.kernel.compiler import because
from csplib.kernel.other_libraries import native
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.set_order import in_order
from csplib.modelling.terms import Domain, Term

__all__ = ["MOST_VALUES", "checked_domain"]

MOST_VALUES = 10_000


def checked_domain(domain: Iterable[Any], names: list[Any]) -> Domain:
    """Return the distinct values of *domain*, the domain of *names*; refuse anything that is not a domain."""
    if isinstance(domain, range) and 0 < domain.stop - domain.start <= MOST_VALUES and domain.step == 1:
        return tuple(domain)
    kind = type(domain)
    if kind is not list and kind is not tuple and getattr(domain, "ndim", 1) != 1:
        raise KindError(f"{_whose(names)} must be a list of values, not a table with columns")
    try:
        given = list(islice(in_order(domain) if isinstance(domain, (set, frozenset)) else domain, MOST_VALUES + 1))
        values = tuple(dict.fromkeys([native(value) for value in given]))
    except TypeError as cause:
        needed = f"{_whose(names)} must be a collection of hashable values"
        raise because(KindError(f"{needed}, not {brief(domain)}{_hint(domain)}"), cause)
    if not values:
        raise DomainError(f"{_whose(names)} is empty")
    if len(values) > MOST_VALUES:
        raise DomainError(f"{_whose(names)} has more than {MOST_VALUES} values, which is the limit")
    for value in values:
        if isinstance(value, (Term, Constraint)):
            raise KindError(f"{_whose(names)} contains {value}, which is not a value")
        if isinstance(value, float) and isnan(value):
            raise DomainError(f"{_whose(names)} contains nan, which does not equal itself")
    return values


def _hint(domain: object) -> str:
    return f": write range({domain}) or [{domain}]" if isinstance(domain, int) else ""


def _whose(names: list[Any]) -> str:
    return f"the domain of {names[0]!r}" if names else "the domain"
