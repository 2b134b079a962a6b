"""The values that a place of a row or of a transition may have: one, any, a range, a set, or a condition on columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from csplib.modelling.rows import ANY

__all__ = ["MOST_LISTED", "Cell", "Cells", "integers_of"]

MOST_LISTED = 1_000_000
"""The greatest number of integers that a short form such as ``1..9`` or ``0x9`` stands for."""

_SIGNS = {
    "=": "eq",
    "\u2260": "ne",
    "!=": "ne",
    "\u2264": "le",
    "<=": "le",
    "\ufe64": "lt",
    "<": "lt",
    "\u2265": "ge",
    ">=": "ge",
    "\ufe65": "gt",
    ">": "gt",
    "\u2201": "notin",
    "\u00ac": "notin",
    "": "in",
}
_CONDITION = re.compile(r"(=|\u2260|!=|\u2264|<=|\ufe64|<|\u2265|>=|\ufe65|>|\u2201|\u00ac|)\s*(.*)", re.DOTALL)
_COLUMN = re.compile(r"c(\d+)\s*(?:([+-])\s*(?:c(\d+)|(\d+)))?")
_SYMBOL = re.compile(r"[^\W\d][\w.\-]*")


class Cell(NamedTuple):
    """A condition on the value in a place: the sign of the operator, and what it is compared with.

    *values* are the integers of a set or a range. Otherwise there is a number: *column* and *other*, if they are not
    -1, are places whose values count, the other one *times* 1 or -1, plus *by*.
    """

    operator: str
    values: Sequence[int] | None = None
    column: int = -1
    other: int = -1
    times: int = 1
    by: int = 0

    def unary(self) -> bool:
        """Return whether the condition is about no other place."""
        return self.column < 0


class Cells(dict[str, Any]):
    """The meaning of each text that stands in a place: an integer, `ANY`, a symbol or a `Cell`."""

    def __init__(self) -> None:
        super().__init__({"*": ANY})
        self.hybrid: bool = False

    def __missing__(self, text: str) -> Any:
        try:
            found: Any = int(text)
        except ValueError:
            found = self._read(text.strip())
        self[text] = found
        return found

    def _read(self, text: str) -> Any:
        if text == "*":
            return ANY
        if _SYMBOL.fullmatch(text) and not _COLUMN.fullmatch(text):
            return text
        self.hybrid = True
        return _cell(text)


def _cell(text: str) -> Cell:
    match = _CONDITION.fullmatch(text)
    sign, operand = (_SIGNS[match[1]], match[2].strip()) if match else ("", "")
    if operand.startswith("{") or ".." in operand:
        if sign in {"in", "notin"}:
            return Cell(sign, integers_of(operand.strip("{}").replace(",", " ")))
    elif (found := _COLUMN.fullmatch(operand)) is not None:
        column, minus, other, by = found.groups()
        times = -1 if minus == "-" else 1
        sign = "eq" if sign == "in" else sign
        return Cell(sign, None, int(column), -1 if other is None else int(other), times, times * int(by or 0))
    elif sign and sign not in {"in", "notin"}:
        return Cell(sign, None, by=int(operand))
    raise ValueError(f"{text[:40]!r} is neither an integer, a range, a set nor a condition")


def integers_of(text: str) -> Sequence[int]:
    """Return integers and ranges such as ``1..3`` in *text*, separated by blanks."""
    found: list[int] = []
    for token in text.split():
        low, dots, high = token.partition("..")
        if not dots:
            found.append(int(token))
            continue
        part = range(int(low), int(high) + 1)
        if len(text.split()) == 1:
            return part
        if len(found) + (part.stop - part.start) > MOST_LISTED:
            raise ValueError(f"{token!r} stands for more than {MOST_LISTED:,} integers")
        found += part
    return found
