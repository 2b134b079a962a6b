"""FlatZinc's global constraints about tasks, boxes and bins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from csplib.formats.flatzinc.posting import as_terms, compared
from csplib.modelling.constraints.cumulative import Cumulative
from csplib.modelling.constraints.no_overlap import NoOverlap

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


SCHEDULING: dict[str, Callable[..., Any]] = {
    "cumulative": _cumulative,
    "disjunctive": _disjunctive,
    "disjunctive_strict": _strictly_disjunctive,
}
"""The constraints by name; each returns a constraint of csplib, or True or False."""
