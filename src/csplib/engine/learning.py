"""A search that learns: decide, propagate, analyze the conflict, jump back (CDCL over finite domains).

`csplib.engine.search` turns to it when a problem proves to be hard. `csplib.engine.analysis` has the heart of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from csplib.engine.analysis import Analysis
from csplib.engine.branching import Choice
from csplib.engine.fixpoint import propagate, propagate_all
from csplib.engine.learned import Learned
from csplib.engine.learned_nogood import Nogood
from csplib.engine.literals import enforce, in_words, is_false, left_by, undone
from csplib.engine.phases import Hint
from csplib.engine.restarts import Countdown, geometric
from csplib.engine.targets import Targets
from csplib.errors import LimitReached
from csplib.kernel.bits import Mask
from csplib.kernel.clock import pulse
from csplib.kernel.csp import CSP
from csplib.kernel.events import Assign, Learn, Undo
from csplib.kernel.history import BITS, History, Journal, Literal, Track
from csplib.kernel.propagator import Ceiling
from csplib.kernel.state import State
from csplib.textbook.heuristics import Shuffled

__all__ = ["CONTRADICTED", "PAUSED", "REFUTED", "SOLVED", "Learner"]

PAUSED: Final = 0
SOLVED: Final = 1
REFUTED: Final = 2
CONTRADICTED: Final = 3  # there is no solution in which all that is assumed is true

RESTARTS: Final = geometric(100, 1.01)
_FADING: Final = 0.95
_LARGEST: Final = 1e100
_NODES_PER_PULSE: Final = 64


@final
class Learner:
    """A search that learns from conflicts, from a consistent *state* on, which it calls the root.

    *always* is the number of a propagator that must run after each step, or -1. *restarts* gives the number of
    conflicts until each restart. *shuffle* draws the value of a variable that had none before; else it is the least.

    The literals in `assumed` are decided first. So what is learned does not depend on them, and stays true.
    """

    def __init__(
        self,
        csp: CSP,
        state: State,
        *,
        node_limit: int = -1,
        always: int = -1,
        restarts: Iterable[int] = RESTARTS,
        shuffle: Shuffled | None = None,
    ) -> None:
        self.csp: CSP = csp
        self.state: State = state
        self.journal: Journal = Journal()
        self.history: History = History(state, state.size)
        self.analysis: Analysis = Analysis(state, self.history, self.journal)
        self.learned: Learned = Learned(csp, state, self.history, self.journal)
        self._root: int = state.height
        self._node_limit: int = node_limit
        self._always: int = always
        self._choice: Choice = Choice(state, csp.stated, [])
        self._choice.weighs = True
        self._shuffle: Shuffled | None = shuffle
        objective = csp.propagators[always] if always >= 0 else None
        self._ceiling: Ceiling | None = objective if isinstance(objective, Ceiling) else None
        self._countdown: Countdown = Countdown(restarts)
        self._gain: float = 1.0
        self._propagated: int = state.height
        self._targets: Targets = Targets(self.history)
        self.assumed: list[Literal] = []

    def start_near(self, hint: Hint) -> None:
        """Try the values of *hint* first and, until the first restart, decide its variables first."""
        hint.give_to(self.history)
        self._choice.lead(hint.variables())

    def begin(self) -> bool:
        """Propagate all constraints at the root, and note who changes what; return False on a contradiction.

        This is for a new state. Everything that the root has concluded has a reason then.
        """
        state = self.state
        state.journal = self.journal
        for restriction in self.csp.restrictions:
            self.journal.note(state.height, restriction)
            if not state.narrow(restriction.x, restriction.allowed):
                return False
        self.journal.note(state.height, None)
        consistent = propagate_all(self.csp, state)
        self._propagated = state.height
        return consistent

    @property
    def _marks(self) -> list[int]:
        return self.analysis.marks

    def run(self, conflicts: int) -> int:
        """Search until a solution is found, there is none, or as many *conflicts* have been met.

        A solution is in the state. When it pauses, the state is back at the root, with what was concluded there. So it
        is if there is no solution with what is assumed.
        """
        self.state.journal = self.journal
        if not self._marks:  # else it goes on after a solution
            self._choice.restart()
        self.journal.note(self.state.height, None)
        going = self._conclude(self._propagated)
        while True:
            if not going:
                self.state.statistics.failures += 1
                conflicts -= 1
                self._targets.meet(self._marks[-1] if self._marks else 0)
                if not self._learn():
                    return REFUTED
                if conflicts <= 0 or self._countdown.is_due():
                    self._back_to(0)
                    self._countdown.begin_run()
                    self.learned.reduce()
                    self._choice.forget_on()
                going = self._conclude(self._propagated)
                if going and conflicts <= 0 and not self._marks:
                    return self._pause(PAUSED)
                continue
            index = -1
            values: Mask = 0
            if self.assumed:
                index, values = self._next_assumed()
                if index >= 0 and is_false(self.state, self.history.tracks[index], values):
                    self._back_to(0)
                    return self._pause(CONTRADICTED)
            x = self._choice.leader_or_next([]) if index < 0 else self.history.tracks[index].owner
            if x < 0:
                return self._pause(SOLVED)
            going = self._decide(x, index, values)

    def _next_assumed(self) -> Literal:
        """Return the first assumed literal that is not true, with the values left to it; -1 if all are true."""
        for index, mask in self.assumed:
            track = self.history.tracks[index]
            if track.kind == BITS:
                if track.cell.mask & ~mask:
                    return index, track.cell.mask & mask
            elif not track.has_reached(mask):
                return index, mask
        return -1, 0

    def _pause(self, outcome: int) -> int:
        """Return *outcome*, once all changes so far are read."""
        self.history.read()
        self._propagated = self.state.height
        self.state.journal = None
        return outcome

    def _decide(self, x: int, index: int, values: Mask) -> bool:
        """Make the literal (*index*, *values*) of *x* true or, if the index is -1, one of the search's own; propagate.

        Return False on a contradiction.
        """
        state = self.state
        before = state.height
        self.csp.prepare(state, x)
        if state.height > before:
            return state.wiped < 0 and self._conclude(before)
        statistics = state.statistics
        if statistics.nodes == self._node_limit:
            raise LimitReached(f"stopped at node_limit={self._node_limit}")
        statistics.nodes += 1
        if not statistics.nodes % _NODES_PER_PULSE:
            pulse()
        self._marks.append(before)
        statistics.depth = max(statistics.depth, len(self._marks))
        self.journal.note(before, None)
        if index < 0:
            index, values = self._pick(x) if state.cells[x].interval is None else self._pick_bound(x)
        track = self.history.tracks[index]
        if state.observer is not None:
            state.tell(Assign(self.csp.names[x], left_by(self.csp, state, track, values), len(self._marks)))
        enforce(state, track, values)
        return self._conclude(before)

    def _pick(self, x: int) -> Literal:
        """Return a value to try for *x*: its target, the one that it had last, or a new one."""
        track = self.history.tracks[x]
        domain = track.cell.mask
        value = self._targets.values[x] & domain or track.saved & domain
        if not value:
            value = domain & -domain if self._shuffle is None else self._shuffle.draw(domain)
        return x, value

    def _pick_bound(self, x: int) -> Literal:
        """Return a bound to try for *x*, an interval: towards the value that it had last, or one half of what is left.

        The least value alone would often be refuted in favor of the next one, and so on.
        """
        track = self.history.tracks[x]
        cell = track.cell
        low, high = cell.low(), cell.high()
        if track.is_saved and low <= track.saved <= high:
            if track.saved < high:
                return self.history.at_most(x, track.saved)
            return self.history.at_least(x, track.saved)
        middle = (low + high) // 2
        wants_high = self._ceiling is not None and self._ceiling.wants_high(x, self.csp.stated)
        if wants_high if self._shuffle is None else self._shuffle.draw(0b11) == 1:
            return self.history.at_least(x, middle + 1)
        return self.history.at_most(x, middle)

    def _conclude(self, since: int) -> bool:
        """Propagate the changes from height *since* on, with the nogoods; return False on a contradiction."""
        state = self.state
        while propagate(self.csp, state, since, self._always):
            since = state.height
            if not self.learned.follow():
                return False
            if state.height == since:
                return True
        return False

    def _learn(self) -> bool:
        """Learn from the conflict, jump back and conclude from what was learned; return False if all is refuted."""
        nogood, level = self.analysis.learn()
        if nogood is None:
            return False
        self.state.statistics.learned += 1
        if self.state.observer is not None:
            named = [in_words(self.csp, self.history, t, nogood.masks[place]) for place, t in enumerate(nogood.tracks)]
            self.state.tell(Learn(tuple(named), level))
        self.learned.credit(self.analysis.used)
        self._choice.bump(self.analysis.bumped, self._gain)
        self._gain /= _FADING
        if self._gain > _LARGEST:
            self._choice.scale(1 / self._gain)
            self._gain = 1.0
        return self._jump(nogood, level)

    def _jump(self, nogood: Nogood, level: int) -> bool:
        """Go back to *level*, and keep *nogood*, of which one literal is not true there."""
        self._back_to(level)
        self._propagated = self.state.height
        return self.learned.add(nogood) or level > 0

    def _back_to(self, level: int) -> None:
        """Undo all decisions above *level*."""
        if level < len(self._marks):
            mark = self._marks[level]
            self.history.read()
            while len(self._marks) > level:
                self._report_undo()
                self._marks.pop()
            self.history.forget(mark)
            self._choice.undo(mark)
            self.learned.back_to(mark)
            self._propagated = min(self._propagated, mark)

    def _report_undo(self) -> None:
        """Tell the observer that the last decision is undone."""
        state = self.state
        if state.observer is not None:
            mark = self._marks[-1]
            track = self.history.tracks[state.trail[mark].cell.index]
            state.tell(Undo(self.csp.names[track.owner], undone(self.csp, self.history, track, mark), len(self._marks)))

    def go_back(self) -> None:
        """Undo all decisions, those for assumptions too. What is assumed may change then."""
        self._back_to(0)

    def forbid(self, literals: list[Literal]) -> bool:
        """Go back to the root, and let not all of *literals* be true; return False if there is no solution then."""
        self._back_to(0)
        state = self.state
        tracks: list[Track] = []
        masks: list[Mask] = []
        for index, mask in literals:
            track = self.history.tracks[index]
            if is_false(state, track, mask):
                return True
            if not track.has_reached(mask) if track.kind else track.cell.mask & ~mask:
                tracks.append(track)
                masks.append(mask)
        if not tracks:
            return False
        state.journal = self.journal
        nogood = Nogood(tracks, masks, 0)  # of no level: it is never dropped
        if len(tracks) == 1:
            self._propagated = min(self._propagated, state.height)
            return self.learned.add(nogood)
        self.learned.keep(nogood)
        return True

    def exclude_solution(self) -> bool:
        """Learn that another solution must differ from this one in a decision; return False if there is none."""
        state = self.state
        if not self._marks:
            return False
        state.journal = self.journal
        self.history.read()
        log = self.analysis.log
        tracks: list[Track] = []
        masks: list[Mask] = []
        for mark in reversed(self._marks):
            decision = state.trail[mark]
            track = self.history.tracks[decision.cell.index]
            if track not in tracks:  # the last decision about an end of an interval says the most
                tracks.append(track)
                masks.append(decision.new)
        nogood = Nogood(tracks, masks, 0)  # of no level: it is never dropped
        if log is not None:
            log.excluded([(track.index, masks[place]) for place, track in enumerate(tracks)], nogood, self._marks[0])
        return self._jump(nogood, len(self._marks) - 1 if len(tracks) > 1 else 0)
