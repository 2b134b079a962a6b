"""Values that occur in some solution, and what all solutions have in common: against brute force."""

from __future__ import annotations

import copy
import pickle
import threading
from typing import Any

import pytest
from catalogue import CATALOGUE, solutions_of, stated
from hypothesis import given, settings
from hypothesis import strategies as st
from models import latin_squares, pigeons, queens
from test_combined_features import mixed_problems

import csplib
from csplib import AllDifferent, LimitReached, Problem
from csplib.asking import possibilities

pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")  # random problems name any value


def check(problem: Problem[Any, Any], rows: list[dict[Any, Any]], names: list[Any], facts: dict[Any, Any]) -> None:
    agreeing = [row for row in rows if all(row[name] == value for name, value in facts.items())]
    expected = {
        name: tuple(value for value in problem.domains[name] if any(row[name] == value for row in agreeing))
        for name in names or problem.domains
    }
    assert problem.possible(*names, assuming=facts) == expected
    common = problem.in_common(*names, assuming=facts)
    if agreeing:
        assert common == {name: values[0] for name, values in expected.items() if len(values) == 1}
    else:
        assert common is None


@settings(max_examples=150)
@given(mixed=mixed_problems(), data=st.data())
def test_possible_values_are_those_of_all_solutions(mixed: Any, data: st.DataObject) -> None:
    problem = mixed.problem
    for _ in range(4):  # what was learned for one question helps with the next
        facts = {}
        for name, domain in problem.domains.items():
            if not data.draw(st.integers(0, 3)):
                facts[name] = data.draw(st.sampled_from(domain))
        names = data.draw(st.lists(st.sampled_from(list(problem.domains)), unique=True))
        check(problem, mixed.solutions, names, facts)


@pytest.mark.parametrize("name", CATALOGUE)
def test_possible_values_with_every_constraint(name: str) -> None:
    problem = stated(name)
    rows = [dict(zip(problem.domains, row, strict=True)) for row in solutions_of(problem)]
    check(problem, rows, [], {})
    first = next(iter(problem.domains))
    for value in problem.domains[first]:
        check(problem, rows, [], {first: value})


@settings(max_examples=40)
@given(mixed=mixed_problems())
def test_a_search_that_does_not_learn_takes_over(mixed: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(possibilities, "_MOST_CONFLICTS", 1)
        check(mixed.problem, mixed.solutions, [], {})


def test_learned_nogoods_are_kept_until_the_problem_changes() -> None:
    p = queens(8)
    assert p.in_common() == {}
    kept = p._asked
    assert kept is not None
    assert p.possible(0, assuming={1: 3, 2: 5})[0]
    assert p._asked is kept
    assert p.solve() is not None
    p.add(p[0] != 0)
    assert 0 not in p.possible(0)[0]
    assert p._asked is not kept
    for other in (copy.copy(p), copy.deepcopy(p), pickle.loads(pickle.dumps(p))):  # noqa: S301
        assert other._asked is None
        assert other.possible(0) == p.possible(0)


def test_assumptions_of_a_block_count() -> None:
    p = latin_squares(3)
    with p.assume({(0, 0): 0}):
        assert p.possible((0, 1), assuming={(0, 2): 1}) == {(0, 1): (2,)}
        assert p.possible((0, 1), assuming={(0, 2): 0}) == {(0, 1): ()}
        assert p.in_common(assuming={(0, 2): 0}) is None
    assert p.possible((0, 1)) == {(0, 1): (0, 1, 2)}
    with pytest.raises(csplib.OptionError, match="can only be"):
        p.possible(assuming={(0, 0): 7})
    with pytest.raises(csplib.UnknownVariableError):
        p.possible("nobody")


def test_a_problem_without_a_solution_has_no_possible_value() -> None:
    p: Problem[str, int] = Problem()
    p.add(AllDifferent(p.add_variables("abc", range(2))))
    assert p.possible("a") == {"a": ()}
    assert p.in_common() is None
    assert Problem().possible() == {}
    assert Problem().in_common() == {}


def test_values_come_in_the_order_of_the_domain() -> None:
    p: Problem[str, Any] = Problem()
    p.add_variable("x", range(5, 0, -2))
    p.add_variable("y", ["c", "a", "b"])
    assert p.possible() == {"x": (5, 3, 1), "y": ("c", "a", "b")}


def test_variables_with_very_many_values() -> None:
    p: Problem[str, int] = Problem()
    wide, small = p.add_variable("wide", range(10**9)), p.add_variable("small", range(6))
    clipped = p.add_variable("clipped", range(10**9))
    p.add(wide == small * 10**7, small > 2, clipped < 4)
    assert p.possible(small, clipped) == {"small": (3, 4, 5), "clipped": (0, 1, 2, 3)}
    assert p.possible(small, assuming={"wide": 4 * 10**7}) == {"small": (4,)}
    assert p.possible(small, assuming={"wide": 4}) == {"small": ()}
    assert p.in_common("small", assuming={"wide": 4 * 10**7}) == {"small": 4}
    with pytest.raises(csplib.DomainError, match="wide has too many values to test each of them"):
        p.possible()


def test_limits_and_other_threads_stop_it_and_it_can_be_asked_again() -> None:
    p = pigeons(11)
    for _ in range(2):
        with pytest.raises(LimitReached):
            p.possible(time_limit=0.05)
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(csplib.Cancelled):
        p.in_common(cancel=cancel)
    q = queens(6)
    with pytest.raises(LimitReached):
        q.possible(time_limit=0)
    assert q.possible(0) == {0: (1, 2, 3, 4)}
