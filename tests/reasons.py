"""An oracle for reasons: by brute force over the scope of one propagator, with random narrowing and backtracking."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import product

from csplib.engine.analysis import Analysis
from csplib.kernel.axis import Axis
from csplib.kernel.bits import split
from csplib.kernel.history import History, Journal, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

Holds = Callable[[dict[int, int]], bool]
"""Whether integers, by variable, satisfy a constraint."""

Row = dict[int, int]


def rows_of(domains: dict[int, int], holds: Callable[[Row], bool]) -> list[Row]:
    """Return the rows of single bits, by variable, that satisfy a constraint."""
    rows = (dict(zip(domains, row, strict=True)) for row in product(*map(split, domains.values())))
    return [row for row in rows if holds(row)]


def forces(rows: list[Row], reason: Sequence[Literal], x: int, gone: int) -> bool:
    """Return whether no row agrees with *reason* and has one of the values *gone* for *x*, if there is an *x*."""
    return not any((x < 0 or row[x] & gone) and all(row[y] & mask for y, mask in reason) for row in rows)


class Examined:
    """One propagator in a state of its own, whose reasons are compared with all *rows* that satisfy it."""

    def __init__(self, propagator: Propagator, domains: Sequence[int], holds: Holds, axes: Sequence[Axis] = ()) -> None:
        self.propagator = propagator
        self.state = State(domains, axes=axes)
        self.journal = Journal()
        self.history = History(self.state, self.state.size)
        self.analysis = Analysis(self.state, self.history, self.journal)
        cells = self.state.cells
        scope = {x: domains[x] for x in dict.fromkeys(propagator.scope)}
        self.rows = rows_of(scope, lambda row: holds({x: cells[x].axis.least(bit) for x, bit in row.items()}))
        self.reasons: list[tuple[int, int, list[Literal]]] = []

    def run(self) -> bool:
        """Run the propagator, and check the reason of each change; return False on a contradiction."""
        state, history = self.state, self.history
        before = state.height
        consistent = self.propagator.propagate(state)
        self.journal.note(before, self.propagator)
        history.read()
        for height in range(before, state.height):
            change = state.trail[height]
            if change.cell.index < state.size:
                gone = split(change.old & ~change.new)
                for some in (sum(gone), sum(gone[::2]), gone[-1]):  # a conflict may ask for some of the values only
                    reason = self.analysis.reason(change, height, some)
                    self._check(change.cell.index, some, reason, height)
        if not consistent and state.wiped < 0:
            self._check(-1, 0, self.analysis.conflict(), state.height)
        elif not consistent:  # a propagator around this one asks so, with what the run has removed undone
            history.look(before, before)
            self._check(-1, 0, self.propagator.explain(history, -1, 0), before)
        return consistent and state.wiped < 0

    def _check(self, x: int, gone: int, reason: list[Literal], height: int) -> None:
        self.reasons.append((x, gone, reason))
        told = (x, gone, reason, self.propagator, self.state.domains)
        assert x not in [y for y, _ in reason], told
        assert len({y for y, _ in reason}) == len(reason), told
        for y, mask in reason:
            assert self.history.entry(self.history.tracks[y], mask) < height, told
        assert forces(self.rows, reason, x, gone), told

    def narrow(self, x: int, mask: int) -> None:
        """Decide that *x* has a value in *mask*."""
        self.journal.note(self.state.height, None)
        self.state.narrow(x, mask)

    def wander(self, rng: random.Random, steps: int) -> None:
        """Narrow random variables, propagate, and go back now and then."""
        state = self.state
        if not self.run():
            return
        marks = [state.height]
        for _ in range(steps):
            unfixed = [x for x in self.propagator.scope if state.domain(x) & (state.domain(x) - 1)]
            consistent = bool(unfixed)
            if unfixed:
                x = rng.choice(unfixed)
                bits = split(state.domain(x))
                self.narrow(x, sum(rng.sample(bits, rng.randint(1, len(bits) - 1))))
                consistent = self.run()
                marks.append(state.height)
            if not consistent or rng.random() < 0.1:
                del marks[rng.randrange(1, len(marks)) if len(marks) > 1 else 1 :]
                self.history.forget(marks[-1])
                state.undo(marks[-1])
