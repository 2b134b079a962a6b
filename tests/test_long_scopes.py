"""Constraints over many variables, whose propagators look only at what has changed since their last run."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import comb
from typing import Any

import pytest

from csplib import AllDifferent, Constraint, Count, Increasing, Inverse, Lex, Problem

Holds = Callable[[list[int]], bool]
SIZE = 60

# Each: its name, the number of values, the constraint over all variables, and its meaning in other words.
CASES: list[tuple[str, int, Callable[[list[Any]], Constraint], Holds]] = [
    (
        "increasing",
        SIZE + 3,
        lambda xs: Increasing(xs, strictly=True),
        lambda row: all(a < b for a, b in pairwise(row)),
    ),
    ("not decreasing", 5, Increasing, lambda row: row == sorted(row)),
    ("lex", 3, lambda xs: Lex(xs[:30], xs[30:]), lambda row: row[:30] <= row[30:]),
    ("strictly lex", 2, lambda xs: Lex(xs[:30], xs[30:], strictly=True), lambda row: row[:30] < row[30:]),
    ("inverse", 30, lambda xs: Inverse(xs[:30], xs[30:]), lambda row: all(row[30 + row[i]] == i for i in range(30))),
    ("count", 3, lambda xs: Count(xs, 1, 20), lambda row: row.count(1) == 20),
    ("different", SIZE, AllDifferent, lambda row: len(set(row)) == SIZE),
]


def stated(case: str, first: int) -> tuple[Problem, Holds]:
    _, values, build, holds = next(one for one in CASES if one[0] == case)
    p = Problem()
    xs = p.add_variables([f"x{i}" for i in range(SIZE)], range(first, first + values))
    p.add(build([x - first for x in xs] if first else xs))
    return p, holds


@pytest.mark.parametrize("case", [name for name, *_ in CASES])
@pytest.mark.parametrize("seed", range(6))
def test_random_solutions_satisfy_a_long_constraint(case: str, seed: int) -> None:
    p, holds = stated(case, 0)
    first, second, third = (seed * 7 + i * 19 for i in range(3))
    p.add(p[f"x{first % SIZE}"] != p[f"x{second % SIZE}"] - 1, p[f"x{third % SIZE}"] >= 1)
    solution = p.solve(seed=seed)
    assert solution is not None
    assert holds(list(solution.values()))


@pytest.mark.parametrize("case", [name for name, *_ in CASES])
def test_a_long_constraint_means_the_same_for_shifted_values(case: str) -> None:
    p, holds = stated(case, 1000)
    solution = p.solve()
    assert solution is not None
    assert holds([value - 1000 for value in solution.values()])


@pytest.mark.untraced
def test_a_long_strictly_increasing_row_has_as_many_solutions_as_subsets() -> None:
    p, _ = stated("increasing", 0)
    assert p.count() == comb(SIZE + 3, SIZE)


@pytest.mark.parametrize("strictly", [False, True])
def test_long_rows_that_are_equal_up_to_the_last_places(strictly: bool) -> None:  # noqa: FBT001
    p = Problem()
    xs = p.add_variables([f"x{i}" for i in range(30)], range(3))
    ys = p.add_variables([f"y{i}" for i in range(30)], range(3))
    p.add(Lex(xs, ys, strictly=strictly), *(x == 1 for x in xs[:28]), *(y == 1 for y in ys[:28]))
    pairs = [(a, b) for a in range(9) for b in range(9)]
    assert p.count() == sum(a < b or (not strictly and a == b) for a, b in pairs)


def test_a_long_row_that_cannot_increase_has_no_solution() -> None:
    p = Problem()
    xs = p.add_variables([f"x{i}" for i in range(SIZE)], range(SIZE - 1))
    p.add(Increasing(xs, strictly=True))
    assert p.solve() is None
