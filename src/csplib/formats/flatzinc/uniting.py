"""Variables that are others in disguise: a boolean as an integer, or another integer plus a number.

MiniZinc gives such terms variables of their own. Stated as terms, they cost nothing.
"""

from __future__ import annotations

from typing import Any

from csplib.formats.flatzinc.statements import Posted
from csplib.formats.flatzinc.values import Cell

__all__ = ["without_disguises"]


def without_disguises(constraints: list[Posted]) -> list[Posted]:
    """Return the constraints without those that only say that a variable is another one plus a number.

    These get the other one as their `Cell.twin`, unless a solution shows them.
    """
    return [posted for posted in constraints if not _unites(posted)]


def _unites(posted: Posted) -> bool:
    """Let one of the variables of a constraint be the other one plus a number; return whether it could."""
    name, given, _ = posted
    if name == "bool2int" and len(given) == 2:
        truth, number = given
        if isinstance(truth, Cell) and isinstance(number, Cell) and truth.kind == "bool":
            return 0 in number.domain and 1 in number.domain and _become(number, truth, 0)
    elif name == "int_lin_eq" and len(given) == 3 and given[0] in ([1, -1], [-1, 1]):
        weights, row, total = given
        if isinstance(row, list) and len(row) == 2 and all(isinstance(one, Cell) for one in row):
            gap = total * weights[0]  # first - second
            return _become(row[1], row[0], -gap) or _become(row[0], row[1], gap)
    return False


def _become(one: Cell, other: Cell, offset: int) -> bool:
    """Let *one* be *other* plus *offset*, if it can; return whether it does."""
    if one.kind != "int" or one.shown or one.twin is not None:
        return False
    root, more = _root(other)
    if root is one:
        return False
    one.twin, one.offset = root, offset + more
    return True


def _root(cell: Cell) -> tuple[Any, int]:
    """Return what *cell* is in the end, plus which number, and remember it for all between."""
    path: list[Cell] = []
    root: Any = cell
    while isinstance(root, Cell) and root.twin is not None:
        path.append(root)
        root = root.twin
    offset = 0
    for one in reversed(path):
        offset += one.offset
        one.twin, one.offset = root, offset
    return root, offset
