"""The cumulative constraint by time-tabling (Le Pape 1988), with a check of the energy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, final

from csplib.kernel.clock import look_up
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["Step", "Task", "TimeTable"]

Task: TypeAlias = tuple[int, int, int, int]
"""The earliest and latest start of a task, its shortest duration, its least demand."""

Step: TypeAlias = tuple[int, int, int]
"""A step of the profile: begin, end, demand."""


@final
class TimeTable(Propagator):
    """At no time do the running tasks need more than *capacity*. All arguments are variables.

    A task whose latest start is before its earliest end certainly runs in between: its *compulsory part* (Lahrichi
    1982). The sum of these parts is a profile of the least demand. No task may run where it does not fit on top of the
    others. That is tested for every single start, not only for bounds. The energy check fails if the tasks that must
    run within some span of time need more than the capacity provides in it.

    Durations, demands and the capacity are at least 0.

    Complexity: each task is compared with each step of the profile, at most two for each task, and with the end of each
    other task.

    >>> state = State([0b00010, 0b11111, 0b1000, 0b0100, 0b0100])
    >>> TimeTable([0, 1], [2, 3], [3, 4], 3).propagate(state), state.domains
    (True, [2, 16, 8, 4, 4])
    """

    def __init__(
        self,
        starts: Sequence[int],
        durations: Sequence[int],
        demands: Sequence[int],
        capacity: int,
        origin: object = None,
    ) -> None:
        super().__init__([*starts, *durations, *demands, capacity], origin)
        self.starts: list[int] = list(starts)
        self.durations: list[int] = list(durations)
        self.demands: list[int] = list(demands)
        self.capacity: int = capacity

    def propagate(self, state: State) -> bool:
        cells = state.cells
        for x in self.scope[len(self.starts) :]:
            if cells[x].low() < 0 and not state.at_least(x, 0):
                return False
        tasks: list[Task] = []
        for i, x in enumerate(self.starts):
            duration = cells[self.durations[i]].low()
            demand = cells[self.demands[i]].low()
            tasks.append((cells[x].low(), cells[x].high(), duration, demand))
        profile = _profile(tasks)
        needs = [demand for _, _, duration, demand in tasks if duration] + [needed for _, _, needed in profile]
        if not state.at_least(self.capacity, max(needs, default=0)):
            return False
        capacity = cells[self.capacity].high()
        for i, task in enumerate(tasks):
            if not self._fit(state, i, task, profile, capacity):
                return False
        return _has_energy(tasks, capacity)

    def _fit(self, state: State, i: int, task: Task, profile: list[Step], capacity: int) -> bool:
        """Keep task *i* off the steps on which it does not fit, and bound its demand where it certainly runs."""
        look_up(len(profile))
        least, most, duration, demand = task
        longest = state.cells[self.durations[i]].high() if demand <= capacity else 0
        room = capacity if duration else state.cells[self.demands[i]].high()
        for begin, end, needed in profile:
            if most <= begin and end <= least + duration:
                room = min(room, capacity - (needed - demand))
            elif needed + demand > capacity:
                meets = duration and begin - duration < most and end > least
                if meets and not state.remove_range(self.starts[i], begin - duration + 1, end - 1):
                    return False
                if most < end:
                    longest = min(longest, max(begin - least, 0))
        return state.at_most(self.durations[i], longest) and state.at_most(self.demands[i], room)


def _profile(tasks: list[Task]) -> list[Step]:
    """Return the steps of the sum of all compulsory parts, in order of time."""
    change: dict[int, int] = {}
    for least, most, duration, demand in tasks:
        if most < least + duration:
            change[most] = change.get(most, 0) + demand
            change[least + duration] = change.get(least + duration, 0) - demand
    times = sorted(change)
    profile: list[Step] = []
    needed = 0
    for place in range(len(times) - 1):
        needed += change[times[place]]
        profile.append((times[place], times[place + 1], needed))
    return profile


def _has_energy(tasks: list[Task], capacity: int) -> bool:
    """Return whether each span from a start to an end has room for the tasks that must run within it."""
    order = sorted(tasks, reverse=True)
    for due in {most + duration for _, most, duration, _ in tasks}:
        look_up(len(tasks))
        energy = 0
        for least, most, duration, demand in order:
            if most + duration <= due:
                energy += duration * demand
                if energy > capacity * (due - least):
                    return False
    return True
