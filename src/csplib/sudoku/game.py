"""`Game`: a board in play, with lives, notes, undo and a clock; drawing it and asking people are left to others."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from itertools import islice
from math import isfinite
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from csplib import OptionError
from csplib.sudoku import solver
from csplib.sudoku.board import Board
from csplib.sudoku.errors import BoardError, ValueRangeError
from csplib.sudoku.geometry import Cell, Geometry

__all__ = ["Game", "GameError", "Hint", "Hinter", "Move", "Policy", "SavedGameError", "UnsolvableError"]

Policy: TypeAlias = Literal["solution", "rules"]

_FORMAT = "csplib sudoku game 1"
_EXTRAS = ("diagonals", "windows", "anti_knight")
_POLICIES: tuple[Policy, ...] = ("solution", "rules")
_T = TypeVar("_T")


class GameError(BoardError):
    """What a game refuses: to change a given, to go on after its end."""


class UnsolvableError(GameError):
    """A board that cannot be played, since it has no solution."""


class SavedGameError(GameError):
    """A text that is no saved game."""


class Move(NamedTuple):
    """What became of a value that was played.

    *accepted* says whether it was placed, *mistake* whether it cost a life (the same wrong entry costs only once),
    *reason* what is wrong with it, and *lives* how many are left.
    """

    cell: Cell
    value: int
    accepted: bool
    mistake: bool
    reason: str
    lives: int


class Hint(NamedTuple):
    """A value that can go into *cell*, and why."""

    cell: Cell
    value: int
    reason: str


Hinter: TypeAlias = Callable[[Board], "tuple[Cell, int, str] | None"]


class _Position(NamedTuple):
    board: Board
    notes: Mapping[Cell, frozenset[int]]


class Game:
    """A board in play.

    A value that breaks a rule is a mistake. Under the *policy* "solution" so is one that differs from the solution or,
    if the givens allow several, one after which the board can no longer be solved; under "rules" such a value is placed
    without a word. A mistake costs a life and is not placed, so there is nothing in it to undo: a life once lost stays
    lost, and `mistakes` is the number of different wrong entries whatever is undone.

    With *tidy_notes*, a value that is placed disappears from the notes of its peers. A *hinter* finds hints in place of
    the solution; it may give None to leave that to the solution. Raise `ClashError` or `UnsolvableError` for a board
    that has no solution.

    >>> game = Game(Board([1, 0, 0, 4, 0, 0, 1, 0, 0, 1, 0, 0, 4, 0, 0, 1]))
    >>> game.play((0, 1), 1).reason
    '1 stands twice in row 1: at (0, 0) and (0, 1)'
    >>> game.lives, game.play((0, 1), 3).accepted, game.state
    (2, True, 'playing')
    """

    def __init__(
        self,
        board: Board,
        *,
        lives: int = 3,
        policy: Policy = "solution",
        tidy_notes: bool = True,
        hinter: Hinter | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if policy not in _POLICIES:
            raise OptionError(f"policy={policy!r} is none of {_POLICIES}")
        if type(lives) is not int or lives < 1:
            raise OptionError(f"lives={lives!r} is not a number above 0")
        self._lives = lives
        self.policy: Final[Policy] = policy
        self.tidy_notes: Final[bool] = tidy_notes
        self._hinter = hinter
        self._clock = clock
        self._solution, self._unique = _solved(board.check())
        self._past: list[_Position] = []
        self._now = _Position(board, {})
        self._future: list[_Position] = []
        self._wrong: set[tuple[Cell, int]] = set()
        self._steps: list[tuple[str | int, ...]] = []
        self._spent = 0.0
        self._since: float | None = None
        self.resume()

    def __repr__(self) -> str:
        filled = f"{len(self.board.filled)} of {len(self.board.cells)} cells filled"
        return f"<Game: {self.state}, {filled}, {self.lives} of {self._lives} lives left>"

    def _repr_html_(self) -> str:
        return self.board.to_svg()

    @property
    def board(self) -> Board:
        """The board as it stands."""
        return self._now.board

    @property
    def notes(self) -> Mapping[Cell, frozenset[int]]:
        """The pencil marks of the cells that have any."""
        return MappingProxyType(dict(self._now.notes))

    @property
    def solution(self) -> Board:
        """The solution; one of them, that agrees with the board at the start, if the givens allow several."""
        return self._solution

    @property
    def mistakes(self) -> int:
        """The number of different wrong entries so far."""
        return len(self._wrong)

    @property
    def lives(self) -> int:
        """The number of lives left."""
        return self._lives - self.mistakes

    @property
    def state(self) -> Literal["playing", "won", "lost"]:
        """Whether the game goes on. No value that breaks a rule is ever placed, so a full board is a solution."""
        return "lost" if not self.lives else "won" if self.board.is_full else "playing"

    @property
    def elapsed(self) -> float:
        """The seconds played, without pauses. The clock stops when the game ends."""
        return self._spent + (0.0 if self._since is None else self._clock() - self._since)

    @property
    def paused(self) -> bool:
        """Whether the game waits to be resumed."""
        return self.state == "playing" and self._since is None

    def pause(self) -> None:
        """Stop the clock. Until `resume`, nothing can be played."""
        self._spent, self._since = self.elapsed, None

    def resume(self) -> None:
        """Let the clock run on."""
        if self.paused:
            self._since = self._clock()

    def play(self, cell: Cell, value: int) -> Move:
        """Place *value*, over another if need be, or say why not."""
        self._check_may_change(cell, value)
        board = self.board.with_value(cell, value)
        reason = self._fault(board)
        self._steps.append(("play", *cell, value))
        mistake = bool(reason) and (cell, value) not in self._wrong
        if reason:
            self._wrong.add((cell, value))
        else:
            seen = {cell, *board.peers[cell]} if self.tidy_notes else set()
            notes = {at: marks - {value} if at in seen else marks for at, marks in self._now.notes.items()}
            self._change(board, {**notes, cell: frozenset()})
        if self.state != "playing":
            self.pause()
        return Move(cell, value, not reason, mistake, reason, self.lives)

    def note(self, cell: Cell, value: int) -> bool:
        """Write *value* as a pencil mark, or rub it out; say whether it stands there now."""
        self._check_may_change(cell, value)
        if self.board[cell]:
            raise GameError("a cell that has a value takes no notes", cell=cell)
        self._steps.append(("note", *cell, value))
        marks = self._now.notes.get(cell, frozenset()) ^ {value}
        self._change(self.board, {**self._now.notes, cell: marks})
        return value in marks

    def erase(self, cell: Cell) -> None:
        """Take the value out of a cell, or the notes if it has no value."""
        self._check_may_change(cell)
        self._steps.append(("erase", *cell))
        self._change(self.board.with_value(cell, 0), {**self._now.notes, cell: frozenset()})

    def undo(self) -> bool:
        """Take back the last change; say whether there was one."""
        return self._step(self._past, self._future, "undo")

    def redo(self) -> bool:
        """Make the last change that was taken back again; say whether there was one."""
        return self._step(self._future, self._past, "redo")

    def undo_to_sound(self) -> int:
        """Go back to the last position that can still be solved; say how many changes that takes back."""
        self._check_playing()
        steps = 0
        while self._ahead(self.board) is None and self.undo():
            steps += 1
        return steps

    def hint(self) -> Hint:
        """Find a value to play. Without a *hinter*, it is that of the solution for the cell with the fewest candidates.

        Refuse if the board can no longer be solved: `undo_to_sound` comes first.
        """
        self._check_playing()
        board = self.board
        solution = self._ahead(board)
        if solution is None:
            raise GameError("the board can no longer be solved: undo first")
        found = None if self._hinter is None else self._hinter(board)
        if found is not None:
            return Hint(*found)
        fits = {cell: len(solver.candidates(board, cell)) for cell in board.cells if not board[cell]}
        cell = min(fits, key=lambda cell: (fits[cell], cell))
        symbol, several = solution.symbol(cell), fits[cell] > 1
        reason = f"of {fits[cell]} values that fit, the solution has {symbol}" if several else f"only {symbol} fits"
        return Hint(cell, solution[cell], f"{reason} at {cell}")

    def to_json(self) -> str:
        """Write down everything but the *hinter* and the clock: the board at the start, and every step since then."""
        start = self._past[0].board if self._past else self.board
        shape = start.geometry
        data = {
            "format": _FORMAT,
            "size": shape.size,
            "regions": [shape.box_of[cell] for cell in shape.cells],
            "cages": shape.cages,
            **{name: getattr(shape, name) for name in _EXTRAS},
            "symbols": start.symbols,
            "values": start.values,
            "given": sorted(start.given),
            "lives": self._lives,
            "policy": self.policy,
            "tidy_notes": self.tidy_notes,
            "steps": self._steps,
            "elapsed": self.elapsed,
            "paused": self.paused,
        }
        return json.dumps(data)

    @classmethod
    def from_json(cls, text: str, *, hinter: Hinter | None = None, clock: Callable[[], float] = time.monotonic) -> Game:
        """Read what `to_json` wrote, by playing it again, so that nothing comes in that could not have been played.

        The time between saving and loading does not count. Raise `SavedGameError` for any other text.

        >>> game = Game(Board([1, 0, 0, 4, 0, 0, 1, 0, 0, 1, 0, 0, 4, 0, 0, 1]))
        >>> game.note((0, 1), 2), dict(Game.from_json(game.to_json()).notes)
        (True, {(0, 1): frozenset({2})})
        """
        try:
            data = json.loads(text)
            if _part(data, "format", str) != _FORMAT:
                raise SavedGameError(f"the format is not {_FORMAT!r}")
            policy = _POLICIES[_POLICIES.index(_part(data, "policy", str))]
            tidy, lives = _part(data, "tidy_notes", bool), _part(data, "lives", int)
            game = cls(_read_board(data), lives=lives, policy=policy, tidy_notes=tidy, hinter=hinter, clock=clock)
            for step in _part(data, "steps", list):
                game._replay(step)
            game._spent, game._since = _part(data, "elapsed", float), None
            if not (isfinite(game._spent) and game._spent >= 0):
                raise SavedGameError(f"{game._spent} seconds make no sense")
            if not _part(data, "paused", bool):
                game.resume()
        except (ValueError, TypeError, RecursionError) as fault:
            raise SavedGameError(f"this is no saved game: {fault}") from fault
        return game

    def _replay(self, step: object) -> None:
        match step:
            case ["play", int(row), int(column), int(value)]:
                self.play((row, column), value)
            case ["note", int(row), int(column), int(value)]:
                self.note((row, column), value)
            case ["erase", int(row), int(column)]:
                self.erase((row, column))
            case ["undo"]:
                self.undo()
            case ["redo"]:
                self.redo()
            case _:
                raise SavedGameError(f"{step!r} is no step of a game")

    def _check_playing(self) -> None:
        if self.state != "playing":
            raise GameError(f"the game is {self.state}")
        if self.paused:
            raise GameError("the game is paused: resume it first")

    def _check_may_change(self, cell: Cell, value: int = 1) -> None:
        self._check_playing()
        self.board[cell]  # refuses a cell that is not on the board
        if type(value) is not int or not 0 < value <= self.board.size:
            raise ValueRangeError(f"{value!r} is not a value from 1 to {self.board.size}", cell=cell)
        if cell in self.board.given:
            raise GameError("a given cannot be changed", cell=cell)

    def _ahead(self, board: Board) -> Board | None:
        """Find the solution to which *board* leads, if it leads to any."""
        if not self._unique:
            return solver.solve(board)
        return self._solution if all(self._solution[cell] == value for cell, value in board.filled.items()) else None

    def _fault(self, board: Board) -> str:
        """Say what is wrong with *board*; "" if nothing is."""
        broken = _broken_rule(board)
        if broken or self.policy == "rules" or self._ahead(board) is not None:
            return broken
        return "this differs from the solution" if self._unique else "with this the board can no longer be solved"

    def _change(self, board: Board, notes: Mapping[Cell, frozenset[int]]) -> None:
        changed = _Position(board, {cell: marks for cell, marks in notes.items() if marks})
        if changed != self._now:
            self._past.append(self._now)
            self._now = changed
            self._future.clear()

    def _step(self, source: list[_Position], target: list[_Position], name: str) -> bool:
        self._check_playing()
        if not source:
            return False
        target.append(self._now)
        self._now = source.pop()
        self._steps.append((name,))
        return True


def _solved(board: Board) -> tuple[Board, bool]:
    """Find a solution of *board*, and whether its givens allow no other."""
    with solver.search(board.without(*board.filled.keys() - board.given)) as search:
        found = list(islice(search, 2))
    solution = solver.solve(board)
    if solution is None:
        raise UnsolvableError("this board has no solution")
    return solution, len(found) == 1


def _broken_rule(board: Board) -> str:
    """Say which rule is broken, and where; "" if none is."""
    for name, one, other in board.clashes():
        return f"{board.symbol(one)} stands twice in {name}: at {one} and {other}"
    for cage in board.geometry.cages:
        values = [board[cell] for cell in cage.cells]
        if sum(values) > cage.total or (0 not in values and sum(values) != cage.total):
            return f"the {cage} adds up to {sum(values)}"
    return ""


def _read_board(data: object) -> Board:
    symbols = _part(data, "symbols", list)
    if not all(isinstance(symbol, str) for symbol in symbols):
        raise SavedGameError("a symbol is no text")
    diagonals, windows, anti_knight = (_part(data, name, bool) for name in _EXTRAS)
    geometry = Geometry.of(
        _part(data, "size", int),
        regions=_part(data, "regions", list),
        diagonals=diagonals,
        windows=windows,
        anti_knight=anti_knight,
        cages=[(total, [(row, column) for row, column in cells]) for total, cells in _part(data, "cages", list)],
    )
    given = [(row, column) for row, column in _part(data, "given", list)]
    return Board(_part(data, "values", list), geometry, symbols=symbols, given=given)


def _part(data: object, name: str, kind: type[_T]) -> _T:
    found = data.get(name) if isinstance(data, dict) else None
    if not isinstance(found, kind):
        raise SavedGameError(f"{name!r} is missing, or no {kind.__name__}")
    return found
