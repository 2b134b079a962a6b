"""`csplib solve`: the solutions of a problem in a file, as the tools around its format expect them."""

from __future__ import annotations

import re
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from csplib import LimitReached, Model, SearchProgress, Status, read
from csplib.command.arguments import Commands, Parser, add_choice, number, seconds
from csplib.command.exits import Exit, Failure
from csplib.command.input import exists, missing
from csplib.command.terminal import safe, tell
from csplib.formats import FORMATS, JsonPrinter, Printer, ReadProgress

__all__ = ["add_solve"]

_EXAMPLES = [
    "model.json",
    "clauses.cnf.xz --count",
    "graph.col --time-limit 60",
    "graph.col --colors 4 --all",
    "model.json --solutions 10 --json",
    "- --format cnf < clauses.txt",
]
_CLEAR = "\r\x1b[K"
_BETWEEN_LINES = 10.0


def add_solve(commands: Commands) -> None:
    """Add the `solve` command."""
    parser = commands.add("solve", "solve a problem in a file", _solve, _EXAMPLES)
    names = ", ".join(f"{known.name} ({' '.join(known.suffixes)})" for known in FORMATS)
    parser.description = (
        "Solve a problem in a file: find the best solution if it has an objective, else one. "
        f"Formats: {names}, also compressed with xz, lzma, gzip or bzip2. They are recognized by content and suffix."
    )
    parser.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    asked = parser.add_argument_group("what to find").add_mutually_exclusive_group()
    asked.add_argument("--all", action="store_true", help="all solutions")
    asked.add_argument("--solutions", type=number(0), metavar="N", help="up to N solutions")
    asked.add_argument("--count", action="store_true", help="the number of solutions")
    asked.add_argument("--first", action="store_true", help="one solution, whatever its objective")
    asked.add_argument("--best", action="store_true", help="the best solution, with each better one on the way")
    _add_search(parser)
    output = parser.add_argument_group("input and output")
    add_choice(output, "--format", [known.name for known in FORMATS], "the format of the file, if it is not clear")
    output.add_argument("--colors", type=number(1), metavar="N", help="color a graph (col) with up to N colors")
    output.add_argument(
        "--json", action="store_true", help="write a line of JSON for each solution, and one at the end"
    )
    output.add_argument("--statistics", action="store_true", help="write nodes, failures and time to stderr")
    output.add_argument("--progress", action="store_true", help="show progress even if stderr is not a terminal")


def _add_search(parser: Parser) -> None:
    search = parser.add_argument_group("search")
    search.add_argument("--time-limit", type=seconds, metavar="SECONDS", help="stop after this time, reading included")
    search.add_argument("--node-limit", type=number(0), metavar="N", help="stop after N nodes")
    add_choice(search, "--engine", ["csplib", "cp-sat"], "the solver: csplib, or cp-sat of OR-Tools, an extra")
    search.add_argument("--workers", type=number(1), metavar="N", help="with cp-sat, the number of threads")
    search.add_argument("--seed", type=number(0), metavar="N", help="shuffle the values, the same way for each N")


class _Run:
    """One run of the command: its display on stderr, and what it has seen."""

    def __init__(self, args: Namespace) -> None:
        self.args = args
        self.began = monotonic()
        self.live: bool = sys.stderr.isatty()
        self.shown = False
        self.printer: Printer = JsonPrinter()
        self.last: SearchProgress | None = None
        self._next = _BETWEEN_LINES

    def report(self, progress: SearchProgress | ReadProgress) -> None:
        """Show the progress: on one line of a terminal, else in lines."""
        if isinstance(progress, SearchProgress):
            self.last = progress
        if progress.ended or not (self.live or self.args.progress):
            return
        if self.live:
            sys.stderr.write(f"{_CLEAR}{progress}")
            sys.stderr.flush()
            self.shown = True
        elif monotonic() - self.began >= self._next:
            self._next = monotonic() - self.began + _BETWEEN_LINES
            sys.stderr.write(f"{progress}\n")

    def clear(self) -> None:
        """Remove the display, so that something else can be written."""
        if self.shown:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
            self.shown = False

    def write(self, text: str) -> None:
        """Write a part of the answer, at once."""
        self.clear()
        sys.stdout.write(safe(text) if sys.stdout.isatty() else text)
        sys.stdout.flush()

    def options(self) -> dict[str, Any]:
        """Return the keywords of the question."""
        args = self.args
        found: dict[str, Any] = {"engine": args.engine, "seed": args.seed, "workers": args.workers}
        if args.time_limit is not None:
            found["time_limit"] = max(0.0, args.time_limit - (monotonic() - self.began))
        found["node_limit"] = args.node_limit
        if args.engine != "cp-sat" and (self.live or args.progress or args.statistics):
            found["progress"] = self.report
        return {keyword: value for keyword, value in found.items() if value is not None}

    def end(self, status: Status) -> Exit:
        """Write the end of the answer; return the exit code."""
        complete = status in {Status.COMPLETE, Status.OPTIMAL, Status.UNSATISFIABLE}
        self.write(self.printer.end(status, complete=complete))
        return self.close(status)

    def count(self, number: int, status: Status) -> Exit:
        """Write a number of solutions; return the exit code."""
        self.write(self.printer.count(number, complete=status is not Status.LIMIT))
        return self.close(status)

    def close(self, status: Status) -> Exit:
        """Write statistics if they are asked for; return the exit code."""
        if self.args.statistics:
            counted = "" if self.last is None else f"{self.last.nodes:,} nodes, {self.last.failures:,} failures, "
            tell(f"{counted}{monotonic() - self.began:.3f} s in all")
        codes = {Status.UNSATISFIABLE: Exit.NO_SOLUTION, Status.LIMIT: Exit.LIMIT}
        return codes.get(status, Exit.FINE)


def _solve(args: Namespace) -> Exit:
    run = _Run(args)
    with _terminated_like_interrupted():
        try:
            model = _model(run)
            if not args.json:
                run.printer = model.printer
            return _question(args, model)(run, model)
        except LimitReached as limit:
            return run.count(limit.found, Status.LIMIT) if args.count else run.end(Status.LIMIT)
        except KeyboardInterrupt:
            run.end(Status.LIMIT)
            raise
        finally:
            run.clear()


def _model(run: _Run) -> Model:
    """Read the file."""
    args = run.args
    if args.file != "-" and not exists(Path(args.file)):
        is_board = re.fullmatch(r"[\d.*_]{16,}", args.file)
        raise Failure("this is no file, but a Sudoku: did you mean 'sudoku solve'?") if is_board else missing(args.file)
    options = {} if args.colors is None else {"colors": args.colors}
    return read(args.file, format=args.format, progress=run.report, **options)


def _question(args: Namespace, model: Model) -> Callable[[_Run, Model], Exit]:
    """Return the function that answers the question."""
    if args.count:
        return _count
    if args.all or args.solutions is not None:
        return _several
    if args.best and model.objective is None:
        raise Failure(f"{args.file} has no objective, so that no solution is the best")
    return _one if args.first or model.objective is None else _best


def _one(run: _Run, model: Model) -> Exit:
    solution = model.solve(**run.options())
    if solution is None:
        return run.end(Status.UNSATISFIABLE)
    run.write(run.printer.solution(solution, _objective(model, solution)))
    return run.end(Status.CLOSED)


def _several(run: _Run, model: Model) -> Exit:
    limit = run.args.solutions
    with model.solutions(solution_limit=limit, **run.options()) as found:
        for solution in found:
            run.write(run.printer.solution(solution, _objective(model, solution)))
        return run.end(Status.CLOSED if found.statistics.solutions == limit else found.status)


def _best(run: _Run, model: Model) -> Exit:
    with model.optimize(**run.options()) as found:
        for better in found:
            run.write(run.printer.better(better.solution, better.objective))
        return run.end(found.status)


def _count(run: _Run, model: Model) -> Exit:
    counted = model.count(**run.options())
    return run.count(counted, Status.COMPLETE if counted else Status.UNSATISFIABLE)


def _objective(model: Model, solution: Mapping[Any, Any]) -> int | None:
    """Return the objective of a solution; None if there is none, or if the solution does not have its variables."""
    try:
        return None if model.objective is None else model.objective.evaluate(solution)
    except KeyError:
        return None


@contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """Let SIGTERM, by which other programs end a solver, do what Ctrl-C does: the best so far is there."""
    try:
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    except ValueError:  # this is not the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
