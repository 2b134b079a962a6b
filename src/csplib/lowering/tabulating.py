"""One policy for tables: which constraints are tabulated, over how many rows, and which constraints share a table.

A table prunes every value without a support, but Python must evaluate each of its rows. So constraints that say the
same about variables with the same values share a table, and a problem has a budget of rows. A constraint that does not
get a table is propagated in another way.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Final, TypeAlias, final

from csplib.kernel.arcs import SupportArc
from csplib.kernel.bits import Mask, lowest, size_of
from csplib.kernel.links import Pair
from csplib.kernel.propagators.large_table import ManyAllowedRows
from csplib.kernel.propagators.row_index import ROWS_IN_A_BLOCK, RowIndex, numbers_of
from csplib.kernel.propagators.table import AllowedRows
from csplib.lowering.supports import PairTables, complement, satisfying_rows, supports
from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.diff import Diff
from csplib.modelling.constraints.logic import AllOf, AnyOf, Defined, Not
from csplib.modelling.constraints.membership import In, NotIn
from csplib.modelling.constraints.predicate import Predicate
from csplib.modelling.constraints.reified import Reified
from csplib.modelling.constraints.relation import Relation
from csplib.modelling.constraints.table import Table
from csplib.modelling.rows import ListedRows

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering
    from csplib.modelling.constraints.base import Constraint

__all__ = ["LIMITS", "Limit", "Tables", "shape_of"]

Places: TypeAlias = "Mapping[Hashable, int]"

BUDGET = 250_000
"""The number of rows after which a problem gets no more tables, except small ones."""

SMALL = 100
"""The number of rows up to which a table is made even when the budget is used up."""


@final
class Limit:
    """How many rows a table may have: *pairs* over two variables, *rows* over more. At most *tables* may be that large.

    The closer tables come to their limit, the fewer there can be. So a problem with slightly more values, which are
    too many for tables, does not compile much faster.
    """

    def __init__(self, pairs: int, rows: int, tables: int = 1) -> None:
        self.pairs: int = pairs
        self.rows: int = rows
        self.tables: int = tables


LIMITS: Final = {
    # For a user's function. Without a table it is called during the search, once a single variable is left.
    "asked": Limit(1_000_000, 10_000, tables=4),
    # For a combination of constraints whose propagators together prune less than a table.
    "combined": Limit(10_000, 10_000),
    # For arithmetic. Without a table it is propagated by bounds.
    "computed": Limit(10_000, 2_000),
    # For arithmetic in which one variable follows from the others. The rows of the others are counted.
    "defined": Limit(10_000, 10_000),
}
"""The limits of tables, by the reason for tabulating a constraint."""

_WORDS: dict[type, str] = {
    AllOf: "and",
    Defined: "and",
    AnyOf: "or",
    Not: "not",
    Reified: "reified",
    Diff: "different",
    AllDifferent: "different",
    AllEqual: "equal",
    In: "in",
    NotIn: "not in",
    Comparison: "comparison",
    Predicate: "predicate",
    Relation: "relation",
    Table: "table",
}
"""The kinds of constraints that can share a table. A subclass may mean something else, so it is not one of them."""


@final
class Tables:
    """The tables of one problem, by their keys, and the number of rows spent on them."""

    def __init__(self) -> None:
        self.spent: int = 0
        self.pairs: dict[Hashable, PairTables] = {}
        self.rows: dict[Hashable, RowIndex] = {}
        self._origins: list[object] = []  # keys name functions by their id, so the constraints must stay alive
        self._kinds: dict[Hashable, int] = {}
        self._kind_of: dict[int, int] = {}

    def spend(self, rows: int, reason: str, *, pairs: bool) -> bool:
        """Take a table of *rows* off the budget. Return False if that is too much.

        Tables of half the size that the *reason* allows can have twice as many rows together.
        """
        limit = LIMITS[reason]
        most = limit.pairs if pairs else limit.rows
        total = self.spent + rows
        if rows > most or (rows > SMALL and (self.spent >= BUDGET or total * rows > limit.tables * most * most)):
            return False
        self.spent += rows
        return True

    def tabulate(
        self,
        to: Lowering,
        constraint: Constraint,
        reason: str,
        rows: Iterable[Sequence[Hashable]] | None,
        defined: int,
    ) -> bool:
        """State *constraint* as a table if the limit and the budget allow it. See `Lowering.tabulate`."""
        scope = to.scope(constraint)
        count = 1
        for x, place in {x: place for place, x in enumerate(scope)}.items():
            if place != defined:
                count *= size_of(to.left[x])
        if count > max(LIMITS[reason].pairs, LIMITS[reason].rows) or len(set(scope)) < len(scope):
            return False
        shape = shape_of(constraint)
        key = None if shape is None else (shape, self._left_to(to, scope))
        known: Container[Hashable] = self.pairs if len(scope) == 2 else self.rows
        if key not in known and not self.spend(count, reason, pairs=len(scope) == 2):
            return False
        self.state(to, constraint, scope, rows, key=key)
        return True

    def list_rows(
        self,
        to: Lowering,
        constraint: Constraint,
        scope: list[int],
        rows: Iterable[Sequence[Hashable]],
        *,
        forbidden: bool,
    ) -> None:
        """Keep *scope* to the listed *rows*, or off them. Constraints with the same tuple of rows share a table."""
        key = (rows, forbidden, self._left_to(to, scope)) if isinstance(rows, (tuple, ListedRows)) else None
        self.state(to, constraint, scope, rows, key=key, forbidden=forbidden)

    def state(
        self,
        to: Lowering,
        constraint: Constraint,
        scope: list[int],
        rows: Iterable[Sequence[Hashable]] | None,
        *,
        key: Hashable = None,
        forbidden: bool = False,
    ) -> None:
        """State the table with this *key*. If there is none, make it: from *rows*, or by trying every row."""
        if len(scope) == 2:
            x, y = scope
            pairs = self.pairs.get(key)
            if pairs is None:
                pairs = supports(to.stated(x), to.stated(y), _columns(to, constraint, scope, rows))
                pairs = complement(pairs, to.left[x], to.left[y]) if forbidden else pairs
                if key is not None:
                    self.pairs[key] = pairs
                    self._origins.append(constraint)
            forward = SupportArc(x, y, pairs[0], lowest(to.stated(y)), constraint)
            backward = SupportArc(y, x, pairs[1], lowest(to.stated(x)), constraint)
            to.link(Pair(forward, backward, constraint.rank))
        else:
            index = self.rows.get(key)
            if index is None:
                index = RowIndex(_columns(to, constraint, scope, rows))
                if key is not None:
                    self.rows[key] = index
                    self._origins.append(constraint)
            if index.count > ROWS_IN_A_BLOCK and len(set(scope)) == len(scope):
                to.add(ManyAllowedRows(scope, index, constraint))
            else:
                to.add(AllowedRows(scope, index, constraint))

    def _left_to(self, to: Lowering, scope: list[int]) -> Hashable:
        """Return a key for the values that the variables of *scope* have left."""
        return tuple([(self._kind(to.values(x)), to.left[x]) for x in scope])

    def _kind(self, values: dict[Mask, object]) -> int:
        """Return a number that is equal for domains of identical values. The dict must stay alive.

        A predicate can tell equal values apart: 1 and True are different kinds.
        """
        found = self._kind_of.get(id(values))
        if found is None:
            content = tuple([(bit, _identity(value)) for bit, value in values.items()])
            found = self._kind_of[id(values)] = self._kinds.setdefault(content, len(self._kinds))
        return found


def _identity(value: object) -> Hashable:
    """Return a key that is equal only for values that no function can tell apart."""
    kind = type(value)
    if kind is int or kind is str:
        return value
    if kind is tuple and isinstance(value, tuple):
        return (kind, *[_identity(one) for one in value])
    if kind is float:
        return (kind, repr(value))  # 0.0 equals -0.0
    return (kind, value if kind is bool else id(value))


def _columns(
    to: Lowering, constraint: Constraint, scope: list[int], rows: Iterable[Sequence[Hashable]] | None
) -> list[list[int]]:
    """Return columns of numbers: of the rows listed in *rows*, or else of those that satisfy *constraint*."""
    if rows is not None:
        if isinstance(rows, ListedRows):
            return to.columns(scope, rows.rows)
        return to.columns(scope, [tuple(row) for row in rows])
    left = [to.left[x] for x in scope]
    values = [to.values(x) for x in scope]
    if type(constraint) is not Comparison:
        found = satisfying_rows(constraint.satisfied, [None] * len(scope), range(len(scope)), values, left)
    elif len(scope) == 2:
        return numbers_of(constraint.pairs(values, left), 2)
    else:
        found = satisfying_rows(constraint.holds_for, {}, constraint.scope, values, left)
    return numbers_of(found, len(scope))


def shape_of(constraint: Constraint) -> Hashable:
    """Return a key that is equal for constraints that say the same about the variables in the same places.

    It is None if *constraint* cannot share a table. Predicates are equal if they call the same function, or functions
    that the same line of a loop has made from the same objects.

    >>> shape_of(Diff("a", "b")) == shape_of(Diff("c", "d")), shape_of(Diff("a", "b")) == shape_of(AllEqual("ab"))
    (True, False)
    """
    return _shape(constraint, {term.name: place for place, term in enumerate(constraint.terms)})


def _shape(constraint: Constraint, places: Places) -> Hashable:
    """Return the shape of *constraint* as a part of one whose terms have *places*."""
    word = _WORDS.get(type(constraint))
    if word is None:
        return None
    where: list[Hashable] = []
    for term in constraint.terms:
        place = places.get(term.name, -1)
        if place < 0:  # an expression that may have no value: the whole is about the variables inside it
            return None
        where.append((place, term.offset))
    details = _details(constraint, places)
    parts = [_shape(part, places) for part in constraint.parts]
    return None if None in parts else (word, details, *where, *parts)


def _details(constraint: Constraint, places: Places) -> Hashable:
    """Return a key for everything but the terms and parts of *constraint*."""
    if isinstance(constraint, Comparison):
        weighted = [(weight, term.shape(places)) for term, weight in constraint.weights]
        return (constraint.relation, constraint.constant, *weighted)
    if isinstance(constraint, (In, NotIn)):
        return constraint.values if isinstance(constraint.values, range) else frozenset(constraint.values)
    if isinstance(constraint, (Predicate, Relation)) and constraint.holds is not None:
        return _function_key(constraint.holds)
    if isinstance(constraint, (Table, Relation)):
        return (constraint.allows, constraint.listed)
    return None


def _function_key(holds: object) -> Hashable:
    """Return a key for a predicate: its code and the objects it uses. It is valid while they are alive."""
    if not isinstance(holds, FunctionType) or holds.__kwdefaults__:
        return id(holds)
    try:
        inside = [id(cell.cell_contents) for cell in holds.__closure__ or ()]
    except ValueError:  # a variable that has no value yet
        return id(holds)
    return (id(holds.__code__), id(holds.__globals__), *map(id, holds.__defaults__ or ()), None, *inside)
