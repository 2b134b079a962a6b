"""What cells say together: givens with regions and cages below them, or pencil marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from csplib.sudoku.errors import ShapeError, ValueRangeError
from csplib.sudoku.geometry import Cell
from csplib.sudoku.text.cages import Cages, are_pointers, pointed_cages
from csplib.sudoku.text.fitting import Fit
from csplib.sudoku.text.lines import Token

__all__ = ["Found", "sections"]


class Found(NamedTuple):
    """What a format said. *marks* are the pencil marks of cells that have several."""

    size: int
    cells: Sequence[Token]
    symbols: tuple[str, ...] | None = None
    regions: tuple[str, ...] | None = None
    cages: Cages = ()
    diagonals: bool = False
    fault: ValueRangeError | None = None
    marks: Mapping[Cell, frozenset[int]] = MappingProxyType({})


def sections(fitted: Fit) -> Found:
    """Tell givens, regions and cages apart. What follows the givens in their own line may be anything."""
    size, area = fitted.size, fitted.size**2
    if size == 1 and len(fitted.cells) > 1:
        raise ShapeError(f"{len(fitted.cells)} cells do not make a square board", line=fitted.cells[0].line)
    found = Found(size, [])
    for start in range(0, len(fitted.cells), area):
        cells = fitted.cells[start : start + area]
        if are_pointers(cells, size) and not found.cages:
            found = found._replace(cages=pointed_cages(cells, size))
        elif not found.cells:
            found = found._replace(cells=cells)
        elif found.regions is None and _is_layout(cells, size):
            found = found._replace(regions=tuple(cell.text for cell in cells))
        elif cells[0].line != fitted.cells[0].line:
            raise ShapeError("more than one board; `read_many` reads them", line=cells[0].line)
    return found if found.cells else found._replace(cells=[Token(".")] * area)


def _is_layout(cells: Sequence[Token], size: int) -> bool:
    """Tell regions from a solution, in which no symbol stands twice in a row or column."""
    texts = [cell.text for cell in cells]
    if set(Counter(texts).values()) != {size}:
        return False
    lines = [texts[i * size : (i + 1) * size] for i in range(size)] + [texts[i::size] for i in range(size)]
    return size == 1 or any(len(set(line)) < size for line in lines)
