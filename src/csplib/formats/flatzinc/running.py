"""The protocol of MiniZinc's solvers: ``fzn-csplib``, which MiniZinc starts, reads FlatZinc and prints solutions."""

from __future__ import annotations

import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from csplib.asking.solutions import Status
from csplib.errors import CSPError, LimitReached
from csplib.formats.flatzinc.reading import FlatZincModel
from csplib.formats.registry import read
from csplib.kernel.statistics import Statistics
from csplib.version import __version__

__all__ = ["main"]

_ERROR = "=====ERROR=====\n"


def main(words: Sequence[str] | None = None) -> int:
    """Solve a FlatZinc file as the command line *words* say, by default that of the process; return the exit code."""
    asked = _parser().parse_args(words)
    run = Run(asked)
    with _signals_as_interrupts():
        try:
            run.read()
            run.search()
        except KeyboardInterrupt:
            run.say("stopped by a signal")
        except LimitReached as limit:
            run.say(str(limit))
        except (CSPError, OSError, RecursionError, MemoryError) as fault:
            print(f"fzn-csplib: {fault}", file=sys.stderr)  # noqa: T201 - MiniZinc shows it
            run.write(_ERROR)
            return 1
        run.end()
    return 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser("fzn-csplib", description="Solve a FlatZinc file, as MiniZinc asks its solvers to.")
    parser.add_argument("file", nargs="?", default="-", help="a FlatZinc file (default: standard input)")
    parser.add_argument("-a", "--all-solutions", action="store_true", help="all solutions, or all better ones")
    parser.add_argument("-i", "--intermediate", action="store_true", help="each better solution when it is found")
    parser.add_argument("-n", "--num-solutions", type=_count, metavar="N", help="the first N solutions")
    parser.add_argument("-t", "--time-limit", type=_count, metavar="MS", help="stop after so many milliseconds")
    parser.add_argument("-r", "--random-seed", type=int, metavar="N", help="shuffle the values")
    parser.add_argument("-p", "--parallel", type=_count, default=1, metavar="N", help="search in N processes")
    parser.add_argument("-f", "--free-search", action="store_true", help="ignore the search annotations")
    parser.add_argument("-s", "--statistics", action="store_true", help="print statistics")
    parser.add_argument("-v", "--verbose", action="store_true", help="say on stderr what happens")
    parser.add_argument("--version", action="version", version=f"csplib {__version__}")
    return parser


def _count(word: str) -> int:
    number = int(word)
    if number < 0:
        raise ValueError(word)
    return number


class Run:
    """One run: what was asked, and what was found so far."""

    def __init__(self, asked: Namespace) -> None:
        self.asked: Namespace = asked
        self.began: float = perf_counter()
        self.model: Any = None
        self.statistics: dict[str, int | float | str] = {}
        self.counted: Statistics = Statistics()
        self.complete: bool = False
        self.status: Status = Status.LIMIT
        self.waiting: str = ""
        """The best solution so far, if only the last one is to be written."""

    def read(self) -> None:
        """Read the file."""
        self.say(f"csplib {__version__} reads {self.asked.file}")
        self.model = read(self.asked.file, format="flatzinc")
        problem = self.model.problem
        self.statistics = {"variables": len(problem.variables), "constraints": len(problem.constraints)}
        self.statistics["initTime"] = round(perf_counter() - self.began, 6)
        self.say(f"{len(problem.variables)} variables, {len(problem.constraints)} constraints")

    def search(self) -> None:
        """Search, and write solutions."""
        with _workers(self.asked.parallel) as executor:
            options = self._options()
            if executor is not None:
                options["executor"] = executor
            started = perf_counter()
            try:
                (self._satisfy if self.model.objective is None else self._optimize)(options)
            finally:
                self.statistics["solveTime"] = round(perf_counter() - started, 6)

    def _options(self) -> dict[str, Any]:
        options: dict[str, Any] = {}
        if self.asked.time_limit:
            options["time_limit"] = max(0.0, self.asked.time_limit / 1000 - (perf_counter() - self.began))
        if self.asked.random_seed is not None:
            options["seed"] = self.asked.random_seed
        if self.asked.free_search:
            self.model.options.clear()
        return options

    def _satisfy(self, options: dict[str, Any]) -> None:
        model: FlatZincModel = self.model
        limit = self.asked.num_solutions or (None if self.asked.all_solutions else 1)
        if not model.shown:
            limit = 1
        if limit == 1:  # any solution, so that the search may restart and learn
            search = model.problem.solutions(solution_limit=1, **model.merged(options))
        else:
            search = model.solutions(solution_limit=limit, **options)
        with search as found:
            self.counted = found.statistics
            for solution in found:
                self.write(model.printer.solution(solution))
            self.status = found.status
            self.complete = found.status in {Status.COMPLETE, Status.UNSATISFIABLE}
            if limit == 1 and not model.shown and found.statistics.solutions:
                self.complete = True

    def _optimize(self, options: dict[str, Any]) -> None:
        at_once = self.asked.all_solutions or self.asked.intermediate
        with self.model.optimize(**options) as found:
            self.counted = found.statistics
            for better in found:
                self.statistics["objective"] = better.objective
                self.waiting = self.model.printer.better(better.solution, better.objective)
                if at_once:
                    text, self.waiting = self.waiting, ""
                    self.write(text)
            self.status = found.status
            self.complete = found.status in {Status.OPTIMAL, Status.UNSATISFIABLE}

    def end(self) -> None:
        """Write the rest: the last solution, whether there are more, and statistics."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        text = self.waiting
        if self.model is None:
            text += "=====UNKNOWN=====\n"
        else:
            text += self.model.printer.end(self.status, complete=self.complete)
        self.write(text + (self._statistics() if self.asked.statistics else ""))

    def _statistics(self) -> str:
        counted = self.counted
        found = {
            **self.statistics,
            "solutions": counted.solutions,
            "nodes": counted.nodes,
            "failures": counted.failures,
            "propagations": counted.propagations,
            "peakDepth": counted.depth,
            "nogoods": counted.learned,
        }
        lines = [f"%%%mzn-stat: {name}={value}\n" for name, value in found.items()]
        return "".join([*lines, "%%%mzn-stat-end\n"])

    def write(self, text: str) -> None:
        """Write *text* at once."""
        sys.stdout.write(text)
        sys.stdout.flush()

    def say(self, text: str) -> None:
        """Say on stderr what happens, if that is wanted."""
        if self.asked.verbose:
            print(f"% {perf_counter() - self.began:.2f} s: {text}", file=sys.stderr, flush=True)  # noqa: T201


@contextmanager
def _signals_as_interrupts() -> Iterator[None]:
    """Let SIGTERM end the search as Ctrl-C does. What was found is kept."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in before:
        signal.signal(number, _interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt


@contextmanager
def _workers(count: int) -> Iterator[Any]:
    """Start *count* processes, if these are several, and end them at the end, whatever they do."""
    if count <= 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - one process is usual
    from multiprocessing import active_children, get_context  # noqa: PLC0415

    pool = ProcessPoolExecutor(count, get_context("spawn"), initializer=_ignore_signals)
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in active_children():
            process.terminate()


def _ignore_signals() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    sys.exit(main())
