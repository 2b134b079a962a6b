"""From a stream of puzzles to a stream of answers: read them, answer them in one or many processes, write in order."""

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
    """The puzzles as a lazy stream, whether there may be several, and the number of characters, if known."""

    items: Iterator[Item]
    many: bool
    length: int | None


class Result(NamedTuple):
    """The result for a puzzle: its answer, or the fault for which there is none."""

    source: str
    line: int
    offset: int
    answer: Answer | None
    fault: str = ""
    notice: str = ""


def open_puzzles(args: Namespace) -> Stream:
    """Return the puzzles that the command line names; by default those of standard input, if it is not a terminal."""
    words: list[str] = args.puzzles
    if not words and sys.stdin.isatty():
        raise Failure(
            f"there is no puzzle: write a puzzle, a file, or - for standard input (see {args.parser.prog} --help)"
        )
    reading = reading_of(args)
    if len(words) > 1:
        sources = (open_source(word, reading, by_line=args.lines) for word in words)
        named = (each._replace(name=each.name or f"argument {n}") for n, each in enumerate(sources, 1))
        read = (read_items(source, reading)[0] for source in named)
        return Stream(chain.from_iterable(read), many=True, length=None)
    source = open_source(words[0] if words else "-", reading, by_line=args.lines)
    items, many = read_items(source, reading)
    return Stream(items, many, source.length)


def answer_all(args: Namespace, question: Question, columns: tuple[str, ...]) -> Exit:
    """Answer *question* for every puzzle that the command line names, and write the answers."""
    stream = open_puzzles(args)
    page = Page(
        args.format,
        args.style if "style" in args else None,
        columns,
        stream.many,
        "candidates" in args and args.candidates,
    )
    results = in_order(partial(_answered, question), stream.items, args.jobs if stream.many else 1)
    return publish(args, page, results, stream.length)


def _answered(question: Question, item: Item) -> Result:
    """Return the answer for one board. An error is a result, too, so the stream goes on."""
    if not isinstance(item.board, Board):
        return Result(item.source, item.line, item.offset, None, item.fault)
    try:
        return Result(item.source, item.line, item.offset, question(item.board), notice=item.notice)
    except CSPError as fault:
        return Result(item.source, item.line, item.offset, None, named_cells(str(fault)), item.notice)


def publish(args: Namespace, page: Page, results: Iterable[Result], length: int | None) -> Exit:
    """Write *results* one by one, with progress and messages on stderr; return the worst of their exit codes."""
    code = Exit.FINE
    inputs = args.puzzles if "puzzles" in args else []
    with (
        destination(args.output, page, inputs) as stream,
        start(length, wanted=args.progress, many=page.many, beside=stream) as progress,
    ):
        progress.write(page.head, stream)
        for number, result in enumerate(results, 1):
            code = code.worse(_publish_one(args, page, number, result, progress, stream))
    return code


def _publish_one(args: Namespace, page: Page, number: int, result: Result, progress: Progress, stream: TextIO) -> Exit:
    answer = result.answer
    if page.format != "svg" or not page.many:
        progress.write(written(page, result.source, result.line, answer, result.fault, stream), stream)
        stream.flush()
    elif answer is not None:
        save_pictures(args.output, number, page, answer)
    for message in filter(None, (result.notice, result.fault or (answer.note if answer else ""))):
        named = page.many or (result.fault and result.source)
        place = f"{place_of(result.source, result.line)}: " if named else ""
        progress.write(f"csplib: {safe(place + message)}\n", sys.stderr)
    progress.advance(result.offset)
    return answer.code if answer else Exit.BAD_INPUT
