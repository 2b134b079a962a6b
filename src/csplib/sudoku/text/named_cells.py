"""Listings, which name the cells they fill: `R1C1=5`, or a size, a count and lines of `i j value`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from csplib.sudoku.arguments import checked_size, quoted
from csplib.sudoku.errors import ShapeError, SymbolError, ValueRangeError
from csplib.sudoku.text.lines import Line, Token, parse_number
from csplib.sudoku.text.parsed import Parsed

__all__ = ["read_listing", "read_named"]

_NAMED = re.compile(r"[Rr](\d+)[Cc](\d+)\s*[=:]\s*([^\s,;]+)")
_GAP = re.compile(r"[\s,;]*")
_WORD = re.compile(r"[^\s,;]+")


def read_named(lines: Sequence[Line], size: int | None) -> Parsed | None:
    """Read entries such as `R1C1=5`, perhaps below a line with the size; None if the text has another format."""
    full = [line for line in lines if line.text.strip()]
    if full and full[0].text.strip().isdecimal() and len(full) > 1 and _NAMED.match(full[1].text.strip()):
        size = _same_size(parse_number(full[0].text.strip(), full[0].number), size, full[0])
        full = full[1:]
    if not full or not _NAMED.match(full[0].text.strip()):
        return None
    entries = [(Token(m[3], line.number, line.offset + m.start(3) + 1), m) for line in full for m in _entries(line)]
    places = [(token, (parse_number(m[1], token.line), parse_number(m[2], token.line))) for token, m in entries]
    if size is None and max(max(place) for _, place in places) > 9:
        raise ShapeError("the size of the board is not clear: pass size=")
    return _placed(places, size or 9, first=1)


def _entries(line: Line) -> list[re.Match[str]]:
    found, end = [], 0
    while end < len(line.text):
        gap = _GAP.match(line.text, end)
        end = gap.end() if gap else end
        entry = _NAMED.match(line.text, end)
        if entry is None and end < len(line.text):
            message = f"{line.text[end : end + 12]!r} is not an entry such as R1C1=5"
            raise SymbolError(message, line=line.number, column=line.offset + end + 1)
        if entry is not None:
            found.append(entry)
            end = entry.end()
    return found


def read_listing(lines: Sequence[Line], size: int | None, *, one_based: bool) -> Parsed | None:
    """Read a size, a count and lines of row, column, value; None if the text has another format."""
    rows = [row for line in lines if (row := line.tokens(_WORD))]
    if len(rows) > 1 and len(rows[0]) == 2 and len(rows[1]) == 3:
        rows[:1] = [rows[0][:1], rows[0][1:]]
    if [len(row) for row in rows[:3]] not in ([1, 1], [1, 1, 3]) or not all(
        row[0].text.isdecimal() for row in rows[:2]
    ):
        return None
    if 2 * sum(len(row) == 3 for row in rows[2:]) < len(rows) - 2:
        return None  # short rows of a board in which spaces are empty cells
    if len(rows) == 2 and rows[1][0].text.strip("0"):
        return None
    size = _same_size(parse_number(rows[0][0].text, rows[0][0].line), size, Line(rows[0][0].line or 1, ""))
    count = parse_number(rows[1][0].text, rows[1][0].line)
    for row in rows[2:]:
        if len(row) != 3:
            raise ShapeError(f"{len(row)} entries instead of row, column and value", line=row[0].line)
    if len(rows) - 2 != count:
        raise ShapeError(f"{len(rows) - 2} cells are listed instead of {count}", line=rows[-1][0].line)
    first = 1 if one_based else 0
    return _placed([(value, (_index(row), _index(column))) for row, column, value in rows[2:]], size, first)


def _same_size(stated: int, told: int | None, line: Line) -> int:
    if stated < 1 or told not in {None, stated}:
        wanted = f"instead of {told}" if told else "is impossible"
        raise ShapeError(f"a board of size {stated} {wanted}", line=line.number)
    return checked_size(stated)


def _index(token: Token) -> int:
    if not re.fullmatch(r"-?[0-9]+", token.text):
        message = f"{quoted(token.text)} is not the number of a row or column"
        raise SymbolError(message, line=token.line, column=token.column)
    number = parse_number(token.text.removeprefix("-"), token.line)
    return -number if token.text.startswith("-") else number


def _placed(entries: Sequence[tuple[Token, tuple[int, int]]], size: int, first: int) -> Parsed:
    """Put the values into their cells. The fault is the first cell that is not on the board."""
    cells: list[Token] = [Token(".")] * size**2
    fault: ValueRangeError | None = None
    seen: set[tuple[int, int]] = set()
    for token, (row, column) in entries:
        cell = (row - first, column - first)
        if cell in seen:
            raise ShapeError("a cell is listed twice", line=token.line, column=token.column, cell=cell)
        seen.add(cell)
        if cell[0] in range(size) and cell[1] in range(size):
            cells[cell[0] * size + cell[1]] = token._replace(cell=cell)
        elif fault is None:
            fault = _outside(row, column, size, first, token)
    return Parsed(size, cells, fault=fault)


def _outside(row: int, column: int, size: int, first: int, token: Token) -> ValueRangeError:
    last = size - 1 + first
    kind, index = ("column", column) if first <= row <= last else ("row", row)
    hint = "; pass one_based=True if rows and columns count from 1" if index == size and not first else ""
    return ValueRangeError(f"{kind} must be from {first} to {last}, not {index}{hint}", line=token.line)
