"""How far is a constraint from being satisfied? 0 where it holds, and the more the further away.

A constraint is either satisfied or not, but a search that improves step by step needs to see that it comes nearer.
Kinds that have no entry in the table count 1 when they are broken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.counting import AtLeast, AtMost, Exactly
from csplib.modelling.constraints.increasing import Increasing
from csplib.modelling.constraints.logic import AllOf, AnyOf

__all__ = ["grade", "missed_by"]


def grade(constraint: Constraint, values: Sequence[Any]) -> int:
    """Say how far *values*, one for each term as `Constraint.satisfied` takes them, are from satisfying *constraint*.

    >>> grade(AllDifferent("abcd"), [1, 1, 1, 2]), grade(AtMost(1, "abc", 5), [5, 5, 5])
    (3, 2)
    """
    rule = _RULES.get(type(constraint))
    return int(not constraint.satisfied(values)) if rule is None else rule(constraint, values)


def missed_by(total: int, relation: str) -> int:
    """Say by how much *total*, compared with 0, misses *relation*."""
    if relation == "<=":
        return max(0, total)
    return abs(total) if relation == "==" else int(not total)


def _equal_pairs(constraint: AllDifferent, values: Sequence[Any]) -> int:
    taken = Counter(constraint.shifted_values(values))
    return sum([times * (times - 1) // 2 for times in taken.values()])


def _dissenters(constraint: AllEqual, values: Sequence[Any]) -> int:
    taken = Counter(constraint.shifted_values(values))
    return len(values) - max(taken.values())


def _distance(constraint: Comparison, values: Sequence[Any]) -> int:
    known = dict(zip(constraint.scope, values, strict=True))
    total = constraint.constant + sum([weight * term.evaluate(known) for term, weight in constraint.weights])
    return missed_by(total, constraint.relation)


def _miscounted(constraint: AtMost | AtLeast | Exactly, values: Sequence[Any]) -> int:
    least, most = constraint.bounds()
    counted = constraint.how_many(constraint.shifted_values(values))
    return max(0, least - counted, counted - most)


def _out_of_order(constraint: Increasing, values: Sequence[Any]) -> int:
    gap = int(constraint.strictly)
    return sum([low + gap > high for low, high in pairwise(constraint.shifted_values(values))])


def _parts(constraint: AllOf | AnyOf, values: Sequence[Any]) -> list[int]:
    known = dict(zip(constraint.scope, values, strict=True))
    return [grade(part, [known[name] for name in part.scope]) for part in constraint.parts]


def _all_parts(constraint: AllOf, values: Sequence[Any]) -> int:
    return sum(_parts(constraint, values))


def _nearest_part(constraint: AnyOf, values: Sequence[Any]) -> int:
    return min(_parts(constraint, values))


# By exact class: what a subclass means by `satisfied` is its own affair.
_RULES: dict[type[Constraint], Callable[[Any, Sequence[Any]], int]] = {
    AllDifferent: _equal_pairs,
    AllEqual: _dissenters,
    AllOf: _all_parts,
    AnyOf: _nearest_part,
    AtLeast: _miscounted,
    AtMost: _miscounted,
    Comparison: _distance,
    Exactly: _miscounted,
    Increasing: _out_of_order,
}
