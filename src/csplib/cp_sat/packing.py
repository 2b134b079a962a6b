"""Constraints about packing: as literals, and posted with CP-SAT's own constraints where they mean the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import combinations
from typing import TYPE_CHECKING, Any

from csplib.cp_sat.posting import interval_of
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.bin_packing import BinPacking
from csplib.modelling.constraints.knapsack import Knapsack
from csplib.modelling.constraints.no_overlap_boxes import NoOverlapBoxes

if TYPE_CHECKING:
    from csplib.cp_sat.model import Linear, Literal
    from csplib.cp_sat.translation import Translation

__all__ = ["PACKED", "PACKING"]


def _packed(to: Translation, constraint: BinPacking) -> list[tuple[Linear, Linear]]:
    """Return for each bin what is in it, and its load or its capacity."""
    items = list(zip(constraint.terms, constraint.sizes, strict=False))
    to.admit(sum(constraint.sizes), constraint.capacity)
    if constraint.keys is not None:
        totals = [to.number(term).expr for term in constraint.terms[len(items) :]]
        bins = list(zip(constraint.keys, totals, strict=True))
    else:
        values: dict[Hashable, None] = {}
        for term, _ in items:
            values.update(dict.fromkeys(to.values(term)))
        bins = [(value, constraint.capacity) for value in values]
    return [
        (to.tools.LinearExpr.sum([size * to.takes(term, value) for term, size in items]), total)
        for value, total in bins
    ]


def _packing_literal(to: Translation, constraint: BinPacking) -> Literal:
    found = (
        []
        if constraint.keys is None
        else [_is_in_some_bin(to, constraint, place) for place in range(len(constraint.sizes))]
    )
    for inside, total in _packed(to, constraint):
        if constraint.equal:
            found.append(to.decide(inside == total, inside != total))
        else:
            found.append(to.decide(inside <= total, inside >= total + 1))
    return to.all_of(found)


def _is_in_some_bin(to: Translation, constraint: BinPacking, place: int) -> Literal:
    return to.among(constraint.terms[place], constraint.keys or ())


def _post_packing(to: Translation, constraint: BinPacking) -> None:
    if constraint.keys is not None:
        to.require(*[_is_in_some_bin(to, constraint, place) for place in range(len(constraint.sizes))])
    for inside, total in _packed(to, constraint):
        to.cp.add(inside == total if constraint.equal else inside <= total)


def _boxes_literal(to: Translation, constraint: NoOverlapBoxes) -> Literal:
    row = [to.number(term) for term in constraint.terms]
    middle = len(row) // 2
    found = [to.decide(size.expr >= 0, size.expr <= -1) for size in row[middle:]]
    for (corner, size), (other, extent) in combinations(constraint.boxes(row), 2):
        apart = []
        for a, w, b, v in zip(corner, size, other, extent, strict=True):
            apart.append(to.decide(a.expr + w.expr <= b.expr, a.expr + w.expr >= b.expr + 1))
            apart.append(to.decide(b.expr + v.expr <= a.expr, b.expr + v.expr >= a.expr + 1))
        if constraint.ignore_empty:
            apart += [to.decide(one.expr == 0, one.expr != 0) for one in (*size, *extent)]
        found.append(to.any_of(apart))
    return to.all_of(found)


def _post_boxes(to: Translation, constraint: NoOverlapBoxes) -> None:
    row = [to.number(term) for term in constraint.terms]
    if constraint.width != 2 or min(size.low for size in row[len(row) // 2 :]) < 1:
        to.require(_boxes_literal(to, constraint))
        return
    intervals = [
        [interval_of(to, start, size) for start, size in zip(*box, strict=True)] for box in constraint.boxes(row)
    ]
    to.cp.add_no_overlap_2d([across for across, _ in intervals], [up for _, up in intervals])


def _knapsack_literal(to: Translation, constraint: Knapsack) -> Literal:
    *counts, weight, profit = [to.number(term) for term in constraint.terms]
    found = [to.decide(count.expr >= 0, count.expr <= -1) for count in counts]
    for amounts, total, is_exact, sign in (
        (constraint.weights, weight, constraint.weighs, 1),
        (constraint.profits, profit, constraint.brings, -1),
    ):
        rows = list(zip(counts, amounts, strict=True))
        to.admit(sum([one * max(abs(count.low), abs(count.high)) for count, one in rows]))
        excess = to.tools.LinearExpr.sum([sign * one * count.expr for count, one in rows]) - sign * total.expr
        found.append(to.decide(excess == 0, excess != 0) if is_exact else to.decide(excess <= 0, excess >= 1))
    return to.all_of(found)


PACKING: dict[type[Constraint], Callable[[Any, Any], Any]] = {
    BinPacking: _packing_literal,
    Knapsack: _knapsack_literal,
    NoOverlapBoxes: _boxes_literal,
}
"""The rule for the literal of each kind of constraint."""

PACKED: dict[type[Constraint], Callable[[Any, Any], None]] = {
    BinPacking: _post_packing,
    NoOverlapBoxes: _post_boxes,
}
"""The rule for posting each kind of constraint."""
