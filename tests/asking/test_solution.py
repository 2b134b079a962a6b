"""One class for every answer, whoever has found it, and what the garbage collector knows of it."""

from __future__ import annotations

import ast
import copy
import gc
import pickle
import weakref
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import csplib
from csplib import COMPILED, AllDifferent, Problem, Solution
from csplib.asking import solution as module


def triple() -> Problem[str, int]:
    p: Problem[str, int] = Problem()
    p.add(AllDifferent(p.add_variables("xyz", range(3))))
    return p


def by_workers(p: Problem[str, int]) -> list[Any]:
    with ThreadPoolExecutor(1) as executor:
        best = p.minimize(p["x"], executor=executor).finish()
        assert best is not None
        return [p.solve(executor=executor), next(p.solutions(executor=executor)), best.solution]


def by_cp_sat(p: Problem[str, int]) -> list[Any]:
    pytest.importorskip("ortools")
    best = p.minimize(p["x"], engine="cp-sat").finish()
    assert best is not None
    return [p.solve(engine="cp-sat"), next(p.solutions(engine="cp-sat")), best.solution]


ANSWERS: dict[str, Callable[[Problem[str, int]], list[Any]]] = {
    "solve": lambda p: [p.solve(), p.solve(assuming={"x": 1}), p.solve(seed=1), p.solve(select=csplib.mrv)],
    "solutions": lambda p: [*p.solutions(), *p.solutions(on="xy"), *p.solutions(infer=csplib.mac)],
    "a block": lambda p: list(Problem.solutions(copy.copy(p), assuming={"x": 0})),
    "minimize": lambda p: [step.solution for step in p.minimize(p["x"] + 2 * p["y"])],
    "sample": lambda p: [*csplib.sample(p, 2), *csplib.sample(p, 2, uniform=True)],
    "diverse": lambda p: list(csplib.diverse(p, 2)),
    "pareto": lambda p: list(csplib.pareto(p, p["x"], p["y"])),
    "local search": lambda p: [csplib.min_conflicts(p).assignment],
    "workers": by_workers,
    "CP-SAT": by_cp_sat,
}


@pytest.mark.parametrize("source", ANSWERS)
def test_every_answer_is_a_solution(source: str) -> None:
    found = ANSWERS[source](triple())
    assert found
    assert {type(solution) for solution in found} == {Solution}
    assert all(isinstance(solution, Mapping) and len(solution) in (2, 3) for solution in found)


def test_a_solution_can_be_copied_sent_matched_and_made_from_any_mapping() -> None:
    found = triple().solve()
    assert found is not None
    values = {"x": 0, "y": 1, "z": 2}
    twins = [copy.copy(found), copy.deepcopy(found), pickle.loads(pickle.dumps(found)), Solution(found)]  # noqa: S301
    twins += [Solution(values), Solution(MappingProxyType(values)), Solution[str, int](values)]
    for twin in twins:
        assert type(twin) is Solution
        assert (twin, hash(twin), repr(twin), dict(twin)) == (found, hash(found), repr(found), values)
    match found:
        case {"x": 0, "z": last, **rest}:
            assert (last, rest) == (2, {"y": 1})
        case _:
            pytest.fail("it is no mapping")


def test_a_solution_has_no_attributes_of_its_own_and_takes_no_weak_reference() -> None:
    found: Any = Solution({"x": 1})
    with pytest.raises(AttributeError):
        found.extra = 1
    with pytest.raises(TypeError):
        weakref.ref(found)


def test_the_stub_declares_what_the_module_has() -> None:
    stub = ast.parse(Path(module.__file__ or "").with_name("solution.pyi").read_text(encoding="utf-8"))
    classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
    declared = {node.name for node in classes["Solution"].body if isinstance(node, ast.FunctionDef)}
    assert declared <= set(dir(Solution))
    assert {name for name in dir(Solution) if not name.startswith("_")} <= declared
    assert {node.name for node in stub.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))} < set(module.__all__)


def test_the_class_of_solutions_cannot_be_subclassed() -> None:
    base: Any = Solution
    with pytest.raises(TypeError, match="Solution cannot be subclassed"):
        type("Mine", (base,), {})


def test_a_solution_cannot_be_reversed_even_if_its_names_are_numbers() -> None:
    found: Any = Solution({0: "a", 1: "b"})
    with pytest.raises(TypeError, match="not reversible"):
        reversed(found)


class Thing:
    """A value that can know the solution that it is in."""

    solution: object = None


def loops(values: Callable[[], list[Any]], listed: Callable[[Problem[str, Any]], list[Any]]) -> bool:
    """Return whether a solution with a value that refers back to it can be forgotten."""
    p: Problem[str, Any] = Problem()
    things = values()
    p.add_variables("xy", things)
    p.add(p["x"] != p["y"])
    found = listed(p)
    thing = next(value for value in found[0].values() if isinstance(value, Thing))
    thing.solution = found[0]
    gone = weakref.ref(thing)
    del p, things, found, thing
    gc.collect()
    return gone() is None


def everything(p: Problem[str, Any]) -> list[Any]:
    return list(p.solutions())


def one(p: Problem[str, Any]) -> list[Any]:
    return [p.solve()]


@pytest.mark.parametrize("listed", [everything, one])
def test_a_deep_copy_refers_to_itself_where_a_solution_refers_to_itself(listed: Callable[..., list[Any]]) -> None:
    p: Problem[str, Thing] = Problem()
    thing = Thing()
    p.add_variable("x", [thing])
    found = thing.solution = listed(p)[0]
    copied = copy.deepcopy(found)
    assert copied["x"] is not thing
    assert copied["x"].solution is copied
    assert found["x"] is thing


@pytest.mark.parametrize("listed", [everything, one])
def test_a_solution_that_its_own_value_refers_to_can_be_forgotten(listed: Callable[..., list[Any]]) -> None:
    assert loops(lambda: [Thing(), Thing()], listed)
    assert loops(lambda: [Thing(), 1], listed)


@pytest.mark.parametrize("apart", [True, False], ids=["a block", "searched"])
def test_the_garbage_collector_need_not_look_at_solutions_of_plain_values(apart: bool) -> None:  # noqa: FBT001
    p: Problem[Any, Any] = Problem()
    names = [("a", 1), "b", 3]
    p.add_variables(names, [1, "x", (2, None)])
    if not apart:
        p.add(AllDifferent(p.variables))
    plain = list(p.solutions())
    assert [gc.is_tracked(solution) for solution in plain] == [not COMPILED] * (27 if apart else 6)
    p.add_variable("thing", [Thing()])
    assert all(gc.is_tracked(solution) for solution in p.solutions())


def test_solutions_share_their_names() -> None:
    p: Problem[int, int] = Problem()
    p.add_variables(range(500), [0, 1])
    found = list(p.solutions(solution_limit=3))
    assert len({id(name) for solution in found for name in solution}) == 500
    assert found[0] != found[1]
    assert [list(solution) for solution in found] == [list(range(500))] * 3
