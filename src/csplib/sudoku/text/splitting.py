"""Where the cells of a text are.

A text is cut in several ways: at each delimiter (so that nothing between two is an empty cell), at each character (so
that a space is one), into words, and into characters other than separators. The first way that leaves n rows of n cells
wins, then the first that leaves n·n cells at all. Two or three times as many are the sections of a jigsaw or a killer,
and n·n·n are pencil marks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from csplib.sudoku.errors import ShapeError
from csplib.sudoku.text.lines import EMPTY, Line, Token, plain, root_of
from csplib.sudoku.text.symbols import conventions

__all__ = ["Fit", "fit"]

_RULE = re.compile(r"[\s+\-=*|!:]*[+\-=*][\s+\-=*|!:]*$")
_WORD = re.compile(r"""[^\s,;|!()\[\]{}"']+""")
_SYMBOL = re.compile(r"""[^\s,;:|!()\[\]{}"']""")
_CAGE_SYMBOL = re.compile(r"[^\s|!]")
_CAGES = re.compile(r".*[<>^]|(?=.*\d)[0-9A-Za-jv`',.]*v[0-9A-Za-jv`',.]*$")
_NO_BAR = re.compile(r"[^|!]")
_BARS = str.maketrans("", "", "|!")
_SHORTEST_LINE = 16

_Rows: TypeAlias = list[list[Token]]


class Fit(NamedTuple):
    """The cells that were found: one or more sections of n·n for a *size* of n, or n pencil marks for each."""

    size: int
    cells: list[Token]
    marks: bool = False


def fit(lines: Sequence[Line], size: int | None, symbols: Sequence[str] | None) -> Fit:
    """Find the cells of a board; *size* and *symbols* are what the caller said."""
    ways = [rows for rows in _ways(lines, size, frozenset(symbols or ())) if rows]
    for rows in ways:
        side = root_of(sum(map(len, rows)), 3)
        if side and _are_marks(rows, side, size, symbols):
            return Fit(side, _flat(rows), marks=True)
    for judge in (_in_rows, _in_all):
        for rows in ways:
            if side := judge(rows, size):
                return Fit(side, _flat(rows))
    for rows in _last_ways(lines, size):
        if side := _in_all(rows, size):
            return Fit(side, _flat(rows))
    raise _misfit(lines, size)


def _flat(rows: _Rows) -> list[Token]:
    return [token for row in rows for token in row]


def _ways(lines: Sequence[Line], size: int | None, known: frozenset[str]) -> Iterator[_Rows]:
    """Cut the lines in every sensible way. A line of `-` or `*` is a rule, or, most likely with bars, an empty row."""
    hard = [line for line in lines if not (_RULE.match(line.text) and _is_certain(line.text))]
    soft = [line for line in hard if not _RULE.match(line.text)]
    barred = [line for line in hard if not _RULE.match(line.text) or set(line.text) & set("|!")]
    for kept in {len(some): some for some in (soft, barred, hard)}.values():
        full = [line for line in kept if line.text.strip()]
        if full and any(_CAGES.match(word) for line in full for word in line.text.split()[:1]):
            yield [_before_comment(line, size, r"[\s;]+").tokens(_CAGE_SYMBOL) for line in full]
        elif full:
            cut = [_before_comment(line, size, r"[\s,;:]+") for line in kept]
            yield from _fields(kept)
            yield from _spaced(cut, size)
            words = [tokens for line in cut if (tokens := line.tokens(_WORD))]
            if _are_cells(words, known):
                yield words
            yield [tokens for line in cut if (tokens := line.tokens(_SYMBOL))]


def _last_ways(lines: Sequence[Line], size: int | None) -> Iterator[_Rows]:
    """Cut in ways that only make sense if no other does: one board and more beside it, or words with a fault."""
    full = [line for line in lines if line.text.strip() and not _RULE.match(line.text)]
    if len(full) == 1:
        start = re.match(r"\s*", full[0].text)
        word = re.match(r"[^\s,;:]*", full[0].text.lstrip())
        if start and word and len(word.group()) >= _SHORTEST_LINE:
            yield [[full[0].token(symbol, start.end() + place) for place, symbol in enumerate(word.group())]]
    words = [line.tokens(_WORD) for line in full]
    if sum(map(len, words)) >= (size or 4) ** 2:
        yield words


def _is_certain(rule: str) -> bool:
    return "+" in rule or "=" in rule or ("*" in rule and "-" in rule)


def _before_comment(line: Line, size: int | None, gap: str) -> Line:
    """Cut off what follows a word that is a whole board, unless it is as long as that word."""
    words = re.split(gap, line.text.strip())
    length = len(words[0])
    if len(words) == 1 or "|" in words[0] or all(len(word) == length for word in words if word):
        return line
    if size is None:
        whole = length >= _SHORTEST_LINE and (root_of(length, 2) or root_of(length, 3)) is not None
    else:
        whole = length in {size**2, size**3} and length > 1
    return line._replace(text=line.text[: line.text.index(words[0]) + length]) if whole else line


def _fields(lines: Sequence[Line]) -> Iterator[_Rows]:
    """Cut at delimiters, if n lines have n fields each, and one of them is blank."""
    for mark in "\t,;|":
        some = [line for line in lines if mark in line.text]
        if len(some) < 2 or any(line.text.strip() and mark not in line.text for line in lines):
            continue
        rows = [_cut(_unframed(line) if mark == "|" else line, mark) for line in some]
        texts = [token.text for row in rows for token in row]
        square = all(len(row) == len(rows) for row in rows)
        if square and "" in texts and not any(re.search(r"\s", text) for text in texts):
            yield [[token._replace(text=token.text or ".") for token in row] for row in rows]


def _unframed(line: Line) -> Line:
    """Take a bar off each end."""
    text = line.text.rstrip()
    start = len(text) - len(text.lstrip())
    text = text.removesuffix("|")
    start += text[start : start + 1] == "|"
    return Line(line.number, text[start:], line.offset + start)


def _cut(line: Line, mark: str) -> list[Token]:
    found, start = [], 0
    for field in line.text.split(mark):
        found.append(line.token(field.strip().strip("\"'"), start + len(field) - len(field.lstrip())))
        start += len(field) + 1
    return found


def _spaced(lines: Sequence[Line], size: int | None) -> Iterator[_Rows]:
    """Take each space for an empty cell, if there is no other, and the lengths say so."""
    symbols = Counter(symbol for line in lines for symbol in line.text.translate(_BARS))
    if symbols.keys() & set(".0*_-?xX\t,;[(") or not symbols[" "] or len(symbols) == 1:
        return
    rows = [line.tokens(_NO_BAR) for line in lines]
    full = [place for place, line in enumerate(lines) if line.text.translate(_BARS).strip()]
    longest = max(map(len, rows))
    if len(full) == 1 and not _is_full(symbols):
        side = size or root_of(longest, 2) or 0
        if side >= (size or 4) and side * (side - 1) < longest <= side * side:
            yield [_padded(rows[full[0]], side * side)]
    for each in (rows[full[0] : full[-1] + 1], [rows[place] for place in full], rows):
        if len(each) > 3 and len(each) == (size or longest) >= longest:
            yield [_padded(row, len(each)) for row in each]


def _is_full(symbols: Counter[str]) -> bool:
    """Tell whether the symbols other than spaces are those of a board without empty cells."""
    return {count for symbol, count in symbols.items() if symbol != " "} == {len(symbols.keys() - {" "})}


def _padded(row: list[Token], length: int) -> list[Token]:
    return row + [Token(" ")] * (length - len(row))


def _are_cells(words: _Rows, known: frozenset[str]) -> bool:
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


def _in_rows(rows: _Rows, size: int | None) -> int | None:
    """Give n for n rows of n cells, or two or three times as many rows."""
    side = len(rows[0])
    if size not in {None, side} or any(len(row) != side for row in rows):
        return None
    return side if len(rows) == side or (side > 1 and len(rows) in {2 * side, 3 * side}) else None


def _in_all(rows: _Rows, size: int | None) -> int | None:
    """Give n for n·n cells, or for two or three times as many if they stand in one line, or in a line each."""
    total = sum(map(len, rows))
    lengths = {len(row) for row in rows}
    for sections in (1, 2, 3):
        side = root_of(total // sections, 2)
        alike = sections == 1 or len(rows) == 1 or (len(rows) == sections and len(lengths) == 1)
        if side and side * side * sections == total and size in {None, side} and alike:
            return side
    return None


def _are_marks(rows: _Rows, side: int, size: int | None, symbols: Sequence[str] | None) -> bool:
    """Recognize pencil marks.

    The same number of cells may be a larger board, but each of its columns would hold one symbol, and more than once.
    """
    total = side**3
    if side == 1 or size not in {None, side} or (side < 4 and len(rows) > 1):
        return False
    if _in_all(rows, size) is None and (size == side or len(rows) == 1):
        return True
    texts = [plain(token.text) for token in _flat(rows)]
    for known in [tuple(symbols)] if symbols else conventions(side):
        marks = [place for place, text in enumerate(texts) if text == known[place % side]]
        rest = total - len(marks)
        if len(marks) ** 2 > total and rest == sum(text in EMPTY or text == "0" != known[0] for text in texts):
            return True
    return False


def _misfit(lines: Sequence[Line], size: int | None) -> ShapeError:
    """Say what is wrong with the number of cells, and where if one line stands out."""
    full = [line for line in lines if line.text.strip() and not _RULE.match(line.text)]
    words, symbols = [line.tokens(_WORD) for line in full], [line.tokens(_SYMBOL) for line in full]
    numbers = any(len(token.text) == 2 and token.text.isdecimal() for token in _flat(words))
    rows = words if numbers and 2 * len(_flat(words)) > len(_flat(symbols)) else symbols
    if not rows:
        return ShapeError("there are no cells here")
    lengths = Counter(map(len, rows))
    usual = size or lengths.most_common(1)[0][0]
    odd = [row for row in rows if len(row) != usual]
    if len(rows) > 2 and len(odd) == 1 and len(rows) == usual:
        return ShapeError(f"{len(odd[0])} cells in a row instead of {usual}", line=odd[0][0].line if odd[0] else None)
    if len(rows) > 1 and len(lengths) == 1 and usual >= _SHORTEST_LINE and root_of(usual, 2):
        return ShapeError(f"{len(rows)} boards instead of one; `read_many` reads them", line=rows[1][0].line)
    if len(rows) > 1 and len(lengths) == 1:
        return ShapeError(
            f"{len(rows)} rows of {len(rows[0])} cells do not make a {_wanted(size)}", line=rows[-1][0].line
        )
    return ShapeError(
        f"{len(_flat(rows))} cells do not make a {_wanted(size)}", line=rows[0][0].line if rows[0] else None
    )


def _wanted(size: int | None) -> str:
    return "square board" if size is None else f"board of {size}x{size}"
