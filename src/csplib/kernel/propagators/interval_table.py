"""Allowed and forbidden rows where a variable has too many values for bits: simple tabular reduction (Ullmann 2007).

The rows within the domains come first in a list, and a run looks at these rows only. Where a variable has bits, a row
has the bit of its value; where it has an interval, the integer. Any value is -1 instead of a bit, or an integer that is
*outside* the stated bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.clock import look_up
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import Cell, State

__all__ = ["AllowedIntegers", "ForbiddenIntegers"]

_OPEN = -2
_DEAD = -3


class _ListedIntegers(Propagator):
    """Rows, as a column for each place."""

    def __init__(
        self,
        scope: Sequence[int],
        columns: Sequence[list[int]],
        outside: Sequence[int],
        origin: object = None,
        *,
        on_fix: bool = False,
    ) -> None:
        super().__init__(scope, origin, on_fix=on_fix)
        self.columns: list[list[int]] = list(columns)
        self.outside: list[int] = list(outside)
        self.count: int = len(columns[0])

    def _memory(self, state: State) -> list[Cell]:
        """Return a cell with the number of rows within the domains, then a cell with the number of each row."""
        memory = state.memories.get(self)
        if memory is None:
            memory = state.memory(self, 1 + self.count, -1)
        if memory[0].mask < 0:
            # The order of the rows need not be undone, only how many of them are within the domains.
            for row in range(self.count):
                memory[1 + row].mask = row
        return memory

    def _has(self, cell: Cell, place: int, row: int) -> bool:
        """Return whether the domain of *cell* has the value of a *row*."""
        value = self.columns[place][row]
        interval = cell.interval
        if interval is None:
            return cell.mask & value != 0
        return value == self.outside[place] or interval.has(value)


def _drop(memory: list[Cell], position: int, left: int) -> int:
    """Move the row in *position* behind those within the domains; return how many these are now."""
    own, last = memory[1 + position], memory[left]
    own.mask, last.mask = last.mask, own.mask
    return left - 1


@final
class AllowedIntegers(_ListedIntegers):
    """Keep the variables to the rows: bits without a row are pruned, and bounds move to the nearest row.

    Complexity of a run: one test for each place of each row that was within the domains before.

    >>> from csplib.kernel.cells import OPEN
    >>> state = State([0b111, OPEN], intervals={1: (0, 9999)})
    >>> table = AllowedIntegers([0, 1], [[0b001, 0b010, 0b100], [70, 5000, 20000]], [-1, -1])
    >>> table.propagate(state), state.domains[0], state.low(1), state.high(1)
    (True, 3, 70, 5000)
    """

    def propagate(self, state: State) -> bool:
        memory = self._memory(state)
        left = self.count if memory[0].mask < 0 else memory[0].mask
        look_up(left * len(self.scope) // 4)
        cells = [state.cells[x] for x in self.scope]
        position = 0
        while position < left:
            row = memory[1 + position].mask
            for place, cell in enumerate(cells):
                if not self._has(cell, place, row):
                    left = _drop(memory, position, left)
                    break
            else:
                position += 1
        if left != memory[0].mask:
            state.write(memory[0], left)
        if not left:
            return False
        for place, cell in enumerate(cells):
            if cell.mask & (cell.mask - 1) and not self._prune(state, memory, left, place, cell):
                return False
        return True

    def _prune(self, state: State, memory: list[Cell], left: int, place: int, cell: Cell) -> bool:
        """Keep the values of one place that a row has; of an interval only the bounds."""
        column = self.columns[place]
        if cell.interval is None:
            kept = 0
            for position in range(left):
                kept |= column[memory[1 + position].mask]
            return state.narrow(cell.index, kept)
        outside = self.outside[place]
        low = high = column[memory[1].mask]
        for position in range(left):
            value = column[memory[1 + position].mask]
            if value == outside:
                return True
            if value < low:
                low = value
            elif value > high:
                high = value
        return state.at_least(cell.index, low) and state.at_most(cell.index, high)


@final
class ForbiddenIntegers(_ListedIntegers):
    """No row is taken. Once all places of a row but one are fixed and match, the last one may not.

    Complexity of a run: one test for each place of each row that could still be taken before.

    >>> from csplib.kernel.cells import OPEN
    >>> state = State([0b010, OPEN], intervals={1: (0, 9999)})
    >>> table = ForbiddenIntegers([0, 1], [[0b010, 0b100], [0, 7]], [-1, -1])
    >>> table.propagate(state), state.low(1), state.cells[1].has(7)
    (True, 1, True)
    """

    def __init__(
        self, scope: Sequence[int], columns: Sequence[list[int]], outside: Sequence[int], origin: object = None
    ) -> None:
        super().__init__(scope, columns, outside, origin, on_fix=True)

    def propagate(self, state: State) -> bool:
        memory = self._memory(state)
        left = self.count if memory[0].mask < 0 else memory[0].mask
        look_up(left * len(self.scope) // 4)
        cells = [state.cells[x] for x in self.scope]
        position = 0
        while position < left:
            row = memory[1 + position].mask
            last = self._open_place(cells, row)
            if last == _OPEN:
                position += 1
                continue
            left = _drop(memory, position, left)  # it cannot be taken any more, or not after this
            if last != _DEAD and (last < 0 or not self._exclude(state, cells[last], last, row)):
                return False
        if left != memory[0].mask:
            state.write(memory[0], left)
        return True

    def _open_place(self, cells: list[Cell], row: int) -> int:
        """Return the only place of *row* that is not fixed, or -1; `_OPEN` for several places, `_DEAD` if it is out."""
        last = -1
        for place, cell in enumerate(cells):
            if not self._has(cell, place, row):
                return _DEAD
            if cell.mask & (cell.mask - 1) and self.columns[place][row] != self.outside[place]:
                if last >= 0:
                    return _OPEN
                last = place
        return last

    def _exclude(self, state: State, cell: Cell, place: int, row: int) -> bool:
        """Remove the value of *row* from the domain of *cell*."""
        value = self.columns[place][row]
        if cell.interval is None:
            return state.narrow(cell.index, ~value)
        return state.exclude(cell.index, value)
