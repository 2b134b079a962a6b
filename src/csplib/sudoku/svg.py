"""A board as an SVG picture, with candidates, colors, links and arrows if wanted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from math import inf
from typing import TYPE_CHECKING

from csplib import KindError, OptionError
from csplib.display.markup import escaped, tag
from csplib.display.svg import (
    BLUE,
    BROWN,
    DARK,
    GRAY,
    GREEN,
    INK,
    LIGHT_GRAY,
    PALE_GRAY,
    PALE_GREEN,
    PALE_RED,
    PALE_VIOLET,
    PALE_YELLOW,
    RED,
    Picture,
    figure,
)
from csplib.sudoku.arguments import quoted
from csplib.sudoku.board_text import Candidates, is_border, pencil_marks
from csplib.sudoku.geometry import Cell, Geometry
from csplib.sudoku.svg_marks import UNIT, Candidate, Grid, Spot, disc, line, stroke_out

if TYPE_CHECKING:
    from csplib.sudoku.board import Board

__all__ = ["svg"]


_MARGIN = 3
_INSET = 4  # the distance of a cage from the edges of its cells


def svg(
    board: Board,
    *,
    candidates: Candidates = None,
    highlight: Mapping[Cell, str] | Iterable[Cell] = (),
    circled: Mapping[Candidate, str] | Iterable[Candidate] = (),
    struck: Iterable[Candidate] = (),
    links: Iterable[tuple[Spot, Spot]] = (),
    arrows: Iterable[tuple[Spot, Spot]] = (),
    cell_size: int = 40,
    title: str | None = None,
) -> Picture:
    """Return the board as an SVG that needs no other file and scales.

    Givens are black, values filled in later are blue. *candidates* are small symbols in empty cells; True means the
    values that no peer has. *highlight* are cells to color, or a mapping from cells to CSS colors. A single candidate
    is written ((row, column), value). *circled* are candidates on discs, or a mapping to the colors of the discs;
    *struck* are candidates to cross out. *links* are lines, and *arrows* are arrows, from one cell or candidate to
    another. *title* is for screen readers.

    >>> from csplib.sudoku.board import Board
    >>> picture = svg(Board.empty(4), highlight=[(0, 0)], title="Nothing yet")
    >>> picture[:4], "<title>Nothing yet</title>" in picture
    ('<svg', True)
    """
    if isinstance(cell_size, bool) or not isinstance(cell_size, (int, float)) or not 0 < cell_size < inf:
        raise OptionError(f"cell_size must be a number above 0, not {quoted(cell_size)}")
    colors = highlight if isinstance(highlight, Mapping) else dict.fromkeys(highlight, PALE_YELLOW)
    discs = circled if isinstance(circled, Mapping) else dict.fromkeys(circled, PALE_GREEN)
    crossed, grid = list(struck), Grid.of(board)
    marks = pencil_marks(board, _joined(board, candidates, [*discs, *crossed]))
    side = board.size * UNIT + 2 * _MARGIN
    parts = [
        *_background(board, colors),
        *_lines(board.geometry),
        *(part for cage in board.geometry.cages for part in _cage(cage.total, cage.cells)),
        *(disc(grid, spot, color, GREEN) for spot, color in discs.items() if spot[0] in marks),
        *(disc(grid, spot, PALE_RED, RED) for spot in crossed if spot[0] in marks),
        *(line(board, grid, start, end, head=False) for start, end in links if start != end),
        *_values(board),
        *_small_symbols(board, grid, marks, {*discs, *crossed}),
        *(stroke_out(grid, spot) for spot in crossed if spot[0] in marks),
        *(line(board, grid, start, end, head=True) for start, end in arrows if start != end),
    ]
    named = f"Sudoku, {len(board.filled)} of {board.size**2} cells filled" if title is None else title
    own = not {*colors.values(), *discs.values()} <= DARK.keys()
    return figure(parts, (-_MARGIN, -_MARGIN, side, side), title=named, scale=cell_size / UNIT, own_colors=own)


def _joined(board: Board, candidates: Candidates, spots: list[Candidate]) -> Candidates:
    """Return *candidates* with *spots* added."""
    if not spots:
        return candidates
    marks = pencil_marks(board, candidates)
    for cell, value in spots:
        board.check_value(cell, value)
        marks[cell] = [*marks.get(cell, []), value]
    return marks


def _background(board: Board, colors: Mapping[Cell, str]) -> Iterator[str]:
    """Yield the parts below the lines: shaded windows, colored cells, diagonals."""
    for unit in board.units:
        if unit.kind == "window":
            yield from (_square(cell, PALE_GRAY) for cell in unit.cells)
    for cell, color in colors.items():
        if not isinstance(color, str):
            raise KindError(f"highlight= needs cells, or cells with CSS colors, not {quoted(color)} for {cell}")
        board[cell]  # refuses a cell that is not on the board
        yield _square(cell, color)
    if board.geometry.diagonals:
        end = board.size * UNIT
        yield tag("path", d=f"M0 0L{end} {end}M{end} 0L0 {end}", stroke=PALE_VIOLET, stroke_width=3, fill="none")


def _square(cell: Cell, color: str) -> str:
    return tag("rect", x=cell[1] * UNIT, y=cell[0] * UNIT, width=UNIT, height=UNIT, fill=color)


def _lines(geometry: Geometry) -> Iterator[str]:
    """Draw thin lines between cells and thick ones between boxes."""
    end = geometry.size * UNIT
    thin = "".join(f"M0 {at}H{end}M{at} 0V{end}" for at in range(UNIT, end, UNIT))
    yield tag("path", d=thin, stroke=LIGHT_GRAY, stroke_width=1, fill="none")
    thick = ""
    for across in range(geometry.size + 1):
        for along in range(geometry.size):
            if is_border(geometry, (across - 1, along), (across, along)):
                thick += f"M{along * UNIT} {across * UNIT}h{UNIT}"
            if is_border(geometry, (along, across - 1), (along, across)):
                thick += f"M{across * UNIT} {along * UNIT}v{UNIT}"
    yield tag("path", d=thick, stroke=INK, stroke_width=2.5, stroke_linecap="square", fill="none")


def _cage(total: int, cells: Collection[Cell]) -> Iterator[str]:
    """Yield a dashed line just inside the cells, and the total in the first of them."""
    outline = "".join("M" + "L".join(f"{x} {y}" for x, y in loop) + "Z" for loop in _outline(set(cells)))
    yield tag("path", d=outline, stroke=BROWN, stroke_width=1, stroke_dasharray="3 2", fill="none")
    row, column = min(cells)
    x, y = column * UNIT + _INSET + 1.5, row * UNIT + _INSET + 7.5
    yield tag("text", str(total), x=x, y=y, font_size=8.5, text_anchor="start", fill=BROWN)


def _outline(cells: set[Cell]) -> Iterator[list[tuple[int, int]]]:
    """Yield the outlines of the cells, `_INSET` inside, clockwise. A hole has an outline of its own."""
    following = {}
    for row, column in cells:
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):  # a side of the cell; the line runs clockwise along it
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
    """Return where the line inside the side *out* of *cell* ends in the direction *along*, as (x, y)."""
    beside = (cell[0] + along[0], cell[1] + along[1])
    beyond = (beside[0] + out[0], beside[1] + out[1])
    reach = UNIT // 2 + (0 if beside in cells and beyond not in cells else _INSET if beside in cells else -_INSET)
    depth = UNIT // 2 - _INSET
    x, y = cell[1] * UNIT + UNIT // 2, cell[0] * UNIT + UNIT // 2
    return x + out[1] * depth + along[1] * reach, y + out[0] * depth + along[0] * reach


def _values(board: Board) -> Iterator[str]:
    size = min(24.0, 40 / max(map(len, board.symbols)))
    low = 2.5 if board.geometry.cages else 0.0  # leaves room for the totals
    for cell in board.filled:
        x, y = (cell[1] + 0.5) * UNIT, (cell[0] + 0.5) * UNIT + 0.36 * size + low
        weight, color = ("bold", INK) if cell in board.given else ("normal", BLUE)
        yield tag("text", escaped(board.symbol(cell)), x=x, y=y, font_size=size, font_weight=weight, fill=color)


def _small_symbols(
    board: Board, grid: Grid, marks: Mapping[Cell, list[int]], pointed: Collection[Candidate]
) -> Iterator[str]:
    """Yield the candidates as text; those that are *pointed* at are darker."""
    for cell, values in marks.items():
        for value in values:
            x, y = grid.middle(cell, value)
            color = INK if (cell, value) in pointed else GRAY
            symbol = escaped(board.symbols[value - 1])
            yield tag("text", symbol, x=x, y=y + 0.36 * grid.size, font_size=grid.size, fill=color)
