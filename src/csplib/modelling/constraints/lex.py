"""`Lex`: two rows of integers in lexicographic order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, TypeVar

from csplib.display.wording import joined
from csplib.errors import ScopeError
from csplib.kernel.propagators.ordering import LexOrder
from csplib.modelling.constraints.base import Constraint, listed

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["Lex"]

T = TypeVar("T")


class Lex(Constraint):
    """Row *first* is lexicographically before row *second* or, unless *strictly*, equal to it.

    It breaks symmetries: of two solutions that differ by an exchange of two rows of a matrix, one remains. Propagation
    reaches domain consistency, unless a variable occurs twice.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> a, b, c, d = p.add_variables("abcd", range(2))
    >>> p.add(Lex([a, b], [c, d], strictly=True))
    >>> [tuple(solution.values()) for solution in p.solutions()]
    [(0, 0, 0, 1), (0, 0, 1, 0), (0, 0, 1, 1), (0, 1, 1, 0), (0, 1, 1, 1), (1, 0, 1, 1)]
    """

    numeric: ClassVar[bool] = True
    repeats: ClassVar[bool] = True
    takes_intervals: ClassVar[bool] = True
    layout: ClassVar[str] = "own"

    def __init__(
        self,
        first: Iterable[object],
        second: Iterable[object],
        *,
        strictly: bool = False,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        rows = [listed(row, "Lex needs two collections of variables") for row in (first, second)]
        if len(rows[0]) != len(rows[1]):
            raise ScopeError(f"Lex compares rows of one length, not of {len(rows[0])} and {len(rows[1])} variables")
        self.strictly: bool = strictly
        super().__init__([*rows[0], *rows[1]], name=name, rank=rank)

    def satisfied(self, values: Sequence[object]) -> bool:
        first, second = _halves(self.shifted_values(values))
        return first < second or (first == second and not self.strictly)

    def lower(self, to: Lowering) -> None:
        first, second = _halves(to.variables(self))
        to.add(LexOrder(first, second, strictly=self.strictly, origin=self))

    def negated(self) -> Constraint:
        first, second = _halves(list(self.terms))
        return Lex(second, first, strictly=not self.strictly)

    def describe(self) -> str:
        first, second = _halves([str(term) for term in self.terms])
        return f"({joined(first)}) {'<' if self.strictly else '<='} ({joined(second)})"


def _halves(row: list[T]) -> tuple[list[T], list[T]]:
    """Return both halves of *row*."""
    middle = len(row) // 2
    return row[:middle], row[middle:]
