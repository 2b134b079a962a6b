"""A search that lists all solutions may restart before the first one: none is lost, none comes twice."""

from __future__ import annotations

from itertools import product

import pytest
from catalogue import CATALOGUE, Row, solutions_of, stated

from csplib import AllDifferent, Problem, Reified, Table, ascending, implies
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


def test_values_that_nothing_can_exclude_any_more_are_listed_together() -> None:
    p: Problem[str, int] = Problem()
    x, y, z, blocks = [*p.add_variables("xyz", range(1, 9)), p.add_variable("blocks", range(5))]
    p.add(
        x * y * z <= 100,
        Table([x, y, z], [row for row in product(range(1, 9), repeat=3) if sum(row) % 3]),
        (blocks == 0) | (x * y * blocks <= 40),
    )
    found = p.solutions()
    rows = [tuple(s.values()) for s in found]
    wanted = [
        (*row, b)
        for row in product(range(1, 9), repeat=3)
        for b in range(5)
        if row[0] * row[1] * row[2] <= 100 and sum(row) % 3 and (not b or row[0] * row[1] * b <= 40)
    ]
    assert sorted(rows) == wanted
    assert found.statistics.nodes < len(wanted) / 4
    assert p.count() == len(wanted)


def test_an_equivalence_inside_a_disjunction_can_still_fail() -> None:
    p: Problem[str, bool] = Problem()
    a, b, c, d = booleans = p.add_booleans("abcd")
    p.add(implies(d == (a | b | c), d))
    rows = [tuple(solution.values()) for solution in p.solutions()]
    assert len(rows) == len(set(rows)) == p.count() == 2 ** len(booleans) - 1
    assert (False, False, False, False) not in rows


def test_a_variable_that_says_whether_it_is_false_has_no_value() -> None:
    p: Problem[str, bool] = Problem()
    a, _ = p.add_booleans("ab")
    p.add(Reified(a, ~a))
    assert p.count() == len(list(p.solutions())) == 0
