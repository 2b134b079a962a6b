"""Constraints that are given by their rows of values, or by a function that judges a row.

`Relation` speaks of two variables; `Table` of any number, with the rows listed; `Predicate` of any number, with a
Python callable. `ANY` in a row stands for every value.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, TypeAlias

from csplib.display.wording import brief, joined
from csplib.errors import KindError, OptionError, PredicateError, RowError, ScopeError
from csplib.kernel.arrays import rows_of
from csplib.kernel.bits import Mask
from csplib.kernel.clock import is_of_running_clock, look_up, pulse
from csplib.kernel.propagators.table import ForbiddenPatterns, ForbiddenRows
from csplib.modelling.constraints.base import Constraint, listed
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["ANY", "Predicate", "Relation", "Table", "masks_of"]

Rows: TypeAlias = tuple[tuple[Hashable, ...], ...]

_TAKES_ANY_NUMBER = 0x04  # CO_VARARGS: the callable has a parameter such as *values


class _Wildcard:
    """The type of `ANY`, of which there is one."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "ANY"

    def __reduce__(self) -> str:
        return "ANY"


ANY = _Wildcard()
"""In a row of a `Table` or a `Relation`: whatever value the variable takes."""


class _Listed:
    """Rows of values, ready to be asked whether a row is among them: `ANY` matches everything.

    The rows are sorted by the places that they name values for, so that a question costs one look for each such set.
    """

    def __init__(self, rows: Rows) -> None:
        self.parts: dict[tuple[int, ...], set[tuple[Hashable, ...]]] = {}
        for row in rows:
            places = tuple([place for place, value in enumerate(row) if value is not ANY])
            self.parts.setdefault(places, set()).add(tuple([value for value in row if value is not ANY]))

    def __contains__(self, values: Sequence[Hashable]) -> bool:
        for places, part in self.parts.items():
            if tuple([values[place] for place in places]) in part:
                return True
        return False


class Table(Constraint):
    """The variables together take one of the *allowed* rows, or none of the *forbidden* ones.

    `ANY` in a row stands for every value; *wildcard* names something else that does. Rows with it are not spelled out.

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
        self.rows: Rows = _checked_rows(self, forbidden if allowed is None else allowed, wildcard)
        self._listed = _Listed(self.rows)

    def satisfied(self, values: Sequence[object]) -> bool:
        return (self.shifted_values(values) in self._listed) == self.allows

    def lower(self, to: Lowering) -> None:
        if self.allows:
            to.allow(self, to.variables(self), self.rows)
        elif len(self.terms) <= 2:
            to.allow(self, to.variables(self), self.rows, but=True)
        else:
            self._forbid(to)

    def _forbid(self, to: Lowering) -> None:
        """Forbid rows without `ANY` exactly; patterns are tabulated over few values, as together they say more."""
        scope = to.variables(self)
        full: list[tuple[Hashable, ...]] = []
        open_: list[tuple[Hashable, ...]] = []
        for row in self.rows:
            (open_ if any([value is ANY for value in row]) else full).append(row)  # noqa: C419 - compiled
        if open_ and to.tabulate(self, "combined"):
            return
        if full:
            to.add(ForbiddenRows(scope, masks_of(full, scope, to), self))
        if open_:
            to.add(ForbiddenPatterns(scope, masks_of(open_, scope, to), self))

    def negated(self) -> Constraint:
        if self.allows:
            return Table(self.terms, forbidden=self.rows)
        return Table(self.terms, allowed=self.rows)


class Predicate(Constraint):
    """*holds*, called with the values of the variables in order, must be true.

    Over few values it is tabulated once and prunes like a `Table`; over many it is asked as soon as
    all variables but one have their value. It must depend on its arguments alone.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> sides = p.add_variables("abc", range(1, 20))
    >>> p.add(Predicate(sides, lambda a, b, c: a < b and a * a + b * b == c * c))
    >>> [tuple(s.values()) for s in p.solutions()]
    [(3, 4, 5), (6, 8, 10), (5, 12, 13), (9, 12, 15), (8, 15, 17)]
    """

    def __init__(
        self, scope: Iterable[object], holds: Callable[..., object], *, name: str | None = None, rank: int = 0
    ) -> None:
        super().__init__(scope, name=name, rank=rank)
        self.holds: Callable[..., object] = _checked_callable(self, holds)

    def satisfied(self, values: Sequence[object]) -> bool:
        return _ask(self, self.holds, self.shifted_values(values))

    def lower(self, to: Lowering) -> None:
        to.ask(self)


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
        self.holds: Callable[..., object] | None = None if holds is None else _checked_callable(self, holds)
        self.allows: bool = allowed is not None
        self.rows: Rows = _checked_rows(self, forbidden if allowed is None else allowed)
        self._listed = _Listed(self.rows)

    def satisfied(self, values: Sequence[object]) -> bool:
        row = self.shifted_values(values)
        return (row in self._listed) == self.allows if self.holds is None else _ask(self, self.holds, row)

    def lower(self, to: Lowering) -> None:
        if self.holds is None:
            to.allow(self, to.variables(self), self.rows, but=not self.allows)
        else:
            to.ask(self)

    def negated(self) -> Constraint:
        x, y = self.terms
        if self.holds is not None:
            return super().negated()
        if self.allows:
            return Relation(x, y, forbidden=self.rows)
        return Relation(x, y, allowed=self.rows)


def masks_of(rows: Iterable[Sequence[Hashable]], scope: Sequence[int], to: Lowering) -> list[list[Mask]]:
    """Write *rows* over *scope* as bits, -1 for `ANY`; those that name a value outside the domains drop out."""
    found: list[list[Mask]] = []
    for row in rows:
        look_up(len(scope))
        bits = [-1 if value is ANY else to.bit(value) & to.domain(x) for x, value in zip(scope, row, strict=True)]
        if all(bits):
            found.append(bits)
    return _in_order(found, len(scope))


def _in_order(rows: list[list[Mask]], places: int) -> list[list[Mask]]:
    """Sort *rows*, place by place from the last to the first: many at once, and what is long can be interrupted."""
    for place in range(places - 1, -1, -1):
        found: dict[Mask, list[list[Mask]]] = {}
        for row in rows:
            look_up()
            found.setdefault(row[place], []).append(row)
        rows = [row for mask in sorted(found) for row in found[mask]]
    return rows


def _checked_rows(constraint: Constraint, rows: Iterable[Sequence[object]] | None, wildcard: object = ANY) -> Rows:
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


def _checked_callable(constraint: Constraint, holds: object) -> Callable[..., object]:
    """Refuse what cannot be called, and a plain function that cannot take one argument for each variable."""
    if not callable(holds):
        raise KindError(f"{constraint} needs a callable, not {brief(holds)}")
    function = holds.__func__ if isinstance(holds, MethodType) else holds
    if isinstance(function, FunctionType) and not function.__code__.co_flags & _TAKES_ANY_NUMBER:
        most = function.__code__.co_argcount - isinstance(holds, MethodType)
        least = most - len(function.__defaults__ or ())
        if not least <= len(constraint.terms) <= most:
            takes = str(most) if least == most else f"{least} to {most}"
            raise ScopeError(
                f"{constraint} has {len(constraint.terms)} variables, but its function takes {takes} arguments"
            )
    return holds


def _ask(constraint: Constraint, holds: Callable[..., object], values: Sequence[object]) -> bool:
    """Call the user's function; if it raises, or returns nothing, say where."""
    pulse()
    try:
        verdict = holds(*values)
        if verdict is not None:
            return bool(verdict)
    except Exception as cause:
        if is_of_running_clock(cause):  # the function asks questions, and it is time to stop
            raise
        raised = f"{constraint} raised {type(cause).__name__} for {_row_text(constraint, values)}: {cause}"
        raise PredicateError(raised) from cause
    raise PredicateError(f"{constraint} returned None for {_row_text(constraint, values)}: is a return missing?")


def _row_text(constraint: Constraint, values: Sequence[object]) -> str:
    return joined([f"{term.name}={value!r}" for term, value in zip(constraint.terms, values, strict=True)])
