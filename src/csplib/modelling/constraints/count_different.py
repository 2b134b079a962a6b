"""`CountDifferent`: how many different values the variables take."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from csplib.display.wording import brief, listing
from csplib.errors import KindError, ScopeError
from csplib.kernel.other_libraries import native
from csplib.kernel.propagators.distinct_values import DistinctValues
from csplib.modelling.arguments import as_number
from csplib.modelling.constraints.base import Constraint, listed
from csplib.modelling.constraints.functional import Functional
from csplib.modelling.terms import Domain, Term

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["CountDifferent", "excepted", "shown_exceptions"]


class CountDifferent(Functional):
    """The number of different values that the variables take equals *total*: an integer, a variable or an expression.

    *except_* is a value that does not count, or a list or set of them. ``count_different(variables)`` is the number as
    an expression. Propagation does not prune every value without a solution, because that is NP-hard. The rules are
    those of `DistinctValues`.

    Four meetings in two rooms:

    >>> from csplib import Problem
    >>> p = Problem()
    >>> rooms = p.add_variables("abcd", ["red", "green", "blue"])
    >>> p.add(CountDifferent(rooms, 2), rooms[0] != rooms[1])
    >>> p.count()
    24
    """

    repeats: ClassVar[bool] = True

    def __init__(
        self,
        variables: Iterable[object],
        total: object,
        *,
        except_: Any = (),
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        counting = listed(variables, "CountDifferent needs a collection of variables")
        if not counting:
            raise ScopeError("CountDifferent needs at least one variable")
        self.ignored: dict[Hashable, None] = excepted("CountDifferent", except_)
        result = as_number(total, "the total of CountDifferent")
        super().__init__([*counting, result], name=name, rank=rank)

    def integral(self) -> list[Term]:
        return [*super().integral(), self.terms[-1]]

    def calculate(self, row: Sequence[Any]) -> Any:
        return len(set(row).difference(self.ignored))

    def possible(self, domains: Sequence[Domain]) -> Sequence[Hashable]:
        return range(0 if self.ignored else 1, len(domains) + 1)

    def details(self) -> Hashable:
        return frozenset(self.ignored)

    def lower(self, to: Lowering) -> None:
        *counting, total = to.variables(self)
        ignored = 0
        for value in self.ignored:
            ignored |= to.bit(value)
        to.add(DistinctValues(counting, total, self, ignored=ignored))

    def called(self) -> str:
        return f"count_different({listing(self.terms[:-1])}{shown_exceptions(self.ignored)})"


def excepted(kind: str, values: Any) -> dict[Hashable, None]:
    """Return the values of an argument *except_*: one value, or a list, a set or a range of them."""
    several = isinstance(values, (list, set, frozenset, range)) or (isinstance(values, tuple) and not values)
    found = listed(values, "") if several else [values]
    for one in found:
        if isinstance(one, (Term, Constraint)):
            raise KindError(f"except_ of {kind} needs values, and {brief(one)} is not a value")
        try:
            hash(one)
        except TypeError:
            raise KindError(f"except_ of {kind} needs hashable values, not {brief(one)}") from None
    return dict.fromkeys([native(one) for one in found])


def shown_exceptions(values: Iterable[Hashable]) -> str:
    """Return values of *except_* as the end of a text, empty if there are none."""
    found = [brief(value) for value in values]
    return f" except {', '.join(found)}" if found else ""
