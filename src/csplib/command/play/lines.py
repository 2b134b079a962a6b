"""`Lines`: the game in lines of text, for any terminal, a pipe, or a screen reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TextIO

from csplib.command.input import board_of
from csplib.command.play.messages import (
    MODES,
    ask_hint,
    ending,
    note_at,
    play_value,
    status,
    toggle_note,
    value_of,
)
from csplib.command.terminal import draw, named_cells
from csplib.sudoku import Board, BoardError, Cell, Game
from csplib.sudoku.text import read

__all__ = ["Lines"]

_HELP = """  3 4 7     play 7 in row 3, column 4      r3c4=7 does the same
  n 3 4 7   note 7 there, or remove the note
  e 3 4     erase row 3, column 4
  ?         hint     u  undo     r  redo     p  pause     h  this help     q  quit"""
_MOVE = re.compile(r"(n(?:ote)?\s+|e(?:rase)?\s+)?r?(\d+)[\s,]*c?(?<!\d)(\d+)(?:\s*[\s,=:]\s*(\S+))?", re.IGNORECASE)


class Lines:
    """Reads from one stream and writes to another. The end of the input means: quit."""

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self.source: TextIO = source
        self.target: TextIO = target

    def say(self, text: str) -> None:
        """Write a line."""
        self.target.write(f"{text}\n")
        self.target.flush()

    def ask(self, prompt: str) -> str | None:
        """Return the next line, or None at the end. The prompt is only for terminals."""
        person = self.source.isatty()
        if person:
            self.target.write(prompt)
            self.target.flush()
        line = self.source.readline()
        if not line and person:
            self.say("")
        return line.strip() if line else None

    def show(self, board: Board, title: str) -> None:
        """Show a board below a line of text."""
        self.say(f"{title}\n{draw(board, self.target)}")

    def choose(self) -> str | None:
        """Return the mode that the player chooses; None to leave."""
        names = list(MODES)
        for number, name in enumerate(names, 1):
            self.say(f"  {number}  {name:6} {MODES[name]}")
        while (word := self.ask(f"Which? 1-{len(names)}, q to quit: ")) is not None and word not in {"q", "quit"}:
            if word in names:
                return word
            if word.isdecimal() and 0 < int(word) <= len(names):
                return names[int(word) - 1]
            self.say(f"There is no mode {word!r}.")
        return None

    def enter(self, empty: Board) -> Board | None:
        """Return the board that the player types, of the shape of *empty*; None to leave. Ask again after an error."""
        self.say(f"Type the puzzle, {empty.size} rows, with . for an empty cell; end with an empty line.")
        rows: list[str] = []
        while (row := self.ask(f"{len(rows) + 1:2}> ")) is not None or rows:
            if row in {"q", "quit"}:
                return None
            if row:
                rows.append(row)
            if rows and (not row or len(rows) == empty.size):
                try:
                    found = read("\n".join(rows), empty.geometry)
                    if found.notice:
                        self.say(f"Notice: {found.notice}.")
                    return board_of(found)
                except BoardError as fault:
                    self.say(f"That is not a puzzle: {named_cells(str(fault))}. Start again with the first row.")
                    rows.clear()
        return None

    def play(self, game: Game, message: str = "") -> None:
        """Play until the game ends or the player leaves; show *message* first."""
        self.say(f"{_HELP}\n{message}" if message else _HELP)
        self._show_game(game)
        while game.state == "playing" and (word := self.ask("> ")) is not None and word not in {"q", "quit"}:
            before = game.board, game.notes
            message = self._run_command(game, word)
            if message:
                self.say(message)
            if (game.board, game.notes) != before:
                self._show_game(game)
            elif word:
                self.say(status(game))
        self.say(ending(game))
        if game.state == "lost":
            self.show(game.solution, "The solution:")

    def _show_game(self, game: Game) -> None:
        self.say(draw(game.board, self.target))
        if game.notes:
            self.say(f"notes: {'; '.join(note_at(game, cell) for cell in sorted(game.notes))}")
        self.say(status(game))

    def _run_command(self, game: Game, word: str) -> str:
        """Run the command *word*; return a message for the player."""
        commands: dict[str, Callable[[], str]] = {
            "": str,
            "h": lambda: _HELP,
            "?": lambda: ask_hint(game)[1],
            "u": lambda: "" if game.undo() else "There is nothing to undo.",
            "r": lambda: "" if game.redo() else "There is nothing to redo.",
            "p": lambda: self._pause(game),
        }
        short = {"help": "h", "undo": "u", "redo": "r", "pause": "p", "hint": "?"}
        command = commands.get(short.get(word.lower(), word.lower()))
        try:
            return self._move(game, word) if command is None else command()
        except BoardError as fault:
            return named_cells(f"{fault}.")

    def _pause(self, game: Game) -> str:
        game.pause()
        self.say("The clock is stopped. Press Enter to go on.")
        self.ask("")
        game.resume()
        return ""

    def _move(self, game: Game, word: str) -> str:
        move = _MOVE.fullmatch(word)
        if move is None:
            return f"{word!r} is not a command: h for help."
        kind = (move[1] or " ")[0].lower()
        cell: Cell = int(move[2]) - 1, int(move[3]) - 1
        if min(cell) < 0 or max(cell) >= game.board.size:
            return f"Rows and columns go from 1 to {game.board.size}."
        if kind == "e":
            game.erase(cell)
            return ""
        value = value_of(game.board, move[4] or "")
        if value is None:
            wrong = f"{move[4]!r} is not a value" if move[4] else "The value is missing"
            return f"{wrong}: the values are {' '.join(game.board.symbols)}."
        return toggle_note(game, cell, value) if kind == "n" else play_value(game, cell, value)
