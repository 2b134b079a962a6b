"""What the two propagators of global cardinality have in common: how often each value may be taken."""

from __future__ import annotations

from collections.abc import Sequence

from csplib.kernel.bits import Mask
from csplib.kernel.propagator import Propagator

__all__ = ["Occurrences"]


class Occurrences(Propagator):
    """Value ``bits[i]`` is taken at least ``least[i]`` and at most ``most[i]`` times.

    The bits differ, except that 0 stands for each value that no variable has. All values without bounds count as one,
    the *rest*, which *closed* forbids. Every value has a `number`. The rest comes last, followed by the `pool`, a node
    for values that may be taken once more or less.
    """

    def __init__(
        self,
        scope: Sequence[int],
        bits: Sequence[Mask],
        least: Sequence[int],
        most: Sequence[int],
        origin: object = None,
        *,
        closed: bool = False,
    ) -> None:
        super().__init__(scope, origin)
        named = 0
        for bit in bits:
            named |= bit
        self.named: Mask = named
        self.closed: bool = closed
        self.rest: Mask = 1 << named.bit_length()
        self.bits: list[Mask] = [*bits, self.rest]
        self.least: list[int] = [*least, 0]
        self.most: list[int] = [*most, len(self.scope)]
        self.pool: Mask = self.rest << 1
        self.number: list[int] = [0] * (self.pool.bit_length() + 1)
        for number, bit in enumerate([*self.bits, self.pool]):
            self.number[bit.bit_length()] = number
