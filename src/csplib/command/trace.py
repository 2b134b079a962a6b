"""`csplib sudoku trace`: print each removed value, assignment and undo of AC-3 or of a search."""

from __future__ import annotations

from argparse import Namespace
from typing import TextIO

from csplib import LimitReached, Problem, SearchOptions, Trace, ac3
from csplib.command.answers import UNSOLVABLE
from csplib.command.arguments import (
    METHOD_NAMES,
    Commands,
    add_choice,
    add_input,
    add_limits,
    reading_of,
)
from csplib.command.exits import Exit, Failure
from csplib.command.input import read_one
from csplib.command.output import Page, destination
from csplib.command.terminal import tell
from csplib.sudoku import METHODS, Board, Cell

__all__ = ["add_trace"]

_ALONE = "ac3"


def add_trace(commands: Commands) -> None:
    """Add the `trace` command."""
    parser = commands.add(
        "trace",
        "print each removed value, assignment and undo",
        _trace,
        [
            "--method ac3 PUZZLE",
            "--method ac3 --domains PUZZLE",
            "--method backtracking --node-limit 1000 --output run.txt PUZZLE",
        ],
    )
    add_input(parser)
    methods = f"ac3 without search (default), or a search: {', '.join(METHOD_NAMES)}"
    add_choice(parser, "--method", (_ALONE, *METHOD_NAMES), methods, default=_ALONE)
    parser.add_argument("--domains", action="store_true", help="at the end, print the domain of each cell")
    add_limits(parser)
    parser.add_argument("--output", metavar="FILE", help="write the trace to a file")


def _trace(args: Namespace) -> Exit:
    if args.domains and args.method != _ALONE:
        raise Failure("--domains needs --method ac3: a search leaves one value in each cell")
    board = read_one(args.puzzles, reading_of(args))
    with destination(args.output, Page("text", None, (), many=False), args.puzzles) as stream:
        if args.method == _ALONE:
            return _trace_ac3(board, stream, domains=args.domains)
        limits: SearchOptions = {"time_limit": args.time_limit, "node_limit": args.node_limit}
        return _trace_search(board.problem(), METHOD_NAMES[args.method], limits, stream)


def _trace_ac3(board: Board, stream: TextIO, *, domains: bool) -> Exit:
    csp = board.problem().compile()
    state = csp.state(Trace(stream))
    consistent = ac3(csp, state)
    left = csp.domains_in(state)
    if domains:
        gap = "," if board.size > 9 else ""
        lines = (" ".join(gap.join(map(str, left[cell])) or "-" for cell in cells) for cells in board.rows)
        stream.writelines(f"{line}\n" for line in lines)
    if not consistent:
        stream.write(f"{UNSOLVABLE}\n")
        return Exit.NO_SOLUTION
    unsettled = sum(len(values) > 1 for values in left.values())
    tell("AC-3 alone solves the board" if not unsettled else f"AC-3 alone leaves {unsettled} cells open")
    return Exit.FINE


def _trace_search(problem: Problem[Cell, int], method: str, limits: SearchOptions, stream: TextIO) -> Exit:
    options: SearchOptions = {**METHODS[method], **limits, "observer": Trace(stream)}
    try:
        solution = problem.solve(**options)
    except LimitReached as limit:
        raise Failure(str(limit), Exit.LIMIT) from limit
    if solution is None:
        stream.write(f"{UNSOLVABLE}\n")
        return Exit.NO_SOLUTION
    tell("solved")
    return Exit.FINE
