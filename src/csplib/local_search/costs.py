"""The cost of one constraint, kept up to date while variables change their values one by one.

A value is given by its *place* in the domain of its variable.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from csplib.local_search.distances import distance_to, distance_to_zero
from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.diff import Diff
from csplib.modelling.terms import Composite, Term, UndefinedError, value_of

__all__ = ["ConstraintCost", "cost_of"]

# The distance where an expression has no value: more than most distances of defined values.
_UNDEFINED = 1000


class ConstraintCost(ABC):
    """The cost of a constraint over the variables of *scope*; the landscape calls `move` after every move."""

    def __init__(self, constraint: Constraint, scope: Sequence[int], number: int) -> None:
        self.constraint: Constraint = constraint
        self.scope: list[int] = list(scope)
        self.number: int = number
        self.value: int = 0

    @abstractmethod
    def reset(self, places: Sequence[int]) -> None:
        """Compute the cost of a new assignment."""

    @abstractmethod
    def of_each_place(self, x: int, place: int) -> list[int]:
        """Return the cost for each value of *x*, which is at *place*, plus some constant."""

    @abstractmethod
    def difference(self, x: int, place: int, other: int) -> int:
        """Return by how much the cost would grow if *x* went from *place* to another place, *other*."""

    @abstractmethod
    def move(self, x: int, place: int, other: int) -> None:
        """Update the cost after *x* went from *place* to *other*."""

    def culprits(self, places: Sequence[int]) -> list[int]:  # noqa: ARG002 - subclasses may use it
        """Return the variables that contribute to the cost."""
        return self.scope


class _DifferentCost(ConstraintCost):
    """The number of equal pairs among variables, with or without offsets, that must differ.

    Complexity: O(1) for a move, O(d) for the costs of d values.
    """

    def __init__(self, constraint: Constraint, scope: list[int], number: int, domains: list[list[Any]]) -> None:
        super().__init__(constraint, scope, number)
        self._taken: dict[int, list[Any]] = {}
        for x, term in zip(scope, constraint.terms, strict=True):
            self._taken[x] = [value + term.offset for value in domains[x]] if term.offset else domains[x]
        self._times: dict[Any, int] = {}

    def reset(self, places: Sequence[int]) -> None:
        self.value = 0
        self._times = {}
        for x, taken in self._taken.items():
            value = taken[places[x]]
            times = self._times.get(value, 0)
            self.value += times
            self._times[value] = times + 1

    def of_each_place(self, x: int, place: int) -> list[int]:
        taken, times = self._taken[x], self._times
        now = taken[place]
        times[now] -= 1
        costs = [times.get(value, 0) for value in taken]
        times[now] += 1
        return costs

    def difference(self, x: int, place: int, other: int) -> int:
        taken = self._taken[x]
        return self._times.get(taken[other], 0) - self._times[taken[place]] + 1

    def move(self, x: int, place: int, other: int) -> None:
        before, after = self._taken[x][place], self._taken[x][other]
        self._times[before] -= 1
        self.value -= self._times[before]
        times = self._times.get(after, 0)
        self.value += times
        self._times[after] = times + 1

    def culprits(self, places: Sequence[int]) -> list[int]:
        return [x for x, taken in self._taken.items() if self._times[taken[places[x]]] > 1]


class _LinearCost(ConstraintCost):
    """The distance of a weighted sum of variables to its bound.

    Complexity: O(1) for a move, O(d) for the costs of d values.
    """

    def __init__(self, constraint: Comparison, scope: list[int], number: int, domains: list[list[Any]]) -> None:
        super().__init__(constraint, scope, number)
        self._relation = constraint.relation
        self._constant = constraint.constant
        self._weighted: dict[int, list[int]] = {}
        for x, (term, weight) in zip(scope, constraint.weights, strict=True):
            self._weighted[x] = [weight * (value + term.offset) for value in domains[x]]
        self._total = 0

    def reset(self, places: Sequence[int]) -> None:
        self._total = self._constant + sum([weighted[places[x]] for x, weighted in self._weighted.items()])
        self.value = distance_to_zero(self._total, self._relation)

    def of_each_place(self, x: int, place: int) -> list[int]:
        weighted = self._weighted[x]
        rest = self._total - weighted[place]
        if self._relation == "<=":
            return [max(0, rest + value) for value in weighted]
        if self._relation == "==":
            return [abs(rest + value) for value in weighted]
        return [int(rest + value == 0) for value in weighted]

    def difference(self, x: int, place: int, other: int) -> int:
        weighted = self._weighted[x]
        return distance_to_zero(self._total - weighted[place] + weighted[other], self._relation) - self.value

    def move(self, x: int, place: int, other: int) -> None:
        self._total += self._weighted[x][other] - self._weighted[x][place]
        self.value = distance_to_zero(self._total, self._relation)


class _GeneralCost(ConstraintCost):
    """The distance to any constraint, computed from scratch for each assignment."""

    def __init__(
        self,
        constraint: Constraint,
        scope: list[int],
        number: int,
        domains: list[list[Any]],
        names: list[Hashable],
        assignment: dict[Hashable, Any],
    ) -> None:
        super().__init__(constraint, scope, number)
        self._domains = domains
        self._names = names
        self._assignment = assignment
        self._terms = constraint.scope

    def _distance(self) -> int:
        try:
            return distance_to(self.constraint, [value_of(name, self._assignment) for name in self._terms])
        except UndefinedError:
            return _UNDEFINED

    def reset(self, places: Sequence[int]) -> None:  # noqa: ARG002 - the values are in the assignment
        self.value = self._distance()

    def of_each_place(self, x: int, place: int) -> list[int]:
        name, domain = self._names[x], self._domains[x]
        costs = []
        for value in domain:
            self._assignment[name] = value
            costs.append(self._distance())
        self._assignment[name] = domain[place]
        return costs

    def difference(self, x: int, place: int, other: int) -> int:
        name, domain = self._names[x], self._domains[x]
        self._assignment[name] = domain[other]
        cost = self._distance()
        self._assignment[name] = domain[place]
        return cost - self.value

    def move(self, x: int, place: int, other: int) -> None:  # noqa: ARG002 - the values are in the assignment
        self.value = self._distance()


def cost_of(
    constraint: Constraint,
    number: int,
    index: Mapping[Hashable, int],
    domains: list[list[Any]],
    assignment: dict[Hashable, Any],
) -> ConstraintCost:
    """Return the fastest cost for *constraint*; *assignment*, by name, is the one that changes."""
    scope = list(dict.fromkeys([index[variable.name] for variable in constraint.reads()]))
    if type(constraint) in {AllDifferent, Diff} and _are_plain(constraint.terms):
        return _DifferentCost(constraint, scope, number, domains)
    if type(constraint) is Comparison and _are_plain([term for term, _ in constraint.weights]):
        return _LinearCost(constraint, scope, number, domains)
    return _GeneralCost(constraint, scope, number, domains, list(index), assignment)


def _are_plain(terms: Sequence[Term]) -> bool:
    """Return whether *terms* are different variables, with or without offsets."""
    return not any(isinstance(term, Composite) for term in terms) and len({term.name for term in terms}) == len(terms)
