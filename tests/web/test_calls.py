"""The Python side of the page, without a browser."""

from __future__ import annotations

import inspect
import json
from typing import Any

import pytest
from csplib_web import CALLS, answer

EASY = "......6..8.4.....7..5..3.9...1.98.52692..73..45.1....65..36.24924.87.1.33.6249785"


def ask(name: str, **arguments: Any) -> Any:
    """Return the result of a call that succeeds."""
    found = json.loads(answer(name, json.dumps(arguments)))
    assert "error" not in found, found["error"]
    return found["result"]


@pytest.mark.parametrize("name", CALLS)
def test_a_call_has_a_sentence_and_named_parameters(name: str) -> None:
    assert (CALLS[name].__doc__ or "").partition("\n")[0].endswith(".")
    kinds = {parameter.kind for parameter in inspect.signature(CALLS[name]).parameters.values()}
    assert kinds <= {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY}


def test_each_room_has_a_call() -> None:
    assert {name.partition(".")[0] for name in CALLS} == {"sudoku", "steps", "model", "proof"}


def test_a_board_is_solved() -> None:
    assert ask("sudoku.solve", board=EASY)["solution"][:3] == [9, 7, 3]
    assert ask("sudoku.solve", board="123....4........") == {"solution": None}


def test_an_error_has_its_message_and_an_unexpected_one_its_trace() -> None:
    shape = json.loads(answer("sudoku.solve", '{"board": "123"}'))["error"]
    assert (shape["kind"], "trace" in shape) == ("ShapeError", False)
    missing = json.loads(answer("sudoku.nothing", "{}"))["error"]
    assert missing["kind"] == "KeyError"
    assert "Traceback" in missing["trace"]
