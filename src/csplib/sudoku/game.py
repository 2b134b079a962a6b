"""`Game`: a board in play, with lives, notes, undo and a clock. It neither draws nor reads input."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from csplib import OptionError, look_up
from csplib.sudoku import solver
from csplib.sudoku.arguments import as_int, checked_flag, quoted
from csplib.sudoku.board import Board
from csplib.sudoku.errors import GameError, SavedGameError, UnsolvableError, ValueRangeError
from csplib.sudoku.geometry import Cell
from csplib.sudoku.referee import Policy, Referee, checked_policy
from csplib.sudoku.saved_game import LARGEST_GAME, SavedGame, read_saved_game, write_saved_game
from csplib.sudoku.time_limit import within

__all__ = ["Game", "GameError", "Hint", "Hinter", "Move", "Policy", "SavedGameError", "UnsolvableError"]


class Move(NamedTuple):
    """The result of playing a value.

    *accepted* says whether it was placed, *mistake* whether it cost a life (the same wrong entry costs only once),
    *reason* what is wrong with it. *lives* is the number of lives left.
    """

    cell: Cell
    value: int
    accepted: bool
    mistake: bool
    reason: str
    lives: int


class Hint(NamedTuple):
    """A value that can go into *cell*, and why. If several steps lead to it, *reason* has a line for each."""

    cell: Cell
    value: int
    reason: str


Hinter: TypeAlias = Callable[[Board], "tuple[Cell, int, str] | None"]


class _Position(NamedTuple):
    board: Board
    notes: Mapping[Cell, frozenset[int]]


class Game:
    """A board in play.

    A value that breaks a rule is a mistake. With the *policy* "solution", a value after which the board can no longer
    be solved is a mistake, too; with "rules" such a value is placed. A mistake costs a life and is not placed. So undo
    never returns a life, and `mistakes` is the number of different wrong entries.

    With *tidy_notes*, a value that is placed disappears from the notes of its peers. A *hinter* finds hints; if there
    is none, or if it returns None, hints come from the solution. Raise `ClashError` or `UnsolvableError` for a board
    that has no solution, `LimitReached` for a board that is not solved within *time_limit* seconds.

    >>> game = Game(Board([1, 0, 0, 4, 0, 0, 1, 0, 0, 1, 0, 0, 4, 0, 0, 1]))
    >>> game.play((0, 1), 1).reason
    '1 occurs twice in row 1: at (0, 0) and (0, 1)'
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
        time_limit: float | None = 10.0,
    ) -> None:
        self.policy: Final[Policy] = checked_policy(policy)
        count = as_int(lives)
        if count is None or count < 1:
            raise OptionError(f"lives must be a positive integer, not {quoted(lives)}")
        solver.check_board(board)
        if board.size > LARGEST_GAME:
            raise GameError(f"a game needs a board of size {LARGEST_GAME} or less, not {board.size}")
        self._lives = count
        self.tidy_notes: Final[bool] = checked_flag("tidy_notes", tidy_notes)
        self._hinter = hinter
        self._clock = clock
        with within(time_limit):
            self._referee = Referee(board.check(), policy)
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
        """The current board."""
        return self._now.board

    @property
    def notes(self) -> Mapping[Cell, frozenset[int]]:
        """The pencil marks of the cells that have any."""
        return MappingProxyType(dict(self._now.notes))

    @property
    def solution(self) -> Board:
        """The solution. If the givens allow several, one that agrees with the board at the start."""
        return self._referee.solution

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
        """Whether the game goes on. A value that breaks a rule is never placed, so a full board is a solution."""
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
        """Start the clock again."""
        if self.paused:
            self._since = self._clock()

    def play(self, cell: Cell, value: int) -> Move:
        """Place *value*, also over another value, or say in the result why not."""
        self._check_may_change(cell, value)
        board = self.board.with_value(cell, value)
        reason = self._referee.mistake_in(board)
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
        """Add or remove *value* as a pencil mark; return whether it is a mark now."""
        self._check_may_change(cell, value)
        if self.board[cell]:
            raise GameError("a cell that has a value cannot have notes", cell=cell)
        self._steps.append(("note", *cell, value))
        marks = self._now.notes.get(cell, frozenset()) ^ {value}
        self._change(self.board, {**self._now.notes, cell: marks})
        return value in marks

    def erase(self, cell: Cell) -> None:
        """Remove the value of a cell, or its notes if it has no value."""
        self._check_may_change(cell)
        self._steps.append(("erase", *cell))
        self._change(self.board.with_value(cell, 0), {**self._now.notes, cell: frozenset()})

    def undo(self) -> bool:
        """Take back the last change; return whether there was one."""
        return self._step(self._past, self._future, "undo")

    def redo(self) -> bool:
        """Repeat the last change that was taken back; return whether there was one."""
        return self._step(self._future, self._past, "redo")

    def undo_to_sound(self) -> int:
        """Undo changes until the board can be solved again; return how many were undone."""
        self._check_playing()
        steps = 0
        while self._referee.solution_of(self.board) is None and self.undo():
            steps += 1
        return steps

    def hint(self) -> Hint:
        """Return a value to play. Without a *hinter*, it is for the cell with the fewest candidates.

        Raise `GameError` if the board can no longer be solved: call `undo_to_sound` first.
        """
        self._check_playing()
        board = self.board
        solution = self._referee.solution_of(board)
        if solution is None:
            raise GameError("the board can no longer be solved: undo first")
        found = None if self._hinter is None else self._hinter(board)
        if found is not None:
            return Hint(*found)
        fits = {cell: len(solver.candidates(board, cell)) for cell in board.cells if not board[cell]}
        cell = min(fits, key=lambda cell: (fits[cell], cell))
        symbol, several = solution.symbol(cell), fits[cell] > 1
        source = "the solution" if self._referee.is_unique else "a solution"
        reason = f"of {fits[cell]} values that fit, {source} has {symbol}" if several else f"only {symbol} fits"
        return Hint(cell, solution[cell], f"{reason} at {cell}")

    def to_json(self) -> str:
        """Return the game as JSON, without *hinter* and clock: the board at the start, and every step since then."""
        start = self._past[0].board if self._past else self.board
        options = (self._lives, self.policy, self.tidy_notes)
        return write_saved_game(SavedGame(start, *options, self._steps, self.elapsed, self.paused))

    @classmethod
    def from_json(
        cls,
        text: str,
        *,
        hinter: Hinter | None = None,
        clock: Callable[[], float] = time.monotonic,
        time_limit: float | None = 10.0,
    ) -> Game:
        """Read a game that `to_json` wrote. Its steps are played again, so only a game that can be played is accepted.

        The time between saving and loading does not count. Raise `SavedGameError` for any other text, and
        `LimitReached` for a game that cannot be solved and played again within *time_limit* seconds.

        >>> game = Game(Board([1, 0, 0, 4, 0, 0, 1, 0, 0, 1, 0, 0, 4, 0, 0, 1]))
        >>> game.note((0, 1), 2), dict(Game.from_json(game.to_json()).notes)
        (True, {(0, 1): frozenset({2})})
        """
        try:
            saved = read_saved_game(text)
            with within(time_limit):
                game = cls(
                    saved.board,
                    lives=saved.lives,
                    policy=checked_policy(saved.policy),
                    tidy_notes=saved.tidy_notes,
                    hinter=hinter,
                    clock=clock,
                    time_limit=None,
                )
                for step in saved.steps:
                    look_up(256)
                    game._replay(step)
            game._spent, game._since = saved.elapsed, None
            if not saved.paused:
                game.resume()
        except (ValueError, TypeError) as fault:
            raise SavedGameError(f"this is not a saved game: {fault}") from fault
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
                raise SavedGameError(f"{quoted(step)} is not a step of a game")

    def _check_playing(self) -> None:
        if self.state != "playing":
            raise GameError(f"the game is {self.state}")
        if self.paused:
            raise GameError("the game is paused: resume it first")

    def _check_may_change(self, cell: Cell, value: int = 1) -> None:
        self._check_playing()
        if not isinstance(cell, tuple):
            raise ValueRangeError(f"{quoted(cell)} is not a cell: write (row, column)")
        self.board.check_value(cell, value)
        if cell in self.board.given:
            raise GameError("a given cannot be changed", cell=cell)

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
