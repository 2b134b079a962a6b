"""The number of variables that take certain values: between two bounds, or equal to another variable.

The propagators compare the count with two numbers: variables that have only counted values left, and variables that
have at least one (the rules of *among*, Beldiceanu and Contejean 1994). They reach domain consistency in two passes
over the scope.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["CountBetween", "CountEquals"]


def _count(state: State, scope: list[int], counted: Mask) -> tuple[int, int]:
    """Return how many variables have only counted values left, and how many have at least one."""
    certain = 0
    possible = 0
    for x in scope:
        domain = state.cells[x].mask
        if domain & counted:
            possible += 1
            if not domain & ~counted:
                certain += 1
    return certain, possible


def _settle(state: State, scope: list[int], kept: Mask) -> None:
    """Narrow each variable that has values in *kept* to these values. This never wipes out a domain."""
    for x in scope:
        if state.cells[x].mask & kept:
            state.narrow(x, kept)


@final
class CountBetween(Propagator):
    """From *least* to *most* of the variables take a value in *counted*. One run leaves exactly the supported values.

    >>> state = State([0b01, 0b11, 0b10])
    >>> CountBetween([0, 1, 2], 0b01, 0, 1).propagate(state), state.domains
    (True, [1, 2, 2])
    """

    def __init__(self, scope: Sequence[int], counted: Mask, least: int, most: int, origin: object = None) -> None:
        super().__init__(scope, origin)
        self.counted: Mask = counted
        self.least: int = least
        self.most: int = most

    def propagate(self, state: State) -> bool:
        certain, possible = _count(state, self.scope, self.counted)
        if certain > self.most or possible < self.least:
            return False
        if certain == self.most:
            _settle(state, self.scope, ~self.counted)
        elif possible == self.least:
            _settle(state, self.scope, self.counted)
        return True


@final
class CountEquals(Propagator):
    """The number of variables in *counting* with a value in *counted* equals the integer variable *total*.

    Every number between the certain and the possible count can be reached, so one run leaves exactly the supported
    values. If *total* is in *counting*, a run is sound, and exact once all variables are fixed.

    >>> state = State([0b01, 0b11, 0b11, 0b1001])
    >>> CountEquals([0, 1, 2], 0b01, 3).propagate(state), state.domains
    (True, [1, 1, 1, 8])
    """

    def __init__(self, counting: Sequence[int], counted: Mask, total: int, origin: object = None) -> None:
        super().__init__(list(dict.fromkeys([*counting, total])), origin)
        self.counting: list[int] = list(counting)
        self.counted: Mask = counted
        self.total: int = total

    def propagate(self, state: State) -> bool:
        certain, possible = _count(state, self.counting, self.counted)
        if not state.at_least(self.total, certain) or not state.at_most(self.total, possible):
            return False
        if state.high(self.total) == certain:
            _settle(state, self.counting, ~self.counted)
        elif state.low(self.total) == possible:
            _settle(state, self.counting, self.counted)
        return True
