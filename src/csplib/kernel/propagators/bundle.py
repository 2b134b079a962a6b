"""A whole constraint as one propagator, so that it can be tried, enforced or left alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.arcs import Arc
from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.propagator import Propagator, verdict
from csplib.kernel.state import State

__all__ = ["Bundle"]


@final
class Bundle(Propagator):
    """Everything that one constraint was lowered to: restrictions (variable, mask), arcs and propagators.

    `propagate` runs them until nothing changes any more. `fails` only looks whether they would fail.
    """

    def __init__(
        self,
        restrictions: Sequence[tuple[int, Mask]],
        arcs: Sequence[Arc],
        propagators: Sequence[Propagator],
        origin: object = None,
    ) -> None:
        scope: dict[int, None] = {}
        for x, _ in restrictions:
            scope[x] = None
        for arc in arcs:
            scope[arc.x] = None
            scope[arc.y] = None
        for propagator in propagators:
            for x in propagator.scope:
                scope[x] = None
        super().__init__(list(scope), origin)
        self.restrictions: list[tuple[int, Mask]] = list(restrictions)
        self.arcs: list[Arc] = list(arcs)
        self.propagators: list[Propagator] = list(propagators)
        self.exact: bool = _is_tree(arcs, propagators)

    def allowed(self, x: int) -> Mask:
        """Return the values that the restrictions leave to *x*, or -1 if there are none."""
        mask = -1
        for restricted, allowed in self.restrictions:
            if restricted == x:
                mask &= allowed
        return mask

    def propagate(self, state: State) -> bool:
        for x, allowed in self.restrictions:
            if not state.narrow(x, allowed):
                return False
        before = -1
        while state.height != before:
            before = state.height
            if not self._revise_all(state):
                return False
            for propagator in self.propagators:
                look_up(len(propagator.scope))
                if not verdict(propagator, state) or state.wiped >= 0:
                    return False
        return True

    def _revise_all(self, state: State) -> bool:
        """Revise every arc until none removes anything."""
        cells = state.cells
        before = -1
        while state.height != before:
            before = state.height
            look_up(8 * len(self.arcs))
            for arc in self.arcs:
                domain = cells[arc.x].mask
                if not state.narrow(arc.x, domain & arc.supported(domain, cells[arc.y].mask)):
                    return False
        return True

    def fails(self, state: State) -> bool:
        """Say whether the constraint cannot hold any more, as far as its propagation sees; change nothing."""
        mark = state.mark()
        consistent = self.propagate(state)
        state.undo(mark)
        return not consistent


def _is_tree(arcs: Sequence[Arc], propagators: Sequence[Propagator]) -> bool:
    """Return whether all that is left when nothing changes any more has a support: exact ones, joined without a cycle.

    A table between two variables and another, or a chain of others, between the same two may leave more.
    """
    scopes = [propagator.scope for propagator in propagators]
    scopes += [[x, y] for x, y in dict.fromkeys([(min(arc.x, arc.y), max(arc.x, arc.y)) for arc in arcs])]
    if len(arcs) > 2 * (len(scopes) - len(propagators)):
        return False
    for propagator in propagators:
        if not propagator.exact:
            return False
    group: dict[int, int] = {}
    for number, scope in enumerate(scopes):
        met = {group.get(x, -1 - x) for x in scope}
        if len(met) < len(scope):
            return False
        for x, other in group.items():
            if other in met:
                group[x] = number
        for x in scope:
            group[x] = number
    return True
