"""Backtracking search, depth first, on a stack of its own: no recursion, so no limit on depth.

One loop serves strategies that are handed in as functions and the tuned engine. Without them, the engine propagates all
constraints to their fixpoint, and then every variable that has one value left is as good as assigned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, final

from csplib.engine.branching import Choice, Frame, close_fixed, explored
from csplib.engine.fixpoint import propagate, propagate_all
from csplib.engine.free_blocks import Block, block_of
from csplib.engine.freedom import is_free, tied_variable
from csplib.engine.nogoods import Nogoods
from csplib.engine.structure import connected_parts, interchangeable, is_value_symmetric, last_of_each
from csplib.errors import LimitReached
from csplib.kernel.bits import Mask, split
from csplib.kernel.clock import look_up, pulse
from csplib.kernel.csp import CSP
from csplib.kernel.events import REFUTED, Assign, Found, Undo
from csplib.kernel.propagator import Ceiling
from csplib.kernel.reporting import removed_since, report, run_propagator
from csplib.kernel.state import State
from csplib.textbook.arc_consistency import node_consistency
from csplib.textbook.backtracking import assign_given
from csplib.textbook.heuristics import mrv, shuffled
from csplib.textbook.strategies import Infer, Order, Select, inferred, ordered, selected

__all__ = ["FEATURES", "Search"]

FEATURES: Final = frozenset(["nogoods", "parts", "saved", "symmetry"])
_NODES_PER_PULSE: Final = 64
_STEPS_OF_A_SOLUTION: Final = 64
_MOST_LISTED: Final = 1000


@final
class Search:
    """A search that stands still at each solution. *node_limit* below 0 is none.

    *on* are variables to decide first; each combination of their values comes once.
    With *restarts*, the search begins anew after so many failures, then after so many more, and so on, each time with
    another order of values but those first that worked last, and without what is refuted already; what is taken out of
    `uses` is done without. It is for one solution: what was tried before it counts as refuted. With a *ceiling*, one of
    the propagators, each solution must be better than the last. With *among*, these variables make a solution.

    With *blocks*, it stands still once all unfixed variables are free, or hang on one: `block` has these solutions.
    """

    def __init__(
        self,
        csp: CSP,
        state: State,
        select: Select | None = None,
        order: Order | None = None,
        infer: Infer | None = None,
        on: Sequence[int] | None = None,
        node_limit: int = -1,
        *,
        restarts: Iterable[int] | None = None,
        ceiling: Ceiling | None = None,
        among: Sequence[int] = (),
        blocks: bool = False,
    ) -> None:
        self.csp: CSP = csp
        self.state: State = state
        self.select: Select | None = select
        self.order: Order | None = order
        self.infer: Infer | None = infer
        self.on: list[int] = [] if on is None else list(on)
        self._projecting: bool = on is not None
        self.node_limit: int = node_limit
        self._choice: Choice = Choice(state, csp.stated, self.on)
        self._choice.among = list(among)
        if blocks:
            self._choice.weigh_by_degree(csp)
        self._frames: list[Frame] = []
        self._started = self._ended = False
        self._left: bool = len(among) > 0  # who asks for a part will go on with the state
        self._restarts: Iterator[int] | None = None if restarts is None else iter(restarts)
        self._failures_left: int = 0 if self._restarts is None else next(self._restarts, -1)
        self._runs = self._settled = 0
        self._shuffle: Order | None = None
        self._saved: list[Mask] = []
        self._ceiling: Ceiling | None = ceiling
        # The first failures below a ceiling tell of the ceiling, and little about variables.
        self._learns: bool = ceiling is None or restarts is None
        self._parts: list[list[int]] = []
        self._symmetric: bool = False
        self._nogoods: Nogoods | None = None
        self._variables: list[int] = list(range(csp.stated)) if blocks else []
        self.block: Block | None = None
        self.uses: frozenset[str] = FEATURES
        self._always: int = 0 if ceiling is None else 1 << csp.propagators.index(ceiling)

    def improve(self, bound: int) -> None:
        """Ask for solutions that keep the ceiling at *bound*, and look near the one that was found."""
        if self._ceiling is not None:
            self._ceiling.lower_to(bound)
            self._saved = self.state.domains

    def advance(self) -> bool:
        """Go on to the next solution and stand still there; return False when there is none left."""
        look_up(_STEPS_OF_A_SOLUTION)
        self.block = None
        going = self._resume()
        while going:
            x = self._choose()
            if self._variables and x >= 0:
                x = self._look_for_block(x)
            if x < 0:
                self.state.statistics.solutions += 1
                if self.state.observer is not None:
                    self.state.tell(Found(tuple(self.csp.assignment_in(self.state).values())))
                return True
            self._decide(x)
            going = self._next_value()
        self._ended = True
        return False

    def leave(self) -> None:
        """Stop for good, and let another search have the state if nobody else has seen it."""
        seen = self._left or self.select is not None or self.order is not None or self.infer is not None
        if not seen and self.state.observer is None:
            self.csp.give_back(self.state)
        self._left = True

    def _look_for_block(self, x: int) -> int:
        """Note the block that all that is left to decide makes; else name a variable that has to be tried."""
        variables = self._choice.among or self._variables
        tied = tied_variable(self.csp, self.state, variables) if is_free(self.csp, self.state, x) else x
        self.block = block_of(self.csp, self.state, tied, variables)
        return tied if self.block is None else -1

    def look(self) -> tuple[int, float | None]:
        """Tell how deep the search is, and what share of the search space is behind it."""
        share = 1.0 if self._ended else explored(self._frames)
        return len(self._frames), None if self._restarts is not None else share

    def _resume(self) -> bool:
        """Make the root consistent or, after a solution, leave it."""
        if not self._started:
            self._started = True
            if self.infer is None:
                return propagate_all(self.csp, self.state) and (self.select is None or close_fixed(self.state, 0))
            return node_consistency(self.csp, self.state) and assign_given(self.csp, self.state, self.infer)
        if self._projecting:
            while self._frames and not self._frames[-1].projected:
                self._go_back()
        return self._next_value()

    def _decide(self, x: int) -> None:
        """Open a level for *x*."""
        state = self.state
        order = self._shuffle if self.order is None else self.order
        values = split(state.cells[x].mask) if order is None else ordered(self.csp, state, x, order)
        values.reverse()
        if self._saved and self._saved[x] & state.cells[x].mask:
            values.remove(self._saved[x])
            values.append(self._saved[x])
        if self._symmetric:
            values = last_of_each(interchangeable(state, state.cells[x].mask), values)
        if len(values) > _MOST_LISTED:
            pulse()
        frame = Frame(x, values, state.height, self._projecting and self._choice.is_on(x))
        frame.base, frame.floor = self._choice.base, self._choice.floor
        frame.rest = self._choice.rest if self.csp.stated <= _MOST_LISTED else []
        self._frames.append(frame)
        state.statistics.depth = max(state.statistics.depth, len(self._frames))

    def _next_value(self) -> bool:
        """Try values until one survives inference, going back a level where none is left; False at the very end."""
        state = self.state
        statistics = state.statistics
        while len(self._frames) > self._settled:
            frame = self._frames[-1]
            if frame.tried:
                frame.refuted |= frame.tried
                self._take_back(frame)
                if frame.values and not self._refute(frame):
                    frame.values.clear()
            if not frame.values:
                self._go_back()
                continue
            if statistics.nodes == self.node_limit:
                raise LimitReached(f"stopped at node_limit={self.node_limit}")
            statistics.nodes += 1
            if not statistics.nodes % _NODES_PER_PULSE:
                pulse()
            frame.tried = frame.values.pop()
            if state.observer is not None:
                state.tell(Assign(self.csp.names[frame.x], self.csp.values[frame.x][frame.tried], len(self._frames)))
            if self._try(frame):
                if self._saved:
                    self._saved[frame.x] = frame.tried
                return True
            statistics.failures += 1
            if self._learns and self.select is None and self.infer is None:
                self._choice.blame()
            if self._restarts is not None:
                self._failures_left -= 1
                if not self._failures_left:
                    return self._restart()
        return False

    def _refute(self, frame: Frame) -> bool:
        """Take what was refuted off the variable of *frame*, and see what follows; return False if no value is left."""
        state = self.state
        if self.infer is None and self.csp.is_watched(frame.x):
            state.narrow(frame.x, ~frame.refuted)
            state.statistics.removed += removed_since(state, frame.level)
            if state.observer is not None:
                report(self.csp, state, frame.level, REFUTED)
            if state.wiped >= 0 or not self._conclude(frame.level):
                return False
            frame.level = state.height
            frame.values = [value for value in frame.values if value & state.cells[frame.x].mask]
        return True

    def _restart(self) -> bool:
        """Go back to the root, with what the failures have taught and another order of values.

        Return False if nothing is left: all is refuted, or the ceiling has come too low.
        """
        if "nogoods" in self.uses and self.infer is None:
            self._nogoods = self._nogoods or Nogoods()
            self._nogoods.record(self._frames[self._settled :])
        while len(self._frames) > self._settled:
            self._go_back()
        if not self._runs:
            self._look_at_structure()
        self._runs += 1
        self._learns = True
        if self._restarts is not None:
            self._failures_left = next(self._restarts, -1)
        if self._ceiling is None:  # else least first: a bound that moves has more to say than a gap
            self._shuffle = shuffled(self._runs)
        if not self._saved and "saved" in self.uses:
            self._saved = [0] * self.csp.size
        if self.infer is not None:
            return self._is_below_ceiling()
        return self._conclude(self.state.height)

    def _look_at_structure(self) -> None:
        """Now that the search turns out to be hard: see whether it falls into parts, or values can be swapped."""
        if self._ceiling is not None:
            return
        for part in connected_parts(self.csp, self.state) if "parts" in self.uses else []:
            stated = [x for x in part if x < self.csp.stated]
            if stated:
                self._parts.append(stated)
        self._symmetric = "symmetry" in self.uses and is_value_symmetric(self.csp)
        self._choice.among = self._parts.pop() if self._parts else []

    def _next_part(self) -> bool:
        """Leave a part that is solved for good and go on to the next; return False if there is none."""
        if not self._parts:
            return False
        self._settled = self._choice.settled = len(self._frames)
        self._choice.among = self._parts.pop()
        return True

    def _try(self, frame: Frame) -> bool:
        """Assign the value of *frame* and infer from it. Where nobody asks which variables are open, none is closed."""
        state = self.state
        if self.infer is None and self.select is None:
            return state.narrow(frame.x, frame.tried) and self._conclude(frame.level)
        if not state.assign(frame.x, frame.tried):
            return False
        if self.infer is not None:
            return inferred(self.csp, state, frame.x, self.infer) and self._is_below_ceiling()
        return self._conclude(frame.level) and close_fixed(state, frame.mark)

    def _conclude(self, since: int) -> bool:
        """Let the engine, and what was refuted before a restart, draw their conclusions from what changed *since*."""
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

    def _is_below_ceiling(self) -> bool:
        """Ask the ceiling, which may have come down since an inference last looked at its variables."""
        return self._ceiling is None or run_propagator(self.csp, self.state, self._ceiling)

    def _go_back(self) -> None:
        """Go back a level."""
        self._take_back(self._frames[-1])
        self.state.undo(self._frames.pop().mark)

    def _take_back(self, frame: Frame) -> None:
        self.state.undo(frame.level)
        if self.state.observer is not None and frame.tried:
            self.state.tell(Undo(self.csp.names[frame.x], self.csp.values[frame.x][frame.tried], len(self._frames)))
        frame.tried = 0

    def _choose(self) -> int:
        """Name the variable to decide next, or -1 when none is left."""
        engine = self.infer is None
        if self._projecting:
            chosen = self._choice.next(self._frames, True) if engine else self._choice.smallest_open(self.on)
            if chosen >= 0:
                return chosen
        if engine and self.select is None:
            chosen = self._choice.next(self._frames, False)
            while chosen < 0 and self._next_part():
                chosen = self._choice.next(self._frames, False)
            return chosen
        if not self.state.open_count:
            return -1
        return mrv(self.csp, self.state) if self.select is None else selected(self.csp, self.state, self.select)
