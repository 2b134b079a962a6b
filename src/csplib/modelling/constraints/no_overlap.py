"""`NoOverlap`: tasks on one machine do not overlap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from csplib.display.wording import joined
from csplib.errors import OptionError, RowError
from csplib.kernel.propagators.disjunctive import Disjunctive
from csplib.modelling.arguments import as_number
from csplib.modelling.constants import Known
from csplib.modelling.constraints.base import as_term, listed
from csplib.modelling.constraints.schedule import Schedule
from csplib.modelling.constraints.task_terms import TaskTerms, tasks_in

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["NoOverlap"]


class NoOverlap(Schedule):
    """Of any two tasks, one ends before the other begins: ``start + duration <= other start``, or vice versa.

    A duration is an integer, a variable or an expression, and at least 0. A task of duration 0 takes no time but must
    not be inside another one. In place of starts and durations, there can be a list of `Task`; those that are not
    present are ignored.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> cut, glue, paint = p.add_variables(["cut", "glue", "paint"], range(9))
    >>> p.add(NoOverlap([cut, glue, paint], [3, 2, 4]))
    >>> p.add(cut + 3 <= glue, glue + 2 <= 9, paint + 4 <= 9)
    >>> sorted(tuple(s.values()) for s in p.solutions())
    [(0, 3, 5), (0, 7, 3), (4, 7, 0)]

    Propagation reaches domain consistency for each pair of tasks, or bounds consistency if a start has very many
    values or there are many tasks. It uses edge finding and related rules for sets of tasks: see
    `csplib.kernel.propagators.disjunctive`.
    """

    numeric = True
    repeats = True
    takes_intervals = True
    layout = "own"

    def __init__(
        self,
        starts: Iterable[object],
        durations: Iterable[object] | None = None,
        *,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        given = listed(starts, "NoOverlap needs a collection of starts, or of tasks")
        tasks = tasks_in("NoOverlap", given, durations)
        if tasks is not None:
            tasks = [task for task in tasks if task.present is not False]
            given, durations = [task.start for task in tasks], [task.takes for task in tasks]
        elif durations is None:
            raise RowError("NoOverlap needs durations for its starts")
        begins = [as_term(start) for start in given]
        lengths = [
            as_number(one, "a duration") for one in listed(durations, "NoOverlap needs a collection of durations")
        ]
        if len(begins) != len(lengths):
            raise RowError(f"NoOverlap has {len(begins)} starts but {len(lengths)} durations")
        for start, length in zip(begins, lengths, strict=True):
            if isinstance(length, Known) and length.compute({}) < 0:
                raise OptionError(f"NoOverlap needs durations of at least 0, not {length} for the task at {start}")
        self.count: int = len(begins)
        self.more: TaskTerms = TaskTerms(tasks or (), 2 * self.count)
        super().__init__([*begins, *lengths, *self.more.terms], name=name, rank=rank)

    def satisfied(self, values: Sequence[object]) -> bool:
        row = self.shifted_values(values)
        count = self.count
        running = self.more.running(row, count)
        if running is None or any(duration < 0 for duration in row[count : 2 * count]):
            return False
        tasks = [(row[number], row[count + number]) for number in running]
        return all(
            start + duration <= other or other + long <= start
            for (start, duration), (other, long) in combinations(tasks, 2)
        )

    def lower(self, to: Lowering) -> None:
        scope = to.variables(self)
        count = self.count
        presences = self.more.variables(scope, count)
        to.add(Disjunctive(scope[:count], scope[count : 2 * count], self, presences=presences))
        self.more.lower(to, self, scope, count)

    def describe(self) -> str:
        count = self.count
        shown = [f"{self.terms[number]} for {self.terms[count + number]}" for number in range(count)]
        for number, place in self.more.presences.items():
            shown[number] += f" if {self.terms[place]}"
        return f"NoOverlap({joined(shown)})"
