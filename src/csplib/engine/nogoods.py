"""Nogoods from restarts: values that a run has refuted stay refuted in the runs after a restart.

When a run ends, each decision on its current path has values that were tried before and refuted (Lecoutre, Sais,
Tabary, Vidal 2007). They stay refuted whenever the decisions above are made again. The path of a run is one sequence,
and one pass over it draws all conclusions (Lee, Schulte, Zhu 2016).
"""

from __future__ import annotations

from typing import final

from csplib.engine.decisions import Decision
from csplib.kernel.bits import Mask
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["Nogoods"]


@final
class _Path:
    """The decisions of a run in order: the variable, its value, and the values refuted before."""

    def __init__(self, decisions: list[Decision], ends: bool) -> None:  # noqa: FBT001 - one caller
        self.variables: list[int] = [decision.x for decision in decisions]
        self.taken: list[Mask] = [decision.tried for decision in decisions]
        self.refuted: list[Mask] = [decision.refuted for decision in decisions]
        if ends:  # with the last decision of the run, which has just been refuted, too
            self.refuted[-1] |= self.taken[-1]
            self.taken[-1] = 0

    def follow(self, state: State) -> bool:
        """Remove the refuted values from the first variable whose decision is not made in *state*.

        If the next such variable has only refuted values left, the first must not take its old value.
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
    """The nogoods of all runs of one search: no value is tried again below the same decisions.

    A solution counts as refuted, too. So a search may only go on after a solution if the next must be better.
    Complexity: for each run, the number of its decisions that are made again.

    >>> first, second = Decision(0, 0, 0, False), Decision(1, 0, 0, False)
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

    def record(self, decisions: list[Decision]) -> None:
        """Record the values refuted along *decisions*, the last of which has just failed.

        A piece of an interval is no value. So only the decisions before the first interval count.
        """
        count = 0
        while count < len(decisions) and decisions[count].pieces is None:
            count += 1
        if count:
            self._paths.append(_Path(decisions[:count], count == len(decisions)))

    def propagate(self, state: State) -> bool:
        for path in self._paths:
            if not path.follow(state):
                return False
        return True
