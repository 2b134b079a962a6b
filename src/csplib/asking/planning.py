"""`Problem.add_task`: a task together with its variables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from csplib.asking.solutions import N, V
from csplib.asking.statement import Statement
from csplib.display.wording import brief
from csplib.errors import DomainError, KindError
from csplib.modelling.constraints.base import listed
from csplib.modelling.constraints.membership import In
from csplib.modelling.expressions import Expression
from csplib.modelling.functions import element
from csplib.modelling.tasks import Task, on_condition
from csplib.modelling.terms import Term

__all__ = ["Planning"]


class Planning(Statement[N, V]):
    """Statements about tasks."""

    def add_task(
        self,
        name: Any,
        start: Iterable[int] | Term,
        duration: int | Iterable[int] | Mapping[Any, Any] | Term,
        *,
        end: Iterable[int] | None = None,
        optional: bool = False,
    ) -> Task:
        """State a task with variables of its own, and return it.

        *start* is the domain of a new variable ``(name, "start")``, or a variable or expression that is there already.
        *duration* is a number, a variable or an expression, or the domain of a new variable ``(name, "duration")``. It
        can also be a mapping from machines to durations: then ``(name, "machine")`` is a new variable, and
        ``task.on(machine)`` is the task as it is on one of them. *end* has the values that the end can have. With
        *optional*, the boolean ``(name, "present")`` says whether the task takes place. If it does not, its other
        variables have their first values, so that each solution comes once.

        >>> from csplib import NoOverlap, Problem
        >>> p = Problem()
        >>> cut = p.add_task("cut", start=range(9), duration=3)
        >>> glue = p.add_task("glue", start=range(9), duration={"A": 2, "B": 1}, end=range(7))
        >>> p.add(cut.before(glue, delay=1), glue.machine == "A")
        >>> solution = p.solve()
        >>> solution["cut", "start"], solution["glue", "start"], solution[glue.end]
        (0, 4, 6)
        """
        make: Any = self.add_variable
        begin = start if isinstance(start, Term) else make((name, "start"), _domain(name, start, "start"))
        defaults: list[Any] = [] if isinstance(start, Term) else [begin]
        durations: Mapping[Any, Any] = {}
        length: Any = duration
        machine: Any = None
        if isinstance(duration, Mapping):
            durations = duration
            machine = make((name, "machine"), list(durations))
            defaults.append(machine)
            length = element(durations, machine)
        elif isinstance(duration, Iterable) and not isinstance(duration, Term):
            length = make((name, "duration"), _domain(name, duration, "duration"))
            defaults.append(length)
        present: Any = self.add_boolean((name, "present")) if optional else True  # type: ignore[arg-type]
        task = Task(begin, length, present=present, name=name)
        if machine is not None:
            task.put_on(machine, durations)
        if not isinstance(duration, Term) and _is_natural(self._domains, length, durations):
            task.takes, task.until = task.duration, task.end
        if end is not None:
            self.add(on_condition([present], _within(task.end, _domain(name, end, "end"))))
        if optional:
            firsts = [one == self._domains[one.name][0] for one in defaults]
            self.add(*[present | first for first in firsts])
        return task


def _domain(name: object, values: object, word: str) -> Any:
    """Return the values that a part of a task can have."""
    if isinstance(values, range):
        return values
    if not isinstance(values, Iterable) or isinstance(values, str):
        raise KindError(f"the {word} of task {brief(name)} must have values, such as range(10), not {brief(values)}")
    found = listed(values, f"the {word} of task {brief(name)} needs values")
    if not found:
        raise DomainError(f"the {word} of task {brief(name)} has no values")
    return found


def _within(end: Expression, values: Any) -> Any:
    """Return the constraint that the end of a task is one of *values*."""
    if isinstance(values, range) and values.step == 1 and values:
        return (values[0] <= end) & (end <= values[-1])
    return In(end, values)


def _is_natural(domains: Mapping[Any, Any], length: Any, durations: Mapping[Any, Any]) -> bool:
    """Return whether a duration that was stated here is never negative."""
    known = durations.values() if durations else domains.get(getattr(length, "name", None), ())
    return all(
        isinstance(one, int) and one >= 0 for one in ((known[0], known[-1]) if isinstance(known, range) else known)
    )
