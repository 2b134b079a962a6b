"""Lines and what stands in them, with their places; headers and comments are left out here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from csplib.sudoku.checks import quoted
from csplib.sudoku.errors import ShapeError

__all__ = ["EMPTY", "Line", "Token", "content", "is_header", "line_at", "lines_of", "number_in", "plain", "root_of"]

EMPTY = ".*_-? "
"""What is an empty cell whatever the convention; 0, x and X may be one, too."""

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
    """What stands in one cell, and where it was found; *cell* only if its place among the others does not tell."""

    text: str
    line: int | None = None
    column: int | None = None
    cell: tuple[int, int] | None = None


class Line(NamedTuple):
    """A line of text, its number in the source, and how much of it was cut off on the left."""

    number: int
    text: str
    offset: int = 0

    def tokens(self, pattern: re.Pattern[str]) -> list[Token]:
        """List what *pattern* finds, with its place."""
        return [self.token(match.group(), match.start()) for match in pattern.finditer(self.text)]

    def token(self, text: str, start: int) -> Token:
        """Give *text* the place of character number *start*."""
        return Token(text, self.number, self.offset + start + 1)


def plain(text: str) -> str:
    """Drop leading zeros, and make one symbol of an empty cell that is several wide."""
    if len(text) < 2:
        return text
    if text.isascii() and text.isdecimal():
        return text.lstrip("0") or "0"
    return "." if text[0] in EMPTY and not text.strip(text[0]) else text


def number_in(text: str, line: int | None = None) -> int:
    """Read digits as a number; refuse more of them than any board needs."""
    if len(text) > _LONGEST_NUMBER:
        raise ShapeError(f"{quoted(text)} is too large a number", line=line)
    return int(text)


def root_of(number: int, power: int) -> int | None:
    """Find the whole root, if there is one."""
    root = isqrt(number) if power == 2 else round(number ** (1 / power))
    return root if root and root**power == number else None


def line_at(number: int, text: str) -> Line | None:
    """Make drawn lines plain and drop what follows `#`; None for a line that is a comment as a whole."""
    return None if _COMMENT.match(text) else Line(number, text.rstrip("\r\n").translate(_DRAWN).split("#")[0])


def lines_of(text: str) -> list[Line]:
    """Cut a text into numbered lines without comments."""
    found = enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1)
    return [line for number, each in found if (line := line_at(number, each)) is not None]


def is_header(line: Line) -> bool:
    """Tell whether the line only names what follows."""
    text = line.text.strip()
    return len(text) <= _LONGEST_HEADER and _HEADER.fullmatch(text) is not None


def content(lines: Sequence[Line]) -> list[Line]:
    """Keep what stands below the header, if there is one; refuse a second board below another."""
    heads = [place for place, line in enumerate(lines) if is_header(line)]
    if not heads:
        return list(lines)
    named = [place for place in heads if lines[place].text.strip().lower() == "[puzzle]"]
    start = named[0] if named else heads[0]
    if not named and any(line.text.strip() for line in lines[:start]):
        raise ShapeError("a header stands below the cells", line=lines[start].number)
    if not named and len(heads) > 1:
        raise ShapeError(f"{len(heads)} boards instead of one; `read_many` reads them", line=lines[heads[1]].number)
    return list(lines[start + 1 : next((place for place in heads if place > start), len(lines))])
