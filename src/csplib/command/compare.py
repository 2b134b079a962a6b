"""`csplib sudoku compare`: nodes and time of each search method, side by side."""

from __future__ import annotations

import json
from argparse import Namespace

from csplib.command.arguments import METHOD_NAMES, Commands, add_input, add_output, named, number
from csplib.command.exits import Exit
from csplib.command.output import Page, destination, row
from csplib.command.pipeline import open_puzzles
from csplib.command.terminal import safe, tell
from csplib.sudoku import Board, Comparison, Run, compare

__all__ = ["add_compare"]


def add_compare(commands: Commands) -> None:
    """Add the `compare` command."""
    parser = commands.add(
        "compare",
        "nodes and time of each method, side by side",
        _compare,
        ["PUZZLE", "--methods mac,full easy.txt hard.txt", "--format csv puzzles.txt"],
    )
    add_input(parser)
    parser.add_argument(
        "--methods",
        type=_methods,
        default=tuple(METHOD_NAMES),
        metavar="NAMES",
        help=f"some of {','.join(METHOD_NAMES)}",
    )
    parser.add_argument(
        "--node-limit",
        type=number(1),
        default=100_000,
        metavar="N",
        help="stop a method after N nodes (default: 100000)",
    )
    add_output(parser, ("text", "json", "csv"), parallel=False)


def _methods(word: str) -> tuple[str, ...]:
    known = named("method", METHOD_NAMES)
    return tuple(known(each.strip()) for each in word.split(","))


def _compare(args: Namespace) -> Exit:
    stream = open_puzzles(args)
    code = Exit.FINE
    runs: list[Run] = []
    for place, item in enumerate(stream.items, 1):
        if not isinstance(item.board, Board):
            tell(f"{item.place}: {item.fault}")
            code = Exit.BAD_INPUT
            continue
        name = safe(f"{item.source}:{item.line}") if item.source and stream.many else f"puzzle {place}"
        for method in args.methods:
            run = compare({name: item.board}, [METHOD_NAMES[method]], node_limit=args.node_limit)[0]
            runs.append(run._replace(method=method))
    with destination(args.output, Page(args.format, None, (), stream.many), args.puzzles) as target:
        target.write(_table(runs, args.format))
    return code


def _table(runs: list[Run], form: str) -> str:
    if form == "json":
        return "".join(f"{json.dumps(run._asdict())}\n" for run in runs)
    if form == "csv":
        return "".join(row(each) for each in (Run._fields, *runs))
    return f"{Comparison(runs)}\n" if runs else ""
