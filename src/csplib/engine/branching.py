"""Branching: the engine's choice of the next variable.

Until the first failure, the variable with the fewest values is next. Among equals, one that has changed lately comes
first, then the one stated first. From then on, each failure adds to the weight of the variables to blame, and the
number of values divided by the weight decides: dom/wdeg (Boussemart, Hemery, Lecoutre, Sais 2004), with weights on
variables, not constraints. Among equals the last variable is next then.

A few variables are scanned at each choice. Many are kept in a heap, so that the cost of a choice follows from what has
changed since the last one, not from the number of variables.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from csplib.engine.decisions import Decision
from csplib.engine.heap import OUT, Heap, new_number
from csplib.kernel.bits import size_of
from csplib.kernel.csp import CSP
from csplib.kernel.state import Cell, State
from csplib.kernel.tracking import untrack

__all__ = ["Choice"]

_MOST_SCANNED: Final = 64
_LEAST_WEIGHT: Final = 1e-150


@final
class Choice:
    """The choice among the first *stated* variables of a state. Those of a projection or a hint, *on*, come first.

    Before the first failure, variables that have changed since the trail had the height `base` are preferred among
    equals. All others have at least `floor` values. With `in_order`, the first of several variables with equal scores
    is chosen also after a failure.
    """

    def __init__(self, state: State, stated: int, on: Sequence[int]) -> None:
        self.state: State = state
        self.base: int = 0
        self.floor: int = 2
        self.weighs: bool = False
        self.in_order: bool = False
        self.rest: list[Cell] | None = None
        self._stated: int = stated
        self._among: Sequence[int] | None = None
        self._settled: int = 0
        self.leads: bool = False  # some variables come first
        self._is_on: list[bool] = []
        if on:
            self.lead(on)
        self._unfixed: list[Cell] = []  # at the first choice
        self._started: bool = False
        self._first: Heap | None = None  # of the projection
        self._heap: Heap | None = None
        self._seen: int = 0  # all changes below this height of the trail are known
        self._stamp: int = 0
        self._blamed: list[list[int]] = []

    def restrict(self, among: Sequence[int], settled: int) -> None:
        """Choose among these variables from now on; the first *settled* decisions are about others."""
        self._among = among
        self._settled = settled
        self._started = False

    def is_on(self, x: int) -> bool:
        """Return whether *x* is part of the projection."""
        return self.leads and self._is_on[x]

    def lead(self, on: Sequence[int]) -> None:
        """Let the variables *on* come first, until `forget_on`."""
        self.leads = True
        self._is_on = [False] * self.state.size
        for x in on:
            self._is_on[x] = True

    def forget_on(self) -> None:
        """Let no variable come first from now on. All are undecided."""
        if self.leads:
            self.leads = False
            self._is_on = []
            self._started = False

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
        state = self.state
        if state.wiped >= 0:
            state.cells[state.wiped].weight += 1.0
        else:
            for x in state.blamed:
                state.cells[x].weight += 1.0
        if not self.weighs:
            self.weighs = True
            self._make_heaps()
        elif self._heap is not None:  # until the undo, domains are smaller than at the next choice
            self._blamed.append(state.blamed if state.wiped < 0 else [state.wiped])

    def bump(self, variables: list[int], gain: float) -> None:
        """Add *gain* to the weights of *variables*."""
        for x in variables:
            self.state.cells[x].weight += gain
        if self._heap is not None:
            self._blamed.append(variables)

    def scale(self, factor: float) -> None:
        """Multiply all weights by *factor*."""
        for cell in self.state.cells[: self.state.size]:
            cell.weight = max(cell.weight * factor, _LEAST_WEIGHT)
        self._make_heaps()

    def restart(self) -> None:
        """Look at all variables again: another choice was at work on them."""
        self._started = False

    def undo(self, mark: int) -> None:
        """Undo all changes of the state since *mark*."""
        state = self.state
        if self._heap is not None:
            trail = state.trail
            for height in range(mark, state.height):
                change = trail[height]
                if change.cell.place == OUT:
                    self._heap.put_back(change.cell, change.old)
                    if self._first is not None:
                        self._first.put_back(change.cell, change.old)
        if mark < self._seen:
            self._seen = mark
            if self._stamp:
                self._stamp = -1  # other variables have changed lately
        state.undo(mark)

    def leader_or_next(self, decisions: list[Decision]) -> int:
        """Return the variable to decide after *decisions*: one that comes first, or else any; -1 if all are fixed."""
        chosen = self.next(decisions, True) if self.leads else -1
        return chosen if chosen >= 0 else self.next(decisions, False)

    def next(self, decisions: list[Decision], on: bool) -> int:  # noqa: FBT001 - of the projection, or of all
        """Return the variable to decide after *decisions*, or -1 if all are fixed."""
        if not self._started:
            self._start()
        if self._stamp:
            return self._smallest(decisions, on)
        if self._heap is None:
            return self._scan(decisions, on)
        self._catch_up()
        heap = self._first if on else self._heap
        best = None if heap is None else heap.top(0)
        return -1 if best is None else best.index

    def _smallest(self, decisions: list[Decision], on: bool) -> int:  # noqa: FBT001
        """Return the variable with the fewest values, at least two.

        Variables that have changed since `base` bear a stamp. If one of them has at most as many values as the floor,
        the smallest of them is next. Else all are compared, and the stamps become invalid. So they do when there are
        many changes, for other variables should have their turn.
        """
        self._catch_up()
        self._recall(decisions, on)
        if self._heap is None:
            return self._smallest_scanned(on)
        heap = self._first if on else self._heap
        best = None if heap is None else heap.top(self._stamp)
        if best is not None and not self._is_preferred(best):
            self._look_at_all()
            best = None if heap is None else heap.top(self._stamp)
            self.floor = 0 if best is None else best.count()
        return -1 if best is None else best.index

    def _smallest_scanned(self, on: bool) -> int:  # noqa: FBT001
        """Return the same, by a scan: of the variables that have changed lately, then of all if need be."""
        recent = self._fewest(on, self._stamp)
        if recent is not None and self._is_preferred(recent):
            return recent.index
        smallest = self._fewest(on, 0)
        if smallest is None:
            return -1
        self._look_at_all()
        self.floor = smallest.count()
        return smallest.index

    def _fewest(self, on: bool, stamp: int) -> Cell | None:  # noqa: FBT001
        """Return the first variable with the fewest values, at least two, of those with this *stamp*; 0 is any."""
        best: Cell | None = None
        fewest = 0
        for cell in self._unfixed:
            domain = cell.mask
            if (stamp and cell.stamp != stamp) or not domain & (domain - 1) or (on and not self.is_on(cell.index)):
                continue
            count = size_of(domain) if cell.interval is None else cell.count()
            if best is None or count < fewest:
                best = cell
                fewest = count
        return best

    def _is_preferred(self, cell: Cell) -> bool:
        """Return whether *cell*, the smallest of those that have changed lately, is next."""
        is_recent = cell.stamp == self._stamp and self.state.height - self.base < self._stated
        return is_recent and cell.count() <= self.floor

    def _look_at_all(self) -> None:
        """Let no variable count as changed lately. The caller sets the floor."""
        self._stamp = new_number()
        self.base = self.state.height

    def _recall(self, decisions: list[Decision], on: bool) -> None:  # noqa: FBT001
        """Take base and floor from the newest decision, if they are about the same variables."""
        base, floor = self.state.height, 2
        if decisions and decisions[-1].projected == on:
            base, floor = decisions[-1].base, decisions[-1].floor
        if self._stamp < 0 or base != self.base:
            self._stamp = new_number()
            self._seen = base
            self._catch_up()
        self.base, self.floor = base, floor

    def _start(self) -> None:
        """Look for the variables that are not fixed yet. The others stay fixed."""
        cells = self.state.cells
        self._started = True
        among = cells[: self._stated] if self._among is None else [cells[x] for x in self._among]
        self._unfixed = [cell for cell in among if cell.mask & (cell.mask - 1)]
        untrack(self._unfixed)
        self._make_heaps()

    def _make_heaps(self) -> None:
        """Put the variables into heaps if there are many; those of the projection into one of their own."""
        self._stamp = 0 if self.weighs or self._among is not None else -1
        self._heap = self._first = None
        if len(self._unfixed) > _MOST_SCANNED:
            others = self._unfixed
            in_order = self.in_order or self._stamp != 0
            if self._is_on:
                self._first = Heap([cell for cell in others if self._is_on[cell.index]], in_order, self._stamp)
                others = [cell for cell in others if not self._is_on[cell.index]]
            self._heap = Heap(others, in_order, self._stamp)
        self._seen = self.state.height
        self._blamed.clear()

    def _catch_up(self) -> None:
        """Look at what has changed since the last choice."""
        state = self.state
        cells = state.cells
        trail = state.trail
        stamp = self._stamp
        for height in range(self._seen, state.height):
            cell = trail[height].cell
            if cell.owner >= 0:
                cell = cells[cell.owner]
            cell.stamp = stamp
            if cell.place != OUT:
                self._lower(cell)
        self._seen = state.height
        for blamed in self._blamed:
            for x in blamed:
                self._lower(cells[x])
        self._blamed.clear()

    def _lower(self, cell: Cell) -> None:
        if self._heap is not None:
            self._heap.lower(cell, self._stamp)
        if self._first is not None:
            self._first.lower(cell, self._stamp)

    def _scan(self, decisions: list[Decision], on: bool) -> int:  # noqa: FBT001
        """Return the variable with the least score, by a scan. Variables fixed at the last decision still are."""
        known = self._unfixed
        if len(decisions) > self._settled:
            before = decisions[-1].rest
            if before is not None:
                known = before
        self.rest = rest = [cell for cell in known if cell.mask & (cell.mask - 1)]
        best = -1
        least = 0.0
        for cell in rest:
            count = size_of(cell.mask) if cell.interval is None else cell.count()
            found = count / cell.weight
            is_better = best < 0 or found < least or (found == least and not self.in_order)
            if is_better and (not on or self.is_on(cell.index)):
                best = cell.index
                least = found
        return best
