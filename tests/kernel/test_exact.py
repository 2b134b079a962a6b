"""What the listing of solutions relies on: propagators that say `exact`, and those that say ``state.entailed``."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from catalogue import CATALOGUE, stated

from csplib import CSP, Propagator, State
from csplib.kernel.bits import split

DRAWS = 40


def drawn(csp: CSP, propagator: Propagator, random: Random, *, but_one: bool) -> State:
    """Return a state in which the variables of *propagator* have random values left, one only for all *but_one*."""
    state = csp.state()
    last = random.choice(propagator.scope)
    for x in dict.fromkeys(propagator.scope):
        bits = split(csp.domains[x])
        some = but_one and x != last
        kept = random.sample(bits, 1 if some else random.randint(1, len(bits)))
        state.narrow(x, sum(kept))
    return state


def settled(propagator: Propagator, state: State) -> bool:
    """Run *propagator* until nothing changes; return whether it can hold."""
    before = -1
    while before != state.height:
        before = state.height
        state.entailed = False
        if not propagator.propagate(state) or state.wiped >= 0:
            return False
    return True


def accepts(csp: CSP, propagator: Propagator, row: dict[int, int]) -> bool:
    """Return whether *propagator* holds for the values of *row*."""
    state = csp.state()
    for x, bit in row.items():
        state.narrow(x, bit)
    return settled(propagator, state)


@pytest.mark.parametrize("name", CATALOGUE)
@pytest.mark.parametrize("but_one", [True, False])
def test_what_is_left_can_be_taken(name: str, *, but_one: bool) -> None:
    csp = stated(name).compile()
    random = Random(name)
    for propagator in csp.propagators:
        if csp.intervals or not (propagator.exact if but_one else propagator.retires):
            continue
        if but_one and len(set(propagator.scope)) < len(propagator.scope):
            continue
        for _ in range(DRAWS):
            state = drawn(csp, propagator, random, but_one=but_one)
            if not settled(propagator, state) or not (but_one or state.entailed):
                continue
            scope = list(dict.fromkeys(propagator.scope))
            choices = [split(state.domain(x)) for x in scope]
            for bits in product(*choices) if but_one else [list(map(random.choice, choices)) for _ in range(8)]:
                assert accepts(csp, propagator, dict(zip(scope, bits, strict=True))), (propagator, bits)
