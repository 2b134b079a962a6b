"""When a search turns to learning, and how the two take turns.

A search without learning is faster by the failure. It stays alone as long as it can be expected to end: the share of
the search space that a run has explored tells how many failures the whole needs (Kilby, Slaney, Thiébaux, Walsh 2006).
If they are too many, a search that learns goes on from the root, for some conflicts, and then the two take turns.
"""

from __future__ import annotations

from typing import Final, final

from csplib.engine.learning import REFUTED, SOLVED, Learner
from csplib.kernel.csp import CSP
from csplib.kernel.state import State
from csplib.textbook.heuristics import Shuffled

__all__ = ["ALWAYS", "AUTO", "NEVER", "Escalation"]

NEVER: Final = "never"
AUTO: Final = "auto"
ALWAYS: Final = "always"

_MOST_FAILURES: Final = 3e6  # that a search without learning may be expected to need
_MOST_WITH_SYMMETRY: Final = 60_000  # failures; before, symmetry prunes more than is learned
_CONFLICTS_PER_FAILURE: Final = 4
_FEWEST: Final = 500  # conflicts of a turn
_ENDLESS: Final = 1 << 60


@final
class Escalation:
    """The turns of a search that learns. If *only* that search is wanted, it has all of them.

    *always* is the number of a propagator that must run after each step, or -1. If the search *lists* solutions, each
    must differ from those before. `solved` says that a solution is in the state; else the state is at the root.
    """

    def __init__(
        self,
        csp: CSP,
        state: State,
        node_limit: int,
        always: int,
        only: bool,  # noqa: FBT001 - one caller
        lists: bool,  # noqa: FBT001
        shuffle: Shuffled | None,
    ) -> None:
        self.state: State = state
        self.solved: bool = False
        self._only: bool = only
        self._lists: bool = lists
        self._learner: Learner = Learner(csp, state, node_limit=node_limit, always=always, shuffle=shuffle)
        self._weights: list[float] = [cell.weight for cell in state.cells[: state.size]]
        self._failures: int = 0  # when the last turn ended

    def turn(self, share: float, symmetric: bool) -> bool:  # noqa: FBT001 - one caller
        """Learn for one turn if that is due; return False if there is no further solution.

        A run without learning has explored this *share* of the search space. If values are *symmetric*, symmetry
        prunes most of it, and the share does not tell much.
        """
        failures = self.state.statistics.failures - self._failures
        if not (self._only or self.solved):
            is_easy = symmetric and self.state.statistics.failures < _MOST_WITH_SYMMETRY
            if is_easy or failures < _MOST_FAILURES * share:
                self._failures += failures
                return True
        endless = self._only or (self.solved and self._lists)
        if self.solved and self._lists and not self._learner.exclude_solution():
            return False
        self._swap_weights()
        ended = self._learner.run(_ENDLESS if endless else max(_FEWEST, failures * _CONFLICTS_PER_FAILURE))
        self._swap_weights()
        self.solved = ended == SOLVED
        self._failures = self.state.statistics.failures
        return ended != REFUTED

    def _swap_weights(self) -> None:
        """Let each of the two searches have weights of its own."""
        for x, weight in enumerate(self._weights):
            cell = self.state.cells[x]
            self._weights[x], cell.weight = cell.weight, weight
