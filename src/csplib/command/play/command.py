"""The `play` command: choose a mode and a puzzle, and start or continue a game."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from time import perf_counter

from csplib.command.answers import UNSOLVABLE
from csplib.command.arguments import Commands, add_choice, add_input, geometry_of, number, reading_of
from csplib.command.exits import Exit, Failure
from csplib.command.generate import add_difficulty, difficulty_options
from csplib.command.input import read_one
from csplib.command.play.lines import Lines
from csplib.command.play.messages import MODES, begin, resume
from csplib.command.play.screen import Screen, can_show
from csplib.command.terminal import named_cells
from csplib.sudoku import Board, ClashError, Game, Geometry, generate, is_unique, search
from csplib.sudoku.game import SavedGameError, UnsolvableError
from csplib.sudoku.saved_game import LONGEST_TEXT

__all__ = ["add_play"]


def add_play(commands: Commands) -> None:
    """Add the `play` command."""
    parser = commands.add(
        "play",
        "play in the terminal, with three lives, notes and hints",
        _play,
        ["", "--mode play --difficulty pairs", "PUZZLE", "--plain --mode enter --size 4", "--save game.json"],
    )
    add_input(parser)
    modes = "; ".join(f"{name}: {text}" for name, text in MODES.items())
    add_choice(parser, "--mode", MODES, f"{modes} (default: ask)")
    add_difficulty(parser)
    parser.add_argument("--seed", type=number(0), metavar="N", help="the seed of the new puzzle")
    parser.add_argument(
        "--lives", type=number(1), default=3, metavar="N", help="the number of mistakes that end the game (default: 3)"
    )
    parser.add_argument("--plain", action="store_true", help="lines of text instead of the whole screen")
    parser.add_argument("--save", metavar="FILE", help="save an unfinished game there, and continue it next time")


def _play(args: Namespace) -> Exit:
    geometry = geometry_of(args) or Geometry.of(args.size or 9)
    empty = Board([0] * geometry.size**2, geometry)
    saved = _saved_game(args.save)
    if saved is not None:
        return _run_game(args, saved)
    mode = args.mode or ("enter" if args.puzzles else _interface(args, empty).choose())
    board = None if mode is None else _board(args, mode, empty)
    if board is None:
        return Exit.FINE
    if mode in {"watch", "solve"}:
        return _solve(_interface(args, board), board)
    try:
        return _run_game(args, begin(board, args.lives))
    except (UnsolvableError, ClashError) as fault:
        _interface(args, board).say(f"{UNSOLVABLE}: {named_cells(str(fault))}")
        return Exit.NO_SOLUTION


def _interface(args: Namespace, board: Board) -> Lines:
    """Return the interface for the game: the whole screen if the terminal and *board* allow it, else lines."""
    whole = sys.stdin.isatty() and sys.stdout.isatty() and not args.plain and can_show(board)
    return (Screen if whole else Lines)(sys.stdin, sys.stdout)


def _board(args: Namespace, mode: str, empty: Board) -> Board | None:
    """Return a new puzzle, the puzzle of the command line, or one that the player enters; None to leave."""
    if mode in {"watch", "play"}:
        if args.puzzles:
            raise Failure(f"--mode {mode} makes its own puzzle: leave out {args.puzzles[0]!r}, or choose another mode")
        wanted = difficulty_options(args.difficulty, args.band)
        return generate(geometry=empty.geometry, seed=args.seed, **wanted)
    return read_one(args.puzzles, reading_of(args)) if args.puzzles else _interface(args, empty).enter(empty)


def _solve(table: Lines, board: Board) -> Exit:
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


def _run_game(args: Namespace, game: Game) -> Exit:
    several = "" if is_unique(game.board) else "This puzzle has several solutions: any of them is right."
    _interface(args, game.board).play(game, several)
    if args.save:
        try:
            Path(args.save).write_text(game.to_json(), encoding="utf-8")
        except OSError as fault:
            raise Failure(f"cannot write {args.save!r}: {fault.strerror}") from fault
    return Exit.FINE


def _saved_game(name: str | None) -> Game | None:
    """Return the game saved in a file, or None if there is none or it is over."""
    if name is None or not Path(name).exists():
        return None
    try:
        with Path(name).open(encoding="utf-8") as stream:
            return resume(stream.read(LONGEST_TEXT + 1))
    except OSError as fault:
        raise Failure(f"cannot read {name!r}: {fault.strerror}") from fault
    except (SavedGameError, UnicodeDecodeError) as fault:
        raise Failure(f"{name!r} is not a saved game: choose another file") from fault
