"""Propagators in many pages wake, wait and retire as those in one page do."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Stated, problems

from csplib import CSP, Propagator, State
from csplib.engine.fixpoint import propagate, propagate_all
from csplib.kernel.agenda import PAGE
from csplib.kernel.bits import size_of, split


def spread(csp: CSP, every: int) -> CSP:
    """Return the network with propagators that do nothing between two of its own, so that these fill several pages."""
    propagators: list[Propagator] = []
    for propagator in csp.propagators:
        propagators.extend([Propagator([number % csp.size]) for number in range(every)])
        propagators.append(propagator)
    propagators.extend([Propagator([0]) for _ in range(PAGE)])
    parts = (csp.domains, csp.restrictions, csp.links, propagators, csp.names, csp.values, csp.bits)
    return CSP(*parts, stated=csp.stated, axes=csp.axes, intervals=csp.intervals)


def settled(csp: CSP, state: State, since: int) -> list[int] | None:
    """Return the domains at the fixpoint, or None on a contradiction."""
    consistent = propagate_all(csp, state) if since < 0 else propagate(csp, state, since)
    return state.domains if consistent else None


@settings(max_examples=150)
@given(problems(), st.sampled_from([1, 20, PAGE - 1, PAGE, 90]), st.data())
def test_the_fixpoint_does_not_depend_on_the_pages(stated: Stated, every: int, data: st.DataObject) -> None:
    near = stated.problem.compile()
    far = spread(near, every)
    states = near.state(), far.state()
    assert settled(near, states[0], -1) == settled(far, states[1], -1)
    for _ in range(6):
        if states[0].wiped >= 0 or not all(states[0].domains):
            break
        unfixed = [x for x in range(near.size) if size_of(states[0].cells[x].mask) > 1]
        if not unfixed:
            break
        x = data.draw(st.sampled_from(unfixed))
        value = data.draw(st.sampled_from(split(states[0].cells[x].mask)))
        found = []
        for csp, state in zip((near, far), states, strict=True):
            mark = state.mark()
            state.narrow(x, value)
            found.append(settled(csp, state, mark))
            if found[-1] is None:
                state.undo(mark)
        assert found[0] == found[1]
        assert states[0].domains == states[1].domains


class Noting(Propagator):
    """A propagator that notes its runs."""

    def __init__(self, scope: list[int], name: str, runs: list[str], *, heavy: bool = False) -> None:
        super().__init__(scope)
        self.name = name
        self.runs = runs
        self.heavy: bool = heavy

    def propagate(self, state: State) -> bool:  # noqa: ARG002 - it prunes nothing
        self.runs.append(self.name)
        return True


def test_light_propagators_of_all_pages_run_before_heavy_ones() -> None:
    runs: list[str] = []
    propagators: list[Propagator] = []
    for page in range(3):
        propagators.append(Noting([0], f"heavy {page}", runs, heavy=True))
        propagators.append(Noting([0], f"light {page}", runs))
        propagators.extend([Propagator([1]) for _ in range(PAGE - 2)])
    csp = CSP([0b111, 0b1], [], [], propagators, ["x", "y"], [{1: 0, 2: 1, 4: 2}, {1: 0}], {0: 1, 1: 2, 2: 4})
    state = csp.state()
    light, heavy = [f"light {page}" for page in range(3)], [f"heavy {page}" for page in range(3)]
    assert propagate_all(csp, state)
    assert runs[:3] == light
    assert sorted(runs[3:]) == heavy
    runs.clear()
    state.narrow(0, 0b011)
    assert propagate(csp, state, state.height - 1)
    assert runs[:3] == light
    assert sorted(runs[3:]) == heavy
    runs.clear()
    assert propagate(csp, state, state.height, also=PAGE + 1)
    assert runs == ["light 1"]
