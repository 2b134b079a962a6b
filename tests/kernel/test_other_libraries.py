"""Numbers and arrays of NumPy, Series and tables of pandas: wherever Python's own integers and lists can stand."""

from __future__ import annotations

import json
import operator
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from strategies import COMPARISONS

from csplib import (
    AllDifferent,
    Count,
    Exactly,
    In,
    KindError,
    NotIn,
    Problem,
    Relation,
    RowError,
    Table,
    element,
    geometric,
    luby,
    min_of,
    sample,
    shuffled,
)

pd: Any = pytest.importorskip("pandas")  # it is not typed

ARITHMETIC = [operator.add, operator.sub, operator.mul]
DIVISION = [operator.floordiv, operator.mod]


def of_numpy(number: int) -> Any:
    """Make an integer of NumPy that type checkers take for any."""
    return np.int64(number)


def three() -> tuple[Problem[str, int], list[Any]]:
    p: Problem[str, int] = Problem()
    return p, p.add_variables("xyz", range(5))


@pytest.mark.parametrize("number", [np.int64(3), np.int8(3), np.uint32(3), np.array(3)], ids=repr)
@pytest.mark.parametrize("operation", ARITHMETIC + COMPARISONS, ids=lambda one: one.__name__)
def test_a_number_of_numpy_is_a_number_on_either_side(operation: Any, number: Any) -> None:
    _, (x, y, _) = three()
    for term in (x, x + 1, 2 * x + y):
        assert str(operation(term, number)) == str(operation(term, 3))
        assert str(operation(number, term)) == str(operation(3, term))


@pytest.mark.parametrize("operation", DIVISION, ids=lambda one: one.__name__)
def test_a_number_of_numpy_divides(operation: Any) -> None:
    _, (x, _, _) = three()
    assert str(operation(x, np.int64(3))) == str(operation(x, 3))
    assert str(operation(np.int64(3), x)) == str(operation(3, x))
    assert [str(one) for one in operation(np.array([3, 4]), x)] == [str(operation(3, x)), str(operation(4, x))]
    assert [str(one) for one in x ** np.array([2, 3])] == [str(x**2), str(x**3)]


def test_truth_values_of_numpy_are_constraints() -> None:
    p = Problem()
    a, b = p.add_booleans("ab")
    true: Any = np.bool_(True)  # noqa: FBT003
    p.add(true & a, a & true, b | ~true, *(np.array([a, b]) | np.array([b, a])))
    assert p.count() == 1


def test_truth_values_of_numpy_count_as_one_and_zero() -> None:
    _, (x, y, _) = three()
    assert str(np.bool_(True) * x + y * np.bool_(True) + np.bool_(False)) == str(x + y)  # noqa: FBT003


@pytest.mark.parametrize("number", [np.float64(1.5), np.float64(2), np.float32(2)])
def test_fractions_of_numpy_are_refused_like_others(number: Any) -> None:
    _, (x, _, _) = three()
    calculations: list[Any] = [lambda: x * number, lambda: number * x, lambda: x <= number, lambda: number >= x]
    for calculate in calculations:
        with pytest.raises(KindError, match="arithmetic takes integers"):
            calculate()


@pytest.mark.parametrize("make", [np.array, pd.Series])
@pytest.mark.parametrize("operation", ARITHMETIC + DIVISION + COMPARISONS, ids=lambda one: one.__name__)
def test_an_operator_goes_through_an_array(make: Any, operation: Any) -> None:
    _, (x, y, _) = three()
    numbers = make([1, 2, 3])
    for term in (x, x + y):
        found = operation(term, numbers)
        assert type(found) is type(numbers)
        assert [*map(str, found)] == [str(operation(term, number)) for number in (1, 2, 3)]
        if operation not in DIVISION:
            assert [*map(str, operation(numbers, term))] == [str(operation(number, term)) for number in (1, 2, 3)]


def test_a_series_keeps_its_index_and_a_table_its_shape() -> None:
    _, (x, _, _) = three()
    assert [*(x * pd.Series([1, 2], index=["a", "b"])).index] == ["a", "b"]
    assert (x * pd.DataFrame({"a": [1, 2], "b": [3, 4]})).shape == (2, 2)
    assert (np.eye(2, dtype=int) + x).shape == (2, 2)


def test_arrays_of_variables_make_sums() -> None:
    p, variables = three()
    xs: Any = np.array(variables)
    weights = np.array([1, 2, 3])
    wanted = str(variables[0] + 2 * variables[1] + 3 * variables[2])
    sums = [weights @ xs, xs @ weights, np.dot(weights, xs), sum(weights * xs), (weights * xs).sum()]
    assert [*map(str, [*sums, (pd.Series([1, 2, 3]) * xs).sum()])] == [wanted] * 6
    p.add(AllDifferent(xs), weights @ xs == 7, *np.less_equal(xs, 3, dtype=object), min_of(xs) == 0)
    for solution in p.solutions():
        assert sum(n * solution[x] for n, x in zip([1, 2, 3], "xyz", strict=True)) == 7
    assert p.count() == 4


def test_constraints_in_arrays_are_joined_one_by_one() -> None:
    _, (x, y, z) = three()
    both = np.array([x == 1, y == 1], dtype=object) & (z == 1)
    assert [*map(str, both)] == [str((x == 1) & (z == 1)), str((y == 1) & (z == 1))]


@pytest.mark.parametrize(
    ("domain", "values"),
    [
        (np.arange(3), (0, 1, 2)),
        (np.array([True, False]), (True, False)),
        (np.array(["a", "b"]), ("a", "b")),
        (np.array([0.5, 1.5]), (0.5, 1.5)),
        ([np.int8(1), 2], (1, 2)),
        ([np.int64(1), 1], (1,)),
        ({np.int64(2), np.int64(1)}, (1, 2)),
        (pd.Series([3, 1]), (3, 1)),
        (pd.Series(["u", "v"]), ("u", "v")),
        (pd.Index([4, 5]), (4, 5)),
        (pd.Series(["u", "v", "u"], dtype="category"), ("u", "v")),
    ],
    ids=repr,
)
def test_values_of_a_domain_become_pythons_own(domain: Any, values: tuple[Any, ...]) -> None:
    p: Problem[Any, Any] = Problem()
    p.add_variable("x", domain)
    assert p.domains["x"] == values
    assert [type(value) for value in p.domains["x"]] == [type(value) for value in values]


def test_solutions_look_as_if_there_were_no_numpy() -> None:
    p: Problem[Any, Any] = Problem()
    p.add_variables(np.arange(2), np.arange(2))
    p.add_variable(np.str_("name"), np.array(["a"]))
    solution = p.solve(assuming={np.int64(0): np.int64(1)})
    assert solution is not None
    assert repr(solution) == "Solution({0: 1, 1: 0, 'name': 'a'})"
    assert json.loads(json.dumps(dict(solution))) == {"0": 1, "1": 0, "name": "a"}
    assert pickle.loads(pickle.dumps(solution)) == solution  # noqa: S301 - our own
    assert solution[np.int64(0)] == solution[p[np.int64(0)]] == 1


def test_a_table_of_columns_is_not_a_domain() -> None:
    p: Problem[Any, Any] = Problem()
    for table in (pd.DataFrame({"a": [1]}), np.eye(2)):
        with pytest.raises(KindError, match="'x' must be a list of values, not a table"):
            p.add_variable("x", table)


def test_rows_come_from_arrays_and_data_frames() -> None:
    frame = pd.DataFrame({"first": [1, 2, 3], "second": [3, 4, 0]}, index=["p", "q", "r"])
    for rows in (frame, frame.to_numpy(), [*frame.to_numpy()]):
        p, (x, y, _) = three()
        p.add(Table([x, y], rows))
        assert [(s["x"], s["y"]) for s in p.solutions(on=[x, y])] == [(1, 3), (2, 4), (3, 0)]
    p, (x, y, _) = three()
    p.add(Table([x, y], forbidden=frame))
    assert p.count() == 22 * 5


def test_columns_with_the_names_of_the_variables_are_taken_by_name() -> None:
    frame = pd.DataFrame({"z": [9, 9], "y": [3, 4], "x": [1, 2]})
    p, (x, y, _) = three()
    p.add(Table([x, y], frame))
    assert [(s["x"], s["y"]) for s in p.solutions(on=[x, y])] == [(1, 3), (2, 4)]
    p, (x, y, _) = three()
    p.add(Table([x + 1, y], frame[["y", "x"]]))  # x + 1 is not the column x: in order
    assert [(s["x"], s["y"]) for s in p.solutions(on=[x, y])] == [(2, 1), (3, 2)]
    p, (x, y, _) = three()
    with pytest.raises(RowError, match=r"row 0 of .* has 3 values for 2 variables"):
        p.add(Table([x, y], frame.rename(columns={"x": "w"})))


def test_the_numbers_of_columns_are_no_names() -> None:
    p: Problem[int, int] = Problem()
    first, second = p.add_variables([0, 1], range(5))
    p.add(Relation(second, first, allowed=pd.DataFrame([(1, 3), (2, 4)])))
    assert [(s[0], s[1]) for s in p.solutions()] == [(3, 1), (4, 2)]


def test_rows_of_arrays_become_python_values() -> None:
    records = np.array([(1, "a"), (2, "b")], dtype=[("n", int), ("s", "U1")])
    objects = np.array([[1, "a"], [2, "b"]], dtype=object)
    several: list[Any] = [records, objects, [np.array([1, "a"], dtype=object), (2, "b")]]
    for rows in several:
        table = Table("ns", rows)
        assert table.rows == ((1, "a"), (2, "b"))
        assert [[type(value) for value in row] for row in table.rows] == [[int, str]] * 2
    assert Table("xy", np.empty((0, 2))).rows == ()
    with pytest.raises(RowError, match=r"row 0 of .* is 1, not a row of 2 values"):
        Table("xy", np.array([1, 2]))


def test_constraints_take_numbers_and_arrays() -> None:
    p, (x, y, z) = three()
    p.add(In(x, np.array([1, 2])), NotIn(y, pd.Series([0, 1])), element(np.array([4, 3, 2, 1, 0]), x) == y)
    p.add(Exactly(of_numpy(1), [x, y, z], of_numpy(0)), Count([x, y, z], of_numpy(4), of_numpy(0)))
    assert [*map(str, p.constraints[:2])] == ["x in [1, 2]", "y not in [0, 1]"]
    assert "np." not in " ".join(map(str, p.constraints))
    assert [tuple(s.values()) for s in p.solutions()] == [(1, 3, 0), (2, 2, 0)]


def test_options_take_numbers() -> None:
    p, (x, y, z) = three()
    p.add(x < y)
    p.prefer(z == 1, weight=of_numpy(2))
    assert p.solve(seed=of_numpy(3)) == p.solve(seed=3)
    assert p.solve(order=shuffled(of_numpy(3))) == p.solve(seed=3)
    assert p.solve(node_limit=of_numpy(100), time_limit=of_numpy(9)) == p.solve()
    for restarts in (geometric(of_numpy(2), np.float64(2)), luby(of_numpy(2)), np.array([1, 2])):
        assert p.solve(restarts=restarts) == p.solve()
    assert p.count(limit=of_numpy(3)) == 3
    best = p.minimize(of_numpy(2) * y + p.penalty).finish()
    assert best is not None
    assert best.objective == 2
    assert list(sample(p, of_numpy(2), seed=of_numpy(1))) == list(sample(p, 2, seed=1))


def test_solutions_make_a_data_frame() -> None:
    p, (x, y, z) = three()
    p.add(x < y, z == 0)
    for seed in (None, 1):
        frame = pd.DataFrame(p.solutions(seed=seed))
        assert [*frame.columns] == ["x", "y", "z"]
        assert {*frame.itertuples(index=False, name=None)} == {(a, b, 0) for a in range(5) for b in range(a + 1, 5)}


def test_csplib_imports_neither() -> None:
    program = "import csplib, sys; csplib.sample; print(sorted({'numpy', 'pandas'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)  # noqa: S603
    assert done.stdout.strip() == "[]"
