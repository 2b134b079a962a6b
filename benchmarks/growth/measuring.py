"""Measure points in growing sizes, each in a process of its own, until a solver needs more than the cap."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.comparison import cpu_seconds
from benchmarks.growth.families import Family
from benchmarks.packages import PACKAGES, ROOT, python_of

__all__ = ["BEFORE", "OURS", "PEERS", "Point", "Series", "Solver", "grow", "read_reply", "solvers_in"]

OURS = "csplib compiled"
BEFORE = "csplib before"
PEERS = ("OR-Tools CP-SAT", "python-constraint2")
MOST_MEMORY = 4 << 30
STARTING = 60.0
"""CPU seconds for importing a solver and making the data."""

Point: TypeAlias = dict[str, Any]
"""Seconds to state, compile and solve, and bytes; or the problem, as text that begins with ">" above a limit."""
Series: TypeAlias = dict[str, dict[int, Point]]
"""The points of a family, by solver and size."""


@dataclass(frozen=True)
class Solver:
    """A solver: its name, its module in `benchmarks.growth.solvers`, and the interpreter that has it."""

    name: str
    module: str
    python: Path


def solvers_in(environments: Path, before: Path | None) -> list[Solver]:
    """Return the solvers; without an environment of its own, a package is taken from the present one."""
    found = []
    for name in (OURS, *PEERS):
        python = python_of(PACKAGES[name], environments)
        found.append(Solver(name, PACKAGES[name].module, python if python.exists() else Path(sys.executable)))
    if before is not None:
        found.insert(1, Solver(BEFORE, "csplib", before))
    return found


def grow(
    family: Family, solvers: Iterable[Solver], sizes: Iterable[int], cap: float, tell: Callable[[int, str, Point], None]
) -> Series:
    """Return the points of all solvers; they take turns at each size, and one above the cap is not asked again."""
    series: Series = {solver.name: {} for solver in solvers}
    going = list(solvers)
    for n in sizes:
        for solver in list(going):
            point = measure(solver, family, n, cap)
            series[solver.name][n] = point
            tell(n, solver.name, point)
            if "problem" in point:
                going.remove(solver)
    return series


def measure(solver: Solver, family: Family, n: int, cap: float) -> Point:
    """Return a point, measured in a new process that is killed above *cap* CPU seconds or 4 GB."""
    command: list[str | Path] = [solver.python, "-m", "benchmarks.growth.point", solver.module, family.name, str(n)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603
        ready = read_reply(process, STARTING)
        point = read_reply(process, cap) if "ready" in ready else ready
        process.kill()
    if "seconds" in point and sum(point["seconds"]) > cap:
        return {"problem": f"> {cap:g} s"}
    return point


def read_reply(process: subprocess.Popen[str], cap: float) -> Point:
    """Return the next line, or what went wrong."""
    if process.stdout is None or process.stderr is None:
        raise ValueError("the process needs pipes")
    started = cpu_seconds(process.pid)
    while not select.select([process.stdout], [], [], 0.05)[0]:
        if cpu_seconds(process.pid) - started > cap:
            return {"problem": f"> {cap:g} s"}
        if _memory(process.pid) > MOST_MEMORY:
            return {"problem": "> 4 GB"}
    line = process.stdout.readline()
    if not line:
        said = process.stderr.read().strip().splitlines()
        return {"problem": said[-1] if said else "died"}
    point: Point = json.loads(line)
    return point


def _memory(process: int) -> int:
    """Return the bytes that a process has in memory, or 0 where they cannot be read."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
