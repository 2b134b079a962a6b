"""Start-up: the time to import a package, and the time and memory of one answer in a new process."""

from __future__ import annotations

import subprocess
from pathlib import Path

from benchmarks.comparison import Score, SolverProcess
from benchmarks.packages import Package, python_of

__all__ = ["FRESH", "fresh_processes", "imports"]

FRESH = ["9x9 easy", "queens 8 (first)", "parameter space (tiles to 5)"]
"""Workloads that each solver answers once in a new process."""

PROGRAM = """
from time import process_time
start = process_time()
import {}
print(process_time() - start)
"""


def imports(packages: list[Package], environments: Path, rounds: int) -> dict[str, Score]:
    """Import each package in new processes, in turns; the first import writes byte code and does not count."""
    scores = {package.name: Score() for package in packages}
    for turn in range(rounds + 1):
        for package in packages:
            command: list[str | Path] = [python_of(package, environments), "-c", PROGRAM.format(package.imported)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
            if done.returncode:
                scores[package.name].problem = "cannot be imported"
            elif turn:
                scores[package.name].samples.append([0.0, float(done.stdout.split()[-1]), 0.0])
    return scores


def fresh_processes(
    packages: list[Package], environments: Path, workload: str, limit: float
) -> dict[str, tuple[float, float]]:
    """Answer once in a new process each; return its CPU time from the start, and its peak memory."""
    used = {}
    for package in packages:
        solver = SolverProcess(package, environments)
        reply = solver.ask(workload, 0, limit)
        solver.stop()
        if "memory" in reply:
            used[package.name] = reply["cpu"], reply["memory"]
    return used
