"""Random CPMpy expressions have the solutions that CPMpy's rules give them."""

from __future__ import annotations

import pytest

pytest.importorskip("cpmpy")

import cpmpy as cp
from compat.cpmpy_expressions import BOOLEANS, INTEGERS, Made, claims, solutions_of
from hypothesis import given

import csplib.compat.cpmpy  # noqa: F401 - registers csplib


@given(claims)
def test_a_random_expression_has_the_right_solutions(made: Made) -> None:
    variables = [*INTEGERS, *BOOLEANS]
    found = []
    model = cp.Model(made.expression, *[variable >= variable.lb for variable in variables])
    count = model.solveAll(solver="csplib", display=lambda: found.append(tuple(int(v.value()) for v in variables)))
    assert count == len(found) == len(set(found))
    assert set(found) == solutions_of(made)
