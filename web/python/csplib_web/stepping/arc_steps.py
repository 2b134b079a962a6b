"""The steps of AC-3, in a form that the page can play forward and back."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Sequence
from typing import Any

from csplib import CSP, Arc, OptionError, State, Trace, node_consistency, revise
from csplib_web.stepping.pictured import Pictured, compact

__all__ = ["arc_steps"]

MOST_REVISIONS = 60_000


def arc_steps(
    shown: Pictured, given: Sequence[Sequence[int]] = (), picks: Sequence[Sequence[int]] = ()
) -> dict[str, Any]:
    """Run AC-3 and return its steps.

    *given* has pairs of a variable and the number of its value. *picks* are the arcs that the reader revises out of
    turn: [n, x, y] revises (x, y) after n revisions. The result has

    - `start`: the domains before the first step, as bits,
    - `queued`: the numbers of all arcs that were ever in the queue, in this order,
    - `taken`: for each revision its place in `queued`, or -1 - the number of an arc that was not in the queue,
    - `effects`: for each revision that removed something its number, the domain left, and the length of `queued` then,
    - `before` and `lines`: the library's trace, a line for each value removed before AC-3, and by it.
    """
    csp = shown.csp
    stream = io.StringIO()
    state = csp.state(Trace(stream))
    for x, place in given:
        if not (0 <= x < csp.size and 0 <= place < len(csp.values_in(x, csp.domains[x]))):
            raise OptionError(f"there is no value number {place} of variable number {x}")
        csp.assume(state, x, csp.values_in(x, csp.domains[x])[place])
    node_consistency(csp, state)
    start = [compact(csp, x, state.domain(x)) for x in range(csp.size)]
    before = len(stream.getvalue().splitlines())
    run = _Run(csp, state, picks)
    while state.wiped < 0 and len(run.taken) < MOST_REVISIONS and run.step():
        pass
    lines = stream.getvalue().splitlines()
    return {
        "start": start,
        "queued": [run.number[id(arc)] for arc in run.queued],
        "taken": run.taken,
        "effects": run.effects,
        "before": lines[:before],
        "lines": lines[before:],
        "outcome": _outcome(csp, state, unfinished=bool(run.waiting)),
    }


class _Run:
    """AC-3 as in the library, one revision at a time, with arcs that the reader picks."""

    def __init__(self, csp: CSP, state: State, picks: Sequence[Sequence[int]]) -> None:
        self.csp = csp
        self.state = state
        self.picks = deque(sorted(map(tuple, picks), key=lambda pick: pick[0]))
        self.forced: deque[Arc] = deque()
        self.number = {id(arc): number for number, arc in enumerate(csp.arcs)}
        self.queued = list(csp.arcs)
        self.waiting = deque(range(len(self.queued)))
        self.taken: list[int] = []
        self.effects: list[list[int]] = []

    def step(self) -> bool:
        """Revise the next arc; return False if there is none."""
        while self.picks and self.picks[0][0] <= len(self.taken):
            self.forced.extend(self._between(*self.picks.popleft()[1:]))
        if self.forced:
            arc = self.forced.popleft()
            self.taken.append(self._out_of_turn(arc))
        elif self.waiting:
            self.taken.append(self.waiting.popleft())
            arc = self.queued[self.taken[-1]]
        else:
            return False
        if revise(self.csp, self.state, arc, len(self.waiting)):
            if self.state.wiped < 0:
                joining = [other for other in self.csp.arcs_to[arc.x] if not other.reverses(arc)]
                self.waiting.extend(range(len(self.queued), len(self.queued) + len(joining)))
                self.queued.extend(joining)
            left = compact(self.csp, arc.x, self.state.domain(arc.x))
            self.effects.append([len(self.taken) - 1, left, len(self.queued)])
        return True

    def _between(self, x: int, y: int) -> list[Arc]:
        found = [arc for arc in self.csp.arcs_to[y] if arc.x == x] if 0 <= y < self.csp.size else []
        if not found:
            raise OptionError(f"there is no arc from variable number {x} to variable number {y}")
        return found

    def _out_of_turn(self, arc: Arc) -> int:
        """Take *arc* out of the queue if it is there; return what `taken` says of it."""
        for place in self.waiting:
            other = self.queued[place]
            if other is arc or ((other.x, other.y) == (arc.x, arc.y) and other.same_relation(arc)):
                self.waiting.remove(place)
                return place
        return -1 - self.number[id(arc)]


def _outcome(csp: CSP, state: State, *, unfinished: bool) -> str:
    if state.wiped >= 0:
        return "wiped"
    if unfinished:
        return "unfinished"
    single = all(len(csp.values_in(x, state.domain(x))) == 1 for x in range(csp.size))
    return "solved" if single else "consistent"
