"""From a stream of puzzles to a stream of answers: read, asked in one process or many, written in the same order."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import NamedTuple, TextIO, TypeAlias

from csplib import CSPError
from csplib.command.answers import Answer
from csplib.command.arguments import reading_of
from csplib.command.exits import Exit, Failure
from csplib.command.input import Item, open_source, place_of, read_items
from csplib.command.output import Page, destination, save_pictures, written
from csplib.command.progress import Progress, start
from csplib.command.terminal import named_cells, safe
from csplib.command.workers import in_order
from csplib.sudoku import Board

__all__ = ["Question", "Result", "Stream", "answer_all", "open_puzzles", "publish"]

Question: TypeAlias = Callable[[Board], Answer]


class Stream(NamedTuple):
    """Puzzles as they come, whether there may be several, and the number of characters if it is known."""

    items: Iterator[Item]
    many: bool
    length: int | None


class Result(NamedTuple):
    """What became of an item: its answer, or why there is none."""

    source: str
    line: int
    offset: int
    answer: Answer | None
    fault: str = ""
    notice: str = ""


def open_puzzles(asked: Namespace) -> Stream:
    """Open whatever the command line names; standard input, if it names nothing and something is piped in."""
    words: list[str] = asked.puzzles
    if not words and sys.stdin.isatty():
        raise Failure(f"there is no puzzle: give one, a file, or - for standard input (see {asked.parser.prog} --help)")
    reading = reading_of(asked)
    if len(words) > 1:
        sources = (open_source(word, reading, by_line=asked.lines) for word in words)
        named = (each._replace(name=each.name or f"argument {n}") for n, each in enumerate(sources, 1))
        read = (read_items(source, reading)[0] for source in named)
        return Stream(chain.from_iterable(read), many=True, length=None)
    source = open_source(words[0] if words else "-", reading, by_line=asked.lines)
    items, many = read_items(source, reading)
    return Stream(items, many, source.length)


def answer_all(asked: Namespace, question: Question, columns: tuple[str, ...]) -> Exit:
    """Ask *question* about every puzzle that the command line names, and write the answers."""
    stream = open_puzzles(asked)
    page = Page(
        asked.format,
        asked.style if "style" in asked else None,
        columns,
        stream.many,
        "candidates" in asked and asked.candidates,
    )
    results = in_order(partial(_answered, question), stream.items, asked.jobs if stream.many else 1)
    return publish(asked, page, results, stream.length)


def _answered(question: Question, item: Item) -> Result:
    """Ask about one board; a fault in it is an outcome, and the stream goes on."""
    if not isinstance(item.board, Board):
        return Result(item.source, item.line, item.offset, None, item.fault)
    try:
        return Result(item.source, item.line, item.offset, question(item.board), notice=item.notice)
    except CSPError as fault:
        return Result(item.source, item.line, item.offset, None, named_cells(str(fault)), item.notice)


def publish(asked: Namespace, page: Page, results: Iterable[Result], length: int | None) -> Exit:
    """Write *results* as they come, with progress and messages on stderr; give the gravest of their codes."""
    code = Exit.FINE
    inputs = asked.puzzles if "puzzles" in asked else []
    with (
        destination(asked.output, page, inputs) as stream,
        start(length, wanted=asked.progress, many=page.many, beside=stream) as progress,
    ):
        progress.write(page.head, stream)
        for number, result in enumerate(results, 1):
            code = code.graver(_publish_one(asked, page, number, result, progress, stream))
    return code


def _publish_one(asked: Namespace, page: Page, number: int, result: Result, progress: Progress, stream: TextIO) -> Exit:
    answer = result.answer
    if page.format != "svg" or not page.many:
        progress.write(written(page, result.source, result.line, answer, result.fault, stream), stream)
        stream.flush()
    elif answer is not None:
        save_pictures(asked.output, number, page, answer)
    for message in filter(None, (result.notice, result.fault or (answer.note if answer else ""))):
        named = page.many or (result.fault and result.source)
        place = f"{place_of(result.source, result.line)}: " if named else ""
        progress.write(f"csplib: {safe(place + message)}\n", sys.stderr)
    progress.advance(result.offset)
    return answer.code if answer else Exit.BAD_INPUT
