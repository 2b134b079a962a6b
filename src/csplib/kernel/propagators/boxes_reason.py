"""Reasons for boxes that do not overlap: bounds of the boxes in the way, each as weak as possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, final

from csplib.kernel.bits import Mask
from csplib.kernel.history import History, Literal
from csplib.kernel.propagators.free_point import Region, free_point

if TYPE_CHECKING:
    from csplib.kernel.propagators.boxes import Boxes

__all__ = ["reason_of_boxes"]

_MOST_TRIED = 24


@final
class _Placed:
    """Where a box can be at the height where *past* looks."""

    def __init__(self, past: History, corner: Sequence[int], size: Sequence[int]) -> None:
        self.corner: Sequence[int] = corner
        self.size_of: Sequence[int] = size
        self.low: list[int] = [past.low(x) for x in corner]
        self.high: list[int] = [past.high(x) for x in corner]
        self.size: list[int] = [max(0, past.low(x)) for x in size]

    def overlaps(self, other: _Placed, d: int) -> bool:
        """Return whether the boxes certainly overlap in dimension *d*."""
        return other.high[d] < self.low[d] + self.size[d] and self.high[d] < other.low[d] + other.size[d]


def reason_of_boxes(past: History, boxes: Boxes, x: int, gone: Mask) -> list[Literal] | None:
    """Return why *x* is none of *gone* or, if it is -1, why the boxes cannot be placed, or None."""
    placed = [_Placed(past, corner, size) for corner, size in zip(boxes.corners, boxes.sizes, strict=True)]
    found: dict[int, Mask] = {}
    if x < 0:
        return _reason_of_failure(past, boxes, placed)
    least, most = past.least(x, gone), past.most(x, gone)
    for number, corner in enumerate(boxes.corners):
        if x in corner:
            d = corner.index(x)
            one = placed[number]
            one.low[d], one.high[d] = least, most
            if not _find(past, found, boxes, placed, number, d):
                return None
            past.widen(x, least, most)
            return list(found.items())
    return _reason_of_size(past, boxes, placed, x, least) if most >= 0 else []


def _reason_of_failure(past: History, boxes: Boxes, placed: list[_Placed]) -> list[Literal] | None:
    found: dict[int, Mask] = {}
    for number in range(len(placed)):
        if _find(past, found, boxes, placed, number, -1):
            return list(found.items())
    return None


def _find(past: History, found: dict[int, Mask], boxes: Boxes, placed: list[_Placed], number: int, own: int) -> bool:
    """Add to *found* why a box has no place between its bounds; those in dimension *own* are given. False if it has."""
    one = placed[number]
    others: list[_Placed] = []
    regions: list[Region] = []
    for other in placed:
        if other is not one and not (boxes.ignore_empty and (0 in one.size or 0 in other.size)):
            region = _region(one, other)
            if region:
                others.append(other)
                regions.append(region)
    if free_point(regions, one.low, one.high, 0):
        return False
    place = 0
    while place < len(regions) <= _MOST_TRIED:
        fewer = regions[:place] + regions[place + 1 :]
        if free_point(fewer, one.low, one.high, 0):
            place += 1
        else:
            regions = fewer
            others = others[:place] + others[place + 1 :]
    for other, region in zip(others, regions, strict=True):
        for d, (first, last) in enumerate(region):
            past.meet(found, past.at_most(other.corner[d], first + one.size[d] - 1))
            past.meet(found, past.at_least(other.corner[d], last - other.size[d] + 1))
            past.meet(found, past.at_least(other.size_of[d], other.size[d]))
    for d, x in enumerate(one.corner):
        past.meet(found, past.at_least(one.size_of[d], one.size[d]))
        if d != own:
            past.meet(found, past.at_least(x, one.low[d]))
            past.meet(found, past.at_most(x, one.high[d]))
    return True


def _region(one: _Placed, other: _Placed) -> Region:
    """Return the part between the bounds of *one* that *other* forbids; empty if there is none."""
    found: Region = []
    for d in range(len(one.low)):
        first = max(other.high[d] - one.size[d] + 1, one.low[d])
        last = min(other.low[d] + other.size[d] - 1, one.high[d])
        if first > last:
            return []
        found.append((first, last))
    return found


def _reason_of_size(past: History, boxes: Boxes, placed: list[_Placed], x: int, least: int) -> list[Literal] | None:
    """Return why a size is less than *least*: another box is in the way, on that side."""
    for number, size in enumerate(boxes.sizes):
        if x not in size:
            continue
        d = size.index(x)
        one = placed[number]
        one.size[d] = least
        for other in placed:
            if other is one or (boxes.ignore_empty and (0 in one.size or 0 in other.size)):
                continue
            if all(one.overlaps(other, e) for e in range(boxes.width)):
                found: dict[int, Mask] = {}
                for e in range(boxes.width):
                    _add_overlap(past, found, one, other, e, x)
                return list(found.items())
    return None


def _add_overlap(past: History, found: dict[int, Mask], one: _Placed, other: _Placed, d: int, own: int) -> None:
    """Add to *found* why two boxes overlap in dimension *d*, without what is known of the size *own*."""
    past.meet(found, past.at_least(one.corner[d], one.low[d]))
    past.meet(found, past.at_most(one.corner[d], one.high[d]))
    past.meet(found, past.at_most(other.corner[d], one.low[d] + one.size[d] - 1))
    past.meet(found, past.at_least(other.corner[d], one.high[d] - other.size[d] + 1))
    for box in (one, other):
        if box.size_of[d] != own:
            past.meet(found, past.at_least(box.size_of[d], box.size[d]))
