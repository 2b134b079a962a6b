"""Measure solvers on a workload: each in its own process, in interleaved rounds, with their answers checked."""

from __future__ import annotations

import json
import os
import select
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.packages import ROOT, Package, python_of
from benchmarks.workloads import Workload

__all__ = ["Score", "SolverProcess", "compare", "cpu_seconds"]

COMPILING = 60.0
"""Additional seconds for the first answer of a solver that compiles itself at run time."""


@dataclass
class Score:
    """Results of a solver on a workload: samples of (build, solve, clock) in seconds, or what went wrong."""

    samples: list[list[float]] = field(default_factory=list)
    problem: str = ""


class SolverProcess:
    """The process of a solver; it is started when needed, and again after it was stopped."""

    def __init__(self, package: Package, environments: Path) -> None:
        self.package = package
        self.python = python_of(package, environments)
        self.version = ""
        self.compiled: set[str] = set()
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> bool:
        """Start the process; return whether the solver is installed."""
        if self._process is not None:
            return True
        if not self.python.exists():
            return False
        self._process = subprocess.Popen(  # noqa: S603
            [self.python, "-m", "benchmarks.worker", self.package.module],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        self.version = self._read(COMPILING).get("version", "")
        return bool(self.version)

    def ask(self, workload: str, seconds: float, more: float) -> dict[str, Any]:
        """Let the solver run for some seconds; stop it after *more* seconds of CPU time."""
        self.start()
        if self._process is None or self._process.stdin is None:
            return {"error": "not installed"}
        self._process.stdin.write(json.dumps({"workload": workload, "seconds": seconds}) + "\n")
        return self._read(seconds + more)

    def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _read(self, limit: float) -> dict[str, Any]:
        if self._process is None or self._process.stdout is None:
            return {"error": "not installed"}
        started = cpu_seconds(self._process.pid)
        while not select.select([self._process.stdout], [], [], 0.2)[0]:
            if cpu_seconds(self._process.pid) - started > limit:
                self.stop()
                return {"late": True}
        line = self._process.stdout.readline()
        if not line:
            self.stop()
            return {"error": "died"}
        reply: dict[str, Any] = json.loads(line)
        return reply


def cpu_seconds(process: int) -> float:
    """Return the CPU time of a process in seconds, or the time of the clock where it cannot be read."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return perf_counter()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def compare(
    workload: Workload, solvers: list[SolverProcess], rounds: int, seconds: float, limit: float
) -> dict[str, Score]:
    """Measure all solvers on one workload: a run to warm up, then the rounds; all correct answers must agree."""
    scores = {solver.package.name: Score() for solver in solvers}
    verdicts: dict[str, object] = {}
    data = workload.data()
    for turn in range(rounds + 1):
        for solver in solvers:
            score = scores[solver.package.name]
            spent = sum(build + solve for build, solve, _ in score.samples)
            if score.problem or (turn > 1 and spent > limit):
                continue
            warming = turn == 0
            compiling = solver.package.compiles and workload.question not in solver.compiled
            reply = solver.ask(workload.name, 0 if warming else seconds, limit + (COMPILING if compiling else 1))
            solver.compiled.add(workload.question)
            _record(score, reply, limit, warming=warming, compiles=solver.package.compiles)
            if "answer" in reply and not score.problem:
                try:
                    verdicts[solver.package.name] = workload.judge(reply["answer"], *data)
                except (ValueError, TypeError) as error:
                    score.problem = f"wrong: {error}"
    if len({json.dumps(verdict) for verdict in verdicts.values()}) > 1:
        summary = {name: str(verdict)[:80] for name, verdict in verdicts.items()}
        raise ValueError(f"{workload.name}: the answers differ: {summary}")
    return scores


def _record(score: Score, reply: dict[str, Any], limit: float, *, warming: bool, compiles: bool) -> None:
    """Add a reply to the score; the run to warm up counts only if it was long."""
    if "missing" in reply:
        score.problem = "-"
    elif "error" in reply:
        score.problem = reply["error"]
    elif "late" in reply:
        score.problem = f"> {limit:g} s"
    else:
        cpu = sum(reply["samples"][-1][:2])
        if not compiles and cpu > limit:
            score.problem = f"> {limit:g} s"
        elif not warming or (not compiles and cpu > limit / 4):
            score.samples += reply["samples"]
            if compiles and cpu > limit:
                score.problem = f"> {limit:g} s"
