"""The protocol of MiniZinc's solvers: ``fzn-csplib``, which MiniZinc starts, reads FlatZinc and prints solutions."""

from __future__ import annotations

import signal
import sys
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from importlib import import_module
from time import perf_counter
from typing import TYPE_CHECKING, Any

import csplib
from csplib.asking.solutions import Status
from csplib.errors import CSPError, LimitReached
from csplib.kernel.statistics import Statistics
from csplib.version import __version__

__all__ = ["Run", "main"]

if TYPE_CHECKING:
    from csplib.asking.optimization import Improvement, Optimization
    from csplib.asking.solutions import Solutions

_ERROR = "=====ERROR=====\n"
_GUIDED_NODES = 3000
"""The nodes of the search that follows the annotations. Then a search begins that may restart and learn."""


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
        self.counted: list[Statistics] = []
        self.complete: bool = False
        self.status: Status = Status.LIMIT
        self.best: Improvement[Any, Any] | None = None
        self.waiting: str = ""
        """The best solution so far, if only the last one is to be written."""

    def read(self) -> None:
        """Read the file."""
        self.say(f"csplib {__version__} reads {self.asked.file}")
        self.model = csplib.read(self.asked.file, format="flatzinc")
        problem = self.model.problem
        self.statistics = {"variables": len(problem.variables), "constraints": len(problem.constraints)}
        self.statistics["initTime"] = round(perf_counter() - self.began, 6)
        self.say(f"{len(problem.variables)} variables, {len(problem.constraints)} constraints")

    def search(self) -> None:
        """Search, and write solutions."""
        started = perf_counter()
        try:
            with _workers(self.asked.parallel) as executor:
                plain = {} if executor is None else {"executor": executor}
                if self.model.objective is not None:
                    self._optimize(plain)
                elif self._limit() == 1:
                    self._find_one(plain)
                else:
                    self._list(self.model.solutions(solution_limit=self._limit(), **self._options(plain)))
        finally:
            self.statistics["solveTime"] = round(perf_counter() - started, 6)

    def _limit(self) -> int | None:
        """Return how many solutions are wanted; None for all. If nothing is shown, all are alike."""
        if not self.model.shown:
            return 1
        return self.asked.num_solutions or (None if self.asked.all_solutions else 1)

    def _options(self, more: dict[str, Any]) -> dict[str, Any]:
        """Return *more* options with those of the command line."""
        options = dict(more)
        if self.asked.time_limit:
            options["time_limit"] = max(0.0, self.asked.time_limit / 1000 - (perf_counter() - self.began))
        if self.asked.random_seed is not None and "order" not in more:
            options["seed"] = self.asked.random_seed
        return options

    def _guides(self, plain: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the options of one search after the other: first as the file asks, for some time, then freely."""
        options = {**plain, **self.model.options}
        freely = {keyword: options[keyword] for keyword in options if keyword not in ("select", "order")}
        if plain or self.asked.free_search or "select" not in options:
            return [freely]
        return [{**options, "node_limit": _GUIDED_NODES}, freely]

    def _find_one(self, plain: dict[str, Any]) -> None:
        """Find one solution, whatever it shows, so that the search may restart and learn."""
        *guided, last = self._guides(plain)
        for options in guided:
            with suppress(LimitReached):
                self._list(self.model.problem.solutions(solution_limit=1, **self._options(options)))
            if self.complete or self.counted[-1].solutions:
                return
            self.say("now without the search annotations")
        self._list(self.model.problem.solutions(solution_limit=1, **self._options(last)))

    def _list(self, solutions: Solutions[Any, Any]) -> None:
        """Write *solutions*."""
        with solutions as found:
            self.counted.append(found.statistics)
            for solution in found:
                self.write(self.model.printer.solution(solution))
            self.status = found.status
            self.complete = found.status in {Status.COMPLETE, Status.UNSATISFIABLE}
            if not self.model.shown and found.statistics.solutions:
                self.complete = True

    def _optimize(self, plain: dict[str, Any]) -> None:
        """Write better and better solutions, or the last of them."""
        problem, objective = self.model.problem, self.model.objective
        for options in self._guides(plain):
            if (best := self.best) is not None:  # go on from there
                problem = copy(problem)
                problem.add(objective > best.objective if self.model.maximize else objective < best.objective)
                options["hint"] = best.solution
            ask = problem.maximize if self.model.maximize else problem.minimize
            try:
                self._improve(ask(objective, **self._options(options)))
            except LimitReached:
                if "node_limit" not in options:
                    raise
            if self.complete:
                return

    def _improve(self, better: Optimization[Any, Any]) -> None:
        """Take *better* and better solutions."""
        at_once = self.asked.all_solutions or self.asked.intermediate
        with better as found:
            self.counted.append(found.statistics)
            for one in found:
                self.best = one
                text = self.model.printer.better(one.solution, one.objective)
                self.waiting = "" if at_once else text
                if at_once:
                    self.write(text)
            self.complete = found.status in {Status.OPTIMAL, Status.UNSATISFIABLE}
            self.status = Status.OPTIMAL if self.complete and self.best is not None else found.status

    def end(self) -> None:
        """Write the rest: the last solution, whether there are more, and statistics."""
        text = self.waiting
        if self.model is None:
            text += "=====UNKNOWN=====\n"
        else:
            text += self.model.printer.end(self.status, complete=self.complete)
        self.write(text + (self._statistics() if self.asked.statistics else ""))

    def _statistics(self) -> str:
        found = {
            **self.statistics,
            **({} if self.best is None else {"objective": self.best.objective}),
            "solutions": sum([one.solutions for one in self.counted]),
            "nodes": sum([one.nodes for one in self.counted]),
            "failures": sum([one.failures for one in self.counted]),
            "propagations": sum([one.propagations for one in self.counted]),
            "peakDepth": max([one.depth for one in self.counted], default=0),
            "nogoods": sum([one.learned for one in self.counted]),
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
    """Let SIGTERM end the search as Ctrl-C does, once: what was found is still written."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def interrupt(_number: int, _frame: object) -> None:
        for number in before:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    for number in before:
        signal.signal(number, interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)


@contextmanager
def _workers(count: int) -> Iterator[Any]:
    """Start *count* processes, if these are several, and end them at the end, whatever they do."""
    if count <= 1:
        yield None
        return
    # Loaded here, because one process is usual.
    futures, processes = import_module("concurrent.futures"), import_module("multiprocessing")
    pool = futures.ProcessPoolExecutor(count, processes.get_context("spawn"), initializer=_ignore_signals)
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes.active_children():
            process.terminate()


def _ignore_signals() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    sys.exit(main())
