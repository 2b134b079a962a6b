"""Why a value cannot go into a cell: suppose that it did, and follow what is forced until nothing fits."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from csplib.display.markup import sentences
from csplib.sudoku.board import Board
from csplib.sudoku.geometry import Cell, Unit
from csplib.sudoku.solver import candidates, check_board, solve
from csplib.sudoku.time_limit import within

__all__ = ["WhyNot", "why_not"]


class WhyNot(NamedTuple):
    """The answer to `why_not`: what was asked, whether the value is impossible, and the reasons as sentences.

    *needs_search* says that only a search knows: no chain of singles from the value to a contradiction was found.
    """

    cell: Cell
    value: int
    impossible: bool
    reasons: tuple[str, ...]
    needs_search: bool = False

    def __str__(self) -> str:
        return "\n".join(self.reasons)

    def _repr_html_(self) -> str:
        return sentences(self)


class _Forced(NamedTuple):
    """A value that a cell must have under the supposition: why, and the cells whose values force it."""

    value: int
    reason: str
    causes: tuple[Cell, ...]


def why_not(board: Board, cell: Cell, value: int, *, time_limit: float | None = None) -> WhyNot:
    """Give a short chain of reasons why *value* cannot go into *cell*.

    The chain takes the nearest consequences first and keeps only those that the contradiction rests on.

    >>> print(why_not(Board.parse("1... ..3. .1.. 4..."), (0, 1), 4))
    Suppose r1c2 is 4.
    Then there is no place for 3 in row 1.
    """
    with within(time_limit):
        return _why_not(board, cell, value)


def _why_not(board: Board, cell: Cell, value: int) -> WhyNot:
    check_board(board)
    board.check_value(cell, value)
    symbol = board.symbols[value - 1]
    if board[cell] == value:
        return WhyNot(cell, value, impossible=False, reasons=(f"{_at(cell)} is {symbol} already.",))
    if board[cell]:
        reason = f"{_at(cell)} is {board.symbol(cell)} already."
        return WhyNot(cell, value, impossible=True, reasons=(reason,))
    for peer in board.peers[cell]:
        if board[peer] == value:
            return WhyNot(cell, value, impossible=True, reasons=(f"{_at(peer)}, which {_at(cell)} sees, is {symbol}.",))
    chain = _Supposition(board).follow(cell, value)
    if chain is not None:
        return WhyNot(cell, value, impossible=True, reasons=tuple(chain))
    if solve(board.with_value(cell, value)) is not None:
        return WhyNot(
            cell, value, impossible=False, reasons=(f"{symbol} can go into {_at(cell)}: a solution has it there.",)
        )
    reason = f"No solution has {symbol} in {_at(cell)}, but it takes a search to see it."
    return WhyNot(cell, value, impossible=True, reasons=(reason,), needs_search=True)


def _at(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"


class _Supposition:
    """The consequences of one value, nearest first, each with what it rests on."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.start = {cell: candidates(board, cell) for cell in board.cells if not board[cell]}
        self.left = {cell: set(values) for cell, values in self.start.items()}
        self.removed_by: dict[tuple[Cell, int], Cell] = {}
        self.forced: dict[Cell, _Forced] = {}
        self.queue: deque[Cell] = deque()

    def follow(self, cell: Cell, value: int) -> list[str] | None:
        """Place *value* and all that follows; give the sentences that lead to a contradiction, or None."""
        for bare, values in self.left.items():
            if not values:
                return [f"Nothing can go into {_at(bare)} as it is."]
        self._force(cell, value, f"Suppose {_at(cell)} is {self._symbol(value)}.", ())
        while self.queue:
            contradiction = self._place(self.queue.popleft())
            if contradiction is not None:
                return self._told(*contradiction)
        return None

    def _force(self, cell: Cell, value: int, reason: str, causes: tuple[Cell, ...]) -> None:
        if cell not in self.forced:
            self.forced[cell] = _Forced(value, reason, causes)
            self.queue.append(cell)

    def _place(self, cell: Cell) -> tuple[str, tuple[Cell, ...]] | None:
        """Take the other values from *cell* and its value from its peers; give a contradiction if that makes one."""
        value = self.forced[cell].value
        gone = [(cell, other) for other in self.left[cell] if other != value]
        gone += [(peer, value) for peer in self.board.peers[cell] if value in self.left.get(peer, ())]
        for place, lost in gone:
            self.left[place].discard(lost)
            self.removed_by[place, lost] = cell
        for place, lost in gone:
            contradiction = self._look(place, lost)
            if contradiction is not None:
                return contradiction
        return None

    def _look(self, cell: Cell, lost: int) -> tuple[str, tuple[Cell, ...]] | None:
        """See what follows from *cell* having lost a value."""
        causes = tuple(self.removed_by[cell, value] for value in sorted(self.start[cell] - self.left[cell]))
        if not self.left[cell]:
            return f"Then nothing can go into {_at(cell)}.", causes
        if len(self.left[cell]) == 1:
            (value,) = self.left[cell]
            self._force(cell, value, f"Then {_at(cell)} must be {self._symbol(value)}.", causes)
        for unit in self.board.geometry.units_of[cell]:
            contradiction = self._look_at_unit(unit, lost)
            if contradiction is not None:
                return contradiction
        return None

    def _look_at_unit(self, unit: Unit, value: int) -> tuple[str, tuple[Cell, ...]] | None:
        if any(self.board[cell] == value for cell in unit.cells):
            return None
        places = [cell for cell in unit.cells if value in self.left.get(cell, ())]
        lost = [cell for cell in unit.cells if value in self.start.get(cell, ()) and cell not in places]
        causes = tuple(self.removed_by[cell, value] for cell in lost)
        if not places:
            return f"Then there is no place for {self._symbol(value)} in {unit}.", causes
        if len(places) == 1:
            reason = f"Then {self._symbol(value)} in {unit} must be at {_at(places[0])}."
            self._force(places[0], value, reason, causes)
        return None

    def _told(self, ending: str, causes: tuple[Cell, ...]) -> list[str]:
        """Keep the consequences that the contradiction rests on, in the order in which they came."""
        needed: set[Cell] = set()
        waiting = list(causes)
        while waiting:
            cell = waiting.pop()
            if cell not in needed:
                needed.add(cell)
                waiting += self.forced[cell].causes
        return [forced.reason for cell, forced in self.forced.items() if cell in needed] + [ending]

    def _symbol(self, value: int) -> str:
        return self.board.symbols[value - 1]
