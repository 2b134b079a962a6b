"""Samples are what they claim to be: solutions, distinct, uniform, far apart."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import islice, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import coins, pigeons, queens
from strategies import Stated, key, problems

from csplib import CSPError, KindError, LimitReached, OptionError, Problem, RowError, UnknownVariableError, ascending
from csplib.asking.sampling import AwayFrom, Diverse, diverse, sample
from csplib.kernel.state import State
from csplib.testing import check_constraint


def lopsided() -> Problem[str, int]:
    """One solution where x is 0, and six where x is 1."""
    p: Problem[str, int] = Problem()
    x, y = p.add_variable("x", [0, 1]), p.add_variable("y", range(6))
    p.add((x == 1) | (y == 0))
    return p


def row(solution: Mapping[Any, Any]) -> tuple[Any, ...]:
    return tuple(solution.values())


@settings(max_examples=60)
@given(stated=problems(most_variables=3), n=st.integers(1, 6), seed=st.integers(0, 9), uniform=st.booleans())
def test_a_sample_has_distinct_solutions_and_in_the_end_all_of_them(
    stated: Stated, n: int, seed: int, *, uniform: bool
) -> None:
    every = set(map(key, stated.solutions()))
    drawn = [key(solution) for solution in sample(stated.problem, n, uniform=uniform, seed=seed)]
    assert len(drawn) == len(set(drawn)) == min(n, len(every))
    assert set(drawn) <= every
    assert {key(solution) for solution in sample(stated.problem, len(every) + 1, uniform=uniform, seed=seed)} == every


@settings(max_examples=30)
@given(stated=problems(most_variables=3), n=st.integers(0, 9), uniform=st.booleans())
def test_independent_draws_may_repeat(stated: Stated, n: int, *, uniform: bool) -> None:
    every = set(map(key, stated.solutions()))
    drawn = [key(solution) for solution in sample(stated.problem, n, uniform=uniform, distinct=False)]
    assert len(drawn) == (n if every else 0)
    assert set(drawn) <= every


@pytest.mark.parametrize("options", [{}, {"uniform": True}, {"distinct": False}], ids=str)
def test_the_same_seed_draws_the_same(options: dict[str, Any]) -> None:
    p = queens(8)
    drawn = [list(sample(p, 5, seed=seed, **options)) for seed in (0, 0, 1)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert list(sample(p, 5, seed=None, **options)) == list(sample(p, 5, **options)) == drawn[0]


def drawn_over_seeds(draw: Callable[[int], Iterable[Mapping[Any, Any]]], seeds: int) -> Counter[Any]:
    return Counter(tuple([row(solution) for solution in draw(seed)]) for seed in range(seeds))


def test_a_uniform_draw_is_uniform() -> None:
    p = lopsided()
    counted = drawn_over_seeds(lambda seed: sample(p, 1, uniform=True, seed=seed), 1400)
    assert len(counted) == 7
    # 200 of each are expected, give or take 13.
    assert all(140 <= times <= 260 for times in counted.values())


def test_every_order_of_every_set_is_equally_likely_in_a_uniform_sample() -> None:
    p = coins(2)
    counted = drawn_over_seeds(lambda seed: sample(p, 2, uniform=True, seed=seed), 1200)
    assert set(counted) == set(permutations([(0, 0), (0, 1), (1, 0), (1, 1)], 2))
    # 100 of each are expected, give or take 10.
    assert all(60 <= times <= 140 for times in counted.values())


def test_independent_uniform_draws_are_uniform_in_all_their_combinations() -> None:
    p: Problem[str, int] = Problem()
    p.add_variable("x", range(3))
    counted = drawn_over_seeds(lambda seed: sample(p, 3, uniform=True, distinct=False, seed=seed), 2700)
    assert len(counted) == 27
    # 100 of each are expected, give or take 10.
    assert all(60 <= times <= 140 for times in counted.values())


def test_an_ordinary_draw_is_not_uniform_as_the_description_warns() -> None:
    p = lopsided()
    alone = sum(next(sample(p, 1, seed=seed))["x"] == 0 for seed in range(300))
    # A seventh would be 43; the first variable decides it, half of the time.
    assert alone > 80


def test_every_solution_can_come_in_an_ordinary_draw() -> None:
    p = queens(6)
    assert len({row(solution) for seed in range(60) for solution in sample(p, 1, seed=seed)}) == 4


def test_a_sample_is_lazy_unless_it_must_be_uniform() -> None:
    assert len(list(islice(sample(coins(100), 10**9), 3))) == 3
    with pytest.raises(LimitReached, match="solution_limit=50") as caught:
        next(sample(coins(100), 1, uniform=True, solution_limit=50))
    assert caught.value.found == 50
    assert len(list(sample(coins(3), 99, uniform=True, solution_limit=8))) == 8


def test_a_limit_is_never_mistaken_for_the_last_solution() -> None:
    with pytest.raises(LimitReached):
        next(sample(pigeons(8), 1, node_limit=10))
    with pytest.raises(LimitReached, match="before all solutions were seen"):
        next(sample(coins(5), 1, uniform=True, node_limit=20))
    few = sample(coins(3), 99, node_limit=6)
    with pytest.raises(LimitReached, match="before all solutions were seen"):
        list(few)
    assert list(sample(pigeons(3), 5)) == list(sample(pigeons(3), 5, uniform=True)) == []


def test_what_is_assumed_is_kept_to() -> None:
    p = queens(8)
    with p.assume({0: 3}):
        drawn = [*sample(p, 3), *sample(p, 3, uniform=True), *diverse(p, 3), *diverse(p, 2, assuming={1: 5})]
    assert {solution[0] for solution in drawn} == {3}
    assert {solution[1] for solution in drawn[-2:]} == {5}
    assert not any(p.violations(solution) for solution in drawn)
    with p.assume({0: 3}), p.assume({0: 4}):
        assert list(sample(p, 3)) == list(diverse(p, 3)) == []


def apart(one: Mapping[Any, Any], other: Mapping[Any, Any]) -> int:
    return sum(bool(one[name] != other[name]) for name in one)


@settings(max_examples=60)
@given(problems(most_variables=3), st.integers(0, 5), st.integers(0, 9))
def test_each_diverse_solution_is_as_far_as_any_from_those_before(stated: Stated, n: int, seed: int) -> None:
    every = stated.solutions()
    found = diverse(stated.problem, n, seed=seed)
    assert found.exact
    assert len(set(map(key, found))) == len(found) == min(n, len(every))
    assert {key(solution) for solution in found} <= set(map(key, every))
    assert len(found.distances) == max(0, len(found) - 1)
    for place, distance in enumerate(found.distances, 1):
        before = found[:place]
        assert min(apart(found[place], one) for one in before) == distance
        assert max(min(apart(solution, one) for one in before) for solution in every) == distance
    assert list(found.distances) == sorted(found.distances, reverse=True)


def test_eight_queens_can_stand_on_eight_other_squares() -> None:
    found = diverse(queens(8), 4, seed=2)
    assert (found.distances, found.exact) == ((8, 8, 8), True)
    assert all(apart(one, other) == 8 for one in found for other in found if one is not other)


def test_only_the_named_variables_count() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(4))
    p.add(x + y == 3, z == 3)
    found = diverse(p, 10, on=[x])
    assert sorted([solution["x"] for solution in found]) == [0, 1, 2, 3]
    assert found.distances == (1, 1, 1)
    assert diverse(p, 10, on=["z"]).distances == ()
    assert len(diverse(p, 10, on=[])) == 1


def test_a_distance_that_suffices_is_kept_to() -> None:
    found = diverse(coins(5), 100, distance=3, seed=1)
    assert found.exact
    assert min(apart(one, other) for one in found for other in found if one is not other) >= 3
    assert all(distance >= 3 for distance in found.distances)
    # No two of three words of length 5 and more could differ in all five letters.
    assert len(diverse(coins(5), 100, distance=5)) == 2
    assert len(diverse(coins(5), 100, distance=6)) == 1


def test_the_same_seed_finds_the_same() -> None:
    p = queens(8)
    assert diverse(p, 3, seed=5) == diverse(p, 3, seed=5) != diverse(p, 3, seed=6)
    assert diverse(p, 3) == diverse(p, 3, seed=0) == diverse(p, 3, seed=None)
    assert len(diverse(p, 3, order=ascending)) == 3


def test_a_limit_leaves_what_was_found_and_says_so() -> None:
    found = diverse(queens(8), 90, node_limit=40)
    assert not found.exact
    assert 0 < len(found) < 90
    assert len(set(found)) == len(found)
    for place, distance in enumerate(found.distances, 1):
        assert min(apart(found[place], one) for one in found[:place]) == distance
    with pytest.raises(LimitReached):
        diverse(pigeons(8), 2, node_limit=10)
    with pytest.raises(LimitReached):
        diverse(queens(8), 2, time_limit=0)


def test_time_is_for_everything_together(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    def clock() -> float:
        now[0] += 1
        return now[0]

    monkeypatch.setattr("csplib.kernel.clock.perf_counter", clock)
    found = diverse(coins(6), 60, time_limit=20)
    assert not found.exact
    assert 0 < len(found) < 60
    assert now[0] < 40


def test_an_unsatisfiable_problem_has_nothing_to_choose_from() -> None:
    found = diverse(pigeons(3), 3)
    assert (found, found.distances, found.exact) == ((), (), True)
    assert diverse(queens(6), 0) == ()


def test_the_problem_is_left_as_it_was() -> None:
    p = queens(6)
    stated = p.constraints
    list(sample(p, 3))
    diverse(p, 3)
    assert p.constraints == stated
    assert p.count() == 4


def test_what_is_known_about_diverse_solutions_survives_copying() -> None:
    found = diverse(queens(6), 3)
    for twin in (copy.copy(found), copy.deepcopy(found), pickle.loads(pickle.dumps(found))):  # noqa: S301
        assert isinstance(twin, Diverse)
        assert (twin, twin.distances, twin.exact) == (found, found.distances, found.exact)


ask_sample: Any = sample
ask_diverse: Any = diverse
away_from: Any = AwayFrom
MISUSE: list[Any] = [
    pytest.param(
        lambda p: ask_sample(p, -1), OptionError, "n must be a non-negative", id="a negative number of samples"
    ),
    pytest.param(lambda p: ask_sample(p, 2, solution_limit=-1), OptionError, "integer, not -1", id="a limit below 0"),
    pytest.param(lambda p: ask_sample(p, 2, order=ascending), OptionError, "seed= shuffles", id="an order of values"),
    pytest.param(lambda p: ask_sample(p, 2, steps=3), KindError, "there is no option steps=", id="an unknown option"),
    pytest.param(lambda p: ask_diverse(p, 1.5), OptionError, "integer, not 1.5", id="one and a half solutions"),
    pytest.param(lambda p: ask_diverse(p, 2, distance=0), OptionError, "must be a positive integer", id="no distance"),
    pytest.param(lambda p: ask_diverse(p, 2, on=[0, 0]), OptionError, "on= names a variable twice", id="a name twice"),
    pytest.param(lambda p: ask_diverse(p, 2, on=["nobody"]), UnknownVariableError, "nobody", id="an unknown variable"),
    pytest.param(lambda p: ask_diverse(p, 2, on=7), KindError, "on= needs a collection", id="no collection"),
    pytest.param(
        lambda p: ask_diverse(p, 2, seed="a"), OptionError, "seed must be an integer", id="a seed that is no integer"
    ),
    pytest.param(lambda _: away_from("abc", [1, 2], 1), RowError, "3 variables but 2 values", id="too short a row"),
    pytest.param(lambda _: away_from("abc", 7, 1), KindError, "AwayFrom needs a row", id="no row"),
]


@pytest.mark.parametrize(("ask", "error", "message"), MISUSE)
def test_mistakes_are_refused_at_once(ask: Callable[[Problem], object], error: type[CSPError], message: str) -> None:
    with pytest.raises(error, match=message):
        ask(queens(4))


@st.composite
def _makers(draw: Any) -> Callable[[list[Any]], AwayFrom]:
    values = draw(st.lists(st.integers(-1, 4), min_size=4, max_size=4))
    distance = draw(st.integers(-1, 5))
    return lambda variables: AwayFrom(variables, values[: len(variables)], distance)


def test_away_from_does_what_it_says() -> None:
    check_constraint(_makers(), variables=(1, 4), domain=range(4), max_examples=60)


def test_away_from_leaves_exactly_what_is_supported() -> None:
    p: Problem[str, int] = Problem()
    away = AwayFrom(p.add_variables("abc", range(3)), [0, 1, 2], 2)
    p.add(away)
    (propagator,) = p.compile().propagators
    state = State([0b001, 0b011, 0b100, 0])
    assert not propagator.propagate(state)
    state = State([0b001, 0b011, 0b111, 0])
    assert propagator.propagate(state)
    assert state.domains[:3] == [0b001, 0b001, 0b011]
    assert str(away) == "AwayFrom(2 of a from 0, b from 1, c from 2)"
