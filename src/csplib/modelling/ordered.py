"""Variables whose values are not numbers but have an order: dates, times, tuples, fractions."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import Any

from csplib.errors import KindError
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.ordering import MIRRORED, Ordering
from csplib.modelling.expressions import Variable
from csplib.modelling.terms import Domain, Term

__all__ = ["Delayed", "Duration", "Ordered", "ordered_kind"]


def ordered_kind(values: Domain) -> type[Ordered] | None:
    """Return `Ordered` if *values* are not integers or strings, and every two of them have an order; else None."""
    if any(isinstance(value, (int, str)) for value in values):
        return None
    found: list[Any] = list(values)
    try:
        found.sort()
        # Only a total order has one sorted list: sets, for example, are ordered by inclusion.
        return Ordered if all(one < other for one, other in pairwise(found)) and found[0] >= found[0] else None
    except TypeError:
        return None


class Ordered(Variable):
    """A variable whose values are not integers but have an order, such as dates; made by `Problem.add_variable`.

    ``< <= > >=`` compare the values as Python does. A `datetime.timedelta` can be added to dates, and the difference of
    two dates compared with one.

    >>> from datetime import date, timedelta
    >>> from csplib import Problem
    >>> p = Problem()
    >>> days = [date(2025, 12, 30) + timedelta(days=n) for n in range(6)]
    >>> start, end = p.add_variables(["start", "end"], days)
    >>> p.add(start + timedelta(days=3) <= end, start > date(2025, 12, 30))
    >>> [(str(s["start"]), str(s["end"])) for s in p.solutions()]
    [('2025-12-31', '2026-01-03'), ('2025-12-31', '2026-01-04'), ('2026-01-01', '2026-01-04')]
    """

    def __lt__(self, other: Any) -> Constraint:
        return _compared(self, "<", other)

    def __le__(self, other: Any) -> Constraint:
        return _compared(self, "<=", other)

    def __gt__(self, other: Any) -> Constraint:
        return _compared(self, ">", other)

    def __ge__(self, other: Any) -> Constraint:
        return _compared(self, ">=", other)

    def __eq__(self, other: object) -> Constraint:  # type: ignore[override]  # as in Expression
        return _compared(self, "==", other) if isinstance(other, Delayed) else super().__eq__(other)

    def __ne__(self, other: object) -> Constraint:  # type: ignore[override]
        return _compared(self, "!=", other) if isinstance(other, Delayed) else super().__ne__(other)

    def __hash__(self) -> int:
        return object.__hash__(self)

    def __add__(self, other: Any) -> Any:
        return Delayed(self, other) if isinstance(other, timedelta) else super().__add__(other)

    def __radd__(self, other: Any) -> Any:
        return Delayed(self, other) if isinstance(other, timedelta) else super().__radd__(other)

    def __sub__(self, other: Any) -> Any:
        if isinstance(other, timedelta):
            return Delayed(self, -other)
        return Duration(self, other) if isinstance(other, Ordered) else super().__sub__(other)


class Delayed:
    """A variable plus a `datetime.timedelta`, for comparisons."""

    def __init__(self, variable: Term, delay: timedelta) -> None:
        self.variable: Term = variable
        self.delay: timedelta = delay

    def __add__(self, other: timedelta) -> Delayed:
        return Delayed(self.variable, self.delay + other)

    def __sub__(self, other: timedelta) -> Delayed:
        return Delayed(self.variable, self.delay - other)

    def __lt__(self, other: object) -> Constraint:
        return _compared(self, "<", other)

    def __le__(self, other: object) -> Constraint:
        return _compared(self, "<=", other)

    def __gt__(self, other: object) -> Constraint:
        return _compared(self, ">", other)

    def __ge__(self, other: object) -> Constraint:
        return _compared(self, ">=", other)

    def __eq__(self, other: object) -> Constraint:  # type: ignore[override]
        return _compared(self, "==", other)

    def __ne__(self, other: object) -> Constraint:  # type: ignore[override]
        return _compared(self, "!=", other)

    def __hash__(self) -> int:
        return object.__hash__(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.variable} + {self.delay!r}>"


class Duration:
    """The difference of two variables, for comparisons with a `datetime.timedelta`."""

    def __init__(self, end: Term, start: Term) -> None:
        self.end: Term = end
        self.start: Term = start

    def __lt__(self, other: timedelta) -> Constraint:
        return self._compared("<", other)

    def __le__(self, other: timedelta) -> Constraint:
        return self._compared("<=", other)

    def __gt__(self, other: timedelta) -> Constraint:
        return self._compared(">", other)

    def __ge__(self, other: timedelta) -> Constraint:
        return self._compared(">=", other)

    def __eq__(self, other: object) -> Constraint:  # type: ignore[override]
        return self._compared("==", other)

    def __ne__(self, other: object) -> Constraint:  # type: ignore[override]
        return self._compared("!=", other)

    def __hash__(self) -> int:
        return object.__hash__(self)

    def _compared(self, sign: str, other: object) -> Constraint:
        if not isinstance(other, timedelta):
            raise KindError(f"{self.end} - {self.start} can be compared with a timedelta, not with {other!r}")
        return _compared(self.end, sign, Delayed(self.start, other))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.end} - {self.start}>"


def _compared(left: Term | Delayed, sign: str, right: object) -> Constraint:
    """Return the constraint that *left* has this *sign* to *right*: a variable, perhaps delayed, or a value."""
    if isinstance(right, Constraint):
        raise KindError(f"{left} and ({right}) cannot be compared: one is a term, the other a constraint; see reify")
    if isinstance(left, Delayed) and isinstance(right, Delayed):
        return _compared(Delayed(left.variable, left.delay - right.delay), sign, right.variable)
    if isinstance(right, Delayed):
        return Ordering(right.variable, MIRRORED[sign], left, right.delay)
    if isinstance(left, Delayed):
        return Ordering(left.variable, sign, right, left.delay)
    return Ordering(left, sign, right)
