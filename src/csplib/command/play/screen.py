"""`Screen`: the game on the whole terminal, with a cursor, by curses."""

from __future__ import annotations

import locale
import os
import textwrap
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from csplib.command.play.lines import Lines
from csplib.command.play.messages import ask_hint, ending, note_at, play_value, status, toggle_note, value_of
from csplib.command.terminal import has_lines, named_cells, spots
from csplib.sudoku import Board, Cell, Game, GameError
from csplib.sudoku.board_text import drawing

if TYPE_CHECKING:
    import curses
    from curses import window as Window  # noqa: N812 - a class with a lower-case name
else:
    try:
        import curses
    except ImportError:  # Python on Windows does not have it
        curses = None

__all__ = ["Screen", "can_show"]

_KEYS = "arrows/hjkl move  n notes  x erase  ? hint  u undo  r redo  p pause  q quit"
_EDIT_KEYS = "arrows/hjkl move  x erase  Enter done  q quit"
_SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_REDRAW = "\x0c"  # Ctrl-L redraws the screen after another program has written on it
_TICK = 250  # milliseconds between two updates of the clock


def can_show(board: Board) -> bool:
    """Return whether the terminal supports curses, and each value of *board* is one key."""
    if curses is None or os.environ.get("TERM", "dumb") == "dumb" or not spots(board, drawing(board)):
        return False
    try:
        curses.setupterm()
    except curses.error:
        return False
    return all(len(symbol) == 1 for symbol in board.symbols)


class Screen(Lines):
    """Enters and plays boards on the whole screen; everything else is in lines of text."""

    def enter(self, empty: Board) -> Board | None:
        return curses.wrapper(lambda window: _EditorWindow(window, self, empty).run())

    def play(self, game: Game, message: str = "") -> None:
        curses.wrapper(lambda window: _GameWindow(window, self, game, message).run())
        self.show(game.board, ending(game))
        if game.state == "lost":
            self.show(game.solution, "The solution:")


class _BoardWindow:
    """A board on the screen with a cursor, and lines of text below."""

    def __init__(self, window: Window, plain: Lines) -> None:
        locale.setlocale(locale.LC_CTYPE, "")
        self.window = window
        self.lines = has_lines(plain.target)
        self.cursor: Cell = (0, 0)
        self.message = ""
        window.timeout(_TICK)
        self.entry = curses.A_NORMAL
        with suppress(curses.error):
            curses.curs_set(0)
        if curses.has_colors() and not os.environ.get("NO_COLOR"):
            curses.use_default_colors()
            curses.init_pair(1, curses.COLOR_CYAN, -1)
            self.entry = curses.color_pair(1)

    def key(self) -> str | None:
        """Wait for a key; return its character or name, or None if it is time to update the clock."""
        try:
            key = self.window.get_wch()
        except curses.error:
            return None
        if key == _REDRAW:
            self.window.redrawwin()
        return key if isinstance(key, str) else curses.keyname(key).decode()

    def move(self, key: str, size: int) -> bool:
        """Move the cursor if *key* is an arrow, around the edges; return whether it is."""
        steps = {
            "KEY_LEFT": (0, -1),
            "KEY_DOWN": (1, 0),
            "KEY_UP": (-1, 0),
            "KEY_RIGHT": (0, 1),
            "h": (0, -1),
            "j": (1, 0),
            "k": (-1, 0),
            "l": (0, 1),
        }
        if key not in steps:
            return False
        down, right = steps[key]
        self.cursor = (self.cursor[0] + down) % size, (self.cursor[1] + right) % size
        return True

    def draw(self, board: Board, notes: Mapping[Cell, Collection[int]], below: list[str]) -> None:
        """Redraw everything."""
        self.window.erase()
        height, width = self.window.getmaxyx()
        picture = drawing(board, candidates=notes or None, ascii=not self.lines)
        lines = picture.split("\n")
        if len(lines) + len(below) > height or len(lines[0]) > width:
            lines = [
                f"The window has {width} columns and {height} lines;",
                f"{len(lines[0])} and {len(lines) + len(below)} are needed.",
            ]
            self._write(0, lines)
        else:
            self._write(0, lines)
            for cell, (line, start, end) in spots(board, picture).items():
                text = lines[line][start:end]
                small = self.lines and cell in notes and not board[cell]
                self.window.addstr(line, start, text.translate(_SMALL) if small else text, self._look(board, cell))
        self._write(len(lines), below)
        self.window.refresh()

    def _write(self, top: int, lines: list[str]) -> None:
        height, width = self.window.getmaxyx()
        for number, line in enumerate(lines[: max(0, height - top)]):
            with suppress(curses.error):  # curses cannot write the last corner of a window
                self.window.addnstr(top + number, 0, line, width)

    def _look(self, board: Board, cell: Cell) -> int:
        same = board[cell] and board[cell] == board[self.cursor]
        look = curses.A_BOLD if cell in board.given else self.entry if board[cell] else curses.A_DIM
        return look | (curses.A_REVERSE if cell == self.cursor else 0) | (curses.A_UNDERLINE if same else 0)


_ERASE = {"x", " ", "0", ".", "KEY_DC", "KEY_BACKSPACE", "\x7f", "\b"}
_QUIT = {"q", "\x1b"}
_ENTER = {"\n", "\r", "KEY_ENTER"}


class _EditorWindow(_BoardWindow):
    """A board that the player types."""

    def __init__(self, window: Window, plain: Lines, empty: Board) -> None:
        super().__init__(window, plain)
        self.board = empty

    def run(self) -> Board | None:
        """Return the board when it is done; None if the player leaves."""
        while True:
            clash = next(
                (f"{self.board.symbol(one)} occurs twice in {name}." for name, one, _ in self.board.clashes()), ""
            )
            self.draw(self.board, {}, ["Type a puzzle.", clash, _EDIT_KEYS])
            key = self.key()
            if key in _ENTER:
                return self.board.as_puzzle()
            if key is not None and not self._handle(key):
                return None

    def _handle(self, key: str) -> bool:
        """Handle *key*; return whether to go on."""
        size = self.board.size
        value = value_of(self.board, key) if key in self.board.symbols or not key.islower() else None
        if value is not None or key in _ERASE:
            self.board = self.board.with_value(self.cursor, value or 0).as_puzzle()
            row, column = self.cursor
            self.cursor = divmod((row * size + column + 1) % size**2, size)
        elif not self.move(key, size):
            return key not in _QUIT
        return True


class _GameWindow(_BoardWindow):
    """A game in play."""

    def __init__(self, window: Window, plain: Lines, game: Game, message: str) -> None:
        super().__init__(window, plain)
        self.game = game
        self.message = message
        self.noting = False
        self.reading: list[str] = []  # the rest of a text that is too long for the lines below the board
        self.heart = "♥♡" if self.lines else "*-"
        self.cursor = next((cell for cell in game.board.cells if not game.board[cell]), (0, 0))

    def run(self) -> None:
        """Play until the player leaves."""
        going = True
        while going:
            self._show()
            key = self.key()
            if key is None:
                continue
            if self.reading:
                self.reading = self.reading[self._page() :]
                continue
            over = self.game.state != "playing"
            going = key not in _QUIT | _ENTER if over else self._handle(key)

    def _page(self) -> int:
        """Return the number of lines of a long text that the window shows at once."""
        return max(1, self.window.getmaxyx()[0] - 1)

    def _show(self) -> None:
        if self.reading:
            self.window.erase()
            self._write(0, [*self.reading[: self._page()], "Press a key to go on."])
            self.window.refresh()
            return
        game = self.game
        over = game.state != "playing"
        state = f"{status(game, *self.heart)}   notes {'on' if self.noting else 'off'}"
        noted = f"Notes: {note_at(game, self.cursor)}" if self.cursor in game.notes else ""
        if game.paused:
            self.draw(Board.empty(game.board.size), {}, ["Paused: press p to go on."])
            return
        message = ending(game) if over else self.message or noted
        keys = "Press Enter." if over else _KEYS
        width = max(20, self.window.getmaxyx()[1] - 1)
        self.draw(game.board, dict(game.notes), [state, *_wrapped(message, width), *_wrapped(keys, width)])

    def _handle(self, key: str) -> bool:
        """Handle *key*; return whether to go on."""
        game, board = self.game, self.game.board
        if key in {"KEY_RESIZE", _REDRAW}:
            return True
        self.message = ""
        if game.paused:
            if key == "p":
                game.resume()
            return key not in _QUIT
        value = value_of(board, key) if key in board.symbols or not key.islower() else None
        if value is not None:
            act = toggle_note if self.noting else play_value
            self.message = act(game, self.cursor, value)
        elif not self.move(key, board.size):
            return self._command(key if key.startswith("KEY_") else key.lower())
        return True

    def _command(self, key: str) -> bool:
        actions: dict[str, Callable[[], object]] = {
            **dict.fromkeys(_ERASE, self._erase),
            "n": self._toggle_notes,
            "?": self._hint,
            "u": self._undo,
            "r": self._redo,
            "p": self.game.pause,
        }
        if key in actions:
            actions[key]()
        return key not in _QUIT

    def _erase(self) -> None:
        try:
            self.game.erase(self.cursor)
        except GameError as fault:
            self.message = named_cells(f"{fault}.")

    def _toggle_notes(self) -> None:
        self.noting = not self.noting

    def _hint(self) -> None:
        cell, self.message = ask_hint(self.game)
        self.cursor = cell or self.cursor
        height, width = self.window.getmaxyx()
        lines = _wrapped(self.message, max(20, width - 1))
        board = drawing(self.game.board).count("\n") + 1
        if "\n" in self.message and board + 1 + len(lines) + len(_wrapped(_KEYS, max(20, width - 1))) > height:
            self.reading, self.message = lines, self.message.split(",")[0] + "."

    def _undo(self) -> None:
        self.message = "" if self.game.undo() else "There is nothing to undo."

    def _redo(self) -> None:
        self.message = "" if self.game.redo() else "There is nothing to redo."


def _wrapped(text: str, width: int) -> list[str]:
    return [part for line in text.split("\n") for part in textwrap.wrap(line, width) or [""]]
