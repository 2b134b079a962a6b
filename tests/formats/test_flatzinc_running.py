"""`fzn-csplib` as MiniZinc starts it: its options, its lines, and how signals end it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from csplib.formats.flatzinc.running import main

FILES = Path(__file__).parent.parent / "data" / "flatzinc"
COMMAND = [sys.executable, "-m", "csplib.formats.flatzinc.running"]
# It takes very long to prove that the first solutions cannot be much better.
LONG = (
    "predicate fzn_all_different_int(array [int] of var int: x);\n"
    + "".join(f"var 0..40000: x{i} :: output_var;\n" for i in range(60))
    + "var 0..3000000: cost;\n"
    + "".join(f"constraint int_times(x{i}, x{i + 1}, {i % 7 * 12 + 3600});\n" for i in range(0, 60, 2))
    + f"constraint int_lin_eq([{','.join(['1'] * 60)},-1], [{','.join(f'x{i}' for i in range(60))},cost], 0);\n"
    + f"constraint fzn_all_different_int([{','.join(f'x{i}' for i in range(60))}]);\n"
    + "solve minimize cost;\n"
)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """Return the lines that a run prints."""
    assert main(words) == 0
    return capsys.readouterr().out.splitlines()


def at(name: str) -> str:
    return str(FILES / f"{name}.fzn")


def test_one_solution_is_the_answer_without_options(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, at("rooms"))
    assert lines[0].startswith("start = array1d(1..5, [")
    assert lines[1:] == ["----------"]


def test_all_solutions_end_with_a_double_line(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "-a", at("rooms"))
    assert (lines.count("----------"), lines[-1]) == (92, "==========")


def test_n_solutions_leave_it_open_whether_there_are_more(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "-n", "3", at("rooms"))
    assert (lines.count("----------"), lines[-1]) == (3, "----------")
    assert run(capsys, "-n", "100", at("teams"))[-1] == "=========="


def test_only_the_best_solution_is_written_unless_all_are_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    last = ["mark = array1d(1..5, [0, 1, 4, 9, 11]);", "----------", "=========="]
    assert run(capsys, at("golomb")) == last
    for flag in ("-i", "-a"):
        lines = run(capsys, flag, at("golomb"))
        assert lines.count("----------") > 1
        assert lines[-3:] == last


def test_no_solution_has_its_own_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, at("unsat")) == run(capsys, "-a", at("unsat")) == ["=====UNSATISFIABLE====="]


def test_a_search_that_follows_no_annotation_finds_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "-f", at("golomb")) == run(capsys, at("golomb"))


def test_a_search_goes_on_freely_where_the_annotations_have_led_nowhere(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for nodes in range(0, 12, 3):
        monkeypatch.setattr("csplib.formats.flatzinc.running._GUIDED_NODES", nodes)
        assert run(capsys, at("golomb"))[-3:] == ["mark = array1d(1..5, [0, 1, 4, 9, 11]);", "----------", "=========="]
        assert run(capsys, at("guided")) == ["x = array1d(1..4, [2, 4, 1, 3]);", "----------"]


def test_the_same_seed_gives_the_same_solutions(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "-r", "7", "-n", "5", at("rooms")) == run(capsys, "-r", "7", "-n", "5", at("rooms"))
    assert run(capsys, "-r", "7", "-n", "5", at("rooms")) != run(capsys, "-n", "5", at("rooms"))


def test_processes_find_all_solutions(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "-p", "2", "-a", at("rooms"))
    assert (lines.count("----------"), lines[-1]) == (92, "==========")


def test_statistics_are_comments_for_minizinc(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "-s", at("golomb"))
    found = dict(line.removeprefix("%%%mzn-stat: ").split("=") for line in lines if line.startswith("%%%mzn-stat: "))
    assert lines[-1] == "%%%mzn-stat-end"
    assert (found["objective"], found["variables"]) == ("11", "10")
    assert {"nodes", "failures", "solutions", "initTime", "solveTime", "propagations"} <= found.keys()


def test_verbose_runs_talk_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-v", at("unsat")]) == 0
    assert "variables" in capsys.readouterr().err


def test_a_file_with_a_mistake_is_an_error(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "wrong.fzn"
    path.write_text("var 1.0..2.0: x;\nsolve satisfy;")
    assert main([str(path)]) == 1
    text = capsys.readouterr()
    assert text.out == "=====ERROR=====\n"
    assert f"{path}:1:15: x is a variable of floats" in text.err


def test_a_time_limit_keeps_the_best_solution_so_far(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "long.fzn"
    path.write_text(LONG)
    lines = run(capsys, "-t", "1500", str(path))
    assert lines in (["=====UNKNOWN====="], [*lines[:60], "----------"])


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_run_that_keeps_what_it_found(number: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "endless.fzn"
    path.write_text("".join(f"var 0..9: x{i} :: output_var;" for i in range(30)) + "solve satisfy;")
    with subprocess.Popen([*COMMAND, "-a", "-s", str(path)], stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("-----"):
                process.send_signal(number)
                break
        rest = process.stdout.read().splitlines()
        assert process.wait(60) == 0
    assert rest[-1] == "%%%mzn-stat-end"
    assert "==========" not in rest


def test_each_solution_is_written_when_it_is_found(tmp_path: Path) -> None:
    path = tmp_path / "endless.fzn"
    path.write_text("".join(f"var 0..9: x{i} :: output_var;" for i in range(30)) + "solve satisfy;")
    with subprocess.Popen([*COMMAND, "-a", str(path)], stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout is not None
        assert process.stdout.readline() == "x0 = 0;\n"  # of a search that does not end
        process.kill()
