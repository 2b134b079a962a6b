"""Events and the trace that is printed from them."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from catalogue import INFERENCES
from hypothesis import given
from hypothesis import strategies as st
from models import queens
from puzzles import P0, P6, sudoku
from strategies import Stated, key, problems

import csplib
from csplib import Assign, Event, Found, Narrow, Problem, Trace, Undo, WipeOut, ac3
from csplib.kernel.events import REFUTED
from csplib.modelling.terms import TermName, UndefinedError, value_of


def test_the_published_lines_of_p0() -> None:
    out = io.StringIO()
    csp = sudoku(P0).compile()
    assert ac3(csp, csp.state(Trace(out)))
    lines = out.getvalue().splitlines()
    assert len(lines) == 320
    assert lines[:2] == [
        "step 1  set.size():1933  AC:(0,0)(0,6)  (0,0).remove(6)  domain:[12345789]",
        "step 2  set.size():1938  AC:(0,1)(0,6)  (0,1).remove(6)  domain:[12345789]",
    ]
    assert lines[-2:] == [
        "step 319  set.size():770  AC:(0,1)(1,1)  (0,1).remove(2)  domain:[7]",
        "step 320  set.size():392  AC:(0,7)(0,2)  (0,7).remove(3)  domain:[2]",
    ]


def test_a_run_of_backtracking_can_be_recorded_in_a_file(tmp_path: Path) -> None:
    record = tmp_path / "run.txt"
    with record.open("w") as stream:
        assert sudoku(P6).solve(infer=csplib.mac, select=csplib.mrv, observer=Trace(stream))
    lines = record.read_text().splitlines()
    tries = [line for line in lines if " try " in line]
    assert tries[0].startswith("step 1  try ")
    assert [line.split()[1] for line in tries] == [str(number) for number in range(1, len(tries) + 1)]
    assert any(line.startswith("undo ") for line in lines)
    assert any("AC:" in line for line in lines)


def test_a_line_for_each_value_that_one_revision_removes() -> None:
    out = io.StringIO()
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", [9, 10, 11])
    p.add(csplib.Relation(x, y, lambda a, b: a == b == 10))
    csp = p.compile()
    ac3(csp, csp.state(Trace(out)))
    assert out.getvalue().splitlines()[:2] == [
        "step 1  set.size():1  AC:(x)(y)  (x).remove(9)  domain:[10,11]",
        "step 2  set.size():1  AC:(x)(y)  (x).remove(11)  domain:[10]",
    ]


def test_a_constraint_that_reasons_as_a_whole_is_named() -> None:
    out = io.StringIO()
    p: Problem[str, int] = Problem()
    p.add_variables("xyz", [0, 1, 2])
    p.add(csplib.Predicate("xyz", lambda *v: sum(v) == 6, name="sum is six"))
    p.solve(observer=Trace(out))
    assert "step 1  by sum is six  (x).remove(0)  domain:[12]" in out.getvalue().splitlines()


def speaks_of(constraint: csplib.Constraint, name: Any) -> bool:
    """Say whether *name* is a variable of *constraint*, or a hidden one for an expression in it."""
    if name in constraint.scope or any(TermName(term) == name for term in constraint.terms):
        return True
    return any(speaks_of(part, name) for part in constraint.parts)


def replay(stated: Stated, options: dict[str, Any]) -> list[dict[Any, Any]]:
    """Follow the events on a copy of the domains, asserting that each is possible where it stands."""
    csp = stated.problem.compile()
    domains: dict[Any, list[Any]] = {name: list(csp.values_in(x, csp.domains[x])) for name, x in csp.index.items()}
    stack: list[tuple[Event, dict[Any, list[Any]]]] = []
    found: list[dict[Any, Any]] = []
    refuted: set[tuple[Any, Any]] = set()

    def observe(event: Event) -> None:
        nonlocal domains
        if isinstance(event, Narrow):
            assert domains[event.variable]
            assert set(event.before) == set(domains[event.variable])
            assert event.removed
            assert set(event.left) | set(event.removed) == set(event.before)
            if event.constraint is REFUTED:
                assert {(event.variable, value) for value in event.removed} <= refuted
            else:
                assert isinstance(event.constraint, csplib.Constraint)
                assert speaks_of(event.constraint, event.variable)
            if event.arc is not None:
                assert isinstance(event.constraint, csplib.Constraint)
                assert event.arc[0] == event.variable
                assert speaks_of(event.constraint, event.arc[1])
            domains[event.variable] = list(event.left)
        elif isinstance(event, Assign):
            assert event.value in domains[event.variable]
            stack.append((event, {name: list(left) for name, left in domains.items()}))
            assert event.depth == len(stack)
            domains[event.variable] = [event.value]
        elif isinstance(event, Undo):
            assert event.depth == len(stack)
            decision, domains = stack.pop()
            assert isinstance(decision, Assign)
            assert (decision.variable, decision.value) == (event.variable, event.value)
            refuted.add((event.variable, event.value))
        elif isinstance(event, WipeOut):
            assert event.variable is None or not domains[event.variable] or event.variable not in domains
        else:
            assert isinstance(event, Found)
            row: dict[Any, Any] = dict(zip(stated.problem.domains, event.values, strict=True))
            assert all(len(left) == 1 and left[0] == value_or(left[0], name, row) for name, left in domains.items())
            found.append(row)

    list(stated.problem.solutions(observer=observe, **options))
    return found


def value_or(stand_in: Any, name: Any, row: dict[Any, Any]) -> Any:
    """Give the value of *name*; an expression that has none may have any."""
    try:
        return value_of(name, row)
    except UndefinedError:
        return stand_in


@given(problems(), st.sampled_from(INFERENCES))
def test_the_events_retell_the_run_exactly(stated: Stated, infer: csplib.Infer | None) -> None:
    found = replay(stated, {"infer": infer})
    assert Counter(map(key, found)) == Counter(map(key, stated.solutions()))


@given(problems(), st.sampled_from(INFERENCES), st.data())
def test_the_events_retell_a_projected_run_too(stated: Stated, infer: csplib.Infer | None, data: Any) -> None:
    on = data.draw(st.lists(st.sampled_from(list(stated.problem.domains)), unique=True))
    found = replay(stated, {"infer": infer, "on": on})
    assert {key(row) for row in found} <= {key(row) for row in stated.solutions()}


@given(problems(), st.sampled_from([None, csplib.forward_check, csplib.mac]))
def test_an_observer_changes_nothing(stated: Stated, infer: csplib.Infer | None) -> None:
    # A limit that is never hit has the engine try free variables one by one, as it does for an observer.
    silent = stated.problem.solutions(infer=infer, node_limit=10**9)
    watched = stated.problem.solutions(infer=infer, observer=lambda _: None)
    assert list(silent) == list(watched)
    left, right = silent.statistics.as_dict(), watched.statistics.as_dict()
    assert {**left, "seconds": 0} == {**right, "seconds": 0}


@given(problems())
def test_free_variables_are_tried_one_by_one_for_an_observer(stated: Stated) -> None:
    watched = list(stated.problem.solutions(observer=lambda _: None))
    assert Counter(watched) == Counter(stated.problem.solutions())


@given(problems())
def test_removed_counts_the_values_that_the_events_show(stated: Stated) -> None:
    events: list[Event] = []
    run = stated.problem.solutions(observer=events.append)
    list(run)
    assert run.statistics.removed == sum(len(event.removed) for event in events if isinstance(event, Narrow))


def test_queens_are_told_value_by_value_though_the_engine_takes_lines_and_diagonals_together() -> None:
    events: list[Event] = []
    watched = queens(6).solutions(observer=events.append)
    silent = queens(6).solutions(node_limit=10**9)
    assert list(watched) == list(silent)
    left, right = silent.statistics.as_dict(), watched.statistics.as_dict()
    assert {**left, "seconds": 0} == {**right, "seconds": 0}
    narrowed = [event for event in events if isinstance(event, Narrow) and event.arc is not None]
    assert {len(event.removed) for event in narrowed} == {1}
    removed = sum(len(event.removed) for event in events if isinstance(event, Narrow))
    assert removed == watched.statistics.removed


def test_a_wipe_out_names_its_variable_and_its_constraint() -> None:
    events: list[Event] = []
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", [1])
    p.add((x != y).named("apart"))
    assert p.solve(observer=events.append) is None
    wipe_out = events[-1]
    assert isinstance(wipe_out, WipeOut)
    assert (wipe_out.variable, str(wipe_out.constraint), wipe_out.arc) == ("y", "apart", ("y", "x"))


def test_a_constraint_that_fails_as_a_whole_is_reported() -> None:
    events: list[Event] = []
    p: Problem[int, int] = Problem()
    p.add(csplib.AllDifferent(p.add_variables(range(4), range(3)), name="too many"))
    assert p.solve(observer=events.append) is None
    assert isinstance(events[-1], WipeOut)
    assert events[-1].variable is None
    assert str(events[-1].constraint) == "too many"


def test_an_observer_that_raises_stops_the_run() -> None:
    def annoyed(_: Event) -> None:
        raise RuntimeError("enough")

    p: Problem[str, int] = Problem()
    p.add_variables("xy", [1, 2])
    with pytest.raises(RuntimeError, match="enough"):
        p.solve(observer=annoyed)
    assert p.count() == 4


def test_a_removal_is_blamed_on_the_constraint_that_made_it() -> None:
    events: list[Event] = []
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", [1, 2, 3])
    p.add(csplib.Relation(x, y, forbidden=[(1, 2)], name="R"), csplib.Diff(x, y, name="D"))
    p.solve(observer=events.append)
    blamed = [(event.removed, str(event.constraint)) for event in events if isinstance(event, Narrow)]
    assert blamed == [((1,), "D"), ((2,), "R")]
