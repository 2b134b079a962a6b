"""`main`: from a command line to an exit code."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from io import TextIOWrapper

import csplib
from csplib import CSPError, LimitReached
from csplib.command.arguments import Commands, Parser, parse
from csplib.command.bench import add_bench
from csplib.command.compare import add_compare
from csplib.command.demo import add_demo
from csplib.command.exits import Exit, Failure
from csplib.command.generate import add_generate
from csplib.command.minizinc import add_minizinc
from csplib.command.play import add_play
from csplib.command.puzzle_commands import add_puzzle_commands
from csplib.command.solve import add_solve
from csplib.command.terminal import named_cells, tell
from csplib.command.trace import add_trace
from csplib.command.web import add_web

__all__ = ["main", "make_parser"]

_CODES = """exit codes:
  0  solved, or fine          2  bad input
  1  no solution              3  stopped at a limit
                            130  stopped by Ctrl-C

examples:
  csplib solve model.json
  csplib sudoku solve puzzles.txt
  csplib sudoku play
  csplib demo"""


def make_parser() -> Parser:
    """Return the parser of the whole command line."""
    parser = Parser(prog="csplib", description="Constraint satisfaction on the command line.", epilog=_CODES)
    engine = "compiled" if csplib.COMPILED else "pure"
    parser.add_argument("--version", action="version", version=f"csplib {csplib.__version__} ({engine})")
    parser.set_defaults(run=_show_help, parser=parser)
    top = Commands(parser)
    add_solve(top)
    sudoku = top.add(
        "sudoku",
        "solve, check, make, explain and play Sudoku",
        _show_help,
        ["solve puzzles.txt", "play", "solve --help"],
    )
    commands = Commands(sudoku)
    add_puzzle_commands(commands)
    add_generate(commands)
    add_trace(commands)
    add_compare(commands)
    add_play(commands)
    parser.nested = [("sudoku", name) for name in commands.names]
    add_demo(top)
    add_bench(top)
    add_minizinc(top)
    add_web(top)
    return parser


def _show_help(args: Namespace) -> Exit:
    args.parser.print_help()
    return Exit.FINE


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line *words*, by default that of the process; return the exit code."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal may not have every symbol
    try:
        args = parse(make_parser(), words)
        code: Exit = args.run(args)
        sys.stdout.flush()
    except Failure as failure:
        tell(str(failure))
        return failure.code
    except LimitReached as limit:
        tell(str(limit))
        code = Exit.LIMIT
    except CSPError as fault:
        tell(named_cells(str(fault)))
        return Exit.BAD_INPUT
    except KeyboardInterrupt:
        tell("interrupted")
        return Exit.INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe. The rest of the buffer must not raise the error again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.FINE
    except OSError as fault:
        tell(f"{fault.strerror}: {fault.filename}" if fault.filename else str(fault))
        return Exit.BAD_INPUT
    return code
