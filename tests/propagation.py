"""Run propagators on states made by hand, and compare the result with brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

import oracle

from csplib import Problem, Propagator, State, propagate_all
from csplib.kernel.axis import NATURAL, Axis
from csplib.kernel.bits import split

Holds = Callable[[Sequence[int]], bool]


def state_of(domains: Sequence[int], axis: Axis = NATURAL) -> State:
    """Return a state in which the bits of all *domains* stand for the integers of *axis*."""
    return State(domains, axes=[axis] * len(domains))


def run_once(propagator: Propagator, domains: Sequence[int], axis: Axis = NATURAL) -> list[int] | None:
    """Return the domains after one run, or None if it failed."""
    state = state_of(domains, axis)
    consistent = propagator.propagate(state)
    state._check()
    return state.domains if consistent else None


def run_to_fixpoint(propagator: Propagator, domains: Sequence[int], axis: Axis = NATURAL) -> list[int] | None:
    """Return the domains after as many runs as change something, or None if one of them failed."""
    state = state_of(domains, axis)
    before = -1
    while before != state.mark():
        before = state.mark()
        if not propagator.propagate(state):
            return None
    state._check()
    return state.domains


def domains_left(problem: Problem[Any, Any]) -> dict[object, Sequence[object]] | None:
    """Return the domains after propagation without search, or None for a contradiction."""
    csp = problem.compile()
    state = csp.state()
    return csp.domains_in(state) if propagate_all(csp, state) else None


def supported_masks(domains: Sequence[int], holds: Holds) -> list[int] | None:
    """Return the bits that some satisfying row uses, or None if there is no such row."""
    used = oracle.supported_rows([split(domain) for domain in domains], holds)
    return [sum(bits) for bits in used] if used[0] else None


def check_complete(propagator: Propagator, domains: Sequence[int], holds: Holds) -> None:
    """One run leaves exactly the supported values, and fails on exactly the full rows that break the constraint."""
    assert run_once(propagator, domains) == supported_masks(domains, holds)
    for row in product(*[split(domain) for domain in domains]):
        assert propagator.propagate(State(row)) == holds(row)


def check_sound(propagator: Propagator, domains: Sequence[int], holds: Holds, row: list[int]) -> None:
    """One run removes no supported value, and judges the full *row* right."""
    used, left = supported_masks(domains, holds), run_once(propagator, domains)
    assert left is not None or used is None, "a failure where a row is left"
    if left is not None and used is not None:
        assert all(kept & ~mask == 0 for kept, mask in zip(used, left, strict=True)), "a value removed that a row uses"
    assert run_once(propagator, row) == (row if holds(row) else None)


def check_schedules(propagator: Propagator, axis: Axis, domains: list[int], scope: Iterable[int], holds: Holds) -> None:
    """No schedule within *domains* is lost, and a sample of full rows is judged right."""
    values = [axis.integers(domain) if x in scope else [0] for x, domain in enumerate(domains)]
    known = {row: holds(row) for row in product(*values)}
    used = oracle.supported_rows(values, lambda row: known[tuple(row)])
    left = run_to_fixpoint(propagator, domains, axis)
    assert left is not None or not used[0], "a failure where a schedule is left"
    if left is not None:
        for x in set(scope):
            assert used[x] <= set(axis.integers(left[x])), "a value removed that a schedule uses"
    for row in list(known)[:: max(1, len(known) // 40)]:
        assert propagator.propagate(state_of([axis.bit(value) for value in row], axis)) == known[row]
