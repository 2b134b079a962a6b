"""`compare`: the nodes and the time that each search method takes for each board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from csplib import LimitReached
from csplib.display.markup import escaped, tag
from csplib.sudoku.board import Board
from csplib.sudoku.solver import METHODS, search

__all__ = ["Comparison", "Run", "compare"]


class Run(NamedTuple):
    """One board searched by one method. *outcome* is "solved", "no solution" or "stopped at a limit"."""

    board: str
    method: str
    outcome: str
    nodes: int
    failures: int
    seconds: float


class Comparison(tuple[Run, ...]):
    """The runs of a comparison. Its text is a table."""

    __slots__ = ()

    def __str__(self) -> str:
        rows = [("board", "method", "nodes", "failures", "ms", "outcome")]
        rows += [
            (r.board, r.method, f"{r.nodes:,}", f"{r.failures:,}", f"{r.seconds * 1000:.1f}", r.outcome) for r in self
        ]
        widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
        return "\n".join(
            "  ".join(
                entry.rjust(width) if place in {2, 3, 4} else entry.ljust(width)
                for place, (entry, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        )

    def _repr_html_(self) -> str:
        return tag("pre", escaped(self))


def compare(
    boards: Mapping[str, Board] | Iterable[Board],
    methods: Iterable[str] = tuple(METHODS),
    *,
    node_limit: int | None = 1_000_000,
) -> Comparison:
    """Search for the first solution of each board with each method; return the nodes and the time of each run.

    >>> table = compare({"tiny": Board.parse("1... ..3. .1.. 4...")}, ["backtracking", "full"])
    >>> [(run.method, run.outcome, run.nodes) for run in table]
    [('backtracking', 'solved', 39), ('full', 'solved', 1)]
    """
    chosen = list(methods)
    named = boards.items() if isinstance(boards, Mapping) else [(f"board {i}", b) for i, b in enumerate(boards, 1)]
    return Comparison(_run(str(name), board, method, node_limit) for name, board in named for method in chosen)


def _run(name: str, board: Board, method: str, node_limit: int | None) -> Run:
    with search(board, method, node_limit=node_limit) as found:
        try:
            outcome = "solved" if found.advance() else "no solution"
        except LimitReached:
            outcome = "stopped at a limit"
        statistics = found.statistics
    return Run(name, method, outcome, statistics.nodes, statistics.failures, statistics.seconds)
