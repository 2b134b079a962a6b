"""The search of the engine: depth first, on a stack of its own, so that recursion does not limit its depth.

After each decision all constraints are propagated to their fixpoint. So a variable with one value left counts as
assigned. `csplib.engine.guided` searches with the user's strategies instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from csplib.engine.branching import Choice
from csplib.engine.decisions import Decision, explored
from csplib.engine.fixpoint import propagate, propagate_all
from csplib.engine.free_blocks import Block, next_block
from csplib.engine.nogoods import Nogoods
from csplib.engine.phases import Hint, Phases
from csplib.engine.restarts import Countdown, Turns
from csplib.engine.structure import connected_parts, interchangeable, is_value_symmetric
from csplib.errors import LimitReached
from csplib.kernel.clock import look_up, pulse
from csplib.kernel.csp import CSP
from csplib.kernel.events import REFUTED, Assign, Found, Undo
from csplib.kernel.propagator import Ceiling
from csplib.kernel.reporting import removed_since, report, run_propagator
from csplib.kernel.state import State
from csplib.kernel.tracking import untrack
from csplib.textbook.heuristics import Shuffled, shuffled
from csplib.textbook.strategies import Order, ordered

__all__ = ["FEATURES", "Search"]

FEATURES: Final = frozenset(["nogoods", "parts", "saved", "symmetry"])
_FOR_ALL: Final = FEATURES - {"parts", "symmetry"}  # these two find one solution for many
_NODES_PER_PULSE: Final = 64
_STEPS_OF_A_SOLUTION: Final = 64
_MOST_SHUFFLED: Final = 62


class Search:
    """A search that pauses at each solution.

    *order* lists the values of a variable, best first; without it they come in ascending order. *on* names variables to
    decide first: each combination of their values comes once. *node_limit* below 0 is no limit.

    *restarts* gives the number of failures until the first restart, until the second, and so on. Each run has another
    order of values, first tries the value that last survived propagation, and keeps the nogoods of earlier runs.
    Restarts are for one solution: everything tried before it counts as refuted. Features can be removed from `uses`. A
    search that *lists* all solutions restarts only before the first, unless it learns, too: *learning* is a search that
    learns, which takes over at times (see `csplib.engine.escalation`).

    With a *ceiling*, which is one of the propagators, each solution must be better than the last. With *among*, only
    these variables are decided. With *blocks*, the search also pauses once all unfixed variables are free, or depend on
    a hub: `block` has these solutions.
    """

    def __init__(
        self,
        csp: CSP,
        state: State,
        *,
        order: Order | None = None,
        on: Sequence[int] | None = None,
        node_limit: int = -1,
        restarts: Iterable[int] | None = None,
        ceiling: Ceiling | None = None,
        among: Sequence[int] = (),
        blocks: bool = False,
        lists: bool = False,
        learning: Turns | None = None,
    ) -> None:
        self.csp: CSP = csp
        self.state: State = state
        self.block: Block | None = None
        self.uses: frozenset[str] = _FOR_ALL if lists else FEATURES
        self._lists: bool = lists
        self._order: Order | None = order
        self._shuffle: Shuffled | None = order if isinstance(order, Shuffled) else None
        self._on: list[int] = [] if on is None else list(on)
        self._projecting: bool = on is not None
        self._node_limit: int = node_limit
        self._decisions: list[Decision] = []
        untrack(self._decisions)
        self._started = self._ended = False
        self._released: bool = len(among) > 0  # the state of a part is used by the next part
        self._choice: Choice = Choice(state, csp.stated, self._on)
        if among:
            self._choice.restrict(among, 0)
        self._variables: list[int] = []
        if blocks:
            self._variables = list(among) or list(range(csp.stated))
            self._choice.weigh_by_degree(csp)
        self._ceiling: Ceiling | None = ceiling
        self._always: int = -1 if ceiling is None else csp.propagators.index(ceiling)
        self._countdown: Countdown = Countdown(restarts)
        self._runs = self._settled = 0
        # The first failures below a ceiling say more about the ceiling than about variables.
        self._weighs: bool = ceiling is None or restarts is None
        self._phases: Phases = Phases(None)
        self._parts: list[list[int]] = []
        self._symmetric: bool = False
        self._nogoods: Nogoods | None = None
        self._learning: Turns | None = learning

    def start_near(self, hint: Hint) -> None:
        """Try the values of *hint* first and, until the first restart, decide its variables first."""
        self._phases = Phases(hint)
        if not self._projecting:
            self._choice.lead(hint.variables())

    def improve(self, bound: int) -> None:
        """Ask for solutions with an objective of at most *bound*, and search near the last solution."""
        if self._ceiling is not None:
            self._ceiling.lower_to(self.state, bound)
            self._phases.take_solution(self.state)

    def advance(self) -> bool:
        """Search up to the next solution; return False if there is none left."""
        look_up(_STEPS_OF_A_SOLUTION)
        self.block = None
        going = self._resume()
        while going:
            x = self._choose()
            if self._variables and x >= 0:
                x, self.block = next_block(self.csp, self.state, self._variables, x)
            if x < 0:
                if self._learning is not None:
                    self._learning.keep_solution()
                elif self._lists and not self._countdown.is_endless:
                    self._countdown = Countdown(None)
                self.state.statistics.solutions += 1
                if self.state.auditor is not None:
                    self.state.auditor.found(self.csp, self.state)
                if self.state.observer is not None:
                    self.state.tell(Found(tuple(self.csp.assignment_in(self.state).values())))
                return True
            self._decide(x)
            going = self._next_value()
        self._ended = True
        return False

    def release(self) -> None:
        """End the search. The state can be used again by another search, unless the user's functions have seen it."""
        if not self._released and self._order is None and self.state.observer is None:
            self.csp.recycle(self.state)
        self._released = True

    def look(self) -> tuple[int, float | None]:
        """Return the depth of the search, and the share of the search space that was explored."""
        share = 1.0 if self._ended else explored(self._decisions)
        return len(self._decisions), share if self._lists or self._countdown.is_endless else None

    def _resume(self) -> bool:
        """Make the root consistent or, after a solution, go on to the next value."""
        turns = self._learning
        if not self._started:
            self._started = True
            return self._make_root_consistent() and (turns is None or not turns.only or self._learn(turns, 0.0))
        if turns is not None and turns.solved:
            return self._learn(turns, 0.0)
        if self._projecting:
            while self._decisions and not self._decisions[-1].projected:
                self._backtrack()
        return self._next_value()

    def _make_root_consistent(self) -> bool:
        return propagate_all(self.csp, self.state)

    def _decide(self, x: int) -> None:
        """Add a level for *x*."""
        state = self.state
        mark = state.height
        self.csp.prepare(state, x)
        domain = state.cells[x].mask
        is_interval = state.cells[x].interval is not None
        from_top = is_interval and self._ceiling is not None and self._ceiling.wants_high(x, self.csp.stated)
        pieces = self._phases.pieces(x, state.low(x), state.high(x), from_top) if is_interval else None
        left = domain if pieces is None else (1 << len(pieces)) - 1
        decision = Decision(x, left, mark, self._choice.is_on(x))
        decision.base, decision.floor, decision.rest = self._choice.base, self._choice.floor, self._choice.rest
        decision.pieces, decision.from_top = pieces, from_top
        if self._order is not None and pieces is None and (self._shuffle is None or decision.size <= _MOST_SHUFFLED):
            decision.values = ordered(self.csp, state, x, self._order)
            decision.values.reverse()
        if self._symmetric and pieces is None:
            decision.groups = interchangeable(state, domain)
        self._decisions.append(decision)
        state.statistics.depth = max(state.statistics.depth, len(self._decisions))

    def _next_value(self) -> bool:
        """Try values until one survives propagation. Backtrack where none is left; return False at the end."""
        state = self.state
        statistics = state.statistics
        while len(self._decisions) > self._settled:
            decision = self._decisions[-1]
            if decision.tried:
                decision.refuted |= decision.tried
                self._take_back(decision)
                if decision.left and not self._refute(decision):
                    decision.left = 0
            if not decision.left:
                self._backtrack()
                continue
            if statistics.nodes == self._node_limit:
                raise LimitReached(f"stopped at node_limit={self._node_limit}")
            statistics.nodes += 1
            if not statistics.nodes % _NODES_PER_PULSE:
                pulse()
            decision.take_next(self._phases.first(decision), self._shuffle)
            if state.observer is not None:
                name, value = decision.words(self.csp)
                state.tell(Assign(name, value, len(self._decisions)))
            if self._try(decision):
                if self._phases.saving:
                    self._phases.save(decision)
                return True
            statistics.failures += 1
            if self._weighs:
                self._choice.blame()
            if self._countdown.is_due():
                return self._restart()
        return False

    def _refute(self, decision: Decision) -> bool:
        """Remove the refuted values from the variable, and propagate; return False on a contradiction."""
        state = self.state
        if self.csp.is_watched(decision.x):
            decision.remove_refuted(state)
            state.statistics.removed += removed_since(state, decision.level)
            if state.observer is not None:
                report(self.csp, state, decision.level, REFUTED)
            if state.wiped >= 0 or not self._conclude(decision.level):
                return False
            decision.level = state.height
            decision.keep_possible(state)
        return True

    def _restart(self) -> bool:
        """Go back to the root, with nogoods and another order of values; return False if that refutes everything."""
        share = explored(self._decisions[self._settled :])
        if "nogoods" in self.uses:
            self._nogoods = self._nogoods or Nogoods()
            self._nogoods.record(self._decisions[self._settled :])
        while len(self._decisions) > self._settled:
            self._backtrack()
        if not self._runs:
            self._look_at_structure()
        self._runs += 1
        self._weighs = True
        if not self._projecting:
            self._choice.forget_on()
        self._countdown.begin_run()
        if self._ceiling is None and self._order is None:  # else the least value: moved bounds prune more than gaps
            self._shuffle = shuffled(self._runs)
        if not self._phases.saving and "saved" in self.uses:
            self._phases.begin_saving(self.csp.size)
        if not self._conclude(self.state.height):
            return False
        return self._learning is None or self._learn(self._learning, share)

    def _learn(self, learning: Turns, share: float) -> bool:
        """Let a search that learns have its turn; return False if there is no further solution."""
        self._choice.restart()
        return learning.turn(share, self._symmetric)

    def _look_at_structure(self) -> None:
        """At the first restart, look for parts that can be solved one by one, and for interchangeable values."""
        if self._ceiling is not None:
            return
        if "parts" in self.uses:
            parts = [[x for x in part if x < self.csp.stated] for part in connected_parts(self.csp, self.state)]
            self._parts = [part for part in parts if part]
        self._symmetric = "symmetry" in self.uses and is_value_symmetric(self.csp)
        if self._parts:
            self._choice.restrict(self._parts.pop(), self._settled)

    def _next_part(self) -> bool:
        """Keep the solution of a part, and go on to the next part; return False if there is none."""
        if not self._parts:
            return False
        self._settled = len(self._decisions)
        self._choice.restrict(self._parts.pop(), self._settled)
        return True

    def _try(self, decision: Decision) -> bool:
        """Propagate that the variable has this value; return False on a contradiction."""
        return decision.enforce(self.state) and self._conclude(decision.level)

    def _conclude(self, since: int) -> bool:
        """Propagate the changes from height *since* on, with the nogoods; return False on a contradiction."""
        state = self.state
        while propagate(self.csp, state, since, self._always):
            since = state.height
            if self._nogoods is None:
                return True
            if not run_propagator(self.csp, state, self._nogoods):
                return False
            if state.height == since:
                return True
        return False

    def _backtrack(self) -> None:
        """Backtrack by one level."""
        self._take_back(self._decisions[-1])
        self._choice.undo(self._decisions.pop().mark)

    def _take_back(self, decision: Decision) -> None:
        self._choice.undo(decision.level)
        if self.state.observer is not None and decision.tried:
            name, value = decision.words(self.csp)
            self.state.tell(Undo(name, value, len(self._decisions)))
        decision.tried = 0

    def _choose(self) -> int:
        """Return the variable to decide next, or -1 if all are fixed."""
        chosen = self._choice.leader_or_next(self._decisions)
        while chosen < 0 and self._next_part():
            chosen = self._choice.next(self._decisions, False)
        return chosen
