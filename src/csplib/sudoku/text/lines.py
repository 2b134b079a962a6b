"""Lines and tokens of a text, with their places. Comments and headers are removed here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from csplib.sudoku.arguments import quoted
from csplib.sudoku.errors import ShapeError

__all__ = [
    "EMPTY",
    "Line",
    "Token",
    "below_header",
    "is_header",
    "line_at",
    "lines_of",
    "normalized",
    "parse_number",
    "root_of",
]

EMPTY = ".*_-? "
"""The symbols of an empty cell in every convention; 0, x and X can be empty cells, too."""

_DRAWN = str.maketrans(
    {
        **dict.fromkeys("│┃║┆┊", "|"),
        **dict.fromkeys("─━═╌┄\u2013\u2014\u2212", "-"),
        **dict.fromkeys("┼╋╬├┤┬┴┌┐└┘╔╗╚╝╠╣╦╩╟╢╤╧╪╫┠┨┯┷┿╂┏┓┗┛┣┫┳┻", "+"),
        "·": ".",
    }
)
_COMMENT = re.compile(r"\s*[#%]")
_HEADER = re.compile(r"\[[A-Z][a-z]+\]|(?i:grid|puzzle|sudoku|board)\b[\s#:]*\d*\s*:?")
_LONGEST_HEADER = 80
_LONGEST_NUMBER = 9


class Token(NamedTuple):
    """The text of one cell, and its place. *cell* is only set if it does not follow from the order of the tokens."""

    text: str
    line: int | None = None
    column: int | None = None
    cell: tuple[int, int] | None = None


class Line(NamedTuple):
    """A line of text, its number in the source, and the number of characters cut off on the left."""

    number: int
    text: str
    offset: int = 0

    def tokens(self, pattern: re.Pattern[str]) -> list[Token]:
        """Return the matches of *pattern*, with their places."""
        return [self.token(match.group(), match.start()) for match in pattern.finditer(self.text)]

    def token(self, text: str, start: int) -> Token:
        """Return *text* as a token at character number *start*."""
        return Token(text, self.number, self.offset + start + 1)


def normalized(text: str) -> str:
    """Return a number without leading zeros, an empty cell of any width as one dot, and other text as it is."""
    if len(text) < 2:
        return text
    if text.isascii() and text.isdecimal():
        return text.lstrip("0") or "0"
    return "." if text[0] in EMPTY and not text.strip(text[0]) else text


def parse_number(text: str, line: int | None = None) -> int:
    """Return digits as a number; raise `ShapeError` for more digits than any board needs."""
    if len(text) > _LONGEST_NUMBER:
        raise ShapeError(f"the number {quoted(text)} is too large", line=line)
    return int(text)


def root_of(number: int, power: int) -> int | None:
    """Return the root if it is an integer, else None."""
    root = isqrt(number) if power == 2 else round(number ** (1 / power))
    return root if root and root**power == number else None


def line_at(number: int, text: str) -> Line | None:
    """Return a line with plain `|-+` for drawn lines, and without what follows `#`; None for a comment line."""
    return None if _COMMENT.match(text) else Line(number, text.rstrip("\r\n").translate(_DRAWN).split("#")[0])


def lines_of(text: str) -> list[Line]:
    """Return the numbered lines of a text, without comments."""
    found = enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1)
    return [line for number, each in found if (line := line_at(number, each)) is not None]


def is_header(line: Line) -> bool:
    """Return whether the line is a header, such as `Grid 01`."""
    text = line.text.strip()
    return len(text) <= _LONGEST_HEADER and _HEADER.fullmatch(text) is not None


def below_header(lines: Sequence[Line]) -> list[Line]:
    """Return the lines below the header, if there is one; raise `ShapeError` if there is a second board."""
    heads = [place for place, line in enumerate(lines) if is_header(line)]
    if not heads:
        return list(lines)
    named = [place for place in heads if lines[place].text.strip().lower() == "[puzzle]"]
    start = named[0] if named else heads[0]
    if not named and any(line.text.strip() for line in lines[:start]):
        raise ShapeError("there is a header below the cells", line=lines[start].number)
    if not named and len(heads) > 1:
        raise ShapeError(f"{len(heads)} boards instead of one: use `read_many`", line=lines[heads[1]].number)
    return list(lines[start + 1 : next((place for place in heads if place > start), len(lines))])
