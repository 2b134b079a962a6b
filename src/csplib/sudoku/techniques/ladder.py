"""The ladder: techniques from easy to hard. A human solution always takes the easiest possible step.

A level is a degree of consistency of the constraints, so the ladder works for every size and variant. Each level
includes the levels below it. No technique assumes that the solution is unique, so a board that the ladder solves has
exactly one solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from csplib import KindError, look_up
from csplib.sudoku import solver
from csplib.sudoku.arguments import quoted
from csplib.sudoku.board import Board
from csplib.sudoku.techniques.cages import cage_combinations
from csplib.sudoku.techniques.coloring import simple_coloring
from csplib.sudoku.techniques.findings import Finding, Technique, apply, exhaust, finish
from csplib.sudoku.techniques.fish import fish
from csplib.sudoku.techniques.levels import Level, Step
from csplib.sudoku.techniques.locked_candidates import locked_candidates
from csplib.sudoku.techniques.marks import Marks, NotUniqueError, members
from csplib.sudoku.techniques.singles import hidden_singles, naked_singles
from csplib.sudoku.techniques.subsets import subsets
from csplib.sudoku.techniques.trial import trials
from csplib.sudoku.techniques.wings import xy_wings
from csplib.sudoku.time_limit import within

__all__ = ["LADDER", "apply_as_step", "next_step", "open_singles", "solve_steps", "solved_at", "steps"]


LADDER: tuple[tuple[Level, Technique], ...] = (
    (Level.NAKED_SINGLE, naked_singles),
    (Level.HIDDEN_SINGLE, hidden_singles),
    (Level.LOCKED, cage_combinations),
    (Level.LOCKED, locked_candidates),
    (Level.PAIRS, partial(subsets, count=2)),
    (Level.SUBSETS, partial(subsets, count=3)),
    (Level.SUBSETS, partial(subsets, count=4)),
    (Level.FISH, fish),
    (Level.WINGS, xy_wings),
    (Level.WINGS, simple_coloring),
    (Level.TRIAL, trials),
)
"""The techniques, easiest first. Cages have the level of locked candidates, because both combine two constraints:
cells of a cage differ, and they add up to a total. `Level.SEARCH` has no technique."""


@lru_cache(maxsize=16)
def _techniques(level: Level) -> tuple[Technique, ...]:
    return tuple(technique for at, technique in LADDER if at <= level)


def solved_at(board: Board | Marks, level: Level) -> bool:
    """Return whether the techniques up to *level* solve the board; for `Level.SEARCH`, whether its solution is unique.

    If so, the board has exactly one solution. Marks are not changed.
    """
    marks = board.copy() if isinstance(board, Marks) else Marks.of_values(board.geometry, board.values)
    if exhaust(marks, _techniques(level)):
        return True
    return level == Level.SEARCH and not marks.broken and solver.is_unique(_as_board(marks))


def steps(board: Board | Marks, highest: Level = Level.TRIAL) -> Iterator[Step]:
    """Yield the steps of a human solution, always the easiest one possible, up to level *highest*.

    Stop when the board is solved, when nothing more is found, or at a contradiction. Marks are changed by each step.
    """
    if not isinstance(highest, Level):
        raise KindError(f"highest must be a Level, not {quoted(highest)}")
    marks = board if isinstance(board, Marks) else Marks.of(board)
    while not marks.broken and not marks.is_full:
        found = _easiest(marks, highest)
        if found is None:
            return
        yield apply_as_step(marks, *found)


def next_step(board: Board | Marks, highest: Level = Level.TRIAL, *, time_limit: float | None = None) -> Step | None:
    """Return the easiest step, or None if there is none: the board is full, or no technique applies.

    This does not check that the board has one solution: see `is_unique`, `ambiguity` and `conflict`.

    >>> next_step(Board.parse("1... ..3. .1.. 4...")).reason
    'Only 2 is left for r2c1, because every other value has been ruled out there.'
    """
    with within(time_limit):
        return next(steps(board.copy() if isinstance(board, Marks) else board, highest), None)


def solve_steps(board: Board | Marks, *, time_limit: float | None = None) -> list[Step]:
    """Return the whole human solution. If techniques do not solve the board, the last step is a search for the rest.

    Raise `NotUniqueError` for a board without a solution or with several, `ClashError` for a board whose values clash.
    """
    with within(time_limit):
        marks = board if isinstance(board, Marks) else Marks.of(board)
        found = [*steps(marks)]
        if not finish(marks):
            found.append(_search_step(marks))
        return found


def open_singles(marks: Marks) -> int:
    """Return the number of cells that naked or hidden singles can fill now."""
    found = {finding.placed for technique in _techniques(Level.HIDDEN_SINGLE) for finding in technique(marks.copy())}
    return len(found)


def _easiest(marks: Marks, highest: Level) -> tuple[Level, Finding] | None:
    look_up(256)
    for level, technique in LADDER:
        if level > highest or marks.broken:
            return None
        finding = next(technique(marks), None)
        if finding is not None:
            return level, finding
    return None


def apply_as_step(marks: Marks, level: Level, finding: Finding) -> Step:
    """Apply *finding*, and return it as a step with everything that changed."""
    cells = marks.shape.geometry.cells
    reason = finding.reason()
    before = marks.spots[:]
    apply(marks, finding)
    filled = [] if finding.placed is None else [finding.placed]
    placed = tuple((cells[cell], digit + 1) for cell, digit in filled)
    own = sum(1 << cell for cell, _ in filled)
    removed = [
        (cells[cell], digit + 1)
        for digit, spots in enumerate(before)
        for cell in members(spots & ~marks.spots[digit] & ~own)
    ]
    pattern = tuple(cells[cell] for cell in members(finding.pattern))
    return Step(level, finding.technique, pattern, placed, tuple(removed), reason)


def _as_board(marks: Marks) -> Board:
    """Return a board of the values that have been placed."""
    cells = marks.shape.geometry.cells
    placed = {cells[c]: digit + 1 for digit, spots in enumerate(marks.spots) for c in members(spots & marks.placed)}
    return Board([placed.get(cell, 0) for cell in cells], marks.shape.geometry)


def _search_step(marks: Marks) -> Step:
    board = _as_board(marks)
    solutions = (
        [] if marks.broken else [solution for solution, _ in zip(solver.solutions(board), range(2), strict=False)]
    )
    if len(solutions) != 1:
        raise NotUniqueError(f"the board has {'more than one' if solutions else 'no'} solution")
    open_cells = tuple(cell for cell in board.cells if not board[cell])
    placed = tuple((cell, solutions[0][cell]) for cell in open_cells)
    removed = tuple(
        (cell, value) for cell in open_cells for value in sorted(marks.candidates(cell) - {solutions[0][cell]})
    )
    reason = f"No technique applies here, but a search finds only one way to fill the {len(placed)} open cells."
    return Step(Level.SEARCH, "search", open_cells, placed, removed, reason)
