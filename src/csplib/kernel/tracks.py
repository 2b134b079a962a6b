"""Literals, and the tracks that they are about: a domain of bits, or an end of an interval."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, final

from csplib.kernel.bits import Mask

if TYPE_CHECKING:
    from csplib.kernel.cells import Cell

__all__ = ["BITS", "CEILING", "FLOOR", "HOLES", "ROOT", "STATUS", "Literal", "Track"]

Literal: TypeAlias = tuple[int, Mask]
"""A variable and some of its values. It is true once all values that the variable has left are among them.

For a variable that is an interval, it is one of its two ends and a bound: true once the end has reached the bound. The
variable itself with any number stands for all that its domain was at the time.
"""

BITS: Final = 0
FLOOR: Final = 1
CEILING: Final = 2
STATUS: Final = 3
HOLES: Final = 4

ROOT: Final = -1
"""The height of what was true from the start."""


@final
class Track:
    """The changes of one variable, newest first: `last` is the height of the newest one, `ROOT` if there is none.

    `first` is the domain at the root. The other attributes are those of an analysis: whether the variable is `inside`
    the nogood, the values of its literal there (`goal`), and the height at which that literal became true (`entry`).
    `saved` is the value that the variable had last, if `is_saved`.

    The `kind` is `BITS` for a domain of bits. An interval has four tracks: for its status, its holes, its `FLOOR` and
    its `CEILING`. Each of the two ends knows the `other` one by its index, and `owner` is the variable.
    """

    __slots__ = (
        "cell",
        "entry",
        "first",
        "goal",
        "index",
        "inside",
        "is_saved",
        "kind",
        "last",
        "listed",
        "other",
        "owner",
        "saved",
    )

    def __init__(self, cell: Cell, kind: int = BITS, other: int = -1) -> None:
        self.cell: Cell = cell
        self.index: int = cell.index
        self.kind: int = kind
        self.other: int = other
        self.owner: int = cell.owner
        self.first: Mask = cell.mask
        self.last: int = ROOT
        self.inside: bool = False
        self.goal: Mask = 0
        self.entry: int = ROOT
        self.saved: Mask = 0
        self.is_saved: bool = False
        self.listed: bool = False

    def has_reached(self, bound: int) -> bool:
        """Return whether this end of an interval has reached *bound* by now."""
        return self.implies(self.cell.mask, bound)

    def implies(self, reached: int, bound: int) -> bool:
        """Return whether this end of an interval, at *reached*, has reached *bound*."""
        return reached >= bound if self.kind == FLOOR else reached <= bound
