"""Constants: `Constant`, and True, False and integers where constraints and expressions are expected."""

# ruff: noqa: ARG005, FBT003 (True and False are arguments, and all cases have the same shape)
from __future__ import annotations

from typing import Any

import pytest
from models import Given

import csplib
from csplib import (
    AllDifferent,
    AllOf,
    AnyOf,
    Constant,
    Diff,
    In,
    Not,
    Problem,
    Table,
    element,
    implies,
    max_of,
    min_of,
    reify,
)


def test_a_constant_stands_where_a_plain_value_would_be_a_name() -> None:
    g = Given()
    g.p.add(AllDifferent([g.v[0], g.v[1], 2]))  # the variable that is named 2
    assert g.p.count(on=g.v) == 6
    q = Given()
    q.p.add(AllDifferent([q.v[0], q.v[1], Constant(2)]))
    assert sorted({(s[0], s[1]) for s in q.p.solutions(on=q.v)}) == [(0, 1), (1, 0)]
    r = Given()
    r.p.add(Diff(Constant("Ada"), r.name), Constant(2) == r.x, r.y == Constant(1) + 2, Constant(5) - r.z > 4)
    assert {(s["name"], s["x"], s["y"], s["z"]) for s in r.p.solutions()} == {("Bob", 2, 3, 0)}
    solution = r.p.solve()
    assert solution[Constant(7) * r.x] == 14


@pytest.mark.parametrize(
    ("make", "count"),
    [
        (lambda g: True, 16),
        (lambda g: False, 0),
        (lambda g: sum([]) == 0, 16),
        (lambda g: sum([]) == 3, 0),
        (lambda g: AllOf([]), 16),
        (lambda g: AnyOf([]), 0),
        (lambda g: Not(True), 0),
        (lambda g: AnyOf([False, g.x == 1]), 4),
        (lambda g: AllOf([True, g.x == 1, AllOf([])]), 4),
        (lambda g: AllOf([g.y == 1, AnyOf([])]), 0),
        (lambda g: AnyOf([g.x == 1, AllOf([g.y == 1, AnyOf([])])]), 4),
        (lambda g: implies(g.x == 1, True), 16),
        (lambda g: implies(g.x == 1, False), 12),
        (lambda g: implies(True, g.x == 1), 4),
        (lambda g: implies(False, g.x == 1), 16),
        (lambda g: (g.x == 1).implies(g.y == 1), 13),
        (lambda g: (g.x == 1) & True, 4),
        (lambda g: True & (g.x == 1), 4),
        (lambda g: (g.x == 1) & False, 0),
        (lambda g: (g.x == 1) | False, 4),
        (lambda g: False | (g.x == 1), 4),
        (lambda g: (g.x == 1) | True, 16),
        (lambda g: (g.x == 1) ^ True, 12),
        (lambda g: True ^ (g.x == 1), 12),
        (lambda g: (g.x == 1) == True, 4),  # noqa: E712
        (lambda g: (g.x == 1) == False, 12),  # noqa: E712
        (lambda g: (g.x == 1) != True, 12),  # noqa: E712
        (lambda g: (g.x == 1) == (g.y == 1), 10),
        (lambda g: (g.x == 1) != (g.y == 1), 6),
        (lambda g: (g.x == 1) ^ (g.y == 1), 6),
        (lambda g: ~((g.x == 1) == (g.y == 1)), 6),
        (lambda g: ((g.x == 1) == (g.y == 1)) == (g.x < g.y), 6),
        (lambda g: (g.x == g.y) == AllOf([]), 4),
        (lambda g: reify(True) == g.x, 4),
        (lambda g: reify(AnyOf([])) == g.x, 4),
        (lambda g: reify(False) + g.x == 2, 4),
        (lambda g: max_of([3, 4]) == g.x + 1, 4),
        (lambda g: max_of(3, 4) == 4, 16),
        (lambda g: min_of([3, 4]) == 4, 0),
        (lambda g: element([1, 2], 0) == g.x, 4),
        (lambda g: element([1, 2], 2) == g.x, 0),
        (lambda g: element({"a": g.y}, Constant("a")) == g.x, 4),
        (lambda g: Constant(3) == 3, 16),
        (lambda g: Constant(3) < 3, 0),
        (lambda g: (Constant(3) < 3) | (g.x == 1), 4),
        (lambda g: reify(Constant(3) < 3) == g.x, 4),
        (lambda g: csplib.Reified(g.x, True), 4),
        (lambda g: AllDifferent([g.x, Constant(2) + 1]), 12),
        (lambda g: AllDifferent([g.x, sum([reify(True), reify(False)])]), 12),
        (lambda g: In(Constant(2) * 2, [3]), 0),
        (lambda g: abs(Constant(-1) * 2) == g.x, 4),
        (lambda g: max_of([-Constant(-2), g.x]) == 2, 12),
        (lambda g: element([g.x, g.y], Constant(2) - 1) == 2, 4),
        (lambda g: reify(Table([g.x, Constant(1) * 2], [(1, 2), (3, 0)])) == 0, 12),
    ],
)
@pytest.mark.parametrize("infer", [None, csplib.no_inference, csplib.forward_check, csplib.mac])
def test_true_and_false_are_constraints_and_numbers_are_expressions(make: Any, count: int, infer: Any) -> None:
    g = Given()
    g.p.add(make(g))
    assert g.p.count(on=[g.x, g.y], infer=infer) == count
    assert (g.p.solve(infer=infer) is None) == (count == 0)
    rows = [{"x": x, "y": y, "z": 0, "name": "Ada", 0: 0, 1: 0, 2: 0} for x in range(4) for y in range(4)]
    assert sum([not g.p.violations(row) for row in rows]) == count


def test_constants_can_be_preferred_and_optimized() -> None:
    g = Given()
    g.p.prefer(True, weight=3)
    g.p.prefer(False, g.x == 2, weight=5)
    assert [str(wish) for wish in g.p.preferences] == ["True (weight 3)", "False (weight 5)", "x == 2 (weight 5)"]
    best = g.p.minimize(g.p.penalty).finish()
    assert (best.objective, best.solution["x"]) == (5, 2)
    assert g.p.minimize(5).finish().objective == 5
    assert g.p.maximize(Constant(7) + 1).finish().objective == 8
    empty: Any = Problem()
    assert empty.minimize(3).finish().objective == 3
