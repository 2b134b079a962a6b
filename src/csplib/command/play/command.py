"""`csplib sudoku play`: the terminal game in its four modes."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from time import perf_counter

from csplib.command.answers import UNSOLVABLE
from csplib.command.arguments import Commands, add_input, geometry_of, named, number, reading_of
from csplib.command.exits import Exit, Failure
from csplib.command.generate import add_difficulty, wish_for
from csplib.command.input import read_one
from csplib.command.play.lines import Plain
from csplib.command.play.messages import MODES, begin, resume
from csplib.command.play.screen import Screen, can_show
from csplib.command.terminal import named_cells
from csplib.sudoku import Board, ClashError, Game, Geometry, generate, is_unique, search
from csplib.sudoku.game import SavedGameError, UnsolvableError
from csplib.sudoku.saved_game import LONGEST_TEXT

__all__ = ["add_play"]


def add_play(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add(
        "play",
        "play in the terminal, with three lives, notes and hints",
        _play,
        ["", "--mode play --difficulty pairs", "PUZZLE", "--plain --mode enter --size 4", "--save game.json"],
    )
    add_input(parser)
    modes = "; ".join(f"{name}: {text}" for name, text in MODES.items())
    parser.add_argument("--mode", type=named("mode", MODES), metavar="NAME", help=f"{modes} (default: ask)")
    add_difficulty(parser)
    parser.add_argument("--seed", type=number(0), metavar="N", help="of the puzzle that is made")
    parser.add_argument("--lives", type=number(1), default=3, metavar="N", help="how many mistakes end it (default: 3)")
    parser.add_argument("--plain", action="store_true", help="lines of text in place of the whole screen")
    parser.add_argument("--save", metavar="FILE", help="keep an unfinished game there, and go on with it next time")


def _play(asked: Namespace) -> Exit:
    geometry = geometry_of(asked) or Geometry.of(asked.size or 9)
    empty = Board([0] * geometry.size**2, geometry)
    saved = _saved_game(asked.save)
    if saved is not None:
        return _run_game(asked, saved)
    mode = asked.mode or ("enter" if asked.puzzles else _table(asked, empty).choose())
    board = None if mode is None else _board(asked, mode, empty)
    if board is None:
        return Exit.FINE
    if mode in {"watch", "solve"}:
        return _solve(_table(asked, board), board)
    try:
        return _run_game(asked, begin(board, asked.lives))
    except (UnsolvableError, ClashError) as fault:
        _table(asked, board).say(f"{UNSOLVABLE}: {named_cells(str(fault))}")
        return Exit.NO_SOLUTION


def _table(asked: Namespace, board: Board) -> Plain:
    """Choose the face that the terminal, and a board like *board*, allow."""
    whole = sys.stdin.isatty() and sys.stdout.isatty() and not asked.plain and can_show(board)
    return (Screen if whole else Plain)(sys.stdin, sys.stdout)


def _board(asked: Namespace, mode: str, empty: Board) -> Board | None:
    """Make, read or ask for the puzzle."""
    if mode in {"watch", "play"}:
        if asked.puzzles:
            raise Failure(f"--mode {mode} makes its own puzzle: leave out {asked.puzzles[0]!r}, or name another mode")
        wish = wish_for(asked.difficulty, asked.band)
        return generate(geometry=empty.geometry, seed=asked.seed, **wish)
    return read_one(asked.puzzles, reading_of(asked)) if asked.puzzles else _table(asked, empty).enter(empty)


def _solve(table: Plain, board: Board) -> Exit:
    table.show(board, "The puzzle:")
    began = perf_counter()
    with search(board) as found:
        solution = next(found, None)
        spent, nodes = perf_counter() - began, found.statistics.nodes
    if solution is None:
        table.say(UNSOLVABLE)
        return Exit.NO_SOLUTION
    table.show(board.with_values(solution), f"Solved in {spent * 1000:.1f} ms, {nodes} values tried:")
    if not is_unique(board):
        table.say("There are more solutions.")
    return Exit.FINE


def _run_game(asked: Namespace, game: Game) -> Exit:
    several = "" if is_unique(game.board) else "This puzzle has several solutions: any of them will do."
    _table(asked, game.board).play(game, several)
    if asked.save:
        try:
            Path(asked.save).write_text(game.to_json(), encoding="utf-8")
        except OSError as fault:
            raise Failure(f"cannot write {asked.save!r}: {fault.strerror}") from fault
    return Exit.FINE


def _saved_game(name: str | None) -> Game | None:
    """Read the game that was kept in a file, if there is one and it is not over."""
    if name is None or not Path(name).exists():
        return None
    try:
        with Path(name).open(encoding="utf-8") as stream:
            return resume(stream.read(LONGEST_TEXT + 1))
    except OSError as fault:
        raise Failure(f"cannot read {name!r}: {fault.strerror}") from fault
    except (SavedGameError, UnicodeDecodeError) as fault:
        raise Failure(f"{name!r} is no saved game; name another file") from fault
