"""`csplib solve`: what it prints, its exit codes, and how it stops."""

from __future__ import annotations

import io
import json
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from command_line import Capture, run

import csplib
from csplib import Problem
from csplib.command import solve

if TYPE_CHECKING:
    from typing_extensions import Self

CLAUSES = "p cnf 3 3\n1 -2 0\n2 3 0\n-1 -3 0\n"
PENTAGON = "p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n"


@pytest.fixture
def clauses(tmp_path: Path) -> str:
    path = tmp_path / "some.cnf"
    path.write_text(CLAUSES)
    return str(path)


@pytest.fixture
def pentagon(tmp_path: Path) -> str:
    path = tmp_path / "pentagon.col"
    path.write_text(PENTAGON)
    return str(path)


@pytest.fixture
def knapsack(tmp_path: Path) -> str:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(10))
    p.add(3 * x + 5 * y <= 20)
    path = tmp_path / "knapsack.json"
    csplib.write(p, path, maximize=4 * x + 7 * y)
    return str(path)


def test_one_solution_is_printed_as_the_format_has_it(capsys: Capture, clauses: str) -> None:
    assert run(capsys, "solve", clauses) == (0, "s SATISFIABLE\nv -1 -2 3 0\n", "")


def test_all_solutions_are_printed(capsys: Capture, clauses: str) -> None:
    assert run(capsys, "solve", clauses, "--all") == (0, "s SATISFIABLE\nv -1 -2 3 0\nv 1 2 -3 0\n", "")
    assert run(capsys, "solve", clauses, "--solutions", "1")[1] == "s SATISFIABLE\nv -1 -2 3 0\n"


def test_solutions_are_counted(capsys: Capture, clauses: str, pentagon: str) -> None:
    assert run(capsys, "solve", clauses, "--count")[1].endswith("c s exact arb int 2\n")
    assert run(capsys, "solve", pentagon, "--count", "--colors", "3") == (0, "c 30 colorings\n", "")
    assert run(capsys, "solve", pentagon, "--count", "--colors", "2") == (1, "c 0 colorings\n", "")


def test_an_objective_is_optimized(capsys: Capture, pentagon: str, knapsack: str) -> None:
    code, out, _ = run(capsys, "solve", pentagon)
    assert code == 0
    assert "s col 3\n" in out
    assert out.endswith("c optimal\n")
    code, out, _ = run(capsys, "solve", knapsack, "--best")
    assert out.endswith("objective = 28\nx = 0\ny = 4\n\noptimal\n")
    assert run(capsys, "solve", knapsack, "--first")[1] == "objective = 0\nx = 0\ny = 0\n\n"
    assert run(capsys, "solve", knapsack, "--all")[1].count("objective") == 20


def test_lines_of_json_are_the_same_for_every_format(capsys: Capture, clauses: str, knapsack: str) -> None:
    lines = [json.loads(line) for line in run(capsys, "solve", clauses, "--all", "--json")[1].splitlines()]
    assert lines[0] == {"solution": {"1": False, "2": False, "3": True}}
    assert lines[-1] == {"status": "found all", "complete": True}
    lines = [json.loads(line) for line in run(capsys, "solve", knapsack, "--json")[1].splitlines()]
    assert lines[-2:] == [
        {"solution": {"x": 0, "y": 4}, "objective": 28},
        {"status": "optimal", "complete": True, "objective": 28},
    ]
    assert json.loads(run(capsys, "solve", clauses, "--count", "--json")[1]) == {"count": 2, "complete": True}
    assert json.loads(run(capsys, "solve", clauses, "--json")[1].splitlines()[-1])["status"] == "solved"


def test_no_solution_has_a_code_of_its_own(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "none.cnf"
    path.write_text("p cnf 1 2\n1 0\n-1 0\n")
    assert run(capsys, "solve", str(path)) == (1, "s UNSATISFIABLE\n", "")
    assert run(capsys, "solve", str(path), "--all") == (1, "s UNSATISFIABLE\n", "")
    assert run(capsys, "solve", str(path), "--count")[:2] == (1, "s UNSATISFIABLE\nc s type mc\nc s exact arb int 0\n")


@pytest.mark.parametrize("limit", ["--time-limit", "--node-limit"])
def test_a_limit_has_a_code_of_its_own(capsys: Capture, clauses: str, knapsack: str, limit: str) -> None:
    assert run(capsys, "solve", clauses, limit, "0") == (3, "s UNKNOWN\n", "")
    assert run(capsys, "solve", knapsack, limit, "0") == (3, "stopped at a limit\n", "")
    if limit == "--time-limit":
        assert run(capsys, "solve", clauses, "--count", limit, "0") == (3, "c at least 0 solutions\n", "")


@pytest.mark.parametrize("asked", [[], ["--all"]])
def test_cp_sat_answers_if_it_is_asked_for(capsys: Capture, clauses: str, asked: list[str]) -> None:
    pytest.importorskip("ortools")
    code, out, _ = run(capsys, "solve", clauses, "--engine", "cp-sat", *asked)
    assert code == 0
    assert out.startswith("s SATISFIABLE\nv ")


def test_a_compressed_file_is_unpacked_and_a_wrong_suffix_does_not_matter(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "some.data"
    path.write_bytes(lzma.compress(CLAUSES.encode()))
    assert run(capsys, "solve", str(path))[0] == 0


def test_standard_input_is_a_file(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(CLAUSES.encode())))
    assert run(capsys, "solve", "-")[0] == 0


def test_mistakes_are_one_line(capsys: Capture, clauses: str, tmp_path: Path) -> None:
    path = tmp_path / "some.text"
    path.write_text("hello")
    code, out, err = run(capsys, "solve", str(path))
    assert (code, out) == (2, "")
    assert err.startswith(f"csplib: {path}: this is in no format that csplib knows: json (.json), ")
    assert run(capsys, "solve", "nowhere.cnf")[::2] == (2, "csplib: there is no file 'nowhere.cnf'\n")
    assert "has no objective" in run(capsys, "solve", clauses, "--best")[2]
    assert "the format cnf has no option colors=" in run(capsys, "solve", clauses, "--colors", "3")[2]
    assert "did you mean 'cnf'?" in run(capsys, "solve", clauses, "--format", "cfn")[2]
    assert "not allowed with" in run(capsys, "solve", clauses, "--all", "--count")[2]


def test_statistics_go_to_stderr(capsys: Capture, clauses: str) -> None:
    _, out, err = run(capsys, "solve", clauses, "--all", "--statistics")
    assert out.startswith("s ")
    assert " nodes, " in err
    assert err.endswith(" s in all\n")


class Stopped:
    """An optimization that Ctrl-C stops after one solution."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __iter__(self) -> Iterator[Any]:
        yield csplib.Improvement(csplib.Solution({"1": 1}), 1)
        raise KeyboardInterrupt


def test_ctrl_c_prints_the_end_for_the_best_so_far(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, pentagon: str
) -> None:
    model = csplib.read(pentagon)
    monkeypatch.setattr(model, "optimize", lambda **_: Stopped())
    monkeypatch.setattr(solve, "read", lambda *_, **__: model)
    assert run(capsys, "solve", pentagon) == (
        130,
        "s col 1\nl 1 1\nc stopped at a limit\n",
        "csplib: interrupted\n",
    )


def test_progress_is_one_line_of_a_terminal(capsys: Capture, monkeypatch: pytest.MonkeyPatch, pentagon: str) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    code, out, err = run(capsys, "solve", pentagon)
    assert (code, out.count("s col")) == (0, 1)
    assert not err or err.endswith("\r\x1b[K")
