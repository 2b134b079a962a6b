"""`Layout`: which variable has which index, and which bit stands for which value."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from csplib.kernel.axis import Axis
from csplib.kernel.bits import Mask, split
from csplib.kernel.bounds import Bounds
from csplib.kernel.cells import OPEN
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.other_libraries import as_integer
from csplib.lowering.supports import columns_of
from csplib.lowering.universe import Universe, take_intervals, universe_of
from csplib.lowering.windows import find_starts, is_wide
from csplib.modelling.terms import Domain, TermName

if TYPE_CHECKING:
    from csplib.lowering.hidden import Hidden
    from csplib.modelling.constraints.base import Constraint

__all__ = ["Layout"]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Layout:
    """The variables of a problem, stated and hidden ones, and their values as bits or intervals.

    `left` has the values that the unary constraints leave. Bits are those of the universe. Where a problem has too many
    values for a machine word, the bits of a variable may start at a later value (see `csplib.lowering.windows`).
    """

    def __init__(self, domains: Mapping[Hashable, Domain], hidden: Mapping[Hashable, Hidden], *, shifts: bool) -> None:
        behind: list[Hidden] = list(hidden.values())
        every: list[Domain] = [*domains.values(), *[one.domain for one in behind]]
        self.intervals: dict[int, Bounds] = take_intervals(every)
        self._universe: Universe = universe_of(every, shifts=shifts)
        self._index: dict[Hashable, int] = {name: x for x, name in enumerate(domains)}
        self._hidden: dict[Hashable, int] = {key: len(domains) + place for place, key in enumerate(hidden)}
        self._names: list[object] = [*domains, *[TermName(one.term) for one in behind]]
        values, stated = self._universe.laid_out(every)
        for x in self.intervals:
            stated[x] = OPEN
        self._values: list[dict[Mask, object]] = values
        self._stated: list[Mask] = stated
        self._starts: list[int] = []
        self._windows: list[Axis] = []
        self.definitions: list[Constraint] = [one.definition for one in behind if one.definition is not None]
        self.left: list[Mask] = list(self._stated)

    def open_windows(self, constraints: Sequence[Constraint]) -> None:
        """Let the bits of variables start at their own least values where *constraints*, which are all, allow that.

        Nothing may have been lowered yet. Few values need no windows.
        """
        starts = find_starts(self, constraints) if is_wide(self._universe) else []
        if any(starts):
            self._starts = starts
            self._windows = self._universe.windows(self._stated, starts)
            self._values, self._stated = self._universe.moved(self._values, self._stated, starts)
            self.left = list(self._stated)

    @property
    def axis(self) -> Axis:
        """Which integer each bit of the universe stands for."""
        return self._universe.axis

    def axis_of(self, x: int) -> Axis:
        """Return which integer each bit of *x* stands for."""
        return self._windows[x] if self._windows else self._universe.axis

    def start(self, x: int) -> int:
        """Return the bit of the universe that bit 0 of *x* is."""
        return self._starts[x] if self._starts else 0

    def low(self, x: int) -> int:
        """Return the least integer that the unary constraints leave to *x*; 0 if they leave nothing."""
        if x in self.intervals:
            return self.intervals[x][0]
        return self.axis_of(x).least(self.left[x]) if self.left[x] else 0

    def high(self, x: int) -> int:
        """Return the greatest integer that the unary constraints leave to *x*; 0 if they leave nothing."""
        if x in self.intervals:
            return self.intervals[x][1]
        return self.axis_of(x).most(self.left[x]) if self.left[x] else 0

    def scope(self, constraint: Constraint) -> list[int]:
        """Return the indices of the constraint's variables, without the offsets of its terms."""
        index: dict[Any, Any] = self._index  # so typed, the compiler does not make new objects for known numbers
        found: list[Any] = []
        for term in constraint.terms:
            name = term.name
            found.append(self.place(name) if isinstance(name, TermName) else index[name])
        return found

    def variables(self, constraint: Constraint) -> list[int]:
        """Return the indices of variables with the values of the terms: a hidden one where a term has an offset."""
        return [self.place(TermName(term) if term.offset else term.name) for term in constraint.terms]

    def place(self, name: Hashable) -> int:
        """Return the index of the variable with this *name*."""
        return self._hidden[name.term.key()] if isinstance(name, TermName) else self._index[name]

    def domain(self, x: int) -> Mask:
        """Return the values of *x* that the unary constraints leave."""
        return self.left[x]

    def stated(self, x: int) -> Mask:
        """Return all values of *x*, including those that unary constraints have removed."""
        return self._stated[x]

    def name(self, x: int) -> object:
        """Return the name of *x*."""
        return self._names[x]

    def values(self, x: int) -> dict[Mask, object]:
        """Return the value behind each bit of *x*."""
        return self._values[x]

    def values_left(self, x: int) -> list[object]:
        """Return the values of *x*, which has bits, that the unary constraints leave."""
        return [self._values[x][bit] for bit in split(self.left[x])]

    def known_values(self) -> Iterable[Hashable]:
        """Return all values that have a bit."""
        return self._universe.bits

    def bit(self, value: Hashable) -> Mask:
        """Return the bit of *value*, or 0 if no domain has it. A constraint that calls this has a common `layout`."""
        return self._universe.bit(value)

    def bit_of(self, x: int, value: Hashable) -> Mask:
        """Return the bit of *value* in the domain of *x*, or 0 if it is not there."""
        return self._universe.bit(value) >> self.start(x) & self._stated[x]

    def columns(self, scope: Sequence[int], rows: Sequence[Sequence[Hashable]]) -> list[list[int]]:
        """Return for each place the numbers of the values in *rows*, -1 for `ANY`, without rows outside the domains."""
        return columns_of(rows, self._universe.bits, [self.left[x] for x in scope], [self.start(x) for x in scope])

    def has_interval(self, constraint: Constraint) -> bool:
        """Return whether a variable of *constraint* is an interval: it has too many values for bits."""
        if self.intervals:
            for term in constraint.terms:
                name = TermName(term) if term.offset and not constraint.shifts else term.name
                if self.place(name) in self.intervals:
                    return True
        return False

    def can_shift(self, offsets: Iterable[int]) -> bool:
        """Return whether values plus *offsets* can be compared by shifting their bits."""
        return self._universe.can_shift(offsets)

    def shift(self, x: int, y: int, by: int) -> int | None:
        """Return how far the bits of *y* must be shifted to be those of *x*, for ``x == y + by``; None if they cannot.

        Bits of different windows can be compared if both have consecutive integers.
        """
        if self.start(x) == self.start(y) and not (by and self.start(x)):
            return by if self._universe.can_shift([by]) else None
        xs, ys = self.axis_of(x), self.axis_of(y)
        behind = self._stated[x] >> xs.count or self._stated[y] >> ys.count
        if xs.table or ys.table or (behind and not self._universe.can_shift([by])):
            return None
        return by + ys.base - xs.base

    def integer(self, value: Hashable) -> int | None:
        """Return the integer that *value* equals, or None."""
        return as_integer(value)
