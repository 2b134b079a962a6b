"""Refute statements, and name those that the refutation needs.

A search that learns knows the constraints behind each nogood, and so behind the whole refutation: see
`csplib.engine.needs`. A search that cannot learn observes which constraints have pruned values instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from csplib.asking.cycles import cycle_among
from csplib.asking.options import SearchOptions
from csplib.asking.origins import calculates, constraints_behind
from csplib.asking.solution import Solution
from csplib.asking.solutions import Solutions
from csplib.engine.learning import REFUTED, SOLVED, Learner
from csplib.engine.needs import Needs
from csplib.engine.root_needs import all_needed
from csplib.errors import LimitReached
from csplib.kernel.clock import Clock, pulse
from csplib.kernel.csp import CSP
from csplib.kernel.events import Event, Narrow, WipeOut
from csplib.kernel.state import State
from csplib.lowering.compile import compile_problem
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.logic import AllOf, conjuncts
from csplib.modelling.terms import Domain
from csplib.textbook.heuristics import shuffled

__all__ = ["Ask", "Refuter"]

Ask: TypeAlias = Callable[[CSP, State, SearchOptions, Clock], Solutions[Any, Any]]
"""A function that starts a search for one solution."""

_MOST_CONFLICTS: Final = 3000  # of a search that learns; then one that knows symmetry takes over
_STEERING: Final = ("select", "order", "infer", "restarts")


class Refuter:
    """Tests whether statements about variables with these *domains* can hold together.

    *options* are those of each search. *ask* starts a search without learning. `solution` is the last one that was
    found. It `learns` unless the options say otherwise.
    """

    def __init__(self, domains: Mapping[Any, Domain], options: SearchOptions, ask: Ask) -> None:
        self.solution: Solution[Any, Any] | None = None
        self._domains: Mapping[Any, Domain] = domains
        self._ask: Ask = ask
        self._options: SearchOptions = options.copy()
        self._options["assuming"] = self._options["observer"] = None
        steered = any(options.get(keyword) is not None for keyword in _STEERING)
        self.learns: bool = not steered and options.get("learning") is not False

    def cycle_among(self, statements: Sequence[Constraint]) -> list[Constraint] | None:
        """Return comparisons that are a smallest conflict, if they are seen without a search."""
        return cycle_among(self._domains, statements)

    def refute(self, statements: Sequence[Constraint]) -> list[Constraint] | None:
        """Return those of *statements* that a refutation of them needs, or None if there is a solution.

        They are believed to be enough. A test of them alone says whether they are: what unary constraints have removed
        before a table was made, for example, is not seen.
        """
        pulse()
        csp = compile_problem(self._domains, statements)
        if self.learns:
            ended, needed = self._learn(csp, statements)
            if ended:
                return needed
        seen = _Involved()
        with self._ask(csp, csp.state(seen), self._options, Clock()) as found:
            self.solution = next(found, None)
        return None if self.solution is not None else [one for one in statements if one in seen]

    def fails(self, statements: Sequence[Constraint]) -> bool:
        """Return whether *statements* cannot hold together."""
        return self.refute(statements) is not None

    def _learn(self, csp: CSP, statements: Sequence[Constraint]) -> tuple[bool, list[Constraint] | None]:
        """Return whether a search that learns has ended soon, and the statements that its refutation needs."""
        state = csp.state()
        seed, limit = self._options.get("seed"), self._options.get("node_limit")
        shuffle = None if seed is None else shuffled(seed)
        learner = Learner(csp, state, node_limit=-1 if limit is None else limit, shuffle=shuffle)
        needs = learner.analysis.needs = Needs(csp, constraints_behind(csp, statements), len(statements))
        try:
            if learner.begin():
                ended = learner.run(_MOST_CONFLICTS)
            else:
                ended = REFUTED
                learner.analysis.learn()
        except LimitReached as stop:
            stop.statistics = stop.statistics or state.statistics
            raise
        if ended == SOLVED:
            self.solution = Solution(csp.assignment_in(state))
            return True, None
        self.solution = None
        if ended != REFUTED:
            return False, []
        found = all_needed(learner.analysis, needs)
        return True, [one for place, one in enumerate(statements) if found >> place & 1]


class _Involved:
    """An observer that notes which constraints have pruned values, or failed."""

    def __init__(self) -> None:
        self._seen: set[int] = set()

    def __call__(self, event: Event) -> None:
        """Note the constraint behind *event*."""
        if isinstance(event, (Narrow, WipeOut)):
            if isinstance(event.constraint, AllOf):  # a clique of differences: each of them was needed
                self._seen.update([id(part) for part in conjuncts(event.constraint)])
            else:
                self._seen.add(id(event.constraint))

    def __contains__(self, constraint: Constraint) -> bool:
        """Return whether *constraint* or a part of it was seen, or has an expression, which may have been."""
        return calculates(constraint) or id(constraint) in self._seen or any(part in self for part in constraint.parts)
