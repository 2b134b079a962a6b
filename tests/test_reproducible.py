"""The same question, the same answer: for every hash seed, build and version of Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import typing_extensions

from csplib import AllDifferent, Problem
from csplib.modelling.set_order import in_order

HERE = Path(__file__).parent
PROGRAM = HERE / "reproducible.py"
SOURCE = HERE.parent / "src"


def answers(python: str, hash_seed: str, path: str = "") -> str:
    """Run the program and return what it prints."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(  # noqa: S603 - our own
        [python, str(PROGRAM)], env=environment, capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert not done.returncode, done.stderr
    return done.stdout


@cache
def expected() -> str:
    return answers(sys.executable, "0")


def other_pythons() -> dict[str, str]:
    """Find other versions of Python on this machine."""
    roots = [os.environ.get("PYENV_ROOT"), str(Path.home() / ".pyenv")]
    found: dict[str, str] = {}
    for minor in range(10, 15):
        places = [shutil.which(f"python3.{minor}")]
        places += [str(one) for root in roots if root for one in Path(root).glob(f"versions/3.{minor}.*/bin/python3")]
        works = [place for place in places if place and _runs(place, minor)]
        if works and minor != sys.version_info.minor:
            found[f"3.{minor}"] = works[0]
    return found


def _runs(python: str, minor: int) -> bool:
    """Return whether *python* is there: a name on the path may be a stand-in for versions that are not installed."""
    command = [python, "-c", "import sys; print(sys.version_info[1])"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - nothing is handed in
    return done.stdout.strip() == str(minor)


@pytest.mark.parametrize("hash_seed", ["1", "2", "31", "random"])
def test_no_answer_depends_on_hashes(hash_seed: str) -> None:
    assert answers(sys.executable, hash_seed) == expected()


def test_the_pure_engine_answers_the_same() -> None:
    assert answers(sys.executable, "7", str(SOURCE)) == expected()


@pytest.mark.parametrize("version", ["3.10", "3.11", "3.12", "3.13", "3.14"])
def test_no_answer_depends_on_the_version_of_python(version: str, tmp_path: Path) -> None:
    pythons = other_pythons()
    if version not in pythons:
        pytest.skip(f"there is no other Python {version} here")
    shutil.copy(str(typing_extensions.__file__), tmp_path)  # all that csplib needs
    assert answers(pythons[version], "3", os.pathsep.join([str(SOURCE), str(tmp_path)])) == expected()


@pytest.mark.parametrize(
    ("things", "expected"),
    [
        ({3, 1, 2}, [1, 2, 3]),
        ({"b", "a"}, ["a", "b"]),
        ({2.5, 1, 10}, [1, 2.5, 10]),
        ({(2, "a"), (1, "b")}, [(1, "b"), (2, "a")]),
        ({frozenset("b"), frozenset("ac"), frozenset()}, [frozenset(), frozenset("ac"), frozenset("b")]),
        ({frozenset("a"), frozenset("ab")}, [frozenset("a"), frozenset("ab")]),
        ({(0, frozenset("b")), (0, frozenset("a"))}, [(0, frozenset("a")), (0, frozenset("b"))]),
        ({"a", 1, None}, [None, 1, "a"]),
        (["b", "a", "c"], ["b", "a", "c"]),
        ({"b": 1, "a": 2}, ["b", "a"]),
    ],
)
def test_a_set_has_one_order(things: object, expected: list[object]) -> None:
    assert in_order(things) == expected  # type: ignore[arg-type]


def test_sets_of_names_and_variables_are_taken_in_order() -> None:
    p: Problem[str, int] = Problem()
    p.add_variables({"zoe", "ann", "mia"}, range(3))
    assert list(p.domains) == ["ann", "mia", "zoe"]
    constraint = AllDifferent({p["mia"], p["ann"], p["zoe"]})
    assert constraint.scope == ("ann", "mia", "zoe")
