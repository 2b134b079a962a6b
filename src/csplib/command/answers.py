"""The answers to questions about one board: each function takes a board and returns an `Answer`.

Functions and answers can be pickled, so that other processes can run them.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple, TypedDict

from csplib import LimitReached, Status
from csplib.command.exits import Exit
from csplib.command.terminal import named_cells
from csplib.sudoku import (
    Board,
    BoardError,
    Cell,
    Step,
    ambiguity,
    certify,
    conflict,
    count,
    grade,
    next_step,
    search,
    solve_steps,
)
from csplib.sudoku.board import first_clash
from csplib.sudoku.cell_groups import cell_name
from csplib.sudoku.time_limit import within

__all__ = [
    "STOPPED",
    "UNSOLVABLE",
    "Answer",
    "Limits",
    "certify_board",
    "check_board",
    "count_board",
    "grade_board",
    "hint_board",
    "show_board",
    "solve_board",
    "steps_board",
]

UNSOLVABLE = "Unsolvable CSP"
STOPPED = "stopped at a limit"


class Limits(TypedDict):
    """The limits of a search."""

    time_limit: float | None
    node_limit: int | None


class Answer(NamedTuple):
    """The answer for one board.

    The output shows *boards*. If there are none, it shows *text*, or *line* if there are many answers. *fields* are for
    JSON and CSV, and *note* goes to stderr.
    """

    code: Exit
    text: str
    line: str
    fields: Mapping[str, object]
    boards: tuple[Board, ...] = ()
    note: str = ""


def solve_board(board: Board, method: str, most: int, limits: Limits) -> Answer:
    """Find up to *most* solutions. If only one is wanted, look for a second one to tell whether there is one."""
    found: list[Board] = []
    nodes: int | None = None
    try:
        with search(board, method, **limits) as solutions:
            for solution in islice(solutions, max(2, most)):
                found.append(board.with_values(solution))
                nodes = solutions.statistics.nodes if len(found) <= most else nodes
            stopped = solutions.status is Status.LIMIT
    except LimitReached as limit:
        unknown = {"puzzle": board.to_line(), "status": STOPPED, "solution": None, "unique": None}
        return _stopped({**unknown, "nodes": getattr(limit.statistics, "nodes", 0)}, limit)
    shown = tuple(found[:most])
    fields: dict[str, object] = {
        "puzzle": board.to_line(),
        "status": "solved" if found else "no solution",
        "solution": shown[0].to_line() if shown else None,
        "unique": None if not found or (stopped and len(found) == 1) else len(found) == 1,
        "nodes": solutions.statistics.nodes if nodes is None else nodes,
    }
    if most > 1:
        fields["solutions"] = [each.to_line() for each in shown]
    if not found:
        return Answer(Exit.NO_SOLUTION, UNSOLVABLE, UNSOLVABLE, fields, note=named_cells(first_clash(board)))
    note = "there may be more solutions: the search stopped at a limit" if stopped else ""
    if len(found) > most:
        note = "this is one of several solutions"
    return Answer(Exit.FINE, "", "\n".join(each.to_line() for each in shown), fields, shown, note)


def _stopped(fields: Mapping[str, object], limit: LimitReached) -> Answer:
    return Answer(Exit.LIMIT, "", STOPPED, fields, note=str(limit))


def check_board(board: Board, limits: Limits) -> Answer:
    """Check whether a board has exactly one solution; if not, say what is wrong with it."""
    puzzle = board.to_line()
    with within(limits["time_limit"]):
        try:
            return _checked(board, puzzle, count(board, 2, **limits))
        except LimitReached as limit:
            return _stopped({"puzzle": puzzle, "verdict": STOPPED, "reason": str(limit)}, limit)


def certify_board(board: Board, time_limit: float | None) -> Answer:
    """Prove that a board has exactly one solution, or none; if it has several, show two of them."""
    puzzle = board.to_line()
    try:
        found = certify(board, time_limit=time_limit)
    except LimitReached as limit:
        return _stopped({"puzzle": puzzle, "claim": STOPPED, "solutions": None, "certificate": None}, limit)
    solved = [board.with_values(solution).to_line() for solution in found.solutions]
    fields = {"puzzle": puzzle, "claim": found.claim, "solutions": solved, "certificate": str(found)}
    code = Exit.FINE if len(solved) == 1 else Exit.NO_SOLUTION
    note = found.claim + ("" if len(solved) < 2 else f", such as {' and '.join(solved)}")
    return Answer(code, str(found).rstrip("\n"), found.claim, fields, note=note)


def _checked(board: Board, puzzle: str, number: int) -> Answer:
    if number == 1:
        text = "Solved: every cell has a value, and every rule holds." if board.is_full else "Exactly one solution."
        return Answer(Exit.FINE, text, "one solution", {"puzzle": puzzle, "verdict": "one solution", "reason": ""})
    verdict = "several solutions" if number else "no solution"
    try:
        reason = _several(board) if number else named_cells(first_clash(board)) or _conflict(board)
    except LimitReached:
        reason = f"{'T' if number else 't'}he time was too short to find out why."
    text = f"More than one solution. {reason}" if number else f"{UNSOLVABLE}: {reason}"
    return Answer(Exit.NO_SOLUTION, text, verdict, {"puzzle": puzzle, "verdict": verdict, "reason": reason})


def _conflict(board: Board) -> str:
    guilty = conflict(board)
    return f"these givens contradict each other: {_values(guilty, guilty.filled)}."


def _several(board: Board) -> str:
    found = ambiguity(board)
    assert found is not None  # noqa: S101 - two solutions were found before
    differing = ", ".join(cell_name(cell) for cell in found.differing)
    return f"Two of them differ in {differing}. With {_values(found.first, found.repair)} there is only one."


def _values(board: Board, cells: Mapping[Cell, int]) -> str:
    return ", ".join(f"{cell_name(cell)}={board.symbol(cell)}" for cell in cells)


def count_board(board: Board, most: int | None, limits: Limits) -> Answer:
    """Count the solutions, up to *most*."""
    code, note = Exit.FINE, ""
    try:
        number = count(board, most, **limits)
        exact = most is None or number < most
    except LimitReached as limit:
        code, number, exact, note = Exit.LIMIT, limit.found, False, str(limit)
    if exact and not number:
        code = Exit.NO_SOLUTION
    line = str(number) if exact else f"at least {number}"
    return Answer(code, line, line, {"puzzle": board.to_line(), "count": number, "exact": exact}, note=note)


def grade_board(board: Board, time_limit: float | None) -> Answer:
    """Grade a board."""
    puzzle = board.to_line()
    unknown = {"puzzle": puzzle, "level": None, "band": None, "givens": len(board.filled)}
    try:
        found = grade(board, time_limit=time_limit)
    except LimitReached as limit:
        return _stopped(unknown, limit)
    except BoardError as fault:
        return Answer(Exit.NO_SOLUTION, "", "no grade", unknown, note=f"cannot be graded: {named_cells(str(fault))}")
    known = {
        "puzzle": puzzle,
        "level": str(found.level),
        "band": found.band,
        "givens": found.givens,
        "openness": round(found.openness, 2),
        "steps": {str(level): number for level, number in found.steps.items()},
    }
    line = f"{found.level}; {found.givens} givens" + (f" ({found.band})" if found.band else "")
    return Answer(Exit.FINE, str(found), line, known)


def hint_board(board: Board, time_limit: float | None) -> Answer:
    """Find the next step of a human solution."""
    puzzle = board.to_line()
    try:
        with within(time_limit):
            return _hinted(board, puzzle, next_step(board.check()))
    except LimitReached as limit:
        return _stopped({"puzzle": puzzle, "technique": None, "reason": str(limit)}, limit)
    except BoardError as fault:
        return _no_step(puzzle, named_cells(str(fault)))


def _hinted(board: Board, puzzle: str, step: Step | None) -> Answer:
    if step is None and board.is_full:
        fields = {"puzzle": puzzle, "technique": None, "reason": "the board is full"}
        return Answer(Exit.FINE, "The board is full.", "full", fields)
    if step is None and not count(board, 1):
        return _no_step(puzzle, "the board has no solution")
    if step is None:
        fields = {"puzzle": puzzle, "technique": "search", "reason": "no technique applies here"}
        return Answer(Exit.FINE, "No technique applies here: try `csplib sudoku solve`.", "search", fields)
    return Answer(
        Exit.FINE, f"{_capital(step)}{_removed(board, step)}", str(step), {"puzzle": puzzle, **_step(board, step)}
    )


def _no_step(puzzle: str, reason: str) -> Answer:
    fields = {"puzzle": puzzle, "technique": None, "reason": reason}
    return Answer(Exit.NO_SOLUTION, UNSOLVABLE, UNSOLVABLE, fields, note=reason)


def _capital(step: Step) -> str:
    text = str(step)
    return text[0].upper() + text[1:]


def _removed(board: Board, step: Step) -> str:
    """Return the candidates that a step rules out, if it places no value."""
    if step.placed or not step.removed:
        return ""
    return "\nRuled out: " + ", ".join(
        f"{board.symbols[value - 1]} in {cell_name(cell)}" for cell, value in step.removed
    )


def _step(board: Board, step: Step) -> dict[str, object]:
    return {
        "technique": step.technique,
        "level": str(step.level),
        "placed": {cell_name(cell): board.symbols[value - 1] for cell, value in step.placed},
        "removed": [f"{cell_name(cell)}={board.symbols[value - 1]}" for cell, value in step.removed],
        "reason": step.reason,
    }


def steps_board(board: Board, time_limit: float | None) -> Answer:
    """Find all steps of a human solution."""
    puzzle = board.to_line()
    unknown = {"puzzle": puzzle, "level": None, "steps": None}
    try:
        steps = solve_steps(board, time_limit=time_limit)
    except LimitReached as limit:
        return _stopped(unknown, limit)
    except BoardError as fault:
        several = "more than one" in str(fault)
        text, line = ("", "several solutions") if several else (UNSOLVABLE, UNSOLVABLE)
        return Answer(Exit.NO_SOLUTION, text, line, unknown, note=named_cells(str(fault)))
    text = "\n".join(f"{number}. {_capital(step)}" for number, step in enumerate(steps, 1)) or "The board is full."
    level = str(max((step.level for step in steps), default=""))
    fields = {"puzzle": puzzle, "level": level, "steps": [_step(board, step) for step in steps]}
    return Answer(Exit.FINE, text, f"{len(steps)} steps, {level}" if steps else "full", fields)


def show_board(board: Board) -> Answer:
    """Show the board itself."""
    fields = {"puzzle": board.to_line(), "size": board.size, "filled": len(board.filled)}
    return Answer(Exit.FINE, "", board.to_line(), fields, (board,))
