"""Branching: the decisions of a search, and the engine's choice of the next variable.

Until the first failure, the variable with the fewest values is next. It is found without a scan of all variables where
possible. From then on, each failure adds to the weight of the variables to blame, and the number of values divided by
the weight decides: dom/wdeg (Boussemart, Hemery, Lecoutre, Sais 2004), with weights on variables, not constraints.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask, size_of
from csplib.kernel.csp import CSP
from csplib.kernel.state import Cell, State

__all__ = ["Choice", "Decision", "explored"]


@final
class Decision:
    """A level of the search: a variable, the values still to try (next one last), and the heights of the trail.

    `mark` is the height before the decision. `level` is the height to return to before the next value: above the mark,
    it keeps the conclusions from the values refuted so far. `tried` is the value assigned now, `refuted` holds the
    values tried before.

    `base` and `floor` help to choose the next variable: variables that have not changed since the trail had the height
    `base` have at least `floor` values, or one. `rest` lists the variables that were not fixed at the decision, if
    the list was needed.
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


def explored(decisions: list[Decision]) -> float:
    """Return the share of the search space that was explored, if each value covers an equal part of it."""
    share = 1.0
    behind = 0.0
    for decision in decisions:
        share /= decision.size
        behind += share * (decision.size - len(decision.values) - (1 if decision.tried else 0))
    return behind


@final
class Choice:
    """The choice among the first *stated* variables of a state. Variables of a projection, *on*, come first.

    `among` restricts the choice to some variables; the first `settled` decisions are about others. Of variables with
    equal weight the last is chosen, or the first with `in_order`.
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
        """Return whether *x* is part of the projection."""
        return bool(self._is_on) and self._is_on[x]

    def weigh_by_degree(self, csp: CSP) -> None:
        """Start with the number of its constraints as the weight of each variable; ties go to the first variable.

        This is for all solutions: variables that others depend on are decided early, so that blocks become large
        (dom/deg: Bessière, Régin 1996). It does nothing if all constraints are differences.
        """
        if any(csp.supports) or any(csp.deciders):
            self.weighs = self.in_order = True
            for x in range(csp.stated):
                self.state.cells[x].weight = float(len(csp.supports[x]) + len(csp.deciders[x]) or 1)

    def blame(self) -> None:
        """Add to the weights of the variables of the failure that the state reports."""
        self.weighs = True
        cells = self.state.cells
        if self.state.wiped >= 0:
            cells[self.state.wiped].weight += 1.0
        else:
            for x in self.state.blamed:
                cells[x].weight += 1.0

    def next(self, decisions: list[Decision], on: bool) -> int:  # noqa: FBT001 - of the projection, or of all
        """Return the variable to decide after *decisions*, or -1 if all are fixed."""
        return self._weighted(decisions, on) if self.weighs or self.among else self._smallest(decisions, on)

    def _weighted(self, decisions: list[Decision], on: bool) -> int:  # noqa: FBT001
        """Return the variable with the fewest values for its weight."""
        self.rest = self._unfixed(decisions)
        best = -1
        least = 0.0
        for cell in self.rest:
            score = size_of(cell.mask) / cell.weight
            is_better = best < 0 or score < least or (score == least and not self.in_order)
            if is_better and (not on or self.is_on(cell.index)):
                best = cell.index
                least = score
        return best

    def _unfixed(self, decisions: list[Decision]) -> list[Cell]:
        """Return the unfixed cells. Cells that were fixed at the last decision still are, so they are skipped."""
        cells = self.state.cells
        if len(decisions) > self.settled and decisions[-1].rest:
            known = decisions[-1].rest
        elif self.among:
            known = [cells[x] for x in self.among]
        else:
            known = cells[: self.stated]
        return [cell for cell in known if cell.mask & (cell.mask - 1)]

    def _smallest(self, decisions: list[Decision], on: bool) -> int:  # noqa: FBT001
        """Return the variable with the fewest values, at least two; among equals the one stated first.

        The variables that changed since the last full scan are on the trail. All others have at least as many values as
        the floor that the scan found. So if the trail is short and has a variable at the floor, no scan is needed.
        """
        self._recall(decisions, on)
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

    def _recall(self, decisions: list[Decision], on: bool) -> None:  # noqa: FBT001
        """Take base and floor from the newest decision, if they are about the same variables."""
        self.base = self.state.height
        self.floor = 2
        if decisions and decisions[-1].projected == on:
            self.base = decisions[-1].base
            self.floor = decisions[-1].floor

    def _smallest_of(self, cells: list[Cell], on: bool) -> Cell | None:  # noqa: FBT001
        """Return the first variable with the fewest values, at least two."""
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
