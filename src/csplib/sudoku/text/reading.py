"""`read` and `read_many`: from text or lists to values, shape and symbols."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from csplib import KindError
from csplib.sudoku.arguments import checked_flag, checked_size, quoted
from csplib.sudoku.errors import BoardError, ShapeError
from csplib.sudoku.geometry import Cell, Geometry, checked_geometry
from csplib.sudoku.text.cages import read_sumo
from csplib.sudoku.text.lines import Line, Token, below_header, is_header, line_at, lines_of
from csplib.sudoku.text.named_cells import read_listing, read_named
from csplib.sudoku.text.parsed import Parsed
from csplib.sudoku.text.pencil_marks import read_marks
from csplib.sudoku.text.python_lists import as_text, read_rows, rows_of
from csplib.sudoku.text.sections import read_sections
from csplib.sudoku.text.splitting import find_cells
from csplib.sudoku.text.symbols import declared_meaning, inferred_meaning, usual_symbols, values_of
from csplib.sudoku.text.tables import column_of_puzzles, field_or_error, puzzle_lines

__all__ = ["Read", "read", "read_many"]


class Read(NamedTuple):
    """The result of reading: the values row by row (0 for empty), the shape, and the symbols for 1 … n.

    *notice* says what was left out, such as pencil marks; "" if nothing.
    """

    values: tuple[int, ...]
    geometry: Geometry
    symbols: tuple[str, ...]
    notice: str = ""


class _Options(NamedTuple):
    """The arguments of the caller, checked. *size* follows from any of them."""

    geometry: Geometry | None
    size: int | None
    symbols: Sequence[str] | None
    one_based: bool


_NINE = Geometry.of(9)
_PLAIN = b".0123456789"
_LONGEST = 400_000  # the pencil marks of a board of size 49 take about 330,000 characters
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

    *size* is the number of rows, needed only if the text does not show it. *symbols* are the symbols of 1 … n; by
    default the usual conventions are tried, and `SymbolError` is raised if more than one fits. Lines of `i j value`
    count from 0, or from 1 if *one_based*. *geometry* has boxes and extra rules; a jigsaw or a killer text replaces its
    boxes or its cages. A cell with a single pencil mark has that value. Other marks are not kept: if they rule out more
    than the values do, the *notice* of the result says so.

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
    options = _checked_options(geometry, size, symbols, one_based=one_based)
    if isinstance(source, str):
        if len(source) > _LONGEST:
            raise ShapeError(f"a text of {len(source):,} characters is too long for one board")
        return _interpreted(_read_text(lines_of(source), options), options)
    rows = rows_of(source)
    text = as_text(rows)
    if text is not None and len(text) > _LONGEST:
        raise ShapeError(f"a text of {len(text):,} characters is too long for one board")
    if text is not None:
        return _interpreted(_read_text(lines_of(text), options), options)
    return _interpreted(read_rows(rows, options.size), options)


def _plain_line(line: str) -> Read | None:
    """Read 81 digits and dots, by far the most common format, without trying any other; None for other texts."""
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
    """Yield the boards of a stream, each with the number of its first line.

    There is one board in each line, or below each header such as `Grid 01`, or in each row of a table with a column
    `quizzes` or `puzzle`. A board with an error yields the error, and reading goes on.

    >>> [number for number, board in read_many(["# two boards", "1..4..1..1..4..1", "", "1" * 16])]
    [2, 4]
    """
    if isinstance(lines, str):
        raise KindError("read_many needs lines, such as an open file, not one text: write text.splitlines()")
    options = _checked_options(geometry, size, symbols, one_based=one_based)
    return (
        (number, block if isinstance(block, BoardError) else _attempt(block, options))
        for number, block in _blocks(lines)
    )


def _attempt(block: Sequence[Line], options: _Options) -> Read | BoardError:
    try:
        length = sum(len(line.text) for line in block)
        if length > _LONGEST:
            raise ShapeError(f"a text of {length:,} characters is too long for one board", line=block[0].number)
        return _interpreted(_read_text(block, options), options)
    except BoardError as error:
        return error


def _blocks(lines: Iterable[str]) -> Iterator[tuple[int, list[Line] | BoardError]]:
    """Yield the lines of each board of a stream, with the number of the first line."""
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


def _checked_options(
    geometry: Geometry | None, size: int | None, symbols: Sequence[str] | None, *, one_based: bool
) -> _Options:
    if geometry is not None:
        checked_geometry(geometry)
    if symbols is not None and not isinstance(symbols, Sequence):
        raise KindError(f"symbols must be a text or a list of symbols, not {quoted(symbols)}")
    checked_flag("one_based", one_based)
    said = [None if size is None else checked_size(size), None if geometry is None else geometry.size]
    said += [None if symbols is None else len(symbols)]
    sizes = {each for each in said if each is not None}
    if len(sizes) > 1:
        raise ShapeError(f"size=, geometry and symbols= have different sizes: {sorted(sizes)}")
    return _Options(geometry, next(iter(sizes), None), symbols, one_based)


def _read_text(lines: Sequence[Line], options: _Options) -> Parsed:
    """Read a format that has keywords of its own, or else look for cells."""
    lines, sumo = read_sumo(puzzle_lines(below_header(lines)))
    listed = read_named(lines, options.size) or read_listing(lines, options.size, one_based=options.one_based)
    if listed is not None:
        found = listed
    elif sumo is not None and not any(line.text.strip() for line in lines):
        found = Parsed(sumo.size, [Token(".")] * sumo.size**2)
    else:
        fitted = find_cells(lines, sumo.size if sumo else options.size, options.symbols)
        found = read_marks(fitted, options.symbols) if fitted.marks else read_sections(fitted)
    if sumo is None:
        return found
    if options.size not in {None, sumo.size}:
        raise ShapeError(f"a board of size {sumo.size} instead of {options.size}")
    return found._replace(cages=sumo.cages, regions=sumo.regions or found.regions, diagonals=sumo.diagonals)


def _interpreted(found: Parsed, options: _Options) -> Read:
    """Return the values of the symbols, and the shape."""
    size = found.size
    symbols = options.symbols or found.symbols
    meaning = inferred_meaning(found.cells, size) if symbols is None else declared_meaning(symbols, size)
    values = tuple(values_of(found.cells, size, meaning, found.fault))
    shape = _shape(found, options.geometry)
    return Read(values, shape, meaning.symbols, _lost_marks(found.marks, values, shape) if found.marks else "")


def _lost_marks(marks: Mapping[Cell, frozenset[int]], values: Sequence[int], shape: Geometry) -> str:
    """Return a notice if pencil marks rule out more than the values do; "" if not."""
    value = dict(zip(shape.cells, values, strict=True))
    lost = sum(bool(shape.digits - {value[peer] for peer in shape.peers[cell]} - marks[cell]) for cell in marks)
    cells = "1 cell has" if lost == 1 else f"{lost} cells have"
    return f"pencil marks are left out: {cells} fewer of them than the values allow" if lost else ""


def _shape(found: Parsed, geometry: Geometry | None) -> Geometry:
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
