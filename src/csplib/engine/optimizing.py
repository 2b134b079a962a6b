"""The search for better and better solutions, in large steps where small ones would be too many.

Branch and bound asks for a solution that is better than the last one. Over long ranges, where variables trade off, each
may be better by 1 only. So after some small steps a *probe* asks for much more: for a step that grows with each success
and, once a probe was refuted, for half of what is still possible (dichotomic search). A probe starts at the root, with
a small budget of failures. What it concludes holds only for its own bound, so it is taken back unless it succeeds. For
the same reason nothing is learned from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from csplib.engine.nogoods import Nogoods
from csplib.engine.restarts import Countdown, Turns
from csplib.engine.search import Search
from csplib.errors import InternalError
from csplib.kernel.csp import CSP
from csplib.kernel.propagator import Ceiling
from csplib.kernel.state import State
from csplib.textbook.strategies import Order

__all__ = ["OptimizingSearch", "Steps"]

_LONG: Final = 512
_SMALL: Final = 64
_PATIENCE: Final = 4
_FACTOR: Final = 4
_BUDGET: Final = 64


@final
class Steps:
    """How much better the next solution must be, for an objective that is minimized.

    `least` is a lower bound of the objective, `bound` the greatest one that is of interest. While `size` is 1, any
    better solution will do. A step is small if many of its size would be needed to come near the lower bound.

    >>> steps = Steps(0)
    >>> for bound in (90_000, 89_999, 89_998, 89_997, 89_996):
    ...     steps.improve(bound)
    >>> steps.size, steps.target()
    (4, 89993)
    >>> steps.refute(89_993)
    >>> steps.least, steps.size, steps.target()
    (89994, 2, 89995)
    """

    def __init__(self, least: int | None) -> None:
        self.least: int | None = least
        self.bound: int = 0
        self.size: int = 1
        self._count: int = 0
        self._patience: int = _PATIENCE
        self._begun: bool = False
        self._halves: bool = False

    def improve(self, bound: int) -> None:
        """Note that a solution was found, and that the next must have an objective of at most *bound*.

        A solution below the lower bound would be a fault of csplib: then that bound may have called another one best.
        """
        if self.least is not None and bound + 1 < self.least:
            raise InternalError(f"a solution with the objective {bound + 1} came where {self.least} is a lower bound")
        gained = self.bound - bound
        is_first = not self._begun
        self.bound = bound
        self._begun = True
        left = self._left()
        if self.size > 1:
            self._resize(self.size * _FACTOR)
        elif is_first or left <= _LONG or gained * _SMALL >= left:
            self._count = 0
        else:
            self._count += 1
            if self._count >= self._patience:
                self._resize(_FACTOR)

    def target(self) -> int:
        """Return the greatest objective that the next step allows."""
        return self.bound - self.size + 1

    def refute(self, target: int) -> None:
        """Note that no solution has an objective of at most *target*."""
        self.least = target + 1
        self._halves = True
        self._resize(self.size)

    def give_up(self) -> None:
        """Note that a large step was neither made nor refuted. It takes longer until the next one is tried."""
        self.size = 1
        self._count = 0
        self._patience *= 2
        self._halves = False

    @property
    def is_done(self) -> bool:
        """Whether nothing better can exist."""
        return self.least is not None and self.least > self.bound

    def _left(self) -> int:
        """Return the number of objectives that are possible and of interest; 0 if it is not known."""
        return 0 if self.least is None else self.bound - self.least + 1

    def _resize(self, size: int) -> None:
        half = (self._left() + 1) // 2
        self.size = max(1, half if self._halves else min(size, half))


@final
class OptimizingSearch(Search):
    """A `Search` below a *ceiling* that may also restart."""

    def __init__(
        self,
        csp: CSP,
        state: State,
        ceiling: Ceiling,
        *,
        order: Order | None,
        node_limit: int,
        restarts: Iterable[int],
        learning: Turns | None = None,
    ) -> None:
        super().__init__(
            csp, state, order=order, node_limit=node_limit, restarts=restarts, ceiling=ceiling, learning=learning
        )
        self._objective: Ceiling = ceiling
        self._steps: Steps = Steps(None)
        self._patient: Countdown = self._countdown
        self._probing: bool = False
        self._at_root: bool = False  # the next run starts there
        self._root: int = 0

    def improve(self, bound: int) -> None:
        super().improve(bound)
        self._end_probe()
        self._steps.improve(bound)
        self._at_root = self._steps.size > 1

    def advance(self) -> bool:
        while not super().advance():
            if not self._probing:
                return False
            self._ended = False
            self._steps.refute(self._steps.target())
            self._take_back_probe()
            self._at_root = True
        return True

    def _make_root_consistent(self) -> bool:
        consistent = super()._make_root_consistent()
        if consistent:
            self._steps = Steps(self._objective.least(self.state))
        return consistent

    def _resume(self) -> bool:
        is_learning = self._learning is not None and self._learning.solved  # the state is not at the root then
        return self._start_at_root() if self._at_root and not is_learning else super()._resume()

    def _start_at_root(self) -> bool:
        """Start a probe that propagation does not refute or, if there is none, a run for any better solution.

        What was refuted before it stays refuted, since the bound only becomes lower.
        """
        state, steps = self.state, self._steps
        self._at_root = False
        if self._decisions and "nogoods" in self.uses:
            self._nogoods = self._nogoods or Nogoods()
            self._nogoods.record(self._decisions)
        while self._decisions:
            self._backtrack()
        self._root = state.height
        while steps.size > 1:
            self._objective.lower_to(state, steps.target())
            if self._conclude(self._root):
                self._probing = True
                self._countdown = Countdown([_BUDGET])
                return True
            self._choice.undo(self._root)
            steps.refute(steps.target())
        self._objective.lower_to(state, steps.bound)
        return not steps.is_done and self._conclude(self._root)

    def _restart(self) -> bool:
        if not self._probing:
            return super()._restart()
        while self._decisions:
            self._backtrack()
        self._take_back_probe()
        self._steps.give_up()
        self._objective.lower_to(self.state, self._steps.bound)
        return self._conclude(self._root)

    def _take_back_probe(self) -> None:
        """Undo what a probe has concluded at the root."""
        self._choice.undo(self._root)
        self._end_probe()

    def _end_probe(self) -> None:
        self._probing = False
        self._countdown = self._patient
