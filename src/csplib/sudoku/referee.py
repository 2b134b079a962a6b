"""`Referee`: the rules of a game. It decides which values are mistakes, and why."""

from __future__ import annotations

from itertools import islice
from typing import Literal, TypeAlias

from csplib import OptionError
from csplib.sudoku import solver
from csplib.sudoku.arguments import quoted
from csplib.sudoku.board import Board, first_clash
from csplib.sudoku.errors import UnsolvableError

__all__ = ["POLICIES", "Policy", "Referee", "checked_policy"]

Policy: TypeAlias = Literal["solution", "rules"]

POLICIES: tuple[Policy, ...] = ("solution", "rules")
"""The policies: a mistake is a value that prevents every solution, or only a value that breaks a rule."""


def checked_policy(policy: object) -> Policy:
    """Return *policy*, or raise `OptionError` if there is no such policy."""
    for known in POLICIES:
        if policy == known:
            return known
    raise OptionError(f"policy must be one of {', '.join(map(repr, POLICIES))}, not {quoted(policy)}")


class Referee:
    """Judges the positions of a game that began with *board*.

    *solution* agrees with the board at the start. *is_unique* says whether the givens allow no other solution.
    """

    def __init__(self, board: Board, policy: Policy) -> None:
        with solver.search(board.without(*board.filled.keys() - board.given)) as search:
            found = list(islice(search, 2))
        solution = solver.solve(board)
        if solution is None:
            raise UnsolvableError("this board has no solution")
        self.policy: Policy = policy
        self.solution: Board = solution
        self.is_unique: bool = len(found) == 1

    def solution_of(self, board: Board) -> Board | None:
        """Return a solution that *board* can still be completed to, or None."""
        if not self.is_unique:
            return solver.solve(board)
        return self.solution if all(self.solution[cell] == value for cell, value in board.filled.items()) else None

    def mistake_in(self, board: Board) -> str:
        """Return what is wrong with *board*, or "" if nothing is."""
        broken = _broken_rule(board)
        if broken or self.policy == "rules" or self.solution_of(board) is not None:
            return broken
        return "this differs from the solution" if self.is_unique else "with this the board can no longer be solved"


def _broken_rule(board: Board) -> str:
    """Return which rule is broken, and where; "" if none is."""
    clash = first_clash(board)
    if clash:
        return clash
    for cage in board.geometry.cages:
        values = [board[cell] for cell in cage.cells]
        if sum(values) > cage.total or (0 not in values and sum(values) != cage.total):
            return f"the {cage} adds up to {sum(values)}"
    return ""
