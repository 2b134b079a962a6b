"""Who takes part, and how each gets an environment of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

__all__ = ["ROOT", "ROSTER", "Entry", "python_of", "set_up"]

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Entry:
    """A solver: its module in `benchmarks.solvers`, what pip installs, and what kind of package it is.

    *imported* is the module that a user imports first. *compiles* says that the first run compiles code, which is given
    time for and not counted.
    """

    name: str
    module: str
    requirement: str
    kind: str
    imported: str
    compiles: bool = False


ROSTER: dict[str, Entry] = {
    entry.name: entry
    for entry in [
        Entry("csplib compiled", "csplib", ".", "csplib", "csplib"),
        Entry("csplib pure", "csplib", ".", "csplib", "csplib"),
        Entry("OR-Tools CP-SAT", "ortools", "ortools", "native", "ortools.sat.python.cp_model"),
        Entry("CPMpy", "cpmpy", "cpmpy", "native", "cpmpy"),
        Entry("pumpkin", "pumpkin", "pumpkin-solver", "native", "pumpkin_solver"),
        Entry("pychoco", "pychoco", "pychoco", "native", "pychoco"),
        Entry("NuCS", "nucs", "nucs", "native", "nucs.solvers.backtrack_solver", compiles=True),
        Entry("facile", "facile", "facile", "native", "facile"),
        Entry("PySAT", "pysat", "python-sat", "native", "pysat.solvers"),
        Entry("xcover", "xcover", "xcover", "exact cover", "xcover", compiles=True),
        Entry("exact-cover-py", "exact_cover", "exact-cover-py", "exact cover", "exact_cover_py", compiles=True),
        Entry("python-constraint2", "python_constraint", "python-constraint2", "Python", "constraint"),
        Entry("simpleai", "simpleai", "simpleai", "Python", "simpleai.search"),
        Entry("py-sudoku", "py_sudoku", "py-sudoku", "Python", "sudoku"),
        Entry("dokusan", "dokusan", "dokusan", "Python", "dokusan.solvers"),
    ]
}


def python_of(entry: Entry, environments: Path) -> Path:
    """Say where the interpreter of a solver's environment is."""
    return environments.absolute() / entry.name.replace(" ", "-") / "bin" / "python"


def set_up(environments: Path, names: list[str]) -> None:
    """Make an environment for each solver and install it there; csplib is built from a copy of this checkout."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "csplib"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("build", "dist", ".*"))
        for name in names:
            print("setting up", name, flush=True)
            entry = ROSTER[name]
            python = python_of(entry, environments)
            if not python.exists():
                subprocess.run([sys.executable, "-m", "venv", python.parent.parent], check=True)  # noqa: S603
            pip: list[str | Path] = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
            wanted: list[str | Path] = ["--upgrade", entry.requirement]
            if entry.kind == "csplib":
                wanted = ["--force-reinstall", "--no-cache-dir", copy]
            environment = {**os.environ, "CSPLIB_COMPILE": "0" if name == "csplib pure" else "1"}
            done = subprocess.run([*pip, *wanted], check=False, env=environment)  # noqa: S603
            if done.returncode:
                print(f"{name}: pip could not install {entry.requirement}, so it will be left out")
            shutil.rmtree(copy / "build", ignore_errors=True)
