"""Tasks on one machine: of any two, one ends before the other begins.

Pairs of tasks are domain consistent. On top of that come the classic rules about sets of tasks: overload checking,
edge-finding (Carlier and Pinson 1989, in the form of Vilím 2004), detectable precedences (Vilím 2002) and not-first,
not-last (Torres and Lopez 2000). Each usually takes time quadratic in the number of tasks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.clock import look_up
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["Disjunctive"]


@final
class Disjunctive(Propagator):
    """No two tasks overlap. *starts* and *durations* are variables; no duration is below 0.

    For two tasks, exactly the values remain for which the other task has a place. Rules about sets use the shortest
    durations. They are sound because tasks that do not overlap can be put in a sequence, each ending before the next
    one begins. That includes tasks of duration 0, even several at the same time.

    Complexity: usually, every rule looks at each pair of tasks once or twice.

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
            look_up(len(least))
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
        look_up(2 * len(order))
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
        look_up(len(order))
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
            look_up(len(order))
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
