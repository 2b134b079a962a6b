"""`Table`: the variables together take one of the listed rows of values, or none of them.

`ANY` in a row stands for every value.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from csplib.display.wording import brief
from csplib.errors import KindError, OptionError, RowError
from csplib.kernel.other_libraries import rows_of
from csplib.kernel.propagators.table import ForbiddenPatterns, ForbiddenRows
from csplib.modelling.constraints.base import Constraint, listed
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["ANY", "ListedRows", "Rows", "Table", "checked_rows"]

Rows: TypeAlias = tuple[tuple[Hashable, ...], ...]


class _Wildcard:
    """The type of `ANY`, which is its only instance."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "ANY"

    def __reduce__(self) -> str:
        return "ANY"


ANY = _Wildcard()
"""In a row of a `Table` or a `Relation`: any value of the variable."""


class ListedRows:
    """Rows of values with a fast membership test, in which `ANY` matches everything.

    The rows are grouped by the places where they name a value. A test is one set lookup for each group.
    """

    def __init__(self, rows: Rows) -> None:
        self.groups: dict[tuple[int, ...], set[tuple[Hashable, ...]]] = {}
        for row in rows:
            places = tuple([place for place, value in enumerate(row) if value is not ANY])
            self.groups.setdefault(places, set()).add(tuple([value for value in row if value is not ANY]))

    def __contains__(self, values: Sequence[Hashable]) -> bool:
        for places, group in self.groups.items():
            if tuple([values[place] for place in places]) in group:
                return True
        return False


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

    def __init__(
        self,
        scope: Iterable[object],
        allowed: Iterable[Sequence[object]] | None = None,
        *,
        forbidden: Iterable[Sequence[object]] | None = None,
        wildcard: object = ANY,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        super().__init__(scope, name=name, rank=rank)
        if (allowed is None) == (forbidden is None):
            raise OptionError(f"{self} needs either allowed or forbidden rows")
        self.allows: bool = allowed is not None
        self.rows: Rows = checked_rows(self, forbidden if allowed is None else allowed, wildcard)
        self._listed = ListedRows(self.rows)

    def satisfied(self, values: Sequence[object]) -> bool:
        return (self.shifted_values(values) in self._listed) == self.allows

    def lower(self, to: Lowering) -> None:
        if self.allows or len(self.terms) <= 2:
            to.allow(self, to.variables(self), self.rows, but=not self.allows)
        else:
            self._forbid(to)

    def _forbid(self, to: Lowering) -> None:
        """Forbid rows without `ANY` exactly. Patterns are tabulated over few values: one table prunes more."""
        scope = to.variables(self)
        full: list[tuple[Hashable, ...]] = []
        patterns: list[tuple[Hashable, ...]] = []
        for row in self.rows:
            (patterns if any(value is ANY for value in row) else full).append(row)
        if patterns and to.tabulate(self, "combined"):
            return
        if full:
            to.add(ForbiddenRows(scope, to.masks(scope, full), self))
        if patterns:
            to.add(ForbiddenPatterns(scope, to.masks(scope, patterns), self))

    def negated(self) -> Constraint:
        if self.allows:
            return Table(self.terms, forbidden=self.rows)
        return Table(self.terms, allowed=self.rows)


def checked_rows(constraint: Constraint, rows: Iterable[Sequence[object]] | None, wildcard: object = ANY) -> Rows:
    """Return *rows* as tuples, each row once. Raise an error for a row that does not fit *constraint*."""
    wanted = len(constraint.terms)
    checked: dict[tuple[Any, ...], None] = {}  # each row once, as they were stated
    for number, row in enumerate(
        [] if rows is None else listed(rows_of(rows), f"{constraint} needs a collection of rows")
    ):
        if isinstance(row, str) or not isinstance(row, Iterable):
            raise RowError(f"row {number} of {constraint} is {brief(row)}, not a row of {wanted} values")
        values = tuple(row)
        if strange := [value for value in values if isinstance(value, (Term, Constraint))]:
            raise KindError(f"row {number} of {constraint} has {strange[0]} in it, which is not a value")
        if wildcard is not ANY:
            values = tuple([ANY if value == wildcard else value for value in values])
        if len(values) != wanted:
            raise RowError(
                f"row {number} of {constraint} has {len(values)} values for {wanted} variables: {brief(values)}"
            )
        try:
            checked[values] = None
        except TypeError as cause:
            raise KindError(f"row {number} of {constraint} has an unhashable value: {brief(values)}") from cause
    return tuple(checked)
