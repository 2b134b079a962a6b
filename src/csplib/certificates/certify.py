"""Answer a question by a search that learns, and make a certificate of its log."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final

from csplib.certificates.certificate import Certificate
from csplib.certificates.checker import Checker
from csplib.certificates.proof import Proof
from csplib.certificates.translation import Translation
from csplib.engine.fixpoint import propagate_all
from csplib.engine.learning import REFUTED, SOLVED, Learner
from csplib.engine.proof_log import ProofLog, Step
from csplib.kernel.bits import Mask
from csplib.kernel.csp import CSP
from csplib.kernel.history import Journal
from csplib.kernel.state import State
from csplib.lowering.compile import lay_out, lower_all
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.terms import Domain

__all__ = ["certify_solutions"]

_ENDLESS: Final = 1 << 60


class _Search:
    """A logged search for the solutions of *csp* with *facts*, at most *limit* of them."""

    def __init__(self, csp: CSP, facts: Mapping[int, object], limit: int, node_limit: int) -> None:
        self.csp: CSP = csp
        self.rows: list[list[Mask]] = []
        self.steps: list[Step] = []
        self.refuted: bool = False
        state = csp.state()
        journal = Journal()
        journal.note(0, None)
        state.journal = journal
        for x, value in facts.items():
            state.narrow(x, csp.bit_of(x, value))
        since = state.height
        consistent = propagate_all(csp, state)
        log = ProofLog(state, journal, since)
        log.begin(state.height)
        if not consistent:
            if state.wiped < 0:
                log.failed = journal.author(state.height)
                log.learned([], None)
            self.steps = log.steps
            self.refuted = True
            return
        self.steps = log.steps
        self._learn(state, limit, node_limit)

    def _learn(self, state: State, limit: int, node_limit: int) -> None:
        learner = Learner(self.csp, state, node_limit=node_limit)
        log = learner.analysis.log = ProofLog(state, learner.journal, state.height)
        log.steps = self.steps
        while len(self.rows) < limit:
            ended = learner.run(_ENDLESS)
            if ended == REFUTED:
                break
            if ended == SOLVED:
                self.rows.append([cell.mask for cell in state.cells[: state.size]])
                if not learner.exclude_solution():
                    log.close_root(state.height)
                    break
        else:
            return
        self.refuted = True


def certify_solutions(
    domains: Mapping[Hashable, Domain],
    constraints: Sequence[Constraint],
    facts: Mapping[Hashable, object],
    limit: int,
    compiled: CSP | None = None,
    node_limit: int = -1,
) -> Certificate:
    """Return a certificate of the number of solutions: none, one, a few, or at least *limit*."""
    translation = _translated(domains, constraints, compiled)
    csp = translation.csp
    known = {csp.index[name]: value for name, value in facts.items()}
    search = _Search(csp, known, limit, node_limit)
    found = len(search.rows)
    claim = {"solutions": found} if search.refuted else {"at least": found}
    lines: list[Any] = list(translation.header(claim, known))
    for row in search.rows:
        lines.append(["solution", [translation.words[csp.values[x][bit]] for x, bit in enumerate(row)]])
    checker = Checker(lines[0]["values"], claim)
    for line in lines[1:]:
        checker.line(*line)
    if search.refuted:
        proof = Proof(translation, checker)
        for step in search.steps:
            proof.add(step)
            if step.conclusions and step.conclusions[-1][0] == "solution":
                proof.exclude()
        proof.finish()
        lines += proof.needed()
    sentence = checker.verdict()
    solutions = [dict(zip(csp.names, [csp.values[x][bit] for x, bit in enumerate(row[: csp.stated])])) for row in search.rows]
    return Certificate(lines, solutions, sentence)


def _translated(domains, constraints, compiled):
    lowering = lay_out(domains, constraints, clipped=False)
    return Translation(lower_all(lowering, constraints), lowering, constraints)
