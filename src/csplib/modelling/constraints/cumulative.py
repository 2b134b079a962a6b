"""`Cumulative`: tasks share a resource of limited capacity."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from csplib.display.wording import joined
from csplib.errors import OptionError, RowError, ScopeError
from csplib.kernel.propagators.disjunctive import Disjunctive
from csplib.kernel.propagators.time_table import TimeTable
from csplib.modelling.arguments import as_number
from csplib.modelling.constants import Known
from csplib.modelling.constraints.base import as_term, listed
from csplib.modelling.constraints.schedule import Schedule
from csplib.modelling.constraints.task_terms import TaskTerms, tasks_in
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["Cumulative"]

T = TypeVar("T")


class Cumulative(Schedule):
    """At no time do the running tasks need more than *capacity*. A task runs from its start until start + duration.

    Durations, demands and the capacity are integers, variables or expressions, and at least 0. A task of duration 0
    never runs. In place of starts and durations, there can be a list of `Task`:
    ``Cumulative(tasks, demands=[1, 2], capacity=3)``. Tasks that are not present need nothing.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> a, b, c = p.add_variables("abc", range(5))
    >>> p.add(Cumulative([a, b, c], durations=[4, 2, 3], demands=[1, 2, 2], capacity=3))
    >>> p.add(a + 4 <= 5, b + 2 <= 5, c + 3 <= 5, a <= b)
    >>> sorted(tuple(s.values()) for s in p.solutions())
    [(0, 0, 2), (0, 3, 0), (1, 3, 0)]

    Propagation keeps starts off all times at which the tasks that certainly run leave no room: time-tabling, see
    `csplib.kernel.propagators.time_table`. Tasks of which no two fit at the same time are also propagated as by
    `NoOverlap`.
    """

    numeric = True
    repeats = True
    takes_intervals = True
    layout = "own"

    def __init__(
        self,
        starts: Iterable[object],
        durations: Iterable[object] | None = None,
        demands: Iterable[object] = (),
        capacity: object = None,
        *,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        given = listed(starts, "Cumulative needs a collection of starts, or of tasks")
        needs = [_as_amount(one, "a demand") for one in listed(demands, "Cumulative needs a list of demands")]
        tasks, stated = tasks_in("Cumulative", given, durations), needs
        if tasks is not None:
            if len(tasks) != len(needs):
                raise RowError(f"Cumulative has {len(tasks)} tasks and {len(needs)} demands")
            pairs = [(task, one) for task, one in zip(tasks, needs, strict=True) if task.present is not False]
            tasks, stated = [task for task, _ in pairs], [one for _, one in pairs]
            needs = [task.need(one) for task, one in pairs]
            given, durations = [task.start for task in tasks], [task.takes for task in tasks]
        elif durations is None:
            raise RowError("Cumulative needs durations for its starts")
        begins = [as_term(start) for start in given]
        lengths = [_as_amount(one, "a duration") for one in listed(durations, "Cumulative needs a list of durations")]
        if not len(begins) == len(lengths) == len(needs):
            raise RowError(
                f"Cumulative has {len(begins)} starts, {len(lengths)} durations and {len(needs)} demands: "
                "there must be one of each for each task"
            )
        if not begins:
            raise ScopeError("Cumulative needs at least one task")
        self.count: int = len(begins)
        self.demands: tuple[Term, ...] = tuple(stated)  # as they are for tasks that are present
        self.more: TaskTerms = TaskTerms(tasks or (), 3 * self.count + 1)
        most = _as_amount(capacity, "the capacity")
        super().__init__([*begins, *lengths, *needs, most, *self.more.terms], name=name, rank=rank)

    def satisfied(self, values: Sequence[object]) -> bool:
        row = self.shifted_values(values)
        starts, durations, demands, capacity = self.parted(row)
        if min([*durations, *demands, capacity]) < 0 or self.more.running(row, self.count) is None:
            return False
        tasks = list(zip(starts, durations, demands, strict=True))
        # The demand rises only when a task starts.
        return all(
            sum(demand for start, duration, demand in tasks if start <= time < start + duration) <= capacity
            for time in starts
        )

    def parted(self, row: Sequence[T]) -> tuple[Sequence[T], Sequence[T], Sequence[T], T]:
        """Return starts, durations, demands and capacity, given something for each term."""
        count = self.count
        return row[:count], row[count : 2 * count], row[2 * count : 3 * count], row[3 * count]

    def lower(self, to: Lowering) -> None:
        scope = to.variables(self)
        starts, durations, demands, capacity = self.parted(scope)
        to.add(TimeTable(starts, durations, demands, capacity, self, optional=[*self.more.presences]))
        self.more.lower(to, self, scope, self.count)
        big = _excluding(
            [to.low(x) for x in durations],
            [to.low(x) for x in demands],
            to.high(capacity),
        )
        if len(big) > 1:
            alone = Disjunctive([starts[i] for i in big], [durations[i] for i in big], self, decides=False)
            to.add(alone)

    def describe(self) -> str:
        starts, durations, demands, capacity = self.parted(self.terms)
        tasks = zip(starts, durations, demands, strict=True)
        shown = joined([f"{start} for {duration} needs {demand}" for start, duration, demand in tasks])
        return f"Cumulative({shown}; capacity {capacity})"


def _excluding(durations: Sequence[int], demands: Sequence[int], capacity: int) -> list[int]:
    """Return tasks of which no two can run at the same time, chosen greedily by their demands."""
    found: list[int] = []
    for i in sorted(range(len(demands)), key=lambda i: -demands[i]):
        if durations[i] > 0 and (not found or demands[found[-1]] + demands[i] > capacity):
            found.append(i)
    return found


def _as_amount(value: object, needed: str) -> Term:
    amount = as_number(value, needed)
    if isinstance(amount, Known) and amount.compute({}) < 0:
        raise OptionError(f"{needed} of a Cumulative must not be negative, as in {amount}")
    return amount
