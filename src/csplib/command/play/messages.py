"""The modes and the messages of the game, for both interfaces: the screen, and lines of text."""

from __future__ import annotations

from csplib.command.progress import clock
from csplib.command.terminal import named_cells
from csplib.sudoku import Board, Cell, Game, GameError, steps_to_value

__all__ = [
    "MODES",
    "ask_hint",
    "begin",
    "ending",
    "note_at",
    "play_value",
    "resume",
    "status",
    "toggle_note",
    "value_of",
]

MODES: dict[str, str] = {
    "watch": "a puzzle is made and solved for you",
    "solve": "you enter a puzzle, and it is solved for you",
    "enter": "you enter a puzzle and play it",
    "play": "a puzzle is made, and you play it",
}
"""The modes by name."""

_MOST_SIGNS = 20
_SECONDS = 60.0  # for solving a board before the game


def begin(board: Board, lives: int) -> Game:
    """Return a new game on *board*."""
    return Game(board, lives=lives, hinter=_next_value, time_limit=_SECONDS)


def resume(saved: str) -> Game | None:
    """Return a *saved* game, with the clock running; None if it is over."""
    game = Game.from_json(saved, hinter=_next_value, time_limit=_SECONDS)
    game.resume()
    return game if game.state == "playing" else None


def _next_value(board: Board) -> tuple[Cell, int, str] | None:
    """Return the next value by human techniques, and the steps that lead to it, a line each."""
    told = steps_to_value(board)
    if not told:
        return None
    cell, value = told[-1].placed[0]
    return cell, value, "\n".join(map(str, told))


def value_of(board: Board, symbol: str) -> int | None:
    """Return the value of *symbol* on this board, in upper or lower case; None if it has no value."""
    for each in (symbol, symbol.upper(), symbol.lower()):
        if each in board.symbols:
            return board.symbols.index(each) + 1
    return None


def play_value(game: Game, cell: Cell, value: int) -> str:
    """Play a value; return a message, "" if it was accepted."""
    try:
        move = game.play(cell, value)
    except GameError as fault:
        return named_cells(f"{fault}.")
    if move.accepted:
        return ""
    cost = "That costs a life." if move.mistake else "You have tried that before: no life lost."
    return named_cells(f"Wrong: {move.reason}. {cost}")


def toggle_note(game: Game, cell: Cell, value: int) -> str:
    """Add or remove a note; return a message, "" if that was possible."""
    try:
        game.note(cell, value)
    except GameError as fault:
        return named_cells(f"{fault}.")
    return ""


def note_at(game: Game, cell: Cell) -> str:
    """Return the name of a cell and its notes."""
    marks = " ".join(game.board.symbols[value - 1] for value in sorted(game.notes.get(cell, ())))
    return named_cells(f"{cell} {marks}")


def ask_hint(game: Game) -> tuple[Cell | None, str]:
    """Return the cell of a hint, and its text."""
    try:
        hint = game.hint()
    except GameError as fault:
        return None, named_cells(f"{fault}.")
    told = hint.reason.split("\n")
    value = f"Hint: {game.board.symbols[hint.value - 1]} goes to {hint.cell}"
    if len(told) == 1:
        return hint.cell, named_cells(f"{value}. {hint.reason}")
    steps = "\n".join(f"{number}. {step}" for number, step in enumerate(told, 1))
    return hint.cell, named_cells(f"{value}, in {len(told)} steps:\n{steps}")


def status(game: Game, full: str = "*", spent: str = "-") -> str:
    """Return a line with the lives, the time, and the number of empty cells."""
    open_cells = game.board.values.count(0)
    lives = full * game.lives + spent * game.mistakes if game.lives + game.mistakes <= _MOST_SIGNS else f"{game.lives}"
    return f"lives {lives}   time {clock(game.elapsed)}   {open_cells} to fill"


def ending(game: Game) -> str:
    """Return a sentence on how the game ended."""
    time = clock(game.elapsed)
    mistakes = f"{game.mistakes} mistake{'' if game.mistakes == 1 else 's'}"
    if game.state == "won":
        return f"Solved in {time} with {mistakes}. Well done!"
    if game.state == "lost":
        return f"No lives left, after {time}."
    return f"Stopped after {time} with {mistakes}."
