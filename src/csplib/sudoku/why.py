"""`why_not`: why a value cannot go into a cell. Place it, and follow the singles to a contradiction."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from csplib.display.markup import sentences
from csplib.sudoku.board import Board
from csplib.sudoku.cell_groups import cell_name
from csplib.sudoku.geometry import Cell, Unit
from csplib.sudoku.solver import candidates, check_board, solve
from csplib.sudoku.time_limit import within

__all__ = ["WhyNot", "why_not"]


class WhyNot(NamedTuple):
    """The answer to `why_not`: the question, whether the value is impossible, and the reasons as sentences.

    *needs_search* says that no chain of singles leads to a contradiction: only a search finds out.
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
    """A value that follows from the supposition: why, and the cells whose values force it."""

    value: int
    reason: str
    causes: tuple[Cell, ...]


def why_not(board: Board, cell: Cell, value: int, *, time_limit: float | None = None) -> WhyNot:
    """Return a short chain of reasons why *value* cannot go into *cell*.

    Consequences are explored breadth first. Only those that lead to the contradiction are kept.

    >>> print(why_not(Board.parse("1... ..3. .1.. 4..."), (0, 1), 4))
    Suppose r1c2 is 4.
    Then there is no place for 3 in row 1.
    """
    with within(time_limit):
        return _why_not(board, cell, value)


def _why_not(board: Board, cell: Cell, value: int) -> WhyNot:
    check_board(board)
    board.check_value(cell, value)
    name, symbol = cell_name(cell), board.symbols[value - 1]
    if board[cell]:
        reason = f"{name} is {board.symbol(cell)} already."
        return WhyNot(cell, value, impossible=board[cell] != value, reasons=(reason,))
    for peer in board.peers[cell]:
        if board[peer] == value:
            reason = f"{cell_name(peer)}, which {name} sees, is {symbol}."
            return WhyNot(cell, value, impossible=True, reasons=(reason,))
    chain = _Supposition(board).follow(cell, value)
    if chain is not None:
        return WhyNot(cell, value, impossible=True, reasons=tuple(chain))
    if solve(board.with_value(cell, value)) is not None:
        reason = f"{symbol} can go into {name}: a solution has it there."
        return WhyNot(cell, value, impossible=False, reasons=(reason,))
    reason = f"No solution has {symbol} in {name}, but only a search shows it."
    return WhyNot(cell, value, impossible=True, reasons=(reason,), needs_search=True)


class _Supposition:
    """The consequences of one value, breadth first, each with its causes."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.start = {cell: candidates(board, cell) for cell in board.cells if not board[cell]}
        self.left = {cell: set(values) for cell, values in self.start.items()}
        self.removed_by: dict[tuple[Cell, int], Cell] = {}
        self.forced: dict[Cell, _Forced] = {}
        self.queue: deque[Cell] = deque()

    def follow(self, cell: Cell, value: int) -> list[str] | None:
        """Place *value* and its consequences; return the sentences that lead to a contradiction, or None."""
        for bare, values in self.left.items():
            if not values:
                return [f"Nothing can go into {cell_name(bare)}."]
        self._force(cell, value, f"Suppose {cell_name(cell)} is {self._symbol(value)}.", ())
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
        """Remove the other values of *cell*, and its value from its peers; return a contradiction, or None."""
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
        """Find the consequences of *cell* having lost a value; return a contradiction, or None."""
        causes = tuple(self.removed_by[cell, value] for value in sorted(self.start[cell] - self.left[cell]))
        if not self.left[cell]:
            return f"Then nothing can go into {cell_name(cell)}.", causes
        if len(self.left[cell]) == 1:
            (value,) = self.left[cell]
            self._force(cell, value, f"Then {cell_name(cell)} must be {self._symbol(value)}.", causes)
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
            reason = f"Then {self._symbol(value)} in {unit} must be at {cell_name(places[0])}."
            self._force(places[0], value, reason, causes)
        return None

    def _told(self, ending: str, causes: tuple[Cell, ...]) -> list[str]:
        """Return the sentences of the consequences that lead to the contradiction, in order."""
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
