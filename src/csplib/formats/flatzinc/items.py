"""The items of a FlatZinc file: their texts and tokens, and where a token is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from csplib.display.wording import brief
from csplib.errors import FormatError
from csplib.formats.source import Source

__all__ = ["Item", "items_of"]

_TOKEN = re.compile(
    r"""
    [A-Za-z_][A-Za-z0-9_]*          # a word
    | -?\d+(?:\.\d+(?:[eE][-+]?\d+)?|[eE][-+]?\d+)   # a float
    | -?0[xX][0-9a-fA-F]+ | -?0[oO][0-7]+ | -?\d+    # an integer
    | \.\. | ::
    | "[^"\n]*" | '[^'\n]*'
    | %[^\n]*                       # a comment
    | \S
    """,
    re.VERBOSE | re.ASCII,
)
_PARTS = re.compile(r"""[^;"'%]+|"[^"\n]*"|'[^'\n]*'|%[^\n]*|.""", re.DOTALL)


class Item(NamedTuple):
    """The text of an item without its semicolon, and the line and column where the text begins."""

    source: Source
    text: str
    line: int
    column: int

    def tokens(self) -> list[str]:
        """Return the tokens, followed by "" as the end."""
        found: list[str] = _TOKEN.findall(self.text)
        if "%" in self.text:
            found = [token for token in found if token[0] != "%"]
        found.append("")
        return found

    def error(self, message: str, place: int) -> FormatError:
        """Return the error about the token in this *place* among the tokens."""
        starts = [match.start() for match in _TOKEN.finditer(self.text) if match[0][0] != "%"]
        start = starts[place] if place < len(starts) else len(self.text)
        line = self.text.count("\n", 0, start)
        column = start - self.text.rfind("\n", 0, start) - 1 if line else start + self.column
        return self.source.error(message, self.line + line, column + 1)


def items_of(source: Source) -> Iterator[Item]:
    """Yield the items of *source*, one by one."""
    waiting: list[str] = []
    first, column = 1, 0
    for raw in source.lines():
        line = source.decoded(raw, source.line)
        parts = line.split(";") if not _has_quotes(line) else _parts(line)
        at = 0
        for place, part in enumerate(parts):
            if not waiting:
                first, column = source.line, at
            waiting.append(part)
            if place < len(parts) - 1:
                yield Item(source, "".join(waiting), first, column)
                waiting = []
            at += len(part) + 1
        if waiting and len(waiting) == 1 and not waiting[0].strip():
            waiting = []
    rest = Item(source, "".join(waiting), first, column)
    if (token := rest.tokens()[0]) != "":
        raise rest.error(f"the file ends in the middle of an item, which begins with {brief(token)}", 0)


def _has_quotes(line: str) -> bool:
    """Return whether a semicolon in *line* may be inside of a string or of a comment."""
    return "%" in line or '"' in line or "'" in line


def _parts(line: str) -> list[str]:
    """Return the parts of *line* between its semicolons."""
    found = [""]
    for part in _PARTS.findall(line):
        if part == ";":
            found.append("")
        else:
            found[-1] += part
    return found
