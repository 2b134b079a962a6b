"""The rows of a `Table` or a `Relation`: checked when they are stated, and shared by tables with the same rows.

A table can have a million rows. So they are checked all at once, by functions of Python that are written in C. Only if
that finds something unusual, they are looked at one by one, to name the row and the value that is wrong.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain
from operator import is_
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from weakref import WeakValueDictionary

from csplib.display.wording import brief
from csplib.errors import KindError, RowError
from csplib.kernel.compiler import because, mypyc_attr
from csplib.kernel.other_libraries import rows_of
from csplib.modelling.constraints.base import Constraint, listed
from csplib.modelling.terms import Composite, Term

if TYPE_CHECKING:
    from csplib.kernel.compiler import Unchecked

__all__ = ["ANY", "ListedRows", "Rows", "checked_rows"]

Rows: TypeAlias = tuple[tuple[Hashable, ...], ...]

_WORTH_SHARING: Final = 64


@mypyc_attr(native_class=False)
class _Wildcard:
    """The type of `ANY`, which is its only instance."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "ANY"

    def __reduce__(self) -> str:
        return "ANY"


ANY = _Wildcard()
"""In a row of a `Table` or a `Relation`: any value of the variable."""


@mypyc_attr(native_class=False)
class ListedRows:
    """Rows of values, each once, with a fast membership test, in which `ANY` matches everything.

    They are *open* if `ANY` is in a row. Equal rows are equal keys, and large ones are hashed only once.
    For the test, rows are grouped by the places where they name a value. A test is one set lookup for each group.
    """

    __slots__ = ("__weakref__", "_groups", "_hash", "open", "rows")

    def __init__(self, rows: Rows, *, is_open: bool) -> None:
        self.rows: Rows = rows
        self.open: bool = is_open
        self._groups: dict[tuple[int, ...], set[Any]] | None = None
        self._hash: int | None = None

    def __contains__(self, values: Sequence[Hashable]) -> bool:
        if self._groups is None:
            self._groups = self._grouped()
        for places, group in self._groups.items():
            if tuple([values[place] for place in places]) in group:
                return True
        return False

    def _grouped(self) -> dict[tuple[int, ...], set[Any]]:
        if not self.open:
            return {tuple(range(len(self.rows[0]))): set(self.rows)} if self.rows else {}
        groups: dict[tuple[int, ...], set[Any]] = {}
        for row in self.rows:
            places = tuple([place for place, value in enumerate(row) if value is not ANY])
            groups.setdefault(places, set()).add(tuple([value for value in row if value is not ANY]))
        return groups

    def __iter__(self) -> Iterator[tuple[Hashable, ...]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, ListedRows) and self.rows == other.rows)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self.rows)
        return self._hash

    def __reduce__(self) -> tuple[Any, tuple[Rows, bool]]:
        return _restored, (self.rows, self.open)


def _restored(rows: Rows, is_open: bool) -> ListedRows:  # noqa: FBT001 - called by pickle
    return ListedRows(rows, is_open=is_open)


_KNOWN: WeakValueDictionary[tuple[int, int, int, int], ListedRows] = WeakValueDictionary()


def checked_rows(
    constraint: Constraint, rows: Iterable[Sequence[object]] | Unchecked | None, wildcard: object = ANY
) -> ListedRows:
    """Return *rows* as tuples, each row once. Raise an error for a row that does not fit *constraint*.

    A list of the very tuples that another table has already got needs no more checks, and shares its rows.
    """
    wanted = len(constraint.terms)
    given: list[Any] = []
    if type(rows) is list:
        given = rows
    elif rows is not None:
        given = listed(rows_of(rows, _names(constraint)), f"{constraint} needs a collection of rows")
    if len(given) < _WORTH_SHARING or wildcard is not ANY:
        return _checked(given, wanted, wildcard) or _checked_one_by_one(constraint, given, wildcard)
    key = (wanted, len(given), id(given[0]), id(given[-1]))
    known = _KNOWN.get(key)
    if known is not None and len(known.rows) == len(given) and all(map(is_, given, known.rows)):
        return known
    found = _checked(given, wanted, wildcard) or _checked_one_by_one(constraint, given, wildcard)
    if given[0] is found.rows[0]:
        _KNOWN[key] = found
    return found


def _names(constraint: Constraint) -> list[str]:
    """Return the names of the variables of *constraint*, or no names if one is not a string."""
    found: list[str] = []
    for term in constraint.terms:
        name = None if term.offset or isinstance(term, Composite) else term.name
        if not isinstance(name, str):
            return []
        found.append(name)
    return found


def _checked(given: list[Any], wanted: int, wildcard: object) -> ListedRows | None:
    """Return the rows if they are lists and tuples of *wanted* hashable values, else None."""
    if not given:
        return ListedRows((), is_open=False)
    rows: list[tuple[Any, ...]] = given
    kinds = set(map(type, given))
    if kinds != {tuple}:
        for kind in kinds:
            if not issubclass(kind, (list, tuple)):
                return None
        rows = list(map(tuple, given))
    if set(map(len, rows)) != {wanted}:
        return None
    inside = set(map(type, chain.from_iterable(rows)))
    for kind in inside:
        if issubclass(kind, (Term, Constraint)):
            return None
    is_open = _Wildcard in inside
    try:
        if wildcard is not ANY:
            marks = {value for value in set(chain.from_iterable(rows)) if value == wildcard}
            if marks:
                rows = [_marked(row, marks) for row in rows]
                is_open = True
        unique = dict.fromkeys(rows)
    except TypeError:  # a value is not hashable
        return None
    return ListedRows(tuple(rows if len(unique) == len(rows) else unique), is_open=is_open)


def _marked(row: tuple[Any, ...], marks: set[Any]) -> tuple[Any, ...]:
    """Return *row* with `ANY` in the place of *marks*."""
    return row if marks.isdisjoint(row) else tuple([ANY if value in marks else value for value in row])


def _checked_one_by_one(constraint: Constraint, given: list[Any], wildcard: object) -> ListedRows:
    """Return the rows, which may be of any kind, or name the one that does not fit."""
    wanted = len(constraint.terms)
    checked: dict[tuple[Any, ...], None] = {}
    for number, row in enumerate(given):
        if isinstance(row, str) or not isinstance(row, Iterable):
            raise RowError(f"row {number} of {constraint} is {brief(row)}, not a row of {wanted} values")
        values: tuple[Any, ...] = tuple(rows_of(row))
        strange = [value for value in values if isinstance(value, (Term, Constraint))]
        if strange:
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
            raise because(KindError(f"row {number} of {constraint} has an unhashable value: {brief(values)}"), cause)
    is_open = _Wildcard in set(map(type, chain.from_iterable(checked)))
    return ListedRows(tuple(checked), is_open=is_open)
