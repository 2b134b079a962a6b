"""Measure csplib and other packages on the same problems, and write docs/performance.md.

`python -m benchmarks growth` measures how time and memory grow with the size of a problem, `python -m benchmarks hard`
compares solvers that learn from conflicts.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benchmarks.comparison import Score, SolverProcess, compare
from benchmarks.growth.command import main as grow
from benchmarks.hard.command import main as compare_on_hard_problems
from benchmarks.packages import PACKAGES, ROOT, set_up
from benchmarks.report import write
from benchmarks.startup import FRESH, fresh_processes, imports
from benchmarks.workloads import WORKLOADS


def main() -> None:
    """Run the command."""
    if sys.argv[1:2] == ["growth"]:
        grow(sys.argv[2:])
        return
    if sys.argv[1:2] == ["hard"]:
        compare_on_hard_problems(sys.argv[2:])
        return
    asked = _arguments()
    names = [name for name, package in PACKAGES.items() if package.kind == "csplib" or _matches(name, asked.peers)]
    if asked.setup:
        set_up(asked.environments, names)
    results = _known_results(asked.results)
    if not asked.report:
        _run(asked, names, results)
    if not asked.dry:
        write(results, asked.page)
        print("wrote", asked.page)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--setup", action="store_true", help="first create an environment for each solver, with pip")
    parser.add_argument("--quick", action="store_true", help="two short rounds instead of five")
    parser.add_argument("--only", default="", help="workloads whose name contains one of these, with commas between")
    parser.add_argument("--peers", default="", help="packages whose name contains one of these, with commas between")
    parser.add_argument("--limit", type=float, default=10, help="CPU seconds that a run may take")
    parser.add_argument("--report", action="store_true", help="only write the page again, from the last results")
    parser.add_argument("--dry", action="store_true", help="do not write the page")
    parser.add_argument("--environments", type=Path, default=ROOT / "build" / "benchmarks")
    parser.add_argument("--results", type=Path, default=ROOT / "build" / "benchmarks" / "results.json")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "performance.md")
    return parser.parse_args()


def _matches(name: str, wanted: str) -> bool:
    return any(part.lower() in name.lower() for part in wanted.split(","))


def _known_results(path: Path) -> dict[str, Any]:
    """Return the results so far: a run of a few workloads replaces only those."""
    if path.exists():
        known: dict[str, Any] = json.loads(path.read_text())
        return known
    return {"scores": {}, "fresh": {}, "versions": {}, "machine": ""}


def _run(asked: argparse.Namespace, names: list[str], results: dict[str, Any]) -> None:
    """Measure all workloads; save the results after each."""
    rounds, seconds = (2, 0.1) if asked.quick else (5, 0.2)
    present = []
    for name in names:
        solver = SolverProcess(PACKAGES[name], asked.environments)
        if solver.start():
            present.append(solver)
            results["versions"][name] = solver.version
        else:
            print(f"{name} is left out, as it is not installed (--setup installs it)")
    results["machine"] = (
        f"{platform.system()}, {platform.machine()}, {os.cpu_count()} CPUs, Python {platform.python_version()}"
    )
    packages = [solver.package for solver in present]
    if _matches("start-up", asked.only):
        _keep(results, "import", imports(packages, asked.environments, 2 * rounds), asked.results)
    for workload in WORKLOADS.values():
        if _matches(workload.name, asked.only):
            _keep(results, workload.name, compare(workload, present, rounds, seconds, asked.limit), asked.results)
    for solver in present:
        solver.stop()
    for name in FRESH:
        if _matches("start-up", asked.only):
            results["fresh"][name] = fresh_processes(packages, asked.environments, name, 4 * asked.limit)
    asked.results.write_text(json.dumps(results))


def _keep(results: dict[str, Any], workload: str, scores: dict[str, Score], path: Path) -> None:
    """Print and save the results of one workload."""
    results["scores"][workload] = {name: _summary(score) for name, score in scores.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(results))
    print(f"\n{workload}")
    for name, score in results["scores"][workload].items():
        if score["total"]:
            low, middle, high = (1000 * time for time in score["total"])
            print(
                f"  {name:20} {middle:10.3f} ms ({low:.3f}-{high:.3f}), {1000 * score['build']:.3f} ms to build",
                flush=True,
            )
        elif score["problem"] != "-":
            print(f"  {name:20} {score['problem']}", flush=True)


def _summary(score: Score) -> dict[str, Any]:
    """Return the quartiles of the total time and the median of the time to build."""
    totals = [build + solve for build, solve, _ in score.samples]
    if not totals or score.problem:
        return {"total": [], "build": 0.0, "runs": len(totals), "problem": score.problem or "no answer"}
    quartiles = quantiles(totals, n=4, method="inclusive") if len(totals) > 1 else totals * 3
    build = median(build for build, _, _ in score.samples)
    return {"total": quartiles, "build": build, "runs": len(totals), "problem": ""}


if __name__ == "__main__":
    main()
