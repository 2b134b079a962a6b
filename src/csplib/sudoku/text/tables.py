"""Tables with a column of puzzles, as in Kaggle's files: a header, then a puzzle in each row."""

from __future__ import annotations

from collections.abc import Sequence

from csplib.sudoku.errors import BoardError, ShapeError
from csplib.sudoku.text.lines import Line

__all__ = ["column_of_puzzles", "field", "field_or_error", "puzzle_lines"]

_TITLES = ("quizzes", "quiz", "puzzles", "puzzle")


def column_of_puzzles(line: Line) -> int | None:
    """Return the number of the column of puzzles if this is the header of a table, else None."""
    names = [name.strip().strip("\"'").lower() for name in line.text.split(",")]
    found = [names.index(title) for title in _TITLES if title in names]
    return found[0] if found and len(names) > 1 else None


def field(line: Line, number: int) -> Line:
    """Return field number *number* of a row."""
    fields = line.text.split(",")
    if number >= len(fields):
        raise ShapeError(
            f"this row has {len(fields)} fields, and the puzzle is in field {number + 1}", line=line.number
        )
    quoted = fields[number]
    text = quoted.strip().lstrip("\"'")
    start = sum(len(each) + 1 for each in fields[:number]) + quoted.index(text)
    return Line(line.number, text.rstrip("\"'"), line.offset + start)


def field_or_error(line: Line, column: int) -> list[Line] | BoardError:
    """Return the field as the only line of a board, or the error if the row has no such field."""
    try:
        return [field(line, column)]
    except BoardError as error:
        return error


def puzzle_lines(lines: Sequence[Line]) -> list[Line]:
    """Return the puzzle of a table with one row; other lines as they are."""
    full = [line for line in lines if line.text.strip()]
    column = column_of_puzzles(full[0]) if full else None
    if column is None:
        return list(lines)
    if len(full) > 2:
        raise ShapeError(f"{len(full) - 1} boards instead of one: use `read_many`", line=full[2].number)
    return [field(line, column) for line in full[1:]]
