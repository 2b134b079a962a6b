"""The kinds of constraints over tasks. Tasks are numbered from 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from csplib.errors import RowError
from csplib.formats.kinds import Field, Kind, kind
from csplib.modelling.constraints.cumulative import Cumulative
from csplib.modelling.constraints.no_overlap import NoOverlap
from csplib.modelling.constraints.task_terms import TaskTerms
from csplib.modelling.tasks import Task
from csplib.modelling.terms import Term

__all__ = ["TASKS"]

_TIMES = {"starts": Field.TERMS, "durations": Field.TERMS}
_SOME = {"present": Field.COUNTS, "ends": Field.COUNTS}
"""By the number of a task: whether it takes place, and its end if it has one of its own."""


def _some(one: Any) -> tuple[Any, Any]:
    """Return the presences and the ends of those tasks that have them."""
    found = [{task: one.terms[place] for task, place in some.items()} for some in (one.more.presences, one.more.ends)]
    return found[0] or None, found[1] or None


def _apart(one: NoOverlap) -> Sequence[Any]:
    count = one.count
    return one.terms[:count], one.terms[count : 2 * count], *_some(one)


def _sharing(one: Cumulative) -> Sequence[Any]:
    starts, durations, demands, capacity = one.parted(one.terms)
    return starts, durations, demands, capacity, *_some(one)


def _tasks(
    starts: Sequence[Term], durations: Sequence[Term], present: Mapping[Any, Any], ends: Mapping[Any, Any]
) -> list[Task]:
    if len(starts) != len(durations) or not {*present, *ends} <= set(range(len(starts))):
        raise RowError(f"{len(starts)} tasks have {len(durations)} durations, and numbers below {len(starts)}")
    both = zip(starts, durations, strict=True)
    return [Task(*times, ends.get(task), present=present.get(task, True)) for task, times in enumerate(both)]


def _no_overlap(starts: Sequence[Term], durations: Sequence[Term], present: Any = None, ends: Any = None) -> NoOverlap:
    if not present and not ends:
        return NoOverlap(starts, durations)
    return NoOverlap(_tasks(starts, durations, present or {}, ends or {}))


def _cumulative(
    starts: Sequence[Term],
    durations: Sequence[Term],
    demands: Sequence[Term],
    capacity: Term,
    present: Any = None,
    ends: Any = None,
) -> Cumulative:
    """Return the constraint. The demands of tasks that may be absent are 0 then: they are products already."""
    found = Cumulative(starts, durations, demands, capacity)
    if present or ends:
        found.more = TaskTerms(_tasks(starts, durations, present or {}, ends or {}), len(found.terms))
        found.terms = (*found.terms, *found.more.terms)
    return found


TASKS: tuple[Kind, ...] = (
    kind("no_overlap", NoOverlap, _TIMES | _SOME, _apart, _no_overlap),
    kind(
        "cumulative",
        Cumulative,
        _TIMES | {"demands": Field.TERMS, "capacity": Field.TERM} | _SOME,
        _sharing,
        _cumulative,
    ),
)
"""The kinds of constraints over tasks."""
