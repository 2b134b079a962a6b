"""Tasks on one machine: of any two, one ends before the other begins.

Bounds are moved by the rules of `csplib.kernel.propagators.sequencing`. They take time O(n log n), and look only at the
tasks around those that have changed. Inner values are removed pair by pair, only for tasks that have changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.propagators.machine_task import Task, first_after, first_at
from csplib.kernel.propagators.optional_tasks import admit, reason_of_absence
from csplib.kernel.propagators.schedule_reason import reason_on_machine
from csplib.kernel.propagators.sequencing import TaskOrder
from csplib.kernel.state import Cell, State

__all__ = ["Disjunctive"]

_PAIR: Final = 2


@final
class _Book:
    """The tasks as the last successful run left them, the number of that run, and whether a start has bits."""

    def __init__(self, order: TaskOrder) -> None:
        self.order: TaskOrder = order
        self.run: int = 0
        self.has_bits: bool = False
        self.has_optional: bool = False
        for task in order.tasks:
            if task.cell.interval is None:
                self.has_bits = True
            if task.presence is not None:
                self.has_optional = True


@final
class Disjunctive(Propagator):
    """No two tasks overlap. *starts* and *durations* are variables; no duration is below 0.

    For two tasks, exactly the values remain for which the other task has a place. If a start has so many values that
    its domain is an interval, that is so for its bounds. Rules about sets use the shortest durations. They are sound
    because tasks that do not overlap can be put in a sequence, each ending before the next one begins. That includes
    tasks of duration 0, even several at the same time.

    If ``presences[i]`` is not -1, it is a variable, and task *i* runs only if it is 1. It is not 1 if the task has no
    place between those that certainly run.

    Complexity: O(n log n) for each pass over the tasks, until no bound moves.

    >>> state = State([0b11111, 0b00111, 0b01000, 0b00100])
    >>> Disjunctive([0, 1], [2, 3]).propagate(state), state.domains
    (True, [28, 7, 8, 4])
    """

    def __init__(
        self,
        starts: Sequence[int],
        durations: Sequence[int],
        origin: object = None,
        *,
        presences: Sequence[int] = (),
        decides: bool = True,
    ) -> None:
        optional = [x for x in presences if x >= 0]
        super().__init__([*starts, *durations, *optional], origin, decides=decides)
        self.starts: list[int] = list(starts)
        self.durations: list[int] = list(durations)
        self.presences: list[int] = list(presences) if optional else []
        distinct = len(set(starts)) == len(self.starts) and set(starts).isdisjoint(durations)
        self.idempotent: bool = distinct and set(optional).isdisjoint([*starts, *durations])

    def propagate(self, state: State) -> bool:
        if len(self.starts) <= _PAIR and not self.presences:
            return self._begin(state) and self._part(state)
        run, done, total = state.memory(self, 3)
        if not run.mask and not self._begin(state):
            return False
        return self._arrange(state, run, done, total)

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        found: list[Literal] | None = None
        if self.idempotent and x not in self.durations:
            found = self._reason(past, x, gone)
            if found is None and past.later():
                found = self._reason(past, x, gone)
        past.later()  # bounds may have moved to other values than the next integers
        return past.bounds_or_domains(self.scope, x) if found is None else found

    def _reason(self, past: History, x: int, gone: Mask) -> list[Literal] | None:
        """Return a reason that names few tasks, or None. No start is that of two tasks."""
        if not self.presences:
            return reason_on_machine(past, self.starts, self.durations, x, gone)
        if x >= 0 and x in self.presences:
            return reason_of_absence(past, self.starts, self.durations, self.presences, x)
        running = [place for place, y in enumerate(self.presences) if y < 0 or past.low(y) == past.high(y) == 1]
        if x >= 0 and self.starts.index(x) not in running:
            return None
        starts, durations = [self.starts[place] for place in running], [self.durations[place] for place in running]
        found = reason_on_machine(past, starts, durations, x, gone)
        if found is None:
            return None
        literals = dict(found)
        for place in running:
            if self.presences[place] >= 0:
                past.meet(literals, past.at_least(self.presences[place], 1))
                past.meet(literals, past.at_most(self.presences[place], 1))
        return list(literals.items())

    def _begin(self, state: State) -> bool:
        """Let no duration be below 0."""
        for x in self.durations:
            if state.cells[x].low() < 0 and not state.at_least(x, 0):
                return False
        return True

    def _arrange(self, state: State, run: Cell, done: Cell, total: Cell) -> bool:
        """Prune many tasks, by all rules, where a task has changed since the last run."""
        book = self._book(state)
        order = book.order
        is_next = run.mask != 0 and run.mask == book.run
        changed = order.read(is_next)
        number = order.passes
        if not changed and is_next:
            return not book.has_optional or admit(state, order)
        if changed and not (_clear(state, order, changed) and _sequence(state, order)):
            return False
        if book.has_bits and not _separate(state, order, done, total, number if is_next else 0):
            return False
        if not _shorten(state, order.tasks) or (book.has_optional and not admit(state, order)):
            return False
        order.settle()
        book.run += 1
        state.write(run, book.run)
        return True

    def _part(self, state: State) -> bool:
        """Prune two tasks by each other. They need no rules about sets, and nothing that is kept between runs."""
        cells = state.cells
        before = -1
        while len(self.starts) == _PAIR and state.height != before:
            before = state.height
            for i in range(_PAIR):
                start, length = cells[self.starts[i]], cells[self.durations[i]]
                other, last = cells[self.starts[1 - i]], cells[self.durations[1 - i]].low() - 1
                low, last, latest = start.low(), last + other.low(), other.high()
                first = latest - length.low() + 1
                meets = first <= last and first <= start.high() and last >= low
                if meets and not state.remove_range(start.index, first, last):
                    return False
                if last >= start.high() and not state.at_most(length.index, latest - start.low()):
                    return False
        return True

    def _book(self, state: State) -> _Book:
        book = state.scratch.get(self)
        if isinstance(book, _Book):
            return book
        cells = state.cells
        tasks = [Task(place, cells[x], cells[self.durations[place]]) for place, x in enumerate(self.starts)]
        for place, x in enumerate(self.presences):
            tasks[place].presence = None if x < 0 else cells[x]
        new = _Book(TaskOrder(tasks))
        state.scratch[self] = new
        return new


def _clear(state: State, order: TaskOrder, changed: list[Task]) -> bool:
    """Move the others off the times at which the *changed* tasks certainly run, as far as this takes linear time.

    The rules about sets conclude the same. But mostly one task was fixed, and after this they have nothing left to do.
    """
    order.sort()
    longest = 0
    for task in order.tasks:
        longest = max(longest, task.length)
    steps = 4 * len(order.tasks)
    height = state.height
    for task in changed:
        latest, end = task.end - task.length, task.start + task.length
        if latest >= end:
            continue
        place, until = first_at(order.by_start, latest - longest + 1), first_at(order.by_start, end)
        back, first = first_after(order.by_end, end + longest - 1) - 1, first_after(order.by_end, latest)
        steps -= until - place + back - first
        if steps < 0:
            break
        for other in order.by_start[place:until]:
            if other is not task and other.start < end and other.start + other.length > latest:
                if not state.at_least(other.cell.index, end):
                    return False
                order.update(other)
        for other in order.by_end[first : back + 1]:
            if other is not task and other.end > latest and other.end - other.length < end:
                if not state.at_most(other.cell.index, latest - other.length):
                    return False
                order.update(other)
    if state.height > height:
        order.sort()
    return True


def _sequence(state: State, order: TaskOrder) -> bool:
    """Move bounds by the rules about sets, in both directions of time by turns, until none moves."""
    since = before = order.passes
    quiet = 0
    while quiet < 2:
        order.passes += 1
        if not order.run(since):
            return False
        since, before = before, order.passes
        quiet = 0 if order.moved else quiet + 1
        for task in order.moved:
            if not _move(state, order, task):
                return False
        if order.moved:
            order.sort()
        order.reverse()
    if order.is_reversed:
        order.reverse()
    return True


def _move(state: State, order: TaskOrder, task: Task) -> bool:
    """Move the bounds of a task as the rules conclude; return False if it has no place left."""
    x = task.cell.index
    starting, ending = (-task.ending, -task.starting) if order.is_reversed else (task.starting, task.ending)
    if not state.at_least(x, starting) or not state.at_most(x, ending - task.length):
        return False
    order.update(task)
    return True


def _separate(state: State, order: TaskOrder, done: Cell, total: Cell, since: int) -> bool:
    """Remove the values of each start at which the task would run into another one, wherever that one is.

    Bounds are no such values any more. Only the tasks touched since pass *since* are news to the others. The fixed ones
    are written to *done*. If a length or the number of present tasks has changed, and so the *total*, all are news.
    """
    longest = lengths = 0
    for task in order.tasks:
        longest = max(longest, task.length)
        lengths += task.length + (not task.away)
    finished = done.mask
    if lengths != total.mask:
        state.write(total, lengths)
        finished = since = 0
    for task in order.tasks:
        latest = task.end - task.length
        if task.touched < since or latest + 2 > task.start + task.length + longest:
            continue
        if latest == task.start:
            if finished >> task.number & 1:
                continue
            finished |= 1 << task.number
        if not _cut(state, order, task):
            return False
    if finished != done.mask:
        state.write(done, finished)
    return True


def _cut(state: State, order: TaskOrder, task: Task) -> bool:
    """Remove the values of the other starts that are too close to *task*."""
    latest = task.end - task.length
    last = task.start + task.length - 1
    others = order.by_end
    place = first_after(others, latest)
    until = len(others)
    early = first_at(order.by_start, last + 1)
    if early < until - place:
        others, place, until = order.by_start, 0, early
    look_up(until - place)
    while place < until:
        other = others[place]
        place += 1
        first = latest - other.length + 1
        if first > last or other is task or other.away or other.cell.interval is not None:
            continue
        meets = first <= other.end - other.length and last >= other.start
        if meets and not state.remove_range(other.cell.index, first, last):
            return False
    return True


def _shorten(state: State, tasks: list[Task]) -> bool:
    """Let a task end before the latest start of each task that cannot precede it."""
    vary = [task for task in tasks if not task.away and task.length_cell.mask & (task.length_cell.mask - 1)]
    if not vary:
        return True
    by_end = sorted([(-task.start - task.length, task.number) for task in tasks])
    place = 0
    soonest = second = 0  # the least latest starts of tasks that cannot precede the next one
    count, of_soonest = 0, -1
    for start, number in sorted([(task.length - task.end, task.number) for task in vary]):
        while place < len(by_end) and by_end[place][0] < start:
            other = tasks[by_end[place][1]]
            latest = other.end - other.length
            if not count or latest < soonest:
                soonest, second, of_soonest = latest, soonest, other.number
            elif count == 1 or latest < second:
                second = latest
            count += 1
            place += 1
        task = tasks[number]
        is_first = of_soonest == number
        before = second if is_first else soonest
        if count > is_first and not state.at_most(task.length_cell.index, before - task.start):
            return False
    return True
