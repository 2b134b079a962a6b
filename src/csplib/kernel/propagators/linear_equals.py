"""Linear equations over integers: bounds propagation until nothing changes (Harvey and Schimpf 2002).

`LinearEquals` is the general one. `Total`, for sums without weights, and `Addition`, for three variables, are faster:
they compute with the lengths of masks instead of integers. Long sums are left to `RunningSum`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import WORD, Mask, bits_below, shifted
from csplib.kernel.cells import new_place
from csplib.kernel.clock import look_up
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.propagators.linear_reason import reason_equals
from csplib.kernel.running_sum import RunningSum, running_sum
from csplib.kernel.state import Cell, State
from csplib.kernel.tracking import is_tracked, untrack

__all__ = ["Addition", "LinearEquals", "Total"]


@final
class LinearEquals(Propagator):
    """``sum(weight * x) == total``. No weight is 0.

    Complexity: two passes over the scope, repeated while bounds change; a long sum only looks at what has changed.

    >>> state = State([0b1111, 0b0001])
    >>> LinearEquals([0, 1], [1, 2], 3).propagate(state), state.domains
    (True, [8, 1])
    """

    def __init__(self, scope: Sequence[int], weights: Sequence[int], total: int, origin: object = None) -> None:
        super().__init__(scope, origin, on_bounds=True)
        self.idempotent: bool = True
        self.weights: list[int] = list(weights)
        self.total: int = total
        self.sum: RunningSum | None = running_sum(scope, weights)
        if self.sum is None and not is_tracked(origin):
            untrack(self.weights)
            untrack(self)

    def key(self) -> object:
        return ("equals", self.total, *self.scope, *self.weights)

    def propagate(self, state: State) -> bool:
        if self.sum is not None:
            return self.sum.equals(state, self.total)
        cells = state.cells
        weights = self.weights
        while True:
            below = self.total  # how far the least sum is below the total, and the greatest sum above it
            above = -self.total
            widest = 0
            for place, x in enumerate(self.scope):
                weight = weights[place]
                cell = cells[x]
                low = weight * cell.low()
                if not cell.wide and not cell.mask & (cell.mask - 1):
                    below -= low
                    above += low
                    continue
                high = weight * cell.high()
                if weight < 0:
                    low, high = high, low
                below -= low
                above += high
                widest = max(widest, high - low)
            if below < 0 or above < 0:
                return False
            if widest <= below and widest <= above:
                return True
            before = state.height
            if not self._cut(state, below, above):
                return False
            if state.height == before:
                return True
            look_up(len(weights))

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        found = reason_equals(past, self.scope, self.weights, self.total, x, gone)
        return super().explain(past, x, gone) if found is None else found

    def _cut(self, state: State, below: int, above: int) -> bool:
        """Prune values that would move the sum by more than there is room *below* and *above*."""
        cells = state.cells
        for place, x in enumerate(self.scope):
            cell = cells[x]
            if not cell.wide and not cell.mask & (cell.mask - 1):
                continue
            weight = self.weights[place]
            least = cell.low()
            most = cell.high()
            top = least + (below // weight if weight > 0 else above // -weight)
            bottom = most - (above // weight if weight > 0 else below // -weight)
            if top < most and not state.at_most(x, top):
                return False
            if bottom > least and not state.at_least(x, bottom):
                return False
        return True


@final
class Total(Propagator):
    """``x + y + … == total``, for different variables and consecutive integers: `LinearEquals` without weights.

    *base* is the sum of the integers that bit 0 of each variable stands for.
    Complexity: two passes over the scope, repeated while bounds change.

    >>> state = State([0b1111, 0b0011, 0b1110])
    >>> Total([0, 1, 2], 7).propagate(state), state.domains
    (True, [8, 2, 8])
    """

    def __init__(self, scope: Sequence[int], total: int, origin: object = None, *, base: int = 0) -> None:
        super().__init__(scope, origin, on_bounds=True)
        self.idempotent: bool = True
        self.place: int = new_place()
        self.sum: RunningSum | None = running_sum(scope, [1] * len(self.scope))
        # Lengths of masks instead of integers: each is greater by one than the number of its highest bit.
        self.total: int = total
        self.length: int = total + len(self.scope) - base
        if self.sum is None and not is_tracked(origin):
            untrack(self)

    def key(self) -> object:
        return ("total", self.length, *sorted(self.scope))

    def propagate(self, state: State) -> bool:
        if self.sum is not None:
            return self.sum.equals(state, self.total)
        group = state.groups[self.place]
        cells = group.cells if group.owner is self else state.group(self, self.place, self.scope)
        while True:
            below = self.length  # how far the least sum is below the total, and the greatest sum above it
            above = -self.length
            widest = 0
            for cell in cells:
                domain = cell.mask
                most = domain.bit_length()
                least = cell.low_place() + 1 if cell.wide else (domain & -domain).bit_length()
                below -= least
                above += most
                if most - least > widest:  # noqa: PLR1730 - max is a call
                    widest = most - least
            if below < 0 or above < 0:
                return False
            if widest <= below and widest <= above:
                return True
            if not _cut(state, cells, below, above):
                return False
            look_up(len(cells))

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        found = reason_equals(past, self.scope, [1] * len(self.scope), self.total, x, gone)
        return super().explain(past, x, gone) if found is None else found


def _cut(state: State, cells: list[Cell], below: int, above: int) -> bool:
    """Prune values that would move the sum by more than there is room *below* and *above*."""
    for cell in cells:
        domain = cell.mask
        most = domain.bit_length()
        least = cell.low_place() + 1 if cell.wide else (domain & -domain).bit_length()
        if most - least > below:
            domain &= bits_below(least + below) if cell.wide else (1 << (least + below)) - 1
        if most - least > above:
            domain = _from(domain, most - above - 1) if cell.wide else domain & (-1 << (most - above - 1))
        if domain != cell.mask and not state.narrow(cell.index, domain):
            return False
    return True


@final
class Addition(Propagator):
    """``x + y == z + constant``, for three different variables and consecutive integers: for hidden differences.

    *base* is the sum of x and y less z, for the integers that bit 0 of each variable stands for.
    If x or y is fixed, a run leaves exactly the supported values.
    Complexity: a few operations on masks, repeated while bounds change.

    >>> state = State([0b1110, 0b1100, 0b1111])
    >>> Addition(0, 1, 2, 0).propagate(state), state.domains
    (True, [2, 4, 8])
    """

    def __init__(self, x: int, y: int, z: int, constant: int, origin: object = None, *, base: int = 0) -> None:
        super().__init__([x, y, z], origin, on_bounds=True)
        self.idempotent: bool = True
        self.x: int = x
        self.y: int = y
        self.z: int = z
        self.constant: int = constant
        # Lengths of masks instead of integers: each is greater by one than the number of its highest bit.
        self.shift: int = constant - base + 1
        if not is_tracked(origin):
            untrack(self)

    def key(self) -> object:
        return ("addition", *sorted([self.x, self.y]), self.z, self.shift)

    def propagate(self, state: State) -> bool:
        xs = state.cells[self.x].mask
        ys = state.cells[self.y].mask
        zs = state.cells[self.z].mask
        shift = self.shift
        least_x = (xs ^ (xs - 1)).bit_length()
        least_y = (ys ^ (ys - 1)).bit_length()
        least_z = (zs ^ (zs - 1)).bit_length() + shift
        most_x = xs.bit_length()
        most_y = ys.bit_length()
        most_z = zs.bit_length() + shift
        moved = True
        while moved:
            moved = False
            if least_z < least_x + least_y or most_z > most_x + most_y:
                zs = _between(zs, least_x + least_y - shift, most_x + most_y - shift)
                least_z = (zs ^ (zs - 1)).bit_length() + shift
                most_z = zs.bit_length() + shift
            if least_x < least_z - most_y or most_x > most_z - least_y:
                xs = _between(xs, least_z - most_y, most_z - least_y)
                least_x = (xs ^ (xs - 1)).bit_length()
                most_x = xs.bit_length()
                moved = True
            if least_y < least_z - most_x or most_y > most_z - least_x:
                ys = _between(ys, least_z - most_x, most_z - least_x)
                least_y = (ys ^ (ys - 1)).bit_length()
                most_y = ys.bit_length()
                moved = True
            if not (xs and ys and zs):
                return False
        if least_x == most_x:
            zs &= shifted(ys, least_x - shift)
            ys &= shifted(zs, shift - least_x)
        elif least_y == most_y:
            zs &= shifted(xs, least_y - shift)
            xs &= shifted(zs, shift - least_y)
        return state.narrow(self.x, xs) and state.narrow(self.y, ys) and state.narrow(self.z, zs)

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        # Changes of bounds that led to others are not on the trail yet, so a look at the later domains adds little.
        found = reason_equals(past, self.scope, [1, 1, -1], self.constant, x, gone)
        return super().explain(past, x, gone) if found is None else found


def _between(mask: Mask, least: int, most: int) -> Mask:
    """Keep the bits from length *least* to length *most*."""
    if most <= 0:
        return 0
    mask &= (1 << most) - 1 if most < WORD else bits_below(most)
    if least > WORD:
        return _from(mask, least - 1)
    return mask & (-1 << (least - 1)) if least > 1 else mask


def _from(mask: Mask, place: int) -> Mask:
    """Keep the bits from number *place* on, without a negative number: with several words these take longer."""
    return mask ^ (mask & bits_below(place))
