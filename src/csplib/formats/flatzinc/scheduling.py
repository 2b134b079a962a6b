"""FlatZinc's global constraints about tasks, boxes and bins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from csplib.formats.flatzinc.logic import conjunction
from csplib.formats.flatzinc.posting import as_terms, compared
from csplib.modelling.constraints.bin_packing import BinPacking
from csplib.modelling.constraints.cumulative import Cumulative
from csplib.modelling.constraints.no_overlap import NoOverlap
from csplib.modelling.constraints.no_overlap_boxes import NoOverlapBoxes

__all__ = ["SCHEDULING"]

_Row = Sequence[Any]


def _cumulative(starts: _Row, durations: _Row, demands: _Row, capacity: Any) -> Any:
    amounts = [one for one in (*durations, *demands, capacity) if isinstance(one, int)]
    if any(one < 0 for one in amounts):
        return False
    return Cumulative(as_terms(starts), durations, demands, capacity) if starts else compared(">=", capacity, 0)


def _disjunctive(starts: _Row, durations: _Row) -> Any:
    """Return the constraint that tasks do not overlap; one of duration 0 may be anywhere."""
    if not all(isinstance(long, int) for long in durations):
        return _cumulative(starts, durations, [1] * len(starts), 1)
    tasks = [(start, long) for start, long in zip(starts, durations, strict=True) if long]
    return _strictly_disjunctive([start for start, _ in tasks], [long for _, long in tasks])


def _strictly_disjunctive(starts: _Row, durations: _Row) -> Any:
    if any(one < 0 for one in durations if isinstance(one, int)):
        return False
    return NoOverlap(as_terms(starts), durations) if starts else True


def _boxes(corners: Sequence[_Row], sizes: Sequence[_Row], *, ignore_empty: bool = False) -> Any:
    """Return the constraint that boxes do not overlap; each has a row of coordinates, and one of sizes."""
    if any(size < 0 for row in sizes for size in row if isinstance(size, int)):
        return False
    if not corners:
        return True
    return NoOverlapBoxes(list(map(as_terms, corners)), [tuple(row) for row in sizes], ignore_empty=ignore_empty)


def _rectangles(*, ignore_empty: bool) -> Callable[[_Row, _Row, _Row, _Row], Any]:
    def post(x: _Row, y: _Row, width: _Row, height: _Row) -> Any:
        corners = list(zip(x, y, strict=True))
        return _boxes(corners, list(zip(width, height, strict=True)), ignore_empty=ignore_empty)

    return post


def _solids(*, ignore_empty: bool) -> Callable[[_Row, _Row, int], Any]:
    def post(corners: _Row, sizes: _Row, dimensions: int) -> Any:
        rows = [[row[at : at + dimensions] for at in range(0, len(row), dimensions)] for row in (corners, sizes)]
        return _boxes(rows[0], rows[1], ignore_empty=ignore_empty)

    return post


def _packing(capacity: int, bins: _Row, sizes: _Row) -> Any:
    if not bins or capacity < 0:
        return not bins
    return BinPacking(as_terms(bins), sizes, capacity=capacity)


def _packing_capacities(capacities: _Row, bins: _Row, sizes: _Row, first: int = 1) -> Any:
    if not bins:
        return all(one >= 0 for one in capacities)
    return BinPacking(as_terms(bins), sizes, capacity=dict(enumerate(capacities, first)))


def _packing_loads(loads: _Row, bins: _Row, sizes: _Row, first: int = 1) -> Any:
    if not bins:
        return conjunction([compared("==", load, 0) for load in loads])
    return BinPacking(as_terms(bins), sizes, loads=dict(enumerate(loads, first)))


SCHEDULING: dict[str, Callable[..., Any]] = {
    "bin_packing": _packing,
    "bin_packing_capa": _packing_capacities,
    "bin_packing_load": _packing_loads,
    "cumulative": _cumulative,
    "diffn": _rectangles(ignore_empty=False),
    "diffn_k": _solids(ignore_empty=False),
    "diffn_nonstrict": _rectangles(ignore_empty=True),
    "diffn_nonstrict_k": _solids(ignore_empty=True),
    "disjunctive": _disjunctive,
    "disjunctive_strict": _strictly_disjunctive,
}
"""The constraints by name; each returns a constraint of csplib, or True or False."""
