"""Rows of values for CP-SAT, as clauses over literals, and the items of an `Element`.

Its own tables are not used: in OR-Tools 9.15 solutions get lost when it presolves them together with other constraints.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from csplib.kernel.clock import look_up
from csplib.modelling.constraints.operated import KINDS
from csplib.modelling.rows import ANY

if TYPE_CHECKING:
    from csplib.cp_sat.model import Literal, Model
    from csplib.modelling.constraints.element import Element
    from csplib.modelling.constraints.operated import Operated
    from csplib.modelling.terms import Term

__all__ = ["allow_rows", "forbid_rows", "operation_rows", "possible_items", "rows_literal"]

_MOST_POWERS = 10_000
_MOST_QUOTIENTS = 400  # beyond these, multiplication is faster


def rows_literal(to: Model, scope: Sequence[Term], rows: Iterable[Sequence[Hashable]]) -> Literal:
    """Return a literal for "the terms of *scope* have the values of one of *rows*"; `ANY` is every value."""
    return to.any_of([_pick(to, cells) for cells in _cells(to, scope, rows)])


def forbid_rows(to: Model, scope: Sequence[Term], rows: Iterable[Sequence[Hashable]]) -> None:
    """Post that the terms of *scope* have the values of none of *rows*."""
    for cells in _cells(to, scope, rows):
        to.cp.add_bool_or([cell.negated() for cell in cells if cell is not None])


def allow_rows(to: Model, scope: Sequence[Term], rows: Collection[Sequence[Hashable]]) -> None:
    """Post that the terms of *scope* have the values of one of *rows*.

    Each value implies one of its rows, so that it is pruned as soon as its rows are.
    """
    picks: list[Literal] = []
    asked: list[dict[int, list[Literal]]] = [{} for _ in scope]
    always: list[list[Literal]] = [[] for _ in scope]
    for cells in _cells(to, scope, rows):
        pick = _pick(to, cells)
        picks.append(pick)
        for place, cell in enumerate(cells):
            (always[place] if cell is None else asked[place].setdefault(cell.index, [])).append(pick)
    to.cp.add_bool_or(picks)
    for place, term in enumerate(scope):
        if to.has_many(term.name):  # only listed values are asked about one by one
            named = list(dict.fromkeys([row[place] for row in rows if row[place] is not ANY]))
            to.cp.add_bool_or([to.among(term, named), *always[place]])
        else:
            named = to.values(term)
        for value in named:
            literal = to.takes(term, value)
            if not to.is_false(literal):
                to.cp.add_bool_or([literal.negated(), *asked[place].get(literal.index, ()), *always[place]])


def _pick(to: Model, cells: Sequence[Literal | None]) -> Literal:
    return to.all_of([cell for cell in cells if cell is not None])


def _cells(to: Model, scope: Sequence[Term], rows: Iterable[Sequence[Hashable]]) -> Iterable[list[Literal | None]]:
    """Yield each row as literals, with None for `ANY`; impossible rows are left out."""
    known: list[dict[Hashable, Literal | None]] = [{ANY: None} for _ in scope]
    for row in rows:
        look_up(16)
        cells: list[Literal | None] = []
        for term, column, value in zip(scope, known, row, strict=True):
            if value not in column:
                column[value] = to.takes(term, value)
            cell = column[value]
            if cell is not None and to.is_false(cell):
                break
            cells.append(cell)
        else:
            yield cells


def possible_items(to: Model, constraint: Element) -> dict[Any, tuple[bool, Any]]:
    """Return the items that the index can point to and the result can be, by their places or keys."""
    index, result = constraint.terms[:2]
    return {
        place: (is_term, item)
        for place, (is_term, item) in zip(constraint.places, constraint.items, strict=True)
        if not to.is_false(to.takes(index, place)) and (is_term or not to.is_false(to.takes(result, item)))
    }


def operation_rows(to: Model, constraint: Operated) -> list[tuple[Any, ...]] | None:
    """Return the values of two operands and their result; None if they are too many."""
    names = [term.name for term in constraint.terms[:2]]
    if any(to.has_many(name) for name in names):
        return None
    firsts, seconds = [to.values(term) for term in constraint.terms[:2]]
    if len(firsts) * len(seconds) > (_MOST_POWERS if constraint.kind == "**" else _MOST_QUOTIENTS):
        return None
    compute = KINDS[constraint.kind].compute
    return [(one, two, compute(int(one), int(two))) for one in firsts for two in seconds if constraint.has_value(two)]
