"""From the variables of a FlatZinc file to those of a problem."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias

from csplib.formats.flatzinc.values import Cell, SetOf
from csplib.modelling.choices import at_least_one
from csplib.modelling.constraints.membership import In
from csplib.modelling.domains import MOST_VALUES, number_of_values

if TYPE_CHECKING:
    from csplib.problem import Problem

__all__ = ["Flags", "Terms", "members_of"]

Flags: TypeAlias = "dict[int, Any]"
"""A set variable: for each possible member a boolean that says whether it is there, or True."""


class Terms:
    """The terms of *problem* that stand for the cells of a file."""

    def __init__(self, problem: Problem[Any, Any], cells: Iterable[Cell]) -> None:
        self.problem = problem
        self._rows: dict[int, list[Any]] = {}
        stated = list(cells)
        for kind, alike in groupby([cell for cell in stated if cell.twin is None], key=lambda cell: cell.kind):
            self._declare(kind, list(alike))
        for cell in stated:
            if cell.twin is not None:
                cell.term = self._disguised(cell)
                self._keep(cell)

    def of(self, value: Any) -> Any:
        """Return *value* with terms in place of cells."""
        if isinstance(value, Cell):
            return self._disguised(value) if value.term is None else value.term
        return self._row(value) if isinstance(value, list) else value

    def _disguised(self, cell: Cell) -> Any:
        """Return the term of a cell that is another one, or a constant, plus a number."""
        offset = 0
        found: Any = cell
        while isinstance(found, Cell):
            if found.term is not None:
                found = found.term
            else:
                offset += found.offset
                found = found.twin
        return found + offset if offset else found

    def _row(self, values: list[Any]) -> list[Any]:
        """Return *values* with terms in place of cells. An array with a name is the same list each time."""
        found = self._rows.get(id(values))
        if found is None:
            found = values
            if any(isinstance(one, Cell) for one in values):
                found = [self.of(one) if isinstance(one, Cell) else one for one in values]
        return found

    def share(self, arrays: Iterable[Any]) -> None:
        """Keep the rows of *arrays*, which many constraints may name."""
        for array in arrays:
            if isinstance(array, list):
                self._rows[id(array)] = self._row(array)

    def _declare(self, kind: str, cells: list[Cell]) -> None:
        if kind == "bool":
            terms: list[Any] = list(self.problem.add_booleans([cell.name for cell in cells]))
        elif kind == "int":
            terms = list(self.problem.add_variables({cell.name: _domain(cell.domain) for cell in cells}))
        else:
            terms = [self._flags(cell) for cell in cells]
        for cell, term in zip(cells, terms, strict=True):
            cell.term = term
            if kind == "int" and _domain(cell.domain) is not cell.domain:
                self._keep(cell)

    def _flags(self, cell: Cell) -> Flags:
        names = [f"{member} in {cell.name}" for member in cell.domain]
        return dict(zip(cell.domain, self.problem.add_booleans(names), strict=True))

    def _keep(self, cell: Cell) -> None:
        """State the domain of a variable that stands for another one, or has no simple domain."""
        if cell.kind == "int" and isinstance(cell.twin, Cell) and _covers(cell.domain, cell.twin.domain, cell.offset):
            return
        if cell.kind == "set":
            outside = [flag for member, flag in members_of(cell.term).items() if member not in cell.domain]
            self.problem.add(*[flag is not True and ~flag for flag in outside])
        elif isinstance(cell.term, int):
            self.problem.add(cell.term in cell.domain)
        elif not number_of_values(cell.domain):
            self.problem.add(at_least_one())
        else:
            self.problem.add(In(cell.term, cell.domain))


def _domain(domain: SetOf) -> SetOf:
    """Return a domain that a variable can have: not empty, and without many gaps."""
    if not number_of_values(domain):
        return (0,)
    return range(domain[0], domain[-1] + 1) if isinstance(domain, tuple) and len(domain) > MOST_VALUES else domain


def _covers(wider: SetOf, domain: SetOf, offset: int) -> bool:
    """Return whether each value of *domain* plus *offset* is in *wider*."""
    if not number_of_values(domain):
        return True
    if isinstance(wider, range):
        return wider.start <= domain[0] + offset and domain[-1] + offset < wider.stop
    return isinstance(domain, tuple) and {one + offset for one in domain} <= set(wider)


def members_of(value: Flags | SetOf) -> Flags:
    """Return a set, constant or not, as flags."""
    return value if isinstance(value, dict) else dict.fromkeys(value, True)
