"""The terminal game in lines: four modes, three lives, notes, hints and a clock."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from command_line import DEAD, SOLVED_TINY, TINY, Capture

from csplib.command import main
from csplib.command.play.lines import Lines
from csplib.command.play.messages import begin
from csplib.sudoku import Board, generate


@pytest.fixture
def game(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> Playing:
    return Playing(capsys, monkeypatch)


class Playing:
    """Runs `csplib sudoku play` with lines as the player's answers."""

    def __init__(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.patch = monkeypatch

    def __call__(self, *words: str, typed: str = "") -> tuple[int, str]:
        self.patch.setattr("sys.stdin", io.StringIO(typed.replace("; ", "\n")))
        code = main(["sudoku", "play", *words])
        shown = self.capsys.readouterr()
        assert shown.err == ""
        return code, shown.out


def winning(puzzle: str, solution: str) -> str:
    side = Board.parse(puzzle).size
    moves = [f"{p // side + 1} {p % side + 1} {solution[p]}" for p, given in enumerate(puzzle) if given == "."]
    return "; ".join(moves)


def test_a_puzzle_is_made_and_solved(game: Playing) -> None:
    code, out = game("--mode", "watch", "--size", "4", "--seed", "1")
    assert code == 0
    puzzle, solved = out.split("Solved in ")
    assert Board.parse(puzzle.split("\n", 1)[1]) == generate(4, seed=1)
    assert Board.parse(solved.split("\n", 1)[1]).is_solved


def test_an_entered_puzzle_is_solved(game: Playing) -> None:
    code, out = game("--mode", "solve", "--size", "4", typed="...3; .14.; ...4; .4..")
    assert code == 0
    assert Board.parse(out.split(" tried:\n")[1]).to_line() == SOLVED_TINY


def test_an_entered_puzzle_without_a_solution_is_called_unsolvable(game: Playing) -> None:
    rows = "; ".join(DEAD[i : i + 4] for i in range(0, 16, 4))
    code, out = game("--mode", "solve", "--size", "4", typed=rows)
    assert (code, out.splitlines()[-1]) == (1, "Unsolvable CSP")
    code, out = game("--mode", "enter", "--size", "4", typed=rows)
    assert (code, out.splitlines()[-1]) == (1, "Unsolvable CSP: this board has no solution")
    code, out = game("11..............")
    assert (code, out) == (1, "Unsolvable CSP: 1 occurs twice in row 1: at r1c1 and r1c2 (cell r1c2)\n")


def test_an_entered_puzzle_is_played_and_won(game: Playing) -> None:
    code, out = game("--mode", "enter", "--size", "4", typed=f"...3; .14.; ...4; .4..; {winning(TINY, SOLVED_TINY)}")
    assert code == 0
    assert out.splitlines()[-1].startswith("Solved in 0:0")
    assert out.splitlines()[-1].endswith(" with 0 mistakes. Well done!")


def test_a_made_puzzle_is_played(game: Playing) -> None:
    made = generate(4, seed=3)
    code, out = game("--mode", "play", "--size", "4", "--seed", "3", typed="q")
    assert code == 0
    assert str(made) in out


def test_without_a_mode_the_player_is_asked(game: Playing) -> None:
    code, out = game("--size", "4", typed="7; x; 4; q")
    assert code == 0
    assert out.count("There is no ") == 2
    assert "to fill" in out
    assert game(typed="q")[0] == 0
    assert game(typed="")[0] == 0
    assert "Type the puzzle, 9 rows" in game(typed="solve")[1]


def test_after_an_invalid_puzzle_the_player_is_asked_again(game: Playing) -> None:
    _, out = game("--mode", "enter", "--size", "4", typed="...3; .19.; ...4; .4..; ...3; .14.; ...4; .4..; q")
    assert "That is not a puzzle: 9 is not a value from 1 to 4 (line 2, column 3, cell r2c3). Start again" in out
    assert "11 to fill" in out
    assert "to fill" not in game("--mode", "enter", typed="1; q")[1]


def test_three_mistakes_end_the_game_and_show_the_solution(game: Playing) -> None:
    code, out = game(TINY, typed="1 1 3; 1 1 3; 1 2 3; 1 1 2; 1 1 4")
    assert code == 0
    assert "Wrong: 3 occurs twice in row 1: at r1c1 and r1c4. That costs a life." in out
    assert "You have tried that before: no life lost." in out
    assert "Wrong: this differs from the solution. That costs a life." in out
    assert "No lives left, after 0:0" in out
    assert Board.parse(out.split("The solution:\n")[1]).to_line() == SOLVED_TINY


def test_the_number_of_lives_can_be_chosen(game: Playing) -> None:
    assert "lives *   time" in game("--lives", "1", TINY, typed="q")[1]


def test_notes_are_written_tidied_and_undone(game: Playing) -> None:
    out = game(TINY, typed="n 1 1 4; n 1 1 2; n 1 2 2; 1 2 2; u; note 1 1 2; e 1 1; q")[1]
    assert [line for line in out.splitlines() if line.startswith("notes")] == [
        "notes: r1c1 4",
        "notes: r1c1 2 4",
        "notes: r1c1 2 4; r1c2 2",
        "notes: r1c1 4",
        "notes: r1c1 2 4; r1c2 2",
        "notes: r1c1 4; r1c2 2",
        "notes: r1c2 2",
    ]


def test_a_hint_gives_a_reason_and_is_right(game: Playing) -> None:
    out = game(TINY, typed="?; q")[1]
    hint = next(line for line in out.splitlines() if "Hint: " in line)
    _, told = hint.split("Hint: ")
    value, row, column = told[0], int(told[11]), int(told[13])
    assert told.startswith(f"{value} goes to r{row}c{column}. ")
    assert SOLVED_TINY[4 * (row - 1) + column - 1] == value
    assert len(told) > 30


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        pytest.param("u", "There is nothing to undo.", id="nothing to undo"),
        pytest.param("r", "There is nothing to redo.", id="nothing to redo"),
        pytest.param("fly", "'fly' is not a command: h for help.", id="no command"),
        pytest.param("5 1 1", "Rows and columns go from 1 to 4.", id="no such row"),
        pytest.param("1 1 7", "'7' is not a value: the values are 1 2 3 4.", id="no such value"),
        pytest.param("1 1", "The value is missing: the values are 1 2 3 4.", id="no value"),
        pytest.param("1 4 2", "a given cannot be changed (cell r1c4).", id="a given"),
        pytest.param("e 1 4", "a given cannot be changed (cell r1c4).", id="a given erased"),
        pytest.param("n 1 4 2", "a given cannot be changed (cell r1c4).", id="a note on a given"),
        pytest.param("h", "remove the note", id="help"),
        pytest.param("p; ", "The clock is stopped. Press Enter to go on.", id="a pause"),
    ],
)
def test_every_command_is_answered(game: Playing, typed: str, message: str) -> None:
    code, out = game(TINY, typed=f"{typed}; q")
    assert code == 0
    assert message in out


@pytest.mark.parametrize("move", ["1 1 4", "1,1,4", "r1c1=4", "R1C1 4", "r1c1 = 4", "1 1=4"])
def test_a_move_can_be_written_in_several_ways(game: Playing, move: str) -> None:
    assert "10 to fill" in game(TINY, typed=f"{move}; q")[1]


def test_a_puzzle_with_several_solutions_can_be_played(game: Playing) -> None:
    out = game("1...............", typed="1 2 3; q")[1]
    assert "This puzzle has several solutions: any of them is right." in out
    assert "14 to fill" in out


def test_an_unfinished_game_is_kept_and_continued(game: Playing, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    game("--save", str(file), TINY, typed="1 1 3; 1 1 4; q")
    _, out = game("--save", str(file), typed="q")
    assert "lives **-" in out
    assert "10 to fill" in out
    game("--save", str(file), typed=winning(f"4{TINY[1:]}", SOLVED_TINY))
    assert json.loads(file.read_text())["steps"][-1][0] == "play"
    _, out = game("--save", str(file), TINY, typed="q")
    assert "11 to fill" in out


def test_a_saved_game_cannot_send_control_codes_to_the_terminal(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    data = json.loads(begin(Board.parse(TINY), 3).to_json())
    path.write_text(json.dumps({**data, "symbols": ["\x1b]0;title\x07", "2", "3", "4"]}))
    assert main(["sudoku", "play", "--plain", "--save", str(path)]) == 2
    shown = capsys.readouterr()
    assert (shown.out + shown.err).replace("\n", "").isprintable()
    assert "is not a saved game" in shown.err


def test_very_many_lives_are_counted_and_not_drawn(game: Playing) -> None:
    assert "lives 1000000   time" in game("--lives", "1000000", TINY, typed="q")[1]


def test_a_file_that_is_not_a_saved_game_is_refused(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("{}")
    assert main(["sudoku", "play", "--save", str(file)]) == 2
    assert capsys.readouterr().err == f"csplib: {str(file)!r} is not a saved game: choose another file\n"
    assert file.read_text() == "{}"


def test_letters_are_values_in_either_case() -> None:
    board = Board.parse("ABCDCDABBADCDCB.", symbols="ABCD")
    target = io.StringIO()
    game = begin(board, 3)
    Lines(io.StringIO("4 4 a\n"), target).play(game)
    assert game.state == "won"
