"""The words of a network: names and values of the problem, and the variables, bits and integers behind them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from csplib.kernel.bits import Mask, split
from csplib.kernel.other_libraries import has_value

if TYPE_CHECKING:
    from csplib.kernel.axis import Axis
    from csplib.kernel.bounds import Bounds
    from csplib.kernel.state import State

__all__ = ["Values"]


class Values:
    """The variables of a network, 0, 1, …, with their names and domains.

    `names`, `index`, `values` and `bits` translate between the problem and the network: the name of each variable, the
    index of each name, the value of each bit of a variable, the bit of each value. If there are `starts`, bit 0 of a
    variable is the bit of that number: see `bit_of`. `intervals` has the bounds of the
    variables with too many values for bits. The first `stated` variables belong to the problem. The others are hidden:
    each has the value of an expression, and solutions do not show it.
    """

    def __init__(
        self,
        domains: list[Mask],
        names: list[object],
        values: list[dict[Mask, object]],
        bits: dict[Hashable, Mask],
        stated: int,
        axes: Sequence[Axis],
        intervals: Mapping[int, Bounds],
        *,
        starts: Sequence[int],
    ) -> None:
        self.size: int = len(domains)
        self.stated: int = stated
        self.domains: list[Mask] = domains
        self.names: list[object] = names
        self.values: list[dict[Mask, object]] = values
        self.bits: dict[Hashable, Mask] = bits
        self.axes: Sequence[Axis] = axes
        self.intervals: Mapping[int, Bounds] = intervals
        self.starts: Sequence[int] = starts
        self._index: dict[Any, int] | None = None

    @property
    def index(self) -> dict[Any, int]:
        """The index of each variable, by name."""
        if self._index is None:
            self._index = {name: x for x, name in enumerate(self.names)}
        return self._index

    def take_index(self, index: dict[Any, int]) -> None:
        """Take the index of each variable, by name, from a caller who has it already."""
        self._index = index

    def bit_of(self, x: int, value: Hashable) -> Mask:
        """Return the bit of *value*, or 0 if it is not in the stated domain of *x*, which must not be an interval."""
        bit = self.bits.get(value, 0)
        return (bit >> self.starts[x] if self.starts else bit) & self.domains[x]

    def is_stated(self, x: int, value: Hashable) -> bool:
        """Return whether *value* is in the stated domain of *x*."""
        if x in self.intervals:
            low, high = self.intervals[x]
            return has_value(range(low, high + 1), value)
        return self.bit_of(x, value) != 0

    def assume(self, state: State, x: int, value: Any) -> bool:
        """Leave only *value* to *x* in *state*, if it is in the stated domain; return whether it is."""
        if self.intervals and x in self.intervals:
            if not self.is_stated(x, value):
                return False
            self.take(state, x, value)
            return True
        bit = self.bit_of(x, value)
        if bit:
            state.narrow(x, bit)
        return bit != 0

    def take(self, state: State, x: int, value: Any) -> bool:
        """Leave only *value* to *x* in *state*; return False if it has lost that value."""
        return state.fix(x, int(value)) if x in self.intervals else state.narrow(x, self.bit_of(x, value))

    def value_in(self, state: State, x: int) -> object:
        """Return the single value of *x* in *state*."""
        cell = state.cells[x]
        return self.values[x][cell.mask] if cell.interval is None else cell.low()

    def values_in(self, x: int, mask: Mask) -> tuple[object, ...]:
        """Return the values of *x*, which must not be an interval, in *mask*."""
        return tuple([self.values[x][bit] for bit in split(mask)])

    def values_left(self, state: State, x: int) -> Sequence[object]:
        """Return the values that *x* has left in *state*; for an interval without holes, as a range."""
        cell = state.cells[x]
        if cell.interval is None or not cell.mask:
            return self.values_in(x, cell.mask)
        low, high = cell.low(), cell.high()
        integers = range(low, high + 1)
        if cell.count() == high - low + 1:
            return integers
        return tuple([integer for integer in integers if cell.has(integer)])

    def domains_in(self, state: State) -> dict[object, Sequence[object]]:
        """Return the values that each variable has left in *state*, by name."""
        return {self.names[x]: self.values_left(state, x) for x in range(self.stated)}

    def assignment_in(self, state: State) -> dict[object, object]:
        """Return the single value of each variable in *state*, by name."""
        if self.intervals:
            return {self.names[x]: self.value_in(state, x) for x in range(self.stated)}
        return {self.names[x]: self.values[x][state.cells[x].mask] for x in range(self.stated)}
