# ruff: noqa: T201 - the report is printed
"""`csplib bench`: the time that this machine takes for a few problems. Every answer is checked."""

from __future__ import annotations

import json
import platform
from argparse import Namespace
from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

import csplib
from csplib import AllDifferent, Problem, ac3
from csplib.command.arguments import Commands, add_choice, number
from csplib.command.exits import Exit, Failure
from csplib.sudoku import Board, search, solve

__all__ = ["WORKLOADS", "Measured", "Work", "add_bench", "measure"]

# A puzzle that AC-3 alone solves, the twelfth of Norvig's "top 95", and five of Gordon Royle's with 17 clues.
_EASY = "......6..8.4.....7..5..3.9...1.98.52692..73..45.1....65..36.24924.87.1.33.6249785"
_HARD = ".6.5.1.9.1...9..539....7....4.8...7.......5.8.817.5.3.....5.2............76..8..."
_SEVENTEEN = (
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "000000010400000000020000000000050604008000300001090000300400200050100000000807000",
    "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
    "000000012003600000000007000410020000000500300700000600280000040000300500000000000",
    "000000012008030000000000040120500000000004700060000000507000300000620000000100000",
)


class Work(NamedTuple):
    """The result of a workload: its answer, the unit that was counted, and the amount."""

    answer: object
    unit: str
    amount: int


class Measured(NamedTuple):
    """A workload and its best time."""

    name: str
    answer: object
    unit: str
    amount: int
    seconds: float

    @property
    def rate(self) -> float:
        """The amount for each second."""
        return self.amount / self.seconds if self.seconds else 0.0


def _count(problem: Problem[Any, Any]) -> Work:
    found = problem.solutions()
    number_of_solutions = sum(1 for _ in found)
    return Work(number_of_solutions, "nodes", found.statistics.nodes)


def _arc_consistency() -> Work:
    csp = Board.parse(_EASY).problem().compile()
    state = csp.state()
    consistent = ac3(csp, state)
    return Work(consistent, "arcs", len(csp.arcs))


def _sudoku() -> Work:
    solved = sum(solve(Board.parse(line)) is not None for line in _SEVENTEEN)
    return Work(solved, "boards", len(_SEVENTEEN))


def _hard_sudoku() -> Work:
    with search(Board.parse(_HARD)) as found:
        number_of_solutions = sum(1 for _ in found)
        return Work(number_of_solutions, "nodes", found.statistics.nodes)


def _queens() -> Work:
    problem: Problem[int, int] = Problem()
    queens = problem.add_variables(range(8), range(8))
    problem.add(AllDifferent(queens))
    problem.add(AllDifferent([column + row for row, column in enumerate(queens)]))
    problem.add(AllDifferent([column - row for row, column in enumerate(queens)]))
    return _count(problem)


def _letters() -> Work:
    problem: Problem[str, int] = Problem()
    s, e, n, d, m, o, r, y = problem.add_variables("sendmory", range(10))
    send, more = 1000 * s + 100 * e + 10 * n + d, 1000 * m + 100 * o + 10 * r + e
    money = 10000 * m + 1000 * o + 100 * n + 10 * e + y
    problem.add(AllDifferent([s, e, n, d, m, o, r, y]), send + more == money, s != 0, m != 0)
    return _count(problem)


def _pigeons() -> Work:
    """Count the ways to put seven pigeons in six holes, each with numbers of its own for the holes: there are none."""
    problem: Problem[int, int] = Problem()
    birds = [problem.add_variable(bird, range(bird, bird + 6)) - bird for bird in range(7)]
    problem.add(*[a != b for place, a in enumerate(birds) for b in birds[:place]])
    return _count(problem)


WORKLOADS: dict[str, tuple[Callable[[], Work], object]] = {
    "AC-3 alone on a Sudoku": (_arc_consistency, True),
    "5 Sudokus of 17 clues": (_sudoku, 5),
    "a hard Sudoku": (_hard_sudoku, 1),
    "8 queens, all solutions": (_queens, 92),
    "SEND + MORE = MONEY": (_letters, 1),
    "7 pigeons in 6 holes": (_pigeons, 0),
}
"""The workloads by name, each with the right answer."""


def measure(name: str, repeat: int) -> Measured:
    """Run a workload *repeat* times; return the best time."""
    workload, known = WORKLOADS[name]
    runs = [_timed(workload) for _ in range(repeat)]
    for _, work in runs:
        if work.answer != known:
            raise Failure(f"{name}: the answer is {work.answer}, but should be {known}", Exit.NO_SOLUTION)
    seconds, work = min(runs)
    return Measured(name, *work, seconds)


def _timed(workload: Callable[[], Work]) -> tuple[float, Work]:
    began = perf_counter()
    work = workload()
    return perf_counter() - began, work


def add_bench(commands: Commands) -> None:
    """Add the `bench` command."""
    parser = commands.add(
        "bench", "time csplib on a few problems on this machine", _bench, ["", "--repeat 10 --format json"]
    )
    parser.add_argument(
        "--repeat", type=number(1), default=3, metavar="N", help="take the best time of N runs (default: 3)"
    )
    add_choice(parser, "--format", ["text", "json"], "text, json", default="text")


def _bench(args: Namespace) -> Exit:
    engine = "compiled" if csplib.COMPILED else "pure"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    if args.format == "text":
        print(f"csplib {csplib.__version__} ({engine}), {python}, {platform.machine()}; best time of {args.repeat}\n")
        print(f"{'workload':24} {'answer':>6} {'amount':>8} {'unit':6} {'ms':>9} {'a second':>11}")
    for name in WORKLOADS:
        found = measure(name, args.repeat)
        if args.format == "text":
            figures = f"{found.amount:8,} {found.unit:6} {found.seconds * 1000:9.2f} {found.rate:11,.0f}"
            print(f"{name:24} {found.answer!s:>6} {figures}", flush=True)
        else:
            known = {"csplib": csplib.__version__, "engine": engine, "python": python}
            print(json.dumps({**known, **found._asdict(), "rate": round(found.rate)}), flush=True)
    return Exit.FINE
