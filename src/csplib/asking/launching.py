"""From the keywords of a question to an iterator over solutions that has not begun."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from csplib.asking.options import SearchOptions
from csplib.asking.solutions import Solution, Solutions
from csplib.engine.guided import GuidedSearch
from csplib.engine.restarts import geometric
from csplib.engine.search import Search
from csplib.errors import unexpected_stop
from csplib.kernel.arrays import checked_integer
from csplib.kernel.compiler import because
from csplib.textbook.heuristics import shuffled

if TYPE_CHECKING:
    from csplib.kernel.clock import Clock
    from csplib.kernel.csp import CSP
    from csplib.kernel.propagator import Ceiling
    from csplib.kernel.state import State

__all__ = ["all_solutions", "first_solution", "one_solution"]


def first_solution(csp: CSP, state: State, *, again: bool = False) -> Solution[Any, Any] | None:
    """Find one solution at once, where nothing is asked of the search that `Solutions` would have to see to.

    The state is kept for another search if one is likely to come *again*, and else nothing is left to collect.
    """
    search = Search(csp, state, restarts=geometric())
    try:
        found = search.advance()
    except StopIteration as stop:
        raise because(unexpected_stop(), stop)
    solution: Solution[Any, Any] | None = Solution(csp.assignment_in(state)) if found else None
    if again:
        search.release()
    else:
        state.disconnect()
    return solution


def one_solution(
    csp: CSP, state: State, options: SearchOptions, clock: Clock, ceiling: Ceiling | None = None
) -> Solutions[Any, Any]:
    """Look for one solution or, with a *ceiling*, for better and better ones: the search may begin anew."""
    return _solutions(_search(csp, state, options, restarts=_restarts(options), ceiling=ceiling), options, clock)


def all_solutions(
    csp: CSP, state: State, options: SearchOptions, clock: Clock, on: list[int] | None, solution_limit: int | None
) -> Solutions[Any, Any]:
    """Look for all solutions, or for all combinations of the variables *on*."""
    search = _search(csp, state, options, on=on, blocks=on is None and not _is_led(options))
    return _solutions(search, options, clock, on, solution_limit)


def _solutions(
    search: Search,
    options: SearchOptions,
    clock: Clock,
    on: list[int] | None = None,
    solution_limit: int | None = None,
) -> Solutions[Any, Any]:
    return Solutions(
        search,
        on,
        clock=clock,
        solution_limit=solution_limit,
        progress=options.get("progress"),
    )


def _search(
    csp: CSP,
    state: State,
    options: SearchOptions,
    *,
    on: list[int] | None = None,
    restarts: Iterable[int] | None = None,
    ceiling: Ceiling | None = None,
    blocks: bool = False,
) -> Search:
    seed, node_limit = options.get("seed"), options.get("node_limit")
    order = options.get("order") if seed is None else shuffled(seed)
    limit = -1 if node_limit is None else node_limit
    select, infer = options.get("select"), options.get("infer")
    if select is None and infer is None:
        return Search(
            csp, state, order=order, on=on, node_limit=limit, restarts=restarts, ceiling=ceiling, blocks=blocks
        )
    return GuidedSearch(
        csp, state, select, infer, order=order, on=on, node_limit=limit, restarts=restarts, ceiling=ceiling
    )


def _is_led(options: SearchOptions) -> bool:
    """Say whether the user wants to lead or to watch each step, or to stop between two solutions."""
    keywords = ("select", "order", "infer", "seed", "observer", "time_limit", "node_limit", "cancel")
    return any(options.get(keyword) is not None for keyword in keywords)


def _failures(number: object) -> int:
    """Take a number of failures that a user has listed."""
    return number if type(number) is int else checked_integer(number, "restarts= needs integers, numbers of failures")


def _restarts(options: SearchOptions) -> Iterable[int] | None:
    """Say after how many failures to begin anew: as asked; or never, if the user has chosen another strategy."""
    asked = options.get("restarts")
    if asked is not None:
        return map(_failures, asked)
    chosen = [options.get(keyword) is not None for keyword in ("select", "order", "infer")]
    return None if any(chosen) else geometric()
