"""The ladder: techniques in the order in which people find them hard, and solving by always taking the easiest step.

A level is a degree of consistency of the constraints, so the ladder serves every size and variant. Each level includes
those below it. No technique takes a single solution for granted, so a board that the ladder solves has only one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from csplib import KindError, look_up
from csplib.sudoku import solver
from csplib.sudoku.board import Board
from csplib.sudoku.checks import quoted
from csplib.sudoku.techniques.cages import cage_combinations
from csplib.sudoku.techniques.coloring import simple_coloring
from csplib.sudoku.techniques.findings import Finding, Technique, carry_out, exhaust, finish
from csplib.sudoku.techniques.fish import fish
from csplib.sudoku.techniques.levels import Level, Step
from csplib.sudoku.techniques.locked_candidates import locked_candidates
from csplib.sudoku.techniques.marks import Marks, NotUniqueError, members
from csplib.sudoku.techniques.singles import hidden_singles, naked_singles
from csplib.sudoku.techniques.subsets import pairs, quads, triples
from csplib.sudoku.techniques.trial import trials
from csplib.sudoku.techniques.wings import xy_wings
from csplib.sudoku.time_limit import within

__all__ = ["LADDER", "carried_out", "next_step", "open_singles", "solve_steps", "solved_at", "steps"]


LADDER: tuple[tuple[Level, Technique], ...] = (
    (Level.NAKED_SINGLE, naked_singles),
    (Level.HIDDEN_SINGLE, hidden_singles),
    (Level.LOCKED, cage_combinations),
    (Level.LOCKED, locked_candidates),
    (Level.PAIRS, pairs),
    (Level.SUBSETS, triples),
    (Level.SUBSETS, quads),
    (Level.FISH, fish),
    (Level.WINGS, xy_wings),
    (Level.WINGS, simple_coloring),
    (Level.TRIAL, trials),
)
"""The techniques, easiest first. Cages come with locked candidates, since like these they join two constraints: that
the cells differ, and their sum. `Level.SEARCH` has no technique: it is what remains."""


@lru_cache(maxsize=16)
def _techniques(level: Level) -> tuple[Technique, ...]:
    return tuple(technique for at, technique in LADDER if at <= level)


def solved_at(board: Board | Marks, level: Level) -> bool:
    """Say whether the techniques up to *level* solve the board; `Level.SEARCH` asks for one solution, found in any way.

    If so, the board has exactly one solution. *board* is not changed, whether it is a board or marks.
    """
    marks = board.copy() if isinstance(board, Marks) else Marks.of_values(board.geometry, board.values)
    if exhaust(marks, _techniques(level)):
        return True
    return level == Level.SEARCH and not marks.broken and solver.is_unique(_as_board(marks))


def steps(board: Board | Marks, highest: Level = Level.TRIAL) -> Iterator[Step]:
    """Iterate over the steps of a human solution, always the easiest that there is, up to level *highest*.

    Stops when the board is solved, when nothing more is found, or at a contradiction. Marks are changed on the way, so
    that they show how far the steps have come.
    """
    if not isinstance(highest, Level):
        raise KindError(f"{quoted(highest)} is not a Level")
    marks = board if isinstance(board, Marks) else Marks.of(board)
    while not marks.broken and not marks.is_full:
        found = _easiest(marks, highest)
        if found is None:
            return
        yield carried_out(marks, *found)


def next_step(board: Board | Marks, highest: Level = Level.TRIAL, *, time_limit: float | None = None) -> Step | None:
    """Give the easiest step, or None if there is none: the board is full, or nothing on the ladder applies to it.

    Whether the board has one solution is another question: see `is_unique`, `ambiguity` and `conflict`.

    >>> next_step(Board.parse("1... ..3. .1.. 4...")).reason
    'Only 2 is left for r2c1, because every other value has been ruled out there.'
    """
    with within(time_limit):
        return next(steps(board.copy() if isinstance(board, Marks) else board, highest), None)


def solve_steps(board: Board | Marks, *, time_limit: float | None = None) -> list[Step]:
    """Give the whole human solution; where no technique helps, its last step is a search for all values that are left.

    Raises `NotUniqueError` for a board without a solution or with several, `ClashError` for one whose values clash.
    """
    with within(time_limit):
        marks = board if isinstance(board, Marks) else Marks.of(board)
        found = [*steps(marks)]
        if not finish(marks):
            found.append(_search_step(marks))
        return found


def open_singles(marks: Marks) -> int:
    """Count the cells that can be filled right now by a naked or hidden single."""
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


def carried_out(marks: Marks, level: Level, finding: Finding) -> Step:
    """Carry out *finding*, and return it as a step that tells all that changed."""
    cells = marks.shape.geometry.cells
    reason = finding.reason()
    before = marks.spots[:]
    carry_out(marks, finding)
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
    """Give what has been placed."""
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
    reason = f"No technique goes on from here, but a search finds only one way to fill the {len(placed)} open cells."
    return Step(Level.SEARCH, "search", open_cells, placed, removed, reason)
