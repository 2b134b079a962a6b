"""`Table`: the variables together take one of the listed rows of values, or none of them.

`ANY` in a row stands for every value.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from csplib.errors import OptionError
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.propagators.row_index import RowIndex
from csplib.kernel.propagators.table import ForbiddenPatterns, ForbiddenRows
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.rows import ANY, ListedRows, Rows, checked_rows

if TYPE_CHECKING:
    from csplib.kernel.compiler import Label, Rank, Unchecked
    from csplib.lowering.lowering import Lowering

__all__ = ["ANY", "Table"]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Table(Constraint):
    """The variables together take one of the *allowed* rows, or none of the *forbidden* ones.

    `ANY` in a row stands for every value. *wildcard* names another object that does. Rows with a wildcard are not
    expanded.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> menu = p.add_variables(["dish", "wine", "dessert"], ["fish", "beef", "white", "red", "cake", "none"])
    >>> p.add(Table(menu, [("fish", "white", ANY), ("beef", "red", "none")]))
    >>> p.add(Table(menu, forbidden=[("*", "*", "fish"), ("*", "white", "beef")], wildcard="*"))
    >>> p.count()
    5
    """

    takes_intervals: ClassVar[bool] = True
    layout: ClassVar[str] = "own"
    mixes: ClassVar[bool] = True

    def __init__(
        self,
        scope: Iterable[object],
        allowed: Iterable[Sequence[object]] | Unchecked | None = None,
        *,
        forbidden: Iterable[Sequence[object]] | Unchecked | None = None,
        wildcard: object = ANY,
        name: Label | None = None,
        rank: Rank = 0,
    ) -> None:
        super().__init__(scope, name=name, rank=rank)
        if (allowed is None) == (forbidden is None):
            raise OptionError(f"{self} needs either allowed or forbidden rows")
        self.allows: bool = allowed is not None
        self.listed: ListedRows = checked_rows(self, forbidden if allowed is None else allowed, wildcard)

    @property
    def rows(self) -> Rows:
        """The rows, each once, with `ANY` as the wildcard."""
        return self.listed.rows

    def satisfied(self, values: Sequence[object]) -> bool:
        return (self.shifted_values(values) in self.listed) == self.allows

    def lower(self, to: Lowering) -> None:
        if self.allows or len(self.terms) <= 2 or to.has_interval(self):
            to.allow(self, to.variables(self), self.listed, but=not self.allows)
        else:
            self._forbid(to)

    def _forbid(self, to: Lowering) -> None:
        """Forbid rows without `ANY` exactly. Patterns are tabulated over few values: one table prunes more."""
        scope = to.variables(self)
        full: Sequence[tuple[Hashable, ...]] = self.rows
        patterns: Sequence[tuple[Hashable, ...]] = ()
        if self.listed.open:
            full = [row for row in self.rows if ANY not in row]
            patterns = [row for row in self.rows if ANY in row]
        if patterns and to.tabulate(self, "combined"):
            return
        if full:
            to.add(ForbiddenRows(scope, RowIndex(to.columns(scope, full)), self))
        if patterns:
            to.add(ForbiddenPatterns(scope, RowIndex(to.columns(scope, patterns)), self))

    def negated(self) -> Constraint:
        if self.allows:
            return Table(self.terms, forbidden=self.rows)
        return Table(self.terms, allowed=self.rows)
