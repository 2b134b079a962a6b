"""csplib as a solver of CPMpy: models, answers, statuses. CPMpy's own tests: tools/cpmpy_suite.py."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("cpmpy")

import cpmpy as cp
import numpy as np
from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.globalconstraints import DirectConstraint, GlobalConstraint
from cpmpy.expressions.globalfunctions import GlobalFunction
from cpmpy.solvers.solver_interface import ExitStatus

import csplib
from csplib.compat.cpmpy import CPM_csplib, register


def count(*constraints: Any, objective: Any = None) -> int:
    model = cp.Model(list(constraints)) if objective is None else cp.Model(list(constraints), maximize=objective)
    found: int = model.solveAll(solver="csplib")
    return found


def test_it_is_one_of_the_solvers_once() -> None:
    register()
    names = [name for name, _ in cp.SolverLookup.base_solvers()]
    assert names.count("csplib") == 1
    assert names[0] == "ortools"
    assert "csplib" in cp.SolverLookup.supported()
    assert cp.SolverLookup.lookup("csplib") is CPM_csplib
    assert {"name": "csplib", "installed": True, "version": csplib.__version__} in cp.SolverLookup.version()


def test_send_more_money() -> None:
    letters = s, e, n, d, m, o, r, y = cp.intvar(0, 9, shape=8)
    numbers = np.array([1000, 100, 10, 1])
    total = np.array([10000, 1000, 100, 10, 1])
    model = cp.Model(
        cp.AllDifferent(letters),
        cp.sum(numbers * [s, e, n, d]) + cp.sum(numbers * [m, o, r, e]) == cp.sum(total * [m, o, n, e, y]),
        s > 0,
        m > 0,
    )
    assert model.solve(solver="csplib")
    assert list(letters.value()) == [9, 5, 6, 7, 1, 0, 8, 2]
    assert model.status().exitstatus == ExitStatus.FEASIBLE
    assert all(type(letter.value()) is int for letter in letters)
    assert model.solveAll(solver="csplib") == 1
    assert model.status().exitstatus == ExitStatus.OPTIMAL


def test_the_best_solution() -> None:
    x, y = cp.intvar(0, 9, shape=2)
    model = cp.Model(3 * x + 4 * y <= 30, maximize=2 * x + 3 * y - 1)
    assert model.solve(solver="csplib")
    assert model.objective_value() == 21
    assert model.status().exitstatus == ExitStatus.OPTIMAL
    best: list[tuple[int, int]] = []
    assert model.solveAll(solver="csplib", display=lambda: best.append((x.value(), y.value()))) == len(best)
    assert {2 * a + 3 * b for a, b in best} == {22}
    model.minimize(cp.max([x, y]) - (x == 4))
    assert model.solve(solver="csplib")
    assert model.objective_value() == 0
    assert not cp.Model(x + y > 18, minimize=x).solve(solver="csplib")
    assert cp.Model(x + y > 18, minimize=x).solveAll(solver="csplib") == 0


def test_an_objective_can_have_decimal_weights() -> None:
    a, b = cp.boolvar(shape=2)
    solver = cp.SolverLookup.get("csplib", cp.Model(a | b))
    objective = cp.FloatSum([0.1, 0.25], [a, ~b], const=0.5)
    solver.minimize(objective)
    assert solver.solve()
    assert not a.value()
    assert b.value()
    assert objective.value() == 0.5
    assert solver.objective_value() is None
    solver.minimize(cp.FloatSum([0.5, 1.5], [a, b], const=0.5))
    assert solver.solve()
    assert solver.objective_value() == 1


def test_each_better_solution_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    x = cp.intvar(0, 9, name="x")
    assert cp.Model(x != 3, maximize=x).solve(solver="csplib", display=x)
    assert capsys.readouterr().out.splitlines()[-1] == "9"


def test_assumptions_and_a_core_of_which_each_is_needed() -> None:
    a, b, c, d = cp.boolvar(shape=4, name="abcd")
    solver = cp.SolverLookup.get("csplib", cp.Model(a | b, a.implies(c)))
    assert solver.solve(assumptions=[a, ~b])
    assert (a.value(), b.value(), c.value()) == (True, False, True)
    assert not solver.solve(assumptions={a, ~c, d, b})
    core = solver.get_core()
    assert len(core) == 2
    assert ~c in core
    assert not solver.solve(assumptions=[a, d, ~a])
    assert solver.get_core() == [a, ~a]
    assert solver.solve(assumptions=[])
    with pytest.raises(ValueError, match="found no solution"):
        solver.get_core()
    solver += ~a
    solver += ~b
    assert not solver.solve(assumptions=[a, d])
    assert solver.get_core() == []


def test_constraints_that_contradict_each_other_are_found() -> None:
    x = cp.intvar(0, 9, shape=3)
    soft = [x[0] < x[1], x[1] < x[2], x[2] < x[0], x[0] > 3, cp.AllDifferent(x)]
    assert CPM_csplib.mus_native(soft) == soft[:3]
    assert CPM_csplib.mus_native(soft, [x[1] == 0]) == soft[:1]
    with pytest.raises(ValueError, match="there is a solution"):
        CPM_csplib.mus_native(soft[1:])


def test_hints_are_tried_first_and_may_be_wrong() -> None:
    x = cp.intvar(0, 9, name="x")
    a, b = cp.boolvar(shape=2)
    solver = cp.SolverLookup.get("csplib", cp.Model(x != 4, a | b))
    for value in (7, 2):
        solver.solution_hint([x, ~a, b], [np.int64(value), True, np.True_])
        assert solver.solve()
        assert (x.value(), a.value(), b.value()) == (value, False, True)
    solver.solution_hint([x, a], [4, True])
    assert solver.solve()
    assert x.value() != 4
    solver.solution_hint([], [])
    assert solver.solve()
    assert x.value() == 0


def test_constraints_can_be_added_between_two_questions() -> None:
    x, y = cp.intvar(1, 3, shape=2)
    solver = cp.SolverLookup.get("csplib")
    solver += x < y
    assert solver.solve()
    solver += x >= 2
    assert solver.solve()
    assert (x.value(), y.value()) == (2, 3)
    solver += y <= 2
    assert not solver.solve()
    assert x.value() is None
    assert solver.status().exitstatus == ExitStatus.UNSATISFIABLE


def test_limits() -> None:
    queens = cp.intvar(1, 12, shape=12)
    diagonals = [cp.AllDifferent(queens + step * np.arange(12)) for step in (-1, 0, 1)]
    model = cp.Model(diagonals)
    assert not model.solve(solver="csplib", node_limit=1)
    assert model.status().exitstatus == ExitStatus.UNKNOWN
    solver = cp.SolverLookup.get("csplib", model)
    with pytest.raises(ValueError, match="must be positive"):
        solver.solve(time_limit=-1)
    x = cp.boolvar(shape=40)
    assert cp.Model(cp.any(x)).solveAll(solver="csplib", solution_limit=5) == 5
    found = model.solveAll(solver="csplib", display=queens, solution_limit=10**6, node_limit=500)
    assert 0 < found < 14200
    assert model.status().exitstatus == ExitStatus.FEASIBLE
    assert queens.value()[0] is not None
    assert model.solveAll(solver="csplib", time_limit=600, node_limit=1) == 0
    assert model.status().exitstatus == ExitStatus.UNKNOWN
    with pytest.raises(csplib.KindError, match="there is no option nodes="):
        model.solve(solver="csplib", nodes=1)


def test_quotients_are_rounded_towards_zero_and_have_no_value_for_zero() -> None:
    x, y, b = cp.intvar(-7, 7), cp.intvar(-2, 2), cp.boolvar()
    found: set[tuple[int, int, bool]] = set()
    model = cp.Model(b == ((x // y == -3) & (x % y == -1)), x < 0)
    model.solveAll(solver="csplib", display=lambda: found.add((x.value(), y.value(), b.value())))
    assert {one[:2] for one in found if one[2]} == {(-7, 2)}
    assert len(found) == 35
    assert count(cp.Division(x, 0) == 1) == 0
    assert count(b == (cp.Modulo(x, 0) == 1)) == 15
    assert count(cp.Abs(x) ** 2 // 3 == 5) == 2


def test_tables_and_arrays_of_numpy() -> None:
    x = cp.intvar(0, 4, shape=(2, 2))
    rows = np.array([[0, 1, 2, 3], [3, 2, 1, 0], [4, 4, 4, 4]])
    assert count(cp.Table(x, rows)) == 3
    assert count(cp.NegativeTable(list(x.flat), rows)) == 5**4 - 3
    assert count(cp.ShortTable(list(x.flat), [[np.int64(0), "*", "*", 1]])) == 25
    table = cp.cpm_array(np.arange(12).reshape(3, 4))
    i, j = cp.intvar(-9, 9, shape=2)
    assert count(table[i, j] % np.int64(5) == np.int64(1)) == 3
    assert count(cp.InDomain(i, np.array([1, 2, 99]))) == 2
    assert count(cp.cpm_array([3, 1, 2])[i] >= np.int32(2), np.bool_(True)) == 2  # noqa: FBT003


def test_optional_tasks_and_those_that_take_no_time() -> None:
    s, present = cp.intvar(0, 3, shape=2), cp.boolvar()
    assert count(cp.NoOverlap(s, [2, 2])) == 6
    assert count(cp.NoOverlap(s, [3, 0])) == 16
    assert count(cp.NoOverlap(s, [2, -1])) == 0
    assert count(cp.NoOverlapOptional(s, [2, 2], is_present=[True, present])) == 6 + 16
    end = cp.intvar(0, 5)
    optional = cp.CumulativeOptional(s, [2, 2], [s[0] + 2, end], [1, -1], 1, [True, present])
    assert count(optional) == 16 * 6
    assert count(cp.Cumulative(s, [2, 1], demand=[1, 2], capacity=2)) == 16 - 7
    assert count(cp.Reservoir(s, [2, -1], 0, 2)) == 10


def test_what_csplib_has_no_word_for_is_decomposed() -> None:
    class Alternating(GlobalConstraint):  # type: ignore[misc]
        def __init__(self, items: Any) -> None:
            super().__init__("alternating", tuple(items))

        def decompose(self) -> tuple[list[Any], list[Any]]:
            return [a != b for a, b in zip(self.args[:-1], self.args[1:], strict=True)], []

    class Twice(GlobalFunction):  # type: ignore[misc]
        def __init__(self, item: Any) -> None:
            super().__init__("twice", (item,))

        def decompose(self) -> tuple[Any, list[Any]]:
            doubled = cp.intvar(-20, 20)
            return doubled, [doubled == 2 * self.args[0]]

        def get_bounds(self) -> tuple[int, int]:
            return -20, 20

    x = cp.intvar(0, 2, shape=3)
    b = cp.boolvar()
    assert count(Alternating(x)) == 12
    assert count(b == Alternating(x)) == 27
    assert count(b == Alternating([x[0] // x[1], x[2]])) == 27
    assert count(Twice(x[0]) == x[1] + 2) == 2
    assert count(x[0] <= 2, objective=Twice(x[0])) == 1
    assert count(cp.GlobalCardinalityCount(x, [1, 1], [2, 2])) == 6


def test_a_constraint_of_csplib_can_be_stated_directly() -> None:
    x = cp.intvar(0, 1, shape=4)
    assert count(DirectConstraint("Stretch", (list(x), {1: (2, 3)}), novar=[1])) == 6
    model = cp.SolverLookup.get("csplib", cp.Model(cp.AllEqual(x)))
    assert str(model.native_model.constraints[0]).startswith("AllEqual")


def test_variables_that_no_constraint_has_get_values() -> None:
    x, b = cp.intvar(1, 3), cp.boolvar()
    assert count(x >= 1, b | ~b) == 6
    assert x.value() in {1, 2, 3}
    assert b.value() in {False, True}
    assert count() == 1
    assert count(False) == 0


def test_numbers_that_are_no_integers_are_refused() -> None:
    x = cp.intvar(0, 3, shape=2)
    with pytest.raises(NotSupportedError, match=r"0\.5 is none"):
        cp.Model(cp.expressions.core.Operator("wsum", [[0.5, 1.0], x]) <= 2).solve(solver="csplib")


def test_the_smallest_cases_of_global_constraints() -> None:
    x = cp.intvar(0, 2, shape=3)
    one = x[:1]
    assert count(cp.AllDifferent(one), cp.AllEqual(one), cp.Increasing(one), cp.AllDifferentExcept0(one)) == 3
    assert count(cp.Xor([x[0] == 1, True, x[0] < 2])) == 2
    assert count(cp.Regular(x, [(0, 1, 0)], 0, [])) == 0
    assert count(cp.Count([], 2) + x[0] == 1, cp.Among(x, []) == 0) == 9
    assert count(cp.LexChainLess([[x[0]], [x[1]], [x[2]]])) == 1
    assert count(cp.MDD(x, [("r", 0, "a"), ("r", 1, "a"), ("a", 2, "b"), ("b", 1, "t")])) == 2


def test_long_and_nested_expressions() -> None:
    x = cp.boolvar(shape=200)
    model = cp.Model(cp.Xor(list(x)), cp.sum(x) >= 199)
    assert model.solve(solver="csplib")
    assert sum(x.value()) == 199
    total: Any = 0
    for one in x:
        total = total + 2 * one + (one >= 1)
    assert cp.Model(total == 600).solveAll(solver="csplib") == 1


def test_variables_with_a_very_long_range() -> None:
    x, y = cp.intvar(-(2**31), 2**31 - 1, shape=2)
    model = cp.Model(x * 3 == y, y % 7 == -2, x // 1000 == -5, maximize=x + y)
    assert model.solve(solver="csplib")
    assert (x.value(), y.value()) == (-5001, -15003)
