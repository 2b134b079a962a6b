"""The parts of a `State`: cells, entries of the trail, and cached groups of cells."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final, TypeAlias, final

from csplib.kernel.bits import Mask

if TYPE_CHECKING:
    from csplib.kernel.arcs import Arc

__all__ = ["NO_GROUPS", "Cell", "Change", "Group", "Known", "new_place"]


@final
class Cell:
    """A number that `State.undo` restores: the domain of a variable as a bitset, or the memory of a propagator.

    The other attributes are the engine's, here so that the innermost loops need no lookup: the variables that must
    differ (`peers`) or, with offsets, what each value rules out for others (`ruled_out`); the `arcs` to the variable;
    the propagators to wake when it changes, when a bound moves, when it is fixed; and its `weight` in branching.

    Cells are objects since the compiler keeps the numbers of an object in machine words, but not those in a list.
    """

    __slots__ = ("arcs", "index", "mask", "on_bounds", "on_change", "on_fix", "peers", "ruled_out", "weight")

    def __init__(self, index: int, mask: int) -> None:
        self.index: int = index
        self.mask: int = mask
        self.peers: list[Cell] | None = None
        self.ruled_out: Known | None = None
        self.arcs: list[Arc] | None = None
        self.on_bounds: int = 0
        self.on_change: int = 0
        self.on_fix: int = 0
        self.weight: float = 1.0


Known: TypeAlias = dict[Mask, list[tuple[Cell, Mask]] | None]
"""What each value of a variable rules out for others, or None before the list is made."""


@final
class Change:
    """An entry of the trail: a cell, its old content and its new content."""

    __slots__ = ("cell", "new", "old")

    def __init__(self, cell: Cell, old: int, new: int) -> None:
        self.cell: Cell = cell
        self.old: int = old
        self.new: int = new


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
