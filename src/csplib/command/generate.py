"""`csplib sudoku generate`: puzzles made to measure."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from csplib import LimitReached
from csplib.command.answers import Answer
from csplib.command.arguments import Commands, Parser, add_output, add_shape, geometry_of, named, number, seconds
from csplib.command.exits import Exit
from csplib.command.output import Page
from csplib.command.pipeline import Result, publish
from csplib.command.workers import in_order
from csplib.sudoku import SYMMETRIES, Board, Level, generate, grade
from csplib.sudoku.grading import BANDS

__all__ = ["add_difficulty", "add_generate", "wish_for"]

_LEVELS = {str(level).replace(" ", "-"): level for level in Level}
_BANDS = {name.replace(" ", "-"): name for name, _ in BANDS}
_SYMMETRIES = {name.replace(" ", "-"): name for name in SYMMETRIES}


def add_generate(commands: Commands) -> None:
    """Add the command."""
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
    parser.add_argument("--clues", type=_clues, metavar="N", help="how many, or minimal: none of them can go")
    add_difficulty(parser)
    parser.add_argument(
        "--symmetry",
        type=named("symmetry", _SYMMETRIES),
        default="none",
        metavar="NAME",
        help=f"{', '.join(_SYMMETRIES)} (default: none)",
    )
    parser.add_argument("--seed", type=number(0), metavar="N", help="the same seed gives the same puzzles")
    parser.add_argument("--count", type=number(1), default=1, metavar="N", help="how many puzzles (default: 1)")
    parser.add_argument(
        "--time-limit",
        type=seconds,
        default=60.0,
        metavar="SECONDS",
        help="give up a puzzle after so long (default: 60)",
    )
    add_output(parser)


def add_difficulty(parser: Parser) -> None:
    """Add how hard a puzzle shall be, and how many givens it shall have."""
    levels = f"the hardest technique that it takes: {', '.join(_LEVELS)}"
    parser.add_argument("--difficulty", type=_difficulty, metavar="NAME", help=levels)
    bands = f"how many givens a 9x9 puzzle has, in words: {', '.join(_BANDS)}"
    parser.add_argument("--band", type=named("band", _BANDS), metavar="NAME", help=bands)


def _clues(word: str) -> int | str:
    return word if word == "minimal" else number(1)(word)


def _difficulty(word: str) -> str:
    name = word.replace(" ", "-")
    if name in _BANDS:
        raise ArgumentTypeError(
            f"{name} is a number of givens: ask for it with --band {name}, or name a technique: {', '.join(_LEVELS)}"
        )
    return named("difficulty", _LEVELS)(name)


def wish_for(difficulty: str | None, band: str | None) -> dict[str, Any]:
    """Give the options of `csplib.sudoku.generate` for the names of a level and of a band.

    >>> wish_for("fish", "very-hard")
    {'difficulty': <Level.FISH: 6>, 'band': 'very hard'}
    """
    return {
        "difficulty": None if difficulty is None else _LEVELS[difficulty],
        "band": None if band is None else _BANDS[band],
    }


def _seeds(first: int | None) -> Iterator[int]:
    """Give *first* itself, then seeds that follow from it."""
    start = int(Random().random() * 2**32) if first is None else first
    random = Random(start)
    yield start
    while True:
        yield int(random.random() * 2**32)


def _generate(asked: Namespace) -> Exit:
    geometry = geometry_of(asked)
    wish = {**wish_for(asked.difficulty, asked.band), "clues": asked.clues, "symmetry": _SYMMETRIES[asked.symmetry]}
    wish |= {"size": None if geometry else asked.size, "geometry": geometry, "time_limit": asked.time_limit}
    numbered = enumerate(islice(_seeds(asked.seed), asked.count), 1)
    results = in_order(partial(_made, wish), numbered, asked.jobs if asked.count > 1 else 1, chunk=1)
    page = Page(asked.format, asked.style, ("puzzle", "seed", "givens", "level"), many=asked.count > 1)
    return publish(asked, page, results, asked.count)


def _level(board: Board, wish: dict[str, Any]) -> str | None:
    """Grade the puzzle, in as much time as making it may take; None if that is not enough."""
    try:
        return str(grade(board, time_limit=wish["time_limit"]).level)
    except LimitReached:
        return None


def _made(wish: dict[str, Any], numbered: tuple[int, int]) -> Result:
    place, seed = numbered
    try:
        board = generate(seed=seed, **wish)
    except LimitReached as limit:
        answer = Answer(Exit.LIMIT, "", "", {"seed": seed}, note=str(limit))
    else:
        fields = {"puzzle": board.to_line(), "seed": seed, "givens": len(board.filled), "level": _level(board, wish)}
        answer = Answer(Exit.FINE, "", board.to_line(), fields, (board,))
    return Result("", place, place, answer)
