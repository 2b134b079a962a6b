"""`csplib sudoku …` on one puzzle: what is printed, and the exit code."""

from __future__ import annotations

import io
import json
from itertools import permutations
from pathlib import Path

import pytest
from command_line import CLASH, DEAD, Capture, run
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import AC3_DOMAINS, P0, P6

from csplib.command import main
from csplib.command.bench import WORKLOADS
from csplib.command.entry import make_parser
from csplib.sudoku import STYLES, Board, generate

TWO = "39..5.......2....5...719.8..5..68...2.6..3...........45........67.1.5.4.1.9...2.."
ONE = "39..5.......2....5...719.8..5..68...2.6..3...........45........67.1.5.4.1.9...3.."
SOLVED_ONE = "397856421861234975425719683754968132216473598938521764542397816673185249189642357"
EMPTY = "." * 81

PUBLISHED = """
step 1  set.size():1933  AC:(0,0)(0,6)  (0,0).remove(6)  domain:[12345789]
step 2  set.size():1938  AC:(0,1)(0,6)  (0,1).remove(6)  domain:[12345789]
step 319  set.size():770  AC:(0,1)(1,1)  (0,1).remove(2)  domain:[7]
step 320  set.size():392  AC:(0,7)(0,2)  (0,7).remove(3)  domain:[2]
"""


def test_the_trace_of_ac3_is_the_published_one(capsys: Capture) -> None:
    code, out, err = run(capsys, "sudoku", "trace", "--method", "ac3", P0)
    lines = out.splitlines()
    assert (code, len(lines)) == (0, 320)
    assert lines[:2] + lines[-2:] == PUBLISHED.strip().splitlines()
    assert err == "csplib: AC-3 alone solves the board\n"


def test_the_trace_can_end_with_the_domains_that_ac3_leaves(capsys: Capture) -> None:
    code, out, _ = run(capsys, "sudoku", "trace", "--domains", P6)
    assert code == 0
    assert out.splitlines()[-9:] == AC3_DOMAINS.strip().splitlines()


def test_the_trace_of_a_search_goes_to_a_file_and_stops_at_a_limit(capsys: Capture, tmp_path: Path) -> None:
    record = tmp_path / "run.txt"
    words = ["sudoku", "trace", "--method", "backtracking", "--output", str(record)]
    assert run(capsys, *words, "--node-limit", "5", P6) == (3, "", "csplib: stopped at node_limit=5\n")
    assert record.read_text().startswith("step 1  try 1 for (0,0)\n")
    assert run(capsys, *words, P0)[0] == 0
    assert "undo" in record.read_text()


@pytest.mark.parametrize("method", ["ac3", "mac", "backtracking"])
def test_a_trace_of_a_board_without_a_solution_says_so_at_its_end(capsys: Capture, method: str) -> None:
    code, out, _ = run(capsys, "sudoku", "trace", "--method", method, CLASH)
    assert (code, out.splitlines()[-1]) == (1, "Unsolvable CSP")


@pytest.mark.parametrize(
    ("words", "code", "out", "err"),
    [
        pytest.param(["solve", ONE, "--style", "line"], 0, SOLVED_ONE, "", id="one solution"),
        pytest.param(["solve", DEAD], 1, "Unsolvable CSP", "", id="no solution"),
        pytest.param(["solve", CLASH], 1, "Unsolvable CSP", "1 occurs twice in row 1: at r1c1 and r1c2", id="a clash"),
        pytest.param(["solve", "12345"], 2, "", "5 cells do not make a square board", id="no board"),
        pytest.param(
            ["solve", "--method", "backtracking", "--node-limit", "3", P6], 3, "", "stopped at node_limit=3", id="limit"
        ),
        pytest.param(["count", TWO], 0, "2", "", id="two are counted"),
        pytest.param(["count", CLASH], 1, "0", "", id="none is counted"),
        pytest.param(["count", "--most", "100", EMPTY], 0, "at least 100", "", id="as many as are wanted are counted"),
        pytest.param(["count", "--most", "0", "." * 16], 0, "288", "", id="all are counted"),
        pytest.param(
            ["count", "--node-limit", "5", EMPTY], 3, "at least 0", "stopped at node_limit=5", id="counting is stopped"
        ),
        pytest.param(["check", ONE], 0, "Exactly one solution.", "", id="checked and good"),
        pytest.param(["check", "--node-limit", "0", TWO], 3, "", "stopped at node_limit=0", id="checking is stopped"),
        pytest.param(["hint", DEAD], 1, "Unsolvable CSP", None, id="no hint without a solution"),
        pytest.param(["hint", "1234341221434321"], 0, "The board is full.", "", id="no hint for a full board"),
        pytest.param(
            ["hint", EMPTY],
            0,
            "No technique applies here: try `csplib sudoku solve`.",
            "",
            id="no hint but search",
        ),
        pytest.param(
            ["hint", P6],
            0,
            "Pointing: In box 6, 6 can only be in column 7, so no other cell of column 7 can be 6.\n"
            "Ruled out: 6 in r1c7",
            "",
            id="a hint that rules a value out",
        ),
        pytest.param(["trace", f"{P0}\n{P6}"], 2, "", "this command takes one puzzle, but there are several", id="two"),
        pytest.param(["trace", "12345"], 2, "", "5 cells do not make a square board", id="nothing to trace"),
        pytest.param(
            ["compare", "12345"], 2, "", "line 1: 5 cells do not make a square board", id="nothing to compare"
        ),
        pytest.param(["steps", "1234341221434321"], 0, "The board is full.", "", id="no steps for a full board"),
        pytest.param(["steps", TWO], 1, "", "the board has more than one solution", id="no steps to two solutions"),
        pytest.param(["steps", CLASH], 1, "Unsolvable CSP", None, id="no steps to no solution"),
        pytest.param(["grade", DEAD], 1, "", None, id="no grade without a solution"),
        pytest.param(
            ["generate", "--size", "4", "--clues", "5", "--seed", "1", "--style", "line"],
            0,
            "...3.14....4.4..",
            "",
            id="a puzzle is made",
        ),
        pytest.param(
            ["generate", "--clues", "17", "--time-limit", "0"], 3, "", None, id="no puzzle is made in no time"
        ),
    ],
)
def test_a_command_answers_and_ends_with_its_code(
    capsys: Capture, words: list[str], code: int, out: str, err: str | None
) -> None:
    found = run(capsys, "sudoku", *words)
    assert (found[0], found[1]) == (code, f"{out}\n" if out else "")
    if err is None:
        assert found[2].startswith("csplib: ")
        assert found[2].count("\n") == 1
    else:
        assert found[2] == (f"csplib: {err}\n" if err else "")


def test_solving_says_when_there_are_more_solutions(capsys: Capture) -> None:
    code, out, err = run(capsys, "sudoku", "solve", TWO)
    assert code == 0
    assert Board.parse(out).is_solved
    assert err == "csplib: this is one of several solutions\n"
    _, out, err = run(capsys, "sudoku", "solve", "--solutions", "5", "--style", "line", TWO)
    assert [Board.parse(line).is_solved for line in out.splitlines()] == [True, True]
    assert err == ""
    _, listed, _ = run(capsys, "sudoku", "solve", "--solutions", "5", "--format", "json", TWO)
    assert json.loads(listed)["solutions"] == out.split()


def test_a_limit_after_the_first_solution_leaves_open_whether_there_are_more(capsys: Capture) -> None:
    words = ["sudoku", "solve", "--method", "backtracking", "--format", "json"]
    nodes = json.loads(run(capsys, *words, P0)[1])["nodes"]
    code, out, err = run(capsys, *words, "--node-limit", str(nodes), P0)
    record = json.loads(out)
    assert (code, record["status"], record["unique"], record["nodes"]) == (0, "solved", None, nodes)
    assert err == "csplib: there may be more solutions: the search stopped at a limit\n"


def test_checking_tells_what_is_wrong(capsys: Capture) -> None:
    differing = "Two of them differ in r1c3, r1c9, r2c3, r2c8, r7c8, r7c9."
    told = f"More than one solution. {differing} With r1c3=1 there is only one.\n"
    assert run(capsys, "sudoku", "check", TWO)[:2] == (1, told)
    assert "contradict each other: r1c1=1, r1c2=2, r2c4=4." in run(capsys, "sudoku", "check", DEAD)[1]


@pytest.mark.parametrize("style", sorted(set(STYLES) - {"jigsaw", "killer", "pencilmarks"}))
def test_a_board_can_be_written_and_read_in_every_style(capsys: Capture, style: str) -> None:
    _, out, _ = run(capsys, "sudoku", "show", "--style", style, P0)
    assert Board.parse(out).to_line() == P0


@pytest.mark.parametrize("method", ["backtracking", "forward-checking", "mac", "full"])
def test_every_method_finds_the_solution(capsys: Capture, method: str) -> None:
    assert run(capsys, "sudoku", "solve", "--style", "line", "--method", method, P6)[0] == 0


def test_comparing_lists_every_method_in_three_formats(capsys: Capture) -> None:
    methods = ["backtracking", "forward-checking", "mac", "full"]
    table = run(capsys, "sudoku", "compare", P0)[1].splitlines()
    assert [line.split()[2] for line in table[1:]] == methods
    runs = [json.loads(line) for line in run(capsys, "sudoku", "compare", "--format", "json", P0)[1].splitlines()]
    assert [(each["method"], each["outcome"]) for each in runs] == [(method, "solved") for method in methods]
    rows = run(capsys, "sudoku", "compare", "--format", "csv", "--methods", "full,mac", P0)[1].splitlines()
    assert [row.split(",")[1] for row in rows] == ["method", "full", "mac"]


def test_a_picture_needs_no_other_file(capsys: Capture) -> None:
    _, out, _ = run(capsys, "sudoku", "solve", "--format", "svg", P0)
    assert out.startswith("<svg")
    assert out.endswith("</svg>\n")
    assert out.count("<text") == 81


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [
        pytest.param(["sudko"], "did you mean 'sudoku'?", id="a command"),
        pytest.param(["solve", P0], "did you mean 'sudoku solve'?", id="a command of a command"),
        pytest.param(["sudoku", "slove"], "did you mean 'solve'?", id="a command below another"),
        pytest.param(["sudoku", "solve", "--fromat", "json", P0], "did you mean '--format'?", id="an option"),
        pytest.param(["sudoku", "solve", "--format", "jsn", P0], "did you mean 'json'?", id="a format"),
        pytest.param(["sudoku", "solve", "--method", "fulll", P0], "did you mean 'full'?", id="a method"),
        pytest.param(
            ["sudoku", "compare", "--methods", "mac,ful", P0], "did you mean 'full'?", id="one of the methods"
        ),
        pytest.param(["sudoku", "show", "--style", "gird", P0], "did you mean 'grid'?", id="a style"),
        pytest.param(["sudoku", "generate", "--difficulty", "pars"], "did you mean 'pairs'?", id="a difficulty"),
        pytest.param(["sudoku", "generate", "--band", "esy"], "did you mean 'easy'?", id="a band"),
        pytest.param(["sudoku", "generate", "--symmetry", "flp"], "did you mean 'flip'?", id="a symmetry"),
        pytest.param(["sudoku", "play", "--mode", "wach"], "did you mean 'watch'?", id="a mode"),
        pytest.param(["sudoku", "solve", "puzles.txt"], "did you mean 'puzzles.txt'?", id="a file"),
    ],
)
def test_a_typo_gets_a_suggestion(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], suggestion: str
) -> None:
    (tmp_path / "puzzles.txt").write_text(P0)
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert suggestion in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param(["solve", "--jobs", "two", P0], "'two' is not an integer, 0 or more", id="a number in letters"),
        pytest.param(["solve", "--time-limit", "nan", P0], "'nan' is not a number of seconds", id="no time at all"),
        pytest.param(["solve", "--time-limit", "soon", P0], "'soon' is not a number of seconds", id="a time in words"),
        pytest.param(["solve", "--solutions", "0", P0], "'0' is not an integer, 1 or more", id="no solutions"),
        pytest.param(["show", "--box", "6", P0], "'6' is not a box: write 2x3", id="half a box"),
        pytest.param(["solve", "--output", "/no/such/folder", P0], "cannot write '/no/such/folder'", id="no folder"),
        pytest.param(["solve", "/"], "'/' is a folder: name a file in it", id="a folder"),
        pytest.param(["solve", "/etc/no/such.txt"], "there is no file '/etc/no/such.txt'", id="no file"),
        pytest.param(["solve", "--3.-.-.-.-.-.-."], "put -- before a puzzle that begins with -", id="a minus first"),
        pytest.param(["solve", "--size", "9", "1..4..1..1..4..1"], "board of 9x9", id="another size"),
        pytest.param(["trace", "--method", "mac", "--domains", P0], "--domains needs --method ac3", id="no domains"),
        pytest.param(
            ["generate", "--band", "easy", "--clues", "30"], "pass band= or clues=, not both", id="clues twice"
        ),
        pytest.param(["generate", "--band", "easy", "--size", "16"], "is for 9x9 boards", id="a band of another size"),
        pytest.param(["generate", "--difficulty", "very hard"], "write --band very-hard", id="a band as difficulty"),
        pytest.param(["generate", "--size", "1000"], "from 1 to 144, not 1000", id="too large"),
        pytest.param(["generate", "--clues", "3"], "needs at least 17 clues, not 3", id="too few clues"),
        pytest.param(["play", "--mode", "play", P0], "--mode play makes its own puzzle", id="a puzzle too many"),
    ],
)
def test_a_mistake_is_explained_in_one_line(capsys: Capture, words: list[str], message: str) -> None:
    code, out, err = run(capsys, "sudoku", *words)
    assert (code, out) == (2, "")
    assert message in err
    assert err.startswith("csplib: ")
    assert err.count("\n") == 1


def test_a_band_counts_givens_and_a_difficulty_names_a_technique(capsys: Capture) -> None:
    for band, givens in (("extremely-easy", 51), ("easy", 36), ("medium", 32), ("hard", 28), ("very-hard", 27)):
        out = run(capsys, "sudoku", "generate", "--band", band, "--seed", "1", "--format", "json")[1]
        assert json.loads(out)["givens"] == givens
    out = run(capsys, "sudoku", "generate", "--difficulty", "hidden-singles", "--seed", "1", "--format", "json")[1]
    assert json.loads(out)["level"] == "hidden singles"


def test_pencil_marks_that_are_left_out_are_reported(capsys: Capture, tmp_path: Path) -> None:
    marks = "1...1234.2341.34" + "1234" * 12
    notice = "pencil marks are left out: 1 cell has fewer of them than the values allow\n"
    code, out, err = run(capsys, "sudoku", "show", "--style", "line", marks)
    assert (code, out, err) == (0, "1...............\n", f"csplib: {notice}")
    path = tmp_path / "marks.txt"
    path.write_text(f"{marks}\n...3.14....4.4..\n")
    code, out, err = run(capsys, "sudoku", "show", "--lines", str(path))
    assert out == "1...............\n...3.14....4.4..\n"
    assert err == f"csplib: {path}:1: {notice}"
    assert run(capsys, "sudoku", "trace", marks)[2].startswith(f"csplib: {notice}")


def test_no_control_character_reaches_the_terminal(capsys: Capture, tmp_path: Path) -> None:
    name = "evil\x1b[2J\x9bm.txt"
    (tmp_path / name).write_text("1\x1b[2J4\x075\n" * 3)
    for form in ("text", "json", "csv"):
        for words in (["solve"], ["check", "--lines"], ["compare"]):
            _, out, err = run(capsys, "sudoku", *words, "--format", form, str(tmp_path / name))
            assert (out + err).replace("\n", "").isprintable(), (form, words)
            assert "evil\\x1b[2J\\x9bm.txt" in err
    out = run(capsys, "sudoku", "check", "--format", "json", str(tmp_path / name))[1]
    assert json.loads(out)["source"] == str(tmp_path / name)


@pytest.mark.parametrize("command", ["solve", "check", "count", "grade", "hint", "steps"])
def test_a_time_limit_holds_for_every_question(capsys: Capture, command: str) -> None:
    code, _, err = run(capsys, "sudoku", command, "--time-limit", "0", "--size", "36", "." * 36**2)
    assert code == 3
    assert "time_limit=0" in err


def test_generating_a_large_board_stops_at_its_limit(capsys: Capture) -> None:
    code, out, err = run(capsys, "sudoku", "generate", "--size", "81", "--time-limit", "0.2")
    assert (code, out) == (3, "")
    assert "no puzzle within time_limit=0.2" in err


def test_a_seed_makes_the_same_puzzle_as_in_the_library(capsys: Capture) -> None:
    words = ["sudoku", "generate", "--size", "4", "--seed", "7", "--style", "line"]
    first = run(capsys, *words)[1]
    assert first.strip() == generate(4, seed=7).to_line()
    three = run(capsys, *words, "--count", "3")[1]
    assert three.startswith(first)
    assert len(set(three.split())) == 3
    assert run(capsys, *words, "--count", "3")[1] == three


def test_options_describe_the_shape_of_a_board(capsys: Capture) -> None:
    assert run(capsys, "sudoku", "count", "--size", "4", "--diagonals", "." * 16)[1] == "48\n"
    assert run(capsys, "sudoku", "count", "--size", "4", "--regions", "1122112233443344", "." * 16)[1] == "288\n"
    six = run(capsys, "sudoku", "generate", "--box", "3x2", "--seed", "1", "--style", "line")[1]
    assert len(six.strip()) == 36
    assert run(capsys, "sudoku", "check", "--box", "3x2", six.strip())[0] == 0
    assert (
        run(capsys, "sudoku", "solve", "--symbols", "ABCD", "--style", "line", "ABCDCDABBADCDCB.")[1]
        == "ABCDCDABBADCDCBA\n"
    )


def test_candidates_are_shown_in_text_and_pictures(capsys: Capture) -> None:
    shown = run(capsys, "sudoku", "show", "--candidates", P6)[1]
    assert "│ 13456    7 13456 │    8 1459 159 │ 246  29 569 │" in shown
    assert run(capsys, "sudoku", "show", "--candidates", "--format", "svg", P6)[1].count("<text") > 81


def grids() -> list[str]:
    """All 4x4 grids, by brute force."""
    rows = ["".join(row) for row in permutations("1234")]

    def fits(chosen: list[str]) -> bool:
        columns = all(len({row[c] for row in chosen}) == len(chosen) for c in range(4))
        pairs = [chosen[i] + chosen[i + 1] for i in range(0, len(chosen) - 1, 2)]
        return columns and all(len({pair[c] for c in (k, k + 1, k + 4, k + 5)}) == 4 for pair in pairs for k in (0, 2))

    found: list[list[str]] = [[]]
    for _ in range(4):
        found = [[*start, row] for start in found for row in rows if fits([*start, row])]
    return ["".join(grid) for grid in found]


GRIDS = grids()


@given(st.lists(st.sampled_from("......1234"), min_size=16, max_size=16).map("".join))
@settings(max_examples=60)
def test_answers_agree_with_a_list_of_all_grids(puzzle: str) -> None:
    known = [g for g in GRIDS if all(p in {".", s} for p, s in zip(puzzle, g, strict=True))]
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", out)
        patch.setattr("sys.stderr", io.StringIO())
        codes = [main(["sudoku", each, "--format", "json", puzzle]) for each in ("solve", "count", "check")]
    solved, counted, checked = map(json.loads, out.getvalue().splitlines())
    assert codes == [0 if known else 1, 0 if known else 1, 0 if len(known) == 1 else 1]
    assert counted["count"] == len(known)
    assert checked["verdict"] == ("no solution", "one solution", "several solutions")[min(2, len(known))]
    assert solved["solution"] in known if known else solved["solution"] is None
    assert solved["unique"] == ((len(known) == 1) if known else None)


def test_every_example_in_a_help_text_can_be_parsed(capsys: Capture) -> None:
    commands = ["solve", "check", "count", "grade", "hint", "steps", "show", "generate", "trace", "compare", "play"]
    for words in [["demo"], ["bench"], ["web"], *(["sudoku", each] for each in commands)]:
        with pytest.raises(SystemExit) as ended:
            main([*words, "--help"])
        assert ended.value.code == 0
        _, examples = capsys.readouterr().out.split("examples:\n")
        assert examples.strip()
        for example in examples.strip().splitlines():
            plain = example.split("<")[0].split()
            assert plain[: len(words) + 1] == ["csplib", *words]
            assert make_parser().parse_args(plain[1:]).run is not None


def test_a_bare_command_shows_its_help(capsys: Capture) -> None:
    assert "sudoku" in run(capsys)[1]
    assert "generate" in run(capsys, "sudoku")[1]


def test_the_version_names_the_engine(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.strip().endswith(("(pure)", "(compiled)"))


def test_the_demo_shows_ac3_and_search_on_a_map(capsys: Capture) -> None:
    code, out, _ = run(capsys, "demo")
    assert code == 0
    assert "AC:(NT)(WA)  (NT).remove(red)  domain:[green,blue]" in out
    assert "step 1  try green for (NT)" in out
    assert "It is one of 6." in out


def test_the_bench_checks_its_answers_and_gives_rates(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, _ = run(capsys, "bench", "--repeat", "1")
    assert code == 0
    assert [line.split("  ")[0] for line in out.splitlines()[3:]] == list(WORKLOADS)
    records = [json.loads(line) for line in run(capsys, "bench", "--repeat", "1", "--format", "json")[1].splitlines()]
    assert all(each["rate"] > 0 for each in records)
    monkeypatch.setitem(WORKLOADS, "8 queens, all solutions", (WORKLOADS["8 queens, all solutions"][0], 91))
    code, _, err = run(capsys, "bench", "--repeat", "1")
    assert (code, err) == (1, "csplib: 8 queens, all solutions: the answer is 92, but should be 91\n")
