"""Search over executors: the pieces are all there is, answers do not depend on workers, and nothing is left behind."""

from __future__ import annotations

import operator
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from executors import METHODS, Backwards, Erratic, Idle, Postal, interrupted_executor, processes
from hypothesis import given, settings
from hypothesis import strategies as st
from models import pigeons, queens
from strategies import Stated, key, problems

import csplib
from csplib import AllDifferent, Predicate, Problem, Status
from csplib.parallel import Answer, WorkerLost, gather, listing, split
from csplib.parallel.gathering import _unpacked

pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")


QUESTIONS: list[Callable[..., object]] = [
    lambda problem, **options: problem.count(**options),
    lambda problem, **options: problem.solve(**options),
    lambda problem, **options: next(problem.solutions(**options)),
]


# The pieces


@settings(max_examples=60)
@given(problems(), st.integers(1, 12), st.data())
def test_every_solution_is_in_exactly_one_piece(stated: Stated, pieces: int, data: st.DataObject) -> None:
    problem, names = stated.problem, list(stated.problem.domains)
    assumed = {
        name: data.draw(st.sampled_from(problem.domains[name])) for name in names[: data.draw(st.integers(0, 1))]
    }
    cut = split(problem, pieces, assuming=assumed)
    for solution in stated.solutions():
        holding = [piece for piece in cut if all(solution[name] == value for name, value in piece.items())]
        assert len(holding) == all(solution[name] == value for name, value in assumed.items())
    assert cut == split(problem, pieces, assuming=assumed)
    assert all(piece.items() >= assumed.items() for piece in cut)


@settings(max_examples=30)
@given(problems(), st.integers(1, 12), st.data())
def test_no_combination_of_projected_values_is_in_two_pieces(stated: Stated, pieces: int, data: st.DataObject) -> None:
    on = data.draw(st.lists(st.sampled_from(list(stated.problem.domains)), unique=True))
    cut = split(stated.problem, pieces, on=iter(on))
    assert all(set(piece) <= set(on) for piece in cut)
    for solution in stated.solutions():
        assert sum(all(solution[name] == value for name, value in piece.items()) for piece in cut) == 1


def test_there_are_as_many_pieces_as_wanted_and_few_more() -> None:
    problem = queens(8)
    for pieces in (1, 2, 8, 9, 30, 50):
        assert pieces <= len(split(problem, pieces)) < pieces + 8
    assert split(problem, 1) == [{}]


def test_a_problem_that_is_decided_cannot_be_cut() -> None:
    problem: Problem[str, int] = Problem()
    x, y = problem.add_variables("xy", range(3))
    problem.add(x < y, y < 2)
    assert split(problem, 10) == [{}]
    assert split(queens(4), 5) == split(queens(4), 1000) == [{0: 1}, {0: 2}]


def test_a_refuted_problem_has_no_pieces() -> None:
    problem = queens(8)
    assert split(problem, 10, assuming={0: 0, 1: 1}) == []
    with pytest.raises(csplib.OptionError, match="0 is assumed to be 99"):
        split(problem, 10, assuming={0: 99})
    with problem.assume({0: 0}):
        assert split(problem, 10, assuming={0: 1}) == []
        assert all(piece[0] == 0 for piece in split(problem, 10))


def test_variables_with_few_values_and_many_neighbors_are_cut_first() -> None:
    problem: Problem[str, int] = Problem()
    a, b, c = problem.add_variables("abc", range(3))
    problem.add_variable("d", range(2))
    problem.add(a != c, b != c)
    assert split(problem, 2) == [{"d": 0}, {"d": 1}]
    assert split(problem, 3) == [{"d": 0, "c": 0}, {"d": 0, "c": 1}, {"d": 0, "c": 2}, {"d": 1}]


# Agreement with the plain engine


@pytest.fixture(scope="module")
def postal() -> Iterator[Postal]:
    with Postal(2) as executor:
        yield executor


@settings(max_examples=40)
@given(stated=problems(), pieces=st.integers(1, 12), limit=st.integers(0, 4))
def test_workers_find_what_brute_force_finds(
    threads: ThreadPoolExecutor, stated: Stated, pieces: int, limit: int
) -> None:
    problem, expected = stated.problem, stated.solutions()
    assert problem.count(executor=threads, pieces=pieces) == len(expected)
    assert problem.count(limit, executor=threads, pieces=pieces) == min(limit, len(expected))
    found = problem.solve(executor=threads, pieces=pieces)
    assert (found is None) == (not expected)
    assert found is None or key(found) in map(key, expected)
    assert Counter(map(key, problem.solutions(executor=threads, pieces=pieces))) == Counter(map(key, expected))


@settings(max_examples=30)
@given(stated=problems(), pieces=st.integers(1, 12), data=st.data())
def test_workers_find_each_projected_combination_once(
    threads: ThreadPoolExecutor, stated: Stated, pieces: int, data: st.DataObject
) -> None:
    on = data.draw(st.lists(st.sampled_from(list(stated.problem.domains)), unique=True))
    expected = {tuple((name, s[name]) for name in on) for s in stated.solutions()}
    found = [tuple(s.items()) for s in stated.problem.solutions(executor=threads, on=on, pieces=pieces)]
    assert len(found) == len(expected) == stated.problem.count(executor=threads, on=iter(on), pieces=pieces)
    assert set(found) == expected


@settings(max_examples=30)
@given(stated=problems(), most=st.integers(1, 3))
def test_solutions_come_in_one_order_however_the_problem_is_cut(
    threads: ThreadPoolExecutor, stated: Stated, most: int
) -> None:
    whole = list(stated.problem.solutions(executor=threads, pieces=1))
    assert list(stated.problem.solutions(executor=threads, pieces=20, seed=1)) == whole
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(listing, "_MOST_ROWS", most)
        assert list(stated.problem.solutions(executor=threads, pieces=2)) == whole


@pytest.mark.parametrize("pieces", [1, 10, 40])
def test_the_number_and_speed_of_workers_change_nothing(pieces: int) -> None:
    problem = queens(6)
    problem.add(problem.variable(0) != 1)
    answers = set()
    for seed, workers in enumerate((1, 2, 5, 5)):
        with Erratic(workers, seed) as executor:
            listed = tuple(problem.solutions(executor=executor, pieces=pieces))
            answers.add(
                (
                    problem.solve(executor=executor, pieces=pieces),
                    problem.count(executor=executor, pieces=pieces),
                    listed,
                )
            )
    assert len(answers) == 1
    solution, number, listed = answers.pop()
    assert number == len(listed) == problem.count() == 3
    assert solution in listed


def test_options_go_along_with_the_pieces(postal: Postal) -> None:
    problem = queens(6)
    options: dict[str, Any] = {"select": csplib.mrv, "order": csplib.lcv, "infer": csplib.forward_check}
    assert problem.count(executor=postal, **options) == 4
    assert problem.count(executor=postal, seed=3, assuming={0: 1}) == 1
    assert problem.solve(executor=postal, assuming={problem.variable(0): 0}) is None
    with problem.assume({0: 2}):
        found = problem.solutions(executor=postal)
    assert [solution[0] for solution in found] == [2]
    assert problem.count(executor=postal) == 4


class Alternating:
    """Counts its calls: every other value order is reversed."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, _csp: Any, state: Any, x: int) -> list[int]:
        self.calls += 1
        bits = csplib.ascending(_csp, state, x)
        return bits[::-1] if self.calls % 2 else bits


def test_a_strategy_with_a_memory_is_new_for_each_piece(postal: Postal) -> None:
    problem = queens(8)
    last = split(problem, 8)[-1]
    assert problem.solve(executor=postal, pieces=8, order=Alternating()) == problem.solve(
        assuming={0: 0}, order=Alternating()
    )
    order = Alternating()
    with problem.assume(last):
        found = {problem.solve(executor=postal, pieces=pieces, order=order) for pieces in (1, 1, 1)}
    assert found == {problem.solve(assuming=last, order=Alternating())}


class Token:
    """Equals nothing but itself; once pickled, it is another."""


def test_solutions_speak_of_the_users_own_names_and_values(postal: Postal) -> None:
    names, values = [Token(), Token(), Token()], [Token(), Token(), Token()]
    problem: Problem[Token, Token] = Problem()
    x, y, _ = problem.add_variables(names, values)
    problem.add(AllDifferent(names), x != y)
    found = list(problem.solutions(executor=postal, assuming={names[0]: values[2]}, on=[names[2], names[0]]))
    assert [list(solution) for solution in found] == [[names[2], names[0]]] * 2
    assert {solution[names[2]] for solution in found} == set(values[:2])
    solution = problem.solve(executor=postal, pieces=20)
    assert solution is not None
    assert set(solution.values()) == set(values)


# Iterating


def test_a_status_tells_how_the_iteration_ended(threads: ThreadPoolExecutor) -> None:
    found = queens(6).solutions(executor=threads, pieces=8)
    assert found.status.value == "running"
    assert len(list(found)) == found.statistics.solutions == 4
    assert found.status is Status.COMPLETE
    assert found.statistics.nodes > 0
    none = queens(3).solutions(executor=threads)
    assert (list(none), none.status) == ([], Status.UNSATISFIABLE)
    few = queens(6).solutions(executor=threads, solution_limit=3)
    assert (len(list(few)), few.status) == (3, Status.LIMIT)
    with queens(6).solutions(executor=threads) as closed:
        next(closed)
    assert (list(closed), closed.status) == ([], Status.CLOSED)


def test_only_so_many_pieces_are_searched_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    problem: Problem[int, int] = Problem()
    problem.add_variables(range(40), range(2))  # far too many solutions to list
    monkeypatch.setattr(listing, "_MOST_ROWS", 20)
    executor = Idle(range(10**9))
    listed = [tuple(solution.values()) for solution in islice(problem.solutions(executor=executor, pieces=30), 500)]
    assert listed == [tuple(map(int, f"{number:040b}")) for number in range(500)]
    assert len(executor.futures) < 1000


def test_a_piece_that_takes_long_does_not_make_the_others_run_away() -> None:
    executor = Idle(range(1, 10**9))
    with pytest.raises(csplib.LimitReached):
        next(queens(8).solutions(executor=executor, pieces=60, time_limit=0.2))
    assert len(executor.futures) == 16


def up_to_a_solution(problem: Problem[int, int], pieces: int) -> range:
    """Number the pieces up to the first that has a solution."""
    counts = [problem.count(assuming=piece) for piece in split(problem, pieces)]
    return range(next(number for number, count in enumerate(counts) if count) + 1)


_calls: list[object] = []


def _counted(csp: Any, state: Any) -> int:
    _calls.append(csp)
    return csplib.mrv(csp, state)


def closed(found: Any) -> None:
    next(found)
    found.close()


def interrupted(problem: Problem[int, int], **options: Any) -> None:
    def interrupt(_progress: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        problem.count(progress=interrupt, **options)


def late(problem: Problem[int, int], **options: Any) -> None:
    with pytest.raises(csplib.LimitReached):
        problem.count(**options, time_limit=0.1)


LEAVING: dict[str, Callable[..., object]] = {
    "solve": lambda problem, **options: problem.solve(**options),
    "count up to a limit": lambda problem, **options: problem.count(1, **options),
    "close an iterator": lambda problem, **options: closed(problem.solutions(**options)),
    "forget an iterator": lambda problem, **options: next(problem.solutions(**options)),
    "have enough solutions": lambda problem, **options: list(problem.solutions(**options, solution_limit=1)),
    "close a minimization": lambda problem, **options: closed(problem.minimize(problem[0], **options)),
    "press Ctrl-C": interrupted,
    "reach a limit": late,
}


@pytest.mark.parametrize("question", LEAVING)
def test_pieces_that_are_no_longer_wanted_are_not_searched_and_not_cancelled(question: str) -> None:
    problem = queens(8)
    executor = Idle(up_to_a_solution(problem, 50))
    LEAVING[question](problem, executor=executor, pieces=50, select=_counted)
    assert executor.waiting
    assert not [future for future in executor.futures if future.cancelled()]
    _calls.clear()
    assert set(executor.begin()) == {Answer()}
    assert not _calls


def test_a_problem_can_be_added_to_while_its_solutions_are_read(threads: ThreadPoolExecutor) -> None:
    problem = queens(6)
    found = problem.solutions(executor=threads)
    problem.add(problem.variable(0) != 1)
    first = next(found)
    problem.add(problem.variable(0) != 2)
    assert len({first, *found}) == 4
    assert problem.count(executor=threads) == 2


def test_a_problem_that_cannot_be_pickled_must_not_change_while_it_is_searched(threads: ThreadPoolExecutor) -> None:
    problem = queens(6)
    problem.add(Predicate([0, 1], lambda a, b: a != b))
    found = problem.solutions(executor=threads)
    problem.add(problem.variable(0) != 1)
    with pytest.raises(csplib.CSPError, match="changed"):
        next(found)


# Limits


def test_a_time_limit_stops_workers_and_all(threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = pigeons(11)
    with pytest.raises(csplib.LimitReached, match=r"time_limit=0\.2$"):
        problem.solve(executor=threads, time_limit=0.2, select=csplib.mrv)
    with pytest.raises(csplib.LimitReached, match=r"time_limit=0\.2$"):
        next(problem.solutions(executor=threads, time_limit=0.2))
    with pytest.raises(csplib.LimitReached, match=r"time_limit=0\.2$"):
        queens(20).count(executor=threads, time_limit=0.2)
    with pytest.raises(csplib.LimitReached, match=r"time_limit=0$") as stopped:
        queens(8).count(executor=threads, time_limit=0)
    assert stopped.value.found == 0
    endless: Problem[int, int] = Problem()
    endless.add_variables(range(60), [0, 1])
    monkeypatch.setattr(listing, "_MOST_ROWS", 20)  # so that the first ones come soon, on a busy machine too
    found = endless.solutions(executor=threads, time_limit=2)
    assert len(list(found)) > 0
    assert found.status is Status.LIMIT
    assert queens(6).count(executor=threads, time_limit=600) == 4


def test_a_time_limit_holds_even_if_no_worker_ever_answers() -> None:
    for question in QUESTIONS:
        executor = Idle()
        with pytest.raises(csplib.LimitReached, match=r"time_limit=0\.15$"):
            question(queens(8), executor=executor, time_limit=0.15)
        assert executor.waiting == executor.futures != []


def test_a_time_limit_holds_among_any_number_of_tiny_pieces() -> None:
    executor = Idle(range(10**9))
    with pytest.raises(csplib.LimitReached):
        queens(10).count(executor=executor, select=_nap, pieces=200, time_limit=0.3)
    assert len(executor.futures) < 200


def _nap(csp: Any, state: Any) -> int:
    sleep(0.01)
    return csplib.mrv(csp, state)


def test_what_was_found_before_a_time_limit_is_not_lost() -> None:
    problem = queens(8)
    counts = [problem.count(assuming=piece) for piece in split(problem, 30)]
    with pytest.raises(csplib.LimitReached) as stopped:
        problem.count(executor=Idle(range(10)), time_limit=0.3, pieces=30)
    assert stopped.value.found == sum(counts[:10]) > 0
    found = problem.solve(executor=Idle([1, 2, 3]), time_limit=0.3, pieces=30)
    assert found == problem.solve(assuming=split(problem, 30)[next(n for n in (1, 2, 3) if counts[n])])


def test_a_node_limit_is_for_each_piece(threads: ThreadPoolExecutor) -> None:
    problem = queens(8)
    with pytest.raises(csplib.LimitReached, match=r"node_limit=1$"):
        problem.solve(executor=threads, node_limit=1, pieces=1)
    with pytest.raises(csplib.LimitReached, match=r"node_limit=16$") as stopped:
        problem.count(executor=threads, node_limit=16, pieces=30)
    assert 5 < stopped.value.found < 92
    assert problem.count(5, executor=threads, node_limit=16, pieces=30) == 5
    assert problem.count(executor=threads, node_limit=0, pieces=1000) == 92  # everything is decided by the cut
    found = problem.solutions(executor=threads, node_limit=16, pieces=30)
    assert 0 < len(list(found)) < 92
    assert found.status is Status.LIMIT


# What can go wrong


def test_options_that_make_no_sense_are_refused_at_once(threads: ThreadPoolExecutor) -> None:
    problem = queens(6)
    questions: list[Callable[..., object]] = [problem.count, problem.solve, problem.solutions]
    for asked in questions:
        with pytest.raises(csplib.OptionError, match="observer= cannot be used with an executor"):
            asked(executor=threads, observer=print)
        with pytest.raises(csplib.OptionError, match="pieces must be a positive integer, not 0"):
            asked(executor=threads, pieces=0)
        with pytest.raises(csplib.OptionError, match="seed="):
            asked(executor=threads, seed=1, order=csplib.lcv)
        with pytest.raises(csplib.KindError, match="speed="):
            asked(executor=threads, speed=11)
        with pytest.raises(csplib.UnknownVariableError, match="7"):
            asked(executor=threads, assuming={7: 0})
        with pytest.raises(csplib.KindError, match="3 is not an executor"):
            asked(executor=3)
        with pytest.raises(csplib.OptionError, match="pieces= is for the workers of an executor"):
            asked(pieces=5)
    with pytest.raises(csplib.OptionError, match="twice"):
        problem.count(executor=threads, on=[0, 0])
    with pytest.raises(csplib.OptionError, match="pieces must be a positive integer, not -1"):
        split(problem, -1)


class FussyError(Exception):
    """Cannot be unpickled: its arguments are not those of the constructor."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def _zero(_csp: object, _state: object) -> int:
    return 1 // 0


def _fussy(_csp: object, _state: object) -> int:
    raise FussyError(1, 2)


def _predicate(csp: Any, state: Any) -> int:
    try:
        return _zero(csp, state)
    except ZeroDivisionError as cause:
        raise csplib.PredicateError("this went wrong") from cause


def test_what_a_users_function_raises_in_a_worker_arrives(postal: Postal) -> None:
    for asked in QUESTIONS:
        with pytest.raises(ZeroDivisionError, match="division") as raised:
            asked(queens(8), executor=postal, select=_zero)
        assert "in _zero" in raised.value.__notes__[0]
        with pytest.raises(csplib.CSPError, match="FussyError: 1 and 2"):
            asked(queens(8), executor=postal, select=_fussy)
        with pytest.raises(csplib.PredicateError, match="this went wrong") as chained:
            asked(queens(8), executor=postal, select=_predicate)
        assert isinstance(chained.value.__cause__, ZeroDivisionError)


def _zero_behind(csp: Any, state: Any) -> int:
    return 1 // 0 if state.cells[0].mask == csp.bit_of(0, 2) else csplib.mrv(csp, state)


def test_an_error_behind_the_first_solution_is_never_heard_of() -> None:
    problem = queens(8)
    expected = problem.solve(assuming={0: 0}, select=csplib.mrv)
    assert problem.solve(executor=Backwards(), select=_zero_behind, pieces=8) == expected
    found = problem.solutions(executor=Backwards(), select=_zero_behind, pieces=8)
    before = list(islice(found, sum(problem.count(assuming={0: value}) for value in range(2))))
    assert {solution[0] for solution in before} == {0, 1}
    with pytest.raises(ZeroDivisionError):
        next(found)
    assert found.status is Status.CLOSED


def _limited(_csp: object, _state: object) -> int:
    raise csplib.LimitReached("enough of this")


def test_a_limit_of_the_users_own_is_not_taken_for_ours(threads: ThreadPoolExecutor) -> None:
    for asked in QUESTIONS:
        with pytest.raises(csplib.LimitReached, match="enough of this"):
            asked(queens(8), executor=threads, select=_limited)


def test_what_cannot_be_pickled_is_named() -> None:
    class Local:
        pass

    problem = queens(6)
    with processes(1) as executor:
        with pytest.raises(csplib.OptionError, match=r"select=<function .*lambda.* cannot be sent to a worker"):
            problem.count(executor=executor, select=lambda _csp, state: min(state.open_variables()))
        problem.add(Predicate(problem.variables[:2], lambda a, b: a != b, name="the culprit"))
        for asked in QUESTIONS:
            with pytest.raises(csplib.KindError, match="the constraint the culprit cannot be sent to a worker"):
                asked(problem, executor=executor)
        odd: Problem[str, Any] = Problem()
        odd.add_variable("x", [1, 2])
        odd.add_variable("y", [Local(), Local()])
        with pytest.raises(csplib.KindError, match="the variable 'y' cannot be sent to a worker"):
            odd.solve(executor=executor)
    with ThreadPoolExecutor(1) as threads:
        assert problem.count(executor=threads, select=lambda _csp, state: min(state.open_variables())) == 4
        assert odd.count(executor=threads) == 4


def _differ(a: int, b: int) -> bool:
    return a != b


def test_a_problem_that_workers_cannot_unpickle_is_said_to_be_so(
    postal: Postal, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = queens(4)
    problem.add(Predicate([0, 1], _differ))
    found = problem.solutions(executor=postal)
    monkeypatch.delattr(sys.modules[__name__], "_differ")
    with pytest.raises(csplib.KindError, match=r"a worker cannot unpickle the problem: .*_differ"):
        next(found)


# Processes


@pytest.mark.parametrize("method", METHODS)
def test_processes_answer_like_the_plain_engine(method: str) -> None:
    problem = queens(8)
    problem.add(Predicate([0, 1], operator.ne))
    with processes(2, method) as executor:
        assert problem.count(executor=executor) == 92
        assert len(set(problem.solutions(executor=executor, pieces=20))) == 92
        assert problem.solve(executor=executor, select=csplib.mrv, pieces=8) == problem.solve(
            assuming={0: 0}, select=csplib.mrv
        )
        with pytest.raises(csplib.LimitReached):
            pigeons(11).solve(executor=executor, select=csplib.mrv, time_limit=0.3)


def _die(csp: Any, state: Any) -> int:
    if state.cells[0].mask == csp.bit_of(0, 5):
        os._exit(3)
    return csplib.mrv(csp, state)


@pytest.mark.skipif(METHODS[0] != "fork", reason="the functions of this file cannot be imported elsewhere")
@pytest.mark.parametrize("pieces", [8, 50])
def test_a_lost_worker_loses_nothing_that_was_found(pieces: int) -> None:
    problem = queens(8)
    with processes(2) as executor:
        with pytest.raises(WorkerLost, match="a worker was lost: BrokenProcessPool") as counting:
            problem.count(executor=executor, select=_die, pieces=pieces)
        with pytest.raises(WorkerLost) as again:
            problem.solve(executor=executor, pieces=pieces)
    left = counting.value.unfinished
    assert any(piece[0] == 5 for piece in left)
    assert counting.value.found + sum(problem.count(assuming=piece) for piece in left) == 92
    assert (again.value.found, again.value.unfinished) == (None, split(problem, pieces))
    with processes(1) as executor:
        found = problem.solutions(executor=executor, select=_die, pieces=pieces)
        with pytest.raises(WorkerLost) as reading:
            list(found)
    assert found.status is Status.CLOSED
    assert reading.value.found == found.statistics.solutions
    assert reading.value.found + sum(problem.count(assuming=piece) for piece in reading.value.unfinished) == 92


LEFT = """
import multiprocessing, os
from concurrent.futures import ProcessPoolExecutor
from csplib import AllDifferent, CSPError, Problem, mrv

def die(csp, state):
    os._exit(3)

if __name__ == "__main__":
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, list(os.sched_getaffinity(0))[:1])
    problem = Problem()
    row = problem.add_variables(range(6), range(6))
    problem.add(AllDifferent(row))
    for _ in range(15):
        with ProcessPoolExecutor(2) as executor:
            problem.minimize(sum(row[k] * k for k in range(6)), executor=executor).finish()
            problem.solve(executor=executor)
    problem.add_variable("large", [f"{number:01000}" for number in range(300)])
    with ProcessPoolExecutor(2) as executor:
        try:
            problem.solve(executor=executor, select=die)
        except CSPError as error:
            print(error)
"""


def test_a_process_pool_can_be_left_whatever_became_of_its_tasks(tmp_path: Path) -> None:
    """Python 3.11.2 hung here: after a future was cancelled (on one core), and when a worker died (large tasks)."""
    script = tmp_path / "left.py"
    script.write_text(LEFT)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=240, check=True)  # noqa: S603
    assert done.stdout.startswith("a worker was lost: BrokenProcessPool")


def test_answers_that_have_arrived_count_although_a_worker_is_lost() -> None:
    problem = queens(8)
    pieces = split(problem, 30)
    with pytest.raises(WorkerLost, match="RuntimeError: out of order") as lost:
        problem.count(executor=Idle(done=range(1, 100), lost=[0]), pieces=30)
    assert lost.value.found == sum(problem.count(assuming=piece) for piece in pieces[1:4]) > 0
    assert lost.value.unfinished == [pieces[0], *pieces[4:]]
    with pytest.raises(WorkerLost) as lost:
        problem.solve(executor=Idle(done=range(1, 100), lost=[0]), pieces=30)
    assert lost.value.found is not None
    assert not problem.violations(lost.value.found)
    assert pieces[0] in lost.value.unfinished


def test_an_executor_that_is_shut_down_is_no_riddle() -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(WorkerLost, match=r"RuntimeError: cannot schedule .* \(pieces without an answer: 8\)"):
        queens(8).count(executor=executor, pieces=8)


def test_an_interrupt_waits_until_the_executor_has_taken_the_task() -> None:
    with interrupted_executor() as executor:
        with pytest.raises(KeyboardInterrupt):
            queens(6).count(executor=executor)
        assert executor.taken == 1


INTERRUPTED = """
import multiprocessing, signal, sys
from concurrent.futures import ProcessPoolExecutor
from csplib import AllDifferent, Problem

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    problem = Problem()
    row = problem.add_variables(range(13), range(13))
    problem.add(AllDifferent(row), *[AllDifferent([x + k * i for i, x in enumerate(row)]) for k in (1, -1)])
    with ProcessPoolExecutor(2, multiprocessing.get_context(sys.argv[1])) as executor:
        next(problem.solutions(executor=executor, pieces=2000))
        print(*[child.pid for child in multiprocessing.active_children()], flush=True)
        problem.count(executor=executor, pieces=2000)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are sent to a group of processes")
@pytest.mark.parametrize(
    ("method", "everyone"),
    [
        pytest.param(METHODS[0], False, id="sent to the parent alone"),
        pytest.param(METHODS[-1], True, id="sent to everyone, as a terminal does"),
    ],
)
def test_an_interrupt_ends_everything_and_leaves_no_process_behind(
    tmp_path: Path, method: str, *, everyone: bool
) -> None:
    script = tmp_path / "interrupted.py"
    script.write_text(INTERRUPTED)
    with subprocess.Popen(  # noqa: S603
        [sys.executable, str(script), method],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as parent:
        assert parent.stdout is not None
        children = [int(pid) for pid in parent.stdout.readline().split()]
        sleep(0.3)
        (os.killpg if everyone else os.kill)(parent.pid, signal.SIGINT)
        try:
            _, said = parent.communicate(timeout=60)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(parent.pid, signal.SIGKILL)
    assert len(children) == 2
    assert parent.returncode == -signal.SIGINT
    assert "KeyboardInterrupt" in said
    end = monotonic() + 30
    while any(map(_is_alive, children)) and monotonic() < end:
        sleep(0.05)
    assert not any(map(_is_alive, children))


def _is_alive(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


# The seam


def _least(problem: Problem[Any, Any], piece: Mapping[Any, Any], shared: Mapping[str, Any], bound: int) -> int | None:
    best = problem.minimize(shared["objective"], assuming=piece).finish()
    return None if best is None or best.objective >= bound else best.objective


def test_gather_takes_a_task_when_there_is_room_so_that_it_can_know_the_answers_before_it(postal: Postal) -> None:
    problem = queens(8)
    row = problem.variables
    objective = row[0] * 3 + row[1] + row[7] * 2
    best, bounds = 1000, []

    def tasks() -> Iterator[tuple[Any, ...]]:
        for piece in split(problem, 30):
            bounds.append(best)
            yield piece, best

    for _, answer in gather(postal, _least, problem, tasks(), shared={"objective": objective}):
        best = min(best, answer.result() or best)
    optimum = problem.minimize(objective).finish()
    assert optimum is not None
    assert best == optimum.objective == bounds[-1]
    assert bounds[:2] == [1000, 1000]


class Watched(Problem[int, int]):
    """Counts how often it is pickled and unpickled."""

    packed = unpacked = 0

    def __getstate__(self) -> dict[str, object]:
        Watched.packed += 1
        return super().__getstate__()

    def __setstate__(self, state: dict[str, object]) -> None:
        Watched.unpacked += 1
        super().__setstate__(state)


def test_a_problem_is_pickled_once_and_unpickled_once_in_a_process() -> None:
    problem = Watched()
    problem.add_variables(range(5), range(5))
    with Postal(1) as executor:
        assert problem.count(executor=executor, pieces=100) == problem.count(executor=executor, pieces=20) == 5**5
        assert (Watched.packed, Watched.unpacked) == (2, 1)
        for n in range(4, 12):
            queens(n).count(1, executor=executor)
    assert len(_unpacked) <= 4


# Dask


@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_is_an_executor_like_any_other() -> None:
    distributed = pytest.importorskip("distributed")
    problem = queens(8)
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=True, dashboard_address=None, silence_logs=50
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        executor = client.get_executor()
        assert problem.count(executor=executor, pieces=20) == 92
        with ThreadPoolExecutor(2) as threads:
            listed = list(problem.solutions(executor=threads, pieces=10))
        assert list(problem.solutions(executor=executor, pieces=20)) == listed
        problem.add(Predicate([0, 1], lambda a, b: a < b))  # Dask pickles lambdas
        assert problem.count(executor=executor, pieces=8) == problem.count()
        found = problem.solve(executor=executor)
        assert found is not None
        assert not problem.violations(found)
