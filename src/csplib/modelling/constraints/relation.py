"""`Relation`: a binary constraint, given by a function, by allowed pairs or by forbidden pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from csplib.errors import OptionError
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.predicate import call_predicate, checked_callable
from csplib.modelling.rows import ListedRows, Rows, checked_rows

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["Relation"]


class Relation(Constraint):
    """*x* and *y* together satisfy a predicate, are one of the *allowed* pairs, or none of the *forbidden* ones.

    `ANY` in a pair stands for every value.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(4))
    >>> p.add(Relation(x, y, lambda x, y: x + 1 == y), Relation(x, y, forbidden=[(1, 2)]))
    >>> [(s["x"], s["y"]) for s in p.solutions()]
    [(0, 1), (2, 3)]
    """

    takes_intervals: ClassVar[bool] = True
    layout: ClassVar[str] = "own"
    mixes: ClassVar[bool] = True

    def __init__(
        self,
        x: object,
        y: object,
        holds: Callable[[Any, Any], object] | None = None,
        *,
        allowed: Iterable[Sequence[object]] | None = None,
        forbidden: Iterable[Sequence[object]] | None = None,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        super().__init__([x, y], name=name, rank=rank)
        if sum(given is not None for given in (holds, allowed, forbidden)) != 1:
            raise OptionError(f"{self} needs exactly one of a predicate, allowed pairs and forbidden pairs")
        self.holds: Callable[..., object] | None = None if holds is None else checked_callable(self, holds)
        self.allows: bool = allowed is not None
        self.listed: ListedRows = checked_rows(self, forbidden if allowed is None else allowed)

    @property
    def rows(self) -> Rows:
        """The allowed or forbidden pairs, each once; none if there is a predicate."""
        return self.listed.rows

    def satisfied(self, values: Sequence[object]) -> bool:
        row = self.shifted_values(values)
        return (row in self.listed) == self.allows if self.holds is None else call_predicate(self, self.holds, row)

    def lower(self, to: Lowering) -> None:
        if self.holds is None:
            to.allow(self, to.variables(self), self.listed, but=not self.allows)
        else:
            to.ask(self)

    def negated(self) -> Constraint:
        x, y = self.terms
        if self.holds is not None:
            return super().negated()
        if self.allows:
            return Relation(x, y, forbidden=self.rows)
        return Relation(x, y, allowed=self.rows)
