"""Preferences: constraints that should hold if possible, each with a weight."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from csplib.asking.judge import violations
from csplib.display.wording import brief
from csplib.errors import KindError, OptionError, UnknownConstraintError
from csplib.kernel.other_libraries import native
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.logic import as_constraint

if TYPE_CHECKING:
    from csplib.modelling.booleans import Boolean
    from csplib.modelling.terms import Domain

__all__ = ["Preference", "Preferring", "keys_of", "unmet"]


class Preference(NamedTuple):
    """A constraint that should hold if possible, and its weight, the cost if it does not: see `Problem.prefer`.

    Two are equal if they have the same weight, and the same constraint object.
    """

    constraint: Constraint
    weight: int

    @property
    def name(self) -> str:
        """The name of the constraint, or its text if it has none."""
        return str(self.constraint)

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


class Preferring:
    """The part of `Problem` that states preferences. `Store` has what it uses."""

    _preferences: list[Preference]
    _domains: dict[Any, Domain]

    def _checked(self, constraint: object) -> Constraint:
        raise NotImplementedError

    def _read(self, text: str) -> Constraint:
        raise NotImplementedError

    def _name_of(self, variable: object) -> Any:
        raise NotImplementedError

    @property
    def preferences(self) -> tuple[Preference, ...]:
        """The preferences that `prefer` stated, each with its weight, in that order."""
        return tuple(self._preferences)

    def prefer(self, *constraints: Constraint | Boolean | Preference | str | bool, weight: int = 1) -> None:
        """State that *constraints* should hold if possible: otherwise their *weight* counts in `penalty`.

        `preferences` has these preferences, `unmet` returns those that a solution does not meet, `reweigh` gives them
        another weight, and `remove` removes them. A `Preference` that was removed can be stated again, and keeps its
        own weight.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(3))
        >>> p.add(x != y)
        >>> p.prefer(x == 2, y == 2, weight=5)
        >>> p.prefer(x + y == 4, weight=2)
        >>> p.minimize(p.penalty).finish()
        Improvement(solution=Solution({'x': 0, 'y': 2}), objective=7)
        """
        cost = _weight(weight)
        stated: list[tuple[Any, int]] = [
            (one.constraint, _weight(one.weight)) if isinstance(one, Preference) else (one, cost) for one in constraints
        ]
        needed = "prefer needs constraints, and weight= for their weight"
        read: list[tuple[Any, int]] = [(self._read(one) if isinstance(one, str) else one, own) for one, own in stated]
        wishes = [(as_constraint(constraint, needed), own) for constraint, own in read]
        self._preferences += [Preference(self._checked(constraint), own) for constraint, own in wishes]

    def reweigh(self, *stated: Constraint | str | Preference, weight: int) -> None:
        """Give preferences another *weight*: those with these names, or as they were stated.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> day = p.add_variable("day", ["Mon", "Tue"])
        >>> p.prefer((day == "Mon").named("early"), (day == "Tue").named("late"))
        >>> p.reweigh("late", weight=3)
        >>> print(*p.preferences, "->", p.minimize(p.penalty).finish().solution[day])
        early (weight 1) late (weight 3) -> Tue
        """
        cost = _weight(weight)
        known = {key for one in self._preferences for key in keys_of(one)}
        for wanted in stated:
            if keys_of(wanted)[0] not in known:
                raise UnknownConstraintError(f"there is no preference {brief(wanted)} to weigh")
        meant = {keys_of(wanted)[0] for wanted in stated}
        self._preferences = [
            one if meant.isdisjoint(keys_of(one)) else one._replace(weight=cost) for one in self._preferences
        ]

    def unmet(self, assignment: Mapping[Any, object], *, partial: bool = False) -> list[Preference]:
        """Return the preferences that *assignment* does not meet; the sum of their weights is the `penalty`.

        A preference over a variable without a value, or with one outside its domain, is not met. With *partial*,
        preferences over variables without a value are skipped instead.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(3))
        >>> p.prefer(x < y, weight=5)
        >>> p.prefer(x == y)
        >>> best = p.minimize(p.penalty).finish()
        >>> p.unmet(best.solution), best.solution[p.penalty]
        ([Preference(constraint=<x == y>, weight=1)], 1)
        """
        named = self._assignment("unmet", assignment)
        return unmet(self._domains, self._preferences, named, partial=partial)

    def _assignment(self, asked: str, assignment: Mapping[Any, object]) -> dict[Hashable, object]:
        """Return *assignment* by names, or refuse it for the method that was *asked*."""
        if not isinstance(assignment, Mapping):
            raise KindError(f"{asked} needs a mapping of variables to values, not {brief(assignment)}")
        return {self._name_of(key): value for key, value in assignment.items()}


def keys_of(stated: Constraint | str | Preference) -> tuple[object, ...]:
    """Return the key of *stated*, then further keys that mean it: the constraint of a preference, and names."""
    if isinstance(stated, Preference):
        return ((id(stated.constraint), stated.weight), *keys_of(stated.constraint))
    if isinstance(stated, str):
        return (stated,)
    return (id(stated), stated.name if isinstance(stated, Constraint) else None)


def _weight(weight: object) -> int:
    """Return *weight* as a Python int; refuse all but positive integers."""
    number = native(weight)
    if not isinstance(number, int) or number < 1:
        raise OptionError(f"weight must be a positive integer, not {weight!r}")
    return number
