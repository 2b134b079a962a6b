"""`csplib sudoku generate`: puzzles made to measure."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from csplib import LimitReached
from csplib.command.answers import Answer
from csplib.command.arguments import Commands, Parser, add_output, add_shape, geometry_of, named, number, seconds
from csplib.command.outcomes import Exit, Failure
from csplib.command.pages import Page
from csplib.command.streams import Result, publish
from csplib.command.workers import in_order
from csplib.sudoku import SYMMETRIES, Level, generate, grade
from csplib.sudoku.grading import BANDS

__all__ = ["add_difficulty", "add_generate", "wish_for"]

_LEVELS = {str(level).replace(" ", "-"): level for level in Level}
# The fewest givens of a band; the lowest band has no fewest, and takes the most that the next one leaves it.
_CLUES = {name.replace(" ", "-"): fewest or BANDS[place - 1][1] - 1 for place, (name, fewest) in enumerate(BANDS)}
_SYMMETRIES = {name.replace(" ", "-"): name for name in SYMMETRIES}


def add_generate(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add(
        "generate",
        "make puzzles with exactly one solution",
        _generate,
        [
            "--seed 1",
            "--difficulty medium --symmetry rotational",
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
    """Add how hard a puzzle shall be, by either scale."""
    levels = f"hardest technique it takes: {', '.join(_LEVELS)}; or by its givens: {', '.join(_CLUES)}"
    parser.add_argument("--difficulty", type=_difficulty, metavar="NAME", help=levels)


def _clues(word: str) -> int | str:
    return word if word == "minimal" else number(1)(word)


def _difficulty(word: str) -> str:
    return named("difficulty", [*_LEVELS, *_CLUES])(word.replace(" ", "-"))


def wish_for(difficulty: str | None, clues: int | str | None = None, size: int | None = None) -> dict[str, Any]:
    """Give the options of `csplib.sudoku.generate` for a level of technique, or for a band of givens.

    >>> wish_for("medium"), wish_for("fish")["difficulty"].name
    ({'clues': 32}, 'FISH')
    """
    if difficulty is None:
        return {"clues": clues}
    if difficulty in _LEVELS:
        return {"clues": clues, "difficulty": _LEVELS[difficulty]}
    if clues is not None:
        raise Failure(f"--difficulty {difficulty} is a number of clues: leave out --clues")
    if size not in {None, 9}:
        raise Failure(f"--difficulty {difficulty} counts the givens of a 9x9 board: name a technique, such as pairs")
    return {"clues": _CLUES[difficulty]}


def _seeds(first: int | None) -> Iterator[int]:
    """Give *first* itself, then seeds that follow from it."""
    start = int(Random().random() * 2**32) if first is None else first
    random = Random(start)
    yield start
    while True:
        yield int(random.random() * 2**32)


def _generate(asked: Namespace) -> Exit:
    geometry = geometry_of(asked)
    wish = wish_for(asked.difficulty, asked.clues, geometry.size if geometry else asked.size)
    wish |= {"size": None if geometry else asked.size, "geometry": geometry, "time_limit": asked.time_limit}
    wish["symmetry"] = _SYMMETRIES[asked.symmetry]
    numbered = enumerate(islice(_seeds(asked.seed), asked.count), 1)
    results = in_order(partial(_made, wish), numbered, asked.jobs if asked.count > 1 else 1, chunk=1)
    page = Page(asked.format, asked.style, ("puzzle", "seed", "givens", "level"), many=asked.count > 1)
    return publish(asked, page, results, asked.count)


def _made(wish: dict[str, Any], numbered: tuple[int, int]) -> Result:
    place, seed = numbered
    try:
        board = generate(seed=seed, **wish)
    except LimitReached as limit:
        answer = Answer(Exit.LIMIT, "", "", {"seed": seed}, note=str(limit))
    else:
        fields = {
            "puzzle": board.to_line(),
            "seed": seed,
            "givens": len(board.filled),
            "level": str(grade(board).level),
        }
        answer = Answer(Exit.FINE, "", board.to_line(), fields, (board,))
    return Result("", place, place, answer)
