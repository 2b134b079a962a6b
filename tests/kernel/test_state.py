"""`State` against a model that copies everything."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from csplib import State
from csplib.kernel.bits import split

MASKS = st.integers(1, 0b11111)


class StateBesideCopies(RuleBasedStateMachine):
    """Drive a trail and a pile of copies with the same random steps; they must never differ."""

    @initialize(domains=st.lists(MASKS, min_size=1, max_size=4))
    def start(self, domains: list[int]) -> None:
        self.state = State(domains)
        self.domains = list(domains)
        self.open = set(range(len(domains)))
        self.cells: list[int] = []
        self.handles: list[int] = []
        self.saved: list[tuple[int, list[int], set[int], list[int]]] = []

    def dead(self) -> bool:
        return 0 in self.domains

    @rule()
    def mark(self) -> None:
        self.saved.append((self.state.mark(), list(self.domains), set(self.open), list(self.cells)))

    @precondition(lambda self: not self.dead())
    @rule(data=st.data(), mask=st.integers(0, 0b11111))
    def narrow(self, data: Any, mask: int) -> None:
        x = data.draw(st.integers(0, len(self.domains) - 1))
        self.domains[x] &= mask
        assert self.state.narrow(x, mask) == bool(self.domains[x])

    @precondition(lambda self: not self.dead() and self.open)
    @rule(data=st.data())
    def assign(self, data: Any) -> None:
        x = data.draw(st.sampled_from(sorted(self.open)))
        bit = data.draw(st.sampled_from(split(self.domains[x])))
        self.domains[x] = bit
        self.open.remove(x)
        assert self.state.assign(x, bit)

    @rule(value=st.integers(0, 9))
    def new_cell(self, value: int) -> None:
        if not self.saved:  # a cell belongs to the start: it is not taken away by undo
            self.handles.append(self.state.new_cell(value))
            self.cells.append(value)

    @precondition(lambda self: self.cells)
    @rule(data=st.data(), value=st.integers(0, 9))
    def store(self, data: Any, value: int) -> None:
        cell = data.draw(st.integers(0, len(self.cells) - 1))
        self.cells[cell] = value
        self.state.store(self.handles[cell], value)

    @precondition(lambda self: self.saved)
    @rule(data=st.data())
    def undo(self, data: Any) -> None:
        back = data.draw(st.integers(0, len(self.saved) - 1))
        mark, self.domains, self.open, self.cells = self.saved[back]
        del self.saved[back:]
        self.state.undo(mark)

    @invariant()
    def same(self) -> None:
        if hasattr(self, "state"):
            self.state._check()
            assert self.state.domains == self.domains
            assert self.state.open_variables() == sorted(self.open)
            assert self.state.open_count == len(self.open)
            assert [self.state.cells[handle].mask for handle in self.handles] == self.cells
            assert all(self.state.is_open(x) == (x in self.open) for x in range(len(self.domains)))


TestStateBesideCopies = StateBesideCopies.TestCase


def test_undo_restores_domains_in_reverse_order() -> None:
    state = State([0b1111])
    first = state.mark()
    state.narrow(0, 0b0111)
    second = state.mark()
    state.narrow(0, 0b0001)
    state.undo(second)
    assert state.domains == [0b0111]
    state.undo(first)
    assert state.domains == [0b1111]


def test_a_wiped_out_domain_is_visible_until_it_is_undone() -> None:
    state = State([0b1, 0b10])
    mark = state.mark()
    assert not state.narrow(1, 0b01)
    assert (state.wiped, state.domains) == (1, [0b1, 0])
    state.undo(mark)
    assert (state.wiped, state.domains) == (-1, [0b1, 0b10])


def test_one_value_left_is_not_assigned() -> None:
    state = State([0b11])
    state.narrow(0, 0b01)
    assert state.is_open(0)
    state.assign(0, 0b01)
    assert not state.is_open(0)


def test_assigning_twice_changes_nothing_more() -> None:
    state = State([0b11, 0b11])
    state.assign(0, 0b01)
    height = state.mark()
    assert state.assign(0, 0b01)
    assert state.mark() == height
