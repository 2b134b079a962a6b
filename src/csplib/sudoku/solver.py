"""Solve boards: one solution, all solutions, their number, and the candidates of a cell.

The rules of a shape are compiled once. The values of each board are assumptions for a search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import csplib
from csplib import SearchOptions, Solutions
from csplib.sudoku.arguments import quoted
from csplib.sudoku.board import Board
from csplib.sudoku.geometry import Cell
from csplib.sudoku.model import empty_problem

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["METHODS", "candidates", "check_board", "count", "is_unique", "may_place", "search", "solutions", "solve"]

METHODS: dict[str, SearchOptions] = {
    "backtracking": {"select": csplib.first_open, "order": csplib.ascending, "infer": csplib.no_inference},
    "forward checking": {"select": csplib.first_open, "order": csplib.ascending, "infer": csplib.forward_check},
    "ac3": {"select": csplib.mrv, "order": csplib.lcv, "infer": csplib.mac},
    "full": {},
}
"""The search methods, by name."""


def search(board: Board, method: str = "full", **options: Unpack[SearchOptions]) -> Solutions[Cell, int]:
    """Return a search for the solutions of *board*, as mappings from cell to value.

    *method* is one of `METHODS`; *options* are those of `csplib.SearchOptions`.
    """
    check_board(board)
    if not isinstance(method, str) or method not in METHODS:
        raise csplib.OptionError(f"method must be one of {', '.join(map(repr, METHODS))}, not {method!r}")
    chosen: SearchOptions = {**METHODS[method], "assuming": board.filled, **options}
    return empty_problem(board.geometry).solutions(**chosen)


def solve(board: Board, method: str = "full", **options: Unpack[SearchOptions]) -> Board | None:
    """Return a solution, or None if there is none; *method* and *options* are as for `search`.

    >>> print(solve(Board.parse("1... ..3. .1.. 4...")).to_line())
    1324243131424213
    """
    solution: Mapping[Cell, int] | None
    if method == "full" and not options:
        check_board(board)
        solution = empty_problem(board.geometry).solve(assuming=board.filled)
    else:
        with search(board, method, **options) as found:
            solution = next(found, None)
    return None if solution is None else board.solved_by(tuple(solution.values()))


def solutions(board: Board, method: str = "full", **options: Unpack[SearchOptions]) -> Iterator[Board]:
    """Return a lazy iterator over all solutions; *method* and *options* are as for `search`."""
    return (board.solved_by(tuple(solution.values())) for solution in search(board, method, **options))


def count(board: Board, limit: int | None = None, **options: Unpack[SearchOptions]) -> int:
    """Return the number of solutions, at most *limit*; *options* are those of `csplib.SearchOptions`."""
    check_board(board)
    options["assuming"] = board.filled
    return empty_problem(board.geometry).count(limit, **options)


def is_unique(board: Board, **options: Unpack[SearchOptions]) -> bool:
    """Return whether there is exactly one solution."""
    return count(board, 2, **options) == 1


def candidates(board: Board, cell: Cell) -> set[int]:
    """Return the values that no peer of an empty cell has; for a filled cell, its value.

    >>> sorted(candidates(Board.parse("1... ..3. .1.. 4..."), (0, 1)))
    [2, 3, 4]
    """
    check_board(board)
    if board[cell]:
        return {board[cell]}
    return set(range(1, board.size + 1)) - {board[peer] for peer in board.peers[cell]}


def may_place(board: Board, cell: Cell, value: int) -> bool:
    """Return whether no peer of *cell* has *value*."""
    check_board(board)
    board.check_value(cell, value)
    return all(board[peer] != value for peer in board.peers[cell])


def check_board(board: object) -> None:
    """Raise `KindError` if *board* is not a `Board`."""
    if not isinstance(board, Board):
        raise csplib.KindError(f"{quoted(board)} is not a Board: read it with Board.parse")
