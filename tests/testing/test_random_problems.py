"""Random problems are as large as asked, of all kinds, and solved alike in every way."""

from __future__ import annotations

from collections import Counter
from itertools import product

from hypothesis import given, settings

from csplib import Problem, forward_check
from csplib.testing import problems


@settings(max_examples=60)
@given(problems())
def test_problems_can_be_solved_in_every_way(problem: Problem) -> None:
    assert 1 <= len(problem.variables) <= 4
    assert len(problem.constraints) <= 4
    domains = problem.domains
    rows = [dict(zip(domains, row, strict=True)) for row in product(*domains.values())]
    right = Counter(frozenset(row.items()) for row in rows if not problem.violations(row))
    for infer in (None, forward_check):
        assert Counter(frozenset(s.items()) for s in problem.solutions(infer=infer)) == right


@settings(max_examples=20)
@given(problems(variables=(2, 2), constraints=(3, 5)))
def test_problems_are_as_large_as_asked(problem: Problem) -> None:
    assert len(problem.variables) == 2
    assert 3 <= len(problem.constraints) <= 5


def test_problems_mix_all_kinds() -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=100)
    @given(problems(variables=(2, 4), constraints=(1, 4)))
    def look(problem: Problem) -> None:
        seen.update(type(constraint).__name__ for constraint in problem.constraints)
        seen["no solution" if problem.solve() is None else "solved"] += 1

    look()
    wanted = {"AllDifferent", "AllEqual", "Table", "Predicate", "Comparison", "AnyOf", "AllOf"}
    assert {*wanted, "no solution", "solved"} <= seen.keys()
