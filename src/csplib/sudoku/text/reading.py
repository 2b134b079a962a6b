"""`read` and `read_many`: from text, or nested lists, to values, shape and symbols."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from csplib import KindError
from csplib.sudoku.checks import checked_flag, checked_size, quoted
from csplib.sudoku.errors import BoardError, ShapeError
from csplib.sudoku.geometry import Cell, Geometry, checked_geometry
from csplib.sudoku.text.cages import read_sumo
from csplib.sudoku.text.lines import Line, Token, content, is_header, line_at, lines_of
from csplib.sudoku.text.listings import read_listing, read_named
from csplib.sudoku.text.lists import joined, read_rows, rows_of
from csplib.sudoku.text.pencil_marks import marked
from csplib.sudoku.text.sections import Found, sections
from csplib.sudoku.text.splitting import fit
from csplib.sudoku.text.symbols import declared, infer, usual_symbols, values_of
from csplib.sudoku.text.tables import column_of_puzzles, field_or_error, puzzle_lines

__all__ = ["Read", "read", "read_many"]


class Read(NamedTuple):
    """What was read: the values row by row (0 for empty), the shape, and the symbols for 1 … n.

    *notice* says what the text says beyond that, which is left out; "" if it is nothing.
    """

    values: tuple[int, ...]
    geometry: Geometry
    symbols: tuple[str, ...]
    notice: str = ""


class _Asked(NamedTuple):
    """What the caller said."""

    geometry: Geometry | None
    size: int | None
    symbols: Sequence[str] | None
    one_based: bool


_NINE = Geometry.of(9)
_PLAIN = b".0123456789"
_LONGEST = 400_000  # the pencil marks of a board of 49 take about 330,000 characters
_NUMBERS = bytes.maketrans(_PLAIN, bytes([0, *range(10)]))


def read(
    source: object,
    geometry: Geometry | None = None,
    *,
    size: int | None = None,
    symbols: Sequence[str] | None = None,
    one_based: bool = False,
) -> Read:
    """Read a board from text in any of the formats of this package, or from rows or a flat list of numbers or symbols.

    *size* is the number of rows, if the text leaves that open. *symbols*, one for each value, settles what they mean;
    without it the usual conventions are tried, and `SymbolError` says so if more than one fits. Lines of `i j value`
    count from 0, or from 1 if *one_based*. A *geometry* gives boxes and extra rules; a jigsaw or a killer text replaces
    its boxes or its cages. Pencil marks give a value where one mark is left. Other marks are not kept: if they rule out
    more than the values do, the *notice* of the result says so.

    >>> read("1.3. .... 2... ...4").values
    (1, 0, 3, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 4)
    >>> read("0 0 9", size=9)
    Traceback (most recent call last):
        ...
    csplib.sudoku.errors.ShapeError: 3 cells do not make a board of 9x9 (line 1)
    """
    if isinstance(source, str) and geometry is None and size is None and symbols is None:
        plain = _plain_line(source.strip())
        if plain is not None:
            return plain
    asked = _asked(geometry, size, symbols, one_based=one_based)
    if isinstance(source, str):
        if len(source) > _LONGEST:
            raise ShapeError(f"a text of {len(source):,} characters is too long for one board")
        return _finish(_read_text(lines_of(source), asked), asked)
    rows = rows_of(source)
    text = joined(rows)
    if text is not None and len(text) > _LONGEST:
        raise ShapeError(f"a text of {len(text):,} characters is too long for one board")
    if text is not None:
        return _finish(_read_text(lines_of(text), asked), asked)
    return _finish(read_rows(rows, asked.size), asked)


def _plain_line(line: str) -> Read | None:
    """Read 81 digits and dots, by far the most common text, without looking for any other format."""
    if len(line) != len(_NINE.cells):
        return None
    code = line.encode(errors="replace")
    return None if code.translate(None, _PLAIN) else Read(tuple(code.translate(_NUMBERS)), _NINE, usual_symbols(9))


def read_many(
    lines: Iterable[str],
    geometry: Geometry | None = None,
    *,
    size: int | None = None,
    symbols: Sequence[str] | None = None,
    one_based: bool = False,
) -> Iterator[tuple[int, Read | BoardError]]:
    """Read boards one after the other, each with the number of the line where it begins.

    There is one board in each line, or below each header such as `Grid 01`, or in each row of a table with a column
    `quizzes` or `puzzle`. What is wrong with a board is given in its place, and the next one is read.

    >>> [number for number, board in read_many(["# two boards", "1..4..1..1..4..1", "", "1" * 16])]
    [2, 4]
    """
    if isinstance(lines, str):
        raise KindError("read_many needs lines, such as an open file: of one text, write text.splitlines()")
    asked = _asked(geometry, size, symbols, one_based=one_based)
    return (
        (number, block if isinstance(block, BoardError) else _attempt(block, asked)) for number, block in _blocks(lines)
    )


def _attempt(block: Sequence[Line], asked: _Asked) -> Read | BoardError:
    try:
        length = sum(len(line.text) for line in block)
        if length > _LONGEST:
            raise ShapeError(f"a text of {length:,} characters is too long for one board", line=block[0].number)
        return _finish(_read_text(block, asked), asked)
    except BoardError as error:
        return error


def _blocks(lines: Iterable[str]) -> Iterator[tuple[int, list[Line] | BoardError]]:
    """Cut a stream into the lines of one board each."""
    column: int | None = None
    headed: int | None = None
    block: list[Line] = []
    for number, text in enumerate(lines, 1):
        line = line_at(number, text.removeprefix("\ufeff"))
        if line is None or not line.text.strip():
            continue
        if is_header(line):
            if headed is not None and block:
                yield headed, block
            headed, block = number, []
        elif headed is not None:
            block.append(line)
        elif column is None and (column := column_of_puzzles(line)) is not None:
            continue
        elif column is None:
            yield number, [line]
        else:
            yield number, field_or_error(line, column)
    if headed is not None and block:
        yield headed, block


def _asked(geometry: Geometry | None, size: int | None, symbols: Sequence[str] | None, *, one_based: bool) -> _Asked:
    if geometry is not None:
        checked_geometry(geometry)
    if symbols is not None and not isinstance(symbols, Sequence):
        raise KindError(f"symbols={quoted(symbols)} is neither a text nor a list of symbols")
    checked_flag("one_based", one_based)
    said = [None if size is None else checked_size(size), None if geometry is None else geometry.size]
    said += [None if symbols is None else len(symbols)]
    sizes = {each for each in said if each is not None}
    if len(sizes) > 1:
        raise ShapeError(f"size=, geometry and symbols= speak of different sizes: {sorted(sizes)}")
    return _Asked(geometry, next(iter(sizes), None), symbols, one_based)


def _read_text(lines: Sequence[Line], asked: _Asked) -> Found:
    """Try the formats that announce themselves, then look for cells."""
    lines, sumo = read_sumo(puzzle_lines(content(lines)))
    listed = read_named(lines, asked.size) or read_listing(lines, asked.size, one_based=asked.one_based)
    if listed is not None:
        found = Found(listed.size, listed.cells, fault=listed.fault)
    elif sumo is not None and not any(line.text.strip() for line in lines):
        found = Found(sumo.size, [Token(".")] * sumo.size**2)
    else:
        fitted = fit(lines, sumo.size if sumo else asked.size, asked.symbols)
        found = marked(fitted, asked.symbols) if fitted.marks else sections(fitted)
    if sumo is None:
        return found
    if asked.size not in {None, sumo.size}:
        raise ShapeError(f"a board of size {sumo.size} instead of {asked.size}")
    return found._replace(cages=sumo.cages, regions=sumo.regions or found.regions, diagonals=sumo.diagonals)


def _finish(found: Found, asked: _Asked) -> Read:
    """Look up the values and settle the shape."""
    size = found.size
    symbols = asked.symbols or found.symbols
    meaning = infer(found.cells, size) if symbols is None else declared(symbols, size)
    values = tuple(values_of(found.cells, size, meaning, found.fault))
    shape = _shape(found, asked.geometry)
    return Read(values, shape, meaning.symbols, _notice(found.marks, values, shape) if found.marks else "")


def _notice(marks: Mapping[Cell, frozenset[int]], values: Sequence[int], shape: Geometry) -> str:
    """Say how many cells have fewer pencil marks than the values around them allow: that is lost."""
    value = dict(zip(shape.cells, values, strict=True))
    lost = sum(bool(shape.digits - {value[peer] for peer in shape.peers[cell]} - marks[cell]) for cell in marks)
    cells = "1 cell has" if lost == 1 else f"{lost} cells have"
    return f"pencil marks are left out: {cells} fewer of them than the values allow" if lost else ""


def _shape(found: Found, geometry: Geometry | None) -> Geometry:
    base = geometry or Geometry.of(found.size)
    if found.regions is None and not found.cages and not found.diagonals:
        return base
    box_of = base.box_of
    same_cages = not found.cages or set(found.cages) == set(base.cages)
    return Geometry.of(
        found.size,
        regions=found.regions or tuple(box_of[cell] for cell in base.cells),
        cages=base.cages if same_cages else found.cages,
        diagonals=base.diagonals or found.diagonals,
        windows=base.windows,
        anti_knight=base.anti_knight,
    )
