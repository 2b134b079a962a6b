"""The start of a task, with its bounds at hand: for the propagators of schedules."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from csplib.kernel.cells import Cell

__all__ = ["TaskStart"]


class TaskStart:
    """The *cell* of a start, and its bounds `low` and `high` when they were last read."""

    __slots__ = ("cell", "high", "low", "mask")

    def __init__(self, cell: Cell) -> None:
        self.cell: Cell = cell
        self.mask: int = 0
        self.low: int = 0
        self.high: int = 0

    def read(self) -> None:
        """Read the bounds. Those of a domain of bits are cached: a wide one takes long to look at."""
        cell = self.cell
        interval = cell.interval
        if interval is not None:
            self.low = interval.floor.mask
            self.high = interval.ceiling.mask
        elif cell.mask != self.mask:
            self.mask = cell.mask
            self.low = cell.low()
            self.high = cell.high()
