"""Making puzzles: fill a board at random, then take clues away as long as a certificate holds.

The certificate is that the puzzle is still solved by the techniques up to a level, which proves that it has one
solution and is no harder than that; or, where no level is asked for, that a search finds no second solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import TYPE_CHECKING, Literal, TypeAlias

from csplib import Cancelled, LimitReached, OptionError, look_up
from csplib.kernel.chance import draw_below, shuffle
from csplib.sudoku.board import Board
from csplib.sudoku.checks import quoted, whole
from csplib.sudoku.geometry import Cell, Geometry, checked_geometry
from csplib.sudoku.grading import BANDS
from csplib.sudoku.model import empty_problem
from csplib.sudoku.techniques import Level, Marks, solved_at
from csplib.sudoku.time_limit import within

if TYPE_CHECKING:
    from threading import Event

__all__ = ["SYMMETRIES", "generate"]

_SEARCHABLE = 9
# The fewest clues of a plain puzzle with one solution. 17 for 9x9 was shown by McGuire, Tugemann and Civario in 2012.
_FEWEST = {4: 4, 9: 17}

_Move: TypeAlias = Callable[[int, int, int], Cell]

SYMMETRIES: dict[str, tuple[_Move, ...]] = {
    "none": (),
    "rotational": (lambda n, r, c: (n - 1 - r, n - 1 - c),),
    "mirror": (lambda n, r, c: (r, n - 1 - c),),
    "flip": (lambda n, r, c: (n - 1 - r, c),),
    "diagonal": (lambda _, r, c: (c, r),),
    "four-fold": (lambda n, r, c: (c, n - 1 - r),),
    "both mirrors": (lambda n, r, c: (r, n - 1 - c), lambda n, r, c: (n - 1 - r, c)),
    "full": (lambda n, r, c: (c, n - 1 - r), lambda n, r, c: (r, n - 1 - c)),
}
"""The ways in which the clues may lie, each by the moves that must leave them in place."""


def generate(
    size: int | None = None,
    *,
    geometry: Geometry | None = None,
    clues: int | Literal["minimal"] | None = None,
    symmetry: str = "none",
    difficulty: Level | str | None = None,
    band: str | None = None,
    seed: int | None = None,
    time_limit: float | None = 60.0,
    cancel: Event | None = None,
) -> Board:
    """Make a puzzle with exactly one solution.

    *clues* is their number, or "minimal": then none of them can go. Without it, as many are taken away as one pass can.
    *symmetry* is one of `SYMMETRIES`. *difficulty* is a `Level`, or its name: the puzzle is solved at that level and
    stuck one below. *band* is one of the `BANDS` of givens of a 9x9 board, such as "medium": it stands for a number of
    clues, and says little of difficulty. The same *seed* gives the same puzzle everywhere. What is known to be
    impossible is refused at once; what is not found within *time_limit* seconds raises `LimitReached`. Once *cancel*, a
    `threading.Event` or something like it, is set, `Cancelled` is raised.

    Above 9x9 a search for a second solution takes too long; unless a minimal puzzle is asked for, clues go there only
    as long as locked candidates solve it.

    >>> generate(4, clues=5, seed=1).to_line()
    '...3.14....4.4..'
    """
    if seed is not None and whole(seed) is None:
        raise OptionError(f"seed={quoted(seed)} is not an integer")
    clock = within(time_limit, cancel)
    attempts = 0
    wish: _Wish | None = None
    try:
        with clock:
            shape = _shape(size, geometry)
            wish = _Wish(shape, clues if band is None else _clues_of(band, clues, shape), symmetry, difficulty)
            random = Random(whole(seed))
            while True:
                attempts += 1
                values = wish.attempt(random)
                if values is not None:
                    return Board(values, shape)
    except LimitReached as limit:
        if isinstance(limit, Cancelled) or clock.is_of_another(limit):
            raise
        raise LimitReached(f"no {wish or 'puzzle'} within time_limit={time_limit} ({attempts} attempts)") from None


def _clues_of(band: object, clues: object, geometry: Geometry) -> int:
    """Return the fewest clues of a band. The last one has no fewest, and takes the most that the others leave it."""
    fewest = dict(BANDS)
    if not isinstance(band, str) or band not in fewest:
        raise OptionError(f"band={quoted(band)} is none of {', '.join(map(repr, fewest))}")
    if clues is not None:
        raise OptionError(f"band={band!r} is a number of clues: leave out clues=")
    if geometry.size != 9:
        raise OptionError(f"band={band!r} counts the givens of a 9x9 board: name a number of clues, or a difficulty")
    return fewest[band] or BANDS[-2][1] - 1


def _shape(size: int | None, geometry: Geometry | None) -> Geometry:
    if geometry is None:
        return Geometry.of(9 if size is None else size)
    if size not in (None, checked_geometry(geometry).size):
        raise OptionError(f"size={size} does not go with a geometry of size {geometry.size}")
    return geometry


class _Wish:
    """What kind of puzzle is asked for."""

    def __init__(self, geometry: Geometry, clues: object, symmetry: str, difficulty: Level | str | None) -> None:
        if not isinstance(symmetry, str) or symmetry not in SYMMETRIES:
            raise OptionError(f"symmetry={quoted(symmetry)} is none of {', '.join(map(repr, SYMMETRIES))}")
        self.geometry = geometry
        self.orbits = _orbits(geometry, SYMMETRIES[symmetry])
        self.clues = self._checked_clues(clues)
        self.minimal = clues == "minimal"
        self.symmetry = symmetry
        self.level = None if difficulty is None else _level(difficulty)
        self.certificate = self.level or (Level.LOCKED if geometry.size > _SEARCHABLE else Level.SEARCH)
        if self.minimal and self.level is None:
            self.certificate = Level.SEARCH

    def _checked_clues(self, clues: object) -> int:
        """Give the number of clues to stop at; 0 is never reached."""
        if clues is None or clues == "minimal":
            return 0
        number = whole(clues)
        if number is None or not 0 < number <= len(self.geometry.cells):
            raise OptionError(f"clues={quoted(clues)} is neither a number of clues on this board nor 'minimal'")
        fewest = _FEWEST.get(self.geometry.size, 0) if self.geometry.is_plain else 0
        if number < fewest:
            raise OptionError(f"no puzzle of this size has fewer than {fewest} clues: {number} cannot be")
        reachable = 1
        for orbit in self.orbits:
            reachable |= reachable << len(orbit)
        if not reachable >> number & 1:
            raise OptionError(f"no symmetric puzzle of this kind has exactly {number} clues")
        return number

    def attempt(self, random: Random) -> list[int] | None:
        """Make one puzzle; None if it is not as asked for."""
        values = self._filled(random)
        clues = len(values)
        for orbit in shuffle(random, list(self.orbits)):
            if clues - len(orbit) >= self.clues:
                kept = [values[place] for place in orbit]
                for place in orbit:
                    values[place] = 0
                if self._certified(values):
                    clues -= len(orbit)
                else:
                    for place, value in zip(orbit, kept, strict=True):
                        values[place] = value
        return values if self._fulfilled(values, clues) else None

    def _filled(self, random: Random) -> list[int]:
        found = empty_problem(self.geometry).solve(seed=draw_below(random, 2**32))
        if found is None:
            raise OptionError("no board of this shape can be filled")
        return list(found.values())

    def _certified(self, values: list[int]) -> bool:
        look_up(len(values))
        level = Level.HIDDEN_SINGLE if self.certificate == Level.SEARCH else self.certificate
        if solved_at(Marks.of_values(self.geometry, values), level):
            return True
        return self.certificate == Level.SEARCH and self._unique(values)

    def _unique(self, values: list[int]) -> bool:
        given = {cell: value for cell, value in zip(self.geometry.cells, values, strict=True) if value}
        return empty_problem(self.geometry).count(2, assuming=given) == 1

    def _fulfilled(self, values: list[int], clues: int) -> bool:
        if self.clues and clues != self.clues:
            return False
        if self.level is not None and self.level > Level.NAKED_SINGLE:
            below = Level(self.level - 1)
            if solved_at(Marks.of_values(self.geometry, values), below):
                return False
        return not self.minimal or not any(self._can_go(values, place) for place in range(len(values)))

    def _can_go(self, values: list[int], place: int) -> bool:
        return values[place] != 0 and self._unique([*values[:place], 0, *values[place + 1 :]])

    def __str__(self) -> str:
        words = ["minimal"] if self.minimal else []
        words += [] if self.symmetry == "none" else [self.symmetry]
        words += ["puzzle"]
        words += [f"with {self.clues} clues"] if self.clues else []
        words += [] if self.level is None else [f"that takes {self.level}"]
        return " ".join(words)


def _level(difficulty: Level | str) -> Level:
    if isinstance(difficulty, Level):
        return difficulty
    for level in Level:
        if isinstance(difficulty, str) and difficulty in {str(level), level.name, level.name.lower()}:
            return level
    known = ", ".join(repr(str(level)) for level in Level)
    hint = f"; band={difficulty!r} asks for a number of givens" if difficulty in dict(BANDS) else ""
    raise OptionError(f"difficulty={quoted(difficulty)} is none of {known}{hint}")


def _orbits(geometry: Geometry, moves: Iterable[_Move]) -> list[list[int]]:
    """Group the places that a symmetry takes to each other."""
    size = geometry.size
    orbits: dict[Cell, list[int]] = {}
    steps = list(moves)
    for start in geometry.cells:
        look_up(4)
        if start not in orbits:
            reached = [start]
            for row, column in reached:
                reached += [cell for move in steps if (cell := move(size, row, column)) not in reached]
            places = sorted(row * size + column for row, column in dict.fromkeys(reached))
            orbits.update(dict.fromkeys(reached, places))
    return list({id(places): places for places in orbits.values()}.values())
