"""Rows of values for CP-SAT, as clauses over literals.

Its own tables are not used: in OR-Tools 9.15 solutions get lost when it presolves them together with other constraints.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING

from csplib.cp_sat.model import Model
from csplib.kernel.clock import look_up
from csplib.modelling.constraints.table import ANY
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.cp_sat.model import Literal

__all__ = ["allow_rows", "forbid_rows", "judge_rows"]


def judge_rows(to: Model, scope: Sequence[Term], rows: Iterable[Sequence[Hashable]]) -> Literal:
    """Give a literal that says whether the terms of *scope* have the values of one of *rows*; `ANY` is every value."""
    return to.any_of([_pick(to, cells) for cells in _cells(to, scope, rows)])


def forbid_rows(to: Model, scope: Sequence[Term], rows: Iterable[Sequence[Hashable]]) -> None:
    """State that the terms of *scope* have the values of none of *rows*."""
    for cells in _cells(to, scope, rows):
        to.cp.add_bool_or([cell.negated() for cell in cells if cell is not None])


def allow_rows(to: Model, scope: Sequence[Term], rows: Iterable[Sequence[Hashable]]) -> None:
    """State that the terms of *scope* have the values of one of *rows*.

    Each value asks for one of the rows that it stands in, so that it goes as soon as they are gone.
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
        for value in to.values(term):
            literal = to.takes(term, value)
            to.cp.add_bool_or([literal.negated(), *asked[place].get(literal.index, ()), *always[place]])


def _pick(to: Model, cells: Sequence[Literal | None]) -> Literal:
    return to.all_of([cell for cell in cells if cell is not None])


def _cells(to: Model, scope: Sequence[Term], rows: Iterable[Sequence[Hashable]]) -> Iterable[list[Literal | None]]:
    """Write each row as literals, with None for `ANY`; rows that cannot be drop out."""
    known: list[dict[Hashable, Literal]] = [
        {value: to.takes(term, value) for value in to.values(term)} for term in scope
    ]
    for row in rows:
        look_up(16)
        if all(value is ANY or value in column for value, column in zip(row, known, strict=True)):
            yield [None if value is ANY else column[value] for value, column in zip(row, known, strict=True)]
