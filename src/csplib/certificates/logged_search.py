"""A search for solutions that learns from the start and logs what it concludes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from csplib.engine.fixpoint import propagate_all
from csplib.engine.learning import REFUTED, SOLVED, Learner
from csplib.engine.proof_log import ProofLog, Step
from csplib.kernel.csp import CSP
from csplib.kernel.history import Journal
from csplib.kernel.state import State

__all__ = ["LoggedSearch"]

_ENDLESS: Final = 1 << 60


class LoggedSearch:
    """The solutions of *csp* with these values of variables, the *facts*, at most *limit* of them.

    `rows` has the values of all variables for each solution. `steps` is the log. The rest is `refuted` if there are no
    further solutions.
    """

    def __init__(self, csp: CSP, facts: Mapping[int, object], limit: int, node_limit: int) -> None:
        self.csp: CSP = csp
        self.rows: list[list[Any]] = []
        self.refuted: bool = True
        state = csp.state()
        for x, value in facts.items():
            state.narrow(x, csp.bit_of(x, value))
        journal = state.journal = Journal()
        journal.note(0, None)
        log = ProofLog(state, journal, state.height)
        self.steps: list[Step] = log.steps
        consistent = propagate_all(csp, state)
        log.begin(state.height)
        if consistent:
            self._learn(state, limit, node_limit)
        elif state.wiped < 0:
            log.failed = journal.author(state.height)
            log.learned([], None)
        state.journal = None

    def _learn(self, state: State, limit: int, node_limit: int) -> None:
        learner = Learner(self.csp, state, node_limit=node_limit)
        log = learner.analysis.log = ProofLog(state, learner.journal, state.height)
        log.steps = self.steps
        while len(self.rows) < limit:
            ended = learner.run(_ENDLESS)
            if ended == REFUTED:
                return
            if ended == SOLVED:
                self.rows.append([self.csp.values[x][cell.mask] for x, cell in enumerate(state.cells[: state.size])])
                if not learner.exclude_solution():
                    log.close_root(state.height)
                    return
        self.refuted = False
