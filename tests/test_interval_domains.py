"""Everything that works on bits works on intervals: the same problems, with each range of integers as an interval."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import oracle
import pytest
from catalogue import CATALOGUE, solutions_of, stated
from hypothesis import HealthCheck, given, settings
from strategies import problems

from csplib import DomainError, Predicate, Problem
from csplib.modelling import domains


@pytest.fixture
def tiny_bits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a range of two integers or more be an interval."""
    monkeypatch.setattr(domains, "MOST_BITS", 1)
    return


@pytest.mark.usefixtures("tiny_bits")
@pytest.mark.parametrize("name", CATALOGUE)
def test_every_kind_of_constraint_has_the_same_solutions_on_intervals(name: str) -> None:
    problem = stated(name)
    rows = solutions_of(problem)
    assert len(problem.compile().intervals) >= len(problem.variables)
    assert (
        sorted(tuple(s.values()) for s in islice(problem.solutions(), 3000)) == sorted(rows)[:3000] or len(rows) > 3000
    )
    assert problem.count() == len(rows)
    assert (problem.solve(seed=5) is not None) == bool(rows)
