"""Pencil marks: n·n·n symbols, or n·n words of several symbols each, the candidates of each cell."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from csplib.sudoku.arguments import quoted
from csplib.sudoku.errors import SymbolError, ValueRangeError
from csplib.sudoku.geometry import Cell
from csplib.sudoku.text.fitting import WORD, Fit, Rows, are_cells, flat, is_rule, size_in_total
from csplib.sudoku.text.lines import EMPTY, Line, Token, normalized
from csplib.sudoku.text.parsed import Parsed
from csplib.sudoku.text.symbols import Meaning, conventions, declared_meaning, meaning_of

__all__ = ["are_marks", "marks_in_words", "read_marks"]


def are_marks(rows: Rows, side: int, size: int | None, symbols: Sequence[str] | None) -> bool:
    """Return whether the rows are pencil marks.

    The same number of cells may be a larger board, but each of its columns would have a single symbol many times.
    """
    total = side**3
    if side == 1 or size not in {None, side} or (side < 4 and len(rows) > 1):
        return False
    if size_in_total(rows, size) is None and (size == side or len(rows) == 1):
        return True
    texts = [normalized(token.text) for token in flat(rows)]
    for known in [tuple(symbols)] if symbols else conventions(side):
        marks = [place for place, text in enumerate(texts) if text == known[place % side]]
        rest = total - len(marks)
        if len(marks) ** 2 > total and rest == sum(text in EMPTY or text == "0" != known[0] for text in texts):
            return True
    return False


def marks_in_words(lines: Sequence[Line], size: int | None, symbols: Sequence[str] | None) -> Fit | None:
    """Return the marks of n rows of n words, each with the candidates of a cell in order; None for other lines.

    A word of digits that may be a single number is a number.
    """
    kept = [line for line in lines if not is_rule(line.text)]
    rows = [tokens for line in kept if (tokens := line.tokens(WORD))]
    side = len(rows)
    if size not in {None, side} or side < 4 or any(len(row) != side for row in rows):
        return None
    if are_cells(rows, frozenset(symbols or ())):
        return None
    for known in [tuple(symbols)] if symbols else conventions(side):
        place = {symbol: number for number, symbol in enumerate(known)}
        cells = []
        for token in flat(rows):
            order = [place.get(sign, -1) for sign in token.text]
            if -1 in order or any(one >= other for one, other in pairwise(order)):
                break
            cells += [token._replace(text=symbol if symbol in token.text else ".") for symbol in known]
        else:
            return Fit(side, cells, marks=True)
    return None


def read_marks(fitted: Fit, symbols: Sequence[str] | None) -> Parsed:
    """Return the value of each cell that has one pencil mark, and the marks of the others."""
    size, cells = fitted.size, []
    several: dict[Cell, frozenset[int]] = {}
    known, meaning = _symbols_of_marks(fitted, symbols)
    for start in range(0, len(fitted.cells), size):
        marks = fitted.cells[start : start + size]
        cell = divmod(start // size, size)
        left = [place for place, token in enumerate(marks) if _mark(token, place, cell, meaning)]
        if not left:
            raise ValueRangeError("this cell has no pencil mark", line=marks[0].line, column=marks[0].column, cell=cell)
        cells.append(marks[left[0]]._replace(cell=cell) if len(left) == 1 else Token("."))
        if len(left) > 1:
            several[cell] = frozenset(place + 1 for place in left)
    return Parsed(size, cells, known, marks=several)


def _symbols_of_marks(fitted: Fit, symbols: Sequence[str] | None) -> tuple[tuple[str, ...], Meaning]:
    """Return the convention with the most symbols in their places."""
    size = fitted.size
    choice = conventions(size) if symbols is None else [declared_meaning(symbols, size).symbols]
    texts = [normalized(token.text) for token in fitted.cells]
    best = max(choice, key=lambda known: sum(text == known[i % size] for i, text in enumerate(texts)))
    return best, meaning_of(best)


def _mark(token: Token, place: int, cell: tuple[int, int], meaning: Meaning) -> bool:
    value = meaning.values.get(normalized(token.text))
    if value not in {0, place + 1}:
        message = f"{quoted(token.text)} instead of {meaning.symbols[place]} or an empty place among the pencil marks"
        raise SymbolError(message, line=token.line, column=token.column, cell=cell)
    return value != 0
