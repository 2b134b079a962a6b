"""Run CPMpy's own tests with csplib as the solver: ``python tools/cpmpy_suite.py`` (half an hour on one core).

CPMpy's source distribution has its tests, but neither their ``conftest.py`` nor ``utils.py``, which choose the solver
and make the tests of single constraints. Here are stand-ins for both, written from how the tests use them. Everything
happens in ``build/cpmpy``: an environment, the tests, and a report in which each skipped test has its reason.

    python tools/cpmpy_suite.py                          all tests that use a solver
    python tools/cpmpy_suite.py test_solvers.py -k hint  some of them; options are pytest's
    python tools/cpmpy_suite.py --part 2/8               one of eight parts
    python tools/cpmpy_suite.py --version 1.0.0          those of another version; the newest one is the default
    python tools/cpmpy_suite.py --wheel                  csplib compiled: the newest wheel of `make wheel`
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "cpmpy"
WITH_A_SOLVER = [
    "test_constraints.py",
    "test_solvers.py",
    "test_solverinterface.py",
    "test_solveAll.py",
    "test_solvers_solhint.py",
    "test_globalconstraints.py",
    "test_tools_mus.py",
    "test_model.py",
    "test_expressions.py",
    "test_builtins.py",
    "test_variables.py",
]

UTILS = '''"""What CPMpy's tests import from the module `utils` beside them, which its source distribution lacks."""


def skip_on_missing_pblib(skip_on_exception_only=False):
    """Return a decorator that changes nothing: csplib does not need PBLib."""
    return lambda test: test


def inclusive_range(low, high):
    """Return the integers from *low* to *high*."""
    return range(low, high + 1)


def lambda_assert(condition):
    """Return a function that asserts what *condition* returns."""

    def check():
        assert condition()

    return check
'''

CONFTEST = '''"""Give CPMpy's tests the solver csplib: a stand-in for what its source distribution lacks."""

import os
from importlib.util import find_spec

import csplib.compat.cpmpy  # registers csplib
import pytest

SOLVER = "csplib"
MARKERS = [
    "requires_solver(*names): a test of other solvers",
    "requires_dependency(*names): a test that needs other modules",
    "generate_constraints(function): a test of each constraint that the function yields for a solver",
    "flaky(reruns): a test that may be repeated",
]


@pytest.fixture
def solver(request):
    """Return the name of the solver."""
    if request.cls is not None:
        request.cls.solver = SOLVER
    return getattr(request, "param", SOLVER)


def pytest_configure(config):
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)


def pytest_generate_tests(metafunc):
    marker = metafunc.definition.get_closest_marker("generate_constraints")
    if marker is not None:
        made = [pytest.param(SOLVER, one, id=str(place)) for place, one in enumerate(marker.args[0](SOLVER))]
        metafunc.parametrize(("solver", "constraint"), made, indirect=["solver"])


def pytest_collection_modifyitems(config, items):
    for item in items:
        supported = getattr(item.cls, "_floatsum_supported_solvers", None)  # CPMpy's own solvers
        if supported is not None:
            item.cls._floatsum_supported_solvers = supported | {SOLVER}
        needed = item.get_closest_marker("requires_solver")
        if needed is not None and SOLVER not in needed.args:
            item.add_marker(pytest.mark.skip(reason=f"a test of {', '.join(needed.args)}"))
        needed = item.get_closest_marker("requires_dependency")
        if needed is not None and not all(find_spec(name) for name in needed.args):
            item.add_marker(pytest.mark.skip(reason=f"needs {', '.join(needed.args)}"))
    part, parts = map(int, os.environ.get("CPMPY_PART", "1/1").split("/"))
    items[:] = items[part - 1 :: parts]
'''


def main() -> int:
    """Set up what is missing, run the tests, and return their exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", help="the version of CPMpy, at least 1.0")
    parser.add_argument("--part", default="1/1", help="as in 2/8: every eighth test, from the second one on")
    parser.add_argument("--wheel", action="store_true", help="test the compiled wheel that `make wheel` has built")
    options, rest = parser.parse_known_args()
    python = environment("wheel" if options.wheel else "editable", options.version)
    tests = unpacked(python)
    chosen = [one for one in rest if one.partition("::")[0].endswith(".py")]
    command = [python, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "--timeout=600"]
    command += [*(chosen or [name for name in WITH_A_SOLVER if (tests / name).exists()])]
    command += [one for one in rest if one not in chosen]
    return subprocess.run(command, cwd=tests, env=variables(options.part), check=False).returncode  # noqa: S603


def variables(part: str) -> dict[str, str]:
    """Return the environment variables of the tests."""
    return {**os.environ, "CPMPY_PART": part}


def environment(kind: str, version: str | None) -> str:
    """Return the Python of an environment with CPMpy and csplib, which is made if it does not exist."""
    folder = BUILD / f"{kind}-{version or 'newest'}"
    python = str(folder / ("Scripts" if sys.platform == "win32" else "bin") / "python")
    if not folder.exists():
        venv.create(folder, with_pip=True)
        wheels = sorted((ROOT / "build" / "wheels").glob("csplib-*.whl"), key=lambda path: path.stat().st_mtime)
        ours = [str(wheels[-1])] if kind == "wheel" else ["--editable", str(ROOT)]
        theirs = "cpmpy" if version is None else f"cpmpy=={version}"
        run(python, "-m", "pip", "install", "--quiet", theirs, "pytest", "pytest-timeout", *ours)
    return python


def unpacked(python: str) -> Path:
    """Return the folder with the tests of the installed version of CPMpy, downloaded if need be."""
    wanted = subprocess.run(  # noqa: S603
        [python, "-c", "import importlib.metadata; print(importlib.metadata.version('cpmpy'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    tests = BUILD / f"cpmpy-{wanted}" / "tests"
    if not tests.exists():
        source = ["--no-deps", "--no-binary", "cpmpy", "--dest", str(BUILD)]
        run(python, "-m", "pip", "download", "--quiet", *source, f"cpmpy=={wanted}")
        with tarfile.open(BUILD / f"cpmpy-{wanted}.tar.gz") as archive:
            archive.extractall(BUILD, filter="data")
    for name, text in (("conftest.py", CONFTEST), ("utils.py", UTILS)):
        (tests / name).write_text(text)
    (tests / "pytest.ini").write_text("[pytest]\n")
    return tests


def run(*command: str) -> None:
    """Run a command that must not fail."""
    subprocess.run(command, check=True)  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
