"""Positions for the boxes of a graph without cycles: each box is below those that it follows from, and none overlap.

The method is that of Sugiyama, Tagawa and Toda (Methods for visual understanding of hierarchical system structures,
1981). Boxes are put on levels of limited width. A line over several levels gets a bend on each, so that it passes
between the boxes. Each level is sorted by the mean position of what its boxes are joined to. Then all boxes move to
that mean, as far as their neighbors let them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

__all__ = ["Layers", "levels_of"]

Segment: TypeAlias = tuple[int, int]
"""A piece of a line, from a box or a bend to one on the next level below."""

_SORTS, _MOVES = 12, 24
_STRAIGHT = 4.0  # how much more a bend insists on its position than a box does


def levels_of(widths: Sequence[float], since: Sequence[Sequence[int]], widest: float) -> list[int]:
    """Return the level of each box, 0 for the lowest. A box is *since* earlier ones, which lie on higher levels.

    A level is not wider than *widest*, unless a single box is. A box is as low as possible, near what it leads to.

    >>> levels_of([10, 10, 10, 10], [[], [], [0], [1, 2]], widest=25)
    [2, 1, 1, 0]
    """
    levels = [0] * len(widths)
    filled: list[float] = []
    for box in range(len(widths) - 1, -1, -1):
        level = levels[box]
        while level < len(filled) and filled[level] and filled[level] + widths[box] > widest:
            level += 1
        filled += [0.0] * (level + 1 - len(filled))
        filled[level] += widths[box]
        levels[box] = level
        for earlier in since[box]:
            levels[earlier] = max(levels[earlier], level + 1)
    return levels


class Layers:
    """The positions of boxes with these *widths* on these *levels*, each *since* some others on higher levels.

    `across` has the middle of each box, and then of each bend; all lie between 0 and `width`. `levels` has their
    levels, and `segments` the pieces of all lines. Lines from one box share their bends.
    """

    def __init__(
        self, widths: Sequence[float], levels: Sequence[int], since: Sequence[Sequence[int]], gap: float
    ) -> None:
        self.levels: list[int] = list(levels)
        self.segments: list[Segment] = []
        self._widths: list[float] = list(widths)
        self._boxes: int = len(widths)
        self._gap: float = gap
        self._join(since)
        self._above: list[list[int]] = [[] for _ in self.levels]
        self._below: list[list[int]] = [[] for _ in self.levels]
        for upper, lower in self.segments:
            self._above[lower].append(upper)
            self._below[upper].append(lower)
        self._rows: list[list[int]] = [[] for _ in range(max(self.levels, default=-1) + 1)]
        for node, level in enumerate(self.levels):
            self._rows[level].append(node)
        self._sort()
        self.width: float = max([self._offsets(row)[-1] for row in self._rows], default=0.0)
        self.across: list[float] = [0.0] * len(self.levels)
        self._place()

    def _join(self, since: Sequence[Sequence[int]]) -> None:
        """Make the segments, and a bend on each level that a line passes."""
        last: dict[int, list[int]] = {}  # for each box the ends of its line so far, from its own level downwards
        for box in sorted(range(self._boxes), key=lambda box: -self.levels[box]):
            for source in dict.fromkeys(since[box]):
                line = last.setdefault(source, [source])
                while self.levels[line[-1]] > self.levels[box] + 1:
                    self.levels.append(self.levels[line[-1]] - 1)
                    self._widths.append(0.0)
                    self.segments.append((line[-1], len(self.levels) - 1))
                    line.append(len(self.levels) - 1)
                self.segments.append((line[self.levels[source] - self.levels[box] - 1], box))

    def _sort(self) -> None:
        """Sort each level by the mean place of its neighbors above, then below, and so on; the fewest crossings win."""
        best, fewest = [list(row) for row in self._rows], self._crossings()
        place = [0.0] * len(self.levels)
        for turn in range(_SORTS):
            near, rows = (self._above, self._rows[::-1]) if turn % 2 == 0 else (self._below, self._rows)
            for row in rows:
                for node in row:
                    place[node] = _mean([place[other] for other in near[node]], place[node])
                row.sort(key=place.__getitem__)
                for number, node in enumerate(row):
                    place[node] = (number + 0.5) / len(row)
            crossings = self._crossings()
            if crossings < fewest:
                best, fewest = [list(row) for row in self._rows], crossings
        self._rows = best

    def _crossings(self) -> int:
        """Return how many pairs of segments cross."""
        number = {node: place for row in self._rows for place, node in enumerate(row)}
        count = 0
        for row in self._rows:
            ends: list[int] = []
            for node in row:
                new = sorted([number[other] for other in self._below[node]])
                count += sum([end > one for one in new for end in ends])
                ends += new
        return count

    def _place(self) -> None:
        """Move all boxes and bends towards their neighbors, level by level, downwards and upwards."""
        for row in self._rows:
            self._spread(row, [self.width / 2] * len(row))
        for turn in range(_MOVES):
            near, rows = (self._above, self._rows[::-1]) if turn % 2 == 0 else (self._below, self._rows)
            for row in rows:
                self._spread(row, [_mean([self.across[o] for o in near[node]], self.across[node]) for node in row])

    def _offsets(self, row: Sequence[int]) -> list[float]:
        """Return the least position of the middle of each node of a *row*, and how wide the row is."""
        offsets: list[float] = []
        end = 0.0
        for node in row:
            offsets.append(end + self._widths[node] / 2)
            end += self._widths[node] + (self._gap if node < self._boxes else self._gap / 2)
        return [*offsets, end]

    def _spread(self, row: Sequence[int], wanted: Sequence[float]) -> None:
        """Place a row as near to the *wanted* positions as its order and its widths allow: least squares.

        Neighbors that would overlap form a block, which lies at the mean of what they want (pool adjacent violators).
        """
        blocks: list[tuple[float, float, int]] = []  # position, weight and number of nodes
        *offsets, own = self._offsets(row)
        for node, position, offset in zip(row, wanted, offsets, strict=True):
            at, weight, size = position - offset, 1.0 if node < self._boxes else _STRAIGHT, 1
            while blocks and blocks[-1][0] > at:
                other, mass, count = blocks.pop()
                at, weight, size = (at * weight + other * mass) / (weight + mass), weight + mass, size + count
            blocks.append((at, weight, size))
        shifts = [min(max(at, 0.0), self.width - own) for at, _, size in blocks for _ in range(size)]
        for node, shift, offset in zip(row, shifts, offsets, strict=True):
            self.across[node] = shift + offset


def _mean(numbers: Sequence[float], otherwise: float) -> float:
    return sum(numbers) / len(numbers) if numbers else otherwise
