"""`NoOverlapBoxes`: rectangles, boxes and bodies of any number of dimensions do not overlap."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, TypeGuard, TypeVar

from csplib.display.wording import brief, joined
from csplib.errors import KindError, OptionError, RowError, ScopeError
from csplib.kernel.propagators.boxes import Boxes
from csplib.kernel.propagators.disjunctive import Disjunctive
from csplib.kernel.propagators.time_table import TimeTable
from csplib.modelling.arguments import as_number
from csplib.modelling.constants import Known
from csplib.modelling.constraints.base import Constraint, as_term, listed
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["NoOverlapBoxes"]

T = TypeVar("T")


class NoOverlapBoxes(Constraint):
    """Boxes do not overlap: of any two, one ends before the other begins in some dimension.

    *corners* has the lowest corner of each box: a pair of variables for rectangles, as many variables as there are
    dimensions in general. *sizes* has a size in each dimension, or a single integer for a square or a cube. Sizes are
    integers, variables or expressions, and at least 0. A box with a size of 0 must not be inside another one; with
    *ignore_empty*, it may be anywhere.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> corners = [p.add_variables([f"x{i}", f"y{i}"], range(3)) for i in range(2)]
    >>> p.add(NoOverlapBoxes(corners, [(3, 1), (2, 2)]))
    >>> p.add(*[x + w <= 3 for (x, y), w in zip(corners, [3, 2])])
    >>> p.add(*[y + h <= 3 for (x, y), h in zip(corners, [1, 2])])
    >>> sorted(tuple(s.values()) for s in p.solutions())
    [(0, 0, 0, 1), (0, 0, 1, 1), (0, 2, 0, 0), (0, 2, 1, 0)]

    Propagation reaches domain consistency for each pair of boxes of constant sizes, or bounds consistency if a
    coordinate has very many values. Bounds are also moved over all places that other boxes together leave no room at:
    see `csplib.kernel.propagators.boxes`. Rectangles at the same height share the width that there is, and vice versa,
    as by `Cumulative`. Also called *diffn*, *no overlap 2D*, *geost*.
    """

    numeric: ClassVar[bool] = True
    repeats: ClassVar[bool] = True
    takes_intervals: ClassVar[bool] = True
    layout: ClassVar[str] = "own"

    def __init__(
        self,
        corners: Iterable[Iterable[object]],
        sizes: Iterable[object],
        *,
        ignore_empty: bool = False,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        points = [_corner(one) for one in listed(corners, "NoOverlapBoxes needs a collection of corners")]
        if not points:
            raise ScopeError("NoOverlapBoxes needs at least one box")
        self.width: int = len(points[0])
        extents = [_size(one, self.width) for one in listed(sizes, "NoOverlapBoxes needs a collection of sizes")]
        if len(points) != len(extents):
            raise RowError(f"NoOverlapBoxes has {len(points)} corners but sizes for {len(extents)} boxes")
        for given in (*points, *extents):
            if len(given) != self.width:
                raise RowError(
                    f"NoOverlapBoxes has a corner of {self.width} coordinates, but also {len(given)} for a box: all "
                    "need one for each dimension"
                )
        self.ignore_empty: bool = ignore_empty
        super().__init__([one for row in (*points, *extents) for one in row], name=name, rank=rank)

    def boxes(self, row: Sequence[T]) -> list[tuple[Sequence[T], Sequence[T]]]:
        """Return the corner and the sizes of each box, given a value for each term."""
        width, middle = self.width, len(row) // 2
        starts = range(0, middle, width)
        return [(row[i : i + width], row[middle + i : middle + i + width]) for i in starts]

    def satisfied(self, values: Sequence[object]) -> bool:
        boxes = self.boxes(self.shifted_values(values))
        if any(min(size) < 0 for _, size in boxes):
            return False
        if self.ignore_empty:
            boxes = [(corner, size) for corner, size in boxes if 0 not in size]
        return all(
            any(a + w <= b or b + v <= a for a, w, b, v in zip(corner, size, other, extent, strict=True))
            for (corner, size), (other, extent) in combinations(boxes, 2)
        )

    def lower(self, to: Lowering) -> None:
        scope = to.variables(self)
        if self.width == 1 and not self.ignore_empty:
            to.add(Disjunctive(scope[: len(scope) // 2], scope[len(scope) // 2 :], self))
            return
        boxes = self.boxes(scope)
        to.add(
            Boxes([corner for corner, _ in boxes], [size for _, size in boxes], self, ignore_empty=self.ignore_empty)
        )
        if self.width == 2:
            for d in range(2):
                self._share(to, boxes, d)

    def _share(self, to: Lowering, boxes: list[tuple[Sequence[int], Sequence[int]]], d: int) -> None:
        """State that boxes at the same place in one dimension of two share what there is in the other one."""
        across = [size[1 - d] for _, size in boxes]
        lows = [to.low(corner[1 - d]) for corner, _ in boxes]
        highs = [to.high(corner[1 - d]) + to.high(size[1 - d]) for corner, size in boxes]
        room = max(highs) - min(lows)
        if sum(map(to.high, across)) > room:
            starts, durations = [corner[d] for corner, _ in boxes], [size[d] for _, size in boxes]
            shared = TimeTable(starts, durations, across, -1, self, limit=room)
            shared.decides = False
            to.add(shared)

    def describe(self) -> str:
        shown = []
        for corner, size in self.boxes(self.terms):
            shown.append(f"({joined([*map(str, corner)])}) of {joined([*map(str, size)], ' x ')}")
        return f"NoOverlapBoxes({joined(shown)}{'; empty ones are ignored' if self.ignore_empty else ''})"


def _corner(given: object) -> list[Term]:
    """Return the coordinates of a corner."""
    if not _is_row(given) or not given:
        raise KindError(f"a corner of NoOverlapBoxes must be a list of variables, such as (x, y), not {brief(given)}")
    return [as_term(one) for one in given]


def _is_row(given: object) -> TypeGuard[Collection[object]]:
    """Return whether something is a list, an array or the like, and not a name or a term."""
    return isinstance(given, Collection) and not isinstance(given, (str, Term))


def _size(given: object, width: int) -> list[Term]:
    """Return the sizes of a box in all dimensions."""
    several = given if _is_row(given) else [given] * width
    found = [as_number(one, "a size of NoOverlapBoxes") for one in several]
    for one in found:
        if isinstance(one, Known) and one.compute({}) < 0:
            raise OptionError(f"a size of NoOverlapBoxes must be at least 0, not {one}")
    return found
