"""`solve_many`: solve a stream of boards in order, with little memory."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from csplib import CSPError, KindError
from csplib.kernel.submitting import submit
from csplib.sudoku.board import Board
from csplib.sudoku.solver import solve

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["Outcome", "solve_many"]

_BOARDS_PER_TASK = 25
_TASKS_PER_WORKER = 4


class Outcome(NamedTuple):
    """The result for one board of a stream.

    *number* counts from 0. *solution* is None if there is none. *error* says why the board could not be read.
    """

    number: int
    board: Board | None
    solution: Board | None
    error: CSPError | None = None


def solve_many(boards: Iterable[Board | str], *, executor: Executor | None = None) -> Iterator[Outcome]:
    """Solve boards, or texts of boards, one by one; yield an `Outcome` for each, in the same order.

    A text that is not a board yields its error, and the stream goes on. With an *executor* of `concurrent.futures`,
    the number of pending tasks is bounded, so that even an endless stream takes little memory.

    >>> for outcome in solve_many(["1... ..3. .1.. 4...", "12345"]):
    ...     print(outcome.solution.to_line() if outcome.solution else outcome.error)
    1324243131424213
    5 cells do not make a square board (line 1)
    """
    if isinstance(boards, str):
        raise KindError("solve_many needs several boards, not one text: write [text] or text.splitlines()")
    if executor is None:
        return (_solved(number, board) for number, board in enumerate(boards))
    return _in_parallel(iter(enumerate(boards)), executor)


def _in_parallel(stream: Iterator[tuple[int, Board | str]], executor: Executor) -> Iterator[Outcome]:
    # If the caller stops early, the few pending tasks are not cancelled: a process pool of Python 3.11.2 hangs if it is
    # shut down before it has noticed a cancelled future.
    known = getattr(executor, "_max_workers", None)
    most = _TASKS_PER_WORKER * (known if isinstance(known, int) and known > 0 else os.cpu_count() or 1)
    waiting: deque[Future[list[Outcome]]] = deque()
    while True:
        while len(waiting) < most and (chunk := list(islice(stream, _BOARDS_PER_TASK))):
            waiting.append(submit(executor, _solved_chunk, chunk))
        if not waiting:
            return
        yield from waiting.popleft().result()


def _solved_chunk(chunk: list[tuple[int, Board | str]]) -> list[Outcome]:
    return [_solved(number, board) for number, board in chunk]


def _solved(number: int, board: Board | str) -> Outcome:
    try:
        known = board if isinstance(board, Board) else Board.parse(board)
    except CSPError as error:
        return Outcome(number, None, None, error)
    return Outcome(number, known, solve(known))
