"""Preferences: constraints that should hold if possible, each with a weight."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from csplib.asking.judge import violations
from csplib.modelling.constraints.base import Constraint

__all__ = ["Preference", "unmet"]


class Preference(NamedTuple):
    """A constraint that should hold if possible, and its weight, the cost if it does not: see `Problem.prefer`.

    Two are equal if they have the same weight, and the same constraint object.
    """

    constraint: Constraint
    weight: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Preference):
            return False
        return self.constraint is other.constraint and self.weight == other.weight

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((id(self.constraint), self.weight))

    def __str__(self) -> str:
        return f"{self.constraint} (weight {self.weight:,})"


def unmet(
    domains: Mapping[Hashable, Sequence[Hashable]],
    preferences: Sequence[Preference],
    assignment: Mapping[Hashable, object],
    *,
    partial: bool = False,
) -> list[Preference]:
    """Return the *preferences* that *assignment* does not meet, as `Problem.unmet` describes."""
    found = []
    for preference in preferences:
        names = [variable.name for variable in preference.constraint.reads()]
        if partial and not assignment.keys() >= set(names):
            continue
        about = {name: domains[name] for name in names}
        if violations(about, [preference.constraint], assignment):
            found.append(preference)
    return found
