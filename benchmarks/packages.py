"""The packages that are compared, and an environment for each of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

__all__ = ["PACKAGES", "ROOT", "Package", "python_of", "set_up"]

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Package:
    """A solver: its module in `benchmarks.solvers`, its requirement for pip, and the kind of package.

    *imported* is the module that a user imports first. *compiles* means that the first run compiles code: it gets more
    time, and does not count.
    """

    name: str
    module: str
    requirement: str
    kind: str
    imported: str
    compiles: bool = False


PACKAGES: dict[str, Package] = {
    package.name: package
    for package in [
        Package("csplib compiled", "csplib", ".", "csplib", "csplib"),
        Package("csplib pure", "csplib", ".", "csplib", "csplib"),
        Package("OR-Tools CP-SAT", "ortools", "ortools", "native", "ortools.sat.python.cp_model"),
        Package("CPMpy", "cpmpy", "cpmpy", "native", "cpmpy"),
        Package("pumpkin", "pumpkin", "pumpkin-solver", "native", "pumpkin_solver"),
        Package("pychoco", "pychoco", "pychoco", "native", "pychoco"),
        Package("NuCS", "nucs", "nucs", "native", "nucs.solvers.backtrack_solver", compiles=True),
        Package("facile", "facile", "facile", "native", "facile"),
        Package("PySAT", "pysat", "python-sat", "native", "pysat.solvers"),
        Package("xcover", "xcover", "xcover", "exact cover", "xcover", compiles=True),
        Package("exact-cover-py", "exact_cover", "exact-cover-py", "exact cover", "exact_cover_py", compiles=True),
        Package("python-constraint2", "python_constraint", "python-constraint2", "Python", "constraint"),
        Package("simpleai", "simpleai", "simpleai", "Python", "simpleai.search"),
        Package("py-sudoku", "py_sudoku", "py-sudoku", "Python", "sudoku"),
        Package("dokusan", "dokusan", "dokusan", "Python", "dokusan.solvers"),
    ]
}


def python_of(package: Package, environments: Path) -> Path:
    """Return the path of the interpreter in a solver's environment."""
    return environments.absolute() / package.name.replace(" ", "-") / "bin" / "python"


def set_up(environments: Path, names: list[str]) -> None:
    """Create an environment for each solver and install it there; csplib is built from a copy of this checkout."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "csplib"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("build", "dist", ".*"))
        for name in names:
            print("setting up", name, flush=True)
            package = PACKAGES[name]
            python = python_of(package, environments)
            if not python.exists():
                subprocess.run([sys.executable, "-m", "venv", python.parent.parent], check=True)  # noqa: S603
            pip: list[str | Path] = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
            wanted: list[str | Path] = ["--upgrade", package.requirement]
            if package.kind == "csplib":
                wanted = ["--force-reinstall", "--no-cache-dir", copy]
            environment = {**os.environ, "CSPLIB_COMPILE": "0" if name == "csplib pure" else "1"}
            done = subprocess.run([*pip, *wanted], check=False, env=environment)  # noqa: S603
            if done.returncode:
                print(f"{name}: pip could not install {package.requirement}, so it will be left out")
            shutil.rmtree(copy / "build", ignore_errors=True)
