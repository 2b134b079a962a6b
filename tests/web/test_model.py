"""The Python side of the room "Model", without a browser."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from csplib_web import answer
from csplib_web.model.running import MOST_PRINTED

import csplib

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted(
    [*[path for path in ROOT.glob("examples/*.py") if path.stem != "demo"], *ROOT.glob("web/programs/*.py")]
)


def ask(name: str, **arguments: Any) -> Any:
    """Return the result of a call that succeeds."""
    found = json.loads(answer(name, json.dumps(arguments)))
    assert "error" not in found, found["error"]
    return found["result"]


def run(program: str) -> Any:
    return ask("model.run", program=program)


def kinds(program: str) -> list[tuple[str, str]]:
    return [(one["kind"], one["name"]) for one in run(program)["shown"]]


def test_what_is_printed_is_reported_line_by_line() -> None:
    reports: list[str] = []
    program = "print('be', 'fore')\nprint('on', end='')\nraise ValueError('a reason')"
    found = json.loads(answer("model.run", json.dumps({"program": program}), reports.append))["result"]
    assert found["output"] == "be fore\non"
    assert [json.loads(report)["printed"] for report in reports] == ["be fore\n", "on"]
    assert (found["error"], found["line"], found["cut"]) == ("ValueError: a reason", 3, False)


def test_warnings_and_errors_that_are_printed_are_output() -> None:
    assert run("import sys\nprint('to stderr', file=sys.stderr)")["output"] == "to stderr\n"


def test_endless_output_is_cut() -> None:
    found = run("for _ in range(30000): print('a' * 20)")
    assert (len(found["output"]), found["cut"]) == (MOST_PRINTED, True)


def test_a_syntax_error_names_its_line() -> None:
    found = run("x = 1\ny = (2 +\n")
    assert found["line"] == 2
    assert found["error"].endswith("SyntaxError: '(' was never closed")
    assert found["trace"] == []


def test_a_traceback_has_the_lines_of_the_program_only() -> None:
    program = "from csplib import Problem\ndef state(p):\n    p.add_variable('x', [])\n\nstate(Problem())"
    found = run(program)
    assert found["trace"] == [
        {"line": 5, "function": "<module>", "text": "state(Problem())"},
        {"line": 3, "function": "state", "text": "p.add_variable('x', [])"},
    ]
    assert found["line"] == 3
    assert "DomainError" in found["error"]


@pytest.mark.parametrize(("code", "error"), [("1", "SystemExit: 1"), ("0", None), ("", None)])
def test_exit_with_a_code_is_an_error(code: str, error: str | None) -> None:
    assert run(f"import sys\nsys.exit({code})")["error"] == error


def test_expressions_are_displayed_as_at_the_prompt() -> None:
    program = '"""About it."""\nfrom __future__ import annotations\n6 * 7\nNone\n"text"\ndef f(x: No) -> No: x\nf(1)'
    assert run(program)["output"] == "42\n'text'\n"


def test_a_program_is_the_main_module_and_leaves_no_trace() -> None:
    before = (sys.modules["__main__"], sys.displayhook, csplib.Problem.compile, csplib.Solution.__init__)
    program = "import pickle\nclass A: pass\nprint(__name__, type(pickle.loads(pickle.dumps(A()))) is A)\n1 / 0"
    assert run(program)["output"] == "__main__ True\n"
    assert before == (sys.modules["__main__"], sys.displayhook, csplib.Problem.compile, csplib.Solution.__init__)


MAP = """
from csplib import Problem
p = Problem()
x, y, z = p.add_variables("xyz", ["red", "green"])
p.add(x != y, y != z)
"""


def test_a_solution_and_a_problem_are_shown() -> None:
    solution, problem = run(f"{MAP}found = p.solve(assuming={{x: 'red'}})")["shown"]
    assert (solution["kind"], solution["name"]) == ("solution", "found")
    assert solution["values"] == [["x", "red"], ["y", "green"], ["z", "red"]]
    assert solution["svg"].startswith("<svg")
    assert (problem["kind"], problem["name"], problem["variables"], problem["constraints"]) == ("problem", "p", 3, 2)
    assert problem["text"] == ["x != y", "y != z"]
    assert problem["svg"].startswith("<svg")


def test_the_last_solution_is_shown_where_no_variable_has_it() -> None:
    assert kinds(f"{MAP}print(p.count(), *p.solutions())") == [("solution", ""), ("problem", "p")]
    assert kinds("import csplib\nfound = csplib.sudoku.solve") == []


def test_variables_of_main_are_shown() -> None:
    inner = "\n    ".join([*MAP.splitlines(), "s = p.solve()"])
    assert kinds(f"def main():\n    {inner}\nmain()") == [("solution", "s"), ("problem", "p")]


def test_variables_by_row_and_column_are_a_grid() -> None:
    program = "from csplib import Problem\np = Problem()\nfor r in 'ab':\n"
    program += "  for c in range(3): p.add_variable((r, c), [c])\np.solve()"
    grid = run(program)["shown"][0]
    assert (grid["rows"], grid["columns"]) == (["a", "b"], ["0", "1", "2"])
    assert grid["cells"] == [["0", "1", "2"], ["0", "1", "2"]]


def test_pictures_and_sentences_are_shown() -> None:
    program = f"""{MAP}
from csplib.pictures import SearchTree, constraint_graph_svg
from csplib.sudoku import Board
tree = SearchTree()
p.solve(observer=tree)
picture = constraint_graph_svg(p)
board = Board.parse("1...............")
p.add(x != z)
conflict = p.explain()
why = p.why(x, "red")
best = p.minimize
"""
    shown = {one["name"]: one for one in run(program)["shown"]}
    assert all(shown[name]["svg"].startswith("<svg") for name in ("tree", "picture", "board"))
    assert shown["conflict"]["text"][0].startswith("These cannot hold together")
    assert "no solution at all" in shown["why"]["text"][0]


def test_an_optimum_is_shown_with_its_objective() -> None:
    found = run(
        "from csplib import Problem\np = Problem()\nx = p.add_variable('x', range(5))\nb = p.maximize(x).finish()"
    )
    assert (found["shown"][0]["text"], found["shown"][0]["values"]) == (["Objective: 4"], [["x", "4"]])


def test_what_is_too_large_is_cut() -> None:
    program = "from csplib import Problem\np = Problem()\np.add_variables(range(1000), ['v' * 1000])\ns = p.solve()"
    found = run(program)
    solution, problem = found["shown"]
    assert (len(solution["values"]), solution["more"], len(solution["values"][0][1])) == (400, 600, 120)
    assert problem["svg"] is None
    assert len(found["problem"]) == 400


def test_why_not_and_explain_ask_about_the_last_problem() -> None:
    program = "from csplib import Problem\np = Problem()\n"
    program += "x, y, z = p.add_variables('xyz', range(3))\np.add(x < y, y < z)\np.solve()"
    assert run(program)["problem"][1] == {"name": "y", "values": ["0", "1", "2"]}
    found = ask("model.why", program=program, variable=0, value=1)
    assert found["text"][0] == "x cannot be 1:"
    assert ask("model.explain", program=program) is None
    assert "y < z" in " ".join(ask("model.explain", program=f"{program}\np.add(z < x)")["text"])


def test_a_question_about_a_program_without_a_problem_fails() -> None:
    assert (
        json.loads(answer("model.explain", '{"program": "1"}'))["error"]["message"] == "the program states no problem"
    )
    assert json.loads(answer("model.explain", '{"program": "1 / 0"}'))["error"]["kind"] == "ZeroDivisionError"


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_programs_print_what_they_print_elsewhere(path: Path) -> None:
    found = run(path.read_text(encoding="utf-8"))
    assert found["error"] is None
    if path.parent.name == "examples":
        command = [sys.executable, "-X", "utf8", str(path)]
        printed = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)  # noqa: S603
        times = re.compile(r"\d+\.\d+")
        assert times.sub("", found["output"]) == times.sub("", printed.stdout)
