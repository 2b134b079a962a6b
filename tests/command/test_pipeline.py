"""Streams of puzzles: read from any source, solved in order, and written in every format."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from command_line import CLASH, SOLVED_TINY, TINY, Capture, run
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import P0, P6

from csplib.command import main
from csplib.command.exits import Exit, Failure
from csplib.command.input import open_source, read_items
from csplib.command.workers import in_order
from csplib.sudoku import Board, solve

DATA = Path(__file__).parents[1] / "data"
READING: dict[str, object] = {"geometry": None, "size": None, "symbols": None, "one_based": False}


def started(*words: str, **settings: object) -> subprocess.CompletedProcess[str]:
    """Run csplib in another process."""
    command = [sys.executable, "-m", "csplib", *words]
    environment = {**os.environ, "PYTHONUTF8": "1"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, **settings)  # type: ignore[call-overload,no-any-return] # noqa: S603, PLW1510


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """Good lines, a bad one, an unsolvable one, a comment and an empty line."""
    file = tmp_path / "mixed.txt"
    file.write_text(f"# puzzles\n{TINY}\n\n12345\n{CLASH}\n{P0}\n{TINY}\n")
    return file


def test_a_bad_line_is_reported_with_its_number_and_the_rest_is_solved(capsys: Capture, mixed: Path) -> None:
    code, out, err = run(capsys, "sudoku", "solve", str(mixed))
    solved = solve(Board.parse(P0))
    assert solved is not None
    assert code == Exit.BAD_INPUT
    assert out.splitlines() == [SOLVED_TINY, "Unsolvable CSP", solved.to_line(), SOLVED_TINY]
    assert err.splitlines() == [
        f"csplib: {mixed}:4: 5 cells do not make a square board",
        f"csplib: {mixed}:5: 1 occurs twice in row 1: at r1c1 and r1c2",
    ]


def test_json_has_an_object_for_every_line_good_or_bad(capsys: Capture, mixed: Path) -> None:
    records = [
        json.loads(line) for line in run(capsys, "sudoku", "solve", "--format", "json", str(mixed))[1].splitlines()
    ]
    assert [each["line"] for each in records] == [2, 4, 5, 6, 7]
    assert [each.get("status") for each in records] == ["solved", None, "no solution", "solved", "solved"]
    assert records[1]["error"] == "5 cells do not make a square board"


def test_csv_has_a_row_for_every_line_good_or_bad(capsys: Capture, mixed: Path) -> None:
    for command in ("solve", "check", "count", "grade", "hint", "steps", "show"):
        out = run(capsys, "sudoku", command, "--format", "csv", str(mixed))[1]
        rows = list(csv.DictReader(io.StringIO(out)))
        assert [row["line"] for row in rows] == ["2", "4", "5", "6", "7"]
        assert [bool(row["error"]) for row in rows] == [False, True, False, False, False]


def test_several_pictures_go_to_a_folder(capsys: Capture, mixed: Path, tmp_path: Path) -> None:
    assert run(capsys, "sudoku", "solve", "--format", "svg", str(mixed))[0] == Exit.BAD_INPUT
    folder = tmp_path / "new" / "pictures"
    run(capsys, "sudoku", "solve", "--format", "svg", "--output", str(folder), str(mixed))
    assert sorted(file.name for file in folder.iterdir()) == ["00001.svg", "00004.svg", "00005.svg"]
    assert all(file.read_text().startswith("<svg") for file in folder.iterdir())
    code, _, err = run(capsys, "sudoku", "show", "--format", "svg", "--output", str(mixed), str(mixed))
    assert (code, "several pictures need a folder" in err) == (Exit.BAD_INPUT, True)


def test_a_file_is_not_written_while_it_is_read(capsys: Capture, mixed: Path) -> None:
    before = mixed.read_text()
    code, _, err = run(capsys, "sudoku", "solve", "--output", str(mixed), str(mixed))
    assert (code, err) == (Exit.BAD_INPUT, f"csplib: {str(mixed)!r} is an input file: write to another file\n")
    assert mixed.read_text() == before


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param("\n".join(P0[i : i + 9] for i in range(0, 81, 9)), [1], id="one board in nine rows"),
        pytest.param(Board.parse(P0).to_text("grid"), [1], id="one board as a grid"),
        pytest.param(Board.parse(P0).to_text("listing"), [1], id="one board as a listing"),
        pytest.param(f"{P0}\n{P6}\n", [1, 2], id="two boards in two lines"),
        pytest.param(f"\ufeff{P0}\r\n{P6}\r\n", [1, 2], id="two boards from Windows"),
        pytest.param(f"# no\n\n{P0}\n% no\n{P6}", [3, 5], id="comments between boards"),
        pytest.param(f"{P0}\n" * 5, [1, 2, 3, 4, 5], id="five boards"),
        pytest.param(f"quizzes,solutions\n{P0},\n{P6},\n", [2, 3], id="a table"),
        pytest.param((DATA / "sudoku_grids.txt").read_text(), [2, 12, 22], id="grids below headers"),
        pytest.param(f"{P0}\noops\n{P6}\n", [1, 2, 3], id="a bad line among good ones"),
    ],
)
def test_boards_are_found_in_a_file_with_the_line_where_they_begin(tmp_path: Path, text: str, lines: list[int]) -> None:
    file = tmp_path / "boards.txt"
    file.write_bytes(text.encode())
    items, many = read_items(open_source(str(file), READING, by_line=False), READING)
    found = list(items)
    assert [item.line for item in found] == lines
    assert many == (len(lines) > 1)
    assert [item.offset for item in found] == sorted(item.offset for item in found)


def test_one_board_with_a_bad_symbol_is_one_bad_board(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("\n".join(P0[i : i + 9] for i in range(0, 81, 9)).replace("692", "6&2"))
    code, out, err = run(capsys, "sudoku", "solve", str(file))
    assert (code, out) == (Exit.BAD_INPUT, "")
    assert err.startswith(f"csplib: {file}:5: '&' is not one of 123456789 or an empty cell (column 2")


def test_standard_input_is_read_if_nothing_else_is_named(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    for words in ([], ["-"]):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{TINY}\n"))
        assert run(capsys, "sudoku", "solve", "--style", "line", *words) == (0, f"{SOLVED_TINY}\n", "")


def test_several_arguments_are_several_puzzles(capsys: Capture, mixed: Path) -> None:
    code, out, err = run(capsys, "sudoku", "count", TINY, "12345", str(mixed))
    assert (code, out.splitlines()) == (Exit.BAD_INPUT, ["1", "1", "0", "1", "1"])
    assert err.startswith("csplib: argument 2:1: 5 cells do not make a square board\n")


def test_lines_can_be_forced_to_be_boards(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "rows.txt"
    file.write_text(f"{TINY}\n" * 16)  # sixteen rows of sixteen cells, or sixteen boards
    assert run(capsys, "sudoku", "count", "--lines", str(file))[1] == "1\n" * 16


def test_a_binary_file_is_refused(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\r\n\0\0\0")
    assert run(capsys, "sudoku", "solve", str(file))[2] == f"csplib: {str(file)!r} is not a text file\n"


def test_the_worst_outcome_is_the_exit_code(capsys: Capture) -> None:
    assert run(capsys, "sudoku", "solve", TINY, TINY)[0] == Exit.FINE
    assert run(capsys, "sudoku", "solve", TINY, CLASH)[0] == Exit.NO_SOLUTION
    limited = ["sudoku", "solve", "--method", "backtracking", "--node-limit", "1"]
    assert run(capsys, *limited, P6, CLASH)[0] == Exit.LIMIT
    assert run(capsys, *limited, P6, CLASH, "12345")[0] == Exit.BAD_INPUT


@given(st.lists(st.sampled_from([TINY, "12345", CLASH, "# no", "", P0]), min_size=1, max_size=12))
@settings(max_examples=40)
def test_no_line_is_lost_and_order_is_kept(lines: list[str]) -> None:
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
        patch.setattr("sys.stdout", out)
        patch.setattr("sys.stderr", io.StringIO())
        main(["sudoku", "solve", "--lines", "--format", "json"])
    records = [json.loads(line) for line in out.getvalue().splitlines()]
    content = {number: line for number, line in enumerate(lines, 1) if line and not line.startswith("#")}
    assert [each["line"] for each in records] == list(content)
    status = {TINY: "solved", P0: "solved", CLASH: "no solution", "12345": None}
    assert [each.get("status") for each in records] == [status[line] for line in content.values()]


def double(number: int) -> int:
    return 2 * number


def endless(taken: list[int]) -> Iterator[int]:
    while True:
        taken.append(len(taken))
        yield taken[-1]


@pytest.mark.parametrize(("jobs", "most"), [(1, 3), (2, 100)])
def test_an_endless_stream_is_read_only_as_far_as_needed(jobs: int, most: int) -> None:
    taken: list[int] = []
    results = in_order(double, endless(taken), jobs, chunk=5)
    assert [next(results) for _ in range(3)] == [0, 2, 4]
    assert len(taken) <= most
    getattr(results, "close", lambda: None)()


@pytest.mark.parametrize(
    "arguments", ["bytes, [60_000_000] * 40, 2, chunk=1", "len, ['x' * 200_000] * 400, 2"], ids=["results", "tasks"]
)
def test_a_caller_that_stops_early_does_not_wait_for_the_rest(tmp_path: Path, arguments: str) -> None:
    program = tmp_path / "leaves.py"
    program.write_text(
        "from csplib.command.workers import in_order\n"
        "if __name__ == '__main__':\n"
        f"    results = in_order({arguments})\n"
        "    next(results)\n"
        "    results.close()\n"
    )
    done = subprocess.run([sys.executable, program], check=False, timeout=120)  # noqa: S603
    assert done.returncode == 0


def test_a_worker_that_dies_is_reported() -> None:
    with pytest.raises(Failure, match="a worker process died") as ended:
        list(in_order(os._exit, [3, 3], 2))
    assert ended.value.code == Exit.LIMIT


def test_two_processes_print_the_same_as_one(tmp_path: Path) -> None:
    lines = (DATA / "sudoku_17_clues.sdm").read_text().splitlines()[1:]
    file = tmp_path / "many.txt"
    file.write_text("\n".join([*lines * 6, "oops", *lines * 6, CLASH, *lines]))
    one = started("sudoku", "solve", str(file))
    two = started("sudoku", "solve", "--jobs", "2", "--progress", str(file))
    assert (one.returncode, two.returncode) == (Exit.BAD_INPUT, Exit.BAD_INPUT)
    assert one.stdout == two.stdout
    assert len(one.stdout.splitlines()) == 13 * len(lines) + 1
    bad = 6 * len(lines) + 1
    assert f"csplib: {file}:{bad}: " in one.stderr
    assert f"csplib: {file}:{bad}: " in two.stderr
    assert f"100%  {13 * len(lines) + 2} done, " in two.stderr.splitlines()[-1]


def test_two_processes_make_the_puzzles_that_one_makes(capsys: Capture) -> None:
    words = ["sudoku", "generate", "--size", "4", "--count", "6", "--seed", "5"]
    assert started(*words, "--jobs", "2").stdout == run(capsys, *words)[1]


def test_a_closed_pipe_ends_the_run_quietly(tmp_path: Path) -> None:
    file = tmp_path / "many.txt"
    file.write_text(f"{P0}\n" * 3000)
    command = [sys.executable, "-m", "csplib", "sudoku", "show", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == f"{P0}\n"
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=60) == Exit.FINE


def test_importing_the_core_does_not_import_the_command() -> None:
    script = (
        "import sys, csplib; print(*sorted(m for m in sys.modules if m.startswith(('csplib.command', 'argparse'))))"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    assert shown.stdout == "\n"


def test_worse_is_an_order() -> None:
    order = [Exit.FINE, Exit.NO_SOLUTION, Exit.LIMIT, Exit.BAD_INPUT, Exit.INTERRUPTED]
    for place, one in enumerate(order):
        for other in order[place:]:
            assert one.worse(other) is other.worse(one) is other


def test_a_fault_in_a_worker_function_is_not_swallowed() -> None:
    with pytest.raises(ZeroDivisionError):
        list(in_order(partial(divmod, 1), [1, 0], 1))
