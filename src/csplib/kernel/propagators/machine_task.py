"""A task on one machine, and lists of tasks in order of their bounds."""

from __future__ import annotations

from typing import final

from csplib.kernel.cells import Cell
from csplib.kernel.propagators.task_start import TaskStart

__all__ = ["Task", "first_after", "first_at", "sort_by_end", "sort_by_start"]


@final
class Task(TaskStart):
    """A task: its variables, its bounds, and the bounds that the rules of one pass conclude.

    `start` is the earliest start and `end` the latest end; both have the opposite sign, and each other's meaning, while
    time is reversed. `length` is the shortest duration. `touched` is the number of the pass that changed a bound last.
    The bounds at the end of the last run are `settled_start`, `settled_end` and `settled_length`.

    A task with a `presence` runs only if that is 1. Until then it is `away`: it takes no time, anywhere from before all
    others until after them, so that no rule concludes anything from it or about it.
    """

    __slots__ = (
        "away",
        "end",
        "ending",
        "length",
        "length_cell",
        "length_mask",
        "number",
        "place",
        "presence",
        "settled_end",
        "settled_length",
        "settled_start",
        "start",
        "starting",
        "touched",
    )

    def __init__(self, number: int, cell: Cell, length_cell: Cell, presence: Cell | None = None) -> None:
        super().__init__(cell)
        self.presence: Cell | None = presence
        self.away: bool = False
        self.number: int = number
        self.length_cell: Cell = length_cell
        self.length_mask: int = 0
        self.start: int = 0
        self.end: int = 0
        self.length: int = 0
        self.settled_start: int = 0
        self.settled_end: int = 0
        self.settled_length: int = -1
        self.starting: int = 0
        self.ending: int = 0
        self.place: int = -1
        self.touched: int = 0

    def read_all(self, before: int, after: int) -> None:
        """Read the bounds of the start, and the length. *before* and *after* are times outside those of all tasks."""
        self.read()
        if self.length_cell.mask != self.length_mask or self.length_cell.interval is not None:
            self.length_mask = self.length_cell.mask
            self.length = self.length_cell.low()
        self.start = self.low
        self.end = self.high + self.length
        if self.presence is not None:
            self.away = not self.is_present()
            if self.away:
                self.start = before
                self.end = after
                self.length = self.length_mask = 0

    def is_present(self) -> bool:
        """Return whether the task certainly runs."""
        presence = self.presence
        return presence is None or (not presence.mask & (presence.mask - 1) and presence.has(1))

    def is_open(self) -> bool:
        """Return whether it is not known if the task runs."""
        presence = self.presence
        return presence is not None and presence.mask & (presence.mask - 1) != 0 and presence.has(1)


def first_after(by_end: list[Task], time: int) -> int:
    """Return the place of the first task whose latest end is after *time*."""
    low = 0
    high = len(by_end)
    while low < high:
        middle = (low + high) >> 1
        if by_end[middle].end > time:
            high = middle
        else:
            low = middle + 1
    return low


def first_at(by_start: list[Task], time: int) -> int:
    """Return the place of the first task whose earliest start is at *time* or later."""
    low = 0
    high = len(by_start)
    while low < high:
        middle = (low + high) >> 1
        if by_start[middle].start >= time:
            high = middle
        else:
            low = middle + 1
    return low


def sort_by_start(tasks: list[Task]) -> None:
    """Sort by the earliest start, ties by number: by insertion while the list is nearly sorted, as it usually is."""
    moves = 4 * len(tasks)
    for place in range(1, len(tasks)):
        task = tasks[place]
        at = place
        time = task.start
        while at:
            before = tasks[at - 1]
            if before.start < time or (before.start == time and before.number < task.number):
                break
            tasks[at] = before
            at -= 1
        tasks[at] = task
        moves -= place - at
        if moves < 0:
            tasks.sort(key=_start_of)
            return


def sort_by_end(tasks: list[Task]) -> None:
    """Sort by the latest end, in the same way."""
    moves = 4 * len(tasks)
    for place in range(1, len(tasks)):
        task = tasks[place]
        at = place
        time = task.end
        while at:
            before = tasks[at - 1]
            if before.end < time or (before.end == time and before.number < task.number):
                break
            tasks[at] = before
            at -= 1
        tasks[at] = task
        moves -= place - at
        if moves < 0:
            tasks.sort(key=_end_of)
            return


def _start_of(task: Task) -> tuple[int, int]:
    return task.start, task.number


def _end_of(task: Task) -> tuple[int, int]:
    return task.end, task.number
