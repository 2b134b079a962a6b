"""The landscape that a local search walks: an assignment, what it costs, and what a step would change."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from csplib.kernel.clock import look_up
from csplib.local_search.meters import Meter, meter_for
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.terms import UndefinedError, value_of

__all__ = ["Landscape", "best_place", "pick", "shuffled"]

_STEPS_OF_A_METER = 16


def pick(random: Random, count: int) -> int:
    """Draw a number below *count*. `Random.random` alone is promised to be the same in every version of Python."""
    return int(random.random() * count)


def shuffled(random: Random, things: Iterable[int]) -> list[int]:
    """Put *things* into a random order."""
    found = list(things)
    for last in range(len(found) - 1, 0, -1):
        other = pick(random, last + 1)
        found[last], found[other] = found[other], found[last]
    return found


def best_place(random: Random, rated: Sequence[int], now: int) -> int:
    """Draw one of the places that cost least, other than *now* if there is another."""
    least = min(rated)
    best = [place for place, cost in enumerate(rated) if cost == least and place != now]
    return best[pick(random, len(best))] if best else now


class Landscape:
    """A value for every variable, and the cost of all constraints together, kept up to date from move to move.

    A value is given by its *place* in the domain of its variable. Constraints on a single variable are no part of the
    landscape: they restrict the domains before anything begins. If that leaves a variable no value, or leaves every
    variable one and that is wrong, `refuted_by` is the constraint that cannot be satisfied; domains are never empty.

    >>> from csplib import Diff, In
    >>> land = Landscape({"x": [1, 2, 3], "y": [1, 2, 3]}, [Diff("x", "y"), In("y", [2, 3])])
    >>> land.domains, land.cost
    ([[1, 2, 3], [2, 3]], 0)
    >>> land.move(0, 1)
    >>> land.cost, land.rate(0), [meter.constraint for meter in land.broken]
    (1, [-1, 0, -1], [<x != y>])
    """

    def __init__(self, domains: Mapping[Any, Sequence[Any]], constraints: Iterable[Constraint]) -> None:
        self.names: list[Hashable] = list(domains)
        self.domains: list[list[Any]] = [list(domain) for domain in domains.values()]
        self.index: dict[Hashable, int] = {name: x for x, name in enumerate(self.names)}
        self.refuted_by: Constraint | None = None
        rest = [constraint for constraint in constraints if not self._restrict(constraint)]
        self.movable: list[int] = [x for x, domain in enumerate(self.domains) if len(domain) > 1]
        self.places: list[int] = []
        self.cost: int = 0
        self.broken: list[Meter] = []
        self._where: list[int] = []
        self._values: dict[Hashable, Any] = {}
        self._meters: list[Meter] = []
        self._meters_of: list[list[Meter]] = [[] for _ in self.names]
        for number, constraint in enumerate(rest):
            look_up(_STEPS_OF_A_METER)
            meter = meter_for(constraint, number, self.index, self.domains, self._values)
            self._meters.append(meter)
            for x in meter.scope:
                self._meters_of[x].append(meter)
        self.settle([0] * len(self.names))
        if self.refuted_by is None and self.broken and not self.movable:
            self.refuted_by = self.broken[0].constraint

    def _restrict(self, constraint: Constraint) -> bool:
        """Let a constraint on one variable, or on none, do its work at once; say whether it was one."""
        look_up(_STEPS_OF_A_METER)
        names = list(dict.fromkeys([variable.name for variable in constraint.reads()]))
        if len(names) > 1:
            return False
        if names:
            x = self.index[names[0]]
            kept = [value for value in self.domains[x] if _holds(constraint, {names[0]: value})]
            self.domains[x] = kept or self.domains[x]
            possible = bool(kept)
        else:
            possible = _holds(constraint, {})
        if not possible and self.refuted_by is None:
            self.refuted_by = constraint
        return True

    def settle(self, places: Sequence[int]) -> None:
        """Take on a new assignment."""
        self.places = list(places)
        for name, domain, place in zip(self.names, self.domains, places, strict=True):
            self._values[name] = domain[place]
        self.cost = 0
        self.broken = []
        self._where = [-1] * len(self._meters)
        for meter in self._meters:
            look_up(_STEPS_OF_A_METER)
            meter.reset(self.places)
            self._note(meter, 0)

    def move(self, x: int, place: int) -> None:
        """Give *x* the value at *place*."""
        before = self.places[x]
        self.places[x] = place
        self._values[self.names[x]] = self.domains[x][place]
        for meter in self._meters_of[x]:
            cost = meter.cost
            meter.move(x, before, place)
            if meter.cost != cost:
                self._note(meter, cost)

    def _note(self, meter: Meter, before: int) -> None:
        """Take note of a new cost; of a meter that is mended the last broken one takes the place."""
        self.cost += meter.cost - before
        if meter.cost and not before:
            self._where[meter.number] = len(self.broken)
            self.broken.append(meter)
        elif before and not meter.cost:
            hole, last = self._where[meter.number], self.broken.pop()
            if last is not meter:
                self.broken[hole] = last
                self._where[last.number] = hole

    def difference(self, x: int, place: int) -> int:
        """Say by how much the cost would grow with *x* at *place*."""
        now = self.places[x]
        return sum([meter.difference(x, now, place) for meter in self._meters_of[x]]) if place != now else 0

    def rate(self, x: int) -> list[int]:
        """Say by how much the cost would grow with *x* at each place; by 0 where it is."""
        now = self.places[x]
        total = [0] * len(self.domains[x])
        for meter in self._meters_of[x]:
            total = [cost + more for cost, more in zip(total, meter.rate(x, now), strict=True)]
        base = total[now]
        return [cost - base for cost in total]

    def culprits(self, meter: Meter) -> list[int]:
        """List the variables that could mend a broken constraint; if none of them can move, whatever can."""
        found = [x for x in meter.culprits(self.places) if len(self.domains[x]) > 1]
        return found or [x for x in meter.scope if len(self.domains[x]) > 1] or self.movable

    def a_culprit(self, random: Random) -> int:
        """Draw a broken constraint, and a variable that could mend it."""
        culprits = self.culprits(self.broken[pick(random, len(self.broken))])
        return culprits[pick(random, len(culprits))]

    def conflicted(self) -> list[int]:
        """List the variables that could mend some broken constraint, each once."""
        return list(dict.fromkeys([x for meter in self.broken for x in self.culprits(meter)]))

    def scatter(self, random: Random, look_up: Callable[[], None], fixed: Mapping[int, int]) -> None:
        """Start somewhere: values at random, then the best one for each variable in turn, but for the *fixed* ones."""
        self.settle([fixed.get(x, pick(random, len(domain))) for x, domain in enumerate(self.domains)])
        for x in shuffled(random, [x for x in self.movable if x not in fixed]):
            look_up()
            self.move(x, best_place(random, self.rate(x), self.places[x]))

    def assignment(self) -> dict[Any, Any]:
        """Spell the assignment out."""
        return dict(self._values)


def _holds(constraint: Constraint, values: Mapping[Hashable, Any]) -> bool:
    try:
        return constraint.satisfied([value_of(name, values) for name in constraint.scope])
    except UndefinedError:
        return False
