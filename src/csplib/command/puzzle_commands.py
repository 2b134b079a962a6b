"""The commands that answer a question about each puzzle: solve, check, certify, count, grade, hint, steps, show."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from csplib.command.answers import (
    Limits,
    certify_board,
    check_board,
    count_board,
    grade_board,
    hint_board,
    show_board,
    solve_board,
    steps_board,
)
from csplib.command.arguments import (
    METHOD_NAMES,
    Commands,
    add_choice,
    add_input,
    add_limits,
    add_output,
    add_time_limit,
    number,
)
from csplib.command.exits import Exit
from csplib.command.pipeline import answer_all

__all__ = ["add_puzzle_commands"]

_TEXTS = ("text", "json", "csv")


def add_puzzle_commands(commands: Commands) -> None:
    """Add all these commands."""
    _add_solve(commands)
    _add_check(commands)
    _add_count(commands)
    for name, title, run, examples in (
        (
            "grade",
            "how hard is it, by technique and by givens",
            _grade,
            ["PUZZLE", "--format csv --jobs 2 puzzles.txt"],
        ),
        (
            "certify",
            "prove that there is exactly one solution, for csplib-check",
            _certify,
            ["--output proof.jsonl PUZZLE", "--format json puzzles.txt"],
        ),
        ("hint", "the next step a person could take", _hint, ["PUZZLE"]),
        ("steps", "every step of a human solution", _steps, ["PUZZLE", "--format json PUZZLE"]),
    ):
        parser = commands.add(name, title, run, examples)
        add_input(parser)
        add_time_limit(parser)
        add_output(parser, _TEXTS)
    _add_show(commands)


def _limits(args: Namespace) -> Limits:
    return {"time_limit": args.time_limit, "node_limit": args.node_limit}


def _add_solve(commands: Commands) -> None:
    parser = commands.add(
        "solve",
        "find the solution, and say if there are more",
        _solve,
        [
            "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
            "--jobs 2 --output solved.txt puzzles.txt",
            "--format json --time-limit 1 - < puzzles.txt",
            "--method backtracking --node-limit 100000 PUZZLE",
            "--solutions 5 PUZZLE",
        ],
    )
    add_input(parser)
    add_choice(parser, "--method", METHOD_NAMES, f"{', '.join(METHOD_NAMES)} (default: full)", default="full")
    parser.add_argument(
        "--solutions", type=number(1), default=1, metavar="N", help="find up to N solutions (default: 1)"
    )
    add_limits(parser)
    add_output(parser)


def _solve(args: Namespace) -> Exit:
    question = partial(solve_board, method=METHOD_NAMES[args.method], most=args.solutions, limits=_limits(args))
    more = ("solutions",) if args.solutions > 1 else ()
    return answer_all(args, question, ("puzzle", "status", "solution", "unique", "nodes", *more))


def _add_check(commands: Commands) -> None:
    parser = commands.add(
        "check",
        "is there exactly one solution, and if not, what is wrong",
        _check,
        ["PUZZLE", "--format csv puzzles.txt"],
    )
    add_input(parser)
    add_limits(parser)
    add_output(parser, _TEXTS)


def _check(args: Namespace) -> Exit:
    return answer_all(args, partial(check_board, limits=_limits(args)), ("puzzle", "verdict", "reason"))


def _add_count(commands: Commands) -> None:
    parser = commands.add(
        "count", "count the solutions", _count, ["PUZZLE", "--most 1000000 PUZZLE", "--size 4 ................"]
    )
    add_input(parser)
    parser.add_argument(
        "--most", type=number(0), default=10_000, metavar="N", help="stop at N (default: 10000); 0 for no limit"
    )
    add_limits(parser)
    add_output(parser, _TEXTS)


def _count(args: Namespace) -> Exit:
    question = partial(count_board, most=args.most or None, limits=_limits(args))
    return answer_all(args, question, ("puzzle", "count", "exact"))


def _grade(args: Namespace) -> Exit:
    return answer_all(
        args,
        partial(grade_board, time_limit=args.time_limit),
        ("puzzle", "level", "band", "givens", "openness", "steps"),
    )


def _certify(args: Namespace) -> Exit:
    question = partial(certify_board, time_limit=args.time_limit)
    return answer_all(args, question, ("puzzle", "claim", "solutions", "certificate"))


def _hint(args: Namespace) -> Exit:
    return answer_all(
        args,
        partial(hint_board, time_limit=args.time_limit),
        ("puzzle", "technique", "level", "placed", "removed", "reason"),
    )


def _steps(args: Namespace) -> Exit:
    return answer_all(args, partial(steps_board, time_limit=args.time_limit), ("puzzle", "level", "steps"))


def _add_show(commands: Commands) -> None:
    parser = commands.add(
        "show",
        "draw it, or write it in another format",
        _show,
        ["PUZZLE", "--candidates PUZZLE", "--style listing PUZZLE", "--format svg --output board.svg PUZZLE"],
    )
    add_input(parser)
    parser.add_argument("--candidates", action="store_true", help="write candidates into empty cells")
    add_output(parser)


def _show(args: Namespace) -> Exit:
    return answer_all(args, show_board, ("puzzle", "size", "filled"))
