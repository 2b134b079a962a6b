"""`AtMost`, `AtLeast`, `Exactly`, `Count`: how many of the variables take a value, or one of several values."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar

from csplib.display.wording import brief, listing, value_text
from csplib.errors import KindError, OptionError, ScopeError
from csplib.kernel.other_libraries import as_integer, native
from csplib.kernel.propagators.count_same import CountSame
from csplib.kernel.propagators.counting import CountBetween, CountEquals
from csplib.modelling.arguments import as_number
from csplib.modelling.constants import Known
from csplib.modelling.constraints.base import OPERATORS, Constraint, listed
from csplib.modelling.constraints.logic import AnyOf
from csplib.modelling.terms import Domain, Term
from csplib.modelling.twins import with_twins

if TYPE_CHECKING:
    from csplib.kernel.bits import Mask
    from csplib.lowering.lowering import Lowering

__all__ = ["ABSENT", "AtLeast", "AtMost", "Count", "Exactly", "counted_values"]

ABSENT: Any = object()
"""Stands for an argument that is not given."""


class _Counting(Constraint):
    """A constraint on the number of variables that take one of the values. Other terms may follow the variables.

    A variable that is listed twice is counted twice.
    """

    names_values: ClassVar[bool] = True
    takes_intervals: ClassVar[bool] = True
    mixes: ClassVar[bool] = True

    def __init__(
        self,
        variables: Iterable[object],
        others: Sequence[Term],
        value: Hashable,
        values: Iterable[Hashable] | None,
        *,
        name: str | None,
        rank: int,
    ) -> None:
        kind = type(self).__name__
        self.values: dict[Hashable, None] = counted_values(kind, value, values)
        counting = listed(variables, f"{kind} needs a collection of variables")
        if not counting:
            raise ScopeError(f"{kind} needs at least one variable")
        self.size: int = len(counting)
        super().__init__([*counting, *others], name=name, rank=rank)

    def named_values(self) -> Iterable[Hashable]:
        return self.values

    def how_many(self, row: Sequence[object]) -> int:
        """Count the variables that take one of the values; *row* has the offsets added."""
        return sum([value in self.values for value in row[: self.size]])

    def mask(self, to: Lowering) -> Mask:
        """Return the bits of the values."""
        found = 0
        for value in self.values:
            found |= to.bit(value)
        return found

    def integers(self, to: Lowering) -> list[int] | None:
        """Return the values that are integers if one of the variables is an interval, else None."""
        if not to.intervals or to.intervals.keys().isdisjoint(to.variables(self)[: self.size]):
            return None
        return [integer for integer in map(as_integer, self.values) if integer is not None]

    def limit(self, to: Lowering, least: int, most: int) -> None:
        """Keep the count between two integers."""
        if len(self.terms) == 1:
            to.restrict(self)
        else:
            scope = to.variables(self)
            integers = self.integers(to)
            to.add(CountBetween(scope, self.mask(to), least, most, self, integers=integers))

    def shown(self) -> str:
        """Return the values and the variables as text."""
        values = list(self.values)
        what = repr(values[0]) if len(values) == 1 else f"[{value_text(values)}]"
        return f"{what} in {listing(self.terms[: self.size])}"


class _Bounded(_Counting):
    """The count lies between two integers."""

    def __init__(
        self,
        number: int,
        variables: Iterable[object],
        value: Hashable = ABSENT,
        *,
        values: Iterable[Hashable] | None = None,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        try:
            self.number: int = index(number)
        except TypeError:
            kind, found = type(self).__name__, number if isinstance(number, Term) else repr(number)
            raise KindError(f"{kind} needs an integer first, not {found}; use Count for variables") from None
        super().__init__(variables, [], value, values, name=name, rank=rank)

    def bounds(self) -> tuple[int, int]:
        """Return the least and the greatest count that is allowed."""
        return self.number, self.number

    def satisfied(self, values: Sequence[object]) -> bool:
        least, most = self.bounds()
        return least <= self.how_many(self.shifted_values(values)) <= most

    def lower(self, to: Lowering) -> None:
        self.limit(to, *self.bounds())

    def describe(self) -> str:
        return f"{type(self).__name__}({self.number} of {self.shown()})"


class AtMost(_Bounded):
    """At most *most* of the variables take *value*, or one of *values*.

    Propagation reaches domain consistency, as for `AtLeast` and `Exactly`.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> week = p.add_variables(["Mo", "Tu", "We"], ["night", "day", "off"])
    >>> p.add(AtMost(1, week, "night"), AtMost(2, week, values=["night", "day"]))
    >>> p.count()
    16
    """

    def __init__(
        self,
        most: int,
        variables: Iterable[object],
        value: Hashable = ABSENT,
        *,
        values: Iterable[Hashable] | None = None,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        super().__init__(most, variables, value, values=values, name=name, rank=rank)

    def bounds(self) -> tuple[int, int]:
        return 0, self.number

    def negated(self) -> Constraint:
        return AtLeast(self.number + 1, self.terms, values=self.values)


class AtLeast(_Bounded):
    """At least *least* of the variables take *value*, or one of *values*.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> week = p.add_variables(["Mo", "Tu", "We"], ["night", "day", "off"])
    >>> p.add(AtLeast(2, week, "off"))
    >>> p.count()
    7
    """

    def __init__(
        self,
        least: int,
        variables: Iterable[object],
        value: Hashable = ABSENT,
        *,
        values: Iterable[Hashable] | None = None,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        super().__init__(least, variables, value, values=values, name=name, rank=rank)

    def bounds(self) -> tuple[int, int]:
        return self.number, self.size

    def negated(self) -> Constraint:
        return AtMost(self.number - 1, self.terms, values=self.values)


class Exactly(_Bounded):
    """Exactly *number* of the variables take *value*, or one of *values*.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> week = p.add_variables(["Mo", "Tu", "We"], ["night", "day", "off"])
    >>> p.add(Exactly(2, week, "off"))
    >>> p.count()
    6
    """

    def negated(self) -> Constraint:
        fewer = AtMost(self.number - 1, self.terms, values=self.values)
        return AnyOf([fewer, AtLeast(self.number + 1, self.terms, values=self.values)])


class Count(_Counting):
    """The number of variables that take *value*, or one of *values*, equals *total*.

    *total* is an integer, a variable or an expression, and so can *value* be. ``count_of(variables, value)`` is the
    number as an expression. Propagation reaches domain consistency, unless *total* or *value* depends on one of the
    variables. Also called *among*, for several values.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> series = p.add_variables(range(4), range(4))
    >>> p.add(*[Count(series, number, total) for number, total in enumerate(series)])
    >>> [tuple(solution.values()) for solution in p.solutions()]
    [(1, 2, 1, 0), (2, 0, 2, 0)]
    """

    repeats: ClassVar[bool] = True
    denied_by_terms: ClassVar[bool] = True

    def __init__(
        self,
        variables: Iterable[object],
        value: Hashable = ABSENT,
        total: object = ABSENT,
        *,
        values: Iterable[Hashable] | None = None,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        if total is ABSENT:
            raise KindError("Count needs a total, as in Count(variables, value, total)")
        self.total: Term = as_number(total, "the total of a Count")
        self.target: Term | None = value if isinstance(value, Term) and not isinstance(value, Known) else None
        known = self.total.value if isinstance(self.total, Known) and self.target is None else None
        self.number: int | None = known if isinstance(known, int) else None
        others = [] if self.number is not None else [self.total]
        if self.target is not None and values is None:
            others, value, values = [self.target, self.total], ABSENT, ()
        super().__init__(variables, others, value, values, name=name, rank=rank)
        self.terms: tuple[Term, ...] = (*with_twins(self.terms[: self.size]), *self.terms[self.size :])

    def integral(self) -> list[Term]:
        return [*super().integral(), *([self.terms[-1]] if self.number is None else [])]

    def calculate(self, row: Sequence[Any]) -> Any:
        """Return the number for these values of the terms without the total, with their offsets."""
        return self.how_many(row) if self.target is None else list(row[: self.size]).count(row[self.size])

    def possible(self, domains: Sequence[Domain]) -> Sequence[Hashable]:  # noqa: ARG002
        """Return all numbers that there can be."""
        return range(self.size + 1)

    def details(self) -> Hashable:
        """Return a key for everything but the terms."""
        return (frozenset(self.values), self.target is None)

    def with_result(self, result: Term) -> Count:
        """Return the constraint that *result* is the number."""
        if self.target is not None:
            return Count(self.terms[: self.size], self.target, result)
        return Count(self.terms[: self.size], total=result, values=self.values)

    def satisfied(self, values: Sequence[object]) -> bool:
        row = self.shifted_values(values)
        return bool(self.calculate(row) == (row[-1] if self.number is None else self.number))

    def lower(self, to: Lowering) -> None:
        if self.number is not None:
            self.limit(to, self.number, self.number)
        elif self.target is None:
            *counting, total = to.variables(self)
            integers = self.integers(to)
            to.add(CountEquals(counting, self.mask(to), total, self, integers=integers))
        elif to.has_interval(self):
            to.ask(self)
        else:
            *counting, same, total = to.variables(self)
            to.add(CountSame(counting, same, total, self))

    def negated(self) -> Constraint:
        if self.number is None:
            return OPERATORS["computed !="](self, self.total)
        return Exactly(self.number, self.terms, values=self.values).negated()

    def called(self) -> str:
        """Return the number as text, like a call of a function."""
        return f"Count({self.shown()})"

    def shown(self) -> str:
        return super().shown() if self.target is None else f"{self.target} in {listing(self.terms[: self.size])}"

    def describe(self) -> str:
        return f"{self.called()} == {self.total}"


def counted_values(kind: str, value: Hashable, values: Iterable[Hashable] | None) -> dict[Hashable, None]:
    """Return the values to count: the given *value* or *values*, exactly one of which must be there."""
    if (value is ABSENT) == (values is None):
        raise OptionError(f"{kind} needs either a value to count or values=")
    if isinstance(values, str):
        raise KindError(f"{kind} needs a collection as values=: write [{values!r}] or list({values!r})")
    given = [value] if values is None else listed(values, f"{kind} needs a collection as values=")
    found = [native(one) for one in given]
    for one in found:
        if isinstance(one, (Term, Constraint)):
            raise KindError(f"{kind} counts values, and {brief(one)} is not a value")
        try:
            hash(one)
        except TypeError:
            raise KindError(f"{kind} counts hashable values, not {brief(one)}; pass several as values=") from None
    return dict.fromkeys(found)
