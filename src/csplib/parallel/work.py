"""The tasks of workers: one question about one piece. Answers are in numbers: the places of values in their domains."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy, deepcopy
from pathlib import Path
from socket import gethostname
from tempfile import gettempdir
from time import time
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from csplib.asking.solutions import Solution, Status
from csplib.errors import LimitReached
from csplib.kernel.clock import Clock
from csplib.kernel.statistics import Statistics
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.linear import linear_sum
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.parallel.pieces import Piece
    from csplib.problem import Problem

__all__ = [
    "Lease",
    "Part",
    "Row",
    "add_up",
    "count_piece",
    "improve_piece",
    "leased",
    "list_piece",
    "solve_piece",
    "temporary_folder",
]

Row: TypeAlias = tuple[int, ...]


class Part(NamedTuple):
    """The answer about a piece: its solutions, their number, and the limit that stopped the search, if one did."""

    rows: list[Row]
    number: int
    stopped_at: str | None = None
    statistics: Mapping[str, int | float] = {}


class Lease(NamedTuple):
    """Permission to work, as long as a file exists: without it workers stop, both threads and processes.

    *folder* says in which folder of which machine. A worker on another machine cannot see the file, and goes on.
    """

    folder: str
    file: str

    def is_set(self) -> bool:
        """Return whether to stop."""
        return not os.path.exists(self.file)  # noqa: PTH110 - called often


def temporary_folder() -> str:
    """Return a name for the folder of temporary files, different on each machine and in each container."""
    found = Path(gettempdir()).stat()
    return f"{gethostname()} {found.st_dev} {found.st_ino}"


def leased(
    function: Callable[..., Part],
    lease: Lease,
    problem: Problem[Any, Any],
    piece: Piece,
    shared: Mapping[str, Any],
    *rest: Any,
) -> Part:
    """Return the answer of *function*; stop when the *lease* ends."""
    with Clock(cancel=lease if lease.folder == temporary_folder() else None):
        return function(problem, piece, shared, *rest)


def solve_piece(problem: Problem[Any, Any], piece: Piece, shared: Mapping[str, Any], until: float | None) -> Part:
    """Return a solution in *piece*."""
    try:
        solution = problem.solve(**_asked(piece, shared, until))
    except LimitReached:
        if not _is_limited(shared, until):
            raise
        return Part([], 0, _limit_hit(shared, until))
    found = [] if solution is None else [solution]
    return Part(_rows(problem, found), len(found))


def count_piece(
    problem: Problem[Any, Any], piece: Piece, shared: Mapping[str, Any], until: float | None, limit: int | None
) -> Part:
    """Return the number of solutions in *piece*, up to *limit*."""
    try:
        return Part([], problem.count(limit, **_asked(piece, shared, until)))
    except LimitReached:
        if not _is_limited(shared, until):
            raise
        return Part([], 0, _limit_hit(shared, until))


def list_piece(
    problem: Problem[Any, Any],
    piece: Piece,
    shared: Mapping[str, Any],
    until: float | None,
    order: Sequence[int],
    most: int,
) -> Part:
    """Return the solutions in *piece*, sorted by the places of a row in *order*; none if there are more than *most*."""
    found = problem.solutions(solution_limit=most + 1, **_asked(piece, shared, until))
    solutions: list[Solution[Any, Any]] = []
    stopped_at = None
    try:
        solutions.extend(found)
    except LimitReached:
        if found.status is not Status.LIMIT or not _is_limited(shared, until):
            raise
    number, statistics = len(solutions), found.statistics.as_dict()
    if number > most:
        return Part([], number, None, statistics)
    if found.status is Status.LIMIT:
        stopped_at = _limit_hit(shared, until)
    rows = sorted(_rows(problem, solutions), key=lambda row: [row[place] for place in order])
    return Part(rows, number, stopped_at, statistics)


def improve_piece(
    problem: Problem[Any, Any], piece: Piece, shared: Mapping[str, Any], until: float | None, most: int | None
) -> Part:
    """Return the best solution in *piece*, if its cost is *most* or less; it is the same for every *most*.

    The cost is the objective if it is minimized, and its opposite if it is maximized.
    """
    options = dict(shared)
    objective, sign = options.pop("objective"), options.pop("sign")
    bounded = problem if most is None else _with_cost(problem, objective, sign, most)
    found = (bounded.minimize if sign > 0 else bounded.maximize)(objective, **_asked(piece, options, until))
    solutions: list[Solution[Any, Any]] = []
    stopped_at = None
    try:
        best = found.finish()
        if best is not None:
            solutions = [best.solution]
            equal = _with_cost(problem, objective, sign, sign * best.objective)
            solutions = [equal.solve(**_asked(piece, options, until)) or best.solution]
    except LimitReached:
        if not _is_limited(shared, until):
            raise
        stopped_at = None if solutions else _limit_hit(shared, until)
    if found.status is Status.LIMIT:
        stopped_at = _limit_hit(shared, until)
    return Part(_rows(problem, solutions), len(solutions), stopped_at, found.statistics.as_dict())


def add_up(total: Statistics, part: Mapping[str, int | float]) -> None:
    """Add the work of a worker to *total*, but not solutions and seconds: the process that waits counts them."""
    total.nodes += int(part["nodes"])
    total.failures += int(part["failures"])
    total.revisions += int(part["revisions"])
    total.removed += int(part["removed"])
    total.propagations += int(part["propagations"])
    total.depth = max(total.depth, int(part["depth"]))


def _with_cost(problem: Problem[Any, Any], objective: Term, sign: int, most: int) -> Problem[Any, Any]:
    """Return a copy of *problem* with the constraint that the cost is *most* or less."""
    bounded = copy(problem)
    weights, constant = linear_sum([(objective, sign)])
    bounded.add(Comparison(weights, constant - most, "<="))
    return bounded


def _asked(piece: Piece, shared: Mapping[str, Any], until: float | None) -> dict[str, Any]:
    """Return the options of a question about *piece*; the time ends for all pieces at the same moment."""
    asked = {keyword: _copied(option) for keyword, option in shared.items()}
    asked["assuming"] = piece
    if until is not None:
        asked["time_limit"] = max(0.0, until - time())
    return asked


def _copied(option: Any) -> Any:
    """Return a copy of a strategy, which may have a state: so no piece depends on the pieces before it."""
    if callable(option):
        with suppress(Exception):
            return deepcopy(option)
    return option


def _is_limited(shared: Mapping[str, Any], until: float | None) -> bool:
    """Return whether there is a limit at all; if not, a user's function has raised `LimitReached`."""
    return until is not None or "node_limit" in shared


def _limit_hit(shared: Mapping[str, Any], until: float | None) -> str:
    """Return the keyword of the limit that stopped a search."""
    return "node_limit" if until is None or ("node_limit" in shared and time() < until) else "time_limit"


def _rows(problem: Problem[Any, Any], solutions: Iterable[Solution[Any, Any]]) -> list[Row]:
    """Return *solutions* in numbers."""
    places: dict[Any, Mapping[Any, int] | range] = {}
    for name, values in problem.domains.items():
        places[name] = values if isinstance(values, range) else {value: place for place, value in enumerate(values)}
    return [tuple([_place(places[name], value) for name, value in solution.items()]) for solution in solutions]


def _place(places: Mapping[Any, int] | range, value: Any) -> int:
    """Return the place of *value* in its domain. A range may be too long to list."""
    return places.index(value) if isinstance(places, range) else places[value]
