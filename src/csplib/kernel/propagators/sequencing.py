"""The rules for sets of tasks on one machine, in time O(n log n), and only where a task has changed.

The rules are overload checking, edge finding (Carlier and Pinson 1989), detectable precedences (Vilím 2002) and
not-last (Torres and Lopez 2000), all with theta trees (Vilím 2004, 2007). With time reversed, the same rules move the
other bound; not-last becomes not-first.

Put the tasks one after the other in order of their earliest starts, each as early as possible. Where the machine is
idle in between, a *block* ends. A set of tasks that lies in several blocks concludes no more than its part in one of
them. So each block is a small problem of its own. A block without a changed task is skipped: its rules conclude nothing
new.
"""

from __future__ import annotations

from typing import final

from csplib.kernel.clock import look_up
from csplib.kernel.propagators.machine_task import Task, first_after, sort_by_end, sort_by_start
from csplib.kernel.propagators.theta_tree import ThetaTree

__all__ = ["TaskOrder"]


@final
class TaskOrder:
    """The tasks of one machine in order of their earliest starts and of their latest ends, for both directions of time.

    A pass runs the rules for one direction. They write their conclusions to `Task.starting` and `Task.ending`, and list
    the tasks in `moved`.
    """

    def __init__(self, tasks: list[Task]) -> None:
        self.tasks: list[Task] = tasks
        self.by_start: list[Task] = tasks.copy()
        self.by_end: list[Task] = tasks.copy()
        self.moved: list[Task] = []
        self.passes: int = 0
        self.is_reversed: bool = False
        self._tree: ThetaTree = ThetaTree()
        self._block: list[Task] = []
        self._longest: int = 0
        self._has_optional: bool = False
        self._before: int = 0
        self._after: int = 0
        for task in tasks:
            if task.presence is not None:
                self._has_optional = True

    def reverse(self) -> None:
        """Reverse time."""
        self.is_reversed = not self.is_reversed
        for task in self.tasks:
            start = task.start
            task.start = -task.end
            task.end = -start
        by_start = self.by_start
        self.by_start = self.by_end
        self.by_end = by_start
        self.by_start.reverse()
        self.by_end.reverse()

    def read(self, is_next: bool) -> list[Task]:  # noqa: FBT001 - own
        """Read the bounds of all tasks; return the tasks that have changed since the last run was settled.

        If *is_next*, domains have only lost values since then.
        """
        if self.is_reversed:
            self.reverse()
        self.passes += 1
        changed: list[Task] = []
        if self._has_optional and not is_next:
            self._surround()
        for task in self.tasks:
            task.read_all(self._before, self._after)
            if task.start != task.settled_start or task.end != task.settled_end or task.length != task.settled_length:
                task.touched = self.passes
                changed.append(task)
        return changed

    def _surround(self) -> None:
        """Let `_before` and `_after` be so far outside the bounds of all tasks that no rule goes as far.

        They only grow apart: absent tasks that moved with the bounds of the others would count as changed.
        """
        first = self.tasks[0]
        first.read()
        low, high, total = first.low, first.high, 1
        for task in self.tasks:
            task.read()
            low, high = min(low, task.low), max(high, task.high)
            total += max(0, task.length_cell.high())
        self._before = min(self._before, low - total)
        self._after = max(self._after, high + total)

    def update(self, task: Task) -> None:
        """Read the bounds of a task that this pass has moved."""
        task.read()
        task.start, task.end = task.low, task.high + task.length
        if self.is_reversed:
            task.start, task.end = -task.end, -task.start
        task.touched = self.passes

    def settle(self) -> None:
        """Keep the bounds as those of which the rules conclude nothing more. Time must run forward."""
        for task in self.tasks:
            task.settled_start = task.start
            task.settled_end = task.end
            task.settled_length = task.length

    def sort(self) -> None:
        """Put the tasks in order again."""
        sort_by_start(self.by_start)
        sort_by_end(self.by_end)

    def run(self, since: int) -> bool:
        """Run all rules on the blocks with a task that was touched in pass *since* or later; False on overload."""
        self.moved = []
        longest = 0
        for task in self.tasks:
            task.starting = task.start
            task.ending = task.end
            task.place = -1
            longest = max(longest, task.length)
        self._longest = longest
        block: list[Task] = []
        end = 0
        look_up(len(self.tasks))
        for task in self.by_start:
            if block and task.start >= end:
                if not self._run_on(block, end, since):
                    return False
                block = []
            if not block:
                end = task.start
            block.append(task)
            end += task.length
        return self._run_on(block, end, since)

    def _run_on(self, block: list[Task], end: int, since: int) -> bool:
        """Run the rules on a *block* that ends at *end*."""
        is_new = False
        first_due = block[0].end
        first_latest = first_due - block[0].length
        last_end = block[0].start
        for task in block:
            if task.touched >= since:
                is_new = True
            first_due = min(first_due, task.end)
            first_latest = min(first_latest, task.end - task.length)
            last_end = max(last_end, task.start + task.length)
        self._block = block
        if is_new and len(block) > 1:
            look_up(4 * len(block))
            if end > first_due and not self._find_edges():
                return False
            if last_end > first_latest:
                self._find_precedences()
        elif len(block) == 1 and end > first_due:
            return False
        if len(block) > 1:  # for a single task, the reversed precedences conclude the same
            self._find_not_last(end, first_latest, is_new, since)
        return True

    def _raise(self, task: Task, start: int) -> None:
        """Let *task* start at *start* or later."""
        if start > task.starting:
            if task.starting == task.start and task.ending == task.end:
                self.moved.append(task)
            task.starting = start

    def _find_edges(self) -> bool:
        """Raise starts by edge finding: a task that does not fit among the tasks due by some time starts after them.

        Return False on overload: if the tasks due by some time do not fit even without others.
        """
        block = self._block
        tree = self._tree
        tree.clear(len(block), block[0].start - 1)
        for place, task in enumerate(block):
            task.place = place
            tree.set_white(place, task.start, task.length)
        tree.build()
        by_end = block.copy()
        sort_by_end(by_end)
        root = tree.nodes[1]
        for k in range(len(by_end) - 1, 0, -1):
            task = by_end[k]
            if root.end > task.end:
                return False
            tree.make_gray(task.place)
            due = by_end[k - 1].end
            while root.end_with_gray > due:
                place = root.gray_in_end
                if place < 0:
                    return False
                self._raise(block[place], root.end)
                tree.drop(place)
        return root.end <= by_end[0].end

    def _find_precedences(self) -> None:
        """Raise starts by detectable precedences: a task starts after all tasks that it cannot precede."""
        block = self._block
        tree = self._tree
        tree.clear(len(block), block[0].start - 1)
        for place, task in enumerate(block):
            task.place = place
        by_latest = sorted([(task.end - task.length, task.place) for task in block])
        added = 0
        for end, place in sorted([(task.start + task.length, task.place) for task in block]):
            task = block[place]
            while added < len(by_latest) and end > by_latest[added][0]:
                other = block[by_latest[added][1]]
                tree.add(other.place, other.start, other.length)
                added += 1
            if not added:
                continue
            if end > task.end - task.length:
                tree.remove(place)
                self._raise(task, tree.end)
                tree.add(place, task.start, task.length)
            else:
                self._raise(task, tree.end)

    def _find_not_last(self, end: int, first_latest: int, is_new: bool, since: int) -> None:  # noqa: FBT001 - own
        """Lower ends by not-last: a task that cannot follow all of some others ends before one of them starts.

        The others are in the block. The task may be anywhere, as long as it can run while the block does.
        """
        block = self._block
        candidates = _stuck(block, end)
        # Other tasks whose latest start is before the end of the block, and whose latest end is after a latest start.
        place = first_after(self.by_end, first_latest)
        until = end + self._longest
        by_end = self.by_end
        while place < len(by_end) and by_end[place].end < until:
            task = by_end[place]
            place += 1
            if task.end - task.length < end and (task.start < block[0].start or task.start >= end):
                candidates.append(task)
                is_new = is_new or task.touched >= since
        if not candidates or not is_new:
            return
        look_up(4 * len(candidates) + 2 * len(block))
        sort_by_end(candidates)
        tree = self._tree
        tree.clear(len(block), block[0].start - 1)
        for position, task in enumerate(block):
            task.place = position
        by_latest = sorted([(task.end - task.length, task.place) for task in block])
        added = 0
        for task in candidates:
            while added < len(by_latest) and task.end > by_latest[added][0]:
                other = block[by_latest[added][1]]
                tree.add(other.place, other.start, other.length)
                added += 1
            latest = task.end - task.length
            last = added - 1
            if last < 0 or tree.end <= latest:
                continue
            is_inside = 0 <= task.place < len(block) and block[task.place] is task
            if is_inside and task.end > latest:
                if by_latest[last][1] == task.place:
                    last -= 1
                tree.remove(task.place)
                conclude = tree.end > latest
                tree.add(task.place, task.start, task.length)
                if not conclude:
                    continue
            if by_latest[last][0] < task.ending:
                if task.starting == task.start and task.ending == task.end:
                    self.moved.append(task)
                task.ending = by_latest[last][0]


def _stuck(block: list[Task], end: int) -> list[Task]:
    """Return the tasks of a *block* that ends at *end* whose latest start is before the others are completed.

    The others are completed by the end without the length of the task, or when the tasks behind it alone are.
    """
    found: list[Task] = []
    total = 0
    behind = block[0].start
    for place in range(len(block) - 1, -1, -1):
        task = block[place]
        others = max(behind, end - task.length) if place else behind
        if others > task.end - task.length:
            found.append(task)
        total += task.length
        behind = max(behind, task.start + total)
    return found
