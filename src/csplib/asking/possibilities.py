"""Which values occur in some solution. What is learned for one question is kept for the next one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from csplib.engine.escalation import Escalation
from csplib.engine.fixpoint import propagate_all
from csplib.engine.learning import PAUSED, REFUTED, SOLVED, Learner
from csplib.engine.restarts import DEFAULT
from csplib.engine.search import Search
from csplib.kernel.bits import Mask, size_of
from csplib.kernel.clock import pulse

if TYPE_CHECKING:
    from csplib.kernel.csp import CSP
    from csplib.kernel.history import Literal
    from csplib.kernel.state import State

__all__ = ["Possibilities"]

_MOST_CONFLICTS: Final = 10_000  # of a search that learns; then one that knows symmetry takes over


class Possibilities:
    """Answers questions about the values in solutions of *csp*, one after the other.

    Assumptions are the first decisions of a search that learns. So all that it learns stays true for other assumptions,
    and the same search goes on with the next question. An instance whose work was interrupted must not be used again.
    """

    def __init__(self, csp: CSP) -> None:
        self.csp: CSP = csp
        self._consistent: bool = True
        self._learner: Learner | None = None
        state = csp.state()
        self._consistent = propagate_all(csp, state)
        if self._consistent:
            self._learner = Learner(csp, state)

    def find(self, variables: Sequence[int], facts: Sequence[tuple[int, Any]], enough: int = 0) -> list[Mask]:
        """Return the values of each of *variables* that occur in a solution with *facts*, pairs (variable, value).

        If *enough* is not 0, stop looking for more values of a variable once it has as many. Each solution is noted for
        all variables. Then those values are left to test that no solution had, all values of one variable at once.
        """
        found = [0] * len(variables)
        left = self._left(variables, facts)
        state = self._solution(facts, [])
        while state is not None:
            for place, x in enumerate(variables):
                value = state.cells[x].mask
                found[place] |= value
                left[place] &= ~value
                if enough and size_of(found[place]) >= enough:
                    left[place] = 0
            state = None
            for place, x in enumerate(variables):
                if left[place]:
                    self._aim(variables, left)
                    state = self._solution(facts, [(x, left[place])])
                    if state is not None:
                        break
                    left[place] = 0
        return found

    def _left(self, variables: Sequence[int], facts: Sequence[tuple[int, Any]]) -> list[Mask]:
        """Return the values of *variables* that propagation leaves, given *facts*."""
        state = self.csp.state()
        consistent = self._consistent
        for x, value in facts:
            consistent = consistent and self.csp.take(state, x, value)
        consistent = consistent and propagate_all(self.csp, state)
        left = [state.cells[x].mask if consistent else 0 for x in variables]
        self.csp.recycle(state)
        return left

    def _aim(self, variables: Sequence[int], left: Sequence[Mask]) -> None:
        """Let the search try values first that no solution had so far."""
        if self._learner is not None:
            self._learner.go_back()  # which saves the values of the last solution
            tracks = self._learner.history.tracks
            for place, x in enumerate(variables):
                if left[place]:
                    tracks[x].saved = left[place] & -left[place]

    def _solution(self, facts: Sequence[tuple[int, Any]], literals: list[Literal]) -> State | None:
        """Return a state with a solution in which *facts* and *literals* are true, or None if there is none."""
        pulse()
        if not self._consistent:
            return None
        if self._learner is not None:
            self._learner.go_back()
            self._learner.assumed = [*self._assumed(self._learner, facts), *literals]
            ended = self._learner.run(_MOST_CONFLICTS)
            self._consistent = ended != REFUTED
            if ended != PAUSED:
                return self._learner.state if ended == SOLVED else None
        state = self.csp.state()
        for x, value in facts:
            if not self.csp.take(state, x, value):
                return None
        for x, mask in literals:
            if not state.narrow(x, mask):
                return None
        search = Search(self.csp, state, restarts=DEFAULT, learning=Escalation(self.csp, state))
        return state if search.advance() else None

    def _assumed(self, learner: Learner, facts: Sequence[tuple[int, Any]]) -> list[Literal]:
        """Return *facts* as literals."""
        found: list[Literal] = []
        for x, value in facts:
            if x in self.csp.intervals:
                found += [learner.history.at_least(x, int(value)), learner.history.at_most(x, int(value))]
            else:
                found.append((x, self.csp.bit_of(x, value)))
        return found
