"""What a program left, as data that the page can show: tables, sentences and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from csplib import Certificate, Conflict, Improvement, Problem, Relaxation, Removal, Solution, Why
from csplib.local_search import LocalResult
from csplib.pictures import Picture, SearchTree, constraint_graph_svg
from csplib.sudoku import Board, Game, Grade, Step, WhyNot
from csplib_web.model.running import Run

__all__ = ["called", "everything", "sentences"]

MOST_SHOWN = 12
MOST_CELLS = 400
MOST_LISTED = 40  # constraints
MOST_DRAWN = 50  # variables of a graph
MOST_EDGES = 250
MOST_LETTERS = 120  # of one name or value
MOST_SVG = 1_000_000
PALE = {
    "red": "salmon",
    "green": "lightgreen",
    "blue": "lightskyblue",
    "yellow": "khaki",
    "orange": "sandybrown",
    "purple": "plum",
    "pink": "pink",
    "brown": "tan",
    "gray": "lightgray",
    "white": "white",
}
"""The color that is drawn for each: dark text can be read on it."""

SPOKEN = (Conflict, Why, Removal, Relaxation, Step, Grade, WhyNot)
DRAWN = (Picture, SearchTree, Board, Game)
SOLVED = (Solution, Improvement, LocalResult)

Shown = dict[str, Any]


def everything(run: Run) -> list[Shown]:
    """Return what *run* left in variables or displayed, as far as it can be shown; each thing once.

    If no variable has a solution or a problem, those that the program asked for last are shown.
    """
    named = [(name, value) for name, value in run.variables.items() if not name.startswith("_")]
    things = {id(value): (name, value) for name, value in [*[("", value) for value in run.values], *named]}
    kept = [
        (name, value)
        for name, value in things.values()
        if isinstance(value, (*SPOKEN, *DRAWN, *SOLVED, Problem, Certificate))
    ]
    if run.solution is not None and not any(isinstance(value, (*SOLVED, Board)) for _, value in kept):
        kept.append(("", run.solution))
    if run.problem is not None and not any(isinstance(value, (Problem, Board)) for _, value in kept):
        kept.append(("", run.problem))
    kept.sort(key=lambda pair: isinstance(pair[1], Problem))  # answers first
    return [_shown(name, value, run.problem) for name, value in kept[:MOST_SHOWN]]


def _shown(name: str, value: Any, problem: Problem[Any, Any] | None) -> Shown:
    if isinstance(value, Problem):
        return _problem(name, value)
    if isinstance(value, SPOKEN):
        return sentences(name, value)
    if isinstance(value, Certificate):
        return {"kind": "sentences", "name": name, "text": [f"Certificate: {value.claim}."]}
    if isinstance(value, DRAWN):
        return {"kind": "picture", "name": name, "text": [], "svg": _fitting(_picture_of(value))}
    solution, text = value, []
    if isinstance(value, Improvement):
        solution, text = value.solution, [f"Objective: {value.objective}"]
    elif isinstance(value, LocalResult):
        solution, text = value.assignment, [str(value)]
    return {**_solution(name, solution, problem), "text": text}


def sentences(name: str, value: Any) -> Shown:
    """Return what *value* says, line by line, and its picture if it has one."""
    draw = getattr(value, "svg", None)
    return {
        "kind": "sentences",
        "name": name,
        "text": str(value).splitlines(),
        "svg": _fitting(draw()) if draw else None,
    }


def _picture_of(value: Any) -> str:
    if isinstance(value, Game):
        value = value.board
    return str(value) if isinstance(value, Picture) else str(value.to_svg())


def _fitting(svg: str) -> str | None:
    """Return a picture unless it is too large for a page."""
    return svg if len(svg) <= MOST_SVG else None


def _problem(name: str, problem: Problem[Any, Any]) -> Shown:
    constraints = [_cut(str(constraint)) for constraint in problem.constraints[:MOST_LISTED]]
    return {
        "kind": "problem",
        "name": name,
        "variables": len(problem.domains),
        "constraints": len(problem.constraints),
        "text": constraints,
        "svg": _graph(problem),
    }


def _graph(problem: Problem[Any, Any], **options: Any) -> str | None:
    """Return the constraint graph, unless it is too large to be read."""
    if len(problem.domains) > MOST_DRAWN or len(problem.constraints) > MOST_EDGES:
        return None
    return _fitting(constraint_graph_svg(problem, **options))


def _solution(name: str, solution: Mapping[Any, Any], problem: Problem[Any, Any] | None) -> Shown:
    """Return a solution as a grid if its variables are called by row and column, as a list otherwise.

    A solution whose values are colors is drawn, too.
    """
    shown: Shown = {"kind": "solution", "name": name, "text": [], "svg": None, **(_grid(solution) or _list(solution))}
    values = set(solution.values())
    if values <= PALE.keys() and problem is not None and set(problem.domains) == set(solution):
        shown["svg"] = _graph(problem, colors={x: PALE[color] for x, color in solution.items()}, domains=False)
    return shown


def _list(solution: Mapping[Any, Any]) -> Shown:
    pairs = [[called(name), called(value)] for name, value in list(solution.items())[:MOST_CELLS]]
    return {"values": pairs, "more": len(solution) - len(pairs)}


def _grid(solution: Mapping[Any, Any]) -> Shown | None:
    """Return the values by row and column, or None if they do not fill a table."""
    if not all(isinstance(name, tuple) and len(name) == 2 for name in solution):
        return None
    rows = list(dict.fromkeys(row for row, _ in solution))
    columns = list(dict.fromkeys(column for _, column in solution))
    if not 1 < len(solution) == len(rows) * len(columns) <= MOST_CELLS:
        return None
    cells = [[called(solution[row, column]) for column in columns] for row in rows]
    return {"rows": [called(row) for row in rows], "columns": [called(column) for column in columns], "cells": cells}


def called(thing: object) -> str:
    """Return a name or a value as text, cut if it is long."""
    return _cut(str(thing))


def _cut(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1]}…"
