"""The scheduling rules in their plainest form, quadratic and cubic: what the fast propagators are compared with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

Task: TypeAlias = tuple[int, int, int, int]
"""The earliest and latest start of a task, its shortest duration, its least demand."""

Step: TypeAlias = tuple[int, int, int]
"""A step of the profile: begin, end, demand."""


class PlainDisjunctive(Propagator):
    """No two tasks overlap: the rules in their plainest form, quadratic in the number of tasks."""

    def __init__(
        self,
        starts: Sequence[int],
        durations: Sequence[int],
        origin: object = None,
        *,
        decides: bool = True,
    ) -> None:
        super().__init__([*starts, *durations], origin, decides=decides)
        self.starts: list[int] = list(starts)
        self.durations: list[int] = list(durations)

    def propagate(self, state: State) -> bool:
        if not self._separate(state):
            return False
        if len(self.starts) < 3:
            return True
        return self._sequence(state, backward=False) and self._sequence(state, backward=True)

    def _separate(self, state: State) -> bool:
        """Prune by pairs of tasks."""
        cells = state.cells
        for x in self.durations:
            if cells[x].low() < 0 and not state.at_least(x, 0):
                return False
        least = [cells[x].low() for x in self.starts]
        most = [cells[x].high() for x in self.starts]
        lengths = [cells[x].low() for x in self.durations]
        for i, x in enumerate(self.starts):
            longest = cells[self.durations[i]].high()
            for j in range(len(least)):
                if i == j:
                    continue
                # A task i that starts at *first* or later ends after the latest start of j; one that starts at *last*
                # or earlier starts before j can end.
                first = most[j] - lengths[i] + 1
                last = least[j] + lengths[j] - 1
                overlaps = first <= last and first <= most[i] and last >= least[i]
                if overlaps and not state.remove_range(x, first, last):
                    return False
                if last >= most[i]:
                    longest = min(longest, most[j] - least[i])
            if not state.at_most(self.durations[i], longest):
                return False
            least[i] = cells[x].low()
            most[i] = cells[x].high()
        return True

    def _sequence(self, state: State, *, backward: bool) -> bool:
        """Let tasks start later or, with *backward*, end earlier: the same rules with time reversed."""
        cells = state.cells
        lengths = [cells[x].low() for x in self.durations]
        earliest = [cells[x].low() for x in self.starts]
        latest = [cells[x].high() + lengths[i] for i, x in enumerate(self.starts)]
        if backward:
            earliest, latest = [-time for time in latest], [-time for time in earliest]
        starts = list(earliest)
        if not _find_edges(earliest, latest, lengths, starts):
            return False
        _find_precedences(earliest, latest, lengths, starts)
        _find_not_first(earliest, latest, lengths, starts)
        for i, x in enumerate(self.starts):
            if starts[i] > earliest[i]:
                moved = state.at_most(x, -starts[i] - lengths[i]) if backward else state.at_least(x, starts[i])
                if not moved:
                    return False
        return True


def _find_edges(earliest: list[int], latest: list[int], lengths: list[int], starts: list[int]) -> bool:
    """Raise *starts* by edge-finding: a task that does not fit among the tasks due by some time starts after them.

    *earliest* has the earliest start of each task, *latest* its latest end. Return False on overload: if the tasks
    due by some time do not fit even without others.
    """
    order = [i for _, i in sorted([(earliest[i], i) for i in range(len(earliest))])]
    for due in set(latest):
        # Run the due tasks one after the other, as early as possible. *before* has the end before each place.
        done = earliest[order[0]]
        before: list[int] = []
        for i in order:
            before.append(done)
            if latest[i] <= due:
                done = max(done, earliest[i]) + lengths[i]
        if done > due:
            return False
        behind = 0
        for place in range(len(order) - 1, -1, -1):
            i = order[place]
            if latest[i] <= due:
                behind += lengths[i]
            elif max(before[place], earliest[i]) + lengths[i] + behind > due:
                starts[i] = max(starts[i], done)
    return True


def _find_precedences(earliest: list[int], latest: list[int], lengths: list[int], starts: list[int]) -> None:
    """Raise *starts* by detectable precedences: a task starts after all tasks that it cannot precede."""
    order = [j for _, j in sorted([(earliest[j], j) for j in range(len(earliest))])]
    for i, length in enumerate(lengths):
        done = earliest[order[0]]
        for j in order:
            if j != i and earliest[i] + length > latest[j] - lengths[j]:
                done = max(done, earliest[j]) + lengths[j]
        starts[i] = max(starts[i], done)


def _find_not_first(earliest: list[int], latest: list[int], lengths: list[int], starts: list[int]) -> None:
    """Raise *starts* by not-first: a task that cannot precede all of some others starts after one of them has ended.

    The others are the tasks that cannot have ended when the task starts. They are found again for its new start.
    """
    order = [j for _, j in sorted([(-latest[j], j) for j in range(len(latest))])]
    for i, length in enumerate(lengths):
        start = earliest[i]
        while start + length <= latest[i]:
            begin = soonest = latest[order[0]]
            for j in order:
                done = earliest[j] + lengths[j]
                if done > start and j != i:
                    # One before the other, as late as possible.
                    begin = min(begin, latest[j]) - lengths[j]
                    soonest = min(soonest, done)
            if start + length <= begin:
                break
            start = soonest
        starts[i] = max(starts[i], start)


class PlainTimeTable(Propagator):
    """Time-tabling that compares each task with each step of the profile, and each span with each task."""

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
        energy = 0
        for least, most, duration, demand in order:
            if most + duration <= due:
                energy += duration * demand
                if energy > capacity * (due - least):
                    return False
    return True
