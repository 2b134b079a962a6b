"""A test that hangs fails, and says where."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import SAME_IN_BOTH_BUILDS, TESTS, UNTRACED

HANGS = {
    "in Python": "from threading import Lock; lock = Lock(); lock.acquire(); lock.acquire()",
    "in compiled code": "import itertools, collections; collections.deque(itertools.repeat(0), maxlen=0)",
}


@pytest.mark.parametrize("workers", ["0", "1"])
@pytest.mark.parametrize("hang", HANGS)
def test_a_test_that_hangs_fails_with_the_stacks_of_all_threads(tmp_path: Path, hang: str, workers: str) -> None:
    test = tmp_path / "test_hanging.py"
    test.write_text(f"""
import threading

def bystander():
    threading.Event().wait()

def test_hangs():
    threading.Thread(target=bystander, daemon=True).start()
    {HANGS[hang]}
""")
    command: list[str | Path] = [sys.executable, "-m", "pytest"]
    command += ["-c", TESTS.parent / "pyproject.toml", "-p", "no:cacheprovider"]
    command += ["-n", workers, "-o", "faulthandler_timeout=1", test]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)  # noqa: S603
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert "Timeout" in said
    assert "in bystander" in said
    assert "in test_hangs" in said


def test_every_test_has_a_limit(request: pytest.FixtureRequest) -> None:
    assert 0 < float(request.config.getini("faulthandler_timeout")) <= 600
    assert request.config.getini("faulthandler_exit_on_timeout")


def test_the_files_that_are_listed_exist() -> None:
    assert [name for name in (*SAME_IN_BOTH_BUILDS, *UNTRACED) if not (TESTS / name).exists()] == []
