"""Hints: the next value, with every elimination that it needs.

Candidates that techniques have removed are not visible on the board. So a hint consists of all steps that lead to a
value, and each reason is true of the board and the steps before it. Steps that are not needed are left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from csplib import LimitReached
from csplib.sudoku.board import Board
from csplib.sudoku.geometry import Cell
from csplib.sudoku.techniques.findings import Finding
from csplib.sudoku.techniques.ladder import LADDER, apply_as_step, steps
from csplib.sudoku.techniques.levels import Level, Step
from csplib.sudoku.techniques.marks import Marks
from csplib.sudoku.techniques.trial import refutation
from csplib.sudoku.time_limit import within

__all__ = ["steps_to_value"]

_SECONDS = 1.0  # for leaving out steps: without that, a hint is right but may be longer than necessary


def steps_to_value(board: Board, *, time_limit: float | None = None) -> tuple[Step, ...]:
    """Return the eliminations that the next value needs, and last the step that places it; () if there is none.

    Each step is true of the candidates that the board and the steps before it leave. Most often, the first step places
    a value.

    >>> [step.technique for step in steps_to_value(Board.parse("1... ..3. .1.. 4..."))]
    ['naked single']
    """
    with within(time_limit):
        start = Marks.of(board)
        taken: list[Step] = []
        for step in steps(start.copy()):
            taken.append(step)
            if step.placed:
                return tuple(_shortened(start, taken))
        return ()


def _shortened(start: Marks, taken: list[Step]) -> list[Step]:
    """Return the steps without those that the last step does not need, as far as the time allows."""
    clock = within(_SECONDS)
    try:
        with clock:
            for place in range(len(taken) - 2, -1, -1):
                taken = _repeated(start, [*taken[:place], *taken[place + 1 :]]) or taken
    except LimitReached as limit:
        if clock.is_of_another(limit):
            raise
    return taken


def _repeated(start: Marks, taken: Sequence[Step]) -> list[Step] | None:
    """Return the same steps applied to the marks at the start, or None if one of them is not possible."""
    marks = start.copy()
    found = []
    for step in taken:
        finding = _find_again(marks, step)
        if finding is None:
            return None
        found.append(apply_as_step(marks, step.level, finding))
    return found


def _find_again(marks: Marks, step: Step) -> Finding | None:
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
