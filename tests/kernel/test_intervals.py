"""Intervals in a `State`, against sets that are copied; and the same moves on bits."""

from __future__ import annotations

import pickle
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from csplib import Axis, State

BOUNDS = st.integers(-3, 14)


class IntervalBesideSets(RuleBasedStateMachine):
    """Drive an interval, bits and two sets with the same random steps; they must never differ."""

    @initialize(low=st.integers(-2, 3), more=st.integers(1, 9))
    def start(self, low: int, more: int) -> None:
        span = range(low, low + more + 1)
        mask = (1 << len(span)) - 1
        self.state = State([3, mask], axes=[Axis(range(9)), Axis(span)], intervals={0: (low, low + more)})
        self.values = [set(span), set(span)]
        self.saved: list[tuple[int, list[set[int]]]] = []

    def dead(self) -> bool:
        return not all(self.values)

    def keep(self, kept: set[int], results: list[bool]) -> None:
        self.values = [values & kept for values in self.values]
        assert results[:1] == [bool(self.values[0])]
        assert results == [True] * len(results) or self.dead()

    @rule()
    def mark(self) -> None:
        self.saved.append((self.state.mark(), [set(values) for values in self.values]))

    @precondition(lambda self: not self.dead())
    @rule(bound=BOUNDS)
    def at_least(self, bound: int) -> None:
        kept = set(range(bound, 99))
        self.keep(kept, [self.state.at_least(x, bound) for x in (0, 1)])

    @precondition(lambda self: not self.dead())
    @rule(bound=BOUNDS)
    def at_most(self, bound: int) -> None:
        self.keep(set(range(-99, bound + 1)), [self.state.at_most(x, bound) for x in (0, 1)])

    @precondition(lambda self: not self.dead())
    @rule(integer=BOUNDS)
    def exclude(self, integer: int) -> None:
        self.keep(set(range(-99, 99)) - {integer}, [self.state.exclude(x, integer) for x in (0, 1)])

    @precondition(lambda self: not self.dead())
    @rule(integer=BOUNDS)
    def fix(self, integer: int) -> None:
        self.keep({integer}, [self.state.fix(x, integer) for x in (0, 1)])

    @precondition(lambda self: bool(self.saved))
    @rule(data=st.data())
    def undo(self, data: Any) -> None:
        place = data.draw(st.integers(0, len(self.saved) - 1))
        mark, values = self.saved[place]
        self.state.undo(mark)
        self.values = [set(some) for some in values]
        del self.saved[place + 1 :]

    @rule()
    def copy(self) -> None:
        twin = pickle.loads(pickle.dumps(self.state))  # noqa: S301 - our own
        for x, values in enumerate(self.values):
            if not self.dead():
                assert {v for v in range(-9, 20) if twin.cells[x].has(v)} == values

    @invariant()
    def they_agree(self) -> None:
        self.state._check()
        for x, values in enumerate(self.values):
            cell = self.state.cells[x]
            assert bool(cell.mask) == bool(values)
            assert (not cell.mask & (cell.mask - 1)) == (len(values) <= 1)
            if values:
                assert (cell.low(), cell.high(), cell.count()) == (min(values), max(values), len(values))
                assert {v for v in range(-9, 20) if cell.has(v)} == values


TestIntervalBesideSets = IntervalBesideSets.TestCase


@pytest.mark.parametrize(
    ("first", "last", "left"),
    [
        pytest.param(-5, 3, (4, 10), id="the low end"),
        pytest.param(8, 12, (0, 7), id="the high end"),
        pytest.param(4, 6, (0, 10), id="the inside stays"),
        pytest.param(-1, 11, None, id="everything"),
    ],
)
def test_a_range_is_removed_only_at_the_ends(first: int, last: int, left: tuple[int, int] | None) -> None:
    state = State([3], intervals={0: (0, 10)})
    assert state.remove_range(0, first, last) == (left is not None)
    if left is not None:
        assert (state.low(0), state.high(0)) == left
    else:
        assert state.wiped == 0


def test_a_hole_is_skipped_when_an_end_moves() -> None:
    state = State([3], intervals={0: (0, 10**12)})
    for hole in (5, 6, 10**12 - 1):
        assert state.exclude(0, hole)
    assert state.at_least(0, 5)
    assert state.at_most(0, 10**12 - 1)
    assert (state.low(0), state.high(0)) == (7, 10**12 - 2)
    state.undo(0)
    assert (state.low(0), state.high(0), state.cells[0].has(5)) == (0, 10**12, True)
