"""Unary constraints on intervals: a variable takes one of some integers, or none of them.

Variables with bits need no propagator for that. They are restricted once, before the search.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import final

from csplib.kernel.clock import look_up
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["MemberOf", "NoMemberOf", "OutsideOf"]


@final
class MemberOf(Propagator):
    """*x* takes one of *integers*. Its bounds move to the nearest of them; integers in between stay.

    >>> state = State([0b11111111])
    >>> MemberOf(0, [6, 2, 4]).propagate(state), state.low(0), state.high(0)
    (True, 2, 6)
    """

    def __init__(self, x: int, integers: Iterable[int], origin: object = None) -> None:
        super().__init__([x], origin, on_bounds=True)
        self.integers: list[int] = sorted(set(integers))

    def propagate(self, state: State) -> bool:
        integers = self.integers
        x = self.scope[0]
        while True:
            low, high = state.low(x), state.high(x)
            first = bisect_left(integers, low)
            last = bisect_right(integers, high) - 1
            if first > last:
                return False
            if integers[first] == low and integers[last] == high:
                return True
            if not state.at_least(x, integers[first]) or not state.at_most(x, integers[last]):
                return False


@final
class NoMemberOf(Propagator):
    """*x* takes none of *integers*.

    >>> state = State([0b11111111])
    >>> NoMemberOf(0, [0, 2, 7]).propagate(state), state.low(0), state.high(0), state.cells[0].has(2)
    (True, 1, 6, False)
    """

    exact: bool = True

    def __init__(self, x: int, integers: Iterable[int], origin: object = None) -> None:
        super().__init__([x], origin)
        self.retires: bool = True
        self.integers: list[int] = sorted(set(integers))

    def propagate(self, state: State) -> bool:
        look_up(len(self.integers))
        state.entailed = True
        for integer in self.integers:
            if not state.exclude(self.scope[0], integer):
                return False
        return True


@final
class OutsideOf(Propagator):
    """*x* is below *first* or above *last*.

    >>> state = State([0b11111111])
    >>> OutsideOf(0, 6, 9).propagate(state), state.high(0)
    (True, 5)
    """

    def __init__(self, x: int, first: int, last: int, origin: object = None) -> None:
        super().__init__([x], origin, on_bounds=True)
        self.first: int = first
        self.last: int = last

    def propagate(self, state: State) -> bool:
        return state.remove_range(self.scope[0], self.first, self.last)
