"""Least distances between variables, from chains of comparisons: a < b and b < c put c at least two above a."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from csplib.kernel.clock import look_up
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.increasing import Increasing
from csplib.modelling.constraints.logic import conjuncts
from csplib.modelling.constraints.meaning import kind_among
from csplib.modelling.domains import domain_of_integers
from csplib.modelling.terms import Composite, Domain, Term, TermName

__all__ = ["Distances", "gaps"]

_MOST_STEPS = 10_000


class Distances:
    """Least differences of two variables, as required *constraints* imply them. Very long chains are not followed.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> a, b, c = p.add_variables("abc", range(10))
    >>> found = Distances([a < b, b + 2 <= c])
    >>> found.least("a", "c"), found.least("b", "a")
    (3, None)
    """

    def __init__(self, constraints: Iterable[Constraint]) -> None:
        self._constraints = constraints
        self._steps: dict[Hashable, dict[Hashable, int]] | None = None
        self._known: dict[Hashable, dict[Hashable, int]] = {}
        self._domains: dict[Domain, Domain] = {}

    def least(self, start: Hashable, end: Hashable) -> int | None:
        """Return the least value of ``end - start``, or None if nothing is known about it."""
        if start not in self._known:
            self._known[start] = self._follow(start)
        return self._known[start].get(end)

    def clipped(self, domain: Domain, definition: Constraint | None, name: Hashable) -> Domain:
        """Return *domain* without values outside the known bounds. Equal results are the same object."""
        low, high = self._bounds(definition, name)
        if low is None and high is None:
            return domain
        if isinstance(domain, range):
            first = domain.start if low is None else max(low, domain.start)
            last = domain.stop if high is None else min(high + 1, domain.stop)
            return domain_of_integers(range(first, last))
        values: Any = domain
        if low is not None:
            values = [value for value in values if value >= low]
        if high is not None:
            values = [value for value in values if value <= high]
        kept = tuple(values)
        return self._domains.setdefault(kept, kept)

    def _bounds(self, definition: Constraint | None, name: Hashable) -> tuple[int | None, int | None]:
        """Return bounds of the hidden variable *name* if *definition* says that it is a difference of two variables."""
        if not isinstance(definition, Comparison) or definition.relation != "==":
            return None, None
        rest = [(term, weight) for term, weight in definition.weights if term.name != name]
        pair = _difference(rest)
        if pair is None or len(rest) + 1 != len(definition.weights):
            return None, None
        start, end, constant = pair
        low, high = self.least(start, end), self.least(end, start)
        constant += definition.constant
        return None if low is None else low + constant, None if high is None else constant - high

    def _follow(self, start: Hashable) -> dict[Hashable, int]:
        """Return the longest path from *start* to each variable: the label-correcting method of Bellman and Ford."""
        if self._steps is None:
            self._steps = _steps(self._constraints)
        found = {start: 0}
        waiting = [start]
        left = _MOST_STEPS
        for name in waiting:
            for other, gap in self._steps.get(name, {}).items():
                left -= 1
                look_up()
                if not left:
                    return {}
                if found[name] + gap > found.get(other, found[name] + gap - 1):
                    found[other] = found[name] + gap
                    waiting.append(other)
        return found


def _steps(constraints: Iterable[Constraint]) -> dict[Hashable, dict[Hashable, int]]:
    """Return, for each variable, the variables above it, with the least gap that is stated."""
    steps: dict[Hashable, dict[Hashable, int]] = {}
    for constraint in constraints:
        for part in conjuncts(constraint):
            look_up(4)
            for start, end, gap in gaps(part):
                ends = steps.setdefault(start, {})
                ends[end] = max(gap, ends.get(end, gap))
    return steps


def gaps(constraint: Constraint) -> list[tuple[Hashable, Hashable, int]]:
    """Return triples (low, high, gap) for which *constraint* says that high is at least low plus gap."""
    kind = kind_among(type(constraint), (AllEqual, Increasing))
    if kind is not None:
        found: list[tuple[Hashable, Hashable, int]] = []
        for low, high in zip(constraint.terms, constraint.terms[1:], strict=False):
            if _is_plain(low, high):
                gap = low.offset - high.offset
                strictly = isinstance(constraint, Increasing) and constraint.strictly
                found.append((low.name, high.name, gap + strictly))
                if kind is AllEqual:
                    found.append((high.name, low.name, -gap))
        return found
    # The class of an objective is derived from Comparison, but an objective need not hold.
    if type(constraint) is not Comparison or constraint.relation == "!=":
        return []
    pair = _difference(constraint.weights)
    if pair is None:
        return []
    start, end, constant = pair
    constant += constraint.constant
    # end - start + constant is at most, or equal to, 0
    below = [(end, start, constant)]
    return below if constraint.relation == "<=" else [*below, (start, end, -constant)]


def _difference(weights: Iterable[tuple[Term, int]]) -> tuple[Hashable, Hashable, int] | None:
    """Return (start, end, constant) if *weights* mean ``end - start + constant``, else None."""
    terms = {weight: term for term, weight in weights}
    if set(terms) != {1, -1} or len(list(weights)) != 2 or not _is_plain(*terms.values()):
        return None
    return terms[-1].name, terms[1].name, terms[1].offset - terms[-1].offset


def _is_plain(*terms: Term) -> bool:
    return not any(isinstance(term, Composite) or isinstance(term.name, TermName) for term in terms)
