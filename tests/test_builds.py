"""Both builds look the same from outside. The compiled one is compared with the source that it was made from."""

from __future__ import annotations

import ast
import functools
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from outside import MISUSES, face, paths, words

import csplib

ROOT = Path(__file__).parent.parent

compiled = pytest.mark.skipif(not csplib.COMPILED, reason="this is the build to compare with")


@functools.cache
def pure() -> Any:
    """Look at the pure modules, in a process of their own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"}
    program = [sys.executable, "-W", "ignore", str(ROOT / "tests" / "outside.py")]
    found = json.loads(subprocess.run(program, env=environment, check=True, capture_output=True).stdout)  # noqa: S603
    assert not found["compiled"]
    return found


def test_every_public_name_method_and_property_is_looked_at() -> None:
    every = paths() if not csplib.COMPILED else list(pure()["faces"])
    assert {"ac3", "AllDifferent", "AllDifferent.satisfied", "Constraint.scope", "Problem.solve"} <= set(every)
    undocumented = [path for path in every if "." not in path and not face(path)[0]]
    assert undocumented == ["Infer", "Order", "Select"]  # type aliases


@compiled
def test_docstrings_and_signatures_are_the_same_in_both_builds() -> None:
    faces = pure()["faces"]
    assert {path: face(path) for path in faces} == faces


@compiled
def test_help_has_something_to_say(capsys: pytest.CaptureFixture[str]) -> None:
    help(csplib.element)
    assert "element(items, index, *more)" in capsys.readouterr().out
    assert str(sys.modules["csplib.modelling.terms"].__doc__).startswith("Terms, which constraints are about")


@pytest.mark.parametrize("misuse", MISUSES)
def test_errors_are_the_same_words_in_both_builds(misuse: str) -> None:
    said = words(misuse)
    assert said[0] != "no error"
    assert "object expected; got" not in said[1]
    if csplib.COMPILED:
        assert said == pure()["words"][misuse]


def test_a_propagator_that_returns_nothing_is_named() -> None:
    assert (
        words("p.solve(infer=lambda csp, state, x: None)")[1] == "infer=<lambda> returned None instead of True or False"
    )
    for misuse in ("q.solve()", "r.solve()"):
        said = "the propagator Forgetful of Forgotten(a, b) returned None instead of True or False"
        assert words(misuse)[:2] == ["KindError", said]


def test_an_error_inside_a_propagator_stays_what_it_is() -> None:
    class Broken(csplib.Propagator):
        def propagate(self, state: csplib.State) -> bool:
            raise TypeError(f"of my own: {state.size}")

    csp = csplib.CSP([0b11], [], [], [Broken([0])], ["x"], [{1: 1, 2: 2}], {})
    with pytest.raises(TypeError, match=r"^of my own: 1$"):
        csplib.propagate_all(csp, csp.state())


@pytest.mark.parametrize(
    "misuse", ["AllDifferent([x, []])", "AllDifferent(5)", "In(x, [[]])", "p.add_variable('w', 5)"]
)
def test_errors_keep_their_cause(misuse: str) -> None:
    assert words(misuse)[2] == "TypeError"


@pytest.mark.parametrize("misuse", ["x + '1'", "max_of(x, 'y')", "element([[]], x)", "luby(1.5)"])
def test_errors_leave_out_what_only_led_to_them(misuse: str) -> None:
    assert words(misuse)[2:] == ["NoneType", "True"]


def test_compiled_modules_do_not_rely_on_raise_from() -> None:
    backend = (ROOT / "tools" / "csplib_build.py").read_text(encoding="utf-8")
    modules = re.findall(
        r"^    \"([\w/]+)\",$", backend.partition("HOT_MODULES = (")[2].partition(")")[0], re.MULTILINE
    )
    assert "engine/search" in modules
    for module in modules:
        tree = ast.parse((ROOT / "src" / "csplib" / f"{module}.py").read_text(encoding="utf-8"))
        raised = [node for node in ast.walk(tree) if isinstance(node, ast.Raise)]
        assert [(module, node.lineno) for node in raised if node.cause is not None] == []


IN_SUBINTERPRETER = """
import sys
if sys.version_info >= (3, 13):
    import _interpreters as interpreters
    number = interpreters.create("legacy")
else:
    import _xxsubinterpreters as interpreters
    number = interpreters.create(**({"isolated": False} if sys.version_info >= (3, 12) else {}))
if "first" in sys.argv:
    import csplib
interpreters.run_string(number, '''
import sys
try:
    from csplib import AllDifferent, Problem
    p = Problem()
    p.add(AllDifferent(p.add_variables("xy", range(2))))
    print(p.count())
except ImportError as error:
    print("refused:", error)
sys.stdout.flush()
''')
interpreters.destroy(number)
from csplib import AllDifferent, Problem
p = Problem()
p.add(AllDifferent(p.add_variables("xy", range(3))))
print(p.count(), [tuple(s.values()) for s in p.solutions()])
"""


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="this is about interpreters of CPython")
@pytest.mark.parametrize("order", ["first", "last"])
def test_a_subinterpreter_does_no_harm_to_the_main_one(order: str) -> None:
    program = [sys.executable, "-W", "ignore", "-c", IN_SUBINTERPRETER, order]
    done = subprocess.run(program, check=False, capture_output=True, text=True, timeout=60)  # noqa: S603
    inside, outside = done.stdout.splitlines()
    assert outside == "6 [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]", done.stderr
    if not csplib.COMPILED:
        assert inside == "2"
    elif order == "last" and sys.version_info >= (3, 13):
        assert inside.startswith("refused:")  # CPython starts such modules in the main interpreter first, and fails
    else:
        assert inside.startswith("refused: the compiled csplib works in the main interpreter only")
