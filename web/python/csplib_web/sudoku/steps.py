"""Steps of human solutions for the page: where to look, which technique, what to do, and what to draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from csplib.display.svg import LIGHT_BLUE, PALE_BLUE
from csplib.sudoku import Board, Step
from csplib.sudoku.picture import pointers_of
from csplib.sudoku.svg_marks import Candidate, Spot
from csplib.sudoku.techniques import Marks
from csplib_web.sudoku.boards import place, places

__all__ = ["told"]

_MOST_DRAWN = 40  # arrows and links: more of them hide the board


def told(board: Board, steps: Iterable[Step]) -> Iterator[dict[str, Any]]:
    """Yield each step with the place to look at, and with what to draw on the board before it."""
    marks = Marks.of(board)
    for step in steps:
        filled, left, pointers = pointers_of(board, step, marks)
        lines = [*pointers.links, *pointers.arrows]
        where, look = _where(filled, step)
        yield {
            "level": str(step.level),
            "technique": step.technique,
            "reason": step.reason,
            "where": where,
            "look": look,
            "cells": places(board, step.cells),
            "unit": [place(board, cell) for cell, color in pointers.highlight.items() if color == PALE_BLUE],
            "placed": _spots(board, step.placed),
            "values": list(filled.values),
            "candidates": [sorted(left.get(cell, ())) for cell in board.cells],
            "circled": _spots(board, [spot for spot, color in pointers.circled.items() if color != LIGHT_BLUE]),
            "other": _spots(board, [spot for spot, color in pointers.circled.items() if color == LIGHT_BLUE]),
            "struck": _spots(board, pointers.struck),
            "links": _lines(board, pointers.links) if len(lines) <= _MOST_DRAWN else [],
            "arrows": _lines(board, pointers.arrows) if len(lines) <= _MOST_DRAWN else [],
        }
        _apply(marks, step, board)


def _where(board: Board, step: Step) -> tuple[str, list[int]]:
    """Return the name of the unit to look at, and its cells: if no unit has all cells of the step, those of some."""
    cells = {*step.cells} or {cell for cell, _ in step.placed}
    named = [unit for unit in board.units if cells <= {*unit.cells}]
    said = [unit for unit in named if str(unit) in step.reason]
    rank = ["box", "row", "column", "diagonal", "window"]
    for unit in said or sorted(named, key=lambda unit: rank.index(unit.kind)):
        return str(unit), places(board, unit.cells)
    rows = sorted({row for row, _ in cells})
    numbers = ", ".join(str(row + 1) for row in rows)
    return f"rows {numbers}", [place(board, cell) for cell in board.cells if cell[0] in rows]


def _spots(board: Board, spots: Iterable[Candidate]) -> list[list[int]]:
    return [[place(board, cell), value] for cell, value in spots]


def _lines(board: Board, lines: Iterable[tuple[Spot, Spot]]) -> list[list[list[int]]]:
    """Return lines from one cell or candidate to another; the value of a cell as a whole is 0."""
    return [[_end(board, spot) for spot in ends] for ends in lines]


def _end(board: Board, spot: Spot) -> list[int]:
    first, second = spot
    if isinstance(first, tuple):
        return [place(board, first), int(second)]
    return [place(board, (first, int(second))), 0]


def _apply(marks: Marks, step: Step, board: Board) -> None:
    for cell, value in step.placed:
        marks.place(place(board, cell), value - 1)
    for cell, value in step.removed:
        marks.remove(value - 1, 1 << place(board, cell))
