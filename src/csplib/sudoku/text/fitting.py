"""Whether the pieces into which a text was cut make a board, and of which size; and whether they are pencil marks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from csplib.sudoku.errors import ShapeError
from csplib.sudoku.text.lines import EMPTY, Token, plain, root_of

__all__ = [
    "MOST_SECTIONS",
    "WORD",
    "Fit",
    "Rows",
    "are_cells",
    "flat",
    "in_all",
    "in_rows",
    "is_rule",
    "the_one",
]

MOST_SECTIONS = 3
"""The givens, regions and cages of one board."""
WORD = re.compile(r"""[^\s,;|!()\[\]{}"']+""")
_RULE = "+-=*"

Rows: TypeAlias = list[list[Token]]


class Fit(NamedTuple):
    """The cells that were found: one or more sections of n·n for a *size* of n, or n pencil marks for each."""

    size: int
    cells: list[Token]
    marks: bool = False


def flat(rows: Rows) -> list[Token]:
    """List the tokens of all rows."""
    return [token for row in rows for token in row]


def is_rule(text: str) -> bool:
    """Tell whether a line may be drawn between the rows: signs of rules, and nothing but bars beside them."""
    return any(sign in text for sign in _RULE) and not "".join(text.split()).strip(f"{_RULE}|!:")


def are_cells(words: Rows, known: frozenset[str]) -> bool:
    """Tell whether each word can be one cell: a symbol, a number that is not too long, or an empty cell as wide."""
    total = sum(map(len, words))
    side = root_of(total, 2) or root_of(total // 2, 2) or root_of(total // 3, 2) or 0
    width = len(str(side))
    for row in words:
        for token in row:
            text = token.text
            short = len(text) <= width and (text.isdecimal() or plain(text) == ".")
            if not (len(text) == 1 or short or text == "-1" or text in known):
                return False
    return True


def in_rows(rows: Rows, size: int | None) -> int | None:
    """Give n for n rows of n cells, or two or three times as many rows."""
    side = len(rows[0])
    if size not in {None, side} or any(len(row) != side for row in rows):
        return None
    return side if len(rows) == side or (side > 1 and len(rows) in {2 * side, 3 * side}) else None


def in_all(rows: Rows, size: int | None) -> int | None:
    """Give n for n·n cells, or for two or three times as many if they stand in one line, or in a line each.

    Lines of many lengths are no board: most likely spaces in them were empty cells.
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


def the_one(found: Sequence[Fit]) -> Fit:
    """Choose the first whose symbols are not too many; refuse to choose between sizes."""
    sound = [each for each in found if _may_hold(each)]
    sizes = sorted({each.size for each in sound})
    if len(sizes) > 1:
        shapes = " or ".join(f"{size}x{size}" for size in sizes)
        raise ShapeError(f"this can be read as a board of {shapes}; say size=", line=sound[0].cells[0].line)
    return (sound or found)[0]


def _may_hold(each: Fit) -> bool:
    """Tell whether a board of this size has as many values as the cells have symbols."""
    used = {plain(token.text) for token in each.cells[: each.size**2]} - set(EMPTY) - {"0", "-1", "x", "X"}
    numbers = [text for text in used if text.isascii() and text.isdecimal()]
    return len(used) <= each.size and all(len(text) < 4 and int(text) <= each.size for text in numbers)
