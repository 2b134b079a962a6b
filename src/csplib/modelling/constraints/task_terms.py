"""The terms of constraints about tasks: starts, durations, whether they are present, and ends that are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from csplib.display.wording import brief
from csplib.errors import KindError
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["AnyTask", "TaskTerms", "tasks_in"]


class AnyTask:
    """What constraints know about a `Task`."""

    __slots__ = ("duration", "end", "is_tied", "present", "start", "takes", "until")

    start: Any
    duration: Any
    end: Any
    present: Any
    """A term that is 1 if the task takes place, or True or False."""
    is_tied: bool
    """Whether start, duration and end were all given: then they must fit each other."""
    takes: Any
    """The duration, or 0 where it is negative, if the task may be absent: then its duration may be anything."""
    until: Any
    """The end, or something that start plus `takes` never is, if all three were given and the duration is negative."""

    @property
    def has_end(self) -> bool:
        """Return whether constraints must state that start plus `takes` is `until`, if the task is present."""
        return self.is_tied or self.takes is not self.duration

    def need(self, demand: Term) -> Term:
        """Return what the task needs of a resource: nothing, if it is not present."""
        raise NotImplementedError


def tasks_in(kind: str, things: Sequence[object], durations: object) -> list[AnyTask] | None:
    """Return the first argument of a constraint as tasks, or None if it has starts."""
    found = [one for one in things if isinstance(one, AnyTask)]
    if not found:
        return None
    for one in things:
        if not isinstance(one, AnyTask):
            raise KindError(f"{kind} takes tasks or starts, not both: {brief(one)} is no task")
    if durations is not None:
        raise KindError(f"{kind} takes no durations beside tasks, which have their own")
    return found


class TaskTerms:
    """Where a constraint has the presences and the ends of its tasks: their places among its terms, by task.

    `terms` are these terms. They are behind *behind* other terms, the starts and the durations first.
    """

    def __init__(self, tasks: Sequence[AnyTask], behind: int) -> None:
        self.terms: list[Term] = []
        self.presences: dict[int, int] = {}
        self.ends: dict[int, int] = {}
        for number, task in enumerate(tasks):
            if isinstance(task.present, Term):
                self.presences[number] = behind + len(self.terms)
                self.terms.append(task.present)
        for number, task in enumerate(tasks):
            if task.has_end:
                self.ends[number] = behind + len(self.terms)
                self.terms.append(task.until)

    def running(self, row: Sequence[int], count: int) -> list[int] | None:
        """Return which of *count* tasks are present, given a value for each term; None if a task has a wrong end."""
        found = [number for number in range(count) if number not in self.presences or row[self.presences[number]] == 1]
        for number in found:
            if number in self.ends and row[number] + row[count + number] != row[self.ends[number]]:
                return None
        return found

    def variables(self, scope: Sequence[int], count: int) -> list[int]:
        """Return the variable of each presence, -1 where a task is always present."""
        return [scope[self.presences[number]] if number in self.presences else -1 for number in range(count)]

    def lower(self, to: Lowering, constraint: Constraint, scope: Sequence[int], count: int) -> None:
        """State that start plus duration is the end of each task that has one of its own, if it is present."""
        for number, place in self.ends.items():
            present = scope[self.presences[number]] if number in self.presences else -1
            to.tie(constraint, scope[number], scope[count + number], scope[place], present)
