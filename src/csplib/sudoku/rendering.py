"""Boards to look at: boxes drawn in text for a terminal, and SVG for everything else."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from html import escape
from math import ceil, hypot, sqrt
from typing import TYPE_CHECKING, TypeAlias

from csplib import OptionError
from csplib.sudoku.errors import ValueRangeError
from csplib.sudoku.geometry import Cell, Geometry

if TYPE_CHECKING:
    from csplib.sudoku.board import Board

__all__ = ["drawing", "svg"]

_Candidates: TypeAlias = Mapping[Cell, Iterable[int]] | bool | None

# A junction by the arms it has: 1 up, 2 right, 4 down, 8 left. A border never ends, so one arm alone does not occur.
_JUNCTIONS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_PLAIN = str.maketrans({"─": "-", "│": "|"} | dict.fromkeys("└┌├┘┴┐┤┬┼", "+"))

_UNIT = 40  # the side of a cell in the units of the view box
_MARGIN = 3
_INSET = 4  # how far a cage keeps from the edges of its cells
_INK, _ENTRY, _PENCIL, _CAGE, _ARROW = "#111827", "#1d4ed8", "#6b7280", "#57534e", "#dc2626"
_SHADE, _DIAGONAL, _HIGHLIGHT = "#e5e7eb", "#c7d2fe", "#fde68a"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def drawing(
    board: Board,
    *,
    candidates: _Candidates = None,
    ascii: bool = False,  # noqa: A002 - the word that people look for
) -> str:
    """Draw the board in text, with a line wherever two boxes or regions meet.

    *candidates* are written into empty cells; True stands for the values that no peer has. *ascii* draws with + - |.

    >>> from csplib.sudoku.board import Board
    >>> print(drawing(Board([1, 0, 0, 4, 0, 0, 1, 0, 0, 1, 0, 0, 4, 0, 0, 1])))
    ┌─────┬─────┐
    │ 1 . │ . 4 │
    │ . . │ 1 . │
    ├─────┼─────┤
    │ . 1 │ . . │
    │ 4 . │ . 1 │
    └─────┴─────┘
    """
    entries = _entries(board, _pencil_marks(board, candidates))
    least = max(map(len, board.symbols))
    widths = [max(least, *(len(entries[cell]) for cell in column)) for column in board.columns]
    every, shape = range(board.size), board.geometry
    parted = [any(_border(shape, (row, column), (row, column + 1)) for row in every) for column in every]
    lines = []
    for row in range(board.size + 1):
        if any(_border(shape, (row - 1, column), (row, column)) for column in every):
            lines.append(_rule(shape, row, widths, parted))
        if row < board.size:
            lines.append(_row(shape, row, widths, parted, entries))
    picture = "\n".join(lines)
    return picture.translate(_PLAIN) if ascii else picture


def svg(
    board: Board,
    *,
    candidates: _Candidates = None,
    highlight: Mapping[Cell, str] | Iterable[Cell] = (),
    arrows: Iterable[tuple[Cell, Cell]] = (),
    cell_size: int = 40,
    title: str | None = None,
) -> str:
    """Draw the board as an SVG that stands by itself and scales.

    Givens are black, values filled in later blue. *candidates* are small symbols in empty cells; True stands for the
    values that no peer has. *highlight* colors cells, a mapping says in which CSS color. *arrows* go from cell to cell.
    *title* is read aloud in place of the picture.

    >>> from csplib.sudoku.board import Board
    >>> picture = svg(Board.empty(4), highlight=[(0, 0)], title="Nothing yet")
    >>> picture[:4], "<title>Nothing yet</title>" in picture
    ('<svg', True)
    """
    if cell_size <= 0:
        raise OptionError(f"cell_size={cell_size!r} is not above 0")
    colors = highlight if isinstance(highlight, Mapping) else dict.fromkeys(highlight, _HIGHLIGHT)
    side = board.size * _UNIT + 2 * _MARGIN
    pixels = _number(side * cell_size / _UNIT)
    named = f"Sudoku, {len(board.filled)} of {board.size**2} cells filled" if title is None else title
    parts = [
        _tag("title", _text(named)),
        _tag("rect", x=-_MARGIN, y=-_MARGIN, width=side, height=side, fill="#fff"),
        *_background(board, colors),
        *_lines(board.geometry),
        *(part for cage in board.geometry.cages for part in _cage(cage.total, cage.cells)),
        *_values(board),
        *_small_symbols(board, _pencil_marks(board, candidates)),
        *(_arrow(board, start, end) for start, end in arrows if start != end),
    ]
    return _tag(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{-_MARGIN} {-_MARGIN} {side} {side}",
        width=pixels,
        height=pixels,
        role="img",
        font_family="Helvetica, Arial, sans-serif",
        text_anchor="middle",
    )


def _border(geometry: Geometry, one: Cell, other: Cell) -> bool:
    """Say whether a line parts two neighbors. All that lies outside the board is one box."""
    return geometry.box_of.get(one) != geometry.box_of.get(other)


def _pencil_marks(board: Board, candidates: _Candidates) -> dict[Cell, list[int]]:
    """List the candidates of the empty cells, in order."""
    if not candidates:
        return {}
    every = set(range(1, board.size + 1))
    if isinstance(candidates, Mapping):
        marks = {cell: set(values) for cell, values in candidates.items() if not board[cell]}
    else:
        empty = [cell for cell in board.cells if not board[cell]]
        marks = {cell: every.difference(board[peer] for peer in board.peers[cell]) for cell in empty}
    for cell, values in marks.items():
        if not values <= every:
            raise ValueRangeError(f"candidates {sorted(values - every)} are not from 1 to {board.size}", cell=cell)
    return {cell: sorted(values) for cell, values in marks.items()}


def _entries(board: Board, marks: Mapping[Cell, list[int]]) -> dict[Cell, str]:
    """Say what to write into each cell."""
    joint = "" if max(map(len, board.symbols)) == 1 else ","
    listed = {cell: joint.join(board.symbols[value - 1] for value in values) for cell, values in marks.items()}
    return {cell: listed.get(cell) or board.symbol(cell) for cell in board.cells}


def _row(shape: Geometry, row: int, widths: list[int], parted: list[bool], entries: Mapping[Cell, str]) -> str:
    """Write the cells of a row; a column whose right side is *parted* anywhere leaves room for a line."""
    line = "│"
    for column, width in enumerate(widths):
        line += " " + entries[row, column].rjust(width)
        if parted[column]:
            line += " │" if _border(shape, (row, column), (row, column + 1)) else "  "
    return line


def _rule(shape: Geometry, row: int, widths: list[int], parted: list[bool]) -> str:
    """Draw the line above *row*."""
    line = _junction(shape, row, 0)
    for column, width in enumerate(widths):
        stroke = "─" if _border(shape, (row - 1, column), (row, column)) else " "
        line += stroke * (width + 1)
        if parted[column]:
            line += stroke + _junction(shape, row, column + 1)
    return line


def _junction(geometry: Geometry, row: int, column: int) -> str:
    """Choose the character for the corner in which four cells meet, of which (row, column) is the last."""
    before, above, left, here = (row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)
    arms = ((before, above), (above, here), (left, here), (before, left))
    return _JUNCTIONS[sum(1 << i for i, pair in enumerate(arms) if _border(geometry, *pair))]


def _background(board: Board, colors: Mapping[Cell, str]) -> Iterator[str]:
    """Shade windows, color cells, draw diagonals: all that lies below the lines."""
    for unit in board.units:
        if unit.kind == "window":
            yield from (_square(cell, _SHADE) for cell in unit.cells)
    for cell, color in colors.items():
        board[cell]  # refuses a cell that is not on the board
        yield _square(cell, color)
    if board.geometry.diagonals:
        end = board.size * _UNIT
        yield _tag("path", d=f"M0 0L{end} {end}M{end} 0L0 {end}", stroke=_DIAGONAL, stroke_width=3, fill="none")


def _square(cell: Cell, color: str) -> str:
    return _tag("rect", x=cell[1] * _UNIT, y=cell[0] * _UNIT, width=_UNIT, height=_UNIT, fill=color)


def _lines(geometry: Geometry) -> Iterator[str]:
    """Draw thin lines between cells and thick ones between boxes."""
    end = geometry.size * _UNIT
    thin = "".join(f"M0 {at}H{end}M{at} 0V{end}" for at in range(_UNIT, end, _UNIT))
    yield _tag("path", d=thin, stroke="#9ca3af", stroke_width=1, fill="none")
    thick = ""
    for across in range(geometry.size + 1):
        for along in range(geometry.size):
            if _border(geometry, (across - 1, along), (across, along)):
                thick += f"M{along * _UNIT} {across * _UNIT}h{_UNIT}"
            if _border(geometry, (along, across - 1), (along, across)):
                thick += f"M{across * _UNIT} {along * _UNIT}v{_UNIT}"
    yield _tag("path", d=thick, stroke=_INK, stroke_width=2.5, stroke_linecap="square", fill="none")


def _cage(total: int, cells: Collection[Cell]) -> Iterator[str]:
    """Draw a dashed line just inside the cells, and the total in the first of them."""
    outline = "".join("M" + "L".join(f"{x} {y}" for x, y in loop) + "Z" for loop in _outline(set(cells)))
    yield _tag("path", d=outline, stroke=_CAGE, stroke_width=1, stroke_dasharray="3 2", fill="none")
    row, column = min(cells)
    x, y = column * _UNIT + _INSET + 1.5, row * _UNIT + _INSET + 7.5
    yield _tag("text", str(total), x=x, y=y, font_size=8.5, text_anchor="start", fill=_CAGE)


def _outline(cells: set[Cell]) -> Iterator[list[tuple[int, int]]]:
    """Walk around the cells clockwise, `_INSET` inside; holes come as loops of their own."""
    following = {}
    for row, column in cells:
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):  # the side to look at; we walk along it to its right
            if (row + down, column + right) not in cells:
                start = _bend(cells, (row, column), (down, right), (-right, down))
                following[start] = _bend(cells, (row, column), (down, right), (right, -down))
    while following:
        start, point = following.popitem()
        loop = [start]
        while point != start:
            loop.append(point)
            point = following.pop(point)
        yield loop


def _bend(cells: set[Cell], cell: Cell, out: Cell, along: Cell) -> tuple[int, int]:
    """Find where the line inside the side *out* of *cell* ends in the direction *along*, as (x, y)."""
    beside = (cell[0] + along[0], cell[1] + along[1])
    beyond = (beside[0] + out[0], beside[1] + out[1])
    reach = _UNIT // 2 + (0 if beside in cells and beyond not in cells else _INSET if beside in cells else -_INSET)
    depth = _UNIT // 2 - _INSET
    x, y = cell[1] * _UNIT + _UNIT // 2, cell[0] * _UNIT + _UNIT // 2
    return x + out[1] * depth + along[1] * reach, y + out[0] * depth + along[0] * reach


def _values(board: Board) -> Iterator[str]:
    size = min(24.0, 40 / max(map(len, board.symbols)))
    low = 2.5 if board.geometry.cages else 0.0  # leaves room for the totals
    for cell in board.filled:
        x, y = (cell[1] + 0.5) * _UNIT, (cell[0] + 0.5) * _UNIT + 0.36 * size + low
        weight, color = ("bold", _INK) if cell in board.given else ("normal", _ENTRY)
        yield _tag("text", _text(board.symbol(cell)), x=x, y=y, font_size=size, font_weight=weight, fill=color)


def _small_symbols(board: Board, marks: Mapping[Cell, list[int]]) -> Iterator[str]:
    """Write candidates at fixed places of a grid in each cell, below the totals if there are cages."""
    across = ceil(sqrt(board.size))
    down = ceil(board.size / across)
    top, edge = (13, 6) if board.geometry.cages else (3, 3)
    wide, high = (_UNIT - 2 * edge) / across, (_UNIT - top - edge) / down
    size = min(high * 0.95, wide * 1.4 / max(map(len, board.symbols)), 11.0)
    for (row, column), values in marks.items():
        for value in values:
            line, place = divmod(value - 1, across)
            x = column * _UNIT + edge + (place + 0.5) * wide
            y = row * _UNIT + top + (line + 0.5) * high + 0.36 * size
            yield _tag("text", _text(board.symbols[value - 1]), x=x, y=y, font_size=size, fill=_PENCIL)


def _arrow(board: Board, start: Cell, end: Cell) -> str:
    """Draw an arrow between the middles of two cells that leaves both readable."""
    for cell in (start, end):
        board[cell]  # refuses a cell that is not on the board
    length = hypot(end[1] - start[1], end[0] - start[0])
    x, y = (end[1] - start[1]) / length, (end[0] - start[0]) / length

    def at(cell: Cell, forward: float, aside: float = 0.0) -> str:
        across, down = forward * x - aside * y, forward * y + aside * x
        return f"{_number((cell[1] + 0.5) * _UNIT + across)} {_number((cell[0] + 0.5) * _UNIT + down)}"

    shaft = f"M{at(start, 11)}L{at(end, -17)}"
    head = f"M{at(end, -10)}L{at(end, -18, 3.5)}L{at(end, -18, -3.5)}Z"
    return _tag(
        "path", d=shaft + head, stroke=_ARROW, stroke_width=2, stroke_linejoin="round", fill=_ARROW, opacity=0.8
    )


def _tag(name: str, *children: str, **attributes: str | float) -> str:
    """Write an element; children are XML already, attributes are not."""
    pairs = ((key.replace("_", "-"), _text(_number(value))) for key, value in attributes.items())
    written = "".join(f' {key}="{value}"' for key, value in pairs)
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def _number(value: str | float) -> str:
    """Write a number with at most two decimals."""
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    """Make any text fit to stand in XML."""
    return escape(_NOT_XML.sub("\ufffd", text))
