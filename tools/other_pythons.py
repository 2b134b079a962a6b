"""Run the tests that depend on Python itself on the oldest, the newest and the system's own Python of this machine.

``make other-pythons`` calls it. ``make test`` runs all tests, but on one Python. Workers, the command line and the
examples in the documentation are where versions of Python differ: process pools, argparse, tracebacks, warnings.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent
OLDEST, NEWEST = (3, 10), (3, 14)
SYSTEM = Path("/usr/bin/python3")
TESTS = (
    "tests/parallel/test_parallel.py",
    "tests/asking/test_delegates.py",
    "tests/command",
    "tests/test_docs.py",
    "README.md",
    "docs",
)
ASK = "import ensurepip, platform, sys, venv; print(platform.python_version()) if sys.version_info[3] == 'final' else 0"


def version_of(python: str) -> tuple[int, ...] | None:
    """Return the version of *python*, or None if it is not a supported one that can make environments."""
    asked = subprocess.run([python, "-c", ASK], capture_output=True, text=True, check=False)  # noqa: S603
    version = tuple(int(part) for part in asked.stdout.strip().split(".") if part.isdigit())
    return version if asked.returncode == 0 and OLDEST <= version[:2] <= NEWEST else None


def candidates() -> list[str]:
    """Return the Pythons on the path, in pyenv's folder and of the system."""
    minors = range(OLDEST[1], NEWEST[1] + 1)
    found = [shutil.which(f"python3.{minor}") for minor in minors]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found += [str(python) for python in sorted(pyenv.glob("versions/3.*/bin/python3"))]
    found += [str(SYSTEM)] if SYSTEM.exists() else []
    return [python for python in found if python is not None]


def chosen(versions: Mapping[str, tuple[int, ...]], here: tuple[int, ...]) -> list[str]:
    """Return the oldest, the newest and the system's own of *versions*, each version once and not the one *here*."""
    ranked = sorted(versions, key=versions.__getitem__)
    wanted = [*ranked[:1], *ranked[-1:], *[python for python in ranked if python == str(SYSTEM)]]
    by_version = {versions[python]: python for python in wanted if versions[python] != here}
    return [by_version[version] for version in sorted(by_version)]


def run(command: Iterable[str | Path], **environment: str) -> None:
    """Run *command* in the root folder; end here if it fails."""
    done = subprocess.run([*command], cwd=ROOT, env={**os.environ, **environment}, check=False)  # noqa: S603
    if done.returncode:
        sys.exit(done.returncode)


def main() -> None:
    """Make an environment for each of the chosen Pythons, and run the tests there."""
    versions = {python: version for python in candidates() if (version := version_of(python)) is not None}
    pythons = chosen(versions, sys.version_info[:3])
    if not pythons:
        print("There is no other supported Python on this machine.")  # noqa: T201
    for python in pythons:
        name = ".".join(map(str, versions[python]))
        print(f"Python {name} ({python}): workers, command line, documentation", flush=True)  # noqa: T201
        home = ROOT / f".venv-{name}"
        pip: list[str | Path] = [home / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "-qq", "install"]
        run([python, "-m", "venv", home])
        run([*pip, "--upgrade", "pip>=25.1"])
        run([*pip, "--editable", ".", "--group", "test"])
        run([home / "bin" / "python", "-m", "pytest", *sys.argv[1:], *TESTS])


if __name__ == "__main__":
    main()
