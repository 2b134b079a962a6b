"""Boxes of any number of dimensions that do not overlap: each pair is apart in some dimension.

Another box forbids a box all corners with which they would certainly overlap, whatever place the other one takes: its
*forbidden region* (Beldiceanu and Carlsson 2001). A corner stays at the ends of its domains only if there is a free
point, one outside of all forbidden regions. The free point that was found last is kept, and another one is looked for
only when a new region covers it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.history import History, Literal
from csplib.kernel.news import NEVER, News
from csplib.kernel.propagator import Propagator
from csplib.kernel.propagators.boxes_reason import reason_of_boxes
from csplib.kernel.propagators.free_point import Region, free_point, is_inside
from csplib.kernel.state import Cell, State

__all__ = ["Boxes"]


@final
class _Box:
    """A box: its cells, the bounds of its corner and its least sizes when they were last read, and free points.

    A free point is kept for each end of each dimension.
    """

    __slots__ = ("cells", "high", "low", "number", "points", "size", "size_cells")

    def __init__(self, number: int, cells: list[Cell], size_cells: list[Cell]) -> None:
        self.number: int = number
        self.cells: list[Cell] = cells
        self.size_cells: list[Cell] = size_cells
        self.low: list[int] = [0] * len(cells)
        self.high: list[int] = [0] * len(cells)
        self.size: list[int] = [0] * len(cells)
        self.points: list[list[int]] = [[] for _ in range(2 * len(cells))]

    def read(self) -> None:
        """Read the bounds."""
        for d, cell in enumerate(self.cells):
            self.low[d] = cell.low()
            self.high[d] = cell.high()
            self.size[d] = self.size_cells[d].low()

    def is_empty(self) -> bool:
        """Return whether some size may be 0."""
        return 0 in self.size


@final
class Boxes(Propagator):
    """No two boxes overlap. ``corners[i]`` and ``sizes[i]`` are variables, one for each dimension.

    Sizes are at least 0. A box with a size of 0 must not be inside another one. With *ignore_empty*, it may be
    anywhere.

    For two boxes of constant sizes, exactly the values remain for which the other one has a place; for intervals, that
    is so for the bounds. A bound is also moved over all values for which no corner is outside of all forbidden regions.
    Complexity: O(n) for each box that has changed, and O(n^k) in k dimensions for a box that has lost its free point,
    but mostly O(n).

    >>> state = State([0b1111, 0b0001, 0b0010, 0b0001, 0b0100, 0b0010])
    >>> Boxes([[0, 1], [2, 3]], [[5, 5], [4, 5]]).propagate(state), state.domains
    (True, [9, 1, 2, 1, 4, 2])
    """

    def __init__(
        self,
        corners: Sequence[Sequence[int]],
        sizes: Sequence[Sequence[int]],
        origin: object = None,
        *,
        ignore_empty: bool = False,
    ) -> None:
        self.corners: list[list[int]] = [list(corner) for corner in corners]
        self.sizes: list[list[int]] = [list(size) for size in sizes]
        flat = [x for corner in self.corners for x in corner]
        extents = [x for size in self.sizes for x in size]
        super().__init__([*flat, *extents], origin)
        self.ignore_empty: bool = ignore_empty
        self.width: int = len(self.corners[0]) if self.corners else 1
        self.distinct: bool = len(set(flat)) == len(flat) and set(flat).isdisjoint(extents)
        self.idempotent: bool = self.distinct
        self._news: News = News(self.scope)

    def propagate(self, state: State) -> bool:
        seen = state.memory(self, 1, NEVER)[0]
        is_first = seen.mask == NEVER
        boxes = self._boxes(state)
        if is_first:
            for size in self.sizes:
                for x in size:
                    if state.cells[x].low() < 0 and not state.at_least(x, 0):
                        return False
        places = self._news.since(state, seen)
        if not places:
            return True
        for box in boxes:
            box.read()
        count = len(boxes)
        changed = sorted({place // self.width % count for place in places})
        while changed:
            moved: set[int] = set()
            for number in changed:
                if not self._compare(state, boxes, boxes[number], moved):
                    return False
            changed = sorted(moved)
        self._news.all_seen(state, seen)
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        found = reason_of_boxes(past, self, x, gone) if self.distinct else None
        if found is None and past.later() and self.distinct:
            found = reason_of_boxes(past, self, x, gone)
        if found is None:
            past.later()
            return past.bounds_or_domains(self.scope, x)
        return found

    def _boxes(self, state: State) -> list[_Box]:
        made = state.scratch.get(self)
        if isinstance(made, list):
            return made
        cells = state.cells
        boxes: list[_Box] = []
        for number, corner in enumerate(self.corners):
            boxes.append(_Box(number, [cells[x] for x in corner], [cells[x] for x in self.sizes[number]]))
        state.scratch[self] = boxes
        return boxes

    def _compare(self, state: State, boxes: list[_Box], box: _Box, moved: set[int]) -> bool:
        """Compare a *box* that has changed with all others; add to *moved* those whose bounds move."""
        look_up(len(boxes))
        if not self._settle(state, boxes, box, moved, None):
            return False
        for other in boxes:
            if other is not box and not self._part(state, boxes, box, other, moved):
                return False
        return True

    def _part(self, state: State, boxes: list[_Box], box: _Box, other: _Box, moved: set[int]) -> bool:
        """Compare two boxes, of which *box* has changed."""
        apart = 0
        between = -1  # the last dimension in which they are perhaps apart
        for d in range(self.width):
            if other.high[d] >= box.low[d] + box.size[d] or box.high[d] >= other.low[d] + other.size[d]:
                apart += 1
                between = d
        if self.ignore_empty and (box.is_empty() or other.is_empty()):
            return True
        if apart == 1:
            if not self._order(state, box, other, between) or not self._order(state, other, box, between):
                return False
            self._update(box, moved)
            self._update(other, moved)
        region = self._region(other, box) if apart else None
        return apart > 0 and (region is None or self._settle(state, boxes, other, moved, region))

    def _order(self, state: State, box: _Box, other: _Box, d: int) -> bool:
        """Let *box* end before *other* begins in dimension *d*, or begin after its end."""
        first, last = other.high[d] - box.size[d] + 1, other.low[d] + other.size[d] - 1
        x = box.cells[d].index
        if first <= last and first <= box.high[d] and last >= box.low[d] and not state.remove_range(x, first, last):
            return False
        return last < box.high[d] or state.at_most(box.size_cells[d].index, other.high[d] - box.low[d])

    def _update(self, box: _Box, moved: set[int]) -> None:
        """Read a box again; add it to *moved* if a bound has moved."""
        low, high, size = box.low.copy(), box.high.copy(), box.size.copy()
        box.read()
        if low != box.low or high != box.high or size != box.size:
            moved.add(box.number)

    def _region(self, box: _Box, other: _Box) -> Region | None:
        """Return the corners of *box* that *other* forbids, if there are some among those that are left."""
        found: Region = []
        for d in range(self.width):
            first = other.high[d] - box.size[d] + 1
            last = other.low[d] + other.size[d] - 1
            if first > last or first > box.high[d] or last < box.low[d]:
                return None
            found.append((first, last))
        return None if self.ignore_empty and (box.is_empty() or other.is_empty()) else found

    def _settle(self, state: State, boxes: list[_Box], box: _Box, moved: set[int], new: Region | None) -> bool:
        """Move the ends of *box* to free points. If there is a *new* region, nothing else has changed."""
        regions: list[Region] = []
        is_listed = False
        for end in range(2 * self.width):
            d, last = end >> 1, end & 1 != 0
            point = box.points[end]
            is_kept = self._is_end(box, point, d, last)
            if is_kept and new is not None and not is_inside(point, new):
                continue
            if not is_listed:
                regions = self._regions(boxes, box)
                is_listed = True
            if is_kept and not any(is_inside(point, region) for region in regions):
                continue
            point = free_point(regions, box.low, box.high, d, last=last)
            if not point:
                return False
            box.points[end] = point
            x = box.cells[d].index
            if not (state.at_most(x, point[d]) if last else state.at_least(x, point[d])):
                return False
            self._update(box, moved)
        return True

    def _is_end(self, box: _Box, point: list[int], d: int, last: bool) -> bool:  # noqa: FBT001 - own
        """Return whether *point* is a corner of *box* at an end of dimension *d*."""
        if not point or point[d] != (box.high[d] if last else box.low[d]):
            return False
        for e, place in enumerate(point):
            if place < box.low[e] or place > box.high[e]:
                return False
        return True

    def _regions(self, boxes: list[_Box], box: _Box) -> list[Region]:
        """Return all regions that are forbidden to *box*."""
        look_up(1 + (len(boxes) >> 2))
        found: list[Region] = []
        for other in boxes:
            if other is not box:
                region = self._region(box, other)
                if region is not None:
                    found.append(region)
        return found
