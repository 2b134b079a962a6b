"""Turn the keywords of a question into an iterator over solutions, not started yet."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from csplib.asking.options import SearchOptions
from csplib.asking.solution import Solution, from_row
from csplib.asking.solutions import Solutions
from csplib.engine.escalation import Escalation
from csplib.engine.guided import GuidedSearch
from csplib.engine.optimizing import OptimizingSearch
from csplib.engine.phases import hint_for
from csplib.engine.restarts import DEFAULT, restarts_for
from csplib.engine.search import Search
from csplib.errors import unexpected_stop
from csplib.kernel.clock import raise_held
from csplib.kernel.compiler import because
from csplib.kernel.csp import expect_bits
from csplib.kernel.tracking import cannot_refer
from csplib.textbook.heuristics import shuffled

if TYPE_CHECKING:
    from csplib.engine.phases import Hint
    from csplib.kernel.clock import Clock
    from csplib.kernel.csp import CSP
    from csplib.kernel.propagator import Ceiling
    from csplib.kernel.state import State

__all__ = ["all_solutions", "first_solution", "has_strategies", "one_solution"]

_FEW: Final = 2
"""Up to so many solutions, as for a proof that there is only one, a search may learn."""


def first_solution(csp: CSP, state: State, *, again: bool = False) -> Solution | None:
    """Return a solution or None, by a search without any options.

    The state is kept if another search is likely (*again*); else it leaves nothing to the garbage collector.
    """
    search = Search(csp, state, restarts=DEFAULT, learning=Escalation(csp, state))
    try:
        found = search.advance()
        raise_held()
    except StopIteration as stop:
        raise because(unexpected_stop(), stop)
    solution: Solution | None = from_row(_places(csp, None), _row(csp, state, None)) if found else None
    if again:
        search.release()
    else:
        state.disconnect()
    return solution


def one_solution(
    csp: CSP, state: State, options: SearchOptions, clock: Clock, ceiling: Ceiling | None = None
) -> Solutions[Any, Any]:
    """Return the iterator for one solution or, with a *ceiling*, for better and better ones. The search may restart."""
    restarts = restarts_for(options.get("restarts"), has_strategies=has_strategies(options))
    return _solutions(_search(csp, state, options, restarts=restarts, ceiling=ceiling), options, clock)


def all_solutions(
    csp: CSP, state: State, options: SearchOptions, clock: Clock, on: list[int] | None, solution_limit: int | None
) -> Solutions[Any, Any]:
    """Return the iterator over all solutions, or over all combinations of the variables *on*."""
    restarts = None
    if on is None and options.get("seed") is None:
        restarts = restarts_for(None, has_strategies=has_strategies(options))
    blocks = on is None and not _is_controlled(options)
    few = solution_limit is not None and solution_limit <= _FEW
    search = _search(csp, state, options, on=on, restarts=restarts, blocks=blocks, lists=True, few=few)
    plain = cannot_refer(csp.names[: csp.stated]) and cannot_refer(csp.bits)
    return _solutions(search, options, clock, on, solution_limit, plain=plain)


def _solutions(
    search: Search,
    options: SearchOptions,
    clock: Clock,
    on: list[int] | None = None,
    solution_limit: int | None = None,
    *,
    plain: bool = False,
) -> Solutions[Any, Any]:
    csp, state = search.csp, search.state
    return Solutions(
        search,
        state.statistics,
        _places(csp, on),
        partial(_row, csp, state, on),
        plain=plain,
        clock=clock,
        solution_limit=solution_limit,
        progress=options.get("progress"),
    )


def _places(csp: CSP, on: list[int] | None) -> dict[Any, int]:
    """Return the place of each name in a `_row`."""
    if on is None and csp.stated == csp.size:
        return csp.index
    chosen = range(csp.stated) if on is None else on
    return {csp.names[x]: place for place, x in enumerate(chosen)}


def _row(csp: CSP, state: State, on: list[int] | None) -> tuple[Any, ...]:
    """Return the values of the variables of the problem, or of the variables *on*, where the search pauses."""
    if csp.intervals:
        return tuple([csp.value_in(state, x) for x in (range(csp.stated) if on is None else on)])
    if on is None:
        return tuple([csp.values[x][state.cells[x].mask] for x in range(csp.stated)])
    return tuple([csp.values[x][state.cells[x].mask] for x in on])


def _search(
    csp: CSP,
    state: State,
    options: SearchOptions,
    *,
    on: list[int] | None = None,
    restarts: Iterable[int] | None = None,
    ceiling: Ceiling | None = None,
    blocks: bool = False,
    lists: bool = False,
    few: bool = False,
) -> Search:
    seed, node_limit, hint = options.get("seed"), options.get("node_limit"), hint_for(csp, options.get("hint"))
    order = options.get("order") if seed is None else shuffled(seed)
    limit = -1 if node_limit is None else node_limit
    select, infer = options.get("select"), options.get("infer")
    if csp.intervals and (select is not None or infer is not None or options.get("order") is not None):
        expect_bits(csp, state)
    learning: Escalation | None = None
    if select is None and infer is None and on is None and (few or not lists):
        learning = _learning(csp, state, options, ceiling, hint, lists=lists)
    search: Search
    if select is not None or infer is not None:
        search = GuidedSearch(
            csp, state, select, infer, order=order, on=on, node_limit=limit, restarts=restarts, ceiling=ceiling
        )
    elif ceiling is not None and restarts is not None:
        search = OptimizingSearch(
            csp, state, ceiling, order=order, node_limit=limit, restarts=restarts, learning=learning
        )
    else:
        search = Search(
            csp,
            state,
            order=order,
            on=on,
            node_limit=limit,
            restarts=restarts,
            ceiling=ceiling,
            blocks=blocks,
            lists=lists,
            learning=learning,
        )
    if hint is not None:
        search.start_near(hint)
    return search


def _learning(
    csp: CSP, state: State, options: SearchOptions, ceiling: Ceiling | None, hint: Hint | None, *, lists: bool
) -> Escalation | None:
    """Return the search that learns for a question with these *options*, or None."""
    learning, seed, node_limit = options.get("learning"), options.get("seed"), options.get("node_limit")
    if learning is False or options.get("order") is not None:
        return None
    always = -1 if ceiling is None else csp.propagators.index(ceiling)
    shuffle = None if seed is None else shuffled(seed)
    only = learning is True
    limit = -1 if node_limit is None else node_limit
    return Escalation(csp, state, node_limit=limit, always=always, only=only, lists=lists, shuffle=shuffle, hint=hint)


def _is_controlled(options: SearchOptions) -> bool:
    """Return whether the user controls or observes each step, or may stop between two solutions."""
    keywords = ("select", "order", "infer", "seed", "hint", "observer", "time_limit", "node_limit", "cancel")
    return any(options.get(keyword) is not None for keyword in keywords)


def has_strategies(options: SearchOptions) -> bool:
    """Return whether the user has chosen how to branch or to infer."""
    return any(options.get(keyword) is not None for keyword in ("select", "order", "infer"))
