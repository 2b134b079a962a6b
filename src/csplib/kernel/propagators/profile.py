"""The profile of a resource: how much the tasks need for certain, at each time; and a check of the energy.

A task whose latest start is before its earliest end certainly runs in between: its *compulsory part* (Lahrichi 1982).
The profile is the sum of these parts. The bounds of all tasks are kept in order from run to run. They are nearly sorted
each time, so a run takes time linear in the number of tasks.
"""

from __future__ import annotations

from typing import final

from csplib.kernel.cells import Cell
from csplib.kernel.clock import look_up
from csplib.kernel.propagators.task_start import TaskStart

__all__ = ["Activity", "Moment", "Profile", "Step"]


@final
class Moment:
    """A bound of a task as a point in time."""

    __slots__ = ("activity", "time")

    def __init__(self, activity: Activity) -> None:
        self.activity: Activity = activity
        self.time: int = 0


@final
class Activity(TaskStart):
    """A task that needs a resource: its variables, and their bounds.

    The bounds of the start are `low` and `high`; `duration` and `demand` are the least values. The four moments are
    derived from them. `settled_…` has the bounds at the end of the last run, and `is_new` says whether they differ.
    `place`, `link` and `used` are for the check of the energy: the part of the line that begins at its earliest start.
    """

    __slots__ = (
        "demand",
        "demand_cell",
        "demand_mask",
        "due",
        "duration",
        "duration_cell",
        "duration_mask",
        "end",
        "is_new",
        "latest",
        "link",
        "place",
        "settled_demand",
        "settled_duration",
        "settled_high",
        "settled_low",
        "start",
        "used",
    )

    def __init__(self, cell: Cell, duration_cell: Cell, demand_cell: Cell) -> None:
        super().__init__(cell)
        self.duration_cell: Cell = duration_cell
        self.demand_cell: Cell = demand_cell
        self.duration_mask: int = 0
        self.demand_mask: int = 0
        self.duration: int = 0
        self.demand: int = 0
        self.settled_low: int = 0
        self.settled_high: int = 0
        self.settled_duration: int = -1
        self.settled_demand: int = 0
        self.is_new: bool = True
        self.start: Moment = Moment(self)
        self.latest: Moment = Moment(self)
        self.end: Moment = Moment(self)
        self.due: Moment = Moment(self)
        self.place: int = 0
        self.link: int = 0
        self.used: int = 0

    def read_all(self) -> None:
        """Read the bounds of the start, the duration and the demand, and compute the moments."""
        self.read()
        if self.duration_cell.mask != self.duration_mask or self.duration_cell.interval is not None:
            self.duration_mask = self.duration_cell.mask
            self.duration = self.duration_cell.low()
        if self.demand_cell.mask != self.demand_mask or self.demand_cell.interval is not None:
            self.demand_mask = self.demand_cell.mask
            self.demand = self.demand_cell.low()
        self.update()

    def update(self) -> None:
        """Compute the moments from the bounds."""
        self.start.time = self.low
        self.latest.time = self.high
        self.end.time = self.low + self.duration
        self.due.time = self.high + self.duration

    def has_moved(self) -> bool:
        """Read the bounds of the start again; return whether they have moved."""
        low, high = self.low, self.high
        self.read()
        if self.low == low and self.high == high:
            return False
        self.update()
        return True

    def settle(self) -> None:
        """Keep the bounds as those of the last run."""
        self.settled_low = self.low
        self.settled_high = self.high
        self.settled_duration = self.duration
        self.settled_demand = self.demand


@final
class Step:
    """A step of the profile."""

    __slots__ = ("begin", "end", "height")

    def __init__(self) -> None:
        self.begin: int = 0
        self.end: int = 0
        self.height: int = 0


@final
class Profile:
    """The tasks of one resource in order of their moments, and the first `count` of `steps`: the profile without gaps.

    `run` is the number of the last run that succeeded. `greatest_demand` is that of a task that certainly runs.
    """

    def __init__(self, activities: list[Activity]) -> None:
        self.activities: list[Activity] = activities
        self.steps: list[Step] = []
        self.count: int = 0
        self.run: int = 0
        self.greatest_demand: int = 0
        self._starts: list[Moment] = [activity.start for activity in activities]
        self._latests: list[Moment] = [activity.latest for activity in activities]
        self._ends: list[Moment] = [activity.end for activity in activities]
        self._dues: list[Moment] = [activity.due for activity in activities]

    def read(self) -> bool:
        """Read the bounds of all tasks; return whether any is new."""
        self.greatest_demand = 0
        is_new = False
        for activity in self.activities:
            activity.read_all()
            activity.is_new = (
                activity.low != activity.settled_low
                or activity.high != activity.settled_high
                or activity.duration != activity.settled_duration
                or activity.demand != activity.settled_demand
            )
            is_new = is_new or activity.is_new
            if activity.duration:
                self.greatest_demand = max(self.greatest_demand, activity.demand)
        return is_new

    def settle(self) -> None:
        """Keep the bounds as those of a successful run."""
        self.run += 1
        for activity in self.activities:
            activity.settle()

    def new_span(self) -> tuple[int, int]:
        """Return when the first new task that certainly runs begins to, and when the last one ends; 0 if none does."""
        begin = end = 0
        for activity in self.activities:
            if activity.is_new and activity.latest.time < activity.end.time:
                is_only = begin == end
                begin = activity.latest.time if is_only else min(begin, activity.latest.time)
                end = activity.end.time if is_only else max(end, activity.end.time)
        return begin, end

    def span(self) -> tuple[int, int]:
        """Return when the first step begins and the last one ends; 0 if there is none."""
        return (self.steps[0].begin, self.steps[self.count - 1].end) if self.count else (0, 0)

    def highest(self, begin: int, end: int) -> int:
        """Return the greatest height between two times."""
        height = 0
        for place in range(self.first_step(begin), self.count):
            step = self.steps[place]
            if step.begin >= end:
                break
            height = max(height, step.height)
        return height

    def build(self) -> int:
        """Compute the steps; return the greatest height."""
        look_up(len(self.activities))
        _sort(self._latests)
        _sort(self._ends)
        begins = [moment for moment in self._latests if moment.time < moment.activity.end.time]
        ends = [moment for moment in self._ends if moment.time > moment.activity.latest.time]
        self.count = 0
        highest = height = place = time = 0
        for moment in ends:
            while place < len(begins) and begins[place].time < moment.time:
                if height and time < begins[place].time:
                    self._add_step(time, begins[place].time, height)
                time = begins[place].time
                height += begins[place].activity.demand
                highest = max(highest, height)
                place += 1
            if height and time < moment.time:
                self._add_step(time, moment.time, height)
            time = moment.time
            height -= moment.activity.demand
        return highest

    def _add_step(self, begin: int, end: int, height: int) -> None:
        if self.count == len(self.steps):
            self.steps.append(Step())
        step = self.steps[self.count]
        step.begin = begin
        step.end = end
        step.height = height
        self.count += 1

    def first_step(self, time: int) -> int:
        """Return the place of the first step that ends after *time*."""
        low = 0
        high = self.count
        while low < high:
            middle = (low + high) >> 1
            if self.steps[middle].end > time:
                high = middle
            else:
                low = middle + 1
        return low

    def has_energy(self, capacity: int) -> bool:
        """Return whether each span from a start to an end has room for the tasks that must run within it.

        The tasks are put on a line in order of their latest ends, each as early as possible, as if they could be cut
        into pieces of any size. Full parts of the line are skipped by a union-find (Fahimi and Quimper 2014).
        """
        starts = self._starts
        count = len(starts)
        look_up(2 * count)
        _sort(starts)
        _sort(self._dues)
        for place in range(count):
            activity = starts[place].activity
            activity.place = activity.link = place
            activity.used = 0
        last = 0
        for moment in self._dues:
            energy = moment.activity.duration * moment.activity.demand
            place = moment.activity.place
            while energy:
                place = _first_free(starts, place)
                slot = starts[place].activity
                # The last part has no end.
                room = energy + 1
                if place + 1 < count:
                    room = capacity * (starts[place + 1].time - starts[place].time) - slot.used
                if room > energy:
                    slot.used += energy
                    energy = 0
                else:
                    slot.used += room
                    energy -= room
                    slot.link = place + 1
                last = max(last, place)
            if capacity * (starts[last].time - moment.time) + starts[last].activity.used > 0:
                return False
        return True


def _first_free(starts: list[Moment], place: int) -> int:
    """Return the place of the first part, from *place* on, that is not full."""
    root = place
    while starts[root].activity.link != root:
        root = starts[root].activity.link
    while place != root:
        activity = starts[place].activity
        place = activity.link
        activity.link = root
    return root


def _sort(moments: list[Moment]) -> None:
    """Sort by time: by insertion while the list is nearly sorted, as it usually is."""
    moves = 4 * len(moments)
    for place in range(1, len(moments)):
        moment = moments[place]
        at = place
        while at and moments[at - 1].time > moment.time:
            moments[at] = moments[at - 1]
            at -= 1
        moments[at] = moment
        moves -= place - at
        if moves < 0:
            moments.sort(key=_time_of)
            return


def _time_of(moment: Moment) -> int:
    return moment.time
