"""The book's search: `backtracking_search`, with its strategies as arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from csplib.csp import CSP
from csplib.events import Event
from csplib.heuristics import Infer, Order, Select, ascending, mrv
from csplib.propagation.inference import mac
from csplib.search import Search

__all__ = ["backtracking_search"]


def backtracking_search(
    csp: CSP,
    *,
    select: Select = mrv,
    order: Order = ascending,
    infer: Infer = mac,
    observer: Callable[[Event], None] | None = None,
) -> Iterator[dict[object, object]]:
    """Yield every solution, found by the book's search with the strategies given.

    Book: BACKTRACKING-SEARCH. Unary constraints are applied first, then variables with a single value are assigned;
    everything else is left to *infer*.

    >>> from csplib import Problem, first_open, forward_check
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", [1, 2])
    >>> p.add(x != y)
    >>> list(backtracking_search(p.compile(), select=first_open, infer=forward_check))
    [{'x': 1, 'y': 2}, {'x': 2, 'y': 1}]
    """
    search = Search(csp, csp.state(observer), select, order, infer)
    while search.advance():
        yield csp.assignment_in(search.state)
