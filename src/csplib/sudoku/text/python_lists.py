"""Boards from lists: rows of numbers or symbols, a flat list, or an array with `tolist`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from csplib import KindError
from csplib.sudoku.arguments import LARGEST, as_int, quoted
from csplib.sudoku.errors import ShapeError, SymbolError
from csplib.sudoku.text.lines import Token, root_of
from csplib.sudoku.text.parsed import Parsed

__all__ = ["as_text", "read_rows", "rows_of"]


def rows_of(source: object) -> list[list[object]]:
    """Return the rows as lists; each entry of a flat list becomes a row."""
    source = _as_list(source)
    if isinstance(source, (bytes, bytearray, dict)) or not isinstance(source, Iterable):
        raise KindError(f"a board is read from text or from rows, not from {type(source).__name__}")
    rows, total = [], 0
    for row in source:
        rows.append(list(islice(_entries(row), LARGEST**2 + 1)))
        total += len(rows[-1])
        if total > LARGEST**2:
            raise ShapeError(f"there are more cells than the largest board has, {LARGEST}x{LARGEST}")
    return rows


def _as_list(array: object) -> object:
    """Return an array as a list, and anything else as it is."""
    tolist = getattr(array, "tolist", None)
    return tolist() if callable(tolist) else array


def _entries(row: object) -> Iterable[object]:
    row = _as_list(row)
    return row if isinstance(row, Iterable) and not isinstance(row, (str, bytes)) else [row]


def as_text(rows: Sequence[Sequence[object]]) -> str | None:
    """Return a flat list of strings, each a row or a symbol, as one text; None for other lists."""
    if not rows or not all(len(row) == 1 and isinstance(row[0], str) for row in rows):
        return None
    texts = [str(row[0]) for row in rows]
    if any(len(text.strip()) > 1 for text in texts):
        return "\n".join(texts)  # rows: the spaces at their ends may be empty cells
    return "\n".join(text.strip() or "." for text in texts)


def read_rows(rows: Sequence[Sequence[object]], size_wanted: int | None) -> Parsed:
    """Return each entry as a cell. *size_wanted* is the `size=` of the caller."""
    total = sum(map(len, rows))
    size = root_of(total, 2)
    lengths = {len(row) for row in rows}
    if size is None or size_wanted not in {None, size} or lengths not in ({1}, {size}):
        odd = next((i for i, row in enumerate(rows) if len(row) != (size_wanted or len(rows))), None)
        where = "" if odd is None or lengths == {1} else f"; row {odd} has {len(rows[odd])}"
        wanted = "a square board" if size_wanted is None else f"a board of {size_wanted}x{size_wanted}"
        raise ShapeError(f"{total} cells do not make {wanted}{where}")
    entries = [entry for row in rows for entry in row]
    return Parsed(size, [_token(entry, divmod(place, size)) for place, entry in enumerate(entries)])


def _token(entry: object, cell: tuple[int, int]) -> Token:
    if entry is None:
        return Token(".", cell=cell)
    if isinstance(entry, str):
        return Token(entry.strip() or ".", cell=cell)
    number = as_int(entry)
    if number is None:
        raise SymbolError(f"a cell must be an integer or a symbol, not {quoted(entry)}", cell=cell)
    return Token(quoted(number), cell=cell)
