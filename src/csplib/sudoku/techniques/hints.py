"""Hints: the next value, with every elimination that it rests on.

What techniques have ruled out is on no board, so a value is told together with the steps that lead to it: then each
reason is true of what can be seen. Steps on which nothing rests are left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from csplib import LimitReached
from csplib.sudoku.board import Board
from csplib.sudoku.geometry import Cell
from csplib.sudoku.techniques.findings import Finding
from csplib.sudoku.techniques.ladder import LADDER, carried_out, steps
from csplib.sudoku.techniques.levels import Level, Step
from csplib.sudoku.techniques.marks import Marks
from csplib.sudoku.techniques.trial import refutation
from csplib.sudoku.time_limit import within

__all__ = ["steps_to_value"]

_SECONDS = 1.0  # for leaving out steps: what is told is true without it, but may be longer than it needs to be


def steps_to_value(board: Board, *, time_limit: float | None = None) -> tuple[Step, ...]:
    """Return the eliminations that the next value rests on, and last the step that places it; () if there is none.

    Each step is true of the candidates that the board and the steps before it leave. Most often the first places a
    value already.

    >>> [step.technique for step in steps_to_value(Board.parse("1... ..3. .1.. 4..."))]
    ['naked single']
    """
    with within(time_limit):
        start = Marks.of(board)
        told: list[Step] = []
        for step in steps(start.copy()):
            told.append(step)
            if step.placed:
                return tuple(_shortened(start, told))
        return ()


def _shortened(start: Marks, told: list[Step]) -> list[Step]:
    """Leave out what the last step does not rest on, the latest first, as long as there is time."""
    clock = within(_SECONDS)
    try:
        with clock:
            for place in range(len(told) - 2, -1, -1):
                told = _retold(start, [*told[:place], *told[place + 1 :]]) or told
    except LimitReached as limit:
        if clock.is_of_another(limit):
            raise
    return told


def _retold(start: Marks, told: Sequence[Step]) -> list[Step] | None:
    """Take the same steps on the marks as they are without others before them; None if one of them cannot be taken."""
    marks = start.copy()
    found = []
    for step in told:
        finding = _again(marks, step)
        if finding is None:
            return None
        found.append(carried_out(marks, step.level, finding))
    return found


def _again(marks: Marks, step: Step) -> Finding | None:
    size = marks.shape.size
    if step.level == Level.TRIAL:
        ((cell, value),) = step.removed
        return refutation(marks, _number(cell, size), value - 1)
    pattern = sum(1 << _number(cell, size) for cell in step.cells)
    removed = [(_number(cell, size), value - 1) for cell, value in step.removed]
    placed = [(_number(cell, size), value - 1) for cell, value in step.placed]
    for level, technique in LADDER:
        for finding in technique(marks) if level == step.level else ():
            if (finding.technique, finding.pattern) != (step.technique, pattern):
                continue
            struck = dict(finding.removed)
            does = finding.placed in placed if placed else all(struck.get(d, 0) >> cell & 1 for cell, d in removed)
            if does:
                return finding
    return None


def _number(cell: Cell, size: int) -> int:
    return cell[0] * size + cell[1]
