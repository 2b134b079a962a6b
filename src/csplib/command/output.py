"""Write answers as text, JSON lines, CSV or SVG, to standard output, a file or a folder."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import NamedTuple, TextIO

from csplib.command.answers import Answer
from csplib.command.exits import Failure
from csplib.command.terminal import draw, safe
from csplib.sudoku import Board

__all__ = ["Page", "destination", "row", "save_pictures", "written"]


class Page(NamedTuple):
    """The format of results. *columns* are for CSV; *many* says that there may be several boards."""

    format: str
    style: str | None
    columns: tuple[str, ...]
    many: bool
    candidates: bool = False

    @property
    def head(self) -> str:
        """The header above the first result."""
        return row(["source", "line", *self.columns, "error"]) if self.format == "csv" else ""


def row(entries: Sequence[object]) -> str:
    """Return a row of CSV. Values other than texts and numbers are written as JSON."""
    text = StringIO()
    plain = [_json(each) if isinstance(each, (dict, list, bool)) else each for each in entries]
    plain = [safe(each) if isinstance(each, str) else each for each in plain]
    csv.writer(text, lineterminator="\n").writerow(plain)
    return text.getvalue()


def written(page: Page, source: str, line: int, answer: Answer | None, fault: str, stream: TextIO) -> str:
    """Return the text of one result: an answer, or the *fault* for which there is none."""
    if page.format in {"json", "csv"}:
        return _record(page, {**({"source": source} if source else {}), "line": line}, answer, fault)
    if answer is None:
        return ""
    if page.format == "svg":
        return "".join(f"{_picture(page, board)}\n" for board in answer.boards)
    return f"{text}\n" if (text := _text(page, answer, stream)) else ""


def _record(page: Page, place: Mapping[str, object], answer: Answer | None, fault: str) -> str:
    fields = {**place, **(answer.fields if answer else {}), **({"error": fault} if fault else {})}
    if page.format == "json":
        return f"{_json(fields)}\n"
    return row([fields.get(name) for name in ("source", "line", *page.columns, "error")])


def _json(fields: object) -> str:
    """Return JSON with all letters as they are, unless there are control codes that could affect a terminal."""
    text = json.dumps(fields, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(fields)


def _text(page: Page, answer: Answer, stream: TextIO) -> str:
    if not answer.boards:
        return answer.line if page.many else answer.text
    style = page.style or ("line" if page.many and not page.candidates else "drawing")
    if style == "drawing":
        return "\n".join(draw(board, stream, candidates=page.candidates) for board in answer.boards)
    return "\n".join(board.to_text(style) for board in answer.boards)


def _picture(page: Page, board: Board) -> str:
    return board.to_svg(candidates=page.candidates)


@contextmanager
def destination(name: str | None, page: Page, inputs: Sequence[str]) -> Iterator[TextIO]:
    """Open the stream for results, and close it if it is a file."""
    path = None if name is None else Path(name)
    if page.format == "svg" and page.many:
        _make_folder(path)
        path = None
    if path is None:
        yield sys.stdout
        return
    if any(_is_same(path, each) for each in inputs):
        raise Failure(f"{name!r} is an input file: write to another file")
    try:
        stream = path.open("w", encoding="utf-8")
    except OSError as fault:
        raise Failure(f"cannot write {name!r}: {fault.strerror}") from fault
    with stream:
        yield stream


def _make_folder(path: Path | None) -> None:
    if path is None:
        raise Failure("several pictures need a folder: write --output FOLDER")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise Failure(f"several pictures need a folder: cannot make {str(path)!r}: {fault.strerror}") from fault


def _is_same(path: Path, word: str) -> bool:
    try:
        return path.samefile(word)
    except (OSError, ValueError):
        return False


def save_pictures(folder: str, number: int, page: Page, answer: Answer) -> None:
    """Write each board of *answer* to a file of its own, named by the *number* of the puzzle."""
    for place, board in enumerate(answer.boards):
        name = f"{number:05}.svg" if not place else f"{number:05}-{place + 1}.svg"
        Path(folder, name).write_text(f"{_picture(page, board)}\n", encoding="utf-8")
