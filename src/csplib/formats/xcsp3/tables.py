"""The rows of a table: texts such as ``(1,2,*)(3..5,≠2,0)``, read piece by piece."""

from __future__ import annotations

import re
from collections.abc import Iterable
from operator import methodcaller
from typing import Any, cast

from csplib.formats.xcsp3.cells import Cell, Cells, integers_of

__all__ = ["TableText", "tuples_of"]

_BETWEEN = re.compile(r"\)\s*\(")
_BRACES = re.compile(r"\{[^{}]*\}")
_LONGEST_ROW = 1 << 20
_commas = methodcaller("count", ",")


class TableText:
    """The text of a table: `rows`, or `values` if it has one column without brackets.

    Pieces of the text are read as they come, so that the text of a large table is never there as a whole.
    """

    def __init__(self) -> None:
        self.rows: list[tuple[Any, ...]] = []
        self.values: list[Any] = []
        self.fault: str = ""
        self._cells = Cells()
        self._rest = ""
        self._arity = -1

    @property
    def hybrid(self) -> bool:
        """Whether a row has a condition in the place of a value."""
        return self._cells.hybrid

    def feed(self, text: str) -> None:
        """Read a piece of the text: all rows that are complete."""
        text = self._rest + text
        if "(" not in text and not self.rows:
            end = max(text.rfind(" "), text.rfind("\n"), text.rfind("\t")) + 1
            self._take(self._column, text[:end])
        else:
            end = text.rfind(")") + 1
            self._take(self._table, text[:end])
        self._rest = text[end:]
        if len(self._rest) > _LONGEST_ROW:
            self._fail(f"a row has no end: {self._rest[:40]!r}")
            self._rest = ""

    def close(self) -> None:
        """Read what is left at the end."""
        if self._rest.strip():
            if self.rows or "(" in self._rest:
                self._fail(f"a row has no end: {self._rest.strip()[:40]!r}")
            self._take(self._column, self._rest)
        if self.rows and self.values:
            self._fail("some rows have brackets, and others do not")

    def _take(self, read: Any, text: str) -> None:
        if self.fault or not text.strip():
            return
        try:
            read(text)
        except ValueError as fault:
            self._fail(str(fault))

    def _fail(self, message: str) -> None:
        self.fault = self.fault or message

    def _column(self, text: str) -> None:
        for token in text.split():
            if token[0] in "0123456789+-" and ".." in token:
                self.values.append(integers_of(token))
            else:
                found = self._cells[token]
                self.values.append(found.values if isinstance(found, Cell) and found.operator == "in" else found)

    def _table(self, text: str) -> None:
        text = text.strip()
        if "{" in text:  # the commas of a set do not separate places
            text = _BRACES.sub(lambda match: match[0].replace(",", " "), text)
        if text[0] != "(" or text[-1] != ")":
            raise ValueError(f"a row begins with a bracket, not so: {text[:40]!r}")
        rows = text[1:-1].split(")(")
        if text.count("(") != len(rows):
            rows = _BETWEEN.sub(")(", text)[1:-1].split(")(")
        if text.count("(") != len(rows) or text.count(")") != len(rows):
            raise ValueError("brackets of rows do not match")
        arities = {count + 1 for count in set(map(_commas, rows))} | ({self._arity} - {-1})
        if len(arities) > 1:
            raise ValueError(f"rows have {min(arities)} and {max(arities)} places")
        self._arity = arities.pop()
        places = map(self._cells.__getitem__, ",".join(rows).split(","))
        self.rows.extend(cast("Iterable[tuple[Any, ...]]", zip(*[places] * self._arity, strict=True)))


def tuples_of(text: str) -> list[list[str]]:
    """Return the rows of *text*, such as ``(a,b)(c,d)``, as lists of texts. Commas inside brackets separate nothing."""
    found: list[list[str]] = []
    depth, start = 0, 0
    for place, mark in enumerate(text):
        if mark == "(":
            depth += 1
            if depth == 1:
                found.append([])
                start = place + 1
        elif mark == ")":
            depth -= 1
            if depth < 0:
                break
            if depth == 0:
                found[-1].append(text[start:place].strip())
        elif mark == "," and depth == 1:
            found[-1].append(text[start:place].strip())
            start = place + 1
        elif depth == 0 and not mark.isspace():
            raise ValueError(f"a row begins with a bracket, not so: {text[place : place + 40]!r}")
    if depth:
        raise ValueError("brackets of rows do not match")
    return found
