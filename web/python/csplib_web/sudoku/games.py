"""Games of the page: a `Game`, and the steps that were played so far.

The page sends all steps each time, so that a worker that was started just now can answer. The last game is kept: only
new steps are played. A step is a text: "p057" plays 7 into cell 5, "n057" notes it, "e05" erases; cells have two
digits and values one, in base 36. "u" and "r" undo and redo, "f" fills in all pencil marks, "c" clears them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from csplib.sudoku import Board, Cell, Game, GameError, Move, candidates
from csplib_web.sudoku.boards import board_of, place, places

__all__ = ["LIVES", "Played", "played"]

_KINDS = {
    "this differs from the solution": "solution",
    "with this the board can no longer be solved": "stuck",
}

LIVES = 3
SECONDS = 60.0  # for solving a board before the game


class Played:
    """A game after some steps. A step can be several changes of the game: *past* and *future* count them."""

    def __init__(self, board: Board) -> None:
        self.game = Game(board, lives=LIVES, time_limit=SECONDS)
        self.steps: list[str] = []
        self.past: list[int] = []
        self.future: list[int] = []
        self.move: Move | None = None

    def take(self, step: str) -> None:
        """Play one step."""
        self.move = None
        name, cell, value = step[:1], self._cell(step[1:3]), int(step[3:] or "0", 36)
        before = (self.game.board, self.game.notes)
        if name == "p":
            self.move = self.game.play(cell, value)
        elif name == "n":
            self.game.note(cell, value)
        elif name == "e":
            self.game.erase(cell)
        elif name == "u" and self.past:
            self.future.append(self.past.pop())
            for _ in range(self.future[-1]):
                self.game.undo()
        elif name == "r" and self.future:
            self.past.append(self.future.pop())
            for _ in range(self.past[-1]):
                self.game.redo()
        elif name in {"f", "c"}:
            self._changed(self._write_notes(fill=name == "f"))
        elif name not in {"u", "r"}:
            raise GameError(f"{step!r} is not a step of a game")
        if name in {"p", "n", "e"}:
            self._changed(int(before != (self.game.board, self.game.notes)))
        self.steps.append(step)

    def _cell(self, code: str) -> Cell:
        row, column = divmod(int(code or "0", 36), self.game.board.size)
        return row, column

    def _changed(self, changes: int) -> None:
        if changes:
            self.past.append(changes)
            self.future.clear()

    def _write_notes(self, *, fill: bool) -> int:
        """Write the candidates of every empty cell as notes, or none; return the number of changes."""
        board, changes = self.game.board, 0
        for cell in board.cells:
            if not board[cell]:
                wanted = candidates(board, cell) if fill else set()
                for value in sorted(wanted ^ self.game.notes.get(cell, frozenset())):
                    self.game.note(cell, value)
                    changes += 1
        return changes

    def view(self) -> dict[str, Any]:
        """Return what the page shows."""
        game = self.game
        return {
            "values": list(game.board.values),
            "notes": [sorted(game.notes.get(cell, ())) for cell in game.board.cells],
            "lives": game.lives,
            "state": game.state,
            "undo": bool(self.past),
            "redo": bool(self.future),
            "move": None if self.move is None else self._told(self.move),
        }

    def _told(self, move: Move) -> dict[str, Any]:
        """Return a move: the cells that it clashes with, and the unit in which it does, say why it is wrong."""
        board = self.game.board
        told: dict[str, Any] = {"cell": place(board, move.cell), "value": move.value, "accepted": move.accepted}
        told |= {"mistake": move.mistake, "reason": move.reason, "unit": "", "clash": []}
        told["kind"] = _KINDS.get(move.reason, "rule")
        if move.accepted:
            return told
        for unit, one, other in board.with_value(move.cell, move.value).clashes():
            if move.cell in {one, other}:
                return {**told, "kind": "unit", "unit": unit, "clash": places(board, {one, other} - {move.cell})}
        return told


_LAST: dict[tuple[str, str, int | None], Played] = {}


def played(board: str, rules: str, size: int | None, steps: Sequence[str]) -> Played:
    """Return the game on this board after *steps*."""
    key = (board, rules, size)
    game = _LAST.get(key)
    if game is None or game.steps != list(steps[: len(game.steps)]):
        game = Played(board_of(board, rules, size)[0])
    _LAST.clear()
    for step in steps[len(game.steps) :]:
        game.take(step)
    _LAST[key] = game
    return game
