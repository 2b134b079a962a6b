"""The parser of the command line, and the options that several commands share."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from math import isfinite
from typing import Any, NoReturn

from csplib.command.exits import Exit, Failure
from csplib.sudoku import METHODS, STYLES, Geometry

__all__ = [
    "METHOD_NAMES",
    "Commands",
    "Parser",
    "add_choice",
    "add_input",
    "add_limits",
    "add_output",
    "add_shape",
    "add_time_limit",
    "did_you_mean",
    "geometry_of",
    "named",
    "number",
    "parse",
    "reading_of",
    "seconds",
]

METHOD_NAMES: dict[str, str] = {{"ac3": "mac"}.get(name, name.replace(" ", "-")): name for name in METHODS}
"""The search methods by their names on the command line. AC-3 within a search is `mac`, as in textbooks."""


class Parser(ArgumentParser):
    """A parser whose errors are one line with a suggestion, as a `Failure`. It keeps the layout of help texts.

    *nested* are (command, subcommand) pairs, to suggest the full command for a subcommand alone.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"formatter_class": RawDescriptionHelpFormatter, "allow_abbrev": False, **settings})
        self.nested: list[tuple[str, str]] = []

    def error(self, message: str) -> NoReturn:
        """Raise a `Failure` that says what is wrong, with a suggestion."""
        wrong = re.search(r"invalid choice: '([^']*)' \(choose from (.*)\)", message)
        if wrong:
            word, known = wrong[1], re.findall(r"[\w-]+", wrong[2])
            elsewhere = {each: f"; did you mean '{place} {each}'?" for place, each in self.nested}
            close = get_close_matches(word, elsewhere, n=1)
            hint = did_you_mean(word, known) or (elsewhere[close[0]] if close else f", only {', '.join(known)}")
            message = f"there is no command {word!r}{hint}"
        raise Failure(f"{message} (see {self.prog} --help)")


class Commands:
    """The commands of a parser: each has a name, a title, a function that runs it, and examples in its help."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self.names: list[str] = []
        self._group = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)

    def add(self, name: str, title: str, run: Callable[[Namespace], Exit], examples: Sequence[str]) -> Parser:
        """Add a command."""
        prog = f"{self._parser.prog} {name}"
        shown = "\n".join(f"  {prog} {example}".rstrip() for example in examples)
        parser = self._group.add_parser(
            name, help=title, description=f"{title[0].upper()}{title[1:]}.", epilog=f"examples:\n{shown}"
        )
        parser.set_defaults(run=run, parser=parser)
        self.names.append(name)
        return parser


def parse(parser: Parser, words: Sequence[str] | None) -> Namespace:
    """Return the parsed command line; raise a `Failure` with a suggestion for an unknown option."""
    args, unknown = parser.parse_known_args(words)
    if unknown:
        chosen: Parser = args.parser
        known = re.findall(r"(?<!\w)--[\w-]+", chosen.format_help())
        option = unknown[0].split("=")[0]
        if re.fullmatch(r"-[-0-9.]{8,}", option):
            raise Failure(f"{unknown[0]!r} looks like an option: put -- before a puzzle that begins with -")
        kind = "option" if option.startswith("-") else "argument"
        raise Failure(f"there is no {kind} {option!r}{did_you_mean(option, known)} (see {chosen.prog} --help)")
    return args


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a suggestion as the end of a sentence; "" if no known word is close.

    >>> did_you_mean("slove", ["solve", "show"])
    "; did you mean 'solve'?"
    """
    close = get_close_matches(word, list(known), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


def named(kind: str, known: Iterable[str]) -> Callable[[str], str]:
    """Return an argument type that accepts one of *known*, and suggests one for a typo."""
    words = list(known)

    def checked(word: str) -> str:
        if word not in words:
            raise ArgumentTypeError(
                f"there is no {kind} {word!r}{did_you_mean(word, words) or ', only ' + ', '.join(words)}"
            )
        return word

    return checked


def add_choice(group: Any, option: str, known: Iterable[str], help_text: str, default: str | None = None) -> None:
    """Add an option that accepts one of *known*."""
    kind = named(option.removeprefix("--"), known)
    group.add_argument(option, type=kind, default=default, metavar="NAME", help=help_text)


def number(least: int) -> Callable[[str], int]:
    """Return an argument type that accepts an integer, *least* or more."""

    def checked(word: str) -> int:
        if not re.fullmatch(r"[0-9][0-9_,]*", word) or (value := int(re.sub("[_,]", "", word))) < least:
            raise ArgumentTypeError(f"{word!r} is not an integer, {least} or more")
        return value

    return checked


def seconds(word: str) -> float:
    """Return a number of seconds, 0 or more."""
    try:
        value = float(word)
    except ValueError:
        value = -1.0
    if not (isfinite(value) and value >= 0):
        raise ArgumentTypeError(f"{word!r} is not a number of seconds, 0 or more")
    return value


def add_input(parser: Parser) -> None:
    """Add the options for input: puzzles, and how to read them."""
    parser.add_argument(
        "puzzles", nargs="*", metavar="PUZZLE", help="a puzzle, a file with one or many, or - for standard input"
    )
    parser.add_argument("--lines", action="store_true", help="the input has one puzzle in each line")
    parser.add_argument(
        "--symbols", metavar="TEXT", help="the symbols for 1, 2, 3 and so on, if they are not clear: ABCD"
    )
    parser.add_argument(
        "--one-based", action="store_true", help="rows and columns in lines of `i j value` count from 1"
    )
    add_shape(parser)


def add_shape(parser: Parser) -> None:
    """Add the options for the shape of the board."""
    shape = parser.add_argument_group("shape of the board")
    shape.add_argument("--size", type=number(1), metavar="N", help="the number of rows, columns and values")
    shape.add_argument("--box", type=_box, metavar="RxC", help="rows and columns of a box: 2x3")
    shape.add_argument("--regions", metavar="TEXT", help="regions instead of boxes: a symbol for each cell")
    shape.add_argument("--diagonals", action="store_true", help="both diagonals hold different values")
    shape.add_argument("--windows", action="store_true", help="add the extra boxes of a windoku")
    shape.add_argument("--anti-knight", action="store_true", help="cells a knight's move apart hold different values")


def _box(word: str) -> tuple[int, int]:
    sides = re.fullmatch(r"(\d+)[x,*](\d+)", word)
    if sides is None:
        raise ArgumentTypeError(f"{word!r} is not a box: write 2x3 for two rows and three columns")
    return int(sides[1]), int(sides[2])


def geometry_of(args: Namespace) -> Geometry | None:
    """Return the shape that the options describe; None if there is only a size, or nothing."""
    rules = {"diagonals": args.diagonals, "windows": args.windows, "anti_knight": args.anti_knight}
    if not any((*rules.values(), args.box, args.regions)):
        return None
    size = args.size or (args.box[0] * args.box[1] if args.box else 9)
    return Geometry.of(size, box=args.box, regions=args.regions, **rules)


def reading_of(args: Namespace) -> dict[str, Any]:
    """Return the arguments of `csplib.sudoku.text.read` for the options."""
    return {
        "geometry": geometry_of(args),
        "size": args.size,
        "symbols": args.symbols,
        "one_based": args.one_based,
    }


def add_time_limit(parser: Parser) -> None:
    """Add the time limit for each puzzle."""
    parser.add_argument("--time-limit", type=seconds, metavar="SECONDS", help="stop a puzzle after this time")


def add_limits(parser: Parser) -> None:
    """Add the limits of the search for each puzzle."""
    add_time_limit(parser)
    parser.add_argument("--node-limit", type=number(0), metavar="N", help="stop a puzzle after N nodes")


def add_output(
    parser: Parser, formats: Sequence[str] = ("text", "json", "csv", "svg"), *, parallel: bool = True
) -> None:
    """Add the options for output: formats, styles, and where it goes."""
    group = parser.add_argument_group("output")
    add_choice(group, "--format", formats, ", ".join(formats), default="text")
    if "svg" in formats:
        styles = ("drawing", *STYLES)
        add_choice(group, "--style", styles, f"the format of boards as text: {', '.join(styles)}")
    group.add_argument("--output", metavar="FILE", help="write to a file; for SVG of several puzzles, a folder")
    if parallel:
        group.add_argument("--progress", action="store_true", help="show progress even if stderr is not a terminal")
        parser.add_argument(
            "--jobs", type=number(0), default=1, metavar="N", help="use N processes; 0 for one on each core"
        )
