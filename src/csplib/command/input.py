"""Read puzzles from arguments, files and standard input, as a stream."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import TextIOWrapper
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from csplib.command.arguments import did_you_mean
from csplib.command.exits import Failure
from csplib.command.terminal import named_cells, tell
from csplib.sudoku import Board, BoardError, read_many
from csplib.sudoku.text import Read, read

__all__ = ["Item", "Source", "board_of", "exists", "missing", "open_source", "place_of", "read_items", "read_one"]

_LONGEST_BOARD = 2000
_LONGEST_LINE = 1_000_000
_PLAIN_LINE = re.compile(r"[0-9.]{81}(?![0-9.])")
_MOST_PLAIN_LINES = 3  # the givens, regions and cages of one board
_SHORTEST_ROW = 3  # a row of nine cells is not a board of 3x3
_NAME_OF_STDIN = "standard input"


class Item(NamedTuple):
    """A board or its error, its first line, the number of characters read so far, and what was left out."""

    source: str
    line: int
    board: Board | BoardError
    offset: int = 0
    notice: str = ""

    @property
    def place(self) -> str:
        """The source and line of the board."""
        return place_of(self.source, self.line)

    @property
    def fault(self) -> str:
        """The error, without the line, which is part of `place`."""
        text = named_cells(str(self.board))
        return text.replace(f" (line {self.line})", "").replace(f"(line {self.line}, ", "(")


def place_of(source: str, line: int) -> str:
    """Return the name of a line of a source, as in messages of compilers."""
    return f"{source}:{line}" if source else f"line {line}"


class Source(NamedTuple):
    """The lines of a source, its name, whether it has many boards, and its number of characters, if known."""

    name: str
    lines: Iterable[str]
    many: bool
    length: int | None


def open_source(word: str, reading: Mapping[str, Any], *, by_line: bool) -> Source:
    """Return the source that *word* names: - is standard input, else it is a file name, or a puzzle."""
    if word == "-":
        return _stdin(by_line=by_line)
    path = Path(word)
    if exists(path):
        return _opened(path, by_line=by_line)
    if _looks_like_a_name(word, reading):
        raise missing(word)
    return Source("", word.splitlines(keepends=True), many=by_line, length=len(word))


def missing(word: str) -> Failure:
    """Return the failure for a file that does not exist."""
    return Failure(f"there is no file {word!r}{did_you_mean(word, _siblings(Path(word)))}")


def exists(path: Path) -> bool:
    """Return whether there is a file or folder at *path*."""
    try:
        return path.exists()
    except (OSError, ValueError):  # a puzzle can be too long for a file name
        return False


def _siblings(path: Path) -> list[str]:
    try:
        return sorted(map(str, path.parent.iterdir()))
    except OSError:
        return []


def _looks_like_a_name(word: str, reading: Mapping[str, Any]) -> bool:
    """Return whether *word* is a mistyped file name rather than a puzzle: not readable, with letters of a name."""
    try:
        read(word, **reading)
    except BoardError:
        return bool(re.search(r"\.[A-Za-z]\w{0,4}$|[/\\]|[A-Za-z]{3}", word)) and "\n" not in word and len(word) < 256
    return False


def _stdin(*, by_line: bool) -> Source:
    stream = sys.stdin
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="replace")
    if stream.isatty():
        sys.stderr.write("Type or paste a puzzle, then press Ctrl-D.\n")
    lines, many = _peeked(stream, by_line=by_line)
    return Source(_NAME_OF_STDIN, lines, many, None)


def _opened(path: Path, *, by_line: bool) -> Source:
    if path.is_dir():
        raise Failure(f"{str(path)!r} is a folder: name a file in it")
    try:
        lines, many = _peeked(_lines_of(path), by_line=by_line)
        length = path.stat().st_size if path.is_file() else None
    except OSError as fault:
        raise Failure(f"cannot read {str(path)!r}: {fault.strerror}") from fault
    return Source(str(path), lines, many, length)


def _lines_of(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8", errors="replace", newline="") as stream:
        while line := stream.readline(_LONGEST_LINE):
            if "\0" in line:
                raise Failure(f"{str(path)!r} is not a text file")
            if len(line) == _LONGEST_LINE:
                raise Failure(
                    f"{str(path)!r} has a line of {_LONGEST_LINE:,} characters or more: it is not a file of puzzles"
                )
            yield line


def _peeked(stream: Iterable[str], *, by_line: bool) -> tuple[Iterable[str], bool]:
    """Return all lines, and whether they hold many boards: more lines than one board has, or many lines of 81 cells."""
    lines = iter(stream)
    if by_line:
        return lines, True
    seen: list[str] = []
    plain = 0
    for line in lines:
        seen.append(line)
        plain += _PLAIN_LINE.match(line) is not None
        if plain > _MOST_PLAIN_LINES or len(seen) > _LONGEST_BOARD:
            return chain(seen, lines), True
    return seen, False


def read_items(source: Source, reading: Mapping[str, Any]) -> tuple[Iterator[Item], bool]:
    """Return the boards of *source*, and whether there may be several."""
    if source.many:
        return _each(source, reading), True
    text = "".join(source.lines)
    first = next((n for n, line in enumerate(text.splitlines(), 1) if re.match(r"\s*[^\s#%]", line)), 1)
    try:
        found = read(text, **reading)
        return iter([Item(source.name, first, board_of(found), len(text), found.notice)]), False
    except BoardError as fault:
        several = source._replace(lines=text.splitlines(keepends=True))
        items = list(_each(several, reading))
        boards = [item.board for item in items if isinstance(item.board, Board) and item.board.size > _SHORTEST_ROW]
        if len(items) > 1 and 2 * len(boards) >= len(items):
            return iter(items), True
        return iter([Item(source.name, fault.line or first, fault, len(text))]), False


def _each(source: Source, reading: Mapping[str, Any]) -> Iterator[Item]:
    seen = 0

    def counted() -> Iterator[str]:
        nonlocal seen
        for line in source.lines:
            seen += len(line)
            yield line

    for line, found in read_many(counted(), **reading):
        if isinstance(found, BoardError):
            yield Item(source.name, line, found, seen)
        else:
            yield Item(source.name, line, board_of(found), seen, found.notice)


def board_of(found: Read) -> Board:
    """Return a board made of the result of `read`."""
    return Board(found.values, found.geometry, symbols=found.symbols)


def read_one(words: Sequence[str], reading: Mapping[str, Any]) -> Board:
    """Return the puzzle of a command that takes only one; several words are its rows."""
    word = "\n".join(words) if len(words) > 1 else (words or ["-"])[0]
    source = open_source(word, reading, by_line=False)
    items, _ = read_items(source, reading)
    item = next(items, None)
    if item is None:
        raise Failure(f"there is no puzzle in {source.name or 'the argument'}")
    if isinstance(item.board, BoardError):
        raise Failure(f"{item.place}: {item.fault}" if source.name else item.fault)
    if next(items, None) is not None:
        raise Failure("this command takes one puzzle, but there are several")
    if item.notice:
        tell(item.notice)
    return item.board
