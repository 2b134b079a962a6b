"""Limits, Ctrl-C and another thread stop whatever is running: compiling, a single propagator, explaining, making.

Each question here would take many times longer than it is given; how soon it stops is bounded generously.
"""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from models import pigeons

import csplib
from csplib import (
    AllDifferent,
    Cancelled,
    Clock,
    Constraint,
    Cumulative,
    Increasing,
    LimitReached,
    Lowering,
    NoOverlap,
    OptionError,
    Predicate,
    Problem,
    Propagator,
    Regular,
    State,
    Status,
    Table,
    diverse,
    look_up,
    min_conflicts,
    pareto,
    sample,
    tabu_search,
)
from csplib.modelling.constraints.inverse import Inverse
from csplib.sudoku import generate

SOON = 5.0
Question = Callable[..., object]


def slowly(seconds: float) -> bool:
    time.sleep(seconds)
    return True


def compiling_ors() -> Question:
    p = Problem()
    x = p.add_variables(range(300), range(99))
    p.add(*[Predicate([a, b], lambda a, b: a + 3 <= b or b + 4 <= a) | (a == b) for a, b in combinations(x, 2)])
    return p.solve


def compiling_a_slow_predicate() -> Question:
    p = Problem()
    p.add(Predicate(p.add_variables("ab", range(60)), lambda a, b: slowly(0.005) and a < b))
    return p.solve


def compiling_many_variables() -> Question:
    p = Problem()
    x = p.add_variables(range(100_000), range(10))
    p.add(*[a != b for a, b in pairwise(x)])
    return p.count


def restricting_slowly() -> Question:
    p = Problem()
    p.add(Predicate(p.add_variables("a", range(9000)), lambda a: slowly(0.002) and a > 5))
    return p.solve


def propagating_a_regular() -> Question:
    p, random = Problem(), Random(2)
    moves = {(state, value): random.randrange(400) for state in range(400) for value in range(40)}
    p.add(Regular(p.add_variables(range(3000), range(40)), moves, start=0, accepting=[1]))
    p.compile()
    return p.solve


def propagating_an_inverse() -> Question:
    p = Problem()
    p.add(Inverse(p.add_variables(range(3000), range(3000)), p.add_variables(range(3000, 6000), range(3000))))
    return p.solve


def propagating_no_overlap() -> Question:
    p = Problem()
    p.add(NoOverlap(p.add_variables(range(3000), range(9900)), [3] * 3000))
    return p.solve


def propagating_cumulative() -> Question:
    p = Problem()
    p.add(Cumulative(p.add_variables(range(3000), range(2000)), [3] * 3000, [1] * 3000, 6))
    return p.solve


def minimizing() -> Question:
    p = Problem()
    marks = p.add_variables(range(13), range(120))
    p.add(AllDifferent([b - a for a, b in combinations(marks, 2)]), Increasing(marks, strictly=True))
    p.add(sum(marks) == 1000)
    return lambda **options: p.minimize(marks[-1], **options).finish()


def explaining() -> Question:
    p = Problem()
    x = p.add_variables(range(300), range(299))
    p.add(*[a < b for a, b in pairwise(x)])
    return p.explain


def telling_why() -> Question:
    p = Problem()
    x = p.add_variables(range(1000), range(1100))
    p.add(*[a < b for a, b in pairwise(x)])
    return lambda **options: p.why(x[500], 3, **options)


def many_objectives() -> Question:
    p = Problem()
    x = p.add_variables(range(20), range(60))
    p.add(*[a * b >= 100 for a, b in combinations(x, 2)])
    weighed = sum([place * one for place, one in enumerate(x)])
    return lambda **options: list(pareto(p, sum(x[:7]), sum(x[7:]), weighed, x[3] - x[9], **options))  # type: ignore[arg-type]


def sampling() -> Question:
    p = Problem()
    p.add(*[a != b for a, b in pairwise(p.add_variables(range(300), range(10)))])
    return lambda **options: list(sample(p, 10_000, **options))


def sampling_uniformly() -> Question:
    p = Problem()
    p.add_variables(range(30), range(10))
    return lambda **options: list(sample(p, 5, uniform=True, solution_limit=10**12, **options))


def with_threads() -> Question:
    def ask(**options: Any) -> object:
        with ThreadPoolExecutor(2) as executor:
            return pigeons(14).count(executor=executor, **options)

    return ask


def making_a_sudoku() -> Question:
    return lambda **options: generate(25, clues="minimal", seed=1, **options)


def making_a_huge_sudoku() -> Question:
    return lambda **options: generate(144, **options)


QUESTIONS = [
    compiling_ors,
    compiling_a_slow_predicate,
    compiling_many_variables,
    restricting_slowly,
    propagating_a_regular,
    propagating_an_inverse,
    propagating_no_overlap,
    propagating_cumulative,
    minimizing,
    explaining,
    telling_why,
    many_objectives,
    sampling,
    sampling_uniformly,
    with_threads,
    making_a_sudoku,
    making_a_huge_sudoku,
]
questions = pytest.mark.parametrize("stated", QUESTIONS, ids=[one.__name__ for one in QUESTIONS])


@contextmanager
def soon() -> Iterator[None]:
    started = time.perf_counter()
    yield
    assert time.perf_counter() - started < SOON


@contextmanager
def cancelled_soon() -> Iterator[threading.Event]:
    event = threading.Event()
    timer = threading.Timer(0.1, event.set)
    timer.start()
    try:
        with soon():
            yield event
    finally:
        timer.join()


@questions
def test_a_time_limit_stops_whatever_runs(stated: Callable[[], Question]) -> None:
    ask = stated()
    with soon(), pytest.raises(LimitReached):
        ask(time_limit=0.1)


@questions
def test_another_thread_can_cancel_whatever_runs(stated: Callable[[], Question]) -> None:
    ask = stated()
    with cancelled_soon() as event, pytest.raises(LimitReached):
        ask(cancel=event)


@pytest.mark.parametrize("rows", [2, 3])
def test_a_long_table_takes_no_longer_than_it_may(rows: int) -> None:
    p = Problem()
    x = p.add_variables(range(rows), range(350))
    p.add(Table(x, [(a, b, (a + b) % 350)[:rows] for a in range(350) for b in range(350)]))
    looks: list[float] = []

    class Watch:
        def is_set(self) -> bool:
            looks.append(time.process_time())
            return False

    assert p.solve(cancel=Watch()) is not None
    looks.append(time.process_time())
    assert max(after - before for before, after in pairwise(looks)) < SOON / 5


def test_an_interrupted_problem_is_compiled_again() -> None:
    p = Problem()
    slow = True
    p.add(Predicate(p.add_variables("ab", range(60)), lambda a, b: (not slow or slowly(0.002)) and a + b == 118))
    with pytest.raises(LimitReached, match=r"^stopped at time_limit=0\.1$") as stopped:
        p.solutions(time_limit=0.1)
    assert (stopped.value.found, stopped.value.statistics) == (0, None)
    slow = False
    assert p.solve() == {"a": 59, "b": 59}
    assert p.count(time_limit=SOON) == 1


def test_time_spent_on_compiling_counts() -> None:
    def fits(a: int, b: int) -> bool:
        time.sleep(0.001)
        return a < b

    p = Problem()
    p.add(Predicate(p.add_variables("ab", range(12)), fits))
    found = p.solutions(time_limit=1000)
    assert found._clock._spent > 0.1
    assert next(found) == {"a": 0, "b": 1}


def test_a_big_sum_looks_up_between_its_passes() -> None:
    looks = 0

    class Watch:
        def is_set(self) -> bool:
            nonlocal looks
            looks += 1
            return False

    for weights in ([1] * 4000, [1, 2] * 2000):
        p = Problem()
        x = p.add_variables(range(4000), range(100))
        p.add(sum(weight * one for weight, one in zip(weights, x, strict=True)) == sum(weights) * 40 + 1)
        looks = 0
        with pytest.raises(LimitReached) as stopped:
            p.solve(node_limit=20, cancel=Watch())
        assert looks > stopped.value.statistics.propagations  # type: ignore[attr-defined]


def test_a_limit_leaves_the_best_so_far() -> None:
    p = Problem()
    x = p.add_variables(range(60), range(10))
    p.add(*[a != b for a, b in pairwise(x)])
    found = diverse(p, 10_000, time_limit=0.3)
    assert len(found) >= 1
    assert not found.exact
    for ask in (min_conflicts, tabu_search):
        result = ask(pigeons(30), time_limit=1)  # time enough to begin, on a busy machine too
        assert result.reason == "time limit"
    with cancelled_soon() as event:
        assert not diverse(p, 10_000, cancel=event).exact
    with cancelled_soon() as event:
        assert min_conflicts(pigeons(30), cancel=event).reason == "cancelled"


def test_a_local_search_may_not_even_begin() -> None:
    p = Problem()
    x = p.add_variables(range(50_000), range(10))
    p.add(*[a != b for a, b in pairwise(x)])
    with soon(), pytest.raises(LimitReached):
        min_conflicts(p, time_limit=0.01)


def test_a_cancelled_question_says_so() -> None:
    event = threading.Event()
    event.set()
    p = pigeons(3)
    for ask in (
        p.solve,
        p.count,
        p.is_unique,
        p.explain,
        p.relax,
        p.possible,
        p.in_common,
        lambda **options: next(p.solutions(**options)),
    ):
        with pytest.raises(Cancelled, match=r"^cancelled$"):
            ask(cancel=event)
    event.clear()
    assert p.solve(cancel=event) is None


def test_cancelling_after_a_solution_ends_the_iteration() -> None:
    event = threading.Event()
    p = Problem()
    p.add_variables(range(20), range(3))
    found = p.solutions(cancel=event)
    next(found)
    event.set()
    assert list(found) == []
    assert found.status is Status.LIMIT


@pytest.mark.parametrize("cancel", [3, "now", object(), True])
def test_what_cannot_be_asked_is_no_way_to_cancel(cancel: Any) -> None:
    with pytest.raises(OptionError, match="is_set"):
        pigeons(2).solve(cancel=cancel)
    with pytest.raises(OptionError, match="is_set"):
        min_conflicts(pigeons(2), cancel=cancel)


def closed_soon(found: csplib.Solutions[Any, Any] | csplib.Optimization[Any, Any]) -> list[Any]:
    """Close *found* from another thread while it searches."""
    timer = threading.Timer(0.2, found.close)
    timer.start()
    with soon():
        rest: list[Any] = list(found)
    timer.join()
    return rest


def test_another_thread_can_close_a_search() -> None:
    p = pigeons(14)
    found = p.solutions()
    assert closed_soon(found) == []
    assert found.status is Status.CLOSED
    assert next(found, None) is None
    best = p.minimize(p[0] + p[1])
    assert closed_soon(best) == []
    assert (best.status, best.best) == (Status.CLOSED, None)
    assert p.count(1, node_limit=10**9, assuming={0: 0, 1: 1}) == 0


def test_closing_keeps_the_best_so_far() -> None:
    p = Problem()
    marks = p.add_variables(range(14), range(400))
    p.add(AllDifferent([b - a for a, b in combinations(marks, 2)]), Increasing(marks, strictly=True))
    best = p.minimize(marks[-1])
    first = next(best)
    rest = [first, *closed_soon(best)]
    assert best.status is Status.CLOSED
    assert best.best == rest[-1]


def test_another_thread_can_close_a_search_by_workers() -> None:
    with ThreadPoolExecutor(2) as executor:
        found = pigeons(14).solutions(executor=executor)
        assert closed_soon(found) == []
        assert found.status is Status.CLOSED


def test_another_thread_can_stop_cp_sat() -> None:
    pytest.importorskip("ortools")
    p = Problem()
    marks = p.add_variables(range(14), range(140))
    p.add(AllDifferent([b - a for a, b in combinations(marks, 2)]), Increasing(marks, strictly=True))
    p.minimize(marks[0], engine="cp-sat", time_limit=1).close()  # the import takes its time
    p.add(sum(marks) == 900)
    with cancelled_soon() as event, pytest.raises(Cancelled):
        p.count(engine="cp-sat", cancel=event)
    found = p.solutions(engine="cp-sat")
    assert closed_soon(found) == []
    assert found.status is Status.CLOSED


def test_translating_for_cp_sat_is_limited_too() -> None:
    pytest.importorskip("ortools")
    p = Problem()
    p.add(Predicate(p.add_variables("ab", range(60)), lambda a, b: slowly(0.005) and a < b))
    with soon(), pytest.raises(LimitReached):
        p.solve(engine="cp-sat", time_limit=0.1)


def test_one_clock_can_be_for_several_questions() -> None:
    asked = 0

    def ask_again_and_again() -> None:
        nonlocal asked
        with Clock(time_limit=0.3):
            while True:
                asked += 1
                pigeons(5).solve()

    with soon(), pytest.raises(LimitReached):
        ask_again_and_again()
    assert asked > 1
    assert pigeons(3).solve() is None


def test_a_question_inside_another_stops_with_it() -> None:
    hard, p = pigeons(14), Problem()
    p.add(Predicate(p.add_variables("ab", range(3)), lambda _a, _b: hard.count() == 0))
    with soon(), pytest.raises(LimitReached, match=r"^stopped at time_limit=0\.2$"):
        p.solve(time_limit=0.2)
    inner = Problem()
    inner.add_variables(range(20), range(3))
    q = Problem()
    q.add(Predicate(q.add_variables("ab", range(300)), lambda _a, _b: len(list(inner.solutions(seed=1))) < 0))
    with soon(), pytest.raises(LimitReached) as stopped:
        q.solve(time_limit=0.2)
    assert stopped.value.found == 0


def test_a_limit_of_an_inner_question_is_an_error_of_the_predicate() -> None:
    hard, p = pigeons(14), Problem()
    p.add(Predicate(p.add_variables("ab", range(3)), lambda _a, _b: hard.count(time_limit=0.01) == 0))
    with pytest.raises(csplib.PredicateError, match="LimitReached"):
        p.solve(time_limit=100)


class Endless(Constraint):
    """A constraint whose propagator works for ever, and says so."""

    def satisfied(self, values: Sequence[object]) -> bool:
        return bool(values)

    def lower(self, to: Lowering) -> None:
        class Busy(Propagator):
            def propagate(self, state: State) -> bool:
                while state.size:
                    look_up()
                return True

        to.add(Busy(to.scope(self), self))


def test_a_propagator_of_ones_own_can_be_interrupted() -> None:
    p = Problem()
    p.add(Endless(p.add_variables("ab", range(3))))
    with soon(), pytest.raises(LimitReached):
        p.solve(time_limit=0.1)


@pytest.mark.parametrize("exponent", [10**7, 10**9, 10**5000], ids=["7", "9", "5000"])
def test_a_huge_power_is_refused(exponent: int) -> None:
    p = Problem()
    x, y = p.add_variables("xy", range(3))
    shown = str(exponent) if exponent < 10**20 else "..."
    with pytest.raises(OptionError, match=rf"^\(x\) \*\* {shown.replace('.', '[.]')} has more than 1000 factors$"):
        x**exponent
    with pytest.raises(OptionError, match="more than 1000 factors"):
        (x * y) ** 501
    p.add(x**1000 == 1, y == (x * x) ** 500 + 1)
    assert p.solve() == {"x": 1, "y": 2}


INTERRUPTED = """
import signal, sys, threading, time
sys.path[:0] = {folders!r}
import test_limits
from csplib import Problem

ask = test_limits.{name}()
threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
started = time.perf_counter()
try:
    ask()
except KeyboardInterrupt:
    print(time.perf_counter() - started)
"""


@questions
def test_an_interrupt_reaches_whatever_runs(stated: Callable[[], Question]) -> None:
    here = Path(__file__).parent
    script = INTERRUPTED.format(folders=[str(here), str(here.parent)], name=stated.__name__)
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout, done.stderr
    assert float(done.stdout) < SOON
