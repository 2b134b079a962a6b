"""The cumulative constraint by time-tabling (Le Pape 1988) on a sorted profile, with a check of the energy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.propagators.profile import Activity, Profile
from csplib.kernel.propagators.schedule_reason import KNOWN, reason_of_overload, reason_with_capacity
from csplib.kernel.state import State

__all__ = ["TimeTable"]


@final
class TimeTable(Propagator):
    """At no time do the running tasks need more than *capacity*. All arguments are variables.

    The tasks that certainly run make a profile of the least demand (see `csplib.kernel.propagators.profile`). No task
    may run where it does not fit on top of the others. That is tested for every single start; if a start has so many
    values that its domain is an interval, for its bounds. The energy check fails if the tasks that must run within some
    span of time need more than the capacity provides in it.

    If *capacity* is -1, it is the number *limit*. Durations, demands and the capacity are at least 0. The demand of an
    *optional* task, given by its place, is 0 if it can start nowhere with more.

    Complexity: a profile takes time linear in the number of tasks, since their order changes little. After a change,
    each task is compared with the part of the profile that has changed and that it can meet.

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
        *,
        optional: Sequence[int] = (),
        limit: int = 0,
    ) -> None:
        super().__init__([*starts, *durations, *demands, *([capacity] if capacity >= 0 else [])], origin)
        self.limit: int = limit
        self.optional: list[int] = list(optional)
        self.starts: list[int] = list(starts)
        self.durations: list[int] = list(durations)
        self.demands: list[int] = list(demands)
        self.capacity: int = capacity
        amounts = {*durations, *demands}
        distinct = len(set(starts)) == len(self.starts)
        self.idempotent: bool = distinct and amounts.isdisjoint(starts) and capacity not in {*amounts, *starts}

    def propagate(self, state: State) -> bool:
        run, capacity = state.memory(self, 2)
        if not run.mask:
            for x in self.scope[len(self.starts) :]:
                if state.cells[x].low() < 0 and not state.at_least(x, 0):
                    return False
        profile = self._profile(state)
        most = state.cells[self.capacity].high() if self.capacity >= 0 else self.limit
        is_next = run.mask != 0 and run.mask == profile.run and capacity.mask == most
        if not profile.read() and is_next:
            return True
        if not self._fit(state, profile, most, is_next) or not profile.has_energy(most):
            return False
        profile.settle()
        state.write(run, profile.run)
        if capacity.mask != most:
            state.write(capacity, most)
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        found = self._reason(past, x, gone) if self.idempotent else None
        if found is None and past.later():  # bounds may have moved to other values than the next integers
            found = self._reason(past, x, gone) if self.idempotent else None
        return past.bounds_or_domains(self.scope, x) if found is None else found

    def _reason(self, past: History, x: int, gone: Mask) -> list[Literal] | None:
        """Return a reason that names few tasks, or None. No start is that of two tasks."""
        tasks = self.starts, self.durations, self.demands
        most = past.high(self.capacity) if self.capacity >= 0 else self.limit
        if x < 0:
            return reason_of_overload(past, *tasks, self.capacity if self.capacity >= 0 else KNOWN, most)
        if x == self.capacity:
            return reason_of_overload(past, *tasks, -1, past.most(x, gone))
        return reason_with_capacity(past, *tasks, self.capacity, x, gone, limit=most) if x in self.starts else None

    def _profile(self, state: State) -> Profile:
        profile = state.scratch.get(self)
        if isinstance(profile, Profile):
            return profile
        cells = state.cells
        activities: list[Activity] = []
        for place, x in enumerate(self.starts):
            activities.append(Activity(cells[x], cells[self.durations[place]], cells[self.demands[place]]))
        new = Profile(activities)
        state.scratch[self] = new
        return new

    def _fit(self, state: State, profile: Profile, capacity: int, is_next: bool) -> bool:  # noqa: FBT001 - own
        """Keep every task off the steps on which it does not fit, until no compulsory part grows.

        If *is_next*, tasks that are not new have been kept off the old parts of the profile.
        """
        is_first = True
        begin, end = profile.new_span()
        while is_first or begin < end:
            needed = max(profile.build(), profile.greatest_demand)
            if not (state.at_least(self.capacity, needed) if self.capacity >= 0 else needed <= capacity):
                return False
            begin, end = (begin, end) if is_next else profile.span()
            highest = profile.highest(begin, end)
            next_begin = next_end = 0
            for activity in profile.activities:
                if activity.low == activity.high or not activity.duration:
                    continue
                since, until = activity.low, activity.high + activity.duration
                if not (is_first and activity.is_new):
                    if highest + activity.demand <= capacity:
                        continue
                    since, until = max(since, begin), min(until, end)
                if not _keep_off(state, profile, activity, capacity, since, until):
                    return False
                has_moved = moves = activity.has_moved()
                while moves and activity.cell.interval is not None:  # an end may be on an old step now
                    if not _keep_off(state, profile, activity, capacity, activity.low, activity.due.time):
                        return False
                    moves = activity.has_moved()
                if has_moved and activity.latest.time < activity.end.time:
                    is_only = next_begin == next_end
                    next_begin = activity.latest.time if is_only else min(next_begin, activity.latest.time)
                    next_end = activity.end.time if is_only else max(next_end, activity.end.time)
            is_first, is_next = False, True
            begin, end = next_begin, next_end
        for activity in profile.activities:
            duration, demand = activity.duration_cell.mask, activity.demand_cell.mask
            varies = duration & (duration - 1) or demand & (demand - 1)
            if varies and not _limit(state, profile, activity, capacity):
                return False
        return not self.optional or self._dismiss(state, profile, capacity)

    def _dismiss(self, state: State, profile: Profile, capacity: int) -> bool:
        """Let optional tasks need nothing that can start nowhere with more."""
        for place in self.optional:
            activity = profile.activities[place]
            is_out = not activity.demand and _is_out(profile, activity, capacity)
            if is_out and not state.at_most(activity.demand_cell.index, 0):
                return False
        return True


def _keep_off(state: State, profile: Profile, activity: Activity, capacity: int, since: int, until: int) -> bool:
    """Keep a task off the steps between *since* and *until* on which it does not fit; return False if it must run."""
    x = activity.cell.index
    room = capacity - activity.demand
    before = activity.duration - 1
    latest, end = activity.latest.time, activity.end.time
    first, last = 0, -1  # what to remove next: steps that are close to each other make one range
    place = profile.first_step(since)
    look_up(1 + ((profile.count - place) >> 3))
    while place < profile.count:
        step = profile.steps[place]
        place += 1
        if step.begin >= until:
            break
        if step.height <= room or (latest <= step.begin and step.end <= end):
            continue
        if first <= last and step.begin - before <= last + 1:
            last = step.end - 1
            continue
        if first <= last and not state.remove_range(x, first, last):
            return False
        first, last = step.begin - before, step.end - 1
    return first > last or state.remove_range(x, first, last)


def _is_out(profile: Profile, activity: Activity, capacity: int) -> bool:
    """Return whether a task that need not run can start nowhere with any demand but 0.

    A task of duration 0 never runs, so it has a place everywhere.
    """
    if not activity.duration:
        return False
    cell = activity.demand_cell
    least = 1 if cell.interval is not None else cell.axis.least(cell.mask & cell.axis.at_least(1) or cell.mask)
    begin = activity.low
    place = profile.first_step(begin)
    while least > 0 and place < profile.count and begin <= activity.high:
        step = profile.steps[place]
        place += 1
        if step.begin >= begin + activity.duration:
            break
        if step.height + least > capacity:
            begin = step.end
    return begin > activity.high


def _limit(state: State, profile: Profile, activity: Activity, capacity: int) -> bool:
    """Bound the duration and the demand of a task by what the others leave."""
    longest = activity.duration_cell.high() if activity.demand <= capacity else 0
    room = capacity if activity.duration else activity.demand_cell.high()
    latest, end = activity.latest.time, activity.end.time
    place = profile.first_step(latest)
    while place < profile.count:
        step = profile.steps[place]
        place += 1
        if latest <= step.begin and step.end <= end:
            room = min(room, capacity - step.height + activity.demand)
        elif step.height + activity.demand > capacity:
            longest = min(longest, max(step.begin - activity.low, 0))
            break
        elif step.begin - activity.low >= longest:
            break
    return state.at_most(activity.duration_cell.index, longest) and state.at_most(activity.demand_cell.index, room)
