"""The state of a search: the domains, with a trail that undoes every change.

The first `size` cells of a `State` are the domains. The others must be restored together with them. Domains are
bitsets. A variable with very many values has an interval instead, which is in cells of its own behind the domains. A
state knows nothing about constraints. Propagation finds out what changed by reading the trail from where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, final

from csplib.errors import OptionError
from csplib.kernel.agenda import Agenda
from csplib.kernel.auditing import Auditor
from csplib.kernel.axis import Axis
from csplib.kernel.bits import LARGEST_WORD, Mask, lower_part
from csplib.kernel.bounds import Bounds
from csplib.kernel.cells import OPEN, Cell, Change, Known, Trail
from csplib.kernel.events import Event
from csplib.kernel.interval import Interval
from csplib.kernel.statistics import Statistics

__all__ = ["NO_AGENDA", "Cell", "Change", "Known", "State"]

NO_AGENDA: Final = Agenda([0], [Cell(-1, 0)])
"""The agenda of all states without propagators."""


@final
class State(Trail):
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

    def __init__(
        self,
        domains: Iterable[Mask],
        observer: Callable[[Event], None] | None = None,
        *,
        axes: Sequence[Axis] = (),
        intervals: Mapping[int, Bounds] | None = None,
    ) -> None:
        super().__init__()
        # Declared again: type checkers infer the types of attributes that a subclass writes.
        self.wiped: int = -1
        self.at_first: list[int] = []
        self.size: int = 0
        known: list[Axis] = list(axes)
        for domain in domains:
            if not domain and self.wiped < 0:
                self.wiped = self.size
            cell = Cell(self.size, domain)
            cell.owner = self.size
            cell.wide = domain > LARGEST_WORD
            if known:
                cell.axis = known[self.size]
            self.cells.append(cell)
            self.size += 1
        self.blamed: list[int] = []
        self._open: Cell = Cell(self.size, self.size)
        self.cells.append(self._open)
        self.agenda: Agenda = NO_AGENDA
        self.network: object = None
        self.entailed: bool = False
        self.observer: Callable[[Event], None] | None = observer
        self.auditor: Auditor | None = None
        self.statistics: Statistics = Statistics()
        self._order: list[int] = []  # a sparse set, made when first needed: open variables, then assigned ones
        self._place: list[int] = []
        self.peers: list[list[Cell] | None] = []  # of the network: the variables that must differ from each one
        self.ruled_out: list[Known | None] = []  # and, with offsets, what each value rules out
        self.is_watched: bool = False
        if intervals:
            for x, bounds in intervals.items():
                self._lay_interval(self.cells[x], bounds)
        self._wiped_at_first: int = self.wiped

    def _lay_interval(self, cell: Cell, bounds: Bounds) -> None:
        """Let *cell* be the status of an interval with these *bounds*."""
        floor, ceiling, holes = [self.cells[self.new_cell(number)] for number in (*bounds, 0)]
        floor.owner = ceiling.owner = holes.owner = cell.index
        cell.interval = Interval(floor, ceiling, holes)
        cell.mask = OPEN if bounds[0] < bounds[1] else int(bounds[0] == bounds[1])
        if not cell.mask and self.wiped < 0:
            self.wiped = cell.index

    def reset(self) -> None:
        """Restore the first domains, with an empty trail, new statistics and no observer."""
        if not self.at_first:
            self.undo(0)
            self.at_first = [cell.mask for cell in self.cells]
        for place, cell in enumerate(self.cells):
            cell.mask = self.at_first[place]
            cell.weight = 1.0
        self.height = 0
        self.wiped = self._wiped_at_first
        self.blamed = []
        self.limits.clear()
        self.observer = None
        self.drop_journal()
        self.statistics = Statistics()
        self._order, self._place = [], []

    def disconnect(self) -> None:
        """Remove the references to the network, so that the state is freed without the garbage collector."""
        self.peers, self.ruled_out = [], []
        self.memories.clear()
        self.limits.clear()
        self.scratch.clear()
        self.network = None

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        cells = self.cells[: self.size]
        intervals = [(it.index, it.low(), it.high(), it.interval.all_holes()) for it in cells if it.interval]
        return _copied, (self.domains, self.open_variables(), [cell.axis for cell in cells], intervals)

    @property
    def domains(self) -> list[Mask]:
        """A copy of the current domains, in the order of the variables."""
        return [cell.mask for cell in self.cells[: self.size]]

    @property
    def open_count(self) -> int:
        """The number of open variables."""
        return self._open.mask

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

    def low(self, x: int) -> int:
        """Return the least integer that *x* has left."""
        return self.cells[x].low()

    def high(self, x: int) -> int:
        """Return the greatest integer that *x* has left."""
        return self.cells[x].high()

    def at_least(self, x: int, bound: int) -> bool:
        """Remove the integers below *bound* from *x*; return False if none is left."""
        cell = self.cells[x]
        interval = cell.interval
        if interval is None:
            if cell.wide:
                return self.remove(cell, lower_part(cell.mask, max(0, cell.axis.place_of(bound))))
            return self.narrow(x, cell.axis.at_least(bound))
        if not cell.mask or bound <= interval.floor.mask:
            return cell.mask != 0
        if interval.holes.mask:
            while interval.is_hole(bound):
                bound += 1
        return self._move(cell, interval.floor, bound, bound - interval.ceiling.mask)

    def at_most(self, x: int, bound: int) -> bool:
        """Remove the integers above *bound* from *x*; return False if none is left."""
        cell = self.cells[x]
        interval = cell.interval
        if interval is None:
            if cell.wide:
                return self.remove(cell, cell.mask ^ lower_part(cell.mask, max(0, cell.axis.place_of(bound + 1))))
            return self.narrow(x, cell.axis.at_most(bound))
        if not cell.mask or bound >= interval.ceiling.mask:
            return cell.mask != 0
        if interval.holes.mask:
            while interval.is_hole(bound):
                bound -= 1
        return self._move(cell, interval.ceiling, bound, interval.floor.mask - bound)

    def _move(self, cell: Cell, end: Cell, bound: int, beyond: int) -> bool:
        """Move an end of an interval to *bound*. It is *beyond* the other end if that number is positive."""
        if beyond > 0:
            if self.journal is not None:  # a conflict asks which end has gone too far
                self.write(end, bound)
            self.write(cell, 0)
            self.wiped = cell.index
            return False
        self.write(end, bound)
        if not beyond:
            self.write(cell, 1)
        return True

    def exclude(self, x: int, integer: int) -> bool:
        """Remove *integer* from *x*; return False if no value is left."""
        cell = self.cells[x]
        interval = cell.interval
        if interval is None:
            return self.remove(cell, cell.mask & cell.axis.bit(integer))
        if not cell.mask or not interval.has(integer):
            return cell.mask != 0
        if integer == interval.floor.mask:
            return self.at_least(x, integer + 1)
        if integer == interval.ceiling.mask:
            return self.at_most(x, integer - 1)
        interval.write_hole(integer)
        self.write(interval.holes, interval.holes.mask + 1)
        return True

    def remove_range(self, x: int, first: int, last: int) -> bool:
        """Remove the integers from *first* to *last* from *x*; return False if no value is left.

        An interval loses them only at its ends. So the propagator must run again when a bound has moved.
        """
        cell = self.cells[x]
        interval = cell.interval
        if interval is None:
            return self.remove(cell, cell.mask & cell.axis.at_least(first) & cell.axis.at_most(last))
        if first <= interval.floor.mask <= last:
            return self.at_least(x, last + 1)
        if first <= interval.ceiling.mask <= last:
            return self.at_most(x, first - 1)
        return cell.mask != 0

    def fix(self, x: int, integer: int) -> bool:
        """Leave only *integer* to *x*; return False if it is not in the domain."""
        cell = self.cells[x]
        if cell.interval is None:
            return self.narrow(x, cell.axis.bit(integer))
        return self.at_least(x, integer) and self.at_most(x, integer)

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
            self._order[place], self._order[last] = other, x
            self._place[other], self._place[x] = place, last
            self.write(self._open, last)

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


def _copied(
    domains: list[Mask], still_open: list[int], axes: list[Axis], intervals: list[tuple[int, int, int, list[int]]]
) -> State:
    """Return a state with *domains* and *intervals* in which only *still_open* variables are open."""
    state = State(domains, axes=axes, intervals={x: (low, high) for x, low, high, _ in intervals})
    for x, _, _, holes in intervals:
        for hole in holes:
            state.exclude(x, hole)
    for x in sorted(set(range(state.size)).difference(still_open)):
        state.mark_assigned(x)
    state.height = 0
    return state
