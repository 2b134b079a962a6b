"""The search with the user's strategies: ``select=`` chooses variables, ``infer=`` replaces the engine's propagation.

`csplib.textbook.backtracking` has the same search in its plainest form. This one has the limits, restarts and
projections of the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import final

from csplib.engine.decisions import Decision
from csplib.engine.fixpoint import propagate_all
from csplib.engine.search import FEATURES, Search
from csplib.kernel.bits import size_of
from csplib.kernel.csp import CSP
from csplib.kernel.propagator import Ceiling
from csplib.kernel.reporting import run_propagator
from csplib.kernel.state import State
from csplib.textbook.arc_consistency import node_consistency
from csplib.textbook.backtracking import assign_given
from csplib.textbook.heuristics import mrv
from csplib.textbook.strategies import Infer, Order, Select, inferred, selected

__all__ = ["GuidedSearch"]


@final
class GuidedSearch(Search):
    """A `Search` with a user's strategies; at least one of *select* and *infer* is given.

    Without *infer* the engine propagates, and variables that it fixes are marked as assigned for *select*.
    """

    def __init__(
        self,
        csp: CSP,
        state: State,
        select: Select | None,
        infer: Infer | None,
        *,
        order: Order | None = None,
        on: Sequence[int] | None = None,
        node_limit: int = -1,
        restarts: Iterable[int] | None = None,
        ceiling: Ceiling | None = None,
    ) -> None:
        super().__init__(csp, state, order=order, on=on, node_limit=node_limit, restarts=restarts, ceiling=ceiling)
        self._select: Select | None = select
        self._infer: Infer | None = infer
        self._released = True  # the user's functions may have kept the state
        self._weighs = False
        if infer is not None:
            self.uses: frozenset[str] = FEATURES - {"nogoods"}

    def _make_root_consistent(self) -> bool:
        if self._infer is not None:
            return node_consistency(self.csp, self.state) and assign_given(self.csp, self.state, self._infer)
        return propagate_all(self.csp, self.state) and self._mark_fixed(0)

    def _choose(self) -> int:
        if self._projecting:
            chosen = self._smallest_open() if self._infer is not None else self._choice.next(self._decisions, True)
            if chosen >= 0:
                return chosen
        if not self.state.open_count:
            return -1
        return mrv(self.csp, self.state) if self._select is None else selected(self.csp, self.state, self._select)

    def _smallest_open(self) -> int:
        """Return the open variable of the projection with the fewest values, or -1."""
        best = -1
        for x in self._on:
            if self.state.is_open(x) and (
                best < 0 or size_of(self.state.cells[x].mask) < size_of(self.state.cells[best].mask)
            ):
                best = x
        return best

    def _try(self, decision: Decision) -> bool:
        state = self.state
        if not state.assign(decision.x, decision.tried):
            return False
        if self._infer is not None:
            return inferred(self.csp, state, decision.x, self._infer) and self._conclude(decision.level)
        return self._conclude(decision.level) and self._mark_fixed(decision.mark)

    def _refute(self, decision: Decision) -> bool:
        return self._infer is not None or super()._refute(decision)

    def _conclude(self, since: int) -> bool:
        if self._infer is None:
            return super()._conclude(since)
        # The ceiling may be lower than when an inference last looked at its variables.
        return self._ceiling is None or run_propagator(self.csp, self.state, self._ceiling)

    def _restart(self) -> bool:
        consistent = super()._restart()
        self._weighs = False
        return consistent

    def _mark_fixed(self, since: int) -> bool:
        """Mark the variables as assigned that the engine has fixed since a height of the trail; return True."""
        state = self.state
        changed = [change.cell for change in state.trail[since : state.height]] if since else list(state.cells)
        for cell in changed:
            if cell.index < state.size and not cell.mask & (cell.mask - 1):
                state.mark_assigned(cell.index)
        return True
