"""Tables: which constraints share one, what they cost, and that no threshold makes a smaller problem much slower."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from typing import Any

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import csplib
from csplib import (
    AllDifferent,
    AnyOf,
    Constraint,
    In,
    NotIn,
    Predicate,
    Problem,
    Relation,
    Table,
    element,
    reify,
)
from csplib.lowering import tabulating
from csplib.lowering.compile import lay_out
from csplib.lowering.tabulating import shape_of

Make = Callable[..., Constraint]
Holds = Callable[..., bool]


def same_parity(a: int, b: int) -> bool:
    return (a - b) % 2 == 0


# Each is about three variables and stated the same way again and again, so that shapes meet.
SIMPLE: list[tuple[Make, Holds]] = [
    (lambda a, b, c: (a < b) | (b + 1 < c), lambda a, b, c: a < b or b + 1 < c),
    (lambda a, b, _: (a + 2 <= b) | (b + 1 <= a), lambda a, b, _: a + 2 <= b or b + 1 <= a),
    (lambda a, b, c: (a != b) | (c == 1), lambda a, b, c: a != b or c == 1),
    (lambda a, b, c: (a == b + 1) | In(b, [0, 3]) | (a == c), lambda a, b, c: a == b + 1 or b in {0, 3} or a == c),
    (lambda a, b, c: ((a <= b) & (b <= a + 1)) | (c != 2), lambda a, b, c: a <= b <= a + 1 or c != 2),
    (
        lambda a, b, _: ((a == 1) & NotIn(b, [1])) | ((a == 2) & (b == 1)),
        lambda a, b, _: (a == 1) != (b == 1 and a == 2) and a in {1, 2} and (a == 2) == (b == 1),
    ),
    (lambda a, b, c: reify((a == b) | (c == 1)) == reify(a != 0), lambda a, b, c: (a == b or c == 1) == (a != 0)),
    (lambda a, b, c: reify(a < b) + reify(b < c) == 1, lambda a, b, c: (a < b) + (b < c) == 1),
]
ASKED: list[tuple[Make, Holds]] = [
    (lambda a, b, _: Predicate([a, b], same_parity), lambda a, b, _: same_parity(a, b)),
    (lambda a, b, _: Predicate([a + 1, b], same_parity), lambda a, b, _: same_parity(a + 1, b)),
    (lambda a, b, c: Relation(a, c, same_parity) | (b == 1), lambda a, b, c: same_parity(a, c) or b == 1),
    (lambda a, b, c: a * b == c, lambda a, b, c: a * b == c),
    (lambda a, b, c: a * b <= c + 2, lambda a, b, c: a * b <= c + 2),
    (lambda a, b, c: a * a != b + c, lambda a, b, c: a * a != b + c),
    (lambda a, b, c: ~AllDifferent([a, b, c]), lambda a, b, c: len({a, b, c}) < 3),
    (lambda a, b, c: (a + b + c == 4) | AllDifferent([a, b, c]), lambda a, b, c: a + b + c == 4 or len({a, b, c}) == 3),
    (
        lambda a, b, c: Table([a, b, c], forbidden=[(0, csplib.ANY, 1), (1, 1, 1)]),
        lambda a, b, c: not (a == 0 and c == 1) and (a, b, c) != (1, 1, 1),
    ),
    (
        lambda a, b, _: Table([a, b + 1], forbidden=[(0, 2), (csplib.ANY, 1)]),
        lambda a, b, _: b != 0 and (a, b) != (0, 1),
    ),
    (
        lambda _, b, c: Table([b, c], [(0, 1), (1, csplib.ANY), (3, 0)]),
        lambda _, b, c: b == 1 or (b, c) in {(0, 1), (3, 0)},
    ),
    (
        lambda a, b, c: ((a < b) & (b < c) & (a + 2 != c)) | (c == 0),
        lambda a, b, c: (a < b < c and a + 2 != c) or c == 0,
    ),
]


def check_of(holds: Holds, names: list[int]) -> oracle.Check:
    return lambda row: holds(*[row[name] for name in names])


@st.composite
def problems(draw: st.DrawFn) -> tuple[Problem, list[oracle.Check]]:
    """Draw few statements about few domains, each made several times: shapes and values are equal or not."""
    domains = draw(st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=4, unique=True), min_size=1, max_size=2))
    p: Problem[int, int] = Problem()
    v = [p.add_variable(name, list(draw(st.sampled_from(domains)))) for name in range(4)]
    checks: list[oracle.Check] = []
    for make, holds in draw(st.lists(st.sampled_from(SIMPLE + ASKED), min_size=1, max_size=2)):
        for _ in range(draw(st.integers(1, 3))):
            names = draw(st.permutations(range(4)))[:3]
            p.add(make(*[v[name] for name in names]))
            checks.append(check_of(holds, names))
    return p, checks


@pytest.mark.parametrize(("budget", "small"), [(250_000, 100), (20, 0), (0, 0)])
def test_shared_tables_mean_what_each_constraint_means(
    budget: int, small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tabulating, "BUDGET", budget)
    monkeypatch.setattr(tabulating, "SMALL", small)

    @settings(max_examples=100)
    @given(problems())
    def check(drawn: tuple[Problem, list[oracle.Check]]) -> None:
        p, checks = drawn
        expected = oracle.all_solutions(p.domains, checks)
        assert sorted(tuple(s.values()) for s in p.solutions()) == sorted(tuple(row.values()) for row in expected)

    check()


@settings(max_examples=200)
@given(
    st.sampled_from(SIMPLE[:6]), st.lists(st.lists(st.integers(0, 5), min_size=1, unique=True), min_size=3, max_size=3)
)
def test_simple_combinations_leave_just_the_supported_values(
    drawn: tuple[Make, Holds], domains: list[list[int]]
) -> None:
    make, holds = drawn
    p: Problem[int, int] = Problem()
    p.add(make(*[p.add_variable(name, domain) for name, domain in enumerate(domains)]))
    assert spent(p) <= 12  # a table for two comparisons of the same variables asks for each value once
    csp = p.compile()
    state = csp.state()
    expected = oracle.supported_rows(domains, lambda row: holds(*row))
    assert csplib.propagate_all(csp, state) == all(expected)
    if all(expected):
        assert [set(values) for values in csp.domains_in(state).values()] == expected


def test_parts_that_see_less_together_than_a_table_are_tabulated() -> None:
    p: Problem[str, int] = Problem()
    a, b, c = p.add_variable("a", [0, 1, 9]), p.add_variable("b", [0, 1]), p.add_variable("c", [0, 1])
    p.add(((a != b) & (b != c) & (a != c)) | (a == 9) & (b == c))
    assert spent(p) == 12
    csp = p.compile()
    state = csp.state()
    assert csplib.propagate_all(csp, state)
    assert csp.domains_in(state) == {"a": (9,), "b": (0, 1), "c": (0, 1)}


def spent(p: Problem[Any, Any]) -> int:
    """Count the rows that compiling asks Python about."""
    lowering = lay_out(p.domains, p.constraints, clipped=True)
    for constraint in [*p.constraints, *lowering.definitions]:
        constraint.lower(lowering)
    return lowering.tables.spent


class Counting:
    """A predicate that counts how often it is called."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, *values: Any) -> bool:
        self.calls += 1
        return len(set(values)) > 1


@pytest.mark.parametrize("arity", [2, 3])
@pytest.mark.parametrize("way", ["alone", "combined"])
def test_equal_shapes_over_equal_values_ask_once(arity: int, way: str) -> None:
    p: Problem[int, int] = Problem()
    holds = Counting()
    for i in range(20):
        first, *rest = [p.add_variable(arity * i + k, [1, 2, 3]) for k in range(arity)]
        predicate = Predicate([first, *rest], holds)
        p.add(predicate | (first + 1 == rest[0]) if way == "combined" else predicate)
    p.compile()
    assert holds.calls == 3**arity
    assert p.solve() is not None


def test_what_differs_is_not_shared() -> None:
    holds, other = Counting(), Counting()
    p: Problem[str, object] = Problem()
    a, b = p.add_variable("a", [1, 2]), p.add_variable("b", [1, 2])
    t, u = p.add_variable("t", [True, 2]), p.add_variable("u", [1, 2, 3])
    p.add(Predicate([a, b], holds), Predicate([b, a], holds))  # the same pairs of values
    p.compile()
    assert holds.calls == 4
    p.add(Predicate([a + 1, b], holds), Predicate([a, t], holds), Predicate([a, u], holds), Predicate([a, b], other))
    p.compile()
    assert (holds.calls, other.calls) == (4 + 4 + 4 + 4 + 6, 4)


def test_a_predicate_that_tells_equal_values_apart_is_asked_about_each() -> None:
    p: Problem[str, object] = Problem()
    a, b = p.add_variable("a", [1, 2]), p.add_variable("b", [True, 2])
    c = p.add_variable("c", [0])
    is_integer = lambda value, _: type(value) is int  # noqa: E731
    p.add(Predicate([a, c], is_integer), Predicate([b, c], is_integer))
    assert [tuple(s.values()) for s in p.solutions()] == [(1, 2, 0), (2, 2, 0)]


def test_functions_that_a_loop_makes_from_the_same_objects_ask_once() -> None:
    p: Problem[int, int] = Problem()
    first, second = Counting(), Counting()
    for i in range(0, 40, 2):
        pair = p.add_variables([i, i + 1], range(5))
        p.add(Predicate(pair, lambda x, y: first(y, x)))
        p.add(Predicate(pair, lambda x, y, gap=i % 4: second(x + gap, y)))
    p.compile()
    assert (first.calls, second.calls) == (25, 50)


def test_unary_constraints_keep_tables_apart() -> None:
    p: Problem[str, int] = Problem()
    v = p.add_variables("abcd", range(4))
    p.add(Predicate(v[:2], same_parity), Predicate(v[2:], same_parity), v[0] != 1)
    assert p.count() == 6 * 8


class Parity(Predicate):
    """A subclass that means something else than its base does."""

    def __init__(self, scope: Any, wanted: int) -> None:
        super().__init__(scope, same_parity)
        self.wanted = wanted

    def satisfied(self, values: Any) -> bool:
        return bool((values[0] - values[1]) % 2 == self.wanted)


def test_a_constraint_of_another_class_shares_nothing() -> None:
    assert shape_of(Parity("ab", 0)) is None
    assert shape_of(AnyOf([Parity("ab", 0), In("c", [1])])) is None
    p: Problem[str, int] = Problem()
    v = p.add_variables("abcd", range(3))
    p.add(Parity(v[:2], 0), Parity(v[2:], 1))
    assert p.count() == 5 * 4


def test_the_budget_is_kept_and_answers_stay_right() -> None:
    p: Problem[int, int] = Problem()
    v = p.add_variables(range(3), range(15))
    predicates = [Counting() for _ in range(200)]
    for holds in predicates:
        p.add(Predicate(v, holds))
    p.compile()
    asked = sum(holds.calls for holds in predicates)
    assert 0 < asked <= tabulating.BUDGET
    assert sum(holds.calls > 0 for holds in predicates) < 200
    assert p.count() == 15**3 - 15


def test_small_tables_are_made_when_the_budget_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tabulating, "BUDGET", 0)
    p: Problem[int, int] = Problem()
    small, large = Counting(), Counting()
    p.add(Predicate(p.add_variables(range(2), range(10)), small), Predicate(p.add_variables([2, 3], range(11)), large))
    p.compile()
    assert (small.calls, large.calls) == (100, 0)


def ors(n: int) -> Problem[Any, int]:
    p: Problem[Any, int] = Problem()
    s, r = p.add_variables([("s", i) for i in range(20)], range(30)), p.add_variables(range(20), range(n))
    for i, j in combinations(range(20), 2):
        p.add((s[i] != s[j]) | (r[i] != r[j]))
    return p


def gaps(n: int) -> Problem[Any, int]:
    p: Problem[Any, int] = Problem()
    v = p.add_variables(range(100), range(n))
    for i in range(0, 100, 2):
        p.add((v[i] + 3 + i % 5 <= v[i + 1]) | (v[i + 1] + 4 <= v[i]))
    return p


def counts(n: int) -> Problem[Any, int]:
    p: Problem[Any, int] = Problem()
    a, b, c = p.add_variables("abc", range(n))
    terms: Iterator[Any] = (reify((a == v) | (b == v) | (c == v)) for v in range(n))
    p.add(sum(terms) == 2)
    return p


def forbidden(n: int) -> Problem[Any, int]:
    p: Problem[Any, int] = Problem()
    v = p.add_variables(range(60), range(n))
    for i in range(0, 60, 3):
        p.add(Table(v[i : i + 3], forbidden=[(1, 2, 3), (2, 3, i % 9)]))
        p.add(Table(v[i : i + 2], forbidden=[(1, i % 7)]))
    return p


@pytest.mark.parametrize(
    ("family", "sizes"),
    [
        pytest.param(ors, [2, 3, 4, 11, 12], id="either differs"),
        pytest.param(gaps, [10, 99, 100, 101, 102], id="one before the other"),
        pytest.param(counts, [9, 20, 21, 22, 23], id="values that are taken"),
        pytest.param(forbidden, [9, 21, 22, 99, 100, 101], id="forbidden rows"),
    ],
)
def test_simple_constraints_ask_nothing_at_any_size(
    family: Callable[[int], Problem[Any, int]], sizes: list[int]
) -> None:
    assert [spent(family(n)) for n in sizes] == [0] * len(sizes)


@pytest.mark.parametrize(
    ("family", "sizes"), [(ors, (3, 4)), (gaps, (100, 101)), (counts, (21, 22))], ids=["ors", "gaps", "counts"]
)
def test_a_value_more_does_not_make_compiling_much_faster(
    family: Callable[[int], Problem[Any, int]], sizes: tuple[int, int]
) -> None:
    def cost(n: int) -> float:
        p = family(n)
        start = time.process_time()
        p.compile()
        return time.process_time() - start

    smaller, larger = [], []
    for _ in range(20):
        smaller.append(cost(sizes[0]))
        larger.append(cost(sizes[1]))
        if min(smaller) <= 2 * min(larger):
            return
    pytest.fail(f"{min(smaller)} s against {min(larger)} s")


def unlike(count: int, arity: int, state: Callable[[int, list[Any]], Constraint]) -> Callable[[int], Problem[Any, int]]:
    """Make problems of so many constraints that are all different, over variables with n values."""

    def family(n: int) -> Problem[Any, int]:
        p: Problem[Any, int] = Problem()
        v = p.add_variables(range(count * arity), range(n))
        for i in range(count):
            p.add(state(i, v[i * arity : (i + 1) * arity]))
        return p

    return family


@pytest.mark.parametrize(
    ("family", "sizes", "most"),
    [
        pytest.param(unlike(80, 3, lambda _, v: Predicate(v, Counting())), range(13, 24), 40_000, id="predicates"),
        pytest.param(
            unlike(80, 3, lambda i, v: (v[0] + v[1] + v[2] == i) | (v[0] == 1)),
            range(2, 25),
            10_000,
            id="sums or values",
        ),
        pytest.param(unlike(80, 3, lambda i, v: v[0] * v[1] != v[2] + i), range(13, 24), 40_000, id="products differ"),
        pytest.param(unlike(80, 3, lambda i, v: v[0] * v[1] <= v[2] + i), range(5, 14), 2_000, id="products at most"),
        pytest.param(unlike(40, 3, lambda i, v: v[0] * v[1] == v[2] + i), range(70, 103), 10_000, id="products"),
        pytest.param(
            unlike(40, 2, lambda i, v: 2 * v[0] + 3 * v[1] == i), range(70, 103), 10_000, id="equations of two"
        ),
    ],
)
def test_walking_over_a_threshold_saves_a_few_tables_at_most(
    family: Callable[[int], Problem[Any, int]], sizes: range, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Rows are counted and not asked about: it is the policy that is tried.
    monkeypatch.setattr(
        "csplib.lowering.tabulating._columns", lambda _to, _constraint, scope, _rows: [[] for _ in scope]
    )
    rows = [spent(family(n)) for n in sizes]
    assert max(rows) > most  # there is something to lose
    assert rows[-1] == 0
    for smaller, larger in pairwise(rows):
        assert smaller <= 2 * larger + most


def test_element_over_a_thousand_variables_counts_different_values() -> None:
    p: Problem[int, int] = Problem()
    items = p.add_variables(range(1001), range(10))
    place = p.add_variable(-1, range(1001))
    p.add(element(items, place) == 7, place == 1000, items[0] == 3)
    solution = p.solve()
    assert solution is not None
    assert (solution[1000], solution[0]) == (7, 3)


@pytest.mark.parametrize(
    ("values", "shared"),
    [
        pytest.param(lambda: [0.5, 1.5, -0.0], True, id="floats"),
        pytest.param(lambda: [(0, 1), (0, (1, 2.5)), ("a", True)], True, id="tuples"),
        pytest.param(lambda: [object(), object()], False, id="objects"),
    ],
)
def test_equal_domains_share_a_table_of_a_predicate(values: Callable[[], list[Any]], shared: bool) -> None:  # noqa: FBT001
    p: Problem[int, Any] = Problem()
    for i in range(4):
        p.add_variable(i, [eval(repr(v)) if shared else v for v in values()])  # noqa: S307 - equal, but not identical
    p.add(Predicate([0, 1], _differ), Predicate([2, 3], _differ))
    first, second = p.compile().links
    assert (first.arcs()[0].same_relation(second.arcs()[0])) == shared


def _differ(x: Any, y: Any) -> bool:
    return bool(x != y)
