"""Write values, shape and symbols as text, in each of the formats that `read` knows.

Only `jigsaw` and `killer` contain the shape. To read other texts of an unusual board, pass its geometry to `read`. An
empty cell is `.`, or 0 in some formats if 0 is not a value of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from csplib import OptionError
from csplib.sudoku.geometry import Geometry
from csplib.sudoku.text.cages import write_pointers, write_sumo
from csplib.sudoku.text.symbols import usual_symbols

__all__ = ["STYLES", "write", "write_line"]


class _Page(NamedTuple):
    values: Sequence[int]
    geometry: Geometry
    symbols: Sequence[str]

    @property
    def gap(self) -> str:
        return _gap(self.symbols)

    @property
    def zero(self) -> str:
        """An empty cell for formats that want 0."""
        return "0" if "0" not in self.symbols else self.dot

    @property
    def dot(self) -> str:
        """An empty cell: -1 with numbers from 0, which shows that they count from 0."""
        return "-1" if self.gap and self.symbols[0] == "0" else "."

    def rows(self, empty: str) -> list[list[str]]:
        """Return the texts of the cells of each row."""
        size = self.geometry.size
        texts = [self.symbols[value - 1] if value else empty for value in self.values]
        return [texts[start : start + size] for start in range(0, size * size, size)]

    def line(self, empty: str) -> str:
        return write_line(self.values, self.symbols, empty)


def write_line(values: Sequence[int], symbols: Sequence[str], empty: str = ".") -> str:
    """Return the values in one line, with spaces between them if a symbol is longer than one character.

    >>> write_line([1, 0, 0, 2], "AB")
    'A..B'
    """
    written = (empty, *symbols)
    return _gap(symbols).join([written[value] for value in values])


def write(values: Sequence[int], geometry: Geometry, symbols: Sequence[str], style: str) -> str:
    """Return a board as text in one of the `STYLES`.

    >>> print(write([1, 0, 0, 4] * 4, Geometry.of(4), "1234", "grid"))
    1 . | . 4
    1 . | . 4
    ----+----
    1 . | . 4
    1 . | . 4
    """
    if style not in _WRITERS:
        raise OptionError(f"style must be one of {', '.join(STYLES)}, not {style!r}")
    return _WRITERS[style](_Page(values, geometry, symbols))


def _gap(symbols: Sequence[str]) -> str:
    return " " if any(len(symbol) > 1 for symbol in symbols) else ""


def _box(geometry: Geometry) -> tuple[int, int]:
    """Return the height and width of the boxes; those of the board if the boxes are not rectangles."""
    size = geometry.size
    for height in range(2, size):
        if size % height == 0 and Geometry.of(size, box=(height, size // height)).boxes == geometry.boxes:
            return height, size // height
    return size, size


def _bands(page: _Page, between: str, join: str) -> Iterator[list[str]]:
    """Yield the rows of each band of boxes, with bars between boxes."""
    height, width = _box(page.geometry)
    longest = max(map(len, (*page.symbols, page.dot)))
    rows = page.rows(page.dot)
    for top in range(0, len(rows), height):
        band = []
        for row in rows[top : top + height]:
            cells = [text.rjust(longest) for text in row]
            parts = [join.join(cells[left : left + width]) for left in range(0, len(cells), width)]
            band.append(between.join(parts))
        yield band


def _grid(page: _Page) -> str:
    bands = list(_bands(page, " | ", " "))
    rule = "".join("+" if symbol == "|" else "-" for symbol in bands[0][0])
    return f"\n{rule}\n".join("\n".join(band) for band in bands)


def _ss(page: _Page) -> str:
    bands = list(_bands(page, "|", page.gap))
    inner = "".join("+" if symbol == "|" else "-" for symbol in bands[0][0])
    frame = f"*{'-' * len(inner)}*"
    framed = ["\n".join(f"|{row}|" for row in band) for band in bands]
    return "\n".join((frame, f"\n|{inner}|\n".join(framed), frame))


def _rows(page: _Page) -> str:
    return "\n".join(page.gap.join(row) for row in page.rows(page.dot))


def _tokens(page: _Page) -> str:
    return "\n".join(" ".join(row) for row in page.rows(page.dot))


def _csv(page: _Page) -> str:
    return "\n".join(",".join(row) for row in page.rows(page.zero))


def _kaggle(page: _Page) -> str:
    """Write a full board as its own solution. For other boards the solution is not known here."""
    line = page.line(page.zero)
    return f"quizzes,solutions\n{line},{line if 0 not in page.values else ''}"


def _listing(page: _Page) -> str:
    filled = [(place, value) for place, value in enumerate(page.values) if value]
    size = page.geometry.size
    lines = [f"{place // size} {place % size} {page.symbols[value - 1]}" for place, value in filled]
    return "\n".join((str(size), str(len(filled)), *lines))


def _named(page: _Page) -> str:
    size = page.geometry.size
    entries = [
        [f"R{row}C{column}={text}" for column, text in enumerate(texts, 1) if text]
        for row, texts in enumerate(page.rows(""), 1)
    ]
    lines = [" ".join(row) for row in entries if row] or ["R1C1=."]
    return "\n".join(lines if size == 9 else (str(size), *lines))


def _marks(page: _Page) -> str:
    """Write every symbol as a mark of an empty cell, and one mark of each other cell."""
    return page.gap.join(
        symbol if given in {0, value} else page.dot
        for given in page.values
        for value, symbol in enumerate(page.symbols, 1)
    )


def _layout(page: _Page) -> str:
    box_of = page.geometry.box_of
    names = usual_symbols(page.geometry.size)
    gap = page.gap or _gap(names)
    return gap.join(names[box_of[cell]] for cell in page.geometry.cells)


def _jigsaw(page: _Page) -> str:
    return f"{page.line(page.dot)}\n{_layout(page)}"


def _killer(page: _Page) -> str:
    """Write the givens only if there are any, the regions only if they are not the usual boxes."""
    geometry = page.geometry
    usual = geometry.boxes == Geometry.of(geometry.size).boxes
    parts = [] if usual else [_layout(page)]
    parts = [page.line(page.dot), *parts] if parts or any(page.values) else []
    pointed = None if page.gap else write_pointers(geometry)
    return "\n".join((*parts, pointed or write_sumo(geometry)))


_WRITERS: dict[str, Callable[[_Page], str]] = {
    "line": lambda page: page.line(page.dot),
    "grid": _grid,
    "rows": _rows,
    "tokens": _tokens,
    "csv": _csv,
    "sdk": lambda page: f"[Puzzle]\n{_rows(page)}",
    "sdm": lambda page: page.line(page.zero),
    "ss": _ss,
    "kaggle": _kaggle,
    "listing": _listing,
    "rc": _named,
    "pencilmarks": _marks,
    "jigsaw": _jigsaw,
    "killer": _killer,
}
STYLES: tuple[str, ...] = tuple(_WRITERS)
"""The names of the formats in which boards can be written."""
