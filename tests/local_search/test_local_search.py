"""Local search: whatever it returns, it says truly how good that is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import count, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import australia, pigeons, queens
from strategies import Stated, key, problems

from csplib import (
    AllDifferent,
    AllEqual,
    AllOf,
    AnyOf,
    AtLeast,
    AtMost,
    Constant,
    Constraint,
    CSPError,
    Diff,
    Exactly,
    In,
    Increasing,
    KindError,
    OptionError,
    Predicate,
    PredicateError,
    Problem,
    UnknownVariableError,
    element,
    reify,
)
from csplib.local_search import (
    LocalResult,
    Progress,
    annealing,
    genetic,
    genetic_search,
    min_conflicts,
    min_conflicts_search,
    run,
    simulated_annealing,
    tabu,
    tabu_search,
)
from csplib.local_search.distances import distance_to
from csplib.local_search.landscape import Landscape
from csplib.modelling.constraints.membership import NotIn

Search = Callable[..., LocalResult[Any, Any]]
METHODS: dict[str, Search] = {
    "min-conflicts": min_conflicts,
    "simulated annealing": simulated_annealing,
    "tabu search": tabu_search,
    "genetic search": genetic_search,
}
each_method = pytest.mark.parametrize("search", METHODS.values(), ids=METHODS)
some_method = st.sampled_from(list(METHODS.values()))


def small_sudoku() -> Problem[tuple[int, int], int]:
    p: Problem[tuple[int, int], int] = Problem()
    for place, digit in enumerate("1.....3..1..4..."):
        p.add_variable(divmod(place, 4), range(1, 5) if digit == "." else [int(digit)])
    for i in range(4):
        p.add(AllDifferent([(i, c) for c in range(4)]), AllDifferent([(r, i) for r in range(4)]))
        p.add(AllDifferent([(i // 2 * 2 + k // 2, i % 2 * 2 + k % 2) for k in range(4)]))
    return p


def triangle() -> Problem[str, int]:
    """Three neighbors and two colors: one constraint is always violated."""
    p: Problem[str, int] = Problem()
    a, b, c = p.add_variables("abc", [0, 1])
    p.add(a != b, b != c, a != c)
    return p


def same(result: LocalResult[Any, Any]) -> tuple[Any, ...]:
    """Everything but the time."""
    return (result.assignment, *map(id, result.violated), result.steps, result.restarts, result.reason)


@settings(max_examples=100)
@given(problems(), some_method, st.integers(0, 5))
def test_a_result_says_truly_what_it_violates(stated: Stated, search: Search, seed: int) -> None:
    p = stated.problem
    result = search(p, seed=seed, step_limit=30)
    assert list(result.violated) == p.violations(result.assignment)
    assert list(result.assignment) == list(p.domains)
    assert result.solved == (key(result.assignment) in map(key, stated.solutions()))
    assert result.solved == (result.reason == "solved")
    assert result.steps <= 30
    if result.reason == "impossible":
        assert any(result.refuted_by is constraint for constraint in p.constraints)
        assert any(result.refuted_by is constraint for constraint in result.violated)
        assert not stated.solutions()
    else:
        assert result.refuted_by is None


@settings(max_examples=25)
@given(problems(), some_method, st.integers(0, 5))
def test_the_same_seed_gives_the_same_result(stated: Stated, search: Search, seed: int) -> None:
    assert same(search(stated.problem, seed=seed, step_limit=20)) == same(
        search(stated.problem, seed=seed, step_limit=20)
    )


@settings(max_examples=100)
@given(problems(), st.integers(0, 2**32))
def test_the_cost_is_kept_up_to_date_from_move_to_move(stated: Stated, seed: int) -> None:
    random = Random(seed)
    p = stated.problem
    land, fresh = Landscape(p.domains, p.constraints), Landscape(p.domains, p.constraints)
    for _ in range(8):
        x = random.randrange(len(land.names))
        place = random.randrange(len(land.domains[x]))
        differences = [land.difference(x, other) for other in range(len(land.domains[x]))]
        assert land.differences(x) == differences
        before = land.cost
        land.move(x, place)
        fresh.assign(land.places)
        assert land.cost == fresh.cost == before + differences[place]
        assert sum(cost.value for cost in land.violated) == land.cost
        violated = {id(cost.constraint) for cost in land.violated}
        assert violated == {id(cost.constraint) for cost in fresh.violated}
        assert violated == {id(c) for c in p.violations(land.assignment()) if len({v.name for v in c.reads()}) > 1}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("make", [australia, lambda: queens(8), small_sudoku], ids=["map", "queens", "sudoku"])
@each_method
def test_every_method_solves_what_is_easy(search: Search, make: Callable[[], Problem], seed: int) -> None:
    p = make()
    result = search(p, seed=seed)
    assert (result.solved, result.reason, result.violated, p.violations(result.assignment)) == (True, "solved", (), [])
    assert str(result).startswith("solved after ")


def test_a_hundred_queens_are_placed_within_a_thousand_steps() -> None:
    for search in (min_conflicts, tabu_search):
        assert search(queens(100), step_limit=1000).solved


@each_method
def test_where_there_is_no_solution_the_limit_is_kept_and_nothing_is_claimed(search: Search) -> None:
    result = search(pigeons(5), step_limit=100)
    assert (result.solved, result.steps, result.reason, result.refuted_by) == (False, 100, "step limit", None)
    assert len(result.violated) == 1
    assert str(result).startswith("best found, 1 of 15 constraints violated, after 100 steps")
    assert str(result).endswith("(step limit)")


@each_method
def test_time_is_a_limit_too(search: Search) -> None:
    result = search(pigeons(5), time_limit=0.05)
    assert (result.solved, result.reason) == (False, "time limit")
    assert result.steps > 0
    at_once = search(queens(8), time_limit=0)
    assert (at_once.reason, at_once.steps, len(at_once.assignment)) == ("time limit", 0, 8)
    assert at_once.violated


@pytest.mark.parametrize(
    ("search", "module", "promised"),
    [
        pytest.param(min_conflicts, min_conflicts_search, "100,000", id="min-conflicts"),
        pytest.param(simulated_annealing, annealing, "a million", id="simulated annealing"),
        pytest.param(tabu_search, tabu, "20,000", id="tabu search"),
        pytest.param(genetic_search, genetic, "20,000", id="genetic search"),
    ],
)
def test_without_a_limit_there_is_one_all_the_same(
    search: Search, module: Any, promised: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stated = "a million" if module._STEP_LIMIT == 1_000_000 else f"{module._STEP_LIMIT:,}"
    assert stated == promised
    assert f"there are {promised} steps" in " ".join((search.__doc__ or "").split())
    monkeypatch.setattr(module, "_STEP_LIMIT", 70)
    result = search(triangle())
    assert (result.steps, result.reason) == (70, "step limit")


@each_method
def test_no_step_at_all_gives_where_it_would_have_begun(search: Search) -> None:
    result = search(triangle(), step_limit=0)
    assert (result.steps, result.reason, len(result.violated)) == (0, "step limit", 1)


@each_method
def test_what_one_variable_cannot_satisfy_is_named_at_once(search: Search) -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(5))
    p.add(x != y, x < 3, (x > 2).named("x is large"))
    result = search(p)
    assert (result.reason, result.steps, result.solved) == ("impossible", 0, False)
    assert [str(constraint) for constraint in result.violated] == ["x is large"]
    assert str(result) == "best found, 1 of 3 constraints violated, after 0 steps (impossible: x is large)"


@each_method
def test_variables_with_one_value_that_do_not_fit_are_impossible(search: Search) -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variable("x", [1]), p.add_variable("y", [1, 2])
    p.add(x != y, y < 2)
    result = search(p)
    assert (result.reason, str(result.refuted_by)) == ("impossible", "x != y")


@each_method
def test_a_conflict_between_givens_does_not_stop_the_search(search: Search) -> None:
    p: Problem[str, int] = Problem()
    p.add_variables("ab", [1])
    p.add_variables("cd", [1, 2, 3])
    p.add(AllDifferent("abc"), Diff("c", "d"), Diff("a", "b"))
    result = search(p, step_limit=50)
    assert (result.reason, len(result.violated)) == ("step limit", 2)


@each_method
def test_a_problem_of_nothing_is_solved(search: Search) -> None:
    assert str(search(Problem())) == "solved after 0 steps"
    p: Problem[str, int] = Problem()
    p.add_variables("xy", range(3))
    assert search(p).solved


def test_a_constraint_that_depends_on_nothing_is_judged_at_once() -> None:
    p: Problem[str, int] = Problem()
    p.add_variable("x", range(3))
    wrong = Predicate([Constant(5)], lambda value: value == 6)
    p.add(wrong, Predicate([Constant(5)], lambda value: value == 5))
    assert min_conflicts(p).refuted_by is wrong


@each_method
def test_a_search_begins_with_the_given_values(search: Search) -> None:
    p = queens(8)
    solution = p.solve()
    assert solution is not None
    result = search(p, start=solution)
    assert (result.steps, result.assignment) == (0, solution)
    assert search(p, start={p.variables[0]: 3, 1: 5}).solved
    half = search(p, start={0: 0, 1: 0}, step_limit=0)
    assert (half.assignment[0], half.assignment[1]) == (0, 0)


def test_a_start_that_a_constraint_on_one_variable_forbids_is_replaced() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(3))
    p.add(x != 1, x != y)
    result = min_conflicts(p, start={x: 1, y: 1}, step_limit=0)
    assert result.assignment["x"] != 1
    assert result.assignment["y"] == 1


@each_method
def test_what_is_assumed_is_kept_to(search: Search) -> None:
    p = queens(8)
    with p.assume({0: 4}):
        result = search(p, assuming={p.variables[1]: 6})
        assert result.solved
        assert (result.assignment[0], result.assignment[1]) == (4, 6)
        refuted = search(p, assuming={0: 5})
    assert (refuted.solved, refuted.reason) == (False, "impossible")
    assert str(refuted.refuted_by) == "assumed: 0 is 5"
    assert any(refuted.refuted_by is constraint for constraint in refuted.violated)
    with pytest.raises(OptionError, match="0 is assumed to be 99"):
        search(p, assuming={0: 99})


@each_method
def test_a_search_restarts_when_it_has_run_dry(search: Search) -> None:
    result = search(pigeons(4), step_limit=100, restart_after=10)
    assert result.restarts >= 1
    assert "restart" in str(result)


@each_method
def test_progress_is_reported_at_a_fixed_rate_and_at_the_end(search: Search, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count()
    monkeypatch.setattr(run, "perf_counter", lambda: next(clock) / 64)
    reports: list[Progress] = []
    result = search(pigeons(5), step_limit=200, progress=reports.append)
    # A little time passes each time the clock is read.
    gaps = [after.seconds - before.seconds for before, after in pairwise(reports[:-1])]
    assert len(reports) > 5
    assert all(0.1 <= gap < 0.15 for gap in gaps)
    assert [one.best for one in reports] == sorted([one.best for one in reports], reverse=True)
    assert all(one.best <= one.violated for one in reports)
    assert reports[-1][:3] == (result.steps, len(result.violated), len(result.violated))


def test_a_short_run_reports_once() -> None:
    reports: list[Progress] = []
    min_conflicts(australia(), progress=reports.append)
    assert (reports[-1].violated, reports[-1].best) == (0, 0)


@each_method
def test_ctrl_c_gets_through(search: Search) -> None:
    p = pigeons(5)
    with pytest.raises(KeyboardInterrupt):
        search(p, time_limit=60, progress=lambda _: signal.raise_signal(signal.SIGINT))
    assert p.count() == 0


def test_an_error_in_a_predicate_names_it() -> None:
    p: Problem[str, int] = Problem()
    p.add(Predicate(p.add_variables("xy", range(3)), lambda x, y: 1 // (x - x + y * 0), name="a mistake"))
    with pytest.raises(PredicateError, match="a mistake raised ZeroDivisionError"):
        min_conflicts(p)


def test_hash_seeds_make_no_difference() -> None:
    script = """if True:
        from csplib import Problem
        from csplib.local_search import genetic_search, min_conflicts, simulated_annealing, tabu_search
        p = Problem()
        names = [f"state {i}" for i in range(20)]
        handles = p.add_variables(names, {"red", "green", "blue"})
        p.add(*[handles[i] != handles[j] for i in range(20) for j in range(i) if (i * j + i) % 7 < 2])
        for search in (min_conflicts, simulated_annealing, tabu_search, genetic_search):
            result = search(p, seed=3, step_limit=300)
            print(result, list(result.assignment.values()))
    """
    shown = [
        subprocess.run(  # noqa: S603
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert shown[0] == shown[1]
    assert len(shown[0].splitlines()) == 4


DISTANCES: list[Any] = [
    pytest.param(AllDifferent("abcd"), [7, 7, 7, 1], 3, id="three equal values are three equal pairs"),
    pytest.param(AllEqual("abcd"), [7, 7, 2, 1], 2, id="two values differ from the one that most have"),
    pytest.param(AtMost(1, "abc", 5), [5, 5, 5], 2, id="two too many"),
    pytest.param(AtLeast(3, "abc", 5), [5, 0, 0], 2, id="two too few"),
    pytest.param(Exactly(1, "abc", 5), [0, 0, 0], 1, id="one too few of exactly one"),
    pytest.param(Increasing("abcd"), [3, 2, 2, 1], 2, id="two steps down"),
    pytest.param(Increasing("abcd", strictly=True), [3, 2, 2, 4], 2, id="a step down and an equal one"),
    pytest.param(Diff("a", "b"), [1, 1], 1, id="other kinds count one"),
    pytest.param(AnyOf([AllDifferent("abc"), AtMost(0, "abc", 1)]), [1, 1, 0], 1, id="the nearest part counts"),
    pytest.param(AllOf([AllDifferent("abc"), AtMost(0, "abc", 1)]), [1, 1, 0], 3, id="all parts count"),
    pytest.param(~AllEqual("ab"), [1, 1], 1, id="a negation counts one"),
]


@pytest.mark.parametrize(("constraint", "values", "distance"), DISTANCES)
def test_the_distance_to_a_constraint(constraint: Constraint, values: Sequence[object], distance: int) -> None:
    assert distance_to(constraint, values) == distance


def test_the_distance_to_a_comparison() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(10))
    cases = [(x + y <= 5, 8), (2 * x + y == 0, 20), (x * y == 40, 2), (x * y <= 50, 0), (x - y != 1, 1), (x < y - 3, 5)]
    assert [distance_to(constraint, [7, 6]) for constraint, _ in cases] == [distance for _, distance in cases]
    two_ones: Any = sum(reify(z == 1) for z in (x, y)) == 2
    assert distance_to(two_ones, [0, 1]) == 1


class Lenient(AllDifferent):
    """A subclass that means something else."""

    def satisfied(self, values: Sequence[object]) -> bool:
        return len(set(values)) > 1


def test_a_subclass_has_a_distance_of_its_own() -> None:
    p: Problem[str, int] = Problem()
    p.add(Lenient(p.add_variables("abc", [1, 2])))
    result = min_conflicts(p)
    assert result.solved
    assert distance_to(Lenient("abc"), [1, 1, 2]) == 0


def test_an_expression_without_a_value_breaks_its_constraint() -> None:
    p: Problem[str, int] = Problem()
    i, x = p.add_variable("i", range(9)), p.add_variable("x", range(3))
    p.add(element([4, 5, 6], i) + x <= 4)
    for search in METHODS.values():
        assert search(p).assignment == {"i": 0, "x": 0}


MISUSE: list[Any] = [
    pytest.param({"seed": "1"}, OptionError, "seed must be an integer, not '1'", id="a seed is an integer"),
    pytest.param({"time_limit": -1}, OptionError, "time_limit must be a number", id="time does not run backwards"),
    pytest.param({"step_limit": 1.5}, OptionError, "step_limit must be a non-neg", id="there is no half step"),
    pytest.param(
        {"restart_after": 0},
        OptionError,
        "restart_after must be a positive integer, not 0",
        id="a restart needs a step in between",
    ),
    pytest.param({"restart_after": -3}, OptionError, "integer, not -3", id="nor can it be negative"),
    pytest.param({"start": {"nobody": 1}}, UnknownVariableError, "nobody", id="a start names variables"),
    pytest.param({"start": {0: 99}}, OptionError, "start= gives 0 the value 99", id="a start is in the domain"),
    pytest.param({"start": [1, 2]}, KindError, "start= needs a mapping", id="a start is a mapping"),
    pytest.param({"assuming": {"nobody": 1}}, UnknownVariableError, "nobody", id="assumptions name variables"),
    pytest.param({"progress": 7}, OptionError, "progress must be callable, not 7", id="progress is callable"),
    pytest.param({"node_limit": 7}, KindError, "there is no option node_limit=", id="nodes are of another search"),
]


@pytest.mark.parametrize(("options", "error", "message"), MISUSE)
@each_method
def test_options_that_make_no_sense_are_refused(
    search: Search, options: dict[str, Any], error: type[CSPError], message: str
) -> None:
    with pytest.raises(error, match=message):
        search(queens(4), **options)


@pytest.mark.parametrize(
    ("search", "options", "message"),
    [
        pytest.param(min_conflicts, {"noise": 1.5}, "noise must be a probability from 0 to 1, not 1.5", id="noise"),
        pytest.param(min_conflicts, {"noise": "a"}, "noise must be a probability from 0 to 1, not 'a'", id="text"),
        pytest.param(
            simulated_annealing, {"temperature": 0}, "temperature must be a positive number, not 0", id="temperature"
        ),
        pytest.param(tabu_search, {"tenure": -1}, "tenure must be a non-negative integer, not -1", id="tenure"),
        pytest.param(
            genetic_search, {"population": 1}, "population must be an integer of at least 2, not 1", id="population"
        ),
        pytest.param(genetic_search, {"repairs": -1}, "repairs must be a non-negative integer, not -1", id="repairs"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(search: Search, options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        search(queens(4), **options)


@pytest.mark.parametrize(
    ("search", "one", "other"),
    [
        pytest.param(min_conflicts, {"noise": 0}, {"noise": 1}, id="noise"),
        pytest.param(simulated_annealing, {"temperature": 0.01}, {"temperature": 10}, id="temperature"),
        pytest.param(tabu_search, {"tenure": 0}, {"tenure": 9}, id="tenure"),
        pytest.param(genetic_search, {"population": 2}, {"population": 9}, id="population"),
        pytest.param(genetic_search, {"repairs": 0, "population": 5}, {"repairs": 9, "population": 5}, id="repairs"),
    ],
)
def test_parameters_make_a_difference(search: Search, one: dict[str, Any], other: dict[str, Any]) -> None:
    p = queens(20)
    assert same(search(p, step_limit=100, **one)) != same(search(p, step_limit=100, **other))


def test_a_population_has_children_however_soon_it_shall_be_given_up() -> None:
    result = genetic_search(pigeons(4), population=10, restart_after=5, step_limit=100)
    # Nine more beside the one it began with, then five children, and so on.
    assert result.restarts == 100 // 14


def test_searching_changes_nothing() -> None:
    p = queens(6)
    before, solutions = p.domains, list(p.solutions())
    for search in METHODS.values():
        search(p)
    assert p.domains == before
    assert list(p.solutions()) == solutions


def test_unary_constraints_of_any_kind_restrict_before_anything_begins() -> None:
    p: Problem[str, int] = Problem()
    x = p.add_variable("x", range(100))
    p.add(x * x > 50, In(x, range(20)), NotIn(x, [8]), x % 5 == 3)
    land = Landscape(p.domains, p.constraints)
    assert (land.domains, land.movable, land.violated) == ([[13, 18]], [0], [])
