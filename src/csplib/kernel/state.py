"""What changes during search: the domains, with a trail that takes every change back.

A `State` is a row of cells, each with a number. Those of the first `size` cells are the domains (bitsets); the rest are
numbers that must be restored together with the domains: the count of open variables, then the set of propagators that
have nothing left to say, for each network that the state has served, and whatever propagators remember.
Each write notes the cell and its old content on the trail; the height of the trail names a state, and
`undo` goes down to such a height. Domains come back as the ints they were, so value order survives.

Nothing here knows about constraints: propagation learns what changed by reading the trail from where it
last stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import final

from csplib.errors import OptionError
from csplib.kernel.bits import Mask
from csplib.kernel.cells import NO_GROUPS, Cell, Change, Group, Known
from csplib.kernel.events import Event
from csplib.kernel.statistics import Statistics

__all__ = ["Cell", "Change", "Known", "State"]


@final
class State:
    """Domains, trail and open variables of one search.

    >>> state = State([0b111, 0b111])
    >>> mark = state.mark()
    >>> state.narrow(0, 0b011), state.assign(1, 0b100)
    (True, True)
    >>> state.domains, state.cells[1].mask, state.open_variables()
    ([3, 4], 4, [0])
    >>> state.undo(mark)
    >>> state.domains, state.open_variables()
    ([7, 7], [0, 1])

    A variable is *open* until `assign` decides it, however few values it has left: two neighbors that forward
    checking has narrowed to the same single value have never been compared.

    The trail is the first `height` entries of `trail`; what lies behind them is used again. A copy of a state, or what
    comes out of a pickle, has the same domains and open variables, and a trail of its own that begins there.
    """

    def __init__(self, domains: Iterable[Mask], observer: Callable[[Event], None] | None = None) -> None:
        self.cells: list[Cell] = []
        self.size: int = 0
        self.wiped: int = -1
        for domain in domains:
            if not domain and self.wiped < 0:
                self.wiped = self.size
            self.cells.append(Cell(self.size, domain))
            self.size += 1
        self.blamed: list[int] = []
        self._open: Cell = Cell(self.size, self.size)
        self.retirement: Cell = Cell(self.size + 1, 0)
        self.cells.append(self._open)
        self.cells.append(self.retirement)
        self._at_first: list[int] = []
        self._wiped_at_first: int = self.wiped
        self.groups: list[Group] = NO_GROUPS
        self.memories: dict[object, list[Cell]] = {}
        self.network: object = None
        self.entailed: bool = False
        self.trail: list[Change] = []
        self.height: int = 0
        self.observer: Callable[[Event], None] | None = observer
        self.statistics: Statistics = Statistics()
        # A sparse set, made when it is needed: the open variables stand first in _order, the assigned ones behind them.
        self._order: list[int] = []
        self._place: list[int] = []

    def reset(self) -> None:
        """Become as new: everything as it was at first, nothing on the trail, nothing counted, nobody told."""
        if not self._at_first:
            self.undo(0)
            self._at_first = [cell.mask for cell in self.cells]
        for place, cell in enumerate(self.cells):
            cell.mask = self._at_first[place]
            cell.weight = 1.0
        self.height = 0
        self.wiped = self._wiped_at_first
        self.blamed = []
        self.observer = None
        self.statistics = Statistics()
        self._order = []
        self._place = []

    def disconnect(self) -> None:
        """Forget what ties the cells to each other, so that they need not wait for the garbage collector."""
        for cell in self.cells:
            cell.peers = None
            cell.ruled_out = None
        self.memories.clear()
        self.network = None

    def __reduce__(self) -> tuple[object, tuple[list[Mask], list[int]]]:
        return _copied, (self.domains, self.open_variables())

    @property
    def domains(self) -> list[Mask]:
        """A copy of the current domains, in the order of the variables."""
        return [cell.mask for cell in self.cells[: self.size]]

    @property
    def open_count(self) -> int:
        """How many variables are open."""
        return self._open.mask

    @property
    def retired(self) -> int:
        """The propagators that are satisfied whatever happens, as the bits of an int."""
        return self.retirement.mask

    def retire(self, propagators: int) -> None:
        """Add to `retired`, until that is undone."""
        self.write(self.retirement, self.retirement.mask | propagators)

    def open_variables(self) -> list[int]:
        """List the open variables in ascending order."""
        return sorted(self.open_unordered())

    def open_unordered(self) -> list[int]:
        """List the open variables in whatever order is cheapest."""
        self._line_up()
        return self._order[: self._open.mask]

    def is_open(self, x: int) -> bool:
        """Say whether *x* still waits to be assigned."""
        self._line_up()
        return self._place[x] < self._open.mask

    def _line_up(self) -> None:
        """Make the sparse set, if that has not been done yet: all are open then."""
        if not self._order:
            self._order = list(range(self.size))
            self._place = self._order.copy()

    def __repr__(self) -> str:
        wiped = f", no value left for variable {self.wiped}" if self.wiped >= 0 else ""
        return f"<State: {self.open_count} of {self.size} variables open{wiped}>"

    def mark(self) -> int:
        """Name the current state, for `undo`."""
        return self.height

    def narrow(self, x: int, mask: Mask) -> bool:
        """Keep only the values of *x* that are in *mask*; return False if none is left.

        The wiped-out domain stays visible, and `wiped` names its variable, until that is undone.
        """
        cell = self.cells[x]
        new = cell.mask & mask
        if new != cell.mask:
            self.write(cell, new)
            if not new:
                self.wiped = x
        return new != 0

    def assign(self, x: int, bit: Mask) -> bool:
        """Decide that *x* takes the value *bit*; return False if it no longer can."""
        self.mark_assigned(x)
        return self.narrow(x, bit)

    def mark_assigned(self, x: int) -> None:
        """Count *x* among the assigned variables, whatever its domain."""
        self._line_up()
        last = self._open.mask - 1
        place = self._place[x]
        if place <= last:
            other = self._order[last]
            self._order[place] = other
            self._place[other] = place
            self._order[last] = x
            self._place[x] = last
            self.write(self._open, last)

    def new_cell(self, value: int) -> int:
        """Add a number that `undo` restores with the domains; return its index for `store` and `cells`."""
        self.cells.append(Cell(len(self.cells), value))
        if self._at_first:
            self._at_first.append(value)
        return len(self.cells) - 1

    def memory(self, owner: object, count: int = 1, value: int = 0) -> list[Cell]:
        """Return the cells that belong to *owner* alone: *count* of them, made with *value* when first asked for.

        `undo` restores them with the domains. They are made at any time, and *value* stands for all that was before:
        it must not depend on the domains.

        >>> state = State([0b11])
        >>> seen = state.memory("somebody", 1, -1)[0]
        >>> state.write(seen, 5)
        >>> state.memory("somebody")[0].mask, state.undo(0), state.memory("somebody")[0].mask
        (5, None, -1)
        """
        cells = self.memories.get(owner)
        if cells is None:
            cells = self.memories[owner] = [self.cells[self.new_cell(value)] for _ in range(count)]
        return cells

    def group(self, owner: object, place: int, variables: Sequence[int]) -> list[Cell]:
        """Cache the cells of *variables* for an *owner* that scans them on every run, in one *place* of `groups`.

        Several may have the same place. So who looks there must see whether the group is its own.
        """
        if self.groups is NO_GROUPS:
            self.groups = NO_GROUPS.copy()
        group = self.groups[place] = Group(owner, [self.cells[x] for x in variables])
        return group.cells

    def store(self, cell: int, value: int) -> None:
        """Write *value* into a cell that is not a domain."""
        self.write(self.cells[cell], value)

    def write(self, cell: Cell, value: int) -> None:
        """Put *value* into *cell*, with a note of it on the trail; an empty domain has to be told to `wiped`."""
        height = self.height
        if height == len(self.trail):
            self.trail.append(Change(cell, cell.mask, value))
        else:
            change = self.trail[height]
            change.cell = cell
            change.old = cell.mask
            change.new = value
        self.height = height + 1
        cell.mask = value

    def undo(self, mark: int) -> None:
        """Take back everything since *mark*, last change first."""
        trail = self.trail
        height = self.height
        while height > mark:
            height -= 1
            change = trail[height]
            change.cell.mask = change.old
        self.height = height
        if self.wiped >= 0 and self.cells[self.wiped].mask:
            self.wiped = -1

    def tell(self, event: Event) -> None:
        """Hand *event* to the observer, who may look at the state and no more."""
        height = self.height
        if self.observer is not None:
            self.observer(event)
        if self.height != height:
            raise OptionError("observer= changed the state: it may only look")

    def _check(self) -> None:
        """Assert the invariants; for tests."""
        assert 0 <= self.height <= len(self.trail)
        assert [cell.index for cell in self.cells] == list(range(len(self.cells)))
        self._line_up()
        assert sorted(self._order) == list(range(self.size))
        assert all(self._order[self._place[x]] == x for x in range(self.size))
        assert 0 <= self.open_count <= self.size
        assert (self.wiped < 0) == all(self.cells[x].mask for x in range(self.size))


def _copied(domains: list[Mask], still_open: list[int]) -> State:
    """Make a state with *domains* in which no variables are open but *still_open*."""
    state = State(domains)
    for x in range(state.size):
        if x not in still_open:
            state.mark_assigned(x)
    state.height = 0
    return state
