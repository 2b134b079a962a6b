"""When a search turns to learning, and how the two take turns.

A search without learning is faster by the failure. It stays alone as long as it can be expected to end: the share of
the search space that a run has explored tells how many failures the whole needs (Kilby, Slaney, Thiébaux, Walsh 2006).
If they are many, a search that learns goes on from the root, for some conflicts, and then the two take turns of about
the same time. If they are so many that the search without learning is lost, the one that learns has most of the time.
"""

from __future__ import annotations

from typing import Final, final

from csplib.engine.learning import REFUTED, SOLVED, Learner
from csplib.engine.phases import Hint
from csplib.engine.restarts import Turns
from csplib.kernel.csp import CSP
from csplib.kernel.history import Literal
from csplib.kernel.state import State
from csplib.textbook.heuristics import Shuffled

__all__ = ["Escalation"]

_HOPELESS: Final = 3e6  # failures that a search without learning may be expected to need
_HARD: Final = 1 / 30  # of that: the other one has turns, too
_FAILURES_PER_CONFLICT: Final = 2  # which takes a little longer
_CONFLICTS_IF_HOPELESS: Final = 4  # for each failure
_FEWEST: Final = 500  # conflicts of a turn if that is hopeless
_ENDLESS: Final = 1 << 60


@final
class Escalation(Turns):
    """The turns of a search that learns.

    *always* is the number of a propagator that must run after each step, or -1. If the search *lists* solutions, each
    must differ from those before. *shuffle* draws values, after those of a *hint*. *hopeless* is the number of failures
    from which on a search without learning is lost if it is expected to need them, *fewest* the number of conflicts of
    the shortest turn then.
    """

    def __init__(
        self,
        csp: CSP,
        state: State,
        *,
        node_limit: int = -1,
        always: int = -1,
        only: bool = False,
        lists: bool = False,
        shuffle: Shuffled | None = None,
        hint: Hint | None = None,
        hopeless: float = _HOPELESS,
        fewest: int = _FEWEST,
    ) -> None:
        super().__init__(only=only)
        self.solved: bool = False
        self.csp: CSP = csp
        self.state: State = state
        self._node_limit: int = node_limit
        self._always: int = always
        self._lists: bool = lists
        self._shuffle: Shuffled | None = shuffle
        self._hint: Hint | None = hint
        self._hopeless: float = hopeless
        self._fewest: int = fewest
        self._learner: Learner | None = None
        self._weights: list[float] = []
        self._failures: int = 0  # when the last turn ended
        self._runs: int = 0  # of the search without learning
        self._known: list[list[Literal]] = []  # solutions that the search that learns must not find again

    def turn(self, share: float, symmetric: bool) -> bool:  # noqa: FBT001 - one caller
        failures = self.state.statistics.failures - self._failures
        conflicts = _ENDLESS if self.only else self._fewest
        if not (self.only or self.solved):
            conflicts = self._conflicts(failures, share, symmetric)
            self._runs += 1
            if not conflicts:
                self._failures += failures
                return True
        learner = self._learner = self._learner or self._new_learner()
        if self.solved and self._lists:
            conflicts = _ENDLESS
            if not learner.exclude_solution():
                return False
        while self._known:
            if not learner.forbid(self._known.pop()):
                return False
        self._swap_weights()
        ended = learner.run(conflicts)
        self._swap_weights()
        self.solved = ended == SOLVED
        self._failures = self.state.statistics.failures
        return ended != REFUTED

    def _conflicts(self, failures: int, share: float, symmetric: bool) -> int:  # noqa: FBT001
        """Return the number of conflicts of the next turn, after a run of so many *failures*; 0 if it is not due."""
        if symmetric and not self._runs:  # the first run knew nothing of symmetry
            return 0
        if failures >= self._hopeless * share:
            return max(self._fewest, failures * _CONFLICTS_IF_HOPELESS)
        return (
            max(self._fewest, failures) // _FAILURES_PER_CONFLICT if failures >= self._hopeless * _HARD * share else 0
        )

    def keep_solution(self) -> None:
        if self._lists and not self.solved:
            literals: list[Literal] = []
            for cell in self.state.cells[: self.csp.stated]:
                if cell.interval is None:
                    literals.append((cell.index, cell.mask))
                else:
                    literals.append((cell.interval.floor.index, cell.low()))
                    literals.append((cell.interval.ceiling.index, cell.high()))
            self._known.append(literals)

    def _new_learner(self) -> Learner:
        self._weights = [1.0] * self.state.size  # what the other search has blamed would lead it astray
        learner = Learner(self.csp, self.state, node_limit=self._node_limit, always=self._always, shuffle=self._shuffle)
        if self._hint is not None:
            learner.start_near(self._hint)
        return learner

    def _swap_weights(self) -> None:
        """Let each of the two searches have weights of its own."""
        for x, weight in enumerate(self._weights):
            cell = self.state.cells[x]
            self._weights[x], cell.weight = cell.weight, weight
