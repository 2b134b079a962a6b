"""The measurements of growth: all solvers get the same models, judges know wrong answers, and the page is written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from svg import elements, texts

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT))  # the benchmarks are not installed

from benchmarks.growth.chart import COLORS, Line, chart  # noqa: E402
from benchmarks.growth.families import FAMILIES, Data, Family  # noqa: E402
from benchmarks.growth.fit import exponent  # noqa: E402
from benchmarks.growth.judges import WrongAnswerError  # noqa: E402
from benchmarks.growth.page import write  # noqa: E402


def approved(family: Family, answer: tuple[int, ...], data: Data) -> bool:
    try:
        family.judge(answer, data)
    except WrongAnswerError:
        return False
    return True


@pytest.mark.parametrize("name", FAMILIES)
def test_every_solver_has_the_solutions_that_the_judge_approves(name: str) -> None:
    family = FAMILIES[name]
    data = family.tiny()
    expected = {row for row in product(*data[0]) if approved(family, row, data)}
    assert expected
    for module, package in {"csplib": "csplib", "ortools": "ortools", "python_constraint": "constraint"}.items():
        if module != "python_constraint" or _installed(package):
            solver: Any = import_module(f"benchmarks.growth.solvers.{module}")
            question = getattr(solver, family.question, None)
            if question is not None:
                found = solver.every(question(*data))
                assert len(found) == len(expected), module
                assert set(found) == expected, module


def _installed(package: str) -> bool:
    try:
        import_module(package)
    except ImportError:
        return False
    return True


@pytest.mark.parametrize("name", [name for name in FAMILIES if name != "free variables"])
def test_a_judge_rejects_some_rows_within_the_domains(name: str) -> None:
    family = FAMILIES[name]
    data = family.tiny()
    assert not all(approved(family, row, data) for row in product(*data[0]))


@pytest.mark.parametrize("name", FAMILIES)
def test_a_judge_rejects_no_answer_a_short_answer_and_values_from_elsewhere(name: str) -> None:
    family = FAMILIES[name]
    data = family.tiny()
    solution = next(row for row in product(*data[0]) if approved(family, row, data))
    with pytest.raises(WrongAnswerError, match="no solution"):
        family.judge(None, data)
    assert not approved(family, solution[1:], data)
    assert not approved(family, (-1, *solution[1:]), data)


def test_the_exponent_is_that_of_the_largest_sizes() -> None:
    assert exponent({n: 3 * n**1.5 for n in (1, 10, 100)}, 0) is None
    assert exponent({n: 3 * n**1.5 for n in (10, 30, 100)}, 0) == pytest.approx(1.5)
    flat_first = {n: max(50.0, n) for n in (1, 10, 100, 300, 1000, 3000)}
    assert exponent(flat_first, 0) == pytest.approx(1)
    assert exponent(flat_first, 200) == pytest.approx(1)
    assert exponent({}, 0) is None


def test_the_command_measures_and_writes_the_page(tmp_path: Path) -> None:
    page, results = tmp_path / "growth.md", tmp_path / "growth.json"
    command = [sys.executable, "-m", "benchmarks", "growth", "--only", "chain", "--most", "300", "--cap", "20"]
    command += ["--peers", "csplib,cp-sat", "--page", str(page), "--results", str(results)]
    command += ["--environments", str(tmp_path)]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env=dict(os.environ))  # noqa: S603
    assert "to compile" in shown.stdout
    families = json.loads(results.read_text())["families"]
    assert [*families["chain of !="]["csplib compiled"]] == ["100", "300"]
    assert [*families["chain of !="]["OR-Tools CP-SAT"]] == ["100", "300"]
    for points in families["chain of !="].values():
        assert all(sum(point["seconds"]) > 0 and point["memory"] >= 0 for point in points.values())
    assert "![Chain of !=: time and memory against n](growth/chain-of.svg)" in page.read_text(encoding="utf-8")
    assert {"csplib compiled", "OR-Tools CP-SAT", "1,000"} <= set(
        texts((tmp_path / "growth" / "chain-of.svg").read_text())
    )


def test_a_point_above_the_cap_is_told(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks", "growth", "--only", "queens", "--cap", "0.0001", "--dry"]
    command += ["--peers", "csplib", "--results", str(tmp_path / "growth.json"), "--environments", str(tmp_path)]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env=dict(os.environ))  # noqa: S603
    assert [line.split() for line in shown.stdout.splitlines()[2:]] == [
        ["10", "csplib", "compiled", ">", "0.0001", "s"]
    ]


def results_of(points: dict[str, Any]) -> dict[str, Any]:
    return {"families": {"queens": points}, "cap": 10, "versions": {"csplib compiled": "1"}, "machine": "a machine"}


def test_the_page_says_where_the_exponent_is_not_1_and_who_was_stopped(tmp_path: Path) -> None:
    square = {n: {"seconds": [0.0, 0.0, n * n / 1e4], "memory": n * 10**5} for n in (100, 300, 1000)}
    stopped = {100: {"seconds": [0.0, 0.0, 0.5], "memory": 10**6}, 300: {"problem": "> 10 s"}}
    refused = {100: {"problem": "DomainError: too wide"}}
    write(
        results_of({"csplib compiled": square, "OR-Tools CP-SAT": stopped, "python-constraint2": refused}),
        tmp_path / "growth.md",
    )
    text = (tmp_path / "growth.md").read_text(encoding="utf-8")
    assert "- **Queens**: The time grows like n^2.0: ten times the size needs 100 times as much. An instance" in text
    assert "OR-Tools CP-SAT needs more than 10 s at n = 300; python-constraint2 raises DomainError at n = 100." in text
    assert "| queens | 1,000 queens | 0%, 0%, 100% | 100,000 | 2 (n = 100) | 2.0, -, - | 1.0, -, - |" in text


def test_a_picture_has_powers_of_ten_and_marks_what_was_stopped() -> None:
    slow = Line("slow", {10: 0.0002, 100: 20.0}, 1000)
    picture = chart("A < B", "n", {"s": [Line("quick", {10: 0.001, 10**7: 0.5}), slow], "MB": [Line("quick", {10: 3})]})
    shown = texts(picture)
    assert {"A < B", "quick", "slow", "10", "100", "100,000", "10⁷", "10⁻⁴ s", "0.001 s", "1 s", "100 s"} <= set(shown)
    assert [path.attrib["fill"] for path in elements(picture, "path")] == [COLORS[1]]
    assert "prefers-color-scheme:dark" in picture
    lines = [line.attrib["points"].split() for line in elements(picture, "polyline")]
    (quick_start, quick_end), slow_line, _ = [[[*map(float, point.split(","))] for point in line] for line in lines]
    assert quick_start[0] == slow_line[0][0] < slow_line[1][0] < slow_line[2][0] < quick_end[0]
    assert slow_line[2][1] < slow_line[1][1] < quick_end[1] < quick_start[1] < slow_line[0][1]
