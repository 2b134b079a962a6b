"""The book's search: BACKTRACKING-SEARCH, with its strategies as arguments.

The book's version is recursive. This one keeps a stack of its own, so that nothing limits its depth: each level of
the stack is an iterator over the tries of one variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from csplib.kernel.bits import Mask, is_single
from csplib.kernel.clock import pulse
from csplib.kernel.csp import CSP
from csplib.kernel.events import Assign, Event, Found, Undo
from csplib.kernel.state import State
from csplib.textbook.arc_consistency import node_consistency
from csplib.textbook.heuristics import ascending, mrv
from csplib.textbook.inference import mac
from csplib.textbook.strategies import Infer, Order, Select, inferred, ordered, selected

__all__ = ["assign_given", "backtracking_search"]

_NODES_PER_PULSE: Final = 64


def backtracking_search(
    csp: CSP,
    *,
    select: Select = mrv,
    order: Order = ascending,
    infer: Infer = mac,
    observer: Callable[[Event], None] | None = None,
) -> Iterator[dict[object, object]]:
    """Yield every solution, found by the book's search with these strategies.

    Book: BACKTRACKING-SEARCH. Unary constraints are applied first, and variables with a single value are assigned.
    All other conclusions are left to *infer*.

    >>> from csplib import Problem, first_open, forward_check
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", [1, 2])
    >>> p.add(x != y)
    >>> list(backtracking_search(p.compile(), select=first_open, infer=forward_check))
    [{'x': 1, 'y': 2}, {'x': 2, 'y': 1}]
    """
    state = csp.state(observer)
    if not node_consistency(csp, state) or not assign_given(csp, state, infer):
        return
    stack: list[Iterator[bool]] = []
    while True:
        if state.open_count:
            x = selected(csp, state, select)
            values = ordered(csp, state, x, order)
            stack.append(_tries(csp, state, x, values, infer, len(stack) + 1))
        else:
            yield _found(csp, state)
        while stack and not next(stack[-1], False):
            stack.pop()
        if not stack:
            return


def _tries(csp: CSP, state: State, x: int, values: list[Mask], infer: Infer, depth: int) -> Iterator[bool]:
    """Assign each of *values* to *x* in turn; pause at each value that *infer* does not refute."""
    for value in values:
        mark = state.mark()
        _tell_assign(csp, state, x, value, depth)
        if state.assign(x, value) and inferred(csp, state, x, infer):
            yield True
        else:
            state.statistics.failures += 1
        state.undo(mark)
        if state.observer is not None:
            state.tell(Undo(csp.names[x], csp.values[x][value], depth))


def assign_given(csp: CSP, state: State, infer: Infer) -> bool:
    """Assign the variables that have one value from the start, and infer; return False on a contradiction."""
    for x in [x for x in range(state.size) if is_single(state.domain(x))]:
        if not state.assign(x, state.domain(x)) or not inferred(csp, state, x, infer):
            return False
    return True


def _tell_assign(csp: CSP, state: State, x: int, value: Mask, depth: int) -> None:
    """Count the node, tell the observer, and let limits and Ctrl-C through now and then."""
    statistics = state.statistics
    statistics.nodes += 1
    statistics.depth = max(statistics.depth, depth)
    if not statistics.nodes % _NODES_PER_PULSE:
        pulse()
    if state.observer is not None:
        state.tell(Assign(csp.names[x], csp.values[x][value], depth))


def _found(csp: CSP, state: State) -> dict[object, object]:
    """Return the solution, and tell the observer."""
    solution = csp.assignment_in(state)
    state.statistics.solutions += 1
    if state.observer is not None:
        state.tell(Found(tuple(solution.values())))
    return solution
