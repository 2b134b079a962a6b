"""What a domain may be: a finite collection of hashable values that equal themselves."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from math import isnan
from operator import index as as_index
from typing import Any

from csplib.constraints.base import Constraint
from csplib.errors import DomainError, KindError
from csplib.terms import Term
from csplib.universe import Domain
from csplib.wording import brief

__all__ = ["MOST_VALUES", "checked_domain"]

MOST_VALUES = 10_000

_PLAIN = (int, str)


def checked_domain(domain: Iterable[Any], names: list[Any]) -> Domain:
    """List the distinct values, or say what is wrong with them."""
    if isinstance(domain, range) and 0 < domain.stop - domain.start <= MOST_VALUES and domain.step == 1:
        return tuple(domain)
    try:
        given = list(islice(_in_order(domain), MOST_VALUES + 1))
        values = tuple(dict.fromkeys([value if type(value) in _PLAIN else _native(value) for value in given]))
    except TypeError as cause:
        raise KindError(
            f"{_whose(names)} must be a collection of hashable values, not {brief(domain)}{_hint(domain)}"
        ) from cause
    if not values:
        raise DomainError(f"{_whose(names)} is empty")
    if len(values) > MOST_VALUES:
        raise DomainError(f"{_whose(names)} has more than the {MOST_VALUES} values that can be handled")
    for value in values:
        if isinstance(value, (Term, Constraint)):
            raise KindError(f"{_whose(names)} has {value} in it, which is not a value")
        if isinstance(value, float) and isnan(value):
            raise DomainError(f"{_whose(names)} has a nan in it, which does not even equal itself")
    return values


def _hint(domain: object) -> str:
    return f": write range({domain}) or [{domain}]" if isinstance(domain, int) else ""


def _whose(names: list[Any]) -> str:
    return f"the domain of {names[0]!r}" if names else "the domain"


def _native(value: Any) -> Any:
    """Give an integer of another library as one of Python's own."""
    if isinstance(value, (int, str, Term, Constraint)) or not hasattr(value, "__index__"):
        return value
    number = as_index(value)
    return number if number == value else value


def _in_order(domain: Iterable[Any]) -> Iterable[Any]:
    """Give a set an order that does not change from run to run."""
    if not isinstance(domain, (set, frozenset)):
        return domain
    try:
        return sorted(domain)
    except TypeError:
        return sorted(domain, key=lambda value: (type(value).__name__, repr(value)))
