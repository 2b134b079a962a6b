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
from csplib.kernel.bits import Mask, bit_at, lowest, size_of
from csplib.kernel.tracking import is_tracked, untrack

if TYPE_CHECKING:
    from csplib.kernel.agenda import Watch
    from csplib.kernel.history import Journal
    from csplib.kernel.interval import Interval

__all__ = ["NO_GROUPS", "OPEN", "Cell", "Change", "Group", "Known", "Trail", "new_place"]

OPEN: Final = 0b11
"""The status of an interval with several values left; with one value it is 1, with none 0."""


@final
class Cell:
    """A number that `State.undo` restores: the domain of a variable as a bitset, or the memory of a propagator.

    `axis` says which integers the bits stand for. A domain is `wide` if it may have more than one machine word; its
    lowest bit is number `low_at` as long as the domain is `low_of`. A variable with very many values has an `interval`
    instead of bits: its number is only a status, with as many bits as a domain of none, one or several values.
    `owner` is the index of the variable that the cell is the domain of, or an end of its interval; -1 otherwise.

    The other attributes are the engine's, here so that the innermost loops need no lookup: `watch` has the propagators
    to wake (see `csplib.kernel.agenda`). The rest is for branching: the `weight` of a variable, its `place` in the
    `heap` of that number, its `key` there, and a `stamp` if it has changed lately.

    Cells are objects since the compiler keeps the numbers of an object in machine words, but not those in a list. They
    refer to no other variable and to no constraint, so the garbage collector need not track them.
    """

    __slots__ = (
        "axis",
        "heap",
        "index",
        "interval",
        "key",
        "low_at",
        "low_of",
        "mask",
        "owner",
        "place",
        "stamp",
        "watch",
        "weight",
        "wide",
    )

    def __init__(self, index: int, mask: int) -> None:
        self.index: int = index
        self.mask: int = mask
        self.owner: int = -1
        self.axis: Axis = NATURAL
        self.interval: Interval | None = None
        self.watch: Watch | None = None
        self.wide: bool = False
        self.low_of: int = 0
        self.low_at: int = -1
        self.weight: float = 1.0
        self.heap: int = 0
        self.place: int = -1
        self.key: float = 0.0
        self.stamp: int = 0
        untrack(self)

    def low(self) -> int:
        """Return the least integer of the domain, which must have one."""
        if self.interval is not None:
            return self.interval.floor.mask
        mask = self.mask  # `Axis.least`, inlined
        axis = self.axis
        place = self.low_place() if self.wide else (mask & -mask).bit_length() - 1
        return axis.base + place if axis.dense else axis.table[place]

    def low_place(self) -> int:
        """Return the number of the lowest bit of a wide domain."""
        mask = self.mask
        if mask != self.low_of:  # the same object, mostly
            self.low_of = mask
            self.low_at = lowest(mask)
        return self.low_at

    def has_moved(self, old: Mask, new: Mask) -> bool:
        """Return whether a change from *old* to *new*, a wide domain, has moved its lowest or its highest bit."""
        if old != self.low_of:
            self.low_of = old
            self.low_at = lowest(old)
        if not new & bit_at(self.low_at):
            return True
        self.low_of = new
        return new.bit_length() != old.bit_length()

    def high(self) -> int:
        """Return the greatest integer of the domain, which must have one."""
        if self.interval is not None:
            return self.interval.ceiling.mask
        return self.axis.most(self.mask)

    def has(self, integer: int) -> bool:
        """Return whether the domain has *integer*."""
        interval = self.interval
        if interval is None:
            return self.mask & self.axis.bit(integer) != 0
        return self.mask != 0 and interval.has(integer)

    def is_hole(self, integer: int) -> bool:
        """Return whether *integer* is a hole of an interval."""
        return self.interval is not None and self.interval.is_hole(integer)

    def count(self) -> int:
        """Return the number of values."""
        interval = self.interval
        if interval is None:
            return size_of(self.mask)
        return interval.count() if self.mask else 0


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
        untrack(self)


@final
class Group:
    """The cells of some variables, cached for their *owner*."""

    __slots__ = ("cells", "owner")

    def __init__(self, owner: object, cells: list[Cell]) -> None:
        self.owner: object = owner
        self.cells: list[Cell] = cells
        untrack(cells)
        if not is_tracked(owner):
            untrack(self)


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
    `limits` has the bounds that a search has set so far, by their owners; `undo` does not restore them either.
    """

    def __init__(self) -> None:
        self.cells: list[Cell] = []
        untrack(self.cells)
        self.wiped: int = -1
        self.trail: list[Change] = []
        untrack(self.trail)
        self.height: int = 0
        self.groups: list[Group] = NO_GROUPS
        self.memories: dict[object, list[Cell]] = {}
        self.scratch: dict[object, object] = {}
        self.limits: dict[object, int] = {}
        self.at_first: list[int] = []
        self.journal: Journal | None = None

    def drop_journal(self) -> None:
        """Note no authors from now on."""
        self.journal = None

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

    def remove(self, cell: Cell, gone: Mask) -> bool:
        """Remove the values *gone* from a domain that has them; return False if none is left."""
        if gone:
            left = cell.mask ^ gone
            self.write(cell, left)
            if not left:
                self.wiped = cell.index
        return cell.mask != 0

    def has_narrowed(self, mark: int) -> bool:
        """Return whether a domain has changed since *mark*, and not only what propagators remember."""
        for entry in range(mark, self.height):
            if self.trail[entry].cell.owner >= 0:
                return True
        return False

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
