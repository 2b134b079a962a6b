"""`Task`: a start, a duration, an end, and perhaps whether it takes place at all."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from csplib.display.wording import brief, listing
from csplib.errors import KindError, OptionError
from csplib.modelling.arguments import as_number
from csplib.modelling.booleans import Boolean
from csplib.modelling.calculations import Calculation
from csplib.modelling.constants import Known
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.logic import AnyOf, Fact, as_constraint
from csplib.modelling.constraints.task_terms import AnyTask
from csplib.modelling.expressions import Constant, Expression
from csplib.modelling.functions import Truth, element, max_of, reify
from csplib.modelling.operations import Greatest
from csplib.modelling.terms import Term

__all__ = ["Task", "on_condition"]


class Task(AnyTask):
    """A task that runs from its start to its end, for a duration, if it is *present*.

    Two of start, duration and end are enough; the third one is computed. They are integers, variables or expressions.
    With all three, the constraints that take the task state that start plus duration is the end. *present* is a
    `Boolean`, a constraint, a 0/1 variable, or True. `Problem.add_task` makes a task together with its variables.

    `NoOverlap` and `Cumulative` take a list of tasks in place of starts and durations. A task that is present has a
    duration of at least 0. One that is not present needs nothing, however it was given: its end may be before its
    start, its duration negative, and its three parts need not fit. Also called *interval variable*, *activity* or
    *operation*.

    >>> from csplib import NoOverlap, Problem, Task
    >>> p = Problem()
    >>> start, is_wet = p.add_variable("start", range(9)), p.add_boolean("is_wet")
    >>> walk = Task(start, 3, present=~is_wet)
    >>> lunch = Task(4, end=6)
    >>> p.add(NoOverlap([walk, lunch]), walk.end <= 8, ~is_wet)
    >>> sorted(s["start"] for s in p.solutions())
    [0, 1]
    """

    __slots__ = ("durations", "machine", "name")

    start: Expression
    duration: Expression
    end: Expression
    present: Expression | bool

    def __init__(
        self,
        start: object = None,
        duration: object = None,
        end: object = None,
        *,
        present: Any = True,
        name: Hashable = None,
    ) -> None:
        begin, length, until = _known(start, "start"), _known(duration, "duration"), _known(end, "end")
        self.is_tied: bool = begin is not None and length is not None and until is not None
        if begin is not None and length is not None:
            self.start = begin
            self.duration = length
            self.end = begin + length if until is None else until
        elif until is not None and (begin is not None or length is not None):
            self.start = until - length if begin is None and length is not None else begin  # type: ignore[assignment]
            self.duration = until - self.start if length is None else length
            self.end = until
        else:
            raise OptionError("a task needs two of start, duration and end")
        if isinstance(self.duration, Known) and self.duration.compute({}) < 0:
            raise OptionError(f"the duration of a task must be at least 0, not {self.duration}")
        self.present = _presence_of(present)
        self.takes: Expression = self.duration
        self.until: Expression = self.end
        if isinstance(self.present, Expression) and not _is_natural(self.duration):
            self.takes = max_of([0, self.duration])
            if self.is_tied:
                self.until = element([self.start - 1, self.end], reify(self.duration >= 0))
        self.name: Hashable = name
        self.machine: Expression | None = None
        self.durations: dict[Hashable, Expression] = {}

    def before(self, other: Task, *, delay: int | Term = 0) -> Constraint:
        """Return the constraint that this task ends before *other* starts, *delay* earlier, if both are present.

        >>> from csplib import Problem, Task
        >>> p = Problem()
        >>> cut, glue = p.add_variables(["cut", "glue"], range(6))
        >>> p.add(Task(cut, 2).before(Task(glue, 1), delay=1))
        >>> sorted(tuple(s.values()) for s in p.solutions())
        [(0, 3), (0, 4), (0, 5), (1, 4), (1, 5), (2, 5)]
        """
        if not isinstance(other, Task):
            raise KindError(f"before needs a task, not {brief(other)}")
        return on_condition([self.present, other.present], self.end + as_number(delay, "a delay") <= other.start)

    def on(self, machine: Hashable) -> Task:
        """Return the task as it is on one of its machines: present only if it runs on that one."""
        if self.machine is None or machine not in self.durations:
            known = f": there are {listing([*map(brief, self.durations)])}" if self.durations else ""
            raise OptionError(f"{self} does not run on a machine {brief(machine)}{known}")
        chosen = self.machine == machine
        both = _condition_of(self.present) & chosen if isinstance(self.present, Expression) else chosen
        return Task(self.start, self.durations[machine], present=both, name=self.name)

    def put_on(self, machine: Expression, durations: Mapping[Any, object]) -> None:
        """Let the task run on one of several machines: *machine* is the variable that says which."""
        self.machine = machine
        self.durations = {key: as_number(one, "a duration") for key, one in durations.items()}  # type: ignore[misc]

    def need(self, demand: Term) -> Term:
        if isinstance(self.present, bool) or (isinstance(demand, Known) and not demand.compute({})):
            return demand
        kept = isinstance(self.present, (Boolean, Truth))
        present = self.present if kept else reify(_condition_of(self.present))
        return present * (demand.compute({}) if isinstance(demand, Known) else demand)

    def __str__(self) -> str:
        if self.name is not None:
            return str(self.name)
        shown = f"{self.start} to {self.end}" if self.is_tied else f"{self.start} for {self.duration}"
        return shown if self.present is True else f"{shown} if {self.present}"

    def __repr__(self) -> str:
        return f"<Task {self}>"


def _known(value: object, word: str) -> Expression | None:
    """Return an integer, a variable or an expression with operators."""
    if value is None:
        return None
    number = as_number(value, f"the {word} of a task")
    if isinstance(number, Expression):
        return number
    return Constant(number.compute({})) if isinstance(number, Known) else number + Constant(0)  # type: ignore[operator]


def _presence_of(given: Any) -> Expression | bool:
    """Return whether a task is present, as a term that is 1 or 0, or as True or False."""
    if isinstance(given, Expression) and (isinstance(given, (Boolean, Truth)) or given.claim() is None):
        return given.compute({}) == 1 if isinstance(given, Known) else given
    stated = as_constraint(given, "present= needs a boolean, a 0/1 variable or a constraint")
    return stated.truth if isinstance(stated, Fact) else reify(stated)


def _is_natural(duration: Expression) -> bool:
    """Return whether *duration* is plainly never negative: a number, or what a task made of it before."""
    if not isinstance(duration, Calculation) or not isinstance(duration.operation, Greatest):
        return isinstance(duration, Known)
    return any(isinstance(one, Known) and one.compute({}) >= 0 for one in duration.operands())


def _condition_of(present: Expression) -> Constraint:
    """Return the constraint that a presence is 1."""
    claim = present.claim()
    return claim if claim is not None else as_constraint(present == 1, "a presence")


def on_condition(presences: Sequence[Expression | bool], constraint: Constraint) -> Constraint:
    """Return *constraint* for the case that all *presences* are 1."""
    if False in [one for one in presences if isinstance(one, bool)]:
        return Fact(True)  # noqa: FBT003 - the only argument
    absent = [~_condition_of(one) for one in presences if not isinstance(one, bool)]
    return AnyOf([*absent, constraint]) if absent else constraint
