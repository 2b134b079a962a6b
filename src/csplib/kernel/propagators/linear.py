"""Linear inequalities and disequalities over integers: bounds propagation, which is domain consistent for these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.history import History, Literal
from csplib.kernel.last_open import NONE_OPEN, SEVERAL_OPEN, last_open
from csplib.kernel.propagator import Ceiling, Propagator
from csplib.kernel.propagators.linear_reason import reason_at_most
from csplib.kernel.running_sum import RunningSum, running_sum
from csplib.kernel.state import State
from csplib.kernel.tracking import is_tracked, untrack

__all__ = ["LinearAtMost", "LinearCeiling", "LinearDiffers"]


def _shrink(state: State, scope: list[int], weights: list[int], bound: int) -> bool:
    """Prune the values with which ``sum(weight * x)`` exceeds *bound* whatever values the others take."""
    cells = state.cells
    slack = bound
    widest = 0
    spread = 0
    for place, x in enumerate(scope):
        weight = weights[place]
        cell = cells[x]
        least = cell.low()
        if not cell.wide and not cell.mask & (cell.mask - 1):
            slack -= weight * least
            continue
        most = cell.high()
        slack -= weight * (least if weight > 0 else most)
        span = abs(weight) * (most - least)
        widest = max(widest, span)
        spread += span
    if slack < 0:
        return False
    if slack >= widest:
        state.entailed = slack >= spread
        return True
    for place, x in enumerate(scope):
        weight = weights[place]
        cell = cells[x]
        if not cell.wide and not cell.mask & (cell.mask - 1):
            continue
        if weight > 0:
            limit = cell.low() + slack // weight
            if limit < cell.high() and not state.at_most(x, limit):
                return False
        else:
            limit = cell.high() - slack // -weight
            if limit > cell.low() and not state.at_least(x, limit):
                return False
    return True


@final
class LinearAtMost(Propagator):
    """``sum(weight * x) <= bound``. No weight is 0. One run leaves exactly the supported values.

    Complexity: two passes over the scope; a long sum only looks at what has changed, see `RunningSum`.

    >>> state = State([0b1111, 0b1111])
    >>> LinearAtMost([0, 1], [2, -1], 1).propagate(state), state.domains
    (True, [7, 15])
    """

    exact: bool = True

    def __init__(self, scope: Sequence[int], weights: Sequence[int], bound: int, origin: object = None) -> None:
        super().__init__(scope, origin, on_bounds=True)
        self.retires: bool = True
        self.idempotent: bool = len(set(scope)) == len(scope)
        self.weights: list[int] = list(weights)
        self.bound: int = bound
        self.sum: RunningSum | None = running_sum(scope, weights)
        if self.sum is None and not is_tracked(origin):
            untrack(self.weights)
            untrack(self)

    def key(self) -> object:
        return ("at most", self.bound, *self.scope, *self.weights)

    def propagate(self, state: State) -> bool:
        if self.sum is not None:
            return self.sum.at_most(state, self.bound)
        return _shrink(state, self.scope, self.weights, self.bound)

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        found = reason_at_most(past, self.scope, self.weights, self.bound, x, gone)
        return super().explain(past, x, gone) if found is None else found


@final
class LinearCeiling(Ceiling):
    """``sum(weight * x) + constant`` is at most the bound. No weight is 0."""

    def __init__(self, scope: Sequence[int], weights: Sequence[int], constant: int, origin: object = None) -> None:
        super().__init__(scope, origin)
        self.on_bounds: bool = True
        self.weights: list[int] = list(weights)
        self.constant: int = constant
        self.sum: RunningSum | None = running_sum(scope, weights)

    def wants_high(self, x: int, stated: int) -> bool:
        if x in self.scope:
            return self.weights[self.scope.index(x)] < 0
        # It may be behind a hidden variable, such as an item of an element.
        return max(self.weights, default=1) < 0 and max(self.scope) >= stated

    def least(self, state: State) -> int | None:
        total = self.constant
        for place, x in enumerate(self.scope):
            weight = self.weights[place]
            total += weight * (state.low(x) if weight > 0 else state.high(x))
        return total

    def propagate(self, state: State) -> bool:
        bound = self.bound_in(state)
        if bound is not None and self.sum is not None:
            return self.sum.at_most(state, bound - self.constant)
        return bound is None or _shrink(state, self.scope, self.weights, bound - self.constant)

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        bound = self.bound_in(past.trail)
        if bound is not None:
            found = reason_at_most(past, self.scope, self.weights, bound - self.constant, x, gone)
            if found is not None:
                return found
        return super().explain(past, x, gone)


@final
class LinearDiffers(Propagator):
    """``sum(weight * x) != total``: once a single variable is left, it loses one value. No weight is 0.

    >>> state = State([0b1111, 0b0010])
    >>> LinearDiffers([0, 1], [1, 1], 3).propagate(state), state.domains
    (True, [11, 2])
    """

    exact: bool = True

    def __init__(self, scope: Sequence[int], weights: Sequence[int], total: int, origin: object = None) -> None:
        super().__init__(scope, origin, on_fix=True)
        self.retires: bool = True
        self.weights: list[int] = list(weights)
        self.total: int = total
        if not is_tracked(origin):
            untrack(self.weights)
            untrack(self)

    def key(self) -> object:
        return ("differs", self.total, *self.scope, *self.weights)

    def propagate(self, state: State) -> bool:
        last = last_open(state, self, self.scope)
        if last == SEVERAL_OPEN:
            return True
        state.entailed = True
        rest = self.total
        for place, x in enumerate(self.scope):
            if place != last:
                rest -= self.weights[place] * state.low(x)
        if last == NONE_OPEN:
            return rest != 0
        weight = self.weights[last]
        return rest % weight != 0 or state.exclude(self.scope[last], rest // weight)
