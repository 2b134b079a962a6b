"""The calls of the room "Sudoku", without a browser."""

from __future__ import annotations

import json
from typing import Any

import pytest
from csplib_web import answer
from csplib_web.sudoku.boards import board_of, text_of
from csplib_web.sudoku.shapes import KINDS

from csplib.sudoku import Board, Geometry, is_unique, solve

EASY = "......6..8.4.....7..5..3.9...1.98.52692..73..45.1....65..36.24924.87.1.33.6249785"
SOLVED = solve(Board.parse(EASY)).to_line()  # type: ignore[union-attr]
TWO = "39..5.......2....5...719.8..5..68...2.6..3...........45........67.1.5.4.1.9...2.."
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SMALL = "1.....3..1..4..."


def ask(name: str, **arguments: Any) -> Any:
    """Return the result of a call that succeeds."""
    found = json.loads(answer(f"sudoku.{name}", json.dumps(arguments)))
    assert "error" not in found, found["error"]
    return found["result"]


def fault(name: str, **arguments: Any) -> str:
    """Return the message of a call that fails."""
    return str(json.loads(answer(f"sudoku.{name}", json.dumps(arguments)))["error"]["message"])


def step(name: str, place: int, value: int) -> str:
    """Return a step of a game on a board of at most 35 values and 35 cells in base 36."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return f"{name}{digits[place // 36]}{digits[place % 36]}{digits[value]}"


SHAPES = [
    Geometry.of(9),
    Geometry.of(6),
    Geometry.of(16),
    Geometry.of(9, diagonals=True, windows=True),
    Geometry.of(9, anti_knight=True),
    Geometry.of(4, regions="1123412341234423"),
    Geometry.of(9, cages=[(3, [(0, 0), (0, 1)])]),
]


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_the_texts_of_a_board_are_read_back(shape: Geometry) -> None:
    size = shape.size
    for values in ([0] * size**2, [0] * (size**2 - 2) + [0, min(size, 11)]):
        board = Board(values, shape)
        assert board_of(**text_of(board))[0] == board


def test_a_board_is_described() -> None:
    found = ask("read", board=EASY)
    assert (found["side"], found["size"], found["symbols"], found["layout"]) == (9, None, "123456789", "")
    assert len(found["peers"][0]) == 20
    assert found["regions"][80] == 8
    clash = ask("read", board="11..............")["clashes"][0]
    assert clash == {"unit": "row 1", "cells": [0, 1], "symbol": "1"}


def test_any_format_is_read_and_errors_are_told() -> None:
    grid = "1 . | . .\n. . | 3 .\n----+----\n. 1 | . .\n4 . | . ."
    assert ask("read", board=grid)["board"] == SMALL
    assert ask("read", size=6)["board"] == "." * 36
    assert "5 cells do not make a square board" in fault("read", board="12345")
    assert "too large" in fault("read", board="." * 36**2)


@pytest.mark.parametrize("kind", KINDS)
def test_puzzles_of_every_kind_are_made(kind: str) -> None:
    size = 4 if kind in {"plain", "windows"} else 6
    made = ask("make", size=size, kind=kind, seed=3)
    assert is_unique(board_of(made["board"], made["rules"], made["size"])[0])
    assert made == ask("make", size=size, kind=kind, seed=3)


def test_a_puzzle_of_a_difficulty_is_made() -> None:
    made = ask("make", difficulty="hidden singles", seed=1)
    graded = ask("grade", board=made["board"])
    assert (graded["level"], graded["rank"]) == ("hidden singles", 2)


def test_how_many_solutions_there_are() -> None:
    assert ask("diagnose", board=EASY)["count"] == "one"
    several = ask("diagnose", board=TWO)
    assert (several["count"], len(several["repair"])) == ("several", 1)
    differing = [place for place in range(81) if several["solution"][place] != several["second"][place]]
    assert several["cells"] == differing
    clash = ask("diagnose", board="11..............")
    assert (clash["count"], clash["cells"], clash["clashes"][0]["unit"]) == ("none", [0, 1], "row 1")
    conflict = ask("diagnose", board="123....4........")
    assert (conflict["count"], conflict["cells"], conflict["clashes"]) == ("none", [0, 1, 7], [])


def test_a_game_is_won() -> None:
    steps = [step("p", place, int(SOLVED[place])) for place in range(81) if EASY[place] == "."]
    for count in range(len(steps)):
        assert ask("play", board=EASY, steps=steps[:count])["state"] == "playing"
    assert ask("play", board=EASY, steps=steps)["state"] == "won"


def test_three_lives_are_lost() -> None:
    first = ask("play", board=EASY, steps=["p006"])["move"]
    assert (first["kind"], first["unit"], first["clash"], first["mistake"]) == ("unit", "row 1", [6], True)
    twice = ask("play", board=EASY, steps=["p006", "p006"])
    assert (twice["lives"], twice["move"]["mistake"]) == (2, False)
    second = ask("play", board=EASY, steps=["p006", "p001"])
    assert (second["lives"], second["move"]["kind"]) == (1, "solution")
    assert ask("play", board=EASY, steps=["p006", "p001", "p002"])["state"] == "lost"
    assert ask("play", board=TWO, steps=["p022"])["move"]["kind"] == "stuck"


def test_a_broken_cage_is_told() -> None:
    made = Board([0] * 16, Geometry.of(4, cages=[(3, [(0, 0), (0, 1)])]))
    move = ask("play", **text_of(made), steps=["p004"])["move"]
    assert (move["accepted"], move["kind"]) == (False, "rule")
    assert "adds up to 4" in move["reason"]


def test_undo_and_redo_take_filled_marks_as_one_step() -> None:
    filled = ask("play", board=SMALL, steps=["f"])
    assert filled["notes"][1] == [2, 3, 4]
    assert (filled["undo"], filled["redo"]) == (True, False)
    undone = ask("play", board=SMALL, steps=["f", "u"])
    assert not any(undone["notes"])
    assert (undone["undo"], undone["redo"]) == (False, True)
    assert ask("play", board=SMALL, steps=["f", "u", "r"])["notes"] == filled["notes"]
    assert not any(ask("play", board=SMALL, steps=["f", "c"])["notes"])
    placed = ask("play", board=SMALL, steps=["f", "p013"])
    assert placed["values"][1] == 3
    assert 3 not in placed["notes"][2]
    assert ask("play", board=SMALL, steps=["f", "p013", "u"])["notes"] == filled["notes"]


def test_notes_and_erasing() -> None:
    assert ask("play", board=SMALL, steps=["n012", "n013"])["notes"][1] == [2, 3]
    assert ask("play", board=SMALL, steps=["n012", "n012"])["notes"][1] == []
    assert ask("play", board=SMALL, steps=["n012", "e01"])["notes"][1] == []
    assert "a given cannot be changed" in fault("play", board=SMALL, steps=["p002"])
    assert "is not a step" in fault("play", board=SMALL, steps=["x"])
    assert ask("play", board=SMALL, steps=[])["state"] == "playing"


def test_the_same_steps_give_the_same_game_without_the_last_one_kept() -> None:
    steps = ["f", "p013", "u", "n011", "r"]
    whole = ask("play", board=SMALL, steps=steps)
    ask("play", board=EASY, steps=[])
    assert ask("play", board=SMALL, steps=steps) == whole


def test_a_hint_leads_to_a_right_value() -> None:
    found = ask("hint", board=EASY, steps=[])
    assert int(SOLVED[found["cell"]]) == found["value"]
    last = found["steps"][-1]
    assert last["placed"] == [[found["cell"], found["value"]]]
    assert found["cell"] in last["look"]
    assert last["where"].split()[0] in {"row", "column", "box"}
    hardest = ask("hint", board=HARD, steps=[])
    assert hardest["steps"] == []
    assert "the solution has" in hardest["reason"]


def test_hints_with_eliminations_draw_the_marks_before_each_step() -> None:
    made = ask("make", difficulty="pairs", seed=2)
    steps = ask("steps", board=made["board"])
    assert sum(len(each["placed"]) for each in steps) == made["values"].count(0)
    for each in steps:
        for place, value in [*each["placed"], *each["struck"]]:
            assert value in each["candidates"][place]
    assert any(each["struck"] for each in steps)


def test_why_not() -> None:
    seen = ask("why_not", board=EASY, steps=[], cell=0, value=6)
    assert (seen["impossible"], seen["reasons"], seen["cells"]) == (True, ["r1c7, which r1c1 sees, is 6."], [0, 6])
    right = ask("why_not", board=EASY, steps=[], cell=0, value=9)
    assert not right["impossible"]
    assert ask("why_not", board=EASY, cell=0, value=6) == seen


def test_the_log_is_that_of_the_documents() -> None:
    found = ask("log", board=EASY)
    assert (len(found["lines"]), found["solved"], found["complete"]) == (320, True, True)
    assert found["lines"][0] == "step 1  set.size():1933  AC:(0,0)(0,6)  (0,0).remove(6)  domain:[12345789]"
    cut = ask("log", board=HARD, method="backtracking")
    assert (cut["lines"][0], cut["complete"]) == ("step 1  try 1 for (0,1)", False)
