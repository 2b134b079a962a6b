"""`Diff`: two terms take different values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from csplib.errors import ScopeError
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.tracking import are_tracked, untrack
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import Constraint, as_label, as_rank, as_term
from csplib.modelling.terms import Term, depth_of

if TYPE_CHECKING:
    from csplib.kernel.compiler import Label, Rank
    from csplib.lowering.lowering import Lowering

__all__ = ["Diff"]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Diff(Constraint):
    """``x != y``, also with offsets: ``Diff(x + 2, y - 1)``. On `Variable`s the operator ``!=`` builds it.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", [1, 2])
    >>> p.add(Diff(x + 1, y))
    >>> [(s["x"], s["y"]) for s in p.solutions()]
    [(1, 1), (2, 1), (2, 2)]
    """

    shifts: ClassVar[bool] = True
    takes_intervals: ClassVar[bool] = True
    layout: ClassVar[str] = "same"

    def __init__(self, x: object, y: object, *, name: Label | None = None, rank: Rank = 0) -> None:
        first, second = as_term(x), as_term(y)
        if first.name == second.name:
            raise ScopeError(f"Diff needs two variables, not {first.name!r} twice")
        # As Constraint.__init__, but without most of its checks, because no constraint is stated more often.
        # Terms are not declared again: compiled, the garbage collector would count them twice, and free no cycle there.
        stated: Constraint = self
        stated.terms = _pair(first, second)
        self.name: str | None = name if name is None else as_label(name)
        self.rank: int = rank if type(rank) is int else as_rank(rank)
        self.depth: int = depth_of(self.terms)
        if type(self) is Diff and not are_tracked(self.terms):
            untrack(self)

    def satisfied(self, values: Sequence[object]) -> bool:
        first, second = self.shifted_values(values)
        return bool(first != second)

    def lower(self, to: Lowering) -> None:
        to.differ(self, [term.offset for term in self.terms])

    def negated(self) -> Constraint:
        return AllEqual(self.terms)

    def describe(self) -> str:
        return f"{self.terms[0]} != {self.terms[1]}"


def _pair(first: Term, second: Term) -> tuple[Term, ...]:
    """Return both. For a tuple of known length, the compiler would make a new object at each use."""
    return (first, second)
