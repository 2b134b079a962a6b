"""The iterator over solutions: lazy, interruptible, honest about how it ended."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time
import weakref
from collections.abc import Mapping, Sequence
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import coins, pigeons, queens
from strategies import Stated, key, problems

import csplib
from csplib import AllDifferent, Constraint, LimitReached, Lowering, Predicate, Problem, Status


def test_solutions_are_made_one_at_a_time() -> None:
    found = coins(200).solutions()
    assert len(list(islice(found, 3))) == 3
    assert found.status is Status.RUNNING
    assert found.statistics.solutions == 3


def test_two_iterators_over_one_problem_do_not_disturb_each_other() -> None:
    p = queens(6)
    alone = list(p.solutions())
    left, right = p.solutions(), p.solutions()
    first = next(left)
    assert list(right) == alone
    assert [first, *left] == alone


def test_adding_to_a_problem_does_not_disturb_a_running_iterator() -> None:
    p = coins(2)
    found = p.solutions()
    next(found)
    p.add(csplib.In(0, [1]))
    assert len(list(found)) == 3
    assert p.count() == 2


def test_the_status_says_how_it_ended() -> None:
    complete = coins(2).solutions()
    assert len(list(complete)) == 4
    assert complete.status is Status.COMPLETE
    nothing = pigeons(3).solutions()
    assert list(nothing) == []
    assert nothing.status is Status.UNSATISFIABLE
    limited = coins(2).solutions(solution_limit=3)
    assert len(list(limited)) == 3
    assert limited.status is Status.LIMIT
    with coins(2).solutions() as closed:
        next(closed)
    assert closed.status is Status.CLOSED
    assert list(closed) == []
    complete.close()
    assert complete.status is Status.COMPLETE


def test_a_limit_that_equals_the_number_of_solutions_is_a_limit_all_the_same() -> None:
    found = coins(2).solutions(solution_limit=4)
    assert len(list(found)) == 4
    assert found.status is Status.LIMIT


def test_statistics_count_what_happened() -> None:
    found = queens(6).solutions()
    list(found)
    s = found.statistics
    assert (s.solutions, s.nodes > s.failures > 0, s.depth > 0) == (4, True, True)
    assert s.revisions > s.removed > 0
    assert s.propagations > 0
    assert s.seconds > 0
    assert s.as_dict()["nodes"] == s.nodes
    assert f"nodes={s.nodes}" in repr(s)


@pytest.mark.parametrize("n", [8, 9])
def test_nodes_are_the_same_in_both_builds(n: int) -> None:
    found = queens(n).solutions()
    list(found)
    expected = {8: (545, 251, 9233, 4332), 9: (2040, 882, 39640, 16432)}
    s = found.statistics
    assert (s.nodes, s.failures, s.revisions, s.removed) == expected[n]


def test_a_node_limit_without_an_answer_raises_and_is_exact() -> None:
    p = pigeons(8)
    found = p.solutions(node_limit=100)
    with pytest.raises(LimitReached, match="node_limit=100") as caught:
        next(found)
    assert found.status is Status.LIMIT
    assert found.statistics.nodes == 100
    assert caught.value.statistics is found.statistics
    assert list(found) == []


def test_a_node_limit_after_an_answer_ends_the_iteration() -> None:
    found = coins(10).solutions(node_limit=12)
    assert len(list(found)) == 2
    assert found.status is Status.LIMIT


def test_counting_up_to_a_node_limit_raises_with_what_was_found() -> None:
    with pytest.raises(LimitReached) as caught:
        coins(10).count(node_limit=12)
    assert caught.value.found == 2


def test_a_time_limit_without_an_answer_raises() -> None:
    for infer in (None, csplib.no_inference, csplib.mac):
        with pytest.raises(LimitReached, match=r"time_limit=0\.05"):
            pigeons(30).solve(time_limit=0.05, infer=infer)


def test_a_time_limit_of_zero_stops_before_the_first_step() -> None:
    with pytest.raises(LimitReached):
        coins(10).solve(time_limit=0)


def test_a_time_limit_counts_only_the_time_inside_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("csplib.kernel.clock.perf_counter", lambda: now)

    def work(event: csplib.Event) -> None:
        nonlocal now
        now += isinstance(event, csplib.Found)

    found = coins(3).solutions(time_limit=2.5, observer=work)
    for _ in range(3):
        assert found.advance()
        now += 100
    with pytest.raises(LimitReached):
        found.advance()


def test_uniqueness_is_not_claimed_at_a_limit() -> None:
    p = queens(10)
    nodes_to_first = p.solutions()
    next(nodes_to_first)
    with pytest.raises(LimitReached):
        p.is_unique(node_limit=nodes_to_first.statistics.nodes)


def test_the_same_seed_gives_the_same_solutions_everywhere() -> None:
    # Written down once; a change means that a user's seeded runs no longer repeat.
    first = [tuple(s.values()) for s in queens(6).solutions(seed=7)]
    assert first == [(3, 0, 4, 1, 5, 2), (4, 2, 0, 5, 3, 1), (2, 5, 1, 4, 0, 3), (1, 3, 5, 0, 2, 4)]
    orders = {tuple(tuple(s.values()) for s in queens(6).solutions(seed=seed)) for seed in range(8)}
    assert len(orders) > 1


@given(problems(), st.integers(0, 3))
def test_a_solution_limit_cuts_and_changes_nothing_else(stated: Stated, limit: int) -> None:
    everything = list(stated.problem.solutions())
    assert list(stated.problem.solutions(solution_limit=limit)) == everything[:limit]
    assert stated.problem.count(limit=limit) == min(limit, len(everything))


def test_counting_stops_at_its_limit() -> None:
    assert coins(60).count(limit=5) == 5


def test_a_predicate_that_fails_in_the_middle_leaves_the_problem_usable() -> None:
    p: Problem[int, int] = Problem()
    p.add_variables(range(6), range(10))
    bad = {"on": True}

    def touchy(*values: int) -> bool:
        if bad["on"] and values[0] == 1:
            raise ZeroDivisionError("oh")
        return len(set(values)) == 6

    p.add(Predicate(range(6), touchy, name="touchy"))
    found = p.solutions()
    with pytest.raises(csplib.PredicateError, match="touchy raised ZeroDivisionError for 0=1, 1=0") as caught:
        list(found)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert found.status is Status.CLOSED
    bad["on"] = False
    assert p.count(limit=3) == 3


def test_a_search_may_run_inside_another_over_the_same_problem() -> None:
    p = queens(5)
    alone = list(p.solutions())
    inside: list[int] = []

    def nested(event: csplib.Event) -> None:
        if isinstance(event, csplib.Assign) and len(inside) < 5:
            inside.append(p.count())

    assert list(p.solutions(observer=nested)) == alone
    assert inside == [10] * 5


def test_an_iterator_cannot_be_advanced_from_inside_itself() -> None:
    p = coins(3)
    found: csplib.Solutions = p.solutions(observer=lambda _: list(found).clear())
    with pytest.raises(csplib.CSPError, match="running already"):
        next(found)
    assert found.status is Status.CLOSED


def test_an_observer_can_look_at_the_status_and_close_the_search() -> None:
    seen: list[Status] = []

    def enough(event: csplib.Event) -> None:
        seen.append(found.status)
        if isinstance(event, csplib.Found) and found.statistics.solutions == 3:
            found.close()

    found: csplib.Solutions = coins(3).solutions(observer=enough)
    assert len(list(found)) == 2
    assert found.status is Status.CLOSED
    assert set(seen) == {Status.RUNNING}


def test_stop_iteration_in_a_users_function_is_not_taken_for_the_end() -> None:
    def lost(*_: Any) -> Any:
        raise StopIteration

    for options in ({"select": lost}, {"order": lost}, {"infer": lost}, {"observer": lost}):
        with pytest.raises(RuntimeError, match="StopIteration"):
            coins(3).solve(**options)  # type: ignore[arg-type]


def test_the_limit_of_a_search_inside_another_is_not_taken_for_ones_own() -> None:
    def nested(event: csplib.Event) -> None:
        if isinstance(event, csplib.Found):
            pigeons(8).solve(node_limit=5)

    found = coins(3).solutions(observer=nested)
    with pytest.raises(LimitReached, match="node_limit=5"):
        list(found)
    assert found.status is Status.CLOSED


def test_a_time_limit_is_looked_at_between_two_calls_of_a_slow_predicate() -> None:
    calls: list[int] = []

    def slow(*values: int) -> bool:
        calls.append(0)
        time.sleep(0.002)
        return sum(values) < 0

    p: Problem[int, int] = Problem()
    p.add_variables(range(3), range(1000))
    p.add(Predicate(range(3), slow))
    with pytest.raises(LimitReached):
        p.solve(time_limit=0.1)
    assert len(calls) < 500


def test_a_copy_of_a_problem_is_a_problem_of_its_own() -> None:
    p = coins(2)
    twin = copy.copy(p)
    twin.add(csplib.In(0, [1]))
    assert (p.count(), twin.count(), len(p.constraints)) == (4, 2, 0)
    twin.add(twin.variable(0) != twin.variable(1))
    assert twin.count() == 1


def test_a_solution_is_an_immutable_mapping() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", [1])
    solution = p.solve()
    assert solution is not None
    assert dict(solution) == {"x": 1, "y": 1} == solution
    assert solution[x] == solution["x"] == 1
    assert (list(solution), len(solution), y in solution, "z" in solution) == (["x", "y"], 2, True, False)
    assert hash(solution) == hash(p.solve())
    assert repr(solution) == "Solution({'x': 1, 'y': 1})"
    with pytest.raises(TypeError):
        solution["x"] = 2  # type: ignore[index]
    with pytest.raises(KeyError, match="z"):
        solution["z"]


def test_values_come_back_as_the_variable_had_them() -> None:
    p = Problem()
    p.add_variable("number", [1])
    p.add_variable("truth", [True])
    p.add(csplib.Relation("number", "truth", lambda a, b: a == b))
    solution = p.solve()
    assert solution is not None
    assert solution["truth"] is True
    assert type(solution["number"]) is int


def test_a_problem_can_be_pickled() -> None:
    p = queens(6)
    p.solve()
    again = pickle.loads(pickle.dumps(p))  # noqa: S301 - our own bytes
    assert list(again.solutions()) == list(p.solutions())
    again.add(AllDifferent([again.variable(0) + 7, again.variable(1)]))


INTERRUPTED = """
    import collections, sys, time
    from csplib import *
    sys.path.insert(0, {tests!r})
    from models import pigeons
    p = {problem}
    print("ready", flush=True)
    try:
        {call}
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    try:
        p.solve(node_limit=300)
    except LimitReached as limit:
        assert limit.statistics.nodes == 300
    print("usable", flush=True)
"""
RING = (
    "(lambda p: (p.add_variables(range(300), range(1000)),"
    " p.add(*[Relation(i, (i + 1) % 300, int.__lt__) for i in range(300)]), p.compile(), p)[-1])(Problem())"
)
FREE = "(lambda p: (p.add_variables(range(99), range(9)), p)[1])(Problem())"
HUGE = "(lambda p: (p.add(AllDifferent(p.add_variables(range(400), range(401)))), p)[1])(Problem())"


@pytest.mark.skipif(os.name == "nt", reason="SIGINT is sent to a child process")
@pytest.mark.parametrize(
    ("problem", "call"),
    [
        pytest.param("pigeons(12)", "p.solve()", id="engine"),
        pytest.param("pigeons(12)", "p.solve(infer=no_inference)", id="plain backtracking"),
        pytest.param("pigeons(12)", "p.solve(infer=mac, select=degree, order=lcv)", id="textbook"),
        pytest.param(HUGE, "p.count()", id="counting"),
        pytest.param(FREE, "collections.deque(p.solutions(), 0)", id="one large block"),
        pytest.param(RING, "csp = p.compile(); ac3(csp, csp.state())", id="one long run of ac3"),
    ],
)
def test_control_c_stops_the_search_and_leaves_everything_usable(problem: str, call: str) -> None:
    script = textwrap.dedent(INTERRUPTED).format(tests=str(Path(__file__).parents[1]), problem=problem, call=call)
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)  # noqa: S603
    assert child.stdout is not None
    with child:
        assert child.stdout.readline() == "ready\n"
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(0.3)
        child.send_signal(signal.SIGINT)
        try:
            output: Any = child.communicate(timeout=60)[0]
        finally:
            child.kill()
    assert output == "interrupted\nusable\n"


# Blocks: variables that no constraint ties any more are not searched


def loose() -> Problem[str, int]:
    """Once x is known, the others are free; and w is so from the start."""
    p: Problem[str, int] = Problem()
    x, y, z, _ = p.add_variables("xyzw", range(4))
    p.add(x + y <= 3, z != x)
    return p


@settings(max_examples=200)
@given(problems(), st.integers(0, 12), st.integers(0, 5))
def test_blocks_of_solutions_can_be_paused_limited_and_mixed(stated: Stated, limit: int, moves: int) -> None:
    rows = {key(row) for row in stated.solutions()}
    found = stated.problem.solutions(solution_limit=limit)
    seen = [key(solution) for solution in found]
    assert len(set(seen)) == len(seen) == min(limit, len(rows)) == found.statistics.solutions
    assert set(seen) <= rows
    again = stated.problem.solutions()
    passed = sum(again.advance() for _ in range(moves))
    rest = [key(solution) for solution in again]
    assert len(set(rest)) == len(rest) == len(rows) - passed
    assert stated.problem.count(limit) == min(limit, len(rows))


def test_free_variables_are_not_tried() -> None:
    found = loose().solutions()
    everything = list(found)
    assert len(everything) == len(set(everything)) == loose().count() == 10 * 3 * 4
    assert not [solution for solution in everything if loose().violations(solution)]
    assert found.status is Status.COMPLETE
    assert found.statistics.nodes <= 4 + 10


def test_a_block_that_is_closed_yields_no_more() -> None:
    with loose().solutions() as found:
        next(found)
        next(found)
    assert (next(found, None), found.status, found.statistics.solutions) == (None, Status.CLOSED, 2)


def test_astronomically_many_solutions_are_counted_at_once() -> None:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(60), range(10))
    p.add(sum(x[:3]) == 4, x[4] != x[5])
    assert p.count() == 15 * 90 * 10**55
    assert len([1 for _ in zip(range(1000), p.solutions(), strict=False)]) == 1000


def test_a_solution_of_a_block_is_like_any_other() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(3))
    z = p.add_variable("z", [7])
    row = list(p.solutions())[5]
    values = {"x": 1, "y": 2, "z": 7}
    plain: csplib.Solution[str, int] = csplib.Solution(values)
    assert isinstance(row, csplib.Solution)
    assert isinstance(row, Mapping)
    assert row == plain == row == values == row
    assert (row != plain) is False
    assert row != {"x": 1}
    assert row != 5
    assert (hash(row), repr(row), row._repr_html_()) == (hash(plain), repr(plain), plain._repr_html_())
    assert (list(row), len(row), dict(row), {**row}, dict(**row)) == (list(plain), 3, values, values, values)
    assert (list(row.keys()), list(row.values()), list(row.items())) == (list(values), [1, 2, 7], list(values.items()))
    assert (row.keys() & {"x", "q"}, ("y", 2) in row.items(), repr(row.keys())) == ({"x"}, True, repr(plain.keys()))
    assert (row["x"], row[x], row[x + y * z], row[x + 1]) == (1, 1, 15, 2)
    assert ("x" in row, x in row, x + 1 in row, "q" in row) == ("x" in plain, x in plain, x + 1 in plain, False)
    assert (row.get("x"), row.get("q"), row.get("q", 4), row.get(y)) == (1, None, 4, 2)
    for key_ in ("q", 5):
        with pytest.raises(KeyError):
            row[key_]  # type: ignore[index]
    with pytest.raises(TypeError):
        row["x"] = 2  # type: ignore[index]
    for again in (copy.copy(row), copy.deepcopy(row), pickle.loads(pickle.dumps(row))):  # noqa: S301 - our own bytes
        assert again == row
        assert isinstance(again, csplib.Solution)
    match row:
        case {"x": found}:
            assert found == 1
        case _:
            pytest.fail("a solution is a mapping")


def test_rows_of_different_problems_are_compared_by_name() -> None:
    one: Problem[str, int] = Problem()
    one.add_variables("xy", range(2))
    two: Problem[str, int] = Problem()
    two.add_variables("yx", range(2))
    assert set(one.solutions()) == set(two.solutions())
    assert {frozenset(s.items()) for s in one.solutions()} == {frozenset(s.items()) for s in two.solutions()}


def test_solutions_can_be_kept_while_the_search_goes_on() -> None:
    found = loose().solutions()
    kept = [(solution, dict(solution)) for solution in found]
    assert all(solution == values for solution, values in kept)


class Thing:
    """A value that can know the solution that it is in."""

    solution: object = None


def test_a_solution_that_its_own_values_refer_to_can_be_forgotten() -> None:
    p: Problem[str, Thing] = Problem()
    things = [Thing(), Thing()]
    p.add_variables("xy", things)
    listed = list(p.solutions())
    assert len(set(listed)) == 4
    listed[0]["x"].solution = listed
    gone = weakref.ref(things[0])
    del p, things, listed
    gc.collect()
    assert gone() is None


# Hubs: what hangs on one variable alone is not searched either


def test_what_hangs_on_one_variable_is_not_tried() -> None:
    p: Problem[str, int] = Problem()
    hub, *leaves = p.add_variables("habc", range(1, 10))
    p.add(*[Predicate([hub, leaf], lambda a, b: a % b == 0) for leaf in leaves])
    p.add_variable("free", range(2))
    found = p.solutions()
    everything = list(found)
    divisors = [sum(a % b == 0 for b in range(1, 10)) for a in range(1, 10)]
    assert len(everything) == len(set(everything)) == 2 * sum(n**3 for n in divisors) == p.count()
    assert not [solution for solution in everything if p.violations(solution)]
    assert found.statistics.nodes == 0
    assert len(list(p.solutions(solution_limit=5))) == 5


def test_constraints_between_two_variables_that_contradict_each_other_make_no_block() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(2))
    p.add(csplib.Table([x, y], [(0, 0), (1, 1)]), csplib.Table([x, y], [(0, 1), (1, 0)]))
    assert (list(p.solutions()), p.count()) == ([], 0)


ROWS = st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=3)


@settings(max_examples=200)
@given(st.lists(st.tuples(st.permutations(range(4)), ROWS), min_size=1, max_size=4), st.integers(0, 8))
def test_tables_in_any_shape_leave_the_same_solutions(tables: list[Any], most: int) -> None:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(4), range(3))
    p.add(*[csplib.Table([x[order[0]], x[order[1]]], list(rows)) for order, rows in tables])
    p.add(x[0] * x[1] + x[2] <= most)
    expected = [
        row
        for row in product(range(3), repeat=4)
        if all((row[order[0]], row[order[1]]) in rows for order, rows in tables) and row[0] * row[1] + row[2] <= most
    ]
    assert sorted(tuple(solution.values()) for solution in p.solutions()) == expected
    assert p.count() == p.count(1000) == len(expected)


class OddSum(Constraint):
    """A constraint as a user would write one."""

    def satisfied(self, values: Sequence[Any]) -> bool:
        return bool(sum(values) % 2)

    def lower(self, to: Lowering) -> None:
        to.ask(self)


def test_weak_references_end_with_what_they_point_to() -> None:
    problem = queens(4)
    problem.add(OddSum([0, 3]))
    found = problem.solutions()
    begun = problem.solutions()
    next(begun, None)
    things: list[Any] = [problem, found, begun, problem.constraints[-1]]
    references = [weakref.ref(thing) for thing in things]
    del problem, found, begun, things
    gc.collect()
    assert [reference() for reference in references] == [None] * 4


def test_what_is_stated_and_solved_leaves_nothing_to_the_garbage_collector() -> None:
    def ask() -> None:
        p: Problem[str, int] = Problem()
        x, y, z = p.add_variables("xyz", range(5))
        p.add(AllDifferent([x, y, z]), x != y, 2 * x + 3 * y - z == 4, abs(x - y) == 1, x + 1 != z)
        assert p.solve() is not None

    ask()
    gc.collect()
    gc.disable()
    try:
        ask()
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_problems_of_a_class_of_ones_own_can_be_copied_and_sent() -> None:
    class Named(Problem[str, int]):
        """A problem with a title."""

        def __init__(self, title: str = "") -> None:
            super().__init__()
            self.title = title

    problem = Named("two")
    x, y = problem.add_variables("xy", range(2))
    problem.add(x < y)
    twin = copy.copy(problem)
    twin.add(twin["x"] == 1)
    assert (problem.count(), twin.count(), type(twin)) == (1, 0, Named)
    sent = Named.__new__(Named)
    sent.__setstate__(problem.__getstate__())
    assert sent.title == "two"
    assert sent.solve() == {"x": 0, "y": 1}


def test_rows_are_the_solutions_that_are_left_as_tuples() -> None:
    p: Problem[str, int] = Problem()
    x, y, _ = p.add_variables("xyz", range(20))
    p.add(x < y)
    found = p.solutions()
    first = next(found)
    rows = list(found.rows())
    assert [tuple(first.values()), *rows] == [tuple(s.values()) for s in p.solutions()]
    assert found.statistics.solutions == len(rows) + 1 == p.count()
    limited = p.solutions(solution_limit=30)
    assert list(limited.rows()) == [tuple(first.values()), *rows[:29]]
    assert limited.status is Status.LIMIT


def test_closed_solutions_have_no_more_rows() -> None:
    p: Problem[int, int] = Problem()
    p.add_variables(range(5), range(9))
    found = p.solutions()
    rows = found.rows()
    assert next(rows) == (0,) * 5
    found.close()
    assert list(rows) == []
