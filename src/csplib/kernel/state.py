"""The state of a search: the domains, with a trail that undoes every change.

A `State` is a list of cells, each with a number. The first `size` cells are the domains, as bitsets. The others must be
restored together with the domains: the number of open variables, the set of retired propagators, and the memory of
propagators. Each write puts the cell and its old content on the trail. The height of the trail identifies a state, and
`undo` goes back to such a height.

A state knows nothing about constraints. Propagation finds out what changed by reading the trail from where it stopped.
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

    A variable is *open* until it is assigned, however few values it has left: two neighbors that forward checking has
    narrowed to the same single value have not been compared yet.

    The trail is the first `height` entries of `trail`; the entries behind them are reused. A copy of a state, also by
    pickle, has the same domains and open variables, and an empty trail of its own.
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
        # A sparse set, made when first needed: the open variables come first in _order, the assigned ones behind them.
        self._order: list[int] = []
        self._place: list[int] = []

    def reset(self) -> None:
        """Restore the first domains, with an empty trail, new statistics and no observer."""
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
        """Remove the references between cells, so that the state is freed without the garbage collector."""
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
        """The number of open variables."""
        return self._open.mask

    @property
    def retired(self) -> int:
        """The propagators that hold for all values left, as the bits of an int."""
        return self.retirement.mask

    def retire(self, propagators: int) -> None:
        """Add *propagators* to `retired`, until that is undone."""
        self.write(self.retirement, self.retirement.mask | propagators)

    def open_variables(self) -> list[int]:
        """Return the open variables in ascending order."""
        return sorted(self.open_unordered())

    def open_unordered(self) -> list[int]:
        """Return the open variables in any order."""
        self._line_up()
        return self._order[: self._open.mask]

    def is_open(self, x: int) -> bool:
        """Return whether *x* is not assigned yet."""
        self._line_up()
        return self._place[x] < self._open.mask

    def _line_up(self) -> None:
        """Make the sparse set, with all variables open, if there is none yet."""
        if not self._order:
            self._order = list(range(self.size))
            self._place = self._order.copy()

    def __repr__(self) -> str:
        wiped = f", no value left for variable {self.wiped}" if self.wiped >= 0 else ""
        return f"<State: {self.open_count} of {self.size} variables open{wiped}>"

    def domain(self, x: int) -> Mask:
        """Return the current domain of *x*."""
        return self.cells[x].mask

    def mark(self) -> int:
        """Return the height of the trail, for `undo`."""
        return self.height

    def narrow(self, x: int, mask: Mask) -> bool:
        """Keep only the values of *x* that are in *mask*; return False if none is left.

        The wiped-out domain stays empty, and `wiped` is its variable, until that is undone.
        """
        cell = self.cells[x]
        new = cell.mask & mask
        if new != cell.mask:
            self.write(cell, new)
            if not new:
                self.wiped = x
        return new != 0

    def assign(self, x: int, bit: Mask) -> bool:
        """Assign the value *bit* to *x*; return False if it is not in the domain."""
        self.mark_assigned(x)
        return self.narrow(x, bit)

    def mark_assigned(self, x: int) -> None:
        """Count *x* as assigned, whatever its domain."""
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

        `undo` restores them with the domains. They can be made at any time during a search, so *value* must not
        depend on the domains.

        >>> state = State([0b11])
        >>> seen = state.memory("owner", 1, -1)[0]
        >>> state.write(seen, 5)
        >>> state.memory("owner")[0].mask, state.undo(0), state.memory("owner")[0].mask
        (5, None, -1)
        """
        cells = self.memories.get(owner)
        if cells is None:
            cells = self.memories[owner] = [self.cells[self.new_cell(value)] for _ in range(count)]
        return cells

    def group(self, owner: object, place: int, variables: Sequence[int]) -> list[Cell]:
        """Cache the cells of *variables* for an *owner* that scans them on every run, in one *place* of `groups`.

        Several owners may share a place. So an owner must check that the group it finds there is its own.
        """
        if self.groups is NO_GROUPS:
            self.groups = NO_GROUPS.copy()
        group = self.groups[place] = Group(owner, [self.cells[x] for x in variables])
        return group.cells

    def store(self, cell: int, value: int) -> None:
        """Write *value* into a cell that is not a domain."""
        self.write(self.cells[cell], value)

    def write(self, cell: Cell, value: int) -> None:
        """Write *value* into *cell* and put the change on the trail. The caller sets `wiped` for an empty domain."""
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
        """Undo all changes since *mark*, last change first."""
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
        """Send *event* to the observer, which must not change the state."""
        height = self.height
        if self.observer is not None:
            self.observer(event)
        if self.height != height:
            raise OptionError("observer= changed the state: it may only read it")

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
    """Return a state with *domains* in which only *still_open* variables are open."""
    state = State(domains)
    for x in range(state.size):
        if x not in still_open:
            state.mark_assigned(x)
    state.height = 0
    return state
