"""The benchmarks run, and their judges know right answers from wrong ones."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
SMALL = [
    "9x9 easy",
    "queens 8 (first)",
    "queens 8 (all)",
    "Australia",
    "US map",
    "zebra",
    "SEND+MORE",
    "myciel4 (4 colors)",
]


@pytest.fixture
def benchmarks(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT))
    return import_module("benchmarks.workloads")


def answer(workload: Any) -> Any:
    solver = import_module("benchmarks.solvers.csplib")
    return workload.digest(getattr(solver, workload.question)(*workload.data())())


def test_the_small_workloads_exist_and_their_judges_approve(benchmarks: Any) -> None:
    known = [name for name in SMALL if name in benchmarks.WORKLOADS]
    assert len(known) >= 7
    for name in known:
        workload = benchmarks.WORKLOADS[name]
        workload.judge(answer(workload), *workload.data())


def test_a_judge_rejects_a_spoilt_answer(benchmarks: Any) -> None:
    workload = benchmarks.WORKLOADS["Australia"]
    colors = answer(workload)
    with pytest.raises(ValueError, match=r"."):
        workload.judge([colors[0]] * len(colors), *workload.data())


def test_the_features_of_the_search_are_compared_in_a_table() -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "features.py"), "--quick", "myciel5"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ))  # noqa: S603
    header, _, row, _ = shown.stdout.splitlines()
    assert row.startswith("| myciel5, 6 colors | 1/1")
    assert row.count("|") == header.count("|")
