"""The landscape of a local search: an assignment, its cost, and by how much each move would change the cost."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from csplib.display.wording import called
from csplib.errors import DomainError
from csplib.kernel.clock import look_up
from csplib.kernel.random_numbers import draw_below, shuffle
from csplib.local_search.costs import ConstraintCost, cost_of
from csplib.modelling.constraints.base import Constraint, holds
from csplib.modelling.domains import MOST_LISTED, number_of_values

__all__ = ["Landscape", "draw_cheapest"]

_STEPS_FOR_A_CONSTRAINT = 16


def draw_cheapest(random: Random, costs: Sequence[int], now: int) -> int:
    """Return one of the places with the least cost at random, other than *now* if there is another."""
    least = min(costs)
    best = [place for place, cost in enumerate(costs) if cost == least and place != now]
    return best[draw_below(random, len(best))] if best else now


class Landscape:
    """A value for every variable, and the cost of all constraints together, kept up to date from move to move.

    A value is given by its *place* in the domain of its variable. Constraints on a single variable are not part of
    the landscape: they restrict the domains first. If that leaves a variable no value, or every variable one value and
    a violated constraint, `refuted_by` is the constraint that cannot be satisfied; domains are never empty.

    >>> from csplib import Diff, In
    >>> land = Landscape({"x": [1, 2, 3], "y": [1, 2, 3]}, [Diff("x", "y"), In("y", [2, 3])])
    >>> land.domains, land.cost
    ([[1, 2, 3], [2, 3]], 0)
    >>> land.move(0, 1)
    >>> land.cost, land.differences(0), [cost.constraint for cost in land.violated]
    (1, [-1, 0, -1], [<x != y>])
    """

    def __init__(self, domains: Mapping[Any, Sequence[Any]], constraints: Iterable[Constraint]) -> None:
        self.names: list[Hashable] = list(domains)
        self.domains: list[list[Any]] = [_listed(name, domain) for name, domain in domains.items()]
        self.index: dict[Hashable, int] = {name: x for x, name in enumerate(self.names)}
        self.refuted_by: Constraint | None = None
        rest = [constraint for constraint in constraints if not self._restrict(constraint)]
        self.movable: list[int] = [x for x, domain in enumerate(self.domains) if len(domain) > 1]
        self.places: list[int] = []
        self.cost: int = 0
        self.violated: list[ConstraintCost] = []
        self._place_in_violated: list[int] = []
        self._values: dict[Hashable, Any] = {}
        self._costs: list[ConstraintCost] = []
        self._costs_of: list[list[ConstraintCost]] = [[] for _ in self.names]
        for number, constraint in enumerate(rest):
            look_up(_STEPS_FOR_A_CONSTRAINT)
            cost = cost_of(constraint, number, self.index, self.domains, self._values)
            self._costs.append(cost)
            for x in cost.scope:
                self._costs_of[x].append(cost)
        self.assign([0] * len(self.names))
        if self.refuted_by is None and self.violated and not self.movable:
            self.refuted_by = self.violated[0].constraint

    def _restrict(self, constraint: Constraint) -> bool:
        """Restrict a domain if *constraint* is on one variable or on none, and return whether it is."""
        look_up(_STEPS_FOR_A_CONSTRAINT)
        names = list(dict.fromkeys([variable.name for variable in constraint.reads()]))
        if len(names) > 1:
            return False
        if names:
            x = self.index[names[0]]
            kept = [value for value in self.domains[x] if holds(constraint, {names[0]: value})]
            self.domains[x] = kept or self.domains[x]
            possible = bool(kept)
        else:
            possible = holds(constraint, {})
        if not possible and self.refuted_by is None:
            self.refuted_by = constraint
        return True

    def assign(self, places: Sequence[int]) -> None:
        """Replace the whole assignment."""
        self.places = list(places)
        for name, domain, place in zip(self.names, self.domains, places, strict=True):
            self._values[name] = domain[place]
        self.cost = 0
        self.violated = []
        self._place_in_violated = [-1] * len(self._costs)
        for cost in self._costs:
            look_up(_STEPS_FOR_A_CONSTRAINT)
            cost.reset(self.places)
            self._update(cost, 0)

    def move(self, x: int, place: int) -> None:
        """Change the value of *x* to the one at *place*."""
        before = self.places[x]
        self.places[x] = place
        self._values[self.names[x]] = self.domains[x][place]
        for cost in self._costs_of[x]:
            value = cost.value
            cost.move(x, before, place)
            if cost.value != value:
                self._update(cost, value)

    def _update(self, cost: ConstraintCost, before: int) -> None:
        """Update the total and the list of violated constraints after a cost has changed.

        A satisfied constraint leaves the list in O(1): the last one in the list takes its place.
        """
        self.cost += cost.value - before
        if cost.value and not before:
            self._place_in_violated[cost.number] = len(self.violated)
            self.violated.append(cost)
        elif before and not cost.value:
            free, last = self._place_in_violated[cost.number], self.violated.pop()
            if last is not cost:
                self.violated[free] = last
                self._place_in_violated[last.number] = free

    def difference(self, x: int, place: int) -> int:
        """Return by how much the cost would grow with *x* at *place*."""
        now = self.places[x]
        return sum([cost.difference(x, now, place) for cost in self._costs_of[x]]) if place != now else 0

    def differences(self, x: int) -> list[int]:
        """Return by how much the cost would grow with *x* at each place of its domain."""
        now = self.places[x]
        total = [0] * len(self.domains[x])
        for cost in self._costs_of[x]:
            total = [value + more for value, more in zip(total, cost.of_each_place(x, now), strict=True)]
        base = total[now]
        return [value - base for value in total]

    def culprits(self, cost: ConstraintCost) -> list[int]:
        """Return the variables that could repair a violated constraint; if none of them can move, all that can."""
        found = [x for x in cost.culprits(self.places) if len(self.domains[x]) > 1]
        return found or [x for x in cost.scope if len(self.domains[x]) > 1] or self.movable

    def draw_culprit(self, random: Random) -> int:
        """Draw a violated constraint, then return a random variable that could repair it."""
        culprits = self.culprits(self.violated[draw_below(random, len(self.violated))])
        return culprits[draw_below(random, len(culprits))]

    def in_conflict(self) -> list[int]:
        """Return the variables that could repair some violated constraint, each once."""
        return list(dict.fromkeys([x for cost in self.violated for x in self.culprits(cost)]))

    def randomize(self, random: Random, look_up: Callable[[], None], fixed: Mapping[int, int]) -> None:
        """Draw a value for every variable, then choose the cheapest for each in random order; keep the *fixed* ones."""
        self.assign([fixed.get(x, draw_below(random, len(domain))) for x, domain in enumerate(self.domains)])
        for x in shuffle(random, [x for x in self.movable if x not in fixed]):
            look_up()
            self.move(x, draw_cheapest(random, self.differences(x), self.places[x]))

    def assignment(self) -> dict[Any, Any]:
        """Return the assignment, by name."""
        return dict(self._values)


def _listed(name: Hashable, domain: Sequence[Any]) -> list[Any]:
    """Return the values of a domain as a list."""
    count = number_of_values(domain)
    if count > MOST_LISTED:
        raise DomainError(
            f"local search needs a list of all values of {called(name)}, and there are {count} of them; "
            f"at most {MOST_LISTED} can be listed"
        )
    return list(domain)
