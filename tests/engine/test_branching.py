"""The choice of the next variable is the one that a scan of all variables makes, whatever happens in between."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from csplib import State
from csplib.engine.branching import Choice
from csplib.engine.decisions import Decision
from csplib.kernel.bits import nth_bit, size_of, split

VALUES = 4


class Scan:
    """The rule of `Choice`, by scans of all variables."""

    def __init__(self, state: State, stated: int, on: list[int]) -> None:
        self.state, self.stated, self.on = state, stated, on
        self.weights: list[float] = [1.0] * state.size
        self.weighs = self.in_order = False
        self.among: list[int] = list(range(stated))
        self.bases: list[tuple[int, int]] = []  # of each decision: base and floor
        self.base, self.floor = 0, 2

    def sizes(self, variables: list[int], on: bool) -> list[tuple[int, int]]:  # noqa: FBT001
        """Return (number of values, index) for each variable that is not fixed."""
        domains = self.state.domains
        found = {x: size_of(domains[x]) for x in variables if x < self.stated and (not on or x in self.on)}
        return [(size, x) for x, size in found.items() if size > 1]

    def next(self, decisions: list[Decision], on: bool) -> int:  # noqa: FBT001
        """Return the variable to decide next, or -1."""
        left = self.sizes(self.among, on)
        if not left:
            return -1
        if self.weighs or len(self.among) < self.stated:
            sign = 1 if self.in_order else -1
            return min(left, key=lambda one: (one[0] / self.weights[one[1]], sign * one[1]))[1]
        height = self.state.height
        self.base, self.floor = height, 2
        if decisions and decisions[-1].projected == on:
            self.base, self.floor = self.bases[len(decisions) - 1]
        changed = [change.cell.index for change in self.state.trail[self.base : height]]
        size, x = min(self.sizes(changed, on), default=(VALUES + 1, -1))
        if height - self.base >= self.stated or size > self.floor:
            self.floor, x = min(left)
            self.base = height
        return x


@given(st.data())
def test_the_next_variable_is_the_one_that_a_scan_finds(data: st.DataObject) -> None:
    draw = data.draw
    size = draw(st.sampled_from([3, 8, 70, 90]))
    hidden = draw(st.integers(0, 2))
    some = st.integers(0, size - hidden - 1)
    on = draw(st.lists(some, max_size=size, unique=True))
    state = State([draw(st.integers(1, (1 << VALUES) - 1)) for _ in range(size)] if size < 10 else [15] * size)
    choice, scan = Choice(state, size - hidden, on), Scan(state, size - hidden, on)
    if draw(st.booleans()):
        among = sorted(draw(st.sets(some, min_size=1)))
        choice.restrict(among, 0)
        scan.among = among
        scan.weighs = len(among) == size - hidden  # weights, all of them 1, count from the start then
    scan.in_order = choice.in_order = draw(st.booleans())
    decisions: list[Decision] = []
    for _ in range(draw(st.integers(1, 25))):
        projecting = bool(on) and scan.next(decisions, True) >= 0
        if projecting:
            assert choice.next(decisions, True) == scan.next(decisions, True)
        elif on:
            assert choice.next(decisions, True) < 0
        x = scan.next(decisions, projecting)
        assert choice.next(decisions, projecting) == x
        if x >= 0:
            decision = Decision(x, state.cells[x].mask, state.height, projecting)
            decision.base, decision.floor, decision.rest = choice.base, choice.floor, choice.rest
            decisions.append(decision)
            scan.bases[len(decisions) - 1 :] = [(scan.base, scan.floor)]
            state.narrow(x, nth_bit(state.cells[x].mask, 0))
            narrow_some(state, data)
        goes_back: bool = draw(st.booleans())
        if decisions and goes_back:
            if draw(st.booleans()):
                state.blamed = draw(st.lists(st.integers(0, size - 1), max_size=4))
                choice.blame()
                scan.weighs = True
                for y in state.blamed:
                    scan.weights[y] += 1.0
            for _ in range(draw(st.integers(1, len(decisions)))):
                choice.undo(decisions.pop().mark)
            if draw(st.booleans()):  # the next value, or the conclusions from a refuted one
                narrow_some(state, data)


def narrow_some(state: State, data: st.DataObject) -> None:
    """Remove a value from some domains that have at least two."""
    for y in data.draw(st.lists(st.integers(0, state.size - 1), max_size=8)):
        domain = state.cells[y].mask
        if size_of(domain) > 1:
            state.narrow(y, domain ^ data.draw(st.sampled_from(split(domain))))
