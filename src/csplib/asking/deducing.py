"""How a search refutes a value: the nogoods that it has learned on the way, each with the constraints behind it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from csplib.asking.deductions import Deduction, Premise
from csplib.asking.origins import constraints_behind
from csplib.engine.learning import REFUTED, Learner
from csplib.engine.needs import Needs
from csplib.engine.root_needs import needed
from csplib.kernel.bits import Mask
from csplib.kernel.csp import CSP, Restriction
from csplib.lowering.compile import compile_problem
from csplib.modelling.constraints.base import Constraint, holds
from csplib.modelling.constraints.logic import conjuncts
from csplib.modelling.terms import Domain, TermName
from csplib.textbook.heuristics import shuffled

__all__ = ["deductions"]

_ATTEMPTS: Final = 8
_MOST_CONFLICTS: Final = 1000


def deductions(domains: Mapping[Hashable, Domain], conflict: Sequence[Constraint]) -> tuple[Deduction, ...]:
    """Return the steps of a refutation of *conflict*, which cannot hold together; empty if none was found soon.

    Several searches that learn are tried, each with other values first. The fewest steps win.
    """
    csp = _compiled_apart(domains, conflict)
    best: tuple[Deduction, ...] = ()
    most = _MOST_CONFLICTS
    for attempt in range(0 if csp.intervals else _ATTEMPTS):
        found = _attempt(csp, conflict, attempt, most)
        if found and (not best or _size(found) < _size(best)):
            best = found
            most = min(most, 4 * len(best))
        if len(best) <= 1:  # it cannot become shorter, or the first one has taken too long
            break
    return best


def _compiled_apart(domains: Mapping[Hashable, Domain], conflict: Sequence[Constraint]) -> CSP:
    """Return the network of *conflict*, in which unary constraints have no influence on how others are stated.

    Otherwise a table would lack the rows that they forbid, and nobody would know why.
    """
    parts = [part for one in conflict for part in conjuncts(one)]
    unary = [part for part in parts if len(part.terms) == 1 and not isinstance(part.terms[0].name, TermName)]
    apart = set(map(id, unary))
    csp = compile_problem(domains, [part for part in parts if id(part) not in apart], clipped=False)
    for part in unary if not csp.intervals else ():
        name = part.terms[0].name
        x = csp.index[name]
        allowed = sum([bit for bit, value in csp.values[x].items() if holds(part, {name: value})])
        csp.restrictions.append(Restriction(x, allowed, part))
    return csp


def _size(steps: Sequence[Deduction]) -> tuple[int, int]:
    return len(steps), sum([len(step.since) for step in steps])


def _attempt(csp: CSP, conflict: Sequence[Constraint], attempt: int, most: int) -> tuple[Deduction, ...]:
    """Return the steps of one search, only those that are needed in the end."""
    learner = Learner(csp, csp.state(), shuffle=shuffled(attempt) if attempt else None)
    needs = learner.analysis.needs = Needs(csp, constraints_behind(csp, conflict, wide=True), len(conflict))
    if not learner.begin():
        learner.analysis.learn()
    elif learner.run(most) != REFUTED:
        return ()
    kept: dict[int, int] = {}  # the number of a step, and what it needs
    wanted = 1 << (len(conflict) + len(needs.steps) - 1)
    for place in range(len(needs.steps) - 1, -1, -1):
        if wanted >> (len(conflict) + place) & 1:
            kept[place] = needed(learner.analysis, needs, needs.steps[place])
            wanted |= kept[place]
    numbers = {place: number for number, place in enumerate(sorted(kept), 1)}
    steps = []
    for place in numbers:
        found, literals = kept[place], needs.steps[place].literals
        behind = tuple([one for number, one in enumerate(conflict) if found >> number & 1])
        earlier = tuple([number for one, number in numbers.items() if found >> (len(conflict) + one) & 1])
        since = tuple([_premise(csp, x, csp.domains[x] & ~mask) for x, mask in literals[1:]])
        conclusion = _premise(csp, *literals[0]) if literals else None
        steps.append(Deduction(since, conclusion, behind, earlier))
    return tuple(steps)


def _premise(csp: CSP, x: int, lost: Mask) -> Premise:
    lost &= csp.domains[x]
    return Premise(csp.names[x], csp.values_in(x, lost), csp.values_in(x, csp.domains[x] & ~lost))
