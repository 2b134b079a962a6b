"""Constraints on resources: noOverlap, cumulative, binPacking, knapsack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from csplib.formats.xcsp3.numbers import Condition, as_term, equal, number, numbers, total
from csplib.formats.xcsp3.tables import tuples_of
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.bin_packing import BinPacking
from csplib.modelling.constraints.cumulative import Cumulative
from csplib.modelling.constraints.logic import Fact
from csplib.modelling.constraints.membership import In
from csplib.modelling.constraints.no_overlap import NoOverlap
from csplib.modelling.constraints.no_overlap_boxes import NoOverlapBoxes
from csplib.modelling.functions import reify

if TYPE_CHECKING:
    from csplib.formats.xcsp3.given import Given

__all__ = ["bin_packing", "cumulative", "knapsack", "no_overlap"]


def _paired(given: Given, first: Sequence[Any], *others: Sequence[Any]) -> None:
    """Refuse lists of different lengths."""
    for other in others:
        if len(other) != len(first):
            raise ValueError(f"<{given.element.tag}> has lists of {len(first)} and {len(other)} operands")


def no_overlap(given: Given) -> Iterator[Constraint]:
    """Yield that tasks, or boxes of any dimension, do not overlap."""
    given.only("origins", "lengths")
    ignored = given.flag("zeroIgnored", given.element, default=True)
    if given.child("lengths").text.lstrip().startswith("("):
        yield from _boxes(given, ignored=ignored)
        return
    origins, lengths = given.numbers("origins"), given.numbers("lengths")
    _paired(given, origins, lengths)
    starts = list(map(as_term, origins))
    if not ignored or all(min(given.domain(length)) > 0 for length in lengths):
        yield NoOverlap(starts, lengths)
    elif starts:
        yield Cumulative(starts, lengths, [1] * len(starts), 1)  # where a task of length 0 never runs


def _boxes(given: Given, *, ignored: bool) -> Iterator[Constraint]:
    origins = [list(map(as_term, row)) for row in given.matrix("origins")]
    lengths = [numbers(row) for row in given.matrix("lengths")]
    _paired(given, origins, lengths)
    _paired(given, origins[0], lengths[0])
    yield NoOverlapBoxes(origins, lengths, ignore_empty=ignored)


def cumulative(given: Given) -> Iterator[Constraint]:
    """Yield that tasks together never need more than a limit."""
    given.only("origins", "lengths", "ends", "heights", "condition")
    origins, lengths, heights = given.numbers("origins"), given.numbers("lengths"), given.numbers("heights")
    _paired(given, origins, lengths, heights)
    limit = given.condition().upper()
    if limit is None:
        raise ValueError("the condition of <cumulative> must be le or lt")
    if given.has("ends"):
        ends = given.numbers("ends")
        _paired(given, origins, ends)
        for origin, length, end in zip(origins, lengths, ends, strict=True):
            yield equal(total([origin, length]), end)
    if isinstance(limit, int) and limit < 0:
        yield Fact(False)  # noqa: FBT003
    elif origins:
        yield Cumulative(list(map(as_term, origins)), lengths, heights, limit)


def bin_packing(given: Given) -> Iterator[Constraint]:
    """Yield a condition on the sum of sizes in each bin; or limits of the bins, or their loads."""
    given.only("list", "sizes", "condition", "conditions", "limits", "loads")
    items, sizes = given.terms(), given.numbers("sizes")
    _paired(given, items, sizes)
    start = given.start(given.child("list"))
    plain = bool(items) and all(type(size) is int and size >= 0 for size in sizes)
    if plain and (given.has("limits") or given.has("loads")):
        kind = "limits" if given.has("limits") else "loads"
        bins = dict(enumerate(given.numbers(kind), start))
        yield BinPacking(items, sizes, bins) if kind == "limits" else BinPacking(items, sizes, loads=bins)
    elif plain and given.has("condition") and (most := given.condition().upper()) is not None:
        capacity = most if type(most) is int else dict.fromkeys(given.values_of(items), most)
        yield Fact(False) if _below_zero(most) else BinPacking(items, sizes, capacity)  # noqa: FBT003
    else:
        yield from _each_bin(given, items, sizes, start)


def _below_zero(most: Any) -> bool:
    return type(most) is int and most < 0


def _each_bin(given: Given, items: Sequence[Any], sizes: Sequence[Any], start: int) -> Iterator[Constraint]:
    """Yield a condition for each bin, where they are other ones than limits, or sizes are variables."""
    if given.has("condition"):
        bins = dict.fromkeys(given.values_of(items), given.condition())
    else:
        bins = dict(enumerate(_conditions(given), start))
        for item in items:
            yield In(item, list(bins))
    for value, condition in bins.items():
        inside = [(item, size) for item, size in zip(items, sizes, strict=True) if value in given.domain(item)]
        load = total([reify(equal(item, value)) for item, _ in inside], [size for _, size in inside]) if inside else 0
        yield condition.holds(load)


def _conditions(given: Given) -> list[Condition]:
    """Return the condition on each bin."""
    if given.has("limits"):
        return [Condition("le", limit) for limit in given.numbers("limits")]
    if given.has("loads"):
        return [Condition("eq", load) for load in given.numbers("loads")]
    rows = tuples_of(given.child("conditions").text)
    return [Condition(row[0], given.names.operand(",".join(row[1:]))) for row in rows]


def knapsack(given: Given) -> Iterator[Constraint]:
    """Yield conditions on the weight and on the profit of what is chosen."""
    given.only("list", "weights", "profits", "limit", "condition")
    items, weights, profits = given.numbers("list"), given.numbers("weights"), given.numbers("profits")
    _paired(given, items, weights, profits)
    conditions = [given.condition(place=place) for place in range(len(given.element.all("condition")))]
    if given.has("limit"):
        limit = given.one("limit")
        conditions.insert(0, limit if isinstance(limit, Condition) else Condition("le", number(limit)))
    if len(conditions) != 2:
        raise ValueError(f"<knapsack> needs a condition on weights and one on profits, not {len(conditions)}")
    for condition, factors in zip(conditions, (weights, profits), strict=True):
        yield condition.holds(total(items, factors))
