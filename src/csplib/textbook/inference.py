"""Inferences: what to conclude after each assignment (``infer=``).

Each takes ``(csp, state, x)``, where *x* has just been assigned, and returns False if *x* cannot have that value. An
inference must at least reject a value that violates a constraint whose variables are all assigned; `no_inference` does
just that. All treat non-binary constraints alike: they are checked once every variable is assigned or, when looking
ahead, once all variables but one are.
"""

from __future__ import annotations

from csplib.kernel.csp import CSP, expect_bits
from csplib.kernel.reporting import run_propagator
from csplib.kernel.state import State
from csplib.textbook.arc_consistency import ac3, revise

__all__ = ["backward_check", "forward_check", "mac", "no_inference"]


def no_inference(csp: CSP, state: State, x: int) -> bool:
    """Compare *x* with the assigned variables, and prune nothing: plain backtracking."""
    expect_bits(csp, state)
    cells = state.cells
    for arc in csp.arcs_to[x]:
        if not state.is_open(arc.x) and not arc.supported(cells[arc.x].mask, cells[x].mask):
            return False
    return _rest_holds(csp, state, x, 0)


def backward_check(csp: CSP, state: State, x: int) -> bool:
    """Revise the arcs from the variables assigned earlier to *x*: the check of AC3-BT.

    An earlier variable has one value. If REVISE removes it, *x* conflicts with it. So this rejects the same values as
    `no_inference`.
    """
    expect_bits(csp, state)
    for arc in csp.arcs_to[x]:
        if not state.is_open(arc.x) and revise(csp, state, arc):
            return False
    return _rest_holds(csp, state, x, 0)


def forward_check(csp: CSP, state: State, x: int) -> bool:
    """Remove the values that conflict with *x* from its open neighbors; return False if one has none left.

    Book: FORWARD-CHECKING. A neighbor with one value left stays open, and nothing more is concluded from it.
    """
    expect_bits(csp, state)
    for arc in csp.arcs_to[x]:
        if state.is_open(arc.x) and revise(csp, state, arc) and state.wiped >= 0:
            return False
    return _rest_holds(csp, state, x, 1)


def mac(csp: CSP, state: State, x: int) -> bool:
    """Maintain arc consistency: run AC-3 from the arcs between the open neighbors and *x*.

    Book: MAC.
    """
    expect_bits(csp, state)
    return ac3(csp, state, [arc for arc in csp.arcs_to[x] if state.is_open(arc.x)]) and _rest_holds(csp, state, x, 1)


def _rest_holds(csp: CSP, state: State, x: int, still_open: int) -> bool:
    """Run the non-binary constraints of *x* that have at most *still_open* open variables."""
    for propagator in csp.deciders[x]:
        waiting = 0
        for y in propagator.scope:
            if state.is_open(y):
                waiting += 1
        if waiting <= still_open and not run_propagator(csp, state, propagator):
            return False
    return True
