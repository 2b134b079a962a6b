"""Literals for constraints about how often values occur, and how many different ones."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.count_different import CountDifferent
from csplib.modelling.constraints.counting import Count

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


COUNTING: dict[type[Constraint], Callable[[Any, Any], Any]] = {
    Count: _count_literal,
    CountDifferent: _different_literal,
}
"""The rule for each kind of constraint."""
