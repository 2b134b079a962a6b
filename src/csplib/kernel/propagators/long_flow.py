"""Global cardinality over many variables, by a flow that is kept from run to run; `Flow` is for few variables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask, split
from csplib.kernel.clock import look_up
from csplib.kernel.components import strong_components
from csplib.kernel.news import NEVER, News
from csplib.kernel.propagators.occurrences import Occurrences
from csplib.kernel.propagators.value_flow import ValueFlow
from csplib.kernel.state import State

__all__ = ["LongFlow"]


@final
class LongFlow(Occurrences):
    """Value ``bits[i]`` is taken at least ``least[i]`` and at most ``most[i]`` times.

    It prunes exactly like `Flow`, and has the same arguments. The flow is kept from run to run. While the search goes
    forward, components are computed again only if a move has been lost: else they can only have grown.

    Complexity for m values: O(m) operations on masks for the components, and as many for each variable that does not
    find room at once. Only variables that have changed are looked at, and all of them once after backtracking.

    >>> state = State([0b011, 0b011, 0b111, 0b111])
    >>> LongFlow([0, 1, 2, 3], [1, 2, 4], [0, 0, 1], [1, 1, 2]).propagate(state), state.domains
    (True, [3, 3, 4, 4])
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
        super().__init__(scope, bits, least, most, origin, closed=closed)
        self.idempotent: bool = len(set(self.scope)) == len(self.scope)
        self.news: News = News(self.scope)
        self.impossible: bool = any(not bit and count > 0 for bit, count in zip(bits, least, strict=True))

    def propagate(self, state: State) -> bool:
        if self.impossible:
            return False
        flow = self._flow(state)
        run, seen = state.memory(self, 2, NEVER)
        is_next = run.mask == flow.run
        places = self.news.since(state, seen) if is_next else list(range(len(self.scope)))
        if not places:
            return True
        flow.run += 1  # so after a contradiction the next run looks at everything
        look_up(len(places) >> 3)
        for place in places:
            x = self.scope[place]
            if self.closed and not state.narrow(x, self.named):
                return False
            domain = state.cells[x].mask & self.named
            if domain != state.cells[x].mask:
                domain |= self.rest
            if domain != flow.domains[place]:
                flow.update(place, domain)
        if not flow.complete():
            return False
        if (flow.settle() or not is_next) and not self._prune(state, flow):
            return False
        if self.idempotent:  # else a run may have changed variables that it has looked at before
            state.write(run, flow.run)
            self.news.all_seen(state, seen)
        return True

    def _flow(self, state: State) -> ValueFlow:
        flow = state.scratch.get(self)
        if isinstance(flow, ValueFlow):
            return flow
        new = ValueFlow(len(self.scope), self.bits, self.least, self.most, self.number, self.pool)
        state.scratch[self] = new
        return new

    def _prune(self, state: State, flow: ValueFlow) -> bool:
        """Keep each variable to the component of the value that the flow gives it."""
        graph = flow.graph
        look_up(len(graph))
        for component in strong_components(graph, self.number, ~(self.named | self.rest | self.pool)):
            kept = component & self.named
            if component & self.rest:
                kept |= ~self.named
            for bit in split(component & ~self.pool):
                value = self.number[bit.bit_length()]
                if graph[value] & ~component & ~self.pool:
                    for place in flow.keep(value, component):
                        if not state.narrow(self.scope[place], kept):
                            return False
        return True
