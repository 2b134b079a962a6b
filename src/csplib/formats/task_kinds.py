"""The kinds of constraints over tasks. Tasks are numbered from 0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from csplib.errors import RowError
from csplib.formats.kinds import Field, Kind, kind
from csplib.modelling.constraints.cumulative import Cumulative
from csplib.modelling.constraints.no_overlap import NoOverlap
from csplib.modelling.constraints.task_terms import TaskTerms
from csplib.modelling.tasks import Task
from csplib.modelling.terms import Term

__all__ = ["OF_TASKS", "TASKS"]

_TIMES = {"starts": Field.TERMS, "durations": Field.TERMS}
_SOME = {"present": Field.COUNTS, "ends": Field.COUNTS}
"""By the number of a task: whether it takes place, and its end if it has one of its own."""


def _some(one: Any) -> tuple[Any, Any]:
    """Return the presences and the ends of those tasks that have them."""
    found = [{task: one.terms[place] for task, place in some.items()} for some in (one.more.presences, one.more.ends)]
    return found[0] or None, found[1] or None


def _apart(one: NoOverlap) -> Sequence[Any]:
    return one.terms[: one.count], one.terms[one.count : 2 * one.count]


def _sharing(one: Cumulative) -> Sequence[Any]:
    return one.parted(one.terms)


def _tasks(starts: Sequence[Term], durations: Sequence[Term], present: Any = None, ends: Any = None) -> list[Task]:
    presences, given = present or {}, ends or {}
    if len(starts) != len(durations) or not {*presences, *given} <= set(range(len(starts))):
        raise RowError(f"{len(starts)} tasks have {len(durations)} durations, and numbers below {len(starts)}")
    both = zip(starts, durations, strict=True)
    return [Task(*times, given.get(task), present=presences.get(task, True)) for task, times in enumerate(both)]


def _no_overlap(starts: Sequence[Term], durations: Sequence[Term], present: Any = None, ends: Any = None) -> NoOverlap:
    return NoOverlap(_tasks(starts, durations, present, ends))


def _cumulative(
    starts: Sequence[Term],
    durations: Sequence[Term],
    demands: Sequence[Term],
    capacity: Term,
    present: Any = None,
    ends: Any = None,
) -> Cumulative:
    """Return the constraint. The demands of tasks that may be absent are 0 then: they are products already."""
    tasks = _tasks(starts, durations, present, ends)
    found = Cumulative(starts, [task.takes for task in tasks], demands, capacity)
    found.more = TaskTerms(tasks, len(found.terms))
    found.terms = (*found.terms, *found.more.terms)
    return found


_DEMANDS = {"demands": Field.TERMS, "capacity": Field.TERM}

TASKS: tuple[Kind, ...] = (
    kind("no_overlap", NoOverlap, _TIMES, _apart),
    kind("cumulative", Cumulative, _TIMES | _DEMANDS, _sharing),
)
"""The kinds of constraints over tasks that are always present, by their starts and durations."""

OF_TASKS: dict[str, Kind] = {
    "no_overlap": kind(
        "no_overlap_of_tasks",
        NoOverlap,
        _TIMES | _SOME,
        lambda one: (*_apart(one), *_some(one)),
        _no_overlap,
    ),
    "cumulative": kind(
        "cumulative_of_tasks",
        Cumulative,
        _TIMES | _DEMANDS | _SOME,
        lambda one: (*_sharing(one), *_some(one)),
        _cumulative,
    ),
}
"""The kinds of the same constraints if a task may be absent, or has an end of its own."""
