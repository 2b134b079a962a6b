"""Connected parts, trees, swappable values, restarts: all of them leave the answers alone."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Stated, problems

import csplib
from csplib import AllDifferent, NoOverlap, Problem, Relation, geometric, luby, tree_csp_solver
from csplib.engine.fixpoint import propagate_all
from csplib.engine.search import Search
from csplib.engine.structure import connected_parts, interchangeable, is_value_symmetric


@settings(max_examples=300)
@given(problems(), st.integers(1, 3))
def test_restarting_after_every_few_failures_changes_no_answer(stated: Stated, budget: int) -> None:
    csp = stated.problem.compile()
    search = Search(csp, csp.state(), restarts=geometric(budget))
    found = search.advance()
    assert found == bool(stated.solutions())
    if found:
        values: Any = csp.assignment_in(search.state)
        assert not stated.problem.violations(values)


def joined(first: Problem[Any, Any], second: Problem[Any, Any]) -> Problem[Any, Any]:
    """Put two problems without expressions side by side."""
    both: Problem[Any, Any] = Problem()
    for tag, problem in (("one", first), ("two", second)):
        for name, domain in problem.domains.items():
            both.add_variable((tag, name), domain)
        for constraint in problem.constraints:
            names = [(tag, name) for name in constraint.scope]
            both.add(csplib.Predicate(names, lambda *values, c=constraint: c.satisfied(values)))
    return both


def plain(stated: Stated) -> bool:
    """Say whether the constraints speak of variables alone, each once."""
    scopes = [c.scope for c in stated.problem.constraints]
    names = set(stated.problem.domains)
    return all(len(set(scope)) == len(scope) and names.issuperset(scope) for scope in scopes)


@settings(max_examples=150)
@given(problems(most_variables=3), problems(most_variables=3), st.integers(1, 2))
def test_parts_that_do_not_touch_are_solved_apart_and_their_counts_multiply(
    first: Stated, second: Stated, budget: int
) -> None:
    if not plain(first) or not plain(second):
        return
    both = joined(first.problem, second.problem)
    expected = len(first.solutions()) * len(second.solutions())
    assert both.count() == expected
    csp = both.compile()
    search = Search(csp, csp.state(), restarts=geometric(budget))
    assert search.advance() == bool(expected)
    if expected:
        values: Any = csp.assignment_in(search.state)
        assert not both.violations(values)


def test_a_count_that_no_enumeration_could_reach() -> None:
    p: Problem[int, int] = Problem()
    p.add_variables(range(100), range(10))
    assert p.count() == 10**100
    chain: Problem[int, int] = Problem()
    x = chain.add_variables(range(200), range(5))
    chain.add(*[a != b for a, b in pairwise(x)])
    assert chain.count() == 5 * 4**199


def test_a_part_without_a_solution_ends_a_hard_search_over_another() -> None:
    p: Problem[Any, int] = Problem()
    easy = p.add_variables([("easy", i) for i in range(12)], range(12))
    p.add(AllDifferent(easy))
    pigeons = p.add_variables([("pigeon", i) for i in range(5)], range(4))
    p.add(*[a != b for a, b in combinations(pigeons, 2)])
    assert p.solve(node_limit=20_000) is None


def test_parts_are_found_once_fixed_variables_are_out_of_the_way() -> None:
    p: Problem[str, int] = Problem()
    a, b, c, d = p.add_variables("abcd", range(3))
    p.add(a != b, b != c, c != d, csplib.In("b", [1]))
    csp = p.compile()
    state = csp.state()
    assert [len(part) for part in connected_parts(csp, state)] == [4]
    assert propagate_all(csp, state)
    assert [[csp.names[x] for x in part] for part in connected_parts(csp, state)] == [["a"], ["c", "d"]]


@given(st.lists(st.integers(0, 255), min_size=1, max_size=6), st.integers(1, 255))
def test_values_are_grouped_exactly_by_the_domains_they_are_in(domains: list[int], values: int) -> None:
    state = csplib.State(domains)
    groups = interchangeable(state, values)
    bits = [1 << i for i in range(8) if values >> i & 1]
    for left, right in combinations(bits, 2):
        same = all(bool(d & left) == bool(d & right) for d in domains)
        assert same == any(group & left and group & right for group in groups)
    assert sum(groups) == values


def test_only_plain_differences_are_blind_to_values() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(3))
    p.add(x != y, AllDifferent([x, y, z]))
    assert is_value_symmetric(p.compile())
    p.add(x != z + 1)
    assert not is_value_symmetric(p.compile())
    q: Problem[str, int] = Problem()
    x, y = q.add_variables("xy", range(3))
    q.add(x <= y)
    assert not is_value_symmetric(q.compile())


@settings(max_examples=150)
@given(st.integers(2, 7), st.integers(1, 4), st.data())
def test_colorings_are_judged_rightly_with_swappable_values(n: int, k: int, data: st.DataObject) -> None:
    edges = data.draw(st.lists(st.sampled_from(list(combinations(range(n), 2))), unique=True))
    p: Problem[int, int] = Problem()
    for x in range(n):
        some = st.sets(st.integers(0, k - 1), min_size=1)
        p.add_variable(x, data.draw(some) if data.draw(st.booleans()) else range(k))
    p.add(*[csplib.Diff(a, b) for a, b in edges])
    csp = p.compile()
    search = Search(csp, csp.state(), restarts=geometric(1))
    found = search.advance()
    assert found == (p.count(limit=1) == 1)
    if found:
        values: Any = csp.assignment_in(search.state)
        assert not p.violations(values)


@settings(max_examples=150)
@given(st.integers(1, 6), st.data())
def test_trees_are_solved_and_counted_without_search(n: int, data: st.DataObject) -> None:
    p: Problem[int, int] = Problem()
    for x in range(n):
        p.add_variable(x, data.draw(st.sets(st.integers(0, 4), min_size=1)))
    for x in range(1, n):
        parent = data.draw(st.integers(-1, x - 1))
        if parent >= 0:
            forbidden = data.draw(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4))))
            p.add(Relation(parent, x, forbidden=forbidden))
            if data.draw(st.booleans()):
                p.add(csplib.Diff(parent, x))
    rows = list(p.solutions())
    assert p.count() == len(rows)
    solved: Any = tree_csp_solver(p.compile())
    assert (solved is not None) == bool(rows)
    if solved is not None:
        assert not p.violations(solved)


def test_the_tree_solver_refuses_a_cycle() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(3))
    p.add(x != y, y != z, x != z)
    with pytest.raises(csplib.ScopeError, match="tree"):
        tree_csp_solver(p.compile())


@settings(max_examples=100)
@given(problems(), st.data())
def test_counting_by_parts_agrees_with_enumeration(stated: Stated, data: st.DataObject) -> None:
    assuming = {}
    for name, domain in stated.problem.domains.items():
        if data.draw(st.booleans()):
            assuming[name] = data.draw(st.sampled_from(domain))
    agreeing = [s for s in stated.solutions() if all(s[name] == value for name, value in assuming.items())]
    assert stated.problem.count(assuming=assuming) == len(agreeing)


def parts_to_count() -> Problem[Any, int]:
    """Two parts that need search, of 24 and 120 solutions, and a tree of 6."""
    p: Problem[Any, int] = Problem()
    for size in (4, 5):
        p.add(AllDifferent(p.add_variables([(size, i) for i in range(size)], range(size))))
    a, b = p.add_variables("ab", range(3))
    p.add(a != b)
    return p


def chain_to_count() -> Problem[Any, int]:
    p: Problem[Any, int] = Problem()
    x = p.add_variables(range(50), range(5))
    p.add(*[a != b for a, b in pairwise(x)])
    return p


def search_to_count() -> Problem[Any, int]:
    p: Problem[Any, int] = Problem()
    p.add(AllDifferent(p.add_variables(range(5), range(5))))
    return p


@pytest.mark.parametrize(
    ("problem", "expected", "is_seen"),
    [
        pytest.param(parts_to_count(), 24 * 120 * 6, True, id="several parts"),
        pytest.param(search_to_count(), 120, True, id="one part"),
        pytest.param(chain_to_count(), 5 * 4**49, False, id="a tree"),
    ],
)
def test_one_time_limit_is_for_the_whole_of_a_count(
    problem: Problem[Any, int], expected: int, monkeypatch: pytest.MonkeyPatch, *, is_seen: bool
) -> None:
    looks = 0

    def clock() -> float:
        """Let a second pass with each look."""
        nonlocal looks
        looks += 1
        return float(looks)

    monkeypatch.setattr("csplib.kernel.clock.perf_counter", clock)
    problem.compile()
    found: list[int] = []
    counted = None
    while counted is None:
        limit = len(found)
        try:
            counted = problem.count(time_limit=limit)
        except csplib.LimitReached as stopped:
            assert str(stopped) == f"stopped at time_limit={limit}"  # noqa: PT017 - it comes until the time is enough
            assert isinstance(stopped.statistics, csplib.Statistics)  # noqa: PT017
            found.append(stopped.found)
    assert counted == expected
    assert len(found) > 2
    assert found == sorted(found)
    assert found[0] == 0
    assert found[-1] <= expected  # all of them, if the time is up before it is known that there are no more
    assert any(found) == is_seen


def test_optimization_restarts_without_losing_the_optimum() -> None:
    p: Problem[Any, int] = Problem()
    m = p.add_variables(range(5), range(20))
    p.add_variables("ab", range(3))
    p.add(csplib.Diff("a", "b"))
    p.add(m[0] == 0, *[a < b for a, b in pairwise(m)])
    p.add(AllDifferent([b - a for i, a in enumerate(m) for b in m[i + 1 :]]))
    found = p.minimize(m[-1], restarts=geometric(1, 1.2))
    best = found.finish()
    assert best is not None
    assert (best.objective, found.status) == (11, csplib.Status.OPTIMAL)


def test_restarts_are_chosen_by_name_or_refused_while_enumerating() -> None:
    p: Problem[int, int] = Problem()
    q = p.add_variables(range(8), range(8))
    p.add(*[AllDifferent([x + k * i for i, x in enumerate(q)]) for k in (-1, 0, 1)])
    for restarts in (luby(1), geometric(1), [3, 5], []):
        found = p.solve(restarts=restarts)
        assert found is not None
        assert not p.violations(found)
    for ask in (p.solutions, p.count):
        with pytest.raises(csplib.OptionError, match="a search for all solutions cannot restart"):
            ask(restarts=luby())
    for wrong in (lambda: luby(0), lambda: geometric(0), lambda: geometric(5, 0.5)):
        with pytest.raises(csplib.OptionError, match="failure"):
            wrong()


@pytest.mark.parametrize("alone", [0, 6])
def test_parts_of_one_variable_are_decided_after_a_restart(alone: int) -> None:
    """A variable that nothing ties is a part of its own, before the hard part or behind it."""
    p: Problem[Any, int] = Problem()
    names = [*range(alone), "alone", *range(alone, 6)]
    p.add_variables(names, range(6))
    p.add(*[AllDifferent([p[i] + k * i for i in range(6)]) for k in (-1, 0, 1)])
    csp = p.compile()
    state = csp.state()
    search = Search(csp, state, restarts=[1] * 100)
    assert search.advance()
    assert state.statistics.failures > 0
    assert all(mask & (mask - 1) == 0 for mask in state.domains)
    assert not p.violations(csp.assignment_in(state))
    assert p.solve(restarts=[1] * 100) is not None


@pytest.mark.parametrize("offset", [-2, -1, 0, 1, 2])
def test_a_difference_ties_its_variables_whatever_the_offset(offset: int) -> None:
    """While both are open neither is free, so no block of solutions has them."""
    p: Problem[str, int] = Problem()
    x, y, _ = p.add_variables("xyz", range(3))
    p.add(x + offset != y)
    expected = [row for row in product(range(3), repeat=3) if row[0] + offset != row[1]]
    assert sorted(tuple(solution.values()) for solution in p.solutions()) == expected
    assert p.count() == len(expected)


STARS: dict[str, Any] = {
    "around a hidden variable": lambda x, y, z: [Relation(x * x, y, even), Relation(x * x, z, even)],
    "around a remainder": lambda x, y, _: [Relation(x % 3, y, even)],
    "through two hidden variables": lambda x, y, _: [Relation(x % 3, y % 3, even)],
    "two hidden variables beside one": lambda x, y, z: [
        NoOverlap([x * x, y], [2, 2]),
        NoOverlap([x * 3 % 7, z], [2, 2]),
    ],
    "around a stated variable": lambda x, y, z: [Relation(x, y, even), Relation(x, z, even)],
    "with two arcs to one leaf": lambda x, y, z: [Relation(x, y, even), Relation(x, y, apart), Relation(x, z, apart)],
    "a path": lambda x, y, z: [Relation(x, y, even), Relation(y, z, apart)],
    "a triangle": lambda x, y, z: [Relation(x, y, even), Relation(y, z, even), Relation(x, z, apart)],
    "a leaf that a sum ties": lambda x, y, z: [Relation(x, y, even), x + y + z == 7],
    "a leaf that differs from another": lambda x, y, z: [Relation(x, y, even), Relation(x, z, even), y != z],
    "a leaf that differs from the hub": lambda x, y, z: [Relation(x, y, even), x != z],
    "arcs that leave nothing together": lambda x, y, _: [
        Relation(x, y, even),
        Relation(x, y, lambda a, b: not even(a, b)),
    ],
}


def even(a: int, b: int) -> bool:
    return (a + b) % 2 == 0


def apart(a: int, b: int) -> bool:
    return abs(a - b) > 1


@pytest.mark.parametrize("stated", STARS.values(), ids=STARS)
def test_solutions_that_come_by_the_block_are_all_of_them_and_no_others(stated: Any) -> None:
    p: Problem[str, int] = Problem()
    p.add(*stated(*p.add_variables("xyz", range(5))))
    expected = [row for row in product(range(5), repeat=3) if not p.violations(dict(zip("xyz", row, strict=True)))]
    found = p.solutions()
    assert sorted(tuple(solution.values()) for solution in found) == expected
    assert found.status is (csplib.Status.COMPLETE if expected else csplib.Status.UNSATISFIABLE)
    assert p.count() == len(expected)
    assert len(list(p.solutions(select=csplib.mrv))) == len(expected)


def test_a_value_that_goes_with_a_refuted_one_is_not_tried() -> None:
    """With x = 0 three variables share two values, which no arc sees. Then y loses 0, and so x loses 1."""
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(3))
    p.add(Relation(x, y, lambda a, b: b > 0 or a == 0), Relation(x, y, lambda a, b: a != 1 or b == 0))
    crowd = p.add_variables("abc", range(3))
    p.add(AllDifferent(crowd, consistency="arcs"))
    p.add(*[Relation(x, one, lambda a, b: a > 0 or b < 2) for one in crowd])
    tried: list[object] = []

    def observer(event: csplib.Event) -> None:
        if isinstance(event, csplib.Assign) and event.variable == "x":
            tried.append(event.value)

    assert list(p.solutions(observer=observer, select=csplib.first_open))
    assert tried == [0, 2]


@pytest.mark.parametrize("wanted", list(permutations(range(4))))
def test_values_that_a_sum_tells_apart_are_not_swapped_after_a_restart(wanted: tuple[int, ...]) -> None:
    p: Problem[int, int] = Problem()
    v = p.add_variables(range(4), range(4))
    p.add(AllDifferent(v, consistency="arcs"))
    p.add(sum(4**place * variable for place, variable in enumerate(v)) == sum(4**i * k for i, k in enumerate(wanted)))
    csp = p.compile()
    assert not is_value_symmetric(csp)
    for count in range(1, 20):
        found = p.solve(order=lambda csp, state, x: csplib.ascending(csp, state, x)[::-1], restarts=[1] * count)
        assert found is not None
        assert tuple(found.values()) == wanted
