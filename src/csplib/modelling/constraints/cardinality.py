"""`Cardinality`: how often each value is taken: bounds, or variables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar

from csplib.display.wording import brief, joined, listing
from csplib.errors import KindError, OptionError, ScopeError
from csplib.kernel.propagators.counting import CountEquals
from csplib.kernel.propagators.flow import Flow
from csplib.kernel.propagators.long_flow import LongFlow
from csplib.kernel.propagators.variable_flow import VariableFlow
from csplib.modelling.constraints.base import Constraint, listed
from csplib.modelling.constraints.counting import AtLeast, AtMost, Count
from csplib.modelling.constraints.logic import AnyOf
from csplib.modelling.constraints.membership import NotIn
from csplib.modelling.terms import Term
from csplib.modelling.twins import with_twins

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["Cardinality", "bounds_of", "bounds_text"]

_SHORT = 32
"""The greatest number of variables for which a flow is found again in each run."""


class Cardinality(Constraint):
    """The number of times that each value in *counts* is taken: exactly n, (at least, at most), or a range.

    A count can also be a variable or an expression. Other values may be taken any number of times or, with *closed*,
    not at all. A value that no variable has is taken 0 times. Propagation reaches domain consistency if all counts are
    numbers, see `csplib.kernel.propagators.flow.Flow`. Also called *global cardinality*, *gcc* or *distribute*.

    Three early shifts, one or two late ones, and at most one day off:

    >>> from csplib import Problem
    >>> p = Problem()
    >>> days = p.add_variables(["Mon", "Tue", "Wed", "Thu", "Fri"], ["early", "late", "off"])
    >>> p.add(Cardinality(days, {"early": 3, "late": range(1, 3), "off": (0, 1)}))
    >>> p.count()
    30
    """

    names_values: ClassVar[bool] = True
    repeats: ClassVar[bool] = True  # a count may be one of the variables
    denied_by_terms: ClassVar[bool] = True

    def __init__(
        self,
        variables: Iterable[object],
        counts: Mapping[Any, Any],
        *,
        closed: bool = False,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        if not isinstance(counts, Mapping):
            raise KindError(f"Cardinality needs a mapping from values to counts, not {brief(counts)}")
        if not counts:
            raise OptionError("Cardinality needs the count of at least one value")
        given = listed(variables, "Cardinality needs a collection of variables")
        if not given:
            raise ScopeError("Cardinality needs at least one variable")
        self.size: int = len(given)
        self.counts: dict[Hashable, tuple[int, int]] = {}
        self.places: dict[Hashable, int] = {}
        totals: list[Term] = []
        for value, count in counts.items():
            if isinstance(count, Term):
                self.places[value] = self.size + len(totals)
                totals.append(count)
            self.counts[value] = bounds_of(value, (0, self.size) if isinstance(count, Term) else count)
        self.closed: bool = closed
        super().__init__([*given, *totals], name=name, rank=rank)
        self.terms: tuple[Term, ...] = (*with_twins(self.terms[: self.size]), *self.terms[self.size :])

    def integral(self) -> list[Term]:
        return [*super().integral(), *self.terms[self.size :]]

    def named_values(self) -> Iterable[Hashable]:
        return self.counts

    def satisfied(self, values: Sequence[object]) -> bool:
        row = self.shifted_values(values)
        taken = Counter(row[: self.size])
        if self.closed and not taken.keys() <= self.counts.keys():
            return False
        if not all(least <= taken[value] <= most for value, (least, most) in self.counts.items()):
            return False
        return all(taken[value] == row[place] for value, place in self.places.items())

    def lower(self, to: Lowering) -> None:
        if len(self.terms) == 1:
            to.restrict(self)
            return
        scope = to.variables(self)
        variables = scope[: self.size]
        bits = [to.bit(value) for value in self.counts]
        least = [bounds[0] for bounds in self.counts.values()]
        most = [bounds[1] for bounds in self.counts.values()]
        short = self.size <= _SHORT
        if self.places:
            for value, place in self.places.items():
                to.add(CountEquals(variables, to.bit(value), scope[place], self))
            counts = [scope[self.places[value]] if value in self.places else -1 for value in self.counts]
            to.add(VariableFlow(variables, bits, least, most, counts, self, closed=self.closed, flows=short))
        if not self.places or not short:
            kind = Flow if short else LongFlow
            to.add(kind(variables, bits, least, most, self, closed=self.closed))

    def negated(self) -> Constraint:
        variables = self.terms[: self.size]
        found: list[Constraint] = []
        for value, (least, most) in self.counts.items():
            if value in self.places:
                found.append(Count(variables, value, self.terms[self.places[value]]).negated())
            if least > 0:
                found.append(AtMost(least - 1, variables, value))
            if most < self.size:
                found.append(AtLeast(most + 1, variables, value))
        if self.closed:
            found += [NotIn(term, self.counts) for term in variables]
        return AnyOf(found)

    def describe(self) -> str:
        shown = []
        for value, (least, most) in self.counts.items():
            count = self.terms[self.places[value]] if value in self.places else bounds_text(least, most)
            shown.append(f"{count} of {value!r}")
        if self.closed:
            shown.append("nothing else")
        return f"Cardinality({joined(shown)} in {listing(self.terms[: self.size])})"


def bounds_of(
    value: Hashable, count: int | Sequence[int], kind: str = "Cardinality", what: str = "count"
) -> tuple[int, int]:
    """Return the least and the greatest *count* of a *value*, given as a number, (at least, at most), or a range."""
    if isinstance(value, (Term, Constraint)):
        raise KindError(f"{kind} counts values, and {brief(value)} is not a value")
    whose = f"the {what} of {value!r}"
    if isinstance(count, range):
        if count.step != 1 or not count:
            raise OptionError(f"{whose} must be a range of consecutive numbers, not {count!r}")
        least, most = count[0], count[-1]
    else:
        try:
            least, most = map(index, count if isinstance(count, Sequence) else (count, count))
        except (TypeError, ValueError):
            raise KindError(f"{whose} must be an integer, (at least, at most) or a range, not {count!r}") from None
    if least < 0:
        raise OptionError(f"{whose} must not be negative, as in {count!r}")
    if least > most:
        raise OptionError(f"{whose} must not be at least {least} and at most {most}")
    return least, most


def bounds_text(least: int, most: int) -> str:
    """Return an exact number or two bounds as text."""
    return str(least) if least == most else f"{least} to {most}"
