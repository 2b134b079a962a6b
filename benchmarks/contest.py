"""The contest: every solver in its own process, rounds interleaved, answers judged."""

from __future__ import annotations

import json
import os
import select
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.roster import ROOT, Entry, python_of
from benchmarks.workloads import Workload

__all__ = ["Contestant", "Score", "compete"]

COMPILING = 60.0
"""Seconds more that a solver which compiles itself may take for its first answer to a question."""


@dataclass
class Score:
    """How one solver did on one workload: samples of (build, solve, clock) in seconds, or what went wrong."""

    samples: list[list[float]] = field(default_factory=list)
    problem: str = ""


class Contestant:
    """A solver's process; it is started when needed, and anew after it had to be stopped."""

    def __init__(self, entry: Entry, environments: Path) -> None:
        self.entry = entry
        self.python = python_of(entry, environments)
        self.version = ""
        self.compiled: set[str] = set()
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> bool:
        """Start the process; say whether the solver is there."""
        if self._process is not None:
            return True
        if not self.python.exists():
            return False
        self._process = subprocess.Popen(  # noqa: S603
            [self.python, "-m", "benchmarks.worker", self.entry.module],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        self.version = self._read(COMPILING).get("version", "")
        return bool(self.version)

    def ask(self, workload: str, seconds: float, patience: float) -> dict[str, Any]:
        """Have the solver run for some seconds; after *patience* seconds more of CPU time it is stopped."""
        self.start()
        if self._process is None or self._process.stdin is None:
            return {"error": "is not there"}
        self._process.stdin.write(json.dumps({"workload": workload, "seconds": seconds}) + "\n")
        return self._read(seconds + patience)

    def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _read(self, patience: float) -> dict[str, Any]:
        if self._process is None or self._process.stdout is None:
            return {"error": "is not there"}
        started = _used(self._process.pid)
        while not select.select([self._process.stdout], [], [], 0.2)[0]:
            if _used(self._process.pid) - started > patience:
                self.stop()
                return {"late": True}
        line = self._process.stdout.readline()
        if not line:
            self.stop()
            return {"error": "died"}
        reply: dict[str, Any] = json.loads(line)
        return reply


def _used(process: int) -> float:
    """Say how many seconds of CPU time a process has used; where that cannot be read, what the clock says."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return perf_counter()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def compete(
    workload: Workload, contestants: list[Contestant], rounds: int, seconds: float, limit: float
) -> dict[str, Score]:
    """Let all solve one workload: a run to warm up, then the rounds; all right answers must have the same verdict."""
    scores = {contestant.entry.name: Score() for contestant in contestants}
    verdicts: dict[str, object] = {}
    data = workload.data()
    for turn in range(rounds + 1):
        for contestant in contestants:
            score = scores[contestant.entry.name]
            spent = sum(build + solve for build, solve, _ in score.samples)
            if score.problem or (turn > 1 and spent > limit):
                continue
            warming = turn == 0
            compiling = contestant.entry.compiles and workload.question not in contestant.compiled
            reply = contestant.ask(workload.name, 0 if warming else seconds, limit + (COMPILING if compiling else 1))
            contestant.compiled.add(workload.question)
            _record(score, reply, limit, warming=warming, compiles=contestant.entry.compiles)
            if "answer" in reply and not score.problem:
                try:
                    verdicts[contestant.entry.name] = workload.judge(reply["answer"], *data)
                except (ValueError, TypeError) as error:
                    score.problem = f"wrong: {error}"
    if len({json.dumps(verdict) for verdict in verdicts.values()}) > 1:
        summary = {name: str(verdict)[:80] for name, verdict in verdicts.items()}
        raise ValueError(f"{workload.name}: the answers differ: {summary}")
    return scores


def _record(score: Score, reply: dict[str, Any], limit: float, *, warming: bool, compiles: bool) -> None:
    """Keep what a reply says; the run to warm up counts only if it was a long one."""
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
