"""The kinds of constraints about tasks and about packing, by their classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from csplib.formats.kinds import Field, Kind, kind
from csplib.modelling.constants import Known
from csplib.modelling.constraints.bin_packing import BinPacking
from csplib.modelling.constraints.cumulative import Cumulative
from csplib.modelling.constraints.knapsack import Knapsack
from csplib.modelling.constraints.no_overlap import NoOverlap
from csplib.modelling.constraints.no_overlap_boxes import NoOverlapBoxes
from csplib.modelling.expressions import Constant
from csplib.modelling.tasks import Task

__all__ = ["SCHEDULES"]

_TERM, _TERMS, _VALUES, _INTEGER, _FLAG = Field.TERM, Field.TERMS, Field.VALUES, Field.INTEGER, Field.FLAG
_PRESENT = {"present": _TERMS, "tied": Field.INTEGERS, "ends": _TERMS}


def _tasks(one: NoOverlap | Cumulative) -> tuple[Any, ...]:
    """Return starts, durations, presences, which tasks have an end of their own, and these ends."""
    count, more = one.count, one.more
    present = [one.terms[more.presences[i]] if i in more.presences else Constant(1) for i in range(count)]
    ends = tuple([one.terms[place] for place in more.ends.values()])
    given = one.terms[:count], one.terms[count : 2 * count]
    return (*given, tuple(present) if more.presences else None, tuple(more.ends) if ends else None, ends or None)


def _planned(starts: Sequence[Any], durations: Sequence[Any], present: Any, tied: Any, ends: Any) -> list[Task]:
    """Return the tasks that `_tasks` has taken apart."""
    until = dict(zip(tied or (), ends or (), strict=True))
    presences = present or [True] * len(starts)
    rows = enumerate(zip(starts, durations, presences, strict=True))
    return [Task(start, duration, until.get(i), present=present) for i, (start, duration, present) in rows]


def _no_overlap(starts: Any, durations: Any, present: Any = None, tied: Any = None, ends: Any = None) -> NoOverlap:
    if present is None and tied is None:
        return NoOverlap(starts, durations)
    return NoOverlap(_planned(starts, durations, present, tied, ends))


def _cumulative(
    starts: Any,
    durations: Any,
    demands: Any,
    capacity: Any,
    present: Any = None,
    tied: Any = None,
    ends: Any = None,
) -> Cumulative:
    if present is None and tied is None:
        return Cumulative(starts, durations, demands, capacity)
    return Cumulative(_planned(starts, durations, present, tied, ends), demands=demands, capacity=capacity)


def _shared(one: Cumulative) -> tuple[Any, ...]:
    starts, durations, *more = _tasks(one)
    return (starts, durations, one.demands, one.parted(one.terms)[3], *more)


def _packed(one: BinPacking) -> tuple[Any, ...]:
    count = len(one.sizes)
    items, totals = one.terms[:count], one.terms[count:]
    if one.keys is None:
        return items, tuple(one.sizes), (Constant(one.capacity),), None, None
    return items, tuple(one.sizes), totals, tuple(one.keys), one.equal or None


def _bin_packing(bins: Any, sizes: Any, totals: Any, keys: Any = None, equal: Any = None) -> BinPacking:
    if keys is None:
        return BinPacking(bins, sizes, totals[0].compute({}) if isinstance(totals[0], Known) else totals[0])
    amounts = dict(zip(keys, totals, strict=True))
    return BinPacking(bins, sizes, loads=amounts) if equal else BinPacking(bins, sizes, amounts)


def _boxes(one: NoOverlapBoxes) -> tuple[Any, ...]:
    return (one.terms[: len(one.terms) // 2], one.terms[len(one.terms) // 2 :], one.width, one.ignore_empty or None)


def _no_overlap_boxes(corners: Any, sizes: Any, dimensions: int, ignore_empty: Any = None) -> NoOverlapBoxes:
    places = range(0, len(corners), dimensions)
    rows = [[row[i : i + dimensions] for i in places] for row in (corners, sizes)]
    return NoOverlapBoxes(*rows, ignore_empty=bool(ignore_empty))


def _knapsack(one: Knapsack) -> tuple[Any, ...]:
    *counts, weight, profit = one.terms
    given = tuple(counts), tuple(one.weights), tuple(one.profits)
    return (*given, weight, profit, one.weighs or None, one.brings or None)


def _make_knapsack(
    counts: Any, weights: Any, profits: Any, weight: Any, profit: Any, weighs: Any = None, brings: Any = None
) -> Knapsack:
    totals = {"weight" if weighs else "capacity": weight, "profit" if brings else "least_profit": profit}
    return Knapsack(counts, weights, profits, **totals)


SCHEDULES: tuple[Kind, ...] = (
    kind(
        "no_overlap",
        NoOverlap,
        {"starts": _TERMS, "durations": _TERMS, **_PRESENT},
        _tasks,
        _no_overlap,
    ),
    kind(
        "cumulative",
        Cumulative,
        {"starts": _TERMS, "durations": _TERMS, "demands": _TERMS, "capacity": _TERM, **_PRESENT},
        _shared,
        _cumulative,
    ),
    kind(
        "knapsack",
        Knapsack,
        {
            "counts": _TERMS,
            "weights": Field.INTEGERS,
            "profits": Field.INTEGERS,
            "weight": _TERM,
            "profit": _TERM,
            "weighs": _FLAG,
            "brings": _FLAG,
        },
        _knapsack,
        _make_knapsack,
    ),
    kind(
        "bin_packing",
        BinPacking,
        {"bins": _TERMS, "sizes": Field.INTEGERS, "totals": _TERMS, "keys": _VALUES, "equal": _FLAG},
        _packed,
        _bin_packing,
    ),
    kind(
        "no_overlap_boxes",
        NoOverlapBoxes,
        {"corners": _TERMS, "sizes": _TERMS, "dimensions": _INTEGER, "ignore_empty": _FLAG},
        _boxes,
        _no_overlap_boxes,
    ),
)
"""The kinds of constraints about tasks and about packing."""
