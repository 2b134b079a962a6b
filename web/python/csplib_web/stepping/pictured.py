"""The problems of the room, each with the places and sizes of its variables in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any, NamedTuple

from csplib import CSP, OptionError, Problem, Relation
from csplib.kernel.bits import split
from csplib.pictures.graph_layout import Point, graph_positions, push_apart, scale_apart
from csplib.sudoku import Board
from csplib_web.stepping.own_problem import parse_problem

__all__ = ["Pictured", "described", "pictured"]

PUBLISHED = "......6..8.4.....7..5..3.9...1.98.52692..73..45.1....65..36.24924.87.1.33.6249785"
HARDER = ".7.8.....2..3.6.7..98.2.13..5....9878...7..419.7....52..9.6.5.37..1.4.6......37.4"
SMALL = "1......4.2....3."

BORDERS = "WA-NT WA-SA NT-SA NT-Q SA-Q SA-NSW SA-V Q-NSW NSW-V"
REGIONS: dict[str, Point] = {
    "WA": (102, 200),
    "NT": (226, 118),
    "SA": (240, 258),
    "Q": (366, 160),
    "NSW": (396, 268),
    "V": (345, 372),
    "T": (412, 438),
}
"""The middle of each region on the map that the page draws."""


class Pictured(NamedTuple):
    """A problem, and how it is drawn: as a graph (on a map or not), or as a board with candidates."""

    csp: CSP
    kind: str
    size: int
    places: list[Point]


def pictured(problem: str, text: str = "") -> Pictured:
    """Return a problem by name; *text* is that of a board, or of the reader's own problem.

    The names are "australia", "queens-4" … "queens-8", "sudoku-4", "sudoku-9", "sudoku-9-harder", "board" and "own".
    """
    if problem == "australia":
        return _australia()
    if problem.startswith("queens-") and problem[7:] in list("45678"):
        return _queens(int(problem[7:]))
    if problem in _BOARDS:
        return _sudoku(_BOARDS[problem])
    if problem == "board":
        return _sudoku(text)
    if problem == "own":
        return _own(text)
    raise OptionError(f"there is no problem {problem!r}")


_BOARDS = {"sudoku-4": SMALL, "sudoku-9": PUBLISHED, "sudoku-9-harder": HARDER}


def _australia() -> Pictured:
    problem: Problem[str, str] = Problem()
    color = dict(zip(REGIONS, problem.add_variables(list(REGIONS), ["red", "green", "blue"]), strict=True))
    for border in BORDERS.split():
        one, other = border.split("-")
        problem.add(color[one] != color[other])
    return Pictured(problem.compile(), "map", len(REGIONS), list(REGIONS.values()))


def _queens(size: int) -> Pictured:
    """Return the queens' problem: the queen of each row has a column. One constraint for every two queens."""
    problem: Problem[str, int] = Problem()
    queens = problem.add_variables([f"Q{row}" for row in range(1, size + 1)], range(1, size + 1))
    for low in range(size):
        for high in range(low + 1, size):
            rows = high - low
            name = f"Q{low + 1} and Q{high + 1} do not attack each other"
            forbidden = [(a, b) for a in range(1, size + 1) for b in range(1, size + 1) if abs(a - b) in {0, rows}]
            problem.add(Relation(queens[low], queens[high], forbidden=forbidden, name=name))
    csp = problem.compile()
    turns = [2 * pi * row / size - pi / 2 for row in range(size)]
    circle = [(cos(turn), sin(turn)) for turn in turns]
    return Pictured(csp, "queens", size, _spread(csp, circle, 1.5 if size == 4 else 1.1))


def _sudoku(text: str) -> Pictured:
    board = Board.parse(text)
    csp = board.problem().compile()
    if board.size > 9 or any(propagator.decides for propagator in csp.propagators):
        raise OptionError("this room shows plain boards up to 9x9")
    places = [(column * 104.0, row * 84.0) for row in range(board.size) for column in range(board.size)]
    return Pictured(csp, "board" if board.size > 4 else "small", board.size, places)


def _own(text: str) -> Pictured:
    csp = parse_problem(text).compile()
    if csp.size > csp.stated or any(propagator.decides for propagator in csp.propagators):
        raise OptionError("this room shows constraints over one or two variables")
    edges = {(min(arc.x, arc.y), max(arc.x, arc.y)) for arc in csp.arcs}
    places = graph_positions(csp.size, sorted(edges))
    return Pictured(csp, "graph", csp.size, _spread(csp, places, 0.9))


def _spread(csp: CSP, places: Sequence[Point], scale: float) -> list[Point]:
    """Return the places in pixels, so that the boxes of the variables have room for arcs between them."""
    sizes = boxes(csp)
    wide = scale_apart(places, sizes)
    return push_apart([(x * scale, y * scale) for x, y in wide], [(width + 20, height + 20) for width, height in sizes])


def stated_values(csp: CSP) -> list[list[str]]:
    """Return the values of each variable as texts. The page knows a value by its place in this list."""
    return [[str(value) for value in csp.values_in(x, csp.domains[x])] for x in range(csp.size)]


def boxes(csp: CSP) -> list[Point]:
    """Return the width and the height of the box that shows a variable and its values."""
    found = []
    for name, values in zip(csp.names, stated_values(csp), strict=True):
        column, per_row = value_grid(values)
        rows = -(-len(values) // per_row)
        found.append((max(column * min(per_row, len(values)) + 12, 9.0 * len(called(name)) + 14), 25.0 + 17 * rows))
    return found


def value_grid(values: list[str]) -> tuple[float, int]:
    """Return the width of a value in a box, and how many are in a row."""
    longest = max(map(len, values))
    if longest > 2:
        return 8.0 * longest, 1
    return 8.0 * longest + 6, len(values) if len(values) <= 6 else -(-len(values) // 2)


def called(name: object) -> str:
    """Return the name of a variable as the page shows it: cells are counted from 0, as in published traces."""
    return f"({','.join(map(str, name))})" if isinstance(name, tuple) else str(name)


def compact(csp: CSP, x: int, mask: int) -> int:
    """Return *mask* with bit i for value number i of `stated_values`."""
    return sum(1 << place for place, bit in enumerate(split(csp.domains[x])) if mask & bit)


def described(shown: Pictured) -> dict[str, Any]:
    """Return what the page draws: names, values, places, boxes and arcs."""
    csp = shown.csp
    return {
        "kind": shown.kind,
        "size": shown.size,
        "names": [called(name) for name in csp.names],
        "values": stated_values(csp),
        "places": [[round(x, 1), round(y, 1)] for x, y in shown.places],
        "boxes": boxes(csp),
        "grid": [value_grid(values) for values in stated_values(csp)],
        "arcs": [[arc.x, arc.y, _constraint(arc.origin)] for arc in csp.arcs],
    }


def _constraint(origin: object) -> str:
    return "" if origin is None else str(origin)[:80]
