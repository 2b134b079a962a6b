"""Everything that works on bits works on intervals: the same problems, with each range of integers as an interval."""

from __future__ import annotations

import pytest
from catalogue import CATALOGUE, FOR_INTERVALS, propagators_in, solutions_of, stated
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from test_combined_features import QUESTIONS, mixed_problems

from csplib.lowering import narrowing
from csplib.modelling import domains


@pytest.fixture
def tiny_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a range of two integers or more be an interval, and stay one where a constraint lists a few of them."""
    monkeypatch.setattr(domains, "MOST_BITS", 1)
    monkeypatch.setattr(narrowing, "MOST_VALUES", 0)


@pytest.mark.usefixtures("tiny_bits")
@pytest.mark.parametrize("name", CATALOGUE)
def test_every_kind_of_constraint_has_the_same_solutions_on_intervals(name: str) -> None:
    problem = stated(name)
    rows = solutions_of(problem)
    assert problem.compile().intervals
    assert sorted(tuple(s.values()) for s in problem.solutions()) == sorted(rows)
    assert problem.count() == len(rows)
    found = problem.solve(seed=5)
    assert (found is not None) == bool(rows)
    assert found is None or tuple(found.values()) in rows


@pytest.mark.usefixtures("tiny_bits")
def test_the_catalogue_has_every_propagator_for_intervals() -> None:
    used = {type(one).__name__ for name in CATALOGUE for one in propagators_in(stated(name).compile())}
    assert used >= FOR_INTERVALS


@pytest.mark.filterwarnings("ignore::csplib.ModelWarning")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_every_question_is_answered_as_by_brute_force(tiny_bits: None, data: st.DataObject) -> None:  # noqa: ARG001
    mixed = data.draw(mixed_problems())
    for ask in data.draw(st.lists(st.sampled_from(QUESTIONS), min_size=1, max_size=4)):
        note(ask.__name__)
        ask(mixed, data)
