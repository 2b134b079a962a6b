"""The lines of DIMACS files: comments, one header, and rows of integers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from csplib.formats.source import Source

__all__ = ["header_of", "integers_in", "recognized", "rows"]

_MOST_UNNAMED: Final = 500_000


def recognized(head: bytes, kinds: str) -> bool:
    """Return whether the first line of *head* that is no comment is a header of one of *kinds*, a pattern."""
    return re.match(rb"(?:[ \t]*(?:c[^\n]*)?\r?\n)*p[ \t]+(?:%s)[ \t]" % kinds.encode(), head) is not None


def header_of(source: Source, kinds: str) -> tuple[int, int]:
    """Return the two counts of the header, such as ``p cnf 20 91``, of a file of these *kinds*, a pattern."""
    for line in source.lines():
        words = line.split()
        if not words or words[0].startswith(b"c"):
            continue
        if len(words) != 4 or words[0] != b"p" or not re.fullmatch(kinds.encode(), words[1]):
            raise source.error(f"a header such as 'p {kinds.partition('|')[0]} 20 91' is missing", source.line)
        counts = [integers_in(source, [word])[0] for word in words[2:]]
        if min(counts) < 0:
            raise source.error("a count is negative", source.line)
        if counts[0] > max(_MOST_UNNAMED, source.most):
            raise source.error(f"the header counts {counts[0]:,}, and the file is too short to name them", source.line)
        return counts[0], counts[1]
    raise source.error("there is no header: the file is empty", source.line or None)


def integers_in(source: Source, words: list[bytes]) -> list[int]:
    """Return *words* of the current line as integers."""
    try:
        return list(map(int, words))
    except ValueError:
        wrong = next(word for word in words if not re.fullmatch(rb"[+-]?[0-9]{1,18}", word))
        shown = wrong[:20].decode("ascii", "backslashreplace")
        raise source.error(f"{shown!r} is not an integer", source.line) from None


def rows(source: Source) -> Iterator[list[bytes]]:
    """Yield the words of each line that is neither empty nor a comment."""
    for line in source.lines():
        words = line.split()
        if words and not words[0].startswith(b"c"):
            yield words
