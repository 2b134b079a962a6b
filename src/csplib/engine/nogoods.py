"""What a run has refuted, kept for the runs that follow a restart.

Nogoods from restarts (Lecoutre, Sais, Tabary, Vidal 2007): on the path to where a run is broken off, each decision has
values that were tried before and refuted. They stay refuted whenever the decisions above are made again. All of this
is one sequence for each run, and needs no more than one look at it (Lee, Schulte, Zhu 2016).
"""

from __future__ import annotations

from typing import final

from csplib.engine.branching import Frame
from csplib.kernel.bits import Mask
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["Nogoods"]


@final
class _Path:
    """The decisions of a run, in their order: the variable, the value it had, and the values refuted before."""

    def __init__(self, frames: list[Frame]) -> None:
        self.variables: list[int] = [frame.x for frame in frames]
        self.taken: list[Mask] = [frame.tried for frame in frames]
        self.refuted: list[Mask] = [frame.refuted for frame in frames]
        # The decision at which the run was broken off has just been refuted too.
        self.refuted[-1] |= self.taken[-1]
        self.taken[-1] = 0

    def follow(self, state: State) -> bool:
        """Keep the first decision that is not made again off what was refuted there.

        If the next one that is not made can only be what was refuted there, the first must not be made.
        """
        cells = state.cells
        first = -1
        for place, x in enumerate(self.variables):
            if first < 0 and cells[x].mask & self.refuted[place] and not state.narrow(x, ~self.refuted[place]):
                return False
            domain = cells[x].mask
            if domain == self.taken[place]:
                continue
            if first >= 0:
                return bool(domain & ~self.refuted[place]) or state.narrow(self.variables[first], ~self.taken[first])
            if not domain & self.taken[place]:
                return True
            first = place
        return True


@final
class Nogoods(Propagator):
    """All that the runs of one search have refuted: no value that was refuted is tried again in the same place.

    Good for one search only, whose solutions must get better if it goes on after one: what was tried is refuted.
    Complexity: a look at each run, for as many decisions as are made again.

    >>> first, second = Frame(0, [], 0, False), Frame(1, [], 0, False)
    >>> first.tried, first.refuted, second.tried = 0b010, 0b001, 0b100
    >>> nogoods = Nogoods()
    >>> nogoods.record([first, second])
    >>> state = State([0b111, 0b111])
    >>> nogoods.propagate(state), state.domains
    (True, [6, 7])
    >>> state.assign(0, 0b010), nogoods.propagate(state), state.domains
    (True, True, [2, 3])
    """

    def __init__(self) -> None:
        super().__init__([], "what was refuted before a restart")
        self._paths: list[_Path] = []

    def record(self, frames: list[Frame]) -> None:
        """Note what was refuted on the way down *frames*, the last of which has just failed."""
        self._paths.append(_Path(frames))

    def propagate(self, state: State) -> bool:
        for path in self._paths:
            if not path.follow(state):
                return False
        return True
