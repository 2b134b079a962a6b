"""A search that lists all solutions may restart before the first one: none is lost, none comes twice."""

from __future__ import annotations

import pytest
from catalogue import CATALOGUE, Row, solutions_of, stated

from csplib import AllDifferent, Problem, ascending
from csplib.engine.search import Search
from csplib.kernel.csp import CSP


def listed(csp: CSP, *, blocks: bool) -> list[Row]:
    """Return the rows of a search that restarts after each failure, in its order."""
    search = Search(csp, csp.state(), restarts=[1] * 40, blocks=blocks, lists=True)
    rows: list[Row] = []
    while search.advance():
        if search.block is not None:
            rows += search.block.rows()
        else:
            rows.append(tuple([search.csp.value_in(search.state, x) for x in range(csp.stated)]))
    return rows


@pytest.mark.parametrize("name", CATALOGUE)
def test_restarts_before_the_first_solution_lose_none(name: str) -> None:
    problem = stated(name)
    expected = sorted(solutions_of(problem))
    rows = listed(problem.compile(), blocks=False)
    assert sorted(rows) == expected
    assert listed(problem.compile(), blocks=False) == rows
    assert sorted(listed(problem.compile(), blocks=True)) == expected


def all_interval(size: int) -> Problem[int, int]:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(size), range(size))
    p.add(AllDifferent(x), AllDifferent([abs(x[i] - x[i + 1]) for i in range(size - 1)]))
    return p


def test_the_first_of_all_solutions_takes_as_many_nodes_as_one() -> None:
    p = all_interval(12)
    without = p.solutions(order=ascending)  # a strategy of the user's means no restarts
    solutions = p.solutions()
    next(without)
    next(solutions)
    assert solutions.statistics.nodes < without.statistics.nodes / 4


def test_a_search_with_restarts_lists_what_the_count_says() -> None:
    p = all_interval(9)
    rows = [tuple(solution.values()) for solution in p.solutions()]
    assert len(set(rows)) == len(rows) == p.count()
