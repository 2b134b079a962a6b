"""`csplib sudoku generate`: make puzzles of a given size, difficulty and symmetry."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from csplib import LimitReached
from csplib.command.answers import Answer
from csplib.command.arguments import (
    Commands,
    Parser,
    add_choice,
    add_output,
    add_shape,
    geometry_of,
    named,
    number,
    seconds,
)
from csplib.command.exits import Exit
from csplib.command.output import Page
from csplib.command.pipeline import Result, publish
from csplib.command.workers import in_order
from csplib.sudoku import SYMMETRIES, Board, Level, generate, grade
from csplib.sudoku.grading import BANDS

__all__ = ["add_difficulty", "add_generate", "difficulty_options"]

_LEVELS = {str(level).replace(" ", "-"): level for level in Level}
_BANDS = {name.replace(" ", "-"): name for name, _ in BANDS}
_SYMMETRIES = {name.replace(" ", "-"): name for name in SYMMETRIES}


def add_generate(commands: Commands) -> None:
    """Add the `generate` command."""
    parser = commands.add(
        "generate",
        "make puzzles with exactly one solution",
        _generate,
        [
            "--seed 1",
            "--band medium --symmetry rotational",
            "--difficulty locked-candidates --count 100 --jobs 2 --output puzzles.txt",
            "--size 16 --format svg --output board.svg",
        ],
    )
    add_shape(parser)
    parser.add_argument(
        "--clues", type=_clues, metavar="N", help="the number of clues, or minimal: every clue is needed"
    )
    add_difficulty(parser)
    add_choice(parser, "--symmetry", _SYMMETRIES, f"{', '.join(_SYMMETRIES)} (default: none)", default="none")
    parser.add_argument("--seed", type=number(0), metavar="N", help="the same seed makes the same puzzles")
    parser.add_argument("--count", type=number(1), default=1, metavar="N", help="the number of puzzles (default: 1)")
    parser.add_argument(
        "--time-limit",
        type=seconds,
        default=60.0,
        metavar="SECONDS",
        help="give up a puzzle after this time (default: 60)",
    )
    add_output(parser)


def add_difficulty(parser: Parser) -> None:
    """Add the options for difficulty and number of givens."""
    levels = f"the hardest technique that the puzzle needs: {', '.join(_LEVELS)}"
    parser.add_argument("--difficulty", type=_difficulty, metavar="NAME", help=levels)
    bands = f"the number of givens of a 9x9 puzzle, in words: {', '.join(_BANDS)}"
    add_choice(parser, "--band", _BANDS, bands)


def _clues(word: str) -> int | str:
    return word if word == "minimal" else number(1)(word)


def _difficulty(word: str) -> str:
    name = word.replace(" ", "-")
    if name in _BANDS:
        raise ArgumentTypeError(
            f"{name} is a number of givens: write --band {name}, or choose a technique: {', '.join(_LEVELS)}"
        )
    return named("difficulty", _LEVELS)(name)


def difficulty_options(difficulty: str | None, band: str | None) -> dict[str, Any]:
    """Return the arguments of `csplib.sudoku.generate` for the names of a level and a band.

    >>> difficulty_options("fish", "very-hard")
    {'difficulty': <Level.FISH: 6>, 'band': 'very hard'}
    """
    return {
        "difficulty": None if difficulty is None else _LEVELS[difficulty],
        "band": None if band is None else _BANDS[band],
    }


def _seeds(first: int | None) -> Iterator[int]:
    """Yield *first*, then seeds that are derived from it."""
    start = int(Random().random() * 2**32) if first is None else first
    random = Random(start)
    yield start
    while True:
        yield int(random.random() * 2**32)


def _generate(args: Namespace) -> Exit:
    geometry = geometry_of(args)
    wanted = {
        **difficulty_options(args.difficulty, args.band),
        "clues": args.clues,
        "symmetry": _SYMMETRIES[args.symmetry],
    }
    wanted |= {"size": None if geometry else args.size, "geometry": geometry, "time_limit": args.time_limit}
    numbered = enumerate(islice(_seeds(args.seed), args.count), 1)
    results = in_order(partial(_made, wanted), numbered, args.jobs if args.count > 1 else 1, chunk=1)
    page = Page(args.format, args.style, ("puzzle", "seed", "givens", "level"), many=args.count > 1)
    return publish(args, page, results, args.count)


def _level(board: Board, wanted: dict[str, Any]) -> str | None:
    """Return the level of the puzzle, or None if the time limit is too short to find it."""
    try:
        return str(grade(board, time_limit=wanted["time_limit"]).level)
    except LimitReached:
        return None


def _made(wanted: dict[str, Any], numbered: tuple[int, int]) -> Result:
    place, seed = numbered
    try:
        board = generate(seed=seed, **wanted)
    except LimitReached as limit:
        answer = Answer(Exit.LIMIT, "", "", {"seed": seed}, note=str(limit))
    else:
        fields = {"puzzle": board.to_line(), "seed": seed, "givens": len(board.filled), "level": _level(board, wanted)}
        answer = Answer(Exit.FINE, "", board.to_line(), fields, (board,))
    return Result("", place, place, answer)
