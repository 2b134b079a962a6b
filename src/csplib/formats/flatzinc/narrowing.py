"""Bounds for integers that a file declares without any: the constraint that uses them as an index often has some."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from csplib.formats.flatzinc.statements import Posted
from csplib.formats.flatzinc.values import WIDEST, Cell, set_of

__all__ = ["narrow"]


def narrow(constraints: Iterable[Posted]) -> None:
    """Narrow the domains of variables without bounds to values that the *constraints* can hold for."""
    for name, arguments, _ in constraints:
        rule = _RULES.get(name)
        if rule is not None:
            rule(*arguments)


def _keep(cells: Any, domain: Any) -> None:
    for cell in cells if isinstance(cells, list) else [cells]:
        if isinstance(cell, Cell) and cell.domain is WIDEST:
            cell.domain = domain


def _index(index: Any, items: Sequence[Any], *_: Any) -> None:
    _keep(index, range(1, len(items) + 1))


def _set_in(x: Any, values: Any) -> None:
    if not isinstance(values, Cell):
        _keep(x, values)


def _regular(row: Any, _states: int, symbols: int, *_: Any) -> None:
    _keep(row, range(1, symbols + 1))


def _table(row: Sequence[Any], entries: Sequence[int]) -> None:
    if any(isinstance(cell, Cell) and cell.domain is WIDEST for cell in row):
        for place, cell in enumerate(row):
            _keep(cell, set_of(entries[place :: len(row)]))


def _successors(row: Sequence[Any], first: int) -> None:
    _keep(row, range(first, first + len(row)))


_RULES: dict[str, Callable[..., None]] = {
    **dict.fromkeys(["array_bool_element", "array_int_element"], _index),
    **dict.fromkeys(["array_var_bool_element", "array_var_int_element"], _index),
    **dict.fromkeys(["csplib_circuit", "csplib_subcircuit"], _successors),
    **dict.fromkeys(["fzn_regular", "fzn_regular_nfa"], _regular),
    "fzn_table_int": _table,
    "set_in": _set_in,
}
