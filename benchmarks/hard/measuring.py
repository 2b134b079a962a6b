"""Ask solvers one problem after the other, in turns, each in a process of its own, and judge their answers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.growth.judges import WrongAnswerError
from benchmarks.growth.measuring import STARTING, read_reply
from benchmarks.hard.families import Family
from benchmarks.hard.generators import Data
from benchmarks.packages import PACKAGES, ROOT, python_of

__all__ = ["OURS", "PEERS", "SOLVERS", "VARIANTS", "Result", "Solver", "measure"]

OURS = "csplib"


@dataclass(frozen=True)
class Solver:
    """A package, and keywords for its search."""

    name: str
    package: str
    options: dict[str, Any] = field(default_factory=dict)

    def command(self, environments: Path, *words: str) -> list[str | Path]:
        """Return a command for its interpreter: the present one if it has no environment of its own.

        In an environment of its own, it finds no packages by way of PYTHONPATH.
        """
        python = python_of(PACKAGES[self.package], environments)
        return [python, "-E", *words] if python.exists() else [sys.executable, *words]

    @property
    def module(self) -> str:
        """The name of its module in `benchmarks.hard.solvers`."""
        return PACKAGES[self.package].module


VARIANTS = [
    Solver("learning=False", "csplib compiled", {"learning": False}),
    Solver("learning=True", "csplib compiled", {"learning": True}),
    Solver("restarts=luby(20)", "csplib compiled", {"restarts": ["luby", 20]}),
    Solver("restarts=geometric(100, 1.2)", "csplib compiled", {"restarts": ["geometric", 100, 1.2]}),
]
PEERS = [Solver("CP-SAT", "OR-Tools CP-SAT"), Solver("Choco", "pychoco"), Solver("PySAT", "PySAT")]
SOLVERS = [Solver(OURS, "csplib compiled"), *PEERS, *VARIANTS]

Result: TypeAlias = dict[str, Any]
"""Seconds to state and to solve, and whether there is a solution; or the problem, as text."""


def measure(
    family: Family,
    solvers: Iterable[Solver],
    environments: Path,
    seeds: int,
    limit: float,
    tell: Callable[[int, str, Result], None],
) -> dict[str, list[Result]]:
    """Return the results of each solver, one for each problem; solvers without a model are left out."""
    results: dict[str, list[Result]] = {solver.name: [] for solver in solvers}
    for number, data in enumerate(family.problems(seeds)):
        for solver in solvers:
            result = _ask(solver, family, data, environments, limit)
            results[solver.name].append(result)
            tell(number, solver.name, result)
        _compare([found[-1] for found in results.values()])
    return {name: found for name, found in results.items() if found[0].get("problem") != "no model"}


def _ask(solver: Solver, family: Family, data: Data, environments: Path, limit: float) -> Result:
    """Return the result of a new process, which is killed above *limit* CPU seconds."""
    command = solver.command(environments, "-m", "benchmarks.hard.run", solver.module, family.question)
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:  # noqa: S603
        if process.stdin is not None:
            json.dump({"tiny": family.tiny, "data": data, "options": solver.options}, process.stdin)
            process.stdin.close()
        ready = read_reply(process, STARTING)
        result = read_reply(process, limit) if "ready" in ready else ready
        process.kill()
    if "seconds" not in result:
        return result
    if sum(result["seconds"]) > limit:
        return {"problem": f"> {limit:g} s"}
    answer = result.pop("answer")
    try:
        family.judge(answer, json.loads(json.dumps(data)))
    except WrongAnswerError as error:
        return {"problem": f"WrongAnswerError: {error}"}
    return {**result, "solvable": answer is not None}


def _compare(results: list[Result]) -> None:
    """Mark the answer "no solution" as wrong if another solver has found one."""
    if any(result.get("solvable") for result in results):
        for result in results:
            if result.get("solvable") is False:
                result.clear()
                result["problem"] = "WrongAnswerError: no solution was found, but there is one"
