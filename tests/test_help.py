"""What an interpreter and an editor show: how each public thing looks, and which keywords a question takes."""

from __future__ import annotations

import importlib
import inspect
import io
import subprocess
import sys
from typing import Any

import pytest
from models import pigeons, queens

import csplib
from csplib import Axis, Diff, Problem, State, Table, Trace
from csplib.asking.options import QuestionOptions, SearchOptions
from csplib.local_search import LocalOptions
from csplib.sudoku import Board, Game
from csplib.sudoku.techniques import Marks

MODULES = ["", ".cp_sat", ".formats"]
MODULES += [".local_search", ".parallel", ".pictures", ".sudoku", ".sudoku.techniques", ".sudoku.text"]
INSIDE = {"Lowering"}  # a problem on its way to the engine: nobody keeps one


def public_classes() -> list[type]:
    modules = [importlib.import_module(f"csplib{name}") for name in MODULES]
    every = [getattr(module, name) for module in modules for name in module.__all__]
    classes = {one for one in every if issubclass(type(one), type)}  # not isinstance, which an alias passes on 3.10
    return sorted(classes, key=lambda one: one.__qualname__)


@pytest.mark.parametrize("kind", public_classes(), ids=lambda kind: kind.__qualname__)
def test_every_public_class_says_what_it_is(kind: type) -> None:
    inherited: Any = object.__repr__
    assert (kind.__repr__ is inherited) == (kind.__name__ in INSIDE)


def test_an_iterator_shows_its_number_and_status_without_moving() -> None:
    found = queens(6).solutions()
    assert repr(found) == "<Solutions: 0 (running)>"
    next(found)
    assert repr(found) == str(found) == "<Solutions: 1 (running)>"
    assert len(list(found)) == 3
    assert repr(found) == str(found) == "<Solutions: 4 (found all)>"
    assert repr(pigeons(4).solutions()) == "<Solutions: 0 (running)>"
    with queens(6).solutions() as left:
        next(left)
    assert repr(left) == "<Solutions: 1 (closed early)>"
    nothing = pigeons(4).solutions()
    assert next(nothing, None) is None
    assert repr(nothing) == "<Solutions: 0 (no solution)>"


def test_an_optimization_shows_its_best_and_status_without_moving() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(20))
    p.add(x * y >= 50)
    found = p.minimize(x + y)
    assert repr(found) == "<Optimization: nothing found (running)>"
    assert found.statistics.nodes == 0
    first = next(found)
    assert repr(found) == f"<Optimization: best objective {first.objective} (running)>"
    found.finish()
    assert repr(found) == "<Optimization: best objective 15 (optimal)>"
    assert str(found.best) == "objective 15: x = 5, y = 10"


def test_the_textbook_s_objects_say_how_they_stand() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(3))
    p.add(x != y, Table([x, y, z], [(0, 1, 2), (1, 0, 2)]), x <= 1)
    csp = p.compile()
    assert repr(csp) == "<CSP: 3 variables, 1 restriction, 1 link, 1 propagator>"
    assert (repr(csp.restrictions), repr(csp.links)) == ("[Restriction(0, 0b11)]", "[Clique(0, 1)]")
    assert repr(csp.propagators) == "[<AllowedRows over 0, 1, 2: Table(x, y, z)>]"
    state = csp.state()
    assert repr(state) == "<State: 3 of 3 variables open>"
    state.assign(0, 0b1)
    state.narrow(1, 0)
    assert repr(state) == "<State: 2 of 3 variables open, no value left for variable 1>"
    p.add(abs(x - y) + abs(y - z) == 2, csplib.AllDifferent([x * y, z]))
    assert "3 variables and 1 hidden" in repr(p.compile())
    assert (repr(Axis(range(2, 5))), repr(Axis([1, 5]))) == ("Axis(range(2, 5))", "Axis([1, 5])")
    assert repr(State([])) == "<State: 0 of 0 variables open>"


def test_a_trace_counts_its_lines() -> None:
    p: Problem[str, int] = Problem()
    p.add_variables("xy", range(2))
    p.add(Diff("x", "y"))
    trace = Trace(io.StringIO())
    p.solve(observer=trace)
    assert repr(trace) == "<Trace: 1 removal, 1 assignment>"


def test_a_picture_does_not_flood_the_screen() -> None:
    picture = Board.empty(4).to_svg()
    assert repr(picture) == f"<Picture: {len(picture):,} characters of SVG>"
    assert str(picture).startswith("<svg ")


def test_a_game_and_its_marks_say_how_they_stand() -> None:
    board = Board.parse("1... ..3. .1.. 4...")
    game = Game(board, lives=2)
    game.play((0, 1), 1)
    assert repr(game) == "<Game: playing, 4 of 16 cells filled, 1 of 2 lives left>"
    assert game._repr_html_() == board.to_svg()
    assert repr(Marks.of(board)).startswith("<Marks: 4 cells placed, ")


def questions() -> list[Any]:
    """Everything public that takes keywords by a typed dictionary."""
    modules = [importlib.import_module(f"csplib{name}") for name in ("", ".local_search", ".parallel")]
    every = [getattr(module, name) for module in modules for name in module.__all__]
    every += [getattr(Problem, name) for name in dir(Problem) if not name.startswith("_")]
    return [one for one in every if inspect.isfunction(one) and "Unpack[" in str(inspect.signature(one))]


@pytest.mark.parametrize("question", questions(), ids=lambda question: question.__qualname__)
def test_a_question_describes_each_of_its_keywords(question: Any) -> None:
    kinds = {kind.__name__: kind for kind in (LocalOptions, QuestionOptions, SearchOptions)}
    kind = inspect.signature(question).parameters["options"].annotation.removeprefix("Unpack[").removesuffix("]")
    described = (inspect.getdoc(question) or "").partition("\n\nKeywords:\n")[2].splitlines()
    keywords = [line.partition(": ")[0] for line in described]
    assert keywords == [f"    {keyword}" for keyword in kinds[kind].__annotations__]


def test_there_are_questions_that_describe_their_keywords() -> None:
    names = {question.__qualname__ for question in questions()}
    assert {"Problem.solve", "Problem.solutions", "Problem.count", "Problem.minimize", "Problem.maximize"} <= names
    assert {"Problem.is_unique", "solve", "solutions", "count_solutions", "pareto", "tabu_search"} <= names


def test_questions_work_without_docstrings() -> None:
    script = "from csplib import *; p = Problem(); p.add_variable('x', [7]); print(p.solve(), min_conflicts(p).solved)"
    shown = subprocess.run([sys.executable, "-OO", "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    assert shown.stdout == "Solution({'x': 7}) True\n"
