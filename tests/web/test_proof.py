"""The Python side of the room "Proof", without a browser."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from csplib_web import answer

EASY = "......6..8.4.....7..5..3.9...1.98.52692..73..45.1....65..36.24924.87.1.33.6249785"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
NONE = "123....4........"
SEVERAL = "1.2............."
PROGRAM = "from csplib import Problem\np = Problem()\nx, y = p.add_variables('xy', range(4))\np.add(x + y == 3)"


def ask(name: str, **arguments: Any) -> Any:
    """Return the result of a call that succeeds."""
    found = json.loads(answer(name, json.dumps(arguments)))
    assert "error" not in found, found["error"]
    return found["result"]


@pytest.mark.parametrize(
    ("board", "question", "claim"),
    [
        (EASY, "one", "there is exactly one solution"),
        (HARD, "one", "there is exactly one solution"),
        (NONE, "one", "there are no solutions"),
        (SEVERAL, "one", "there are at least 2 solutions"),
        (SEVERAL, "all", "there are 24 solutions"),
        (PROGRAM, "all", "there are 4 solutions"),
        (PROGRAM, "one", "there are at least 2 solutions"),
    ],
)
def test_a_claim_is_proven(board: str, question: str, claim: str) -> None:
    found = ask("proof.certify", board=board, question=question)
    assert found["claim"] == claim
    assert found["lines"] == len(found["text"].splitlines())
    assert found["bytes"] == len(found["text"])
    checked = ask("proof.check", text=found["text"])
    assert (checked["proven"], checked["says"], checked["line"]) == (True, claim, None)


def test_the_checker_is_the_file_and_imports_nothing_of_csplib(tmp_path: Path) -> None:
    found = ask("proof.checker")
    known = ["argparse", "collections.abc", "functools", "itertools", "json", "math", "sys", "typing"]
    assert found["imports"] == known
    (tmp_path / "csplib_check.py").write_text(found["source"], encoding="utf-8")
    certificate = ask("proof.certify", board=EASY)
    (tmp_path / certificate["name"]).write_text(certificate["text"], encoding="utf-8")
    command = [sys.executable, "-I", "csplib_check.py", certificate["name"]]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=True)  # noqa: S603
    assert run.stdout == "Proven: there is exactly one solution.\n"


@pytest.mark.parametrize("kind", ["digit", "drop", "claim"])
@pytest.mark.parametrize("board", [EASY, HARD, NONE, SEVERAL])
def test_a_change_is_one_line_and_never_proves_another_claim(board: str, kind: str) -> None:
    certificate = ask("proof.certify", board=board)
    for number in range(12):
        changed = ask("proof.tamper", text=certificate["text"], kind=kind, number=number)
        lines = certificate["text"].splitlines()
        assert lines[changed["line"] - 1] == changed["before"] != changed["after"]
        lines[changed["line"] - 1 : changed["line"]] = [changed["after"]] * bool(changed["after"])
        assert changed["text"].splitlines() == lines
        checked = ask("proof.check", text=changed["text"])
        assert not checked["proven"] or checked["says"] == certificate["claim"]


def test_most_changes_are_rejected() -> None:
    text = ask("proof.certify", board=HARD)["text"]
    for kind in ("digit", "drop", "claim"):
        changes = [ask("proof.tamper", text=text, kind=kind, number=number) for number in range(20)]
        checks = [ask("proof.check", text=changed["text"]) for changed in changes]
        rejected = [checked for checked in checks if not checked["proven"]]
        assert not checks[0]["proven"]
        assert len(rejected) > len(checks) // 2
        assert all(checked["line"] is not None for checked in rejected)


def test_a_program_without_a_problem_is_refused() -> None:
    assert json.loads(answer("proof.certify", '{"board": "import sys"}'))["error"]["message"]


def test_names_may_have_any_letters() -> None:
    program = "from csplib import Problem\np = Problem()\np.add_variable('x\\u2028\\x85y', ['\\u2029'])"
    found = ask("proof.certify", board=program)
    assert ask("proof.check", text=found["text"])["says"] == "there is exactly one solution"
    changed = ask("proof.tamper", text=found["text"], kind="drop")
    assert found["text"].split("\n")[changed["line"] - 1] == changed["before"]
