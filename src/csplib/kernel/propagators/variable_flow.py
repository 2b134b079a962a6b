"""Global cardinality whose bounds are variables: a flow with the bounds of the moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.propagator import Propagator
from csplib.kernel.propagators.flow import Flow
from csplib.kernel.state import State

__all__ = ["VariableFlow"]


@final
class VariableFlow(Propagator):
    """Value ``bits[i]`` is taken ``least[i]`` to ``most[i]`` times, and as often as variable ``counts[i]`` says.

    The counts together are at most the number of variables, and exactly that if the propagator is *closed*: then there
    are no other values. Over many variables the flow is left out (*flows*). A count of -1 is none. Other propagators
    make numbers equal to variables.

    >>> state = State([0b011, 0b011, 0b111, 0b1110, 0b1110])
    >>> VariableFlow([0, 1, 2], [1, 2], [0, 0], [3, 3], [3, 4]).propagate(state), state.domains
    (True, [3, 3, 7, 6, 6])
    """

    def __init__(
        self,
        counting: Sequence[int],
        bits: Sequence[Mask],
        least: Sequence[int],
        most: Sequence[int],
        counts: Sequence[int],
        origin: object = None,
        *,
        closed: bool = False,
        flows: bool = True,
    ) -> None:
        used = [count for count in counts if count >= 0]
        super().__init__(list(dict.fromkeys([*counting, *used])), origin, decides=flows)
        self.counting: list[int] = list(counting)
        self.bits: list[Mask] = list(bits)
        self.least: list[int] = list(least)
        self.most: list[int] = list(most)
        self.counts: list[int] = list(counts)
        self.closed: bool = closed
        self.flows: bool = flows
        self.heavy: bool = flows

    def propagate(self, state: State) -> bool:
        low = self.least.copy()
        high = self.most.copy()
        for number, count in enumerate(self.counts):
            if count >= 0:
                low[number] = max(low[number], state.low(count))
                high[number] = min(high[number], state.high(count))
                if low[number] > high[number]:
                    return False
        room = len(self.counting) - sum(low)
        need = len(self.counting) - sum(high) if self.closed else -sum(high)
        if room < 0 or need > 0:
            return False
        for number, count in enumerate(self.counts):
            if count >= 0:
                if not state.at_most(count, min(low[number] + room, high[number])):
                    return False
                if not state.at_least(count, max(high[number] + need, low[number])):
                    return False
        if not self.flows:
            return True
        return Flow(self.counting, self.bits, low, high, closed=self.closed).propagate(state)
