"""csplib at a real terminal: colors, the bar, Ctrl-C, and the game on the whole screen."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from command_line import SOLVED_TINY, TINY
from puzzles import P0

from csplib.sudoku import Board, solve

pexpect = pytest.importorskip("pexpect", reason="needs pexpect, and a POSIX system")
pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal"),
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning"),  # a fork that execs
]

UNSEEN = ".1.856..9.5.793.6.96.142.8579.621..364.53791..31489.761.6974.......6..9...9.1.6.."
UP, DOWN, RIGHT, LEFT = "\x1bOA", "\x1bOB", "\x1bOC", "\x1bOD"


def spawn(*words: str, size: tuple[int, int] = (24, 80), environment: Mapping[str, str] = MappingProxyType({})) -> Any:
    known = {**os.environ, "TERM": "xterm", "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8", **environment}
    for name in ("LINES", "COLUMNS"):  # pytest-xdist sets them, and they would override the size of the window
        known.pop(name, None)
    if "NO_COLOR" not in environment:
        known.pop("NO_COLOR", None)
    command = ["-m", "csplib", *words]
    return pexpect.spawn(sys.executable, command, env=known, encoding="utf-8", dimensions=size, timeout=60)


def finish(child: Any) -> tuple[int, str]:
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus, child.before


@pytest.fixture
def without_rich(tmp_path: Path) -> str:
    """A folder whose `rich` cannot be imported."""
    (tmp_path / "rich.py").write_text("raise ImportError")
    return str(tmp_path)


def test_a_terminal_shows_colors_unless_they_are_not_wanted() -> None:
    code, shown = finish(spawn("sudoku", "solve", P0))
    assert code == 0
    assert "\x1b[1m8\x1b[0m \x1b[36m2\x1b[0m \x1b[1m4\x1b[0m" in shown
    for setting in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        _, plain = finish(spawn("sudoku", "solve", P0, environment=setting))
        assert "\x1b" not in plain
        assert plain == re.sub(r"\x1b\[\d*m", "", shown)


def test_a_terminal_without_box_characters_gets_plain_ones() -> None:
    _, shown = finish(spawn("sudoku", "show", P0, environment={"NO_COLOR": "1", "PYTHONIOENCODING": "ascii"}))
    assert shown.startswith("+-------+-------+-------+\r\n| . . . | . . . | 6 . . |")
    for words in (["sudoku", "solve", "--help"], ["sudoku", "play", "--help"], ["sudoku", "show", "αβγδγδαββαδγδγβα"]):
        assert finish(spawn(*words, environment={"PYTHONIOENCODING": "ascii"}))[0] in {0, 2}


def test_the_bar_stays_below_the_results(tmp_path: Path, without_rich: str) -> None:
    file = tmp_path / "many.txt"
    file.write_text(f"{P0}\n" * 200)
    solved = solve(Board.parse(P0))
    assert solved is not None
    code, shown = finish(spawn("sudoku", "solve", str(file), environment={"PYTHONPATH": without_rich}))
    assert code == 0
    assert shown.count(f"{solved.to_line()}\r\n") == 200
    assert re.search(r"\[#{24}\] 100%  200 done, [\d,]+ a second, 0:\d\d\r\n$", shown)


@pytest.mark.parametrize("rich", [True, False], ids=["with rich", "without rich"])
def test_a_bar_is_shown_while_results_go_to_a_file(tmp_path: Path, without_rich: str, *, rich: bool) -> None:
    if rich:
        pytest.importorskip("rich")
    file, output = tmp_path / "many.txt", tmp_path / "out.txt"
    file.write_text(f"{P0}\n" * 100 + "oops\n" + f"{P0}\n" * 100)
    setting = {} if rich else {"PYTHONPATH": without_rich}
    code, shown = finish(spawn("sudoku", "solve", "--output", str(output), str(file), environment=setting))
    assert code == 2
    assert ("━━━" if rich else "[#####") in shown
    assert "100%" in shown
    assert "201 done" in shown
    assert "many.txt:101: " in shown.replace("\r\n", "")
    assert len(output.read_text().splitlines()) == 200


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_run_with_its_code_and_no_traceback(tmp_path: Path, jobs: str) -> None:
    file = tmp_path / "many.txt"
    file.write_text(f"{P0}\n" * 20000)
    child = spawn("sudoku", "solve", "--jobs", jobs, "--output", os.devnull, str(file))
    child.expect("a second")
    child.sendintr()
    code, shown = finish(child)
    assert code == 130
    assert "csplib: interrupted" in shown
    assert "Traceback" not in shown
    assert "100%" not in shown


def test_a_puzzle_can_be_typed() -> None:
    child = spawn("sudoku", "solve", "--style", "line", "-", environment={"TERM": "dumb"})
    child.expect("press Ctrl-D")
    for start in range(0, 16, 4):
        child.sendline(TINY[start : start + 4])
    child.sendeof()
    code, shown = finish(child)
    assert code == 0
    assert SOLVED_TINY in shown
    assert finish(spawn("sudoku", "solve"))[0] == 2


def test_the_game_is_played_on_the_whole_screen() -> None:
    child = spawn("sudoku", "play", TINY)
    child.expect("lives ♥♥♥   time 0:0")
    child.expect("notes off")
    # Only changes are drawn, unless Ctrl-L asks for all.
    child.send("n24\x0c")
    child.expect("₂₄")
    child.expect("Notes: r1c1 2 4")
    child.send("n3\x0c")
    child.expect("Wrong: 3 occurs twice in row 1: at r1c1 and r1c4. That costs a life.")
    child.send("?\x0c")
    child.expect("Hint: . goes to r")
    child.send("u" * 5 + "\x0c")
    child.expect("There is nothing to undo.")
    child.send("p")
    child.expect("Paused: press p to go on.")
    child.send("p")
    child.expect("to fill")
    child.send("q")
    code, shown = finish(child)
    assert code == 0
    assert "Stopped after 0:" in shown
    assert "1 mistake" in shown


def test_a_hint_that_is_too_long_for_the_window_is_read_page_by_page() -> None:
    # A position in which a value needs eliminations: see tests/sudoku/test_hints.py.
    child = spawn("sudoku", "play", UNSEEN, size=(18, 60))
    child.expect("notes off")
    child.send("?\x0c")
    child.expect("1. claiming: In column 2, 8 can only be in box 7")
    child.expect("2. hidden single: In column 1, 8 can only go into r2c1.")
    child.expect("Press a key to go on.")
    child.send(" ")
    child.expect("Hint: 8 goes to r2c1.")
    child.send("q")
    assert finish(child)[0] == 0


def test_a_game_is_won_with_arrows_and_digits() -> None:
    child = spawn("sudoku", "play", TINY)
    child.expect("notes off")
    child.send("hljk")  # around and back again
    keys = ""
    for place, value in enumerate(SOLVED_TINY):
        keys += (value if TINY[place] == "." else "") + RIGHT + (DOWN if place % 4 == 3 else "")
    child.send(keys)
    child.expect("Press Enter.")
    child.send("\r")
    code, shown = finish(child)
    assert code == 0
    assert "with 0 mistakes. Well done!" in shown


def test_a_game_is_lost_after_three_mistakes_and_shows_the_solution() -> None:
    child = spawn("sudoku", "play", TINY)
    child.expect("notes off")
    child.send(f"1{LEFT}{UP}{DOWN}{RIGHT}23")
    child.expect("Press Enter.")
    child.send("q")
    code, shown = finish(child)
    assert code == 0
    assert "No lives left, after 0:" in shown
    assert "The solution:" in shown


def test_a_puzzle_is_entered_on_the_screen_and_solved() -> None:
    child = spawn("sudoku", "play", "--size", "4", environment={"NO_COLOR": "1"})
    child.expect("Which")
    child.sendline("2")
    child.expect("Type a puzzle.")
    child.send("33")
    child.expect("3 occurs twice in row 1.")
    child.send(f"{LEFT}{LEFT}{TINY}\r")
    code, shown = finish(child)
    assert code == 0
    board = shown.split("values tried:")[1]
    assert Board.parse(board).to_line() == SOLVED_TINY


def test_leaving_the_editor_leaves_the_game() -> None:
    child = spawn("sudoku", "play", "--mode", "enter")
    child.expect("Type a puzzle.")
    child.send("q")
    assert finish(child)[0] == 0


def test_a_small_window_says_what_is_needed() -> None:
    child = spawn("sudoku", "play", P0, size=(10, 40))
    child.expect("The window has 40 columns and 10 lines")
    child.setwinsize(30, 80)
    child.expect("lives")
    child.send("q")
    assert finish(child)[0] == 0


@pytest.mark.parametrize("setting", [{"TERM": "dumb"}, {"TERM": "no-such-terminal"}], ids=["dumb", "unknown"])
def test_a_terminal_without_curses_gets_lines(setting: dict[str, str]) -> None:
    child = spawn("sudoku", "play", TINY, environment=setting)
    child.expect("11 to fill")
    child.expect("> ")
    child.sendline("r1c1=4")
    child.expect("10 to fill")
    child.sendeof()
    assert finish(child)[0] == 0


def test_ctrl_c_leaves_the_screen_as_it_was() -> None:
    child = spawn("sudoku", "play", TINY)
    child.expect("notes off")
    child.sendintr()
    code, shown = finish(child)
    assert code == 130
    assert shown.rstrip().endswith("csplib: interrupted")
    assert "\x1b[?1049l" in shown
