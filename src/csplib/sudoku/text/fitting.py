"""Whether the pieces of a text are the cells of a board, and of which size."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from csplib.sudoku.errors import ShapeError
from csplib.sudoku.text.lines import EMPTY, Token, normalized, root_of

__all__ = [
    "MOST_SECTIONS",
    "WORD",
    "Fit",
    "Rows",
    "are_cells",
    "flat",
    "is_rule",
    "size_in_rows",
    "size_in_total",
    "unambiguous",
]

MOST_SECTIONS = 3
"""The sections of one board: givens, regions and cages."""
WORD = re.compile(r"""[^\s,;|!()\[\]{}"']+""")
_RULE = "+-=*"

Rows: TypeAlias = list[list[Token]]


class Fit(NamedTuple):
    """The cells that were found: one or more sections of n·n for a *size* of n, or n pencil marks for each."""

    size: int
    cells: list[Token]
    marks: bool = False


def flat(rows: Rows) -> list[Token]:
    """Return the tokens of all rows in one list."""
    return [token for row in rows for token in row]


def is_rule(text: str) -> bool:
    """Return whether a line may be a rule between rows: it consists of `+-=*` and bars."""
    return any(sign in text for sign in _RULE) and not "".join(text.split()).strip(f"{_RULE}|!:")


def are_cells(words: Rows, known: frozenset[str]) -> bool:
    """Return whether each word can be one cell: a symbol, a number that is not too long, or an empty cell."""
    total = sum(map(len, words))
    side = root_of(total, 2) or root_of(total // 2, 2) or root_of(total // 3, 2) or 0
    width = len(str(side))
    for row in words:
        for token in row:
            text = token.text
            short = len(text) <= width and (text.isdecimal() or normalized(text) == ".")
            if not (len(text) == 1 or short or text == "-1" or text in known):
                return False
    return True


def size_in_rows(rows: Rows, size: int | None) -> int | None:
    """Return n for n rows of n cells, or for two or three times as many rows; else None."""
    side = len(rows[0])
    if size not in {None, side} or any(len(row) != side for row in rows):
        return None
    return side if len(rows) == side or (side > 1 and len(rows) in {2 * side, 3 * side}) else None


def size_in_total(rows: Rows, size: int | None) -> int | None:
    """Return n for n·n cells, or for two or three times as many in one line or one line each; else None.

    Lines of many lengths do not make a board: most likely, spaces in them are empty cells.
    """
    total = sum(map(len, rows))
    lengths = [len(row) for row in rows]
    if len({*lengths[:-1]}) > 1 or lengths[-1] > lengths[0]:
        return None
    for sections in range(1, MOST_SECTIONS + 1):
        side = root_of(total // sections, 2)
        alike = sections == 1 or len(rows) == 1 or (len(rows) == sections and len({*lengths}) == 1)
        if side and side * side * sections == total and size in {None, side} and alike:
            return side
    return None


def unambiguous(found: Sequence[Fit]) -> Fit:
    """Return the first fit that has few enough symbols; raise `ShapeError` if such fits differ in size."""
    sound = [each for each in found if _has_few_symbols(each)]
    sizes = sorted({each.size for each in sound})
    if len(sizes) > 1:
        shapes = " or ".join(f"{size}x{size}" for size in sizes)
        raise ShapeError(f"this can be read as a board of {shapes}: pass size=", line=sound[0].cells[0].line)
    return (sound or found)[0]


def _has_few_symbols(each: Fit) -> bool:
    """Return whether the cells have at most as many symbols as a board of this size has values."""
    used = {normalized(token.text) for token in each.cells[: each.size**2]} - set(EMPTY) - {"0", "-1", "x", "X"}
    numbers = [text for text in used if text.isascii() and text.isdecimal()]
    return len(used) <= each.size and all(len(text) < 4 and int(text) <= each.size for text in numbers)
