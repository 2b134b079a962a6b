"""`generate`: fill a board at random, then remove clues as long as the puzzle keeps exactly one solution.

With a difficulty, the techniques up to that level must still solve the puzzle. That proves that it has one solution and
is not harder. Without a difficulty, a search must find no second solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import TYPE_CHECKING, Literal, TypeAlias

from csplib import Cancelled, LimitReached, OptionError, look_up
from csplib.kernel.random_numbers import draw_below, shuffle
from csplib.sudoku.arguments import as_int, quoted
from csplib.sudoku.board import Board
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
"""The symmetries of the clues. Each is a tuple of moves: they map cells with clues to cells with clues."""


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

    - *clues* is the number of clues, or "minimal": then every clue is needed. By default, one pass removes as many
      as it can.
    - *symmetry* is one of `SYMMETRIES`.
    - *difficulty* is a `Level` or its name: techniques solve the puzzle at that level, but not at the level below.
    - *band* is one of the `BANDS` of a 9x9 board, such as "medium". It sets a number of clues, and says little about
      the difficulty.
    - The same *seed* returns the same puzzle on every machine.
    - After *time_limit* seconds, `LimitReached` is raised. Once *cancel*, a `threading.Event` or similar, is set,
      `Cancelled` is raised.

    Requests known to be impossible raise `OptionError` at once. Above 9x9, a search for a second solution takes
    too long: unless *clues* is "minimal", the puzzle is solved by locked candidates.

    >>> generate(4, clues=5, seed=1).to_line()
    '...3.14....4.4..'
    """
    if seed is not None and as_int(seed) is None:
        raise OptionError(f"seed must be an integer, not {quoted(seed)}")
    clock = within(time_limit, cancel)
    attempts = 0
    wanted: _Specification | None = None
    try:
        with clock:
            shape = _shape(size, geometry)
            wanted = _Specification(
                shape, clues if band is None else _clues_of(band, clues, shape), symmetry, difficulty
            )
            random = Random(as_int(seed))
            while True:
                attempts += 1
                values = wanted.attempt(random)
                if values is not None:
                    return Board(values, shape)
    except LimitReached as limit:
        if isinstance(limit, Cancelled) or clock.is_of_another(limit):
            raise
        raise LimitReached(f"no {wanted or 'puzzle'} within time_limit={time_limit} ({attempts} attempts)") from None


def _clues_of(band: object, clues: object, geometry: Geometry) -> int:
    """Return the fewest clues of a band. The last band has no minimum: return its largest number of clues."""
    fewest = dict(BANDS)
    if not isinstance(band, str) or band not in fewest:
        raise OptionError(f"band must be one of {', '.join(map(repr, fewest))}, not {quoted(band)}")
    if clues is not None:
        raise OptionError("pass band= or clues=, not both: a band is a number of clues")
    if geometry.size != 9:
        raise OptionError(f"band={band!r} is for 9x9 boards: pass clues= or difficulty= instead")
    return fewest[band] or BANDS[-2][1] - 1


def _shape(size: int | None, geometry: Geometry | None) -> Geometry:
    if geometry is None:
        return Geometry.of(9 if size is None else size)
    if size not in (None, checked_geometry(geometry).size):
        raise OptionError(f"size={size} does not match the geometry, which has size {geometry.size}")
    return geometry


class _Specification:
    """The kind of puzzle that the caller wants."""

    def __init__(self, geometry: Geometry, clues: object, symmetry: str, difficulty: Level | str | None) -> None:
        if not isinstance(symmetry, str) or symmetry not in SYMMETRIES:
            raise OptionError(f"symmetry must be one of {', '.join(map(repr, SYMMETRIES))}, not {quoted(symmetry)}")
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
        """Return the number of clues at which to stop; 0 means as few as possible."""
        if clues is None or clues == "minimal":
            return 0
        number = as_int(clues)
        if number is None or not 0 < number <= len(self.geometry.cells):
            raise OptionError(
                f"clues must be 'minimal' or an integer from 1 to {len(self.geometry.cells)}, not {quoted(clues)}"
            )
        fewest = _FEWEST.get(self.geometry.size, 0) if self.geometry.is_plain else 0
        if number < fewest:
            raise OptionError(f"a puzzle of this size needs at least {fewest} clues, not {number}")
        reachable = 1
        for orbit in self.orbits:
            reachable |= reachable << len(orbit)
        if not reachable >> number & 1:
            raise OptionError(f"no puzzle of this symmetry has exactly {number} clues")
        return number

    def attempt(self, random: Random) -> list[int] | None:
        """Return a puzzle, or None if it is not of the wanted kind."""
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
        words += [] if self.level is None else [f"of difficulty {self.level}"]
        return " ".join(words)


def _level(difficulty: Level | str) -> Level:
    if isinstance(difficulty, Level):
        return difficulty
    for level in Level:
        if isinstance(difficulty, str) and difficulty in {str(level), level.name, level.name.lower()}:
            return level
    known = ", ".join(repr(str(level)) for level in Level)
    hint = f"; for a number of clues, pass band={difficulty!r}" if difficulty in dict(BANDS) else ""
    raise OptionError(f"difficulty must be one of {known}, not {quoted(difficulty)}{hint}")


def _orbits(geometry: Geometry, moves: Iterable[_Move]) -> list[list[int]]:
    """Return the groups of places that the moves of a symmetry map to each other."""
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
