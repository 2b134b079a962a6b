"""Tasks that share one machine: of any two, one ends before the other begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.axis import Axis
from csplib.kernel.clock import look_up
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["Disjunctive"]


@final
class Disjunctive(Propagator):
    """No two tasks overlap. *starts* and *durations* are variables; no duration is below 0.

    Two tasks at a time it leaves exactly the values for which the other one has a place. On top of that comes
    reasoning about sets, with the shortest durations: overload, edge-finding (Carlier and Pinson 1989; in the form of
    Vilím 2004), detectable precedences (Vilím 2002) and not-first, not-last (Torres and Lopez 2000).

    Why sets can be reasoned about: tasks that do not overlap can be put in a row, each of them ending before the next
    one begins. Tasks of duration 0 are no exception, where several things happen at the same time too.

    Complexity: as a rule each part looks at every pair of tasks once or twice.

    >>> state = State([0b11111, 0b00111, 0b01000, 0b00100])
    >>> Disjunctive([0, 1], [2, 3], Axis(range(5))).propagate(state), state.domains
    (True, [28, 7, 8, 4])
    """

    def __init__(
        self,
        starts: Sequence[int],
        durations: Sequence[int],
        axis: Axis,
        origin: object = None,
        *,
        decides: bool = True,
    ) -> None:
        super().__init__([*starts, *durations], origin, decides=decides)
        self.starts: list[int] = list(starts)
        self.durations: list[int] = list(durations)
        self.axis: Axis = axis

    def propagate(self, state: State) -> bool:
        if not self._separate(state):
            return False
        if len(self.starts) < 3:
            return True
        return self._sequence(state, backward=False) and self._sequence(state, backward=True)

    def _separate(self, state: State) -> bool:
        """Keep the tasks apart, two at a time."""
        axis = self.axis
        cells = state.cells
        for x in self.durations:
            if axis.least(cells[x].mask) < 0 and not state.narrow(x, axis.at_least(0)):
                return False
        least = [axis.least(cells[x].mask) for x in self.starts]
        most = [axis.most(cells[x].mask) for x in self.starts]
        lengths = [axis.least(cells[x].mask) for x in self.durations]
        for i, x in enumerate(self.starts):
            look_up(len(least))
            kept = -1
            longest = axis.most(cells[self.durations[i]].mask)
            for j in range(len(least)):
                if i == j:
                    continue
                # From here on i does not end before the latest start of j, up to here it begins before j can end.
                first = most[j] - lengths[i] + 1
                last = least[j] + lengths[j] - 1
                if first <= last and first <= most[i] and last >= least[i]:
                    kept &= ~(axis.at_least(first) & axis.at_most(last))
                if last >= most[i]:
                    longest = min(longest, most[j] - least[i])
            if not state.narrow(x, kept) or not state.narrow(self.durations[i], axis.at_most(longest)):
                return False
            least[i] = axis.least(cells[x].mask)
            most[i] = axis.most(cells[x].mask)
        return True

    def _sequence(self, state: State, *, backward: bool) -> bool:
        """Let tasks start later or, with *backward*, end earlier: the same thing once time is turned round."""
        axis = self.axis
        cells = state.cells
        lengths = [axis.least(cells[x].mask) for x in self.durations]
        earliest = [axis.least(cells[x].mask) for x in self.starts]
        latest = [axis.most(cells[x].mask) + lengths[i] for i, x in enumerate(self.starts)]
        if backward:
            earliest, latest = [-time for time in latest], [-time for time in earliest]
        starts = list(earliest)
        if not _find_edges(earliest, latest, lengths, starts):
            return False
        _find_precedences(earliest, latest, lengths, starts)
        _find_not_first(earliest, latest, lengths, starts)
        for i, x in enumerate(self.starts):
            if starts[i] > earliest[i]:
                kept = axis.at_most(-starts[i] - lengths[i]) if backward else axis.at_least(starts[i])
                if not state.narrow(x, kept):
                    return False
        return True


def _find_edges(earliest: list[int], latest: list[int], lengths: list[int], starts: list[int]) -> bool:
    """Let a task that does not fit among those that are due by some time start after all of them.

    *earliest* are the first times at which tasks can start, *latest* the last at which they can end; *starts* is
    raised. Return False if the tasks that are due by some time do not fit, even without others.
    """
    order = [i for _, i in sorted([(earliest[i], i) for i in range(len(earliest))])]
    for due in set(latest):
        # One after the other, as early as they can: when those that are due are done, up to each place in the order.
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
    """Let a task start after all those that it cannot come before; raise *starts*."""
    order = [j for _, j in sorted([(earliest[j], j) for j in range(len(earliest))])]
    for i, length in enumerate(lengths):
        look_up(len(order))
        done = earliest[order[0]]
        for j in order:
            if j != i and earliest[i] + length > latest[j] - lengths[j]:
                done = max(done, earliest[j]) + lengths[j]
        starts[i] = max(starts[i], done)


def _find_not_first(earliest: list[int], latest: list[int], lengths: list[int], starts: list[int]) -> None:
    """Let a task that cannot come before all of some others start when the first of those can be done; raise *starts*.

    The others are those that cannot be done when the task starts. They are looked for again from its new start.
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
                    # One before the other, as late as they can.
                    begin = min(begin, latest[j]) - lengths[j]
                    soonest = min(soonest, done)
            if start + length <= begin:
                break
            start = soonest
        starts[i] = max(starts[i], start)
