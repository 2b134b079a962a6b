"""Propagators of schedules on states of all kinds: bits, intervals, shifted, and reached by steps and undos."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from csplib import Propagator, State
from csplib.kernel.cells import OPEN

Bounds = tuple[int, int]


def interval_state(bounds: Sequence[Bounds]) -> State:
    """Return a state in which every domain is an interval."""
    return State([OPEN] * len(bounds), intervals=dict(enumerate(bounds)))


def bounds_at_fixpoint(propagator: Propagator, bounds: Sequence[Bounds]) -> list[Bounds] | None:
    """Return the bounds after as many runs as change something, or None if one of them failed."""
    state = interval_state(bounds)
    assert state.wiped < 0
    while True:
        before = bounds_in(state)
        if not propagator.propagate(state):
            return None
        if bounds_in(state) == before:
            state._check()
            return before


def bounds_in(state: State) -> list[Bounds]:
    """Return the least and greatest value of each variable."""
    return [(state.low(x), state.high(x)) for x in range(state.size)]


def shifted(bounds: Sequence[Bounds], starts: Sequence[int], by: int) -> list[Bounds]:
    """Return *bounds* with those of *starts* moved *by*."""
    return [(low + by, high + by) if x in starts else (low, high) for x, (low, high) in enumerate(bounds)]


def fixpoint(propagator: Propagator, state: State) -> bool:
    """Run until nothing changes; return False on a failure."""
    before: list[object] = []
    while before != (before := [*state.domains, *bounds_in(state)]):
        if not propagator.propagate(state) or state.wiped >= 0:
            return False
    return True


def walk(propagator: Propagator, fresh: Any, state: State, data: Any) -> None:
    """Narrow and undo at random: after each step, the run leaves what a run on a fresh copy of the state leaves."""
    marks = [state.mark()]
    for _ in range(data.draw(st.integers(1, 8))):
        if len(marks) > 1 and data.draw(st.booleans()):
            del marks[data.draw(st.integers(1, len(marks) - 1)) :]
            state.undo(marks[-1])
        x = data.draw(st.integers(0, state.size - 1))
        low, high = state.low(x), state.high(x)
        value = data.draw(st.integers(low, high))
        kind = data.draw(st.sampled_from(["fix", "up", "down", "not"]))
        mark = state.mark()
        narrowed = {"fix": state.fix, "up": state.at_least, "down": state.at_most, "not": state.exclude}[kind](x, value)
        if narrowed:
            _, args = state.__reduce__()[:2]
            copy = state.__reduce__()[0](*args)  # type: ignore[operator]
            expected = fixpoint(fresh, copy)
            assert fixpoint(propagator, state) == expected
            if expected:
                assert [*state.domains, *bounds_in(state)] == [*copy.domains, *bounds_in(copy)]
                marks.append(state.mark())
                continue
        state.undo(mark)
