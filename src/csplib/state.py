"""What changes during search: the domains, with a trail that takes every change back.

A `State` is a row of integer cells. The first `size` of them are the domains (bitsets); the rest are
numbers that must be restored together with the domains: the count of open variables, then the set of propagators that
have nothing left to say, then whatever propagators remember.
Each write pushes the cell and its old content on the trail; the height of the trail names a state, and
`undo` pops down to such a height. Domains come back as the ints they were, so value order survives.

Nothing here knows about constraints: propagation learns what changed by reading the trail from where it
last stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import final

from csplib.bits import Mask
from csplib.events import Event
from csplib.pulse import pulse
from csplib.statistics import Statistics

__all__ = ["State"]


@final
class State:
    """Domains, trail and open variables of one search.

    >>> state = State([0b111, 0b111])
    >>> mark = state.mark()
    >>> state.narrow(0, 0b011), state.assign(1, 0b100)
    (True, True)
    >>> state.domains, state.open_variables()
    ([3, 4], [0])
    >>> state.undo(mark)
    >>> state.domains, state.open_variables()
    ([7, 7], [0, 1])

    A variable is *open* until `assign` decides it, however few values it has left: two neighbors that forward
    checking has narrowed to the same single value have never been compared.
    """

    def __init__(self, domains: Iterable[Mask], observer: Callable[[Event], None] | None = None) -> None:
        self.cells: list[int] = list(domains)
        self.size: int = len(self.cells)
        self.wiped: int = self.cells.index(0) if 0 in self.cells else -1
        self.blamed: list[int] = []
        self.cells.append(self.size)
        self.cells.append(0)
        self.entailed: bool = False
        self.trail_cells: list[int] = []
        self.trail_values: list[int] = []
        self.observer: Callable[[Event], None] | None = observer
        self.pulse: Callable[[], None] = pulse
        self.statistics: Statistics = Statistics()
        # A sparse set: the open variables stand first in _order, the assigned ones behind them.
        self._order: list[int] = list(range(self.size))
        self._place: list[int] = list(range(self.size))

    @property
    def domains(self) -> list[Mask]:
        """A copy of the current domains, in the order of the variables."""
        return self.cells[: self.size]

    @property
    def open_count(self) -> int:
        """How many variables are open."""
        return self.cells[self.size]

    @property
    def retired(self) -> int:
        """The propagators that are satisfied whatever happens, as the bits of an int."""
        return self.cells[self.size + 1]

    def retire(self, propagators: int) -> None:
        """Add to `retired`, until that is undone."""
        self.store(self.size + 1, self.cells[self.size + 1] | propagators)

    def open_variables(self) -> list[int]:
        """List the open variables in ascending order."""
        return sorted(self.open_unordered())

    def open_unordered(self) -> list[int]:
        """List the open variables in whatever order is cheapest."""
        return self._order[: self.cells[self.size]]

    def is_open(self, x: int) -> bool:
        """Say whether *x* still waits to be assigned."""
        return self._place[x] < self.cells[self.size]

    def mark(self) -> int:
        """Name the current state, for `undo`."""
        return len(self.trail_cells)

    def narrow(self, x: int, mask: Mask) -> bool:
        """Keep only the values of *x* that are in *mask*; return False if none is left.

        The wiped-out domain stays visible, and `wiped` names its variable, until that is undone.
        """
        old = self.cells[x]
        new = old & mask
        if new != old:
            self.trail_cells.append(x)
            self.trail_values.append(old)
            self.cells[x] = new
            if not new:
                self.wiped = x
        return new != 0

    def assign(self, x: int, bit: Mask) -> bool:
        """Decide that *x* takes the value *bit*; return False if it no longer can."""
        self.close(x)
        return self.narrow(x, bit)

    def close(self, x: int) -> None:
        """Count *x* among the assigned variables, whatever its domain."""
        last = self.cells[self.size] - 1
        place = self._place[x]
        if place <= last:
            other = self._order[last]
            self._order[place] = other
            self._place[other] = place
            self._order[last] = x
            self._place[x] = last
            self.store(self.size, last)

    def new_cell(self, value: int) -> int:
        """Add a number that `undo` restores with the domains; return its index for `store` and `cells`."""
        self.cells.append(value)
        return len(self.cells) - 1

    def store(self, cell: int, value: int) -> None:
        """Write *value* into a cell that is not a domain."""
        self.trail_cells.append(cell)
        self.trail_values.append(self.cells[cell])
        self.cells[cell] = value

    def undo(self, mark: int) -> None:
        """Take back everything since *mark*, last change first."""
        trail_cells = self.trail_cells
        trail_values = self.trail_values
        cells = self.cells
        while len(trail_cells) > mark:
            cells[trail_cells.pop()] = trail_values.pop()
        if self.wiped >= 0 and cells[self.wiped]:
            self.wiped = -1

    def _check(self) -> None:
        """Assert the invariants; for tests."""
        assert len(self.trail_cells) == len(self.trail_values)
        assert sorted(self._order) == list(range(self.size))
        assert all(self._order[self._place[x]] == x for x in range(self.size))
        assert 0 <= self.open_count <= self.size
        assert (self.wiped < 0) == all(self.cells[x] for x in range(self.size))
