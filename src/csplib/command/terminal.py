"""Text for terminals: colors, box-drawing characters, and safe messages."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Collection, Mapping
from typing import TextIO

from csplib.sudoku import Board, Cell
from csplib.sudoku.board_text import drawing

__all__ = ["draw", "has_colors", "has_lines", "named_cells", "safe", "spots", "tell"]

_BOLD, _BLUE, _PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[0m"
_ENTRY = re.compile(r"[^\s│┌┐└┘├┤┬┴┼─|+-]+")


def tell(message: str) -> None:
    """Write a message to the user, on stderr."""
    sys.stderr.write(f"csplib: {safe(message)}\n")
    sys.stderr.flush()


def safe(text: str) -> str:
    r"""Return *text* with control codes escaped, such as those that move the cursor of a terminal or set its title.

    >>> safe("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def named_cells(text: str) -> str:
    """Return *text* with cells as names: (0, 0) becomes r1c1.

    >>> named_cells("5 occurs twice in row 1: at (0, 0) and (0, 8)")
    '5 occurs twice in row 1: at r1c1 and r1c9'
    """
    return re.sub(r"\((\d+), (\d+)\)", lambda cell: f"r{int(cell[1]) + 1}c{int(cell[2]) + 1}", text)


def has_colors(stream: TextIO) -> bool:
    """Return whether *stream* is a terminal whose user wants colors: see https://no-color.org."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def has_lines(stream: TextIO) -> bool:
    """Return whether *stream* can show box-drawing characters."""
    try:
        "┌─┼│".encode(stream.encoding or "utf-8")  # a stream in memory has no encoding, and takes any text
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def draw(
    board: Board,
    stream: TextIO,
    *,
    candidates: Mapping[Cell, Collection[int]] | bool | None = None,
) -> str:
    """Return *board* as text that *stream* can show: with colors, givens are bold and other values are colored."""
    picture = drawing(board, candidates=candidates, ascii=not has_lines(stream))
    if not has_colors(stream):
        return picture
    lines = picture.split("\n")
    for cell, (line, start, end) in reversed(spots(board, picture).items()):
        if board[cell]:
            style = _BOLD if cell in board.given else _BLUE
            lines[line] = f"{lines[line][:start]}{style}{lines[line][start:end]}{_PLAIN}{lines[line][end:]}"
    return "\n".join(lines)


def spots(board: Board, picture: str) -> dict[Cell, tuple[int, int, int]]:
    """Return the place of each cell in a drawing, as (line, start, end); {} if symbols look like its lines."""
    found = [
        (number, match.start(), match.end())
        for number, line in enumerate(picture.split("\n"))
        for match in _ENTRY.finditer(line)
    ]
    return dict(zip(board.cells, found, strict=True)) if len(found) == len(board.cells) else {}
