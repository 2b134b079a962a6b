"""Optional tasks on one machine: such a task is absent if it has no place between the tasks that certainly run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from csplib.kernel.clock import look_up

if TYPE_CHECKING:
    from csplib.kernel.bits import Mask
    from csplib.kernel.history import History, Literal
    from csplib.kernel.propagators.machine_task import Task
    from csplib.kernel.propagators.sequencing import TaskOrder
    from csplib.kernel.state import State

__all__ = ["admit", "reason_of_absence"]


def admit(state: State, order: TaskOrder) -> bool:
    """Let the tasks be absent that have no place. Time must run forward."""
    waiting: list[Task] = [task for task in order.tasks if task.away and task.is_open()]
    if not waiting:
        return True
    parts = sorted([(task.end - task.length, task.start + task.length) for task in order.tasks if not task.away])
    for task in waiting:
        look_up(1 + (len(parts) >> 2))
        if not _has_place(task, parts) and task.presence is not None and not state.exclude(task.presence.index, 1):
            return False
    return True


def _has_place(task: Task, parts: list[tuple[int, int]]) -> bool:
    """Return whether a task can start at some time. *parts* are latest starts and earliest ends of others."""
    length = max(0, task.length_cell.low())
    begin = task.low
    for latest, end in parts:
        if latest - length + 1 > begin:
            break
        begin = max(begin, end)  # it starts neither before the other task nor while that runs
    return begin <= task.high


def reason_of_absence(
    past: History, starts: Sequence[int], durations: Sequence[int], presences: Sequence[int], x: int
) -> list[Literal] | None:
    """Return why an optional task, whose presence is *x*, has no place, or None."""
    own = presences.index(x)
    length = past.low(durations[own])
    begin, high = past.low(starts[own]), past.high(starts[own])
    parts: list[tuple[int, int, int]] = []
    for place, y in enumerate(starts):
        if presences[place] < 0 or past.low(presences[place]) == past.high(presences[place]) == 1:
            parts.append((past.high(y), past.low(y) + past.low(durations[place]), place))
    found: dict[int, Mask] = {}
    past.meet(found, past.at_least(starts[own], begin))
    past.meet(found, past.at_most(starts[own], high))
    past.meet(found, past.at_least(durations[own], length))
    for latest, end, place in sorted(parts):
        if latest - length + 1 > begin or begin > high:
            break
        if end > begin:
            past.meet(found, past.at_most(starts[place], begin + length - 1))
            past.meet(found, past.at_least(starts[place], past.low(starts[place])))
            past.meet(found, past.at_least(durations[place], past.low(durations[place])))
            if presences[place] >= 0:
                past.meet(found, past.at_least(presences[place], 1))
                past.meet(found, past.at_most(presences[place], 1))
            begin = end
    return list(found.items()) if begin > high else None
