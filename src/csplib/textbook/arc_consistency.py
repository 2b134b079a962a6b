"""Node and arc consistency as in the book: NODE-CONSISTENCY, REVISE, AC-3.

They handle only unary and binary constraints, and change only the state. An empty domain means that there is no
solution; it is not an error.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from csplib.kernel.arcs import Arc
from csplib.kernel.bits import size_of
from csplib.kernel.clock import pulse
from csplib.kernel.csp import CSP, expect, expect_bits
from csplib.kernel.reporting import removed_since, report
from csplib.kernel.state import State

__all__ = ["ac3", "ac3_steps", "node_consistency", "revise"]

_REVISIONS_PER_PULSE: Final = 256


def node_consistency(csp: CSP, state: State) -> bool:
    """Remove the values that unary constraints forbid; return False if a domain is empty.

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
        consistent = state.narrow(restriction.x, restriction.allowed)
        state.statistics.removed += removed_since(state, before)
        if state.observer is not None:
            report(csp, state, before, restriction.origin)
        if not consistent:
            return False
    return state.wiped < 0


def revise(csp: CSP, state: State, arc: Arc, waiting: int = -1) -> bool:
    """Remove the values of ``arc.x`` that no value of ``arc.y`` supports; return whether any was removed.

    Book: REVISE. Complexity: one mask operation for `Diff`; for a `Relation` one per value of ``arc.y``.
    *waiting* is the length of AC-3's queue, which only the observer needs.

    >>> from csplib import AllDifferent, In, Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", [1, 2, 3])
    >>> p.add(In(y, [2]), x != y)
    >>> csp = p.compile()
    >>> state = csp.state()
    >>> node_consistency(csp, state), revise(csp, state, csp.arcs[0]), csp.domains_in(state)
    (True, True, {'x': (1, 3), 'y': (2,)})
    """
    domain = state.domain(arc.x)
    before = state.height
    state.narrow(arc.x, arc.supported(domain, state.domain(arc.y)))
    state.statistics.revisions += 1
    if state.height == before:
        return False
    _report(csp, state, arc, size_of(domain ^ state.domain(arc.x)), waiting)
    return True


def _report(csp: CSP, state: State, arc: Arc, removed: int, waiting: int) -> None:
    """Count the values that the last change of *state*, a revision of *arc*, has removed, and tell the observer."""
    state.statistics.removed += removed
    if state.observer is not None:
        report(csp, state, state.height - 1, arc.origin, arc.y, waiting)


def ac3_steps(csp: CSP, state: State, arcs: Iterable[Arc] | None = None) -> Iterator[Arc]:
    """Run AC-3 step by step: yield each arc right after a revision of it that removed something.

    A wiped-out domain ends the iteration; ``state.wiped`` is its variable. The queue is first-in first-out and begins
    with *arcs*, or with all of ``csp.arcs``. After a revision of the arc (x, y) that removed something, the arcs (z, x)
    of all neighbors z of x but y join the queue. So does (y, x) if it belongs to another constraint, a case that the
    book does not have. An arc may be in the queue more than once.
    """
    expect_bits(csp, state)
    queue = deque(csp.arcs if arcs is None else arcs)
    while queue:
        arc = queue.popleft()
        if not state.statistics.revisions % _REVISIONS_PER_PULSE:
            pulse()
        if revise(csp, state, arc, len(queue)):
            yield arc
            if state.wiped >= 0:
                return
            queue.extend([other for other in csp.arcs_to[arc.x] if not other.reverses(arc)])


def ac3(csp: CSP, state: State, arcs: Iterable[Arc] | None = None) -> bool:
    """Make *state* arc-consistent; return False if a domain was wiped out: then there is no solution.

    Book: AC-3. The resulting domains do not depend on the order of the queue. Complexity: O(c·d³) for c arcs and
    domains of d values with tables of supports, O(c·d) for `Diff`.

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
