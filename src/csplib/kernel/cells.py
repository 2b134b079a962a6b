"""Cells with numbers, and the trail that restores them.

A cell is a domain, or a number that must be restored together with the domains: the number of open variables, the set
of retired propagators, the memory of propagators. Each write puts the cell and its old content on the trail. The height
of the trail identifies a state, and `undo` goes back to such a height.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING, Final, TypeAlias, final

from csplib.kernel.axis import NATURAL, Axis
from csplib.kernel.bits import Mask, size_of

if TYPE_CHECKING:
    from csplib.kernel.agenda import Watch
    from csplib.kernel.arcs import Arc
    from csplib.kernel.history import Journal

__all__ = ["NO_GROUPS", "OPEN", "Cell", "Change", "Group", "Interval", "Known", "Trail", "new_place"]

OPEN: Final = 0b11
"""The status of an interval with several values left; with one value it is 1, with none 0."""


@final
class Cell:
    """A number that `State.undo` restores: the domain of a variable as a bitset, or the memory of a propagator.

    `axis` says which integers the bits stand for. A variable with very many values has an `interval` instead of bits:
    its number is only a status, with as many bits as a domain of none, one or several values.

    `owner` is the index of the variable that the cell is the domain of, or an end of its interval; -1 otherwise.

    The other attributes are the engine's, here so that the innermost loops need no lookup: the variables that must
    differ (`peers`) or, with offsets, what each value rules out for others (`ruled_out`); the `arcs` to the variable;
    the propagators to wake when it changes, when a bound moves, when it is fixed, as bits of a `page`, and those of
    `more` pages (see `csplib.kernel.agenda`). The rest is for branching: the `weight` of a variable, its `place` in the
    `heap` of that number, its `key` there, and a `stamp` if it has changed lately.

    Cells are objects since the compiler keeps the numbers of an object in machine words, but not those in a list.
    """

    __slots__ = (
        "arcs",
        "axis",
        "heap",
        "index",
        "interval",
        "key",
        "mask",
        "more",
        "on_bounds",
        "on_change",
        "on_fix",
        "owner",
        "page",
        "peers",
        "place",
        "ruled_out",
        "stamp",
        "weight",
    )

    def __init__(self, index: int, mask: int) -> None:
        self.index: int = index
        self.mask: int = mask
        self.owner: int = -1
        self.axis: Axis = NATURAL
        self.interval: Interval | None = None
        self.peers: list[Cell] | None = None
        self.ruled_out: Known | None = None
        self.arcs: list[Arc] | None = None
        self.page: int = 0
        self.on_bounds: int = 0
        self.on_change: int = 0
        self.on_fix: int = 0
        self.more: Watch | None = None
        self.weight: float = 1.0
        self.heap: int = 0
        self.place: int = -1
        self.key: float = 0.0
        self.stamp: int = 0

    def set_watch(self, watch: Watch | None) -> None:
        """Let the propagators of *watch*, and of those behind it, watch the cell."""
        if watch is None:
            self.on_change = self.on_bounds = self.on_fix = 0
            self.more = None
        else:
            self.page = watch.page
            self.on_change = watch.on_change
            self.on_bounds = watch.on_bounds
            self.on_fix = watch.on_fix
            self.more = watch.more

    def low(self) -> int:
        """Return the least integer of the domain, which must have one."""
        return self.axis.least(self.mask) if self.interval is None else self.interval.floor.mask

    def high(self) -> int:
        """Return the greatest integer of the domain, which must have one."""
        return self.axis.most(self.mask) if self.interval is None else self.interval.ceiling.mask

    def has(self, integer: int) -> bool:
        """Return whether the domain has *integer*."""
        interval = self.interval
        if interval is None:
            return self.mask & self.axis.bit(integer) != 0
        return self.mask != 0 and interval.has(integer)

    def count(self) -> int:
        """Return the number of values."""
        interval = self.interval
        if interval is None:
            return size_of(self.mask)
        return interval.count() if self.mask else 0


@final
class Interval:
    """A domain of integers from *low* to *high* except the `holes`, for variables with very many values.

    Both ends are cells, so `State.undo` restores them. So is the number of holes. The holes are the first ones of a
    list: what stands behind them was undone, and is overwritten.
    """

    __slots__ = ("_holes", "_places", "ceiling", "floor", "holes")

    def __init__(self, floor: Cell, ceiling: Cell, holes: Cell) -> None:
        self.floor: Cell = floor
        self.ceiling: Cell = ceiling
        self.holes: Cell = holes
        self._holes: list[int] = []
        self._places: dict[int, int] = {}

    def has(self, integer: int) -> bool:
        """Return whether *integer* is within the ends, and not a hole."""
        return self.floor.mask <= integer <= self.ceiling.mask and not (self.holes.mask and self.is_hole(integer))

    def is_hole(self, integer: int) -> bool:
        """Return whether *integer* is one of the holes."""
        place = self._places.get(integer, -1)
        return 0 <= place < self.holes.mask and self._holes[place] == integer

    def count(self) -> int:
        """Return the number of values."""
        low, high = self.floor.mask, self.ceiling.mask
        count = high - low + 1
        for place in range(self.holes.mask):
            if low < self._holes[place] < high:
                count -= 1
        return count

    def all_holes(self) -> list[int]:
        """Return the holes, first one first; some may be outside the ends by now."""
        return self._holes[: self.holes.mask]

    def write_hole(self, integer: int) -> None:
        """Write *integer* behind the last hole. The caller counts it."""
        place = self.holes.mask
        if place == len(self._holes):
            self._holes.append(integer)
        else:
            self._holes[place] = integer
        self._places[integer] = place


Known: TypeAlias = dict[Mask, list[tuple[Cell, Mask]] | None]
"""What each value of a variable rules out for others, or None before the list is made."""


@final
class Change:
    """An entry of the trail: a cell, its old content and its new content.

    `before` is the height of the change of the same cell before this one, while a `History` links them.
    """

    __slots__ = ("before", "cell", "new", "old")

    def __init__(self, cell: Cell, old: int, new: int) -> None:
        self.cell: Cell = cell
        self.old: int = old
        self.new: int = new
        self.before: int = -1


@final
class Group:
    """The cells of some variables, cached for their *owner*."""

    __slots__ = ("cells", "owner")

    def __init__(self, owner: object, cells: list[Cell]) -> None:
        self.owner: object = owner
        self.cells: list[Cell] = cells


_PLACES: Final = 64
NO_GROUPS: list[Group] = [Group(None, [])] * _PLACES
_COUNTER: Final = count()


def new_place() -> int:
    """Return a place in `State.groups`. Propagators that are made one after the other get different places."""
    return next(_COUNTER) % _PLACES


class Trail:
    """Cells, and the first `height` entries of `trail`; the entries behind them are reused.

    `wiped` is the index of a cell that is an empty domain, or -1. `scratch` has room for a propagator to work in, by
    its owner, if making it for each run takes too long. `undo` does not restore it, so a run must not rely on it.
    """

    def __init__(self) -> None:
        self.cells: list[Cell] = []
        self.wiped: int = -1
        self.trail: list[Change] = []
        self.height: int = 0
        self.groups: list[Group] = NO_GROUPS
        self.memories: dict[object, list[Cell]] = {}
        self.scratch: dict[object, object] = {}
        self.at_first: list[int] = []
        self.journal: Journal | None = None

    def mark(self) -> int:
        """Return the height of the trail, for `undo`."""
        return self.height

    def new_cell(self, value: int) -> int:
        """Add a number that `undo` restores with the domains; return its index for `store` and `cells`."""
        self.cells.append(Cell(len(self.cells), value))
        if self.at_first:
            self.at_first.append(value)
        return len(self.cells) - 1

    def memory(self, owner: object, count: int = 1, value: int = 0) -> list[Cell]:
        """Return the cells that belong to *owner* alone: *count* of them, made with *value* when first asked for.

        `undo` restores them with the domains. They can be made at any time during a search, so *value* must not
        depend on the domains.

        >>> trail = Trail()
        >>> seen = trail.memory("owner", 1, -1)[0]
        >>> trail.write(seen, 5)
        >>> trail.memory("owner")[0].mask, trail.undo(0), trail.memory("owner")[0].mask
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
