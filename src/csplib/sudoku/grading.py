"""`grade`: how hard a board is, on two separate scales.

The *band* depends on the number of givens only, and says little. The *level* depends on solving: it is the hardest
technique needed if each step is the easiest one possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from csplib.display.markup import sentences
from csplib.sudoku.board import Board
from csplib.sudoku.techniques import Level, Marks, open_singles, solve_steps, steps
from csplib.sudoku.time_limit import within

__all__ = ["BANDS", "Grade", "band", "band_notes", "grade"]

BANDS: tuple[tuple[str, int], ...] = (
    ("extremely easy", 51),
    ("easy", 36),
    ("medium", 32),
    ("hard", 28),
    ("very hard", 0),
)
"""The bands, each with its least number of givens on a board of 81 cells."""


class Grade(NamedTuple):
    """How hard a board is.

    *band* and *notes* depend on the givens; *level*, the number of *steps* at each level, and *openness* on solving.
    Openness is the average number of cells that singles can fill at a time when they can fill any. The higher it is,
    the easier a next step is to find. It is 0 if singles never help.
    """

    givens: int
    band: str | None
    notes: tuple[str, ...]
    level: Level
    steps: dict[Level, int]
    openness: float

    def __str__(self) -> str:
        counts = ", ".join(f"{level} {count}" for level, count in self.steps.items()) or "none"
        banded = f" ({self.band})" if self.band else ""
        lines = [
            f"by solving: {self.level}; steps: {counts}; {self.openness:.1f} singles open on average",
            f"by givens: {self.givens}{banded}",
        ]
        return "\n".join([*lines, *(f"  {note}" for note in self.notes)])

    def _repr_html_(self) -> str:
        return sentences(self)


def grade(board: Board, *, time_limit: float | None = None) -> Grade:
    """Return how hard a board is. Every value on it counts as a given.

    Raise `csplib.sudoku.techniques.NotUniqueError` for a board without a solution or with several, and `LimitReached`
    after *time_limit* seconds. A full board has the lowest level.

    >>> print(grade(Board.parse("1... ..3. .4.. ...2")))
    by solving: naked singles; steps: naked singles 12; 6.5 singles open on average
    by givens: 4 (very hard)
    """
    with within(time_limit):
        return _graded(board)


def _graded(board: Board) -> Grade:
    marks = Marks.of(board)
    counts: Counter[Level] = Counter()
    choices: list[int] = []
    ladder = steps(marks)
    while True:
        singles = open_singles(marks)
        step = next(ladder, None)
        if step is None:
            break
        counts[step.level] += 1
        choices += [singles] if singles else []
    counts.update(step.level for step in solve_steps(marks))
    return Grade(
        givens=len(board.filled),
        band=band(board),
        notes=band_notes(board),
        level=max(counts, default=Level.NAKED_SINGLE),
        steps={level: counts[level] for level in sorted(counts)},
        openness=sum(choices) / len(choices) if choices else 0.0,
    )


def band(board: Board) -> str | None:
    """Return the band of a board, by its number of givens.

    On boards of other sizes than 9x9, the share of the cells that are given counts. A board with cages has no band,
    because its totals replace givens.
    """
    if board.geometry.cages:
        return None
    givens = round(len(board.filled) * 81 / board.size**2)
    return next(name for name, fewest in BANDS if givens >= fewest)


class _Spread(NamedTuple):
    """The number of givens in each box, and of each digit."""

    boxes: list[int]
    digits: list[int]


_CONDITIONS: dict[str, tuple[tuple[str, Callable[[_Spread], bool]], ...]] = {
    "extremely easy": (),
    "easy": (
        ("more than one given in every box", lambda spread: min(spread.boxes) > 1),
        ("every digit at least three times", lambda spread: min(spread.digits) >= 3),
    ),
    "medium": (
        ("a couple of boxes with one given", lambda spread: spread.boxes.count(1) >= 2),
        ("some digits only twice", lambda spread: spread.digits.count(2) >= 2),
    ),
    "hard": (
        ("a couple of boxes with one given", lambda spread: spread.boxes.count(1) >= 2),
        ("three or four digits only twice", lambda spread: spread.digits.count(2) in {3, 4}),
        ("one digit once", lambda spread: spread.digits.count(1) == 1),
    ),
    "very hard": (
        ("some boxes empty", lambda spread: spread.boxes.count(0) >= 1),
        ("most digits two or three times", lambda spread: spread.digits.count(2) + spread.digits.count(3) >= 5),
        ("several digits once", lambda spread: spread.digits.count(1) >= 2),
    ),
}


def band_notes(board: Board) -> tuple[str, ...]:
    """Return whether a 9x9 board meets each side condition of its band; other boards have no conditions.

    "A couple", "some digits" and "several" are read as two or more, "some boxes" as at least one, "most" as five.
    """
    name = band(board)
    if name is None or board.size != 9:
        return ()
    values = Counter(board.filled.values())
    spread = _Spread(
        [sum(board[cell] > 0 for cell in box) for box in board.boxes],
        [values[value] for value in range(1, board.size + 1)],
    )
    return tuple(f"{text}: {'yes' if holds(spread) else 'no'}" for text, holds in _CONDITIONS[name])
