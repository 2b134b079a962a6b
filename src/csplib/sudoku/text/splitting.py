"""Find the cells of a text.

A text is split in several ways: at delimiters (nothing between two of them is an empty cell), at each character (a
space is an empty cell), into words, and into characters other than separators. The first way that yields n rows of n
cells wins, then the first that yields n·n cells. If ways differ in n, it is an error. Two or three times as many cells
are the sections of a jigsaw or a killer. n·n·n cells, or n·n words of several symbols each, are pencil marks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from csplib.sudoku.arguments import LARGEST
from csplib.sudoku.errors import ShapeError
from csplib.sudoku.text.fitting import (
    MOST_SECTIONS,
    WORD,
    Fit,
    Rows,
    are_cells,
    flat,
    is_rule,
    size_in_rows,
    size_in_total,
    unambiguous,
)
from csplib.sudoku.text.lines import Line, Token, root_of
from csplib.sudoku.text.pencil_marks import are_marks, marks_in_words

__all__ = ["find_cells"]

_SYMBOL = re.compile(r"""[^\s,;:|!()\[\]{}"']""")
_CAGE_SYMBOL = re.compile(r"[^\s|!]")
_POINTERS = frozenset("<>^")
_WITH_V = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijv`',.")
_NO_BAR = re.compile(r"[^|!]")
_BARS = str.maketrans("", "", "|!")
_SHORTEST_LINE = 16
_MOST_WORDS = 49**3


def find_cells(lines: Sequence[Line], size: int | None, symbols: Sequence[str] | None) -> Fit:
    """Return the cells of a board; *size* and *symbols* are the arguments of the caller."""
    _check_amount(lines)
    ways = [rows for rows in _splits(lines, size, frozenset(symbols or ())) if rows]
    for rows in ways:
        side = root_of(sum(map(len, rows)), 3)
        if side and are_marks(rows, side, size, symbols):
            return Fit(side, flat(rows), marks=True)
    marks = marks_in_words(lines, size, symbols)
    if marks is not None:
        return marks
    for judge in (size_in_rows, size_in_total):
        found = [Fit(side, flat(rows)) for rows in ways if (side := judge(rows, size))]
        if found:
            return unambiguous(found)
    for rows in _last_splits(lines, size):
        if side := size_in_total(rows, size):
            return Fit(side, flat(rows))
    raise _size_error(lines, size)


def _is_cage_text(word: str) -> bool:
    signs = set(word)
    return bool(signs & _POINTERS) or ("v" in signs and signs <= _WITH_V and any(map(str.isdigit, signs)))


def _check_amount(lines: Sequence[Line]) -> None:
    """Raise `ShapeError` for more than the sections of the largest board, or the pencil marks of a board of size 49."""
    words = [word for line in lines for word in line.text.split()]
    if len(words) > _MOST_WORDS or max(map(len, words), default=0) > MOST_SECTIONS * LARGEST**2:
        raise ShapeError("there are too many cells for a board")


def _splits(lines: Sequence[Line], size: int | None, known: frozenset[str]) -> Iterator[Rows]:
    """Yield the lines split in every sensible way. A line of `-` or `*` is a rule, or perhaps an empty row."""
    hard = [line for line in lines if not (is_rule(line.text) and _is_certain(line.text))]
    soft = [line for line in hard if not is_rule(line.text)]
    barred = [line for line in hard if not is_rule(line.text) or set(line.text) & set("|!")]
    for kept in {len(some): some for some in (soft, barred, hard)}.values():
        full = [line for line in kept if line.text.strip()]
        if full and any(_is_cage_text(word) for line in full for word in line.text.split(None, 1)[:1]):
            yield [line.tokens(_CAGE_SYMBOL) for line in _before_comments(full, size, r"[\s;]+")]
        elif full:
            cut = _before_comments(kept, size, r"[\s,;:]+")
            yield from _fields(kept)
            yield from _spaced(cut, size)
            words = [tokens for line in cut if (tokens := line.tokens(WORD))]
            if are_cells(words, known):
                yield words
            yield [tokens for line in cut if (tokens := line.tokens(_SYMBOL))]


def _last_splits(lines: Sequence[Line], size: int | None) -> Iterator[Rows]:
    """Yield the lines split in ways for when no other works: a board and more beside it, or words with a fault."""
    full = [line for line in lines if line.text.strip() and not is_rule(line.text)]
    if len(full) == 1:
        start = re.match(r"\s*", full[0].text)
        word = re.match(r"[^\s,;:]*", full[0].text.lstrip())
        if start and word and len(word.group()) >= _SHORTEST_LINE:
            yield [[full[0].token(symbol, start.end() + place) for place, symbol in enumerate(word.group())]]
    words = [line.tokens(WORD) for line in full]
    if sum(map(len, words)) >= (size or 4) ** 2:
        yield words


def _is_certain(rule: str) -> bool:
    return "+" in rule or "=" in rule or ("*" in rule and "-" in rule)


def _before_comments(lines: Sequence[Line], size: int | None, gap: str) -> list[Line]:
    """Return lines that are one section each without comments. In a board of more lines, each is a row without one."""
    few = sum(bool(line.text.strip()) for line in lines) <= MOST_SECTIONS
    return [_before_comment(line, size, gap) for line in lines] if few else list(lines)


def _before_comment(line: Line, size: int | None, gap: str) -> Line:
    """Return a line without what follows a word that is a whole board, unless it is as long as that word."""
    words = re.split(gap, line.text.strip())
    length = len(words[0])
    if len(words) == 1 or "|" in words[0] or all(len(word) == length for word in words if word):
        return line
    if size is None:
        whole = length >= _SHORTEST_LINE and (root_of(length, 2) or root_of(length, 3)) is not None
    else:
        whole = length in {size**2, size**3} and length > 1
    return line._replace(text=line.text[: line.text.index(words[0]) + length]) if whole else line


def _fields(lines: Sequence[Line]) -> Iterator[Rows]:
    """Yield the lines split at delimiters, if n lines have n fields each, and one of them is blank."""
    for mark in "\t,;|":
        some = [line for line in lines if mark in line.text]
        if len(some) < 2 or any(line.text.strip() and mark not in line.text for line in lines):
            continue
        rows = [_fields_of(_unframed(line) if mark == "|" else line, mark) for line in some]
        texts = [token.text for row in rows for token in row]
        square = all(len(row) == len(rows) for row in rows)
        if square and "" in texts and not any(re.search(r"\s", text) for text in texts):
            yield [[token._replace(text=token.text or ".") for token in row] for row in rows]


def _unframed(line: Line) -> Line:
    """Return a line without a bar at each end."""
    text = line.text.rstrip()
    start = len(text) - len(text.lstrip())
    text = text.removesuffix("|")
    start += text[start : start + 1] == "|"
    return Line(line.number, text[start:], line.offset + start)


def _fields_of(line: Line, mark: str) -> list[Token]:
    found, start = [], 0
    for field in line.text.split(mark):
        found.append(line.token(field.strip().strip("\"'"), start + len(field) - len(field.lstrip())))
        start += len(field) + 1
    return found


def _spaced(lines: Sequence[Line], size: int | None) -> Iterator[Rows]:
    """Yield rows in which a space is an empty cell, if there is no other empty cell and the lengths fit."""
    symbols = Counter(symbol for line in lines for symbol in line.text.translate(_BARS))
    rows = [line.tokens(_NO_BAR) for line in lines]
    full = [place for place, line in enumerate(lines) if line.text.translate(_BARS).strip()]
    if not symbols[" "] or len(symbols) == 1 or not full:
        return
    longest = max(map(len, rows))
    side = size or (len(full) if len(full) > 1 else root_of(longest, 2)) or 0
    if symbols.keys() & _other_empty(symbols, side):
        return
    if len(full) == 1 and not _is_full(symbols) and side >= (size or 4) and side * (side - 1) < longest <= side * side:
        yield [_padded(rows[full[0]], side * side)]
    whole = rows[:-1] if not rows[-1] else rows  # a line break at the end is not a row
    for each in (rows[full[0] : full[-1] + 1], [rows[place] for place in full], whole):
        # If the last column is empty, all rows are shorter when an editor has cut the spaces at their ends.
        if len(each) > 3 and size in {None, len(each)} and longest <= len(each):
            yield [_padded(row, len(each)) for row in each]
            if longest == len(each):
                return


def _other_empty(symbols: Counter[str], side: int) -> set[str]:
    """Return the symbols which show that a space is not an empty cell. On large boards, 0 and X may be values."""
    letters, digits = symbols.keys() & set("ABCDEFabcdef"), symbols.keys() & set("123456789")
    found = set(".*_-?\t,;[(")
    found |= set() if side > 9 and letters else {"0"}
    return found | (set("xX") if side < 24 or (side < 33 and digits) else set())


def _is_full(symbols: Counter[str]) -> bool:
    """Return whether the symbols other than spaces make a board without empty cells."""
    return {count for symbol, count in symbols.items() if symbol != " "} == {len(symbols.keys() - {" "})}


def _padded(row: list[Token], length: int) -> list[Token]:
    return row + [Token(" ")] * (length - len(row))


def _size_error(lines: Sequence[Line], size: int | None) -> ShapeError:
    """Return an error about the number of cells, with the line if one line is to blame."""
    full = [line for line in lines if line.text.strip() and not is_rule(line.text)]
    words, symbols = [line.tokens(WORD) for line in full], [line.tokens(_SYMBOL) for line in full]
    numbers = any(len(token.text) == 2 and token.text.isdecimal() for token in flat(words))
    rows = words if numbers and 2 * len(flat(words)) > len(flat(symbols)) else symbols
    if not rows:
        return ShapeError("there are no cells in the text")
    lengths = Counter(map(len, rows))
    usual = size or lengths.most_common(1)[0][0]
    odd = [row for row in rows if len(row) != usual]
    if len(rows) > 2 and len(odd) == 1 and len(rows) == usual:
        return ShapeError(f"{len(odd[0])} cells in a row instead of {usual}", line=odd[0][0].line if odd[0] else None)
    if len(rows) > 1 and len(lengths) == 1 and usual >= _SHORTEST_LINE and root_of(usual, 2):
        return ShapeError(f"{len(rows)} boards instead of one: use `read_many`", line=rows[1][0].line)
    if len(rows) > 1 and len(lengths) == 1:
        return ShapeError(
            f"{len(rows)} rows of {len(rows[0])} cells do not make a {_wanted(size)}", line=rows[-1][0].line
        )
    return ShapeError(
        f"{len(flat(rows))} cells do not make a {_wanted(size)}", line=rows[0][0].line if rows[0] else None
    )


def _wanted(size: int | None) -> str:
    return "square board" if size is None else f"board of {size}x{size}"
