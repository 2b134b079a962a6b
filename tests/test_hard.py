"""The measurements on hard problems: all solvers get the same models, and judges know wrong answers."""

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

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT))  # the benchmarks are not installed

from benchmarks.growth.judges import WrongAnswerError  # noqa: E402
from benchmarks.hard.families import FAMILIES, Family  # noqa: E402
from benchmarks.hard.generators import cars, leighton, quasigroup  # noqa: E402
from benchmarks.hard.judges import JUDGES  # noqa: E402
from benchmarks.hard.page import write  # noqa: E402

MOST_ROWS = 20_000
"""Rows that brute force may try."""
TINY = {(family.question, json.dumps(family.tiny)): family for family in FAMILIES.values()}
"""The tiny problems, each once."""


def approved(family: Family, answer: tuple[int, ...]) -> bool:
    try:
        JUDGES[family.question](answer, *family.tiny)
    except WrongAnswerError:
        return False
    return True


def solutions(module: str, family: Family) -> list[tuple[int, ...]] | None:
    """Return the solutions of the tiny problem, or None if the solver is not installed or has no model."""
    try:
        solver: Any = import_module(f"benchmarks.hard.solvers.{module}")
    except ImportError:
        return None
    question = getattr(solver, family.question, None)
    return None if question is None else [tuple(row) for row in solver.every(question(*family.tiny))]


@pytest.mark.parametrize("case", TINY, ids=str)
def test_every_solver_has_the_solutions_that_the_judge_approves(case: tuple[str, str]) -> None:
    family = TINY[case]
    ours = solutions("csplib", family)
    assert ours
    assert all(approved(family, row) for row in ours)
    for module in ("ortools", "pychoco", "pysat"):
        theirs = solutions(module, family)
        assert theirs is None or set(theirs) == set(ours), module
    domains = [sorted({*column}) for column in zip(*ours, strict=True)]
    domain = range(min(map(min, domains)), max(map(max, domains)) + 1)
    if len(domain) ** len(domains) <= MOST_ROWS:
        every_row = product(domain, repeat=len(domains))
        assert {row for row in every_row if approved(family, row)} == set(ours)


@pytest.mark.parametrize("case", TINY, ids=str)
def test_a_judge_rejects_answers_with_one_value_changed(case: tuple[str, str]) -> None:
    family = TINY[case]
    ours = solutions("csplib", family) or []
    for x, value in enumerate(ours[0]):
        changed = (*ours[0][:x], value + 100, *ours[0][x + 1 :])
        assert not approved(family, changed)
    assert not approved(family, ours[0][:0])


def test_no_solution_is_wrong_where_there_is_one_and_a_solution_where_there_is_none() -> None:
    unsolvable, solvable = FAMILIES["myciel5, 5 colors"], FAMILIES["20 cars"]
    unsolvable.judge(None, unsolvable.data(0))
    with pytest.raises(WrongAnswerError, match="there is one"):
        solvable.judge(None, solvable.data(0))
    with pytest.raises(WrongAnswerError, match="no solution"):
        unsolvable.judge([0], unsolvable.data(0))


def test_balanced_holes_are_equally_many_in_all_rows_and_columns() -> None:
    order, cells = quasigroup(8, 20, 1, balanced=True)
    rows = [cells[i * order : (i + 1) * order] for i in range(order)]
    assert cells.count(-1) == 20
    for lines in (rows, list(zip(*rows, strict=True))):
        assert {line.count(-1) for line in lines} <= {2, 3}


def test_data_are_made_by_seed() -> None:
    assert cars(20, 1) == cars(20, 1) != cars(20, 2)
    assert sum(cars(20, 1)[0]) == 20
    nodes, edges, _ = leighton(45, 5, 200, 5, 1)
    assert nodes == 45
    assert len(edges) >= 200
    assert all(a % 5 != b % 5 for a, b in edges)
    assert len(list(FAMILIES["published Sudoku 25x25"].problems(3))) == 18
    assert len(list(FAMILIES["20 cars"].problems(3))) == 3


def test_the_command_measures_and_writes_the_page(tmp_path: Path) -> None:
    page, results = tmp_path / "hard.md", tmp_path / "hard.json"
    command = [sys.executable, "-m", "benchmarks", "hard", "--only", "20 cars", "--seeds", "1", "--limit", "60"]
    command += ["--solvers", "csplib;cp-sat;luby", "--page", str(page), "--results", str(results)]
    command += ["--environments", str(tmp_path)]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env=dict(os.environ))  # noqa: S603
    assert "s, solved" in shown.stdout
    found = json.loads(results.read_text())["families"]["20 cars"]
    assert [*found] == ["csplib", "CP-SAT", "restarts=luby(20)"]
    assert all(result["solvable"] and sum(result["seconds"]) > 0 for (result,) in found.values())
    assert "| 20 cars | 1/1 · " in page.read_text(encoding="utf-8")


def results_of(**found: list[dict[str, Any]]) -> dict[str, Any]:
    named = {name.replace("_", "-"): results for name, results in found.items()}
    return {"families": {"20 cars": named}, "limit": 10, "versions": {"csplib compiled": "1"}, "machine": "a machine"}


def test_the_page_counts_a_problem_that_was_not_solved_as_the_limit(tmp_path: Path) -> None:
    quick = {"seconds": [0.5, 1.5], "solvable": True}
    late, wrong = {"problem": "> 10 s"}, {"problem": "WrongAnswerError: too many"}
    write(results_of(csplib=[quick, late], CP_SAT=[quick, quick], Choco=[quick, wrong]), tmp_path / "hard.md")
    text = (tmp_path / "hard.md").read_text(encoding="utf-8")
    assert "| 20 cars | 1/2 · 12+ s | 2/2 · 4 s | wrong |  | < 0.33 (CP-SAT) |" in text
    assert "- 20 cars: CP-SAT is more than 3 times as fast" in text
