"""Measure how far an assignment is from satisfying a constraint.

A constraint is satisfied or not, but a search that improves step by step must see whether it gets closer. The distance
is 0 where the constraint holds. Constraint classes without a rule here have distance 1 where they are violated.
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

__all__ = ["distance_to", "distance_to_zero"]


def distance_to(constraint: Constraint, values: Sequence[Any]) -> int:
    """Return the distance of *values*, one for each term as `Constraint.satisfied` takes them, to *constraint*.

    >>> distance_to(AllDifferent("abcd"), [1, 1, 1, 2]), distance_to(AtMost(1, "abc", 5), [5, 5, 5])
    (3, 2)
    """
    rule = _RULES.get(type(constraint))
    return int(not constraint.satisfied(values)) if rule is None else rule(constraint, values)


def distance_to_zero(total: int, relation: str) -> int:
    """Return by how much *total* misses *relation* to 0."""
    if relation == "<=":
        return max(0, total)
    return abs(total) if relation == "==" else int(not total)


def _equal_pairs(constraint: AllDifferent, values: Sequence[Any]) -> int:
    taken = Counter(constraint.shifted_values(values))
    return sum([times * (times - 1) // 2 for times in taken.values()])


def _not_of_the_majority(constraint: AllEqual, values: Sequence[Any]) -> int:
    taken = Counter(constraint.shifted_values(values))
    return len(values) - max(taken.values())


def _missing_difference(constraint: Comparison, values: Sequence[Any]) -> int:
    known = dict(zip(constraint.scope, values, strict=True))
    total = constraint.constant + sum([weight * term.evaluate(known) for term, weight in constraint.weights])
    return distance_to_zero(total, constraint.relation)


def _miscounted(constraint: AtMost | AtLeast | Exactly, values: Sequence[Any]) -> int:
    least, most = constraint.bounds()
    counted = constraint.how_many(constraint.shifted_values(values))
    return max(0, least - counted, counted - most)


def _out_of_order(constraint: Increasing, values: Sequence[Any]) -> int:
    gap = int(constraint.strictly)
    return sum([low + gap > high for low, high in pairwise(constraint.shifted_values(values))])


def _to_parts(constraint: AllOf | AnyOf, values: Sequence[Any]) -> list[int]:
    known = dict(zip(constraint.scope, values, strict=True))
    return [distance_to(part, [known[name] for name in part.scope]) for part in constraint.parts]


def _to_all_parts(constraint: AllOf, values: Sequence[Any]) -> int:
    return sum(_to_parts(constraint, values))


def _to_nearest_part(constraint: AnyOf, values: Sequence[Any]) -> int:
    return min(_to_parts(constraint, values))


# By exact class: a subclass may override `satisfied`, and mean something else.
_RULES: dict[type[Constraint], Callable[[Any, Sequence[Any]], int]] = {
    AllDifferent: _equal_pairs,
    AllEqual: _not_of_the_majority,
    AllOf: _to_all_parts,
    AnyOf: _to_nearest_part,
    AtLeast: _miscounted,
    AtMost: _miscounted,
    Comparison: _missing_difference,
    Exactly: _miscounted,
    Increasing: _out_of_order,
}
