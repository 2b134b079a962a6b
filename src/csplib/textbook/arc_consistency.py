"""Node and arc consistency as the book has them: NODE-CONSISTENCY, REVISE, AC-3.

These functions look at binary and unary constraints only and are written to be read. They change nothing but
the state, and an empty domain is an answer (no solution), not an error.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from csplib.kernel.arcs import Arc
from csplib.kernel.bits import size_of
from csplib.kernel.clock import pulse
from csplib.kernel.csp import CSP, expect
from csplib.kernel.reporting import report
from csplib.kernel.state import State

__all__ = ["ac3", "ac3_steps", "node_consistency", "revise"]

_REVISIONS_PER_PULSE: Final = 256


def node_consistency(csp: CSP, state: State) -> bool:
    """Keep in each domain only what the unary constraints allow; return False if a domain is empty.

    >>> from csplib import In, Problem
    >>> p = Problem()
    >>> x = p.add_variable("x", range(5))
    >>> p.add(In(x, [1, 3, 9]))
    >>> csp = p.compile()
    >>> state = csp.state()
    >>> node_consistency(csp, state), csp.values_in(0, state.domains[0])
    (True, (1, 3))
    """
    expect(csp, state)
    for restriction in csp.restrictions:
        before = state.mark()
        size = size_of(state.cells[restriction.x].mask)
        consistent = state.narrow(restriction.x, restriction.allowed)
        state.statistics.removed += size - size_of(state.cells[restriction.x].mask)
        if state.observer is not None:
            report(csp, state, before, restriction.origin)
        if not consistent:
            return False
    return state.wiped < 0


def revise(csp: CSP, state: State, arc: Arc, waiting: int = -1) -> bool:
    """Drop the values of ``arc.x`` that no value of ``arc.y`` supports; return whether any was dropped.

    Book: REVISE. Complexity: one mask operation for `Diff`; for a `Relation` one per value of ``arc.y``.
    *waiting* is the length of AC-3's queue, for the observer alone.

    >>> from csplib import AllDifferent, In, Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", [1, 2, 3])
    >>> p.add(In(y, [2]), x != y)
    >>> csp = p.compile()
    >>> state = csp.state()
    >>> node_consistency(csp, state), revise(csp, state, csp.arcs[0]), csp.domains_in(state)
    (True, True, {'x': (1, 3), 'y': (2,)})
    """
    statistics = state.statistics
    statistics.revisions += 1
    if not statistics.revisions % _REVISIONS_PER_PULSE:
        pulse()
    domain = state.cells[arc.x].mask
    kept = domain & arc.supported(domain, state.cells[arc.y].mask)
    if kept == domain:
        return False
    before = state.mark()
    state.narrow(arc.x, kept)
    statistics.removed += size_of(domain) - size_of(kept)
    if state.observer is not None:
        report(csp, state, before, arc.origin, arc.y, waiting)
    return True


def ac3_steps(csp: CSP, state: State, arcs: Iterable[Arc] | None = None) -> Iterator[Arc]:
    """Run AC-3 one removal at a time: yield each arc whose revision removed something, right after it did.

    The state can be looked at between two steps. A wiped-out domain ends the iteration (``state.wiped`` names it).
    The queue is first-in first-out and begins with *arcs*, or with all of them in the order of ``csp.arcs``. After
    a revision of x because of y, the arcs (z, x) of the neighbors z of x other than y join its end, and so does an arc
    (y, x) of another constraint between the two, which the book need not think of. An arc may wait more than once.
    """
    expect(csp, state)
    queue = deque(csp.arcs if arcs is None else arcs)
    while queue:
        arc = queue.popleft()
        if revise(csp, state, arc, len(queue)):
            yield arc
            if state.wiped >= 0:
                return
            queue.extend([other for other in csp.arcs_to[arc.x] if not other.reverses(arc)])


def ac3(csp: CSP, state: State, arcs: Iterable[Arc] | None = None) -> bool:
    """Make *state* arc-consistent; return False if a domain was wiped out, which means no solution.

    Book: AC-3. The domains it leaves do not depend on the order of the queue. Complexity: O(c·d³) for c arcs
    and domains of d values with tables of supports, O(c·d) for `Diff` alone.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y, z = p.add_variables("xyz", [1, 2, 3])
    >>> p.add(x != 1, x != 2, x != y, y != z)
    >>> csp = p.compile()
    >>> state = csp.state()
    >>> node_consistency(csp, state) and ac3(csp, state)
    True
    >>> csp.domains_in(state)
    {'x': (3,), 'y': (1, 2), 'z': (1, 2, 3)}
    """
    for _ in ac3_steps(csp, state, arcs):
        pass
    return state.wiped < 0
