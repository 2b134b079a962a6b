"""Count solutions: the numbers of independent parts are multiplied, and trees need no search."""

from __future__ import annotations

from time import perf_counter

from csplib.engine.fixpoint import propagate_all
from csplib.engine.lattice import count_of_sum
from csplib.engine.search import Search
from csplib.engine.structure import connected_parts
from csplib.errors import LimitReached, unexpected_stop
from csplib.kernel.clock import pulse
from csplib.kernel.csp import CSP
from csplib.kernel.state import State
from csplib.textbook.trees import count_on_tree, tree_order

__all__ = ["count_all"]


def count_all(csp: CSP, state: State) -> int:
    """Return the number of solutions of *csp* from *state* on: part by part, small ones first, until one has none.

    At a limit, `LimitReached.found` is the number of solutions found so far. It is 0 before the last part, since no
    solution is complete by then.
    """
    statistics = state.statistics
    started = perf_counter()
    total, before, is_last = 1, 0, False
    try:
        pulse()
        if not propagate_all(csp, state):
            return 0
        parts = sorted(connected_parts(csp, state), key=len)
        for part in parts:
            before, is_last = statistics.solutions, part is parts[-1]
            total *= _count_part(csp, state, part)
            if not total:
                break
    except StopIteration as stop:
        raise unexpected_stop() from stop
    except LimitReached as limit:
        # A search inside a user's function may have limits of its own.
        if limit.statistics is None or limit.statistics is statistics:
            limit.found = total * (statistics.solutions - before) if is_last else 0
            limit.statistics = statistics
            statistics.seconds = perf_counter() - started
        raise
    return total


def _count_part(csp: CSP, state: State, part: list[int]) -> int:
    """Return the number of solutions of *part*. Hidden variables follow from the stated ones."""
    order = tree_order(csp, state, part)
    if order is not None:
        return count_on_tree(csp, state, order)
    stated = [x for x in part if x < csp.stated]
    if not stated:
        return 1
    known = count_of_sum(csp, state, part)
    if known is not None:
        state.statistics.solutions += known
        return known
    search = Search(csp, state, among=stated, blocks=True)
    before = state.statistics.solutions
    while search.advance():
        if search.block is not None:
            state.statistics.solutions += search.block.size - 1
    return state.statistics.solutions - before
