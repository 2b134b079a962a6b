"""Different values, or the same value, except for values that any number of variables may take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["DifferentExcept", "EqualExcept"]


@final
class DifferentExcept(Propagator):
    """No two variables take the same value, unless it is in *excepted*: each fixed value is removed from the others.

    *integers* has the excepted values too if one of the variables is an interval.

    >>> state = State([0b01, 0b11, 0b10, 0b111])
    >>> DifferentExcept([0, 1, 2, 3], 0b01).propagate(state), state.domains
    (True, [1, 1, 2, 5])
    """

    def __init__(
        self, scope: Sequence[int], excepted: Mask, origin: object = None, *, integers: Iterable[int] | None = None
    ) -> None:
        super().__init__(scope, origin, on_fix=True)
        self.excepted: Mask = excepted
        self.integers: set[int] | None = None if integers is None else set(integers)

    def propagate(self, state: State) -> bool:
        if self.integers is not None:
            return self._exclude(state, self.integers)
        cells = state.cells
        taken = 0
        for x in self.scope:
            domain = cells[x].mask & ~self.excepted
            if domain and not cells[x].mask & (cells[x].mask - 1):
                if taken & domain:
                    return False
                taken |= domain
        if taken:
            for x in self.scope:
                domain = cells[x].mask
                if domain & taken and domain & (domain - 1) and not state.narrow(x, ~taken):
                    return False
        return True

    def _exclude(self, state: State, excepted: set[int]) -> bool:
        """Remove fixed integers from the other variables, some of which are intervals."""
        taken: set[int] = set()
        others: list[int] = []
        for x in self.scope:
            if state.cells[x].mask & (state.cells[x].mask - 1):
                others.append(x)
            elif state.low(x) not in excepted:
                if state.low(x) in taken:
                    return False
                taken.add(state.low(x))
        for x in others:
            for integer in taken:
                if not state.exclude(x, integer):
                    return False
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        if self.integers is not None:
            return super().explain(past, x, gone)
        reason: list[Literal] = []
        left = gone
        fixed: dict[Mask, int] = {}
        for y in self.scope:
            domain = past.domain(y)
            if y != x and not domain & (domain - 1) and not domain & self.excepted:
                if x < 0 and domain in fixed:
                    return [(fixed[domain], domain), (y, domain)]
                fixed[domain] = y
                if left & domain:
                    left ^= domain
                    reason.append((y, domain))
        return super().explain(past, x, gone) if x < 0 or left else reason


@final
class EqualExcept(Propagator):
    """All variables without a value in *excepted* take the same value. One run leaves exactly the supported values.

    >>> state = State([0b001, 0b111, 0b110, 0b011])
    >>> EqualExcept([0, 1, 2, 3], 0b001).propagate(state), state.domains
    (True, [1, 7, 6, 3])
    """

    def __init__(self, scope: Sequence[int], excepted: Mask, origin: object = None) -> None:
        super().__init__(scope, origin)
        self.excepted: Mask = excepted

    def propagate(self, state: State) -> bool:
        common = -1
        for x in self.scope:
            domain = state.cells[x].mask
            if not domain & self.excepted:
                common &= domain
        if common != -1:
            for x in self.scope:
                if not state.narrow(x, common | self.excepted):
                    return False
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        reason: list[Literal] = []
        for y in dict.fromkeys(self.scope):
            missing = gone & ~past.domain(y)
            if y != x and missing and not past.domain(y) & self.excepted:
                reason.append((y, past.first(y) & ~self.excepted & ~missing))
                gone &= ~missing
        return super().explain(past, x, gone) if gone or x < 0 else reason
