"""The command `python -m benchmarks hard`: measure, and write docs/performance/hard.md."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.hard.families import FAMILIES
from benchmarks.hard.measuring import SOLVERS, Result, Solver, measure
from benchmarks.hard.page import write
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
    wrong = [name for name, found in results["families"].items() if "WrongAnswerError" in json.dumps(found)]
    if wrong:
        raise SystemExit(f"wrong answers: {', '.join(wrong)}")


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks hard", description=__doc__)
    parser.add_argument("--only", default="", help="families whose name contains one of these, with semicolons between")
    parser.add_argument("--solvers", default="", help="solvers whose name contains one of these, with semicolons")
    parser.add_argument("--seeds", type=int, default=5, help="problems of each random family")
    parser.add_argument("--limit", type=float, default=10, help="CPU seconds for a problem")
    parser.add_argument("--report", action="store_true", help="only write the page again, from the last results")
    parser.add_argument("--dry", action="store_true", help="do not write the page")
    parser.add_argument("--environments", type=Path, default=ROOT / "build" / "benchmarks")
    parser.add_argument("--results", type=Path, default=ROOT / "build" / "benchmarks" / "hard.json")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "performance" / "hard.md")
    return parser.parse_args(words)


def _matches(name: str, wanted: str) -> bool:
    return any(part.lower() in name.lower() for part in wanted.split(";"))


def _run(asked: argparse.Namespace, results: dict[str, Any]) -> None:
    """Measure the chosen families; save the results after each, beside those of other solvers."""
    chosen = [solver for solver in SOLVERS if _matches(solver.name, asked.solvers)]
    versions = {solver.name: _version(solver, asked.environments) for solver in chosen}
    solvers = [solver for solver in chosen if versions[solver.name]]
    results["limit"] = asked.limit
    results.setdefault("versions", {}).update({solver.package: versions[solver.name] for solver in solvers})
    results["machine"] = (
        f"{platform.system()}, {platform.machine()}, {os.cpu_count()} CPUs, Python {platform.python_version()}"
    )
    for family in FAMILIES.values():
        if _matches(family.name, asked.only):
            print(f"\n{family.name}", flush=True)
            found = measure(family, solvers, asked.environments, asked.seeds, asked.limit, _tell)
            results["families"].setdefault(family.name, {}).update(found)
            asked.results.parent.mkdir(parents=True, exist_ok=True)
            asked.results.write_text(json.dumps(results))


def _version(solver: Solver, environments: Path) -> str:
    """Return the version of a solver; empty if it is not installed."""
    program = f"from benchmarks.hard.solvers.{solver.module} import VERSION; print(VERSION)"
    command = solver.command(environments, "-c", program)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        print(f"{solver.name} is left out, as it is not installed")
    return done.stdout.strip()


def _tell(number: int, solver: str, result: Result) -> None:
    """Print a result."""
    if "seconds" in result:
        verdict = "solved" if result["solvable"] else "no solution"
        print(f"  {number:3} {solver:30} {sum(result['seconds']):9.3f} s, {verdict}", flush=True)
    elif result["problem"] != "no model":
        print(f"  {number:3} {solver:30} {result['problem']}", flush=True)
