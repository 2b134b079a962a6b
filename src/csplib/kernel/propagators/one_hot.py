"""A variable and a list of 0/1 variables, exactly one of which is 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["Indicators"]


@final
class Indicators(Propagator):
    """Variable ``flags[i]`` is 1 if *x* has the value ``bits[i]``, else 0. Other values of *x* are not possible.

    *zero* and *one* are the bits of 0 and 1. One run leaves exactly the supported values, unless a variable occurs
    twice.

    >>> state = State([0b111, 0b01, 0b11, 0b11])
    >>> Indicators(0, [1, 2, 4], [1, 2, 3], 0b01, 0b10).propagate(state), state.domains
    (True, [6, 1, 3, 3])
    """

    def __init__(
        self, x: int, bits: Sequence[Mask], flags: Sequence[int], zero: Mask, one: Mask, origin: object = None
    ) -> None:
        super().__init__(list(dict.fromkeys([x, *flags])), origin)
        self.x: int = x
        self.bits: list[Mask] = list(bits)
        self.flags: list[int] = list(flags)
        self.zero: Mask = zero
        self.one: Mask = one

    def propagate(self, state: State) -> bool:
        allowed = 0
        chosen: Mask = -1
        for place, flag in enumerate(self.flags):
            if not state.narrow(flag, self.zero | self.one):
                return False
            mask = state.cells[flag].mask
            if mask & self.one:
                allowed |= self.bits[place]
                if not mask & self.zero:
                    chosen &= self.bits[place]
        if not state.narrow(self.x, allowed & chosen):
            return False
        domain = state.cells[self.x].mask
        for place, flag in enumerate(self.flags):
            bit = self.bits[place]
            if not domain & bit:
                if not state.narrow(flag, self.zero):
                    return False
            elif domain == bit and not state.narrow(flag, self.one):
                return False
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        if x < 0 or len(self.scope) <= len(self.flags):
            return super().explain(past, x, gone)
        if x == self.x:
            return self._why_not(past, gone)
        if not gone & (self.zero | self.one):
            return []
        bit = self.bits[self.flags.index(x)]
        for _ in range(2):
            domain = past.domain(self.x)
            if gone & self.one and not domain & bit:
                return [(self.x, past.first(self.x) & ~bit)]
            if gone & self.zero and domain == bit:
                return [(self.x, bit)]
            if not past.later():
                break
        return super().explain(past, x, gone)

    def _why_not(self, past: History, gone: Mask) -> list[Literal]:
        """Return why the variable has none of the values in *gone*: a flag is 1, two are, or those of *gone* are 0.

        A flag that has lost 0 is 1, since this propagator leaves it nothing else.
        """
        set_to_one: list[Literal] = []
        lost_one: list[Literal] = []
        for place, flag in enumerate(self.flags):
            mask = past.domain(flag)
            if not mask & self.zero:
                literal = (flag, past.first(flag) & ~self.zero)
                if not gone & self.bits[place]:
                    return [literal]
                set_to_one.append(literal)
            if not mask & self.one and gone & self.bits[place]:
                lost_one.append((flag, past.first(flag) & ~self.one))
        return set_to_one[:2] if len(set_to_one) > 1 else lost_one
