"""`ArgMin` and `ArgMax`: where the least, or the greatest, of several variables is."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from csplib.display.wording import listing
from csplib.errors import ScopeError
from csplib.kernel.propagators.extreme_place import ExtremePlace
from csplib.modelling.arguments import as_number
from csplib.modelling.constraints.base import as_term, listed
from csplib.modelling.constraints.functional import Functional
from csplib.modelling.terms import Domain

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["ArgMax", "ArgMin"]


class _ExtremePlace(Functional):
    """A number is the first place of an extreme value."""

    numeric: ClassVar[bool] = True
    repeats: ClassVar[bool] = True
    takes_intervals: ClassVar[bool] = True
    layout: ClassVar[str] = "own"
    sign: ClassVar[int]

    def __init__(self, variables: Iterable[object], place: object, *, name: str | None = None, rank: int = 0) -> None:
        kind = type(self).__name__
        given = [as_term(one) for one in listed(variables, f"{kind} needs a collection of variables")]
        if not given:
            raise ScopeError(f"{kind} needs at least one variable")
        super().__init__([*given, as_number(place, f"the place of {kind}")], name=name, rank=rank)

    def calculate(self, row: Sequence[Any]) -> Any:
        return min(range(len(row)), key=lambda place: self.sign * row[place])

    def possible(self, domains: Sequence[Domain]) -> Sequence[Hashable]:
        return range(len(domains))

    def lower(self, to: Lowering) -> None:
        *numbers, place = to.variables(self)
        to.add(ExtremePlace(numbers, place, self.sign, self))

    def called(self) -> str:
        return f"{type(self).__name__.lower()}({listing(self.terms[:-1])})"


class ArgMin(_ExtremePlace):
    """*place* is where the least of the variables is: the first place, counted from 0, if there are several.

    ``argmin(variables)`` is the place as an expression. Propagation reaches domain consistency.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> bids, winner = p.add_variables("abc", range(3)), p.add_variable("winner", range(3))
    >>> p.add(ArgMin(bids, winner), winner == 2)
    >>> [tuple(s.values()) for s in p.solutions()]
    [(1, 1, 0, 2), (1, 2, 0, 2), (2, 1, 0, 2), (2, 2, 0, 2), (2, 2, 1, 2)]
    """

    sign: ClassVar[int] = 1


class ArgMax(_ExtremePlace):
    """*place* is where the greatest of the variables is: the first place, counted from 0, if there are several.

    ``argmax(variables)`` is the place as an expression. Propagation reaches domain consistency.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> votes, winner = p.add_variables("abc", range(3)), p.add_variable("winner", range(3))
    >>> p.add(ArgMax(votes, winner), winner == 2)
    >>> p.count()
    5
    """

    sign: ClassVar[int] = -1
