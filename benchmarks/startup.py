"""What comes before the first answer: the time to import a package, and a fresh process with its memory."""

from __future__ import annotations

import subprocess
from pathlib import Path

from benchmarks.contest import Contestant, Score
from benchmarks.roster import Entry, python_of

__all__ = ["FRESH", "fresh_processes", "imports"]

FRESH = ["9x9 easy", "queens 8 (first)", "parameter space (tiles to 5)"]
"""Workloads that each solver answers once in a new process."""

PROGRAM = """
from time import process_time
start = process_time()
import {}
print(process_time() - start)
"""


def imports(entries: list[Entry], environments: Path, rounds: int) -> dict[str, Score]:
    """Import each package in new processes, in turns; a first import writes the byte code and is not counted."""
    scores = {entry.name: Score() for entry in entries}
    for turn in range(rounds + 1):
        for entry in entries:
            command: list[str | Path] = [python_of(entry, environments), "-c", PROGRAM.format(entry.imported)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
            if done.returncode:
                scores[entry.name].problem = "cannot be imported"
            elif turn:
                scores[entry.name].samples.append([0.0, float(done.stdout.split()[-1]), 0.0])
    return scores


def fresh_processes(
    entries: list[Entry], environments: Path, workload: str, limit: float
) -> dict[str, tuple[float, float]]:
    """Answer once in a new process each; return its CPU time from the start, and the most memory that it had."""
    used = {}
    for entry in entries:
        contestant = Contestant(entry, environments)
        reply = contestant.ask(workload, 0, limit)
        contestant.stop()
        if "memory" in reply:
            used[entry.name] = reply["cpu"], reply["memory"]
    return used
