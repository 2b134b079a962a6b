"""What to conclude after each assignment: the choices for ``infer=``.

Each takes ``(csp, state, x)``, where *x* has just been assigned, and returns False when it sees that *x* cannot
have that value. The least that an inference must do is to reject a value that breaks a constraint whose
variables are all assigned; `no_inference` does exactly that. Constraints that are not binary are checked by all of
them alike: once every variable is assigned or, when looking ahead, once all but one are.
"""

from __future__ import annotations

from csplib.kernel.csp import CSP, expect
from csplib.kernel.reporting import run_propagator
from csplib.kernel.state import State
from csplib.textbook.arc_consistency import ac3, revise

__all__ = ["backward_check", "forward_check", "mac", "no_inference"]


def no_inference(csp: CSP, state: State, x: int) -> bool:
    """Compare *x* with the assigned variables and conclude nothing: plain backtracking."""
    expect(csp, state)
    cells = state.cells
    for arc in csp.arcs_to[x]:
        if not state.is_open(arc.x) and not arc.supported(cells[arc.x].mask, cells[x].mask):
            return False
    return _rest_holds(csp, state, x, 0)


def backward_check(csp: CSP, state: State, x: int) -> bool:
    """Revise the arcs from the variables assigned earlier to *x*: the check of AC3-BT.

    An earlier variable has one value, so a revision that removes it says that *x* does not go with it. The same
    values are rejected as by `no_inference`, through REVISE.
    """
    expect(csp, state)
    for arc in csp.arcs_to[x]:
        if not state.is_open(arc.x) and revise(csp, state, arc):
            return False
    return _rest_holds(csp, state, x, 0)


def forward_check(csp: CSP, state: State, x: int) -> bool:
    """Delete from the open neighbors of *x* the values that conflict with it; False if one has none left.

    Book: FORWARD-CHECKING. A neighbor with one value left stays open, and is not followed up.
    """
    expect(csp, state)
    for arc in csp.arcs_to[x]:
        if state.is_open(arc.x) and revise(csp, state, arc) and state.wiped >= 0:
            return False
    return _rest_holds(csp, state, x, 1)


def mac(csp: CSP, state: State, x: int) -> bool:
    """Maintain arc consistency: AC-3 from the arcs between the open neighbors and *x*.

    Book: MAC.
    """
    expect(csp, state)
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
