"""The engine's own choice of the next variable: few values, and a record of failures.

Until the search has failed for the first time the variable with the fewest values is next, found without looking at
all of them if that can be helped. From then on each failure adds to the weight of the variables to blame, and values
per weight decide: dom/wdeg (Boussemart, Hemery, Lecoutre, Sais 2004), with weights on variables instead of constraints.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask, size_of
from csplib.kernel.csp import CSP
from csplib.kernel.state import Cell, State

__all__ = ["Choice", "Frame", "close_fixed", "explored"]


@final
class Frame:
    """A decision: the variable, the values still to try (next one last) and the state to come back to.

    That is *mark* for good, and *level*, with what followed from the values refuted so far, for the next value.

    *base* and *floor* help to choose the next variable: those that have not changed since the trail was *base* high
    have at least *floor* values, or one. `tried` is the value that is assigned now, `refuted` those that were before.
    `rest` is what was not fixed at the decision, if that was listed.
    """

    def __init__(self, x: int, values: list[Mask], mark: int, projected: bool) -> None:  # noqa: FBT001 - two callers
        self.x: int = x
        self.values: list[Mask] = values
        self.size: int = len(values)
        self.mark: int = mark
        self.level: int = mark
        self.projected: bool = projected
        self.base: int = 0
        self.floor: int = 2
        self.tried: Mask = 0
        self.refuted: Mask = 0
        self.rest: list[Cell] = []


def explored(frames: list[Frame]) -> float:
    """Give the share of the search space that lies behind *frames*, if each value stands for an equal part of it."""
    share = 1.0
    behind = 0.0
    for frame in frames:
        share /= frame.size
        behind += share * (frame.size - len(frame.values) - (1 if frame.tried else 0))
    return behind


def close_fixed(state: State, since: int) -> bool:
    """Assign what the engine has fixed since a height of the trail, so that a selection sees what is left; be True."""
    changed = [change.cell for change in state.trail[since : state.height]] if since else list(state.cells)
    for cell in changed:
        if cell.index < state.size and not cell.mask & (cell.mask - 1):
            state.close(cell.index)
    return True


@final
class Choice:
    """Choose among the first *stated* variables of a state; those of a projection, *on*, go first.

    `among` can narrow the choice to some variables, of which the first `settled` decisions did not speak. Of equals by
    weight the last is chosen, or the first with `in_order`.
    """

    def __init__(self, state: State, stated: int, on: Sequence[int]) -> None:
        self.state: State = state
        self.stated: int = stated
        self.base: int = 0
        self.floor: int = 2
        self.weighs: bool = False
        self.in_order: bool = False
        self.among: list[int] = []
        self.rest: list[Cell] = []
        self.settled: int = 0
        self._is_on: list[bool] = [False] * state.size if on else []
        for x in on:
            self._is_on[x] = True

    def is_on(self, x: int) -> bool:
        """Say whether *x* is part of the projection."""
        return bool(self._is_on) and self._is_on[x]

    def smallest_open(self, variables: Sequence[int]) -> int:
        """Name the open one of *variables* with the fewest values, or -1."""
        best = -1
        for x in variables:
            if self.state.is_open(x) and (
                best < 0 or size_of(self.state.cells[x].mask) < size_of(self.state.cells[best].mask)
            ):
                best = x
        return best

    def weigh_by_degree(self, csp: CSP) -> None:
        """Let each variable weigh, to begin with, as many constraints as speak of it; ties go to the first.

        It is for who wants all solutions: what others hang on is decided early, so that blocks become large (dom/deg:
        Bessière, Régin 1996). Where all constraints are differences it is not looked at.
        """
        if any(csp.supports) or any(csp.deciders):
            self.weighs = self.in_order = True
            for x in range(csp.stated):
                self.state.cells[x].weight = float(len(csp.supports[x]) + len(csp.deciders[x]) or 1)

    def blame(self) -> None:
        """Add weight to whatever the state says has just failed."""
        self.weighs = True
        cells = self.state.cells
        if self.state.wiped >= 0:
            cells[self.state.wiped].weight += 1.0
        else:
            for x in self.state.blamed:
                cells[x].weight += 1.0

    def next(self, frames: list[Frame], on: bool) -> int:  # noqa: FBT001 - of the projection, or of all
        """Name the variable to decide after *frames*, or -1 if all are fixed."""
        return self._weighted(frames, on) if self.weighs or self.among else self._smallest(frames, on)

    def _weighted(self, frames: list[Frame], on: bool) -> int:  # noqa: FBT001
        """Name the variable with the fewest values for its weight."""
        self.rest = self._undecided(frames)
        best = -1
        least = 0.0
        for cell in self.rest:
            score = size_of(cell.mask) / cell.weight
            is_better = best < 0 or score < least or (score == least and not self.in_order)
            if is_better and (not on or self.is_on(cell.index)):
                best = cell.index
                least = score
        return best

    def _undecided(self, frames: list[Frame]) -> list[Cell]:
        """List what is not fixed. What was fixed at the last decision still is: only the others are looked at."""
        cells = self.state.cells
        if len(frames) > self.settled and frames[-1].rest:
            known = frames[-1].rest
        elif self.among:
            known = [cells[x] for x in self.among]
        else:
            known = cells[: self.stated]
        return [cell for cell in known if cell.mask & (cell.mask - 1)]

    def _smallest(self, frames: list[Frame], on: bool) -> int:  # noqa: FBT001
        """Name the variable with the fewest values, at least two; among equals the one that was stated first.

        What has changed since the last look at all of them is on the trail; what has not is no smaller than the floor
        that was found then. So a look at the trail is enough where that is short and has one as small, of which the
        first is taken then.
        """
        self._recall(frames, on)
        height = self.state.height
        if height - self.base < self.stated:
            best = self._smallest_of([change.cell for change in self.state.trail[self.base : height]], on)
            if best is not None and size_of(best.mask) <= self.floor:
                return best.index
        best = self._smallest_of(self.state.cells[: self.stated], on)
        self.base = height
        if best is None:
            return -1
        self.floor = size_of(best.mask)
        return best.index

    def _recall(self, frames: list[Frame], on: bool) -> None:  # noqa: FBT001
        """Take base and floor from the newest decision, if they speak of the same variables."""
        self.base = self.state.height
        self.floor = 2
        if frames and frames[-1].projected == on:
            self.base = frames[-1].base
            self.floor = frames[-1].floor

    def _smallest_of(self, cells: list[Cell], on: bool) -> Cell | None:  # noqa: FBT001
        """Find the first variable with the fewest values, at least two."""
        best: Cell | None = None
        fewest = 0
        for cell in cells:
            domain = cell.mask
            if domain & (domain - 1) and cell.index < self.stated and (not on or self.is_on(cell.index)):
                count = size_of(domain)
                if best is None or count < fewest or (count == fewest and cell.index < best.index):
                    best = cell
                    fewest = count
        return best
