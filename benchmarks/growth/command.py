"""The command `python -m benchmarks growth`: measure, and write docs/performance/growth.md and its pictures."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.growth.families import FAMILIES
from benchmarks.growth.measuring import Point, Solver, grow, solvers_in
from benchmarks.growth.page import write
from benchmarks.packages import ROOT

__all__ = ["main"]


def main(words: Sequence[str]) -> None:
    """Run the command."""
    asked = _arguments(words)
    results: dict[str, Any] = json.loads(asked.results.read_text()) if asked.results.exists() else {"families": {}}
    if not asked.report:
        _run(asked, results)
    if not asked.dry:
        write(results, asked.page)
        print("wrote", asked.page)
    wrong = [name for name, series in results["families"].items() if "WrongAnswerError" in json.dumps(series)]
    if wrong:
        raise SystemExit(f"wrong answers: {', '.join(wrong)}")


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks growth", description=__doc__)
    parser.add_argument("--only", default="", help="families whose name contains one of these, with commas between")
    parser.add_argument("--cap", type=float, default=10, help="CPU seconds that a point may take")
    parser.add_argument("--most", type=int, default=10**9, help="the largest size")
    parser.add_argument("--peers", default="", help="solvers whose name contains one of these, with commas between")
    parser.add_argument("--before", type=Path, help="the Python of an environment with another version of csplib")
    parser.add_argument("--report", action="store_true", help="only write the page again, from the last results")
    parser.add_argument("--dry", action="store_true", help="do not write the page")
    parser.add_argument("--environments", type=Path, default=ROOT / "build" / "benchmarks")
    parser.add_argument("--results", type=Path, default=ROOT / "build" / "benchmarks" / "growth.json")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "performance" / "growth.md")
    return parser.parse_args(words)


def _matches(name: str, wanted: str) -> bool:
    return any(part.lower() in name.lower() for part in wanted.split(","))


def _run(asked: argparse.Namespace, results: dict[str, Any]) -> None:
    """Measure the chosen families; save the results after each."""
    chosen = [one for one in solvers_in(asked.environments, asked.before) if _matches(one.name, asked.peers)]
    versions = {solver.name: _version(solver) for solver in chosen}
    solvers = [solver for solver in chosen if versions[solver.name]]
    results["cap"] = asked.cap
    results["versions"] = {solver.name: versions[solver.name] for solver in solvers}
    results["machine"] = (
        f"{platform.system()}, {platform.machine()}, {os.cpu_count()} CPUs, Python {platform.python_version()}"
    )
    for family in FAMILIES.values():
        if _matches(family.name, asked.only):
            print(f"\n{family.name}", flush=True)
            sizes = [n for n in family.sizes if n <= asked.most]
            results["families"][family.name] = grow(family, solvers, sizes, asked.cap, _tell)
            asked.results.parent.mkdir(parents=True, exist_ok=True)
            asked.results.write_text(json.dumps(results))


def _version(solver: Solver) -> str:
    """Return the version of a solver; empty if it is not installed."""
    program = f"from benchmarks.growth.solvers.{solver.module} import VERSION; print(VERSION)"
    done = subprocess.run([solver.python, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        print(f"{solver.name} is left out, as it is not installed")
    return done.stdout.strip()


def _tell(n: int, solver: str, point: Point) -> None:
    """Print a point."""
    if "seconds" in point:
        state, compiling, solve = point["seconds"]
        parts = f"{state:.3f} to state, {compiling:.3f} to compile, {solve:.3f} to solve"
        print(
            f"  {n:13,} {solver:20} {sum(point['seconds']):9.4f} s ({parts}), {point['memory'] / 1e6:8.1f} MB",
            flush=True,
        )
    elif point["problem"] != "no model":
        print(f"  {n:13,} {solver:20} {point['problem']}", flush=True)
