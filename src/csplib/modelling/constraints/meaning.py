"""Whether a subclass of a constraint still means the same. What knows a kind must not assume that it does.

A rule for a kind, such as its propagator or its word in a file, says what `satisfied` of that kind says. A subclass
may override `satisfied`, or anything that `satisfied` calls.
"""

from __future__ import annotations

from collections.abc import Container
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Final

from csplib.modelling.constraints.base import Constraint

__all__ = ["inherits_another", "kind_among", "opposite"]

_WITHOUT_MEANING: Final = frozenset(["complete", "describe", "lower", "named_values", "negated"])
_FLAGS: Final = frozenset(
    ["denied_by_terms", "empty", "layout", "mixes", "names_values", "numeric", "repeats", "shifts", "takes_intervals"]
)


def kind_among(cls: type, known: Container[type]) -> type | None:
    """Return the first base of *cls* among those *known*, if nothing before it may mean something else; or None."""
    for base in cls.__mro__:
        if base in known:
            return base
        if _may_mean_more(base):
            return None
    return None


def _may_mean_more(cls: type) -> bool:
    """Return whether *cls* itself overrides anything that may change which solutions its constraints have.

    What it adds under a new name, no base calls. A property may take the place of an attribute.
    """
    for name, value in vars(cls).items():
        if (name.startswith("__") and name.endswith("__")) or name in _WITHOUT_MEANING or name in _FLAGS:
            continue
        if isinstance(value, (GetSetDescriptorType, MemberDescriptorType)):  # an attribute in a slot
            continue
        if isinstance(value, property) or any(hasattr(base, name) for base in cls.__mro__[1:]):
            return True
    return False


def inherits_another(cls: type, method: str) -> bool:
    """Return whether *cls* is a user's class that inherits *method*, but may mean something else than its bases."""
    for base in cls.__mro__:
        if method in vars(base) or base.__module__.partition(".")[0] == "csplib":
            return False
        if _may_mean_more(base):
            return True
    return False


def opposite(constraint: Constraint) -> Constraint:
    """Return the negation of *constraint*: its own, or the general one if it inherits that of another meaning."""
    return Constraint.negated(constraint) if inherits_another(type(constraint), "negated") else constraint.negated()
