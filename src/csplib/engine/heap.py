"""A heap of unfixed variables: the one with the least score is on top.

Keys are repaired lazily, so the cost of a choice follows from what has changed since the last one. A key may be less
than the score of its variable, never greater. So when scores grow, as after an undo, nothing is done: a key that is too
low is raised when it comes to the top. A fixed variable stays until it comes to the top, too.

At first all variables wait in a line, sorted by their keys. A variable enters the heap when its score changes. So the
heap stays small where most variables are decided before they change, or change shortly before they are decided.
"""

from __future__ import annotations

from itertools import count
from typing import Final, final

from csplib.kernel.bits import size_of
from csplib.kernel.state import Cell
from csplib.kernel.tracking import untrack

__all__ = ["IN_LINE", "OUT", "Heap", "new_number"]

OUT: Final = -1
IN_LINE: Final = -2
_NUMBERS: Final = count(1)


def new_number() -> int:
    """Return a number that no heap and no stamp has had before."""
    return next(_NUMBERS)


def _score(cell: Cell, stamp: int) -> float:
    """Return the number of values that a variable has left for each unit of its weight.

    With a *stamp*, weights do not count, and variables without that stamp come after the others of the same size.
    """
    count = size_of(cell.mask) if cell.interval is None else cell.count()
    if not stamp:
        return count / cell.weight
    return count + (0.0 if cell.stamp == stamp else 0.5)


def _key(cell: Cell) -> float:
    return cell.key


@final
class Heap:
    """A binary heap of cells by `Cell.key`; among equal keys the first variable is on top if *in_order*, else the last.

    A cell belongs to the heap whose number it has. `Cell.place` is `OUT` while it is neither in the heap nor in the
    line; it is fixed then. In the line it is `IN_LINE`.
    """

    def __init__(self, cells: list[Cell], in_order: bool, stamp: int) -> None:  # noqa: FBT001 - one caller
        self._number: int = new_number()
        self._in_order: bool = in_order
        self._cells: list[Cell] = []
        self._line: list[Cell] = []
        untrack(self._cells)
        untrack(self._line)
        self._ahead: int = 0  # the place in the line of the first variable that may still wait there
        sorted_already = True
        last = 0.0
        for cell in cells if in_order else reversed(cells):
            cell.heap = self._number
            cell.place = OUT
            if cell.mask & (cell.mask - 1):
                cell.key = key = _score(cell, stamp)
                cell.place = IN_LINE
                self._line.append(cell)
                sorted_already = sorted_already and key >= last
                last = key
        if not sorted_already:
            self._line.sort(key=_key)

    def top(self, stamp: int) -> Cell | None:
        """Return the variable with the least score, or None if all are fixed."""
        waiting = self._first_in_line(stamp)
        best = self._top_of_heap(stamp)
        if best is None or waiting is None:
            return waiting if best is None else best
        return best if self._is_above(best, waiting) else waiting

    def _first_in_line(self, stamp: int) -> Cell | None:
        """Return the first variable in the line, or None. Those with another score by now enter the heap."""
        line = self._line
        while self._ahead < len(line):
            cell = line[self._ahead]
            if cell.place == IN_LINE:
                domain = cell.mask
                if domain & (domain - 1):
                    key = _score(cell, stamp)
                    if key == cell.key:
                        return cell
                    self._enter(cell, key)
                else:
                    cell.place = OUT
            self._ahead += 1
        return None

    def _top_of_heap(self, stamp: int) -> Cell | None:
        cells = self._cells
        while cells:
            cell = cells[0]
            domain = cell.mask
            if not domain & (domain - 1):
                self._remove_top(cell)
                continue
            key = _score(cell, stamp)
            if key == cell.key:
                return cell
            cell.key = key
            self._down(0)
        return None

    def lower(self, cell: Cell, stamp: int) -> None:
        """Lower the key of *cell* if its score is less now. Cells of other heaps are ignored."""
        if cell.heap == self._number and cell.place != OUT:
            domain = cell.mask
            if domain & (domain - 1):
                key = _score(cell, stamp)
                if key < cell.key:
                    if cell.place == IN_LINE:
                        self._enter(cell, key)
                    else:
                        cell.key = key
                        self._up(cell.place)

    def put_back(self, cell: Cell, domain: int) -> None:
        """Put *cell* back if its old *domain*, which an undo is about to restore, has more than one value."""
        if cell.place == OUT and cell.heap == self._number and domain & (domain - 1):
            # An interval has at least as many values as its status has bits.
            self._enter(cell, size_of(domain) / cell.weight)

    def _enter(self, cell: Cell, key: float) -> None:
        """Put *cell* into the heap."""
        cell.key = key
        cell.place = len(self._cells)
        self._cells.append(cell)
        self._up(cell.place)

    def _remove_top(self, cell: Cell) -> None:
        cell.place = OUT
        last = self._cells.pop()
        if last is not cell:
            self._cells[0] = last
            last.place = 0
            self._down(0)

    def _is_above(self, one: Cell, other: Cell) -> bool:
        if one.key == other.key:
            return (one.index < other.index) is self._in_order
        return one.key < other.key

    def _up(self, place: int) -> None:
        """Move the cell at *place* up to where it belongs."""
        cells = self._cells
        cell = cells[place]
        while place > 0:
            above = (place - 1) >> 1
            parent = cells[above]
            if self._is_above(parent, cell):
                break
            cells[place] = parent
            parent.place = place
            place = above
        cells[place] = cell
        cell.place = place

    def _down(self, place: int) -> None:
        """Move the cell at *place* down to where it belongs."""
        cells = self._cells
        cell = cells[place]
        size = len(cells)
        below = 2 * place + 1
        while below < size:
            child = cells[below]
            if below + 1 < size and self._is_above(cells[below + 1], child):
                below += 1
                child = cells[below]
            if not self._is_above(child, cell):
                break
            cells[place] = child
            child.place = place
            place = below
            below = 2 * place + 1
        cells[place] = cell
        cell.place = place
