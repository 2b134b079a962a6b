"""Literals for constraints about how often values occur, and how many different ones."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.cardinality import Cardinality
from csplib.modelling.constraints.count_different import CountDifferent
from csplib.modelling.constraints.counting import Count
from csplib.modelling.constraints.except_values import AllDifferentExcept, AllEqualExcept
from csplib.modelling.constraints.not_all_equal import NotAllEqual

if TYPE_CHECKING:
    from csplib.cp_sat.model import Literal
    from csplib.cp_sat.translation import Translation

__all__ = ["COUNTING"]


def _different_literal(to: Translation, constraint: CountDifferent) -> Literal:
    *counting, total = constraint.terms
    takers: dict[Hashable, list[Literal]] = {}
    for term in counting:
        for value in to.values(term):
            if value not in constraint.ignored:
                takers.setdefault(value, []).append(to.takes(term, value))
    count = to.tools.LinearExpr.sum([to.any_of(several) for several in takers.values()])
    wanted = to.number(total).expr
    return to.decide(count == wanted, count != wanted)


def _count_literal(to: Translation, constraint: Count) -> Literal:
    counting = constraint.terms[: constraint.size]
    if constraint.target is not None:
        target = constraint.terms[constraint.size]
        count = to.tools.LinearExpr.sum([to.equal(term, target) for term in counting])
    else:
        count = to.tools.LinearExpr.sum([to.among(term, constraint.values) for term in counting])
    if constraint.number is not None:
        return to.between(count, max(constraint.number, 0), min(constraint.number, constraint.size))
    total = to.number(constraint.terms[-1]).expr
    return to.decide(count == total, count != total)


def _different_except_literal(to: Translation, constraint: AllDifferentExcept) -> Literal:
    found = []
    for one, other in combinations(constraint.terms, 2):
        found.append(to.any_of([to.among(one, constraint.excepted), to.equal(one, other).negated()]))
    return to.all_of(found)


def _equal_except_literal(to: Translation, constraint: AllEqualExcept) -> Literal:
    free = [to.among(term, constraint.excepted) for term in constraint.terms]
    pairs = combinations(zip(constraint.terms, free, strict=True), 2)
    return to.all_of([to.any_of([a, b, to.equal(one, other)]) for (one, a), (other, b) in pairs])


def _not_all_equal_literal(to: Translation, constraint: NotAllEqual) -> Literal:
    return to.all_of([to.equal(one, other) for one, other in pairwise(constraint.terms)]).negated()


def _cardinality_literal(to: Translation, constraint: Cardinality) -> Literal:
    variables = constraint.terms[: constraint.size]
    found = []
    for value, (low, high) in constraint.counts.items():
        count = to.tools.LinearExpr.sum([to.among(term, (value,)) for term in variables])
        if value in constraint.places:
            total = to.number(constraint.terms[constraint.places[value]]).expr
            found.append(to.decide(count == total, count != total))
        else:
            found.append(to.between(count, low, min(high, len(variables))))
    if constraint.closed:
        found += [to.among(term, constraint.counts) for term in variables]
    return to.all_of(found)


COUNTING: dict[type[Constraint], Callable[[Any, Any], Any]] = {
    AllDifferentExcept: _different_except_literal,
    AllEqualExcept: _equal_except_literal,
    Cardinality: _cardinality_literal,
    Count: _count_literal,
    CountDifferent: _different_literal,
    NotAllEqual: _not_all_equal_literal,
}
"""The rule for each kind of constraint."""
