"""What a `State` is made of: cells, the entries of its trail, and groups of cells that somebody scans often."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final, TypeAlias, final

from csplib.kernel.bits import Mask

if TYPE_CHECKING:
    from csplib.kernel.arcs import Arc

__all__ = ["NO_GROUPS", "Cell", "Change", "Group", "Known", "new_place"]


@final
class Cell:
    """A number that `State.undo` restores: the domain of a variable, as a bitset, or what a propagator remembers.

    What else is noted here is the engine's, to have it at hand: whom the variable must differ from (`peers`) or, where
    that is not all, what each of its values rules out for others; the arcs to it; the propagators to wake when it
    changes or is fixed; and how often it was to blame.
    The compiler keeps the numbers of an object in machine words, which it does not for those in a list.
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
"""What each value rules out for others, or None before that has been listed."""


@final
class Change:
    """An entry of the trail: what a cell held before, and what was written there."""

    __slots__ = ("cell", "new", "old")

    def __init__(self, cell: Cell, old: int, new: int) -> None:
        self.cell: Cell = cell
        self.old: int = old
        self.new: int = new


@final
class Group:
    """The cells of some variables, at hand for their *owner*."""

    __slots__ = ("cells", "owner")

    def __init__(self, owner: object, cells: list[Cell]) -> None:
        self.owner: object = owner
        self.cells: list[Cell] = cells


_PLACES: Final = 64
NO_GROUPS: list[Group] = [Group(None, [])] * _PLACES
_COUNTER: Final = count()


def new_place() -> int:
    """Return a place among the groups of every state, for somebody who will ask for one; neighbors differ."""
    return next(_COUNTER) % _PLACES
