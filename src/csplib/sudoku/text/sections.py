"""Jigsaw and killer texts: givens, with regions or cages below them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from csplib.sudoku.errors import ShapeError
from csplib.sudoku.text.cages import are_pointers, read_pointers
from csplib.sudoku.text.fitting import Fit
from csplib.sudoku.text.lines import Token
from csplib.sudoku.text.parsed import Parsed

__all__ = ["read_sections"]


def read_sections(fitted: Fit) -> Parsed:
    """Return the givens, regions and cages of the cells. After the givens in the same line, anything may follow."""
    size, area = fitted.size, fitted.size**2
    if size == 1 and len(fitted.cells) > 1:
        raise ShapeError(f"{len(fitted.cells)} cells do not make a square board", line=fitted.cells[0].line)
    found = Parsed(size, [])
    for start in range(0, len(fitted.cells), area):
        cells = fitted.cells[start : start + area]
        if are_pointers(cells, size) and not found.cages:
            found = found._replace(cages=read_pointers(cells, size))
        elif not found.cells:
            found = found._replace(cells=cells)
        elif found.regions is None and _is_layout(cells, size):
            found = found._replace(regions=tuple(cell.text for cell in cells))
        elif cells[0].line != fitted.cells[0].line:
            raise ShapeError("more than one board: use `read_many`", line=cells[0].line)
    return found if found.cells else found._replace(cells=[Token(".")] * area)


def _is_layout(cells: Sequence[Token], size: int) -> bool:
    """Return whether these are regions, not a solution, in which no symbol occurs twice in a row or column."""
    texts = [cell.text for cell in cells]
    if set(Counter(texts).values()) != {size}:
        return False
    lines = [texts[i * size : (i + 1) * size] for i in range(size)] + [texts[i::size] for i in range(size)]
    return size == 1 or any(len(set(line)) < size for line in lines)
