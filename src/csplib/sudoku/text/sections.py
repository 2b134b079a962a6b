"""What cells say together: givens with regions and cages below them, or pencil marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from csplib.sudoku.checks import quoted
from csplib.sudoku.errors import ShapeError, SymbolError, ValueRangeError
from csplib.sudoku.geometry import Cell
from csplib.sudoku.text.cages import Cages, are_pointers, pointed_cages
from csplib.sudoku.text.judging import Fit
from csplib.sudoku.text.lines import Token, plain
from csplib.sudoku.text.symbols import Meaning, conventions, declared, meaning_of

__all__ = ["Found", "marked", "sections"]


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


def marked(fitted: Fit, symbols: Sequence[str] | None) -> Found:
    """Take the value of each cell that has one pencil mark left, and keep the marks of the others apart."""
    size, cells = fitted.size, []
    several: dict[Cell, frozenset[int]] = {}
    known, meaning = _symbols_of_marks(fitted, symbols)
    for start in range(0, len(fitted.cells), size):
        marks = fitted.cells[start : start + size]
        cell = divmod(start // size, size)
        left = [place for place, token in enumerate(marks) if _mark(token, place, cell, meaning)]
        if not left:
            raise ValueRangeError("no mark is left", line=marks[0].line, column=marks[0].column, cell=cell)
        cells.append(marks[left[0]]._replace(cell=cell) if len(left) == 1 else Token("."))
        if len(left) > 1:
            several[cell] = frozenset(place + 1 for place in left)
    return Found(size, cells, known, marks=several)


def _symbols_of_marks(fitted: Fit, symbols: Sequence[str] | None) -> tuple[tuple[str, ...], Meaning]:
    """Find the convention with the most symbols in their places."""
    size = fitted.size
    choice = conventions(size) if symbols is None else [declared(symbols, size).symbols]
    texts = [plain(token.text) for token in fitted.cells]
    best = max(choice, key=lambda known: sum(text == known[i % size] for i, text in enumerate(texts)))
    return best, meaning_of(best)


def _mark(token: Token, place: int, cell: tuple[int, int], meaning: Meaning) -> bool:
    value = meaning.values.get(plain(token.text))
    if value not in {0, place + 1}:
        message = f"{quoted(token.text)} instead of {meaning.symbols[place]} or an empty place among the pencil marks"
        raise SymbolError(message, line=token.line, column=token.column, cell=cell)
    return value != 0
