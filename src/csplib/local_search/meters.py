"""Meters: the cost of one constraint, kept up to date while one variable after the other changes its value.

A value is known here by its *place* in the domain of its variable.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from csplib.local_search.grades import grade, missed_by
from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.diff import Diff
from csplib.modelling.terms import Composite, Term, UndefinedError, value_of

__all__ = ["Meter", "meter_for"]

# More than most misses: where an expression has no value there is nothing to come nearer to.
_UNDEFINED = 1000


class Meter(ABC):
    """The cost of a constraint over the variables of *scope*. The landscape tells it of every move."""

    def __init__(self, constraint: Constraint, scope: Sequence[int], number: int) -> None:
        self.constraint: Constraint = constraint
        self.scope: list[int] = list(scope)
        self.number: int = number
        self.cost: int = 0

    @abstractmethod
    def reset(self, places: Sequence[int]) -> None:
        """Read the cost off a new assignment."""

    @abstractmethod
    def rate(self, x: int, place: int) -> list[int]:
        """Give the cost for each value of *x*, which is at *place*; up to a number that is the same for all."""

    @abstractmethod
    def difference(self, x: int, place: int, other: int) -> int:
        """Say by how much the cost would grow if *x* went from *place* to *other*, which is not the same."""

    @abstractmethod
    def move(self, x: int, place: int, other: int) -> None:
        """Take note that *x* went from *place* to *other*."""

    def culprits(self, places: Sequence[int]) -> list[int]:  # noqa: ARG002 - some meters can tell
        """List the variables that have a part in the cost."""
        return self.scope


class _Different(Meter):
    """Variables, perhaps with offsets, that must differ; the cost is the number of equal pairs.

    Complexity: O(1) for a move, O(d) to rate d values.
    """

    def __init__(self, constraint: Constraint, scope: list[int], number: int, domains: list[list[Any]]) -> None:
        super().__init__(constraint, scope, number)
        self._taken: dict[int, list[Any]] = {}
        for x, term in zip(scope, constraint.terms, strict=True):
            self._taken[x] = [value + term.offset for value in domains[x]] if term.offset else domains[x]
        self._times: dict[Any, int] = {}

    def reset(self, places: Sequence[int]) -> None:
        self.cost = 0
        self._times = {}
        for x, taken in self._taken.items():
            value = taken[places[x]]
            times = self._times.get(value, 0)
            self.cost += times
            self._times[value] = times + 1

    def rate(self, x: int, place: int) -> list[int]:
        taken, times = self._taken[x], self._times
        now = taken[place]
        times[now] -= 1
        rated = [times.get(value, 0) for value in taken]
        times[now] += 1
        return rated

    def difference(self, x: int, place: int, other: int) -> int:
        taken = self._taken[x]
        return self._times.get(taken[other], 0) - self._times[taken[place]] + 1

    def move(self, x: int, place: int, other: int) -> None:
        before, after = self._taken[x][place], self._taken[x][other]
        self._times[before] -= 1
        self.cost -= self._times[before]
        times = self._times.get(after, 0)
        self.cost += times
        self._times[after] = times + 1

    def culprits(self, places: Sequence[int]) -> list[int]:
        return [x for x, taken in self._taken.items() if self._times[taken[places[x]]] > 1]


class _Linear(Meter):
    """A weighted sum of variables compared with 0; the cost is what it misses by.

    Complexity: O(1) for a move, O(d) to rate d values.
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
        self.cost = missed_by(self._total, self._relation)

    def rate(self, x: int, place: int) -> list[int]:
        weighted = self._weighted[x]
        rest = self._total - weighted[place]
        if self._relation == "<=":
            return [max(0, rest + value) for value in weighted]
        if self._relation == "==":
            return [abs(rest + value) for value in weighted]
        return [int(rest + value == 0) for value in weighted]

    def difference(self, x: int, place: int, other: int) -> int:
        weighted = self._weighted[x]
        return missed_by(self._total - weighted[place] + weighted[other], self._relation) - self.cost

    def move(self, x: int, place: int, other: int) -> None:
        self._total += self._weighted[x][other] - self._weighted[x][place]
        self.cost = missed_by(self._total, self._relation)


class _Asked(Meter):
    """Any constraint: its grade is worked out anew for each assignment."""

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

    def _grade(self) -> int:
        try:
            return grade(self.constraint, [value_of(name, self._assignment) for name in self._terms])
        except UndefinedError:
            return _UNDEFINED

    def reset(self, places: Sequence[int]) -> None:  # noqa: ARG002 - the assignment says it all
        self.cost = self._grade()

    def rate(self, x: int, place: int) -> list[int]:
        name, domain = self._names[x], self._domains[x]
        rated = []
        for value in domain:
            self._assignment[name] = value
            rated.append(self._grade())
        self._assignment[name] = domain[place]
        return rated

    def difference(self, x: int, place: int, other: int) -> int:
        name, domain = self._names[x], self._domains[x]
        self._assignment[name] = domain[other]
        graded = self._grade()
        self._assignment[name] = domain[place]
        return graded - self.cost

    def move(self, x: int, place: int, other: int) -> None:  # noqa: ARG002
        self.cost = self._grade()


def meter_for(
    constraint: Constraint,
    number: int,
    index: Mapping[Hashable, int],
    domains: list[list[Any]],
    assignment: dict[Hashable, Any],
) -> Meter:
    """Choose the quickest meter there is; *assignment*, by name, is the one that changes."""
    scope = list(dict.fromkeys([index[variable.name] for variable in constraint.reads()]))
    if type(constraint) in {AllDifferent, Diff} and _are_plain(constraint.terms):
        return _Different(constraint, scope, number, domains)
    if type(constraint) is Comparison and _are_plain([term for term, _ in constraint.weights]):
        return _Linear(constraint, scope, number, domains)
    return _Asked(constraint, scope, number, domains, list(index), assignment)


def _are_plain(terms: Sequence[Term]) -> bool:
    """Say whether *terms* are variables, with or without offsets, and each is another one."""
    return not any(isinstance(term, Composite) for term in terms) and len({term.name for term in terms}) == len(terms)
