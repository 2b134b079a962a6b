"""The same question gets the same answer from csplib, from the workers of an executor, and from CP-SAT."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from executors import Backwards, Erratic, Idle, Postal, processes
from hypothesis import given, settings
from hypothesis import strategies as st
from models import queens
from strategies import Stated, key, problems
from test_gallery import GALLERY

from csplib import KindError, LimitReached, OptionError, Problem, Status, geometric, luby, mrv, reify
from csplib.parallel import WorkerLost

pytest.importorskip("ortools")
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")


@pytest.fixture(scope="module", params=["csplib", "threads", "cp-sat"])
def by(request: pytest.FixtureRequest, threads: ThreadPoolExecutor) -> dict[str, Any]:
    """The keywords that say who shall answer."""
    return {"executor": threads} if request.param == "threads" else {"engine": request.param}


def costs_of(stated: Stated, data: st.DataObject) -> Any:
    """Draw an objective, or None if no variable has a value to reckon with."""
    problem = stated.problem
    numbers = [x for x in problem.variables if all(isinstance(value, int) for value in problem.domains[x.name])]
    if not numbers:
        return None
    return sum(data.draw(st.integers(-3, 3)) * x for x in numbers) + 4 * reify(numbers[0] >= 1) - abs(numbers[-1])


@settings(max_examples=40)
@given(stated=problems(), data=st.data())
def test_every_engine_finds_what_brute_force_finds(by: dict[str, Any], stated: Stated, data: st.DataObject) -> None:
    problem, rows = stated.problem, stated.solutions()
    assert {key(solution) for solution in problem.solutions(**by)} == {key(row) for row in rows}
    assert problem.count(**by) == len(rows)
    assert problem.is_unique(**by) == (len(rows) == 1)
    solution = problem.solve(**by)
    assert (solution is None) == (not rows)
    assert solution is None or not problem.violations(solution)
    names = data.draw(st.lists(st.sampled_from(list(problem.domains)), unique=True))
    combinations = {tuple([row[name] for name in names]) for row in rows}
    found = [tuple(solution.values()) for solution in problem.solutions(on=names, **by)]
    assert len(found) == len(combinations)
    assert set(found) == combinations


@settings(max_examples=40)
@given(stated=problems(), data=st.data(), sign=st.sampled_from([1, -1]))
def test_every_engine_finds_what_is_best(by: dict[str, Any], stated: Stated, data: st.DataObject, sign: int) -> None:
    problem, objective = stated.problem, costs_of(stated, data)
    if objective is None:
        return
    found = (problem.minimize if sign > 0 else problem.maximize)(objective, **by)
    steps = [sign * step.objective for step in found]
    worth = [sign * objective.evaluate(row) for row in stated.solutions()]
    assert steps == sorted(set(steps), reverse=True)
    assert steps[-1:] == ([min(worth)] if worth else [])
    assert found.status is (Status.OPTIMAL if worth else Status.UNSATISFIABLE)
    assert found.best is None or not problem.violations(found.best.solution)


MODELS = {
    "queens": (8,),
    "send_more_money": (),
    "zebra": (),
    "langford": (3,),
    "magic_square": (3,),
    "costas_array": (5,),
    "all_interval": (6,),
}


@pytest.mark.parametrize("name", MODELS)
def test_every_engine_agrees_on_the_gallery(name: str, by: dict[str, Any]) -> None:
    problem = getattr(GALLERY[name], name)(*MODELS[name])
    assert {key(solution) for solution in problem.solutions(**by)} == {key(one) for one in problem.solutions()}


# Workers and the best solution


def hard() -> tuple[Problem[int, int], Any]:
    problem = queens(7)
    row = problem.variables
    return problem, 3 * row[0] - row[1] + 2 * row[2] * row[6]


@pytest.mark.parametrize("pieces", [1, 10, 40])
def test_the_same_improvements_come_whichever_worker_is_faster(pieces: int) -> None:
    problem, objective = hard()
    runs = []
    for executor in (ThreadPoolExecutor(1), Erratic(3, 1), Erratic(2, 2), Postal(2), processes()):
        with executor:
            runs.append(list(problem.minimize(objective, executor=executor, pieces=pieces)))
    assert runs[1:] == runs[:1] * 4
    best = problem.minimize(objective).finish()
    assert best is not None
    assert runs[0][-1].objective == best.objective


def test_answers_out_of_turn_change_nothing(threads: ThreadPoolExecutor) -> None:
    problem = Problem()
    x, y = problem.add_variables("xy", range(8))
    problem.add(x != y)
    objective = 9 - abs(x - 3) - abs(y - x)
    in_turn = list(problem.minimize(objective, executor=threads, pieces=8))
    assert len(in_turn) > 1
    assert list(problem.minimize(objective, executor=Backwards(), pieces=8)) == in_turn


def test_a_limit_keeps_the_best_that_was_found_even_out_of_turn() -> None:
    problem, objective = hard()
    found = problem.maximize(objective, executor=Idle(done=[1, 2]), pieces=10, time_limit=0.5)
    best = found.finish()
    assert best is not None
    assert found.status is Status.LIMIT
    assert not problem.violations(best.solution)
    with pytest.raises(LimitReached, match=r"time_limit=0\.1"):
        problem.maximize(objective, executor=Idle(), time_limit=0.1).finish()


def test_a_node_limit_in_a_worker_is_not_taken_for_proof(threads: ThreadPoolExecutor) -> None:
    problem, objective = hard()
    found = problem.minimize(objective, executor=threads, pieces=2, node_limit=4)
    found.finish()
    assert found.status is Status.LIMIT


def test_a_lost_worker_leaves_the_best_and_what_was_not_searched() -> None:
    problem, objective = hard()
    with pytest.raises(WorkerLost) as lost:
        problem.minimize(objective, executor=Idle(done=[0, 1, 2], lost=[3]), pieces=10).finish()
    known = lost.value.found
    assert not problem.violations(known)
    rest = [problem.minimize(objective, assuming=piece).finish() for piece in lost.value.unfinished]
    best = problem.minimize(objective).finish()
    assert best is not None
    assert min([objective.evaluate(known), *[one.objective for one in rest if one]]) == best.objective


# What is asked for


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param({"engine": "choco"}, "engine must be 'csplib' or 'cp-sat', not 'choco'", id="unknown"),
        pytest.param({"engine": "cp-sat", "select": mrv}, "CP-SAT does not take select=", id="strategies"),
        pytest.param({"engine": "cp-sat", "node_limit": 5}, "CP-SAT does not take node_limit=", id="node limit"),
        pytest.param({"executor": 5}, "5 is not an executor", id="no executor"),
        pytest.param({"pieces": 5}, "pieces= is for the workers of an executor", id="pieces for nobody"),
        pytest.param({"engine": "cp-sat", "pieces": 5}, "CP-SAT does not take pieces=", id="pieces for CP-SAT"),
        pytest.param({"workers": 2}, "workers= is for engine='cp-sat'", id="threads for nobody"),
        pytest.param({"engine": "cp-sat", "workers": 0}, "workers must be a positive integer, not 0", id="no thread"),
        pytest.param({"engine": "cp-sat", "seeed": 5}, "there is no option seeed=", id="typo"),
    ],
)
def test_what_nobody_can_answer_is_refused(options: dict[str, Any], message: str) -> None:
    problem = queens(4)
    questions: list[Callable[..., object]] = [problem.solve, problem.count]
    questions.append(lambda **o: next(problem.solutions(**o)))
    questions.append(lambda **o: problem.minimize(problem[0], **o).finish())
    for question in questions:
        with pytest.raises((OptionError, KindError), match=message):
            question(**options)


@pytest.mark.parametrize("restarts", [geometric(3), luby(2), [2, 4]], ids=repr)
def test_every_piece_restarts_by_the_same_sequence(restarts: Any) -> None:
    problem, objective = hard()
    alone = problem.minimize(objective).finish()
    for executor in (ThreadPoolExecutor(3), Postal(2), processes()):
        with executor:
            best = problem.minimize(objective, executor=executor, restarts=restarts).finish()
            found = problem.solve(executor=executor, restarts=restarts)
        assert best is not None
        assert alone is not None
        assert best.objective == alone.objective
        assert found is not None
    with ThreadPoolExecutor(1) as executor, pytest.raises(OptionError, match="restarts= is used again for each piece"):
        problem.solve(executor=executor, restarts=iter(restarts))


def test_an_executor_searches_with_the_strategies_given(threads: ThreadPoolExecutor) -> None:
    problem = queens(6)
    assert problem.count(executor=threads, select=mrv) == 4
    assert problem.solve(executor=threads, restarts=[5, 10]) is not None
    best = problem.minimize(problem[0], executor=threads, restarts=[5, 10]).finish()
    assert best is not None
    assert best.objective == 1
    with pytest.raises(OptionError, match="restarts= is for one solution"):
        problem.solutions(executor=threads, restarts=[5])
