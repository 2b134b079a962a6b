"""Arrays of variables: indices, labels and slices as in NumPy, and their values in a solution."""

from __future__ import annotations

import pickle
from copy import copy
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from csplib import (
    AllDifferent,
    Boolean,
    CSPError,
    DomainError,
    DuplicateVariableError,
    KindError,
    Problem,
    UnknownVariableError,
    VariableArray,
    count_different,
    element,
    max_of,
)

WHOLE = slice(None)


def names(found: Any) -> Any:
    """Return the names of the variables in an array, as nested lists."""
    return found.name if not isinstance(found, VariableArray) else [names(one) for one in found]


@given(st.lists(st.integers(1, 4), min_size=1, max_size=3), st.data())
def test_an_index_selects_what_it_selects_of_an_array_of_numpy(shape: list[int], data: st.DataObject) -> None:
    p: Problem = Problem()
    x = p.array("x", tuple(shape), range(3))
    whole = np.empty(shape, dtype=object)
    for place in product(*map(range, shape)):
        whole[place] = ("x", *place)
    ends = st.none() | st.integers(-5, 5)
    several = st.builds(slice, ends, ends, st.sampled_from([None, 1, 2, -1]))
    chosen = data.draw(st.lists(several | st.integers(-4, 3), max_size=len(shape)))
    index: Any = tuple(chosen) if len(chosen) != 1 or data.draw(st.booleans()) else chosen[0]
    if data.draw(st.booleans()) and isinstance(index, tuple):
        index = (..., *index)
    try:
        expected = whole[index]
    except IndexError:
        with pytest.raises(UnknownVariableError, match="x has no index"):
            x[index]
        return
    found = x[index]
    if not isinstance(found, VariableArray):
        assert found is p[expected if isinstance(expected, tuple) else expected.item()]
        return
    assert found.shape == expected.shape
    assert names(found) == expected.tolist()
    assert [one.name for one in found.flat] == list(expected.flat)
    assert np.array(found).shape == expected.shape
    assert len(found) == len(expected)


def test_labels_are_indices_too() -> None:
    p: Problem = Problem()
    shift = p.array("shift", (["Ann", "Bob", "Cid"], range(1, 4)), ["day", "night"])
    assert shift.shape == (3, 3)
    assert shift["Bob", 3] is p["shift", "Bob", 3]
    assert names(shift["Bob"]) == [("shift", "Bob", day) for day in (1, 2, 3)]
    assert names(shift[:, 1]) == [("shift", who, 1) for who in ("Ann", "Bob", "Cid")]
    assert names(shift[["Cid", "Ann"], 2]) == [("shift", "Cid", 2), ("shift", "Ann", 2)]
    assert [index for index, _ in shift.items()][:2] == [("Ann", 1), ("Ann", 2)]
    assert shift[:, 1]["Cid"] is shift["Cid", 1]
    with pytest.raises(UnknownVariableError, match="shift has no index 'Dan': there are 'Ann', 'Bob', 'Cid'"):
        shift["Dan"]
    with pytest.raises(UnknownVariableError, match="no index 0: there are 1, 2, 3"):
        shift["Ann", 0]
    with pytest.raises(UnknownVariableError, match="no index slice"):
        shift["Ann":"Bob"]
    pairs = p.array("pair", [("a", 1), ("a", 2)], ["day"])
    assert pairs["a", 2] is pairs[("a", 2)] is p["pair", ("a", 2)]
    one = p.array("one", ["Ann", "Bob"], ["day"])
    assert [(who, variable.name) for who, variable in one.items()] == [("Ann", ("one", "Ann")), ("Bob", ("one", "Bob"))]


def test_constraints_and_functions_take_arrays() -> None:
    p: Problem = Problem()
    square = p.array("x", (3, 3), range(1, 10))
    diagonals: list[Any] = [[square[i, i] for i in range(3)], [square[i, 2 - i] for i in range(3)]]
    p.add(AllDifferent(square), *[sum(line) == 15 for line in (*square.rows(), *square.columns(), *diagonals)])
    assert p.count() == 8
    assert p.count(assuming={square[0, 0]: 2}) == 2
    p.add(max_of(square[0]) == 9, count_different(square[:, 1]) == 3, "x[1, 1] == 5 and all_different(x)")
    assert p.count() == 2
    assert p.count(on=square[0]) == 2
    q: Problem = Problem()
    y, (i, j) = q.array("y", (2, 2), range(2)), q.add_variables("ij", range(2))
    q.add(element(y, i, j) == 1, sum(y.flat) == 1)
    assert q.count() == 4
    assert all(s[y][s[i]][s[j]] == 1 for s in q.solutions())


def test_a_solution_returns_the_values_of_an_array_as_lists() -> None:
    p: Problem = Problem()
    x, z = p.array("x", (2, 3), range(6)), p.add_variable("z", range(3))
    p.add(*[one == place for place, one in enumerate(x.flat)])
    solution = p.solve()
    assert solution is not None
    assert solution[x] == [[0, 1, 2], [3, 4, 5]]
    assert solution[x[:, 1]] == [1, 4]
    assert solution[x[1]] == solution[list(x[1])] == [3, 4, 5]
    assert solution[[x[0, 1] + 10, "z", [z, 2 * z]]] == [11, 0, [0, 0]]
    assert solution[np.array(x)] == [[0, 1, 2], [3, 4, 5]]
    assert solution.get(x[0]) == [0, 1, 2]
    pd = pytest.importorskip("pandas")
    assert pd.DataFrame(solution[x], columns=list("abc")).to_dict("list") == {"a": [0, 3], "b": [1, 4], "c": [2, 5]}
    with pytest.raises(KeyError):
        solution[["q"]]
    with pytest.raises(TypeError):
        solution[{x[0, 0]}]


def test_booleans_come_in_arrays_too() -> None:
    p: Problem = Problem()
    works = p.array("works", (["Ann", "Bob"], 7), bool)
    assert isinstance(works["Ann", 0], Boolean)
    p.add(*[works["Ann", day] ^ works["Bob", day] for day in range(7)], sum(works["Ann"]) == 3)
    assert p.count() == 35


def test_numpy_multiplies_arrays_of_variables() -> None:
    p: Problem = Problem()
    x, weights = p.array("x", 3, range(5)), np.array([2, 3, 4])
    for total in (weights @ x, x @ weights, np.dot(weights, x), sum(weights * x), (x * weights).sum()):
        assert str(total) == "2*x[0] + 3*x[1] + 4*x[2]"
    assert [str(one) for one in np.array(p.array("y", (2, 2), range(5))) @ [1, 10]] == [
        "y[0, 0] + 10*y[0, 1]",
        "y[1, 0] + 10*y[1, 1]",
    ]


@pytest.mark.parametrize("sign", ["==", "!=", "<", "<=", ">", ">=", "+", "-", "*"])
def test_an_operator_refuses_a_whole_array(sign: str) -> None:
    x = Problem().array("x", (2, 2), range(3))
    with pytest.raises(KindError, match=r"takes single variables, and x is an array: use each of x\.flat"):
        eval(f"x {sign} 1", {"x": x})  # noqa: S307
    with pytest.raises(KindError, match="is an array"):
        sum(x)


@pytest.mark.parametrize(
    ("shape", "domain", "error", "message"),
    [
        (("Ann", "Bob"), range(3), KindError, "the shape of x must be numbers or lists of labels, as in .*, not 'Ann'"),
        ((), range(3), KindError, "at least one dimension"),
        (-1, range(3), KindError, "not -1"),
        (2.5, range(3), KindError, "not 2.5"),
        ((2, 2), [], DomainError, "empty"),
        ((2, 2), 3, KindError, r"the domain of \('x', 0, 0\) must be"),
        ((["a", "a"], 2), range(3), DuplicateVariableError, "already"),
    ],
)
def test_an_array_that_cannot_be_stated_is_refused(
    shape: Any, domain: Any, error: type[CSPError], message: str
) -> None:
    p: Problem = Problem()
    with pytest.raises(error, match=message):
        p.array("x", shape, domain)
    assert not p.variables


def test_wrong_indices_are_errors_that_say_what_there_is() -> None:
    p: Problem = Problem()
    x = p.array("x", (2, 3), range(3))
    with pytest.raises(UnknownVariableError, match="x has 2 dimensions, not 3"):
        x[0, 0, 0]
    with pytest.raises(UnknownVariableError, match="x has no index 3: there are positions 0 to 2"):
        x[0, 3]
    with pytest.raises(UnknownVariableError, match=r"there is no variable 'x': for one of several write \('x', 0, 0\)"):
        p["x"]
    with pytest.raises(DuplicateVariableError, match=r"there is a variable \('x', 0, 0\) already"):
        p.array("x", 3, range(3)) if p.array("x", (1, 1), range(3)) else None
    assert x[0, 0] in x
    assert x[0, 0] not in x[1]
    assert p.array("none", (2, 0), range(3)).flat == ()
    assert repr(x[:, 1:]) == "<VariableArray x: 2 x 2>"


def test_an_array_can_be_pickled_and_used_with_a_copy_of_its_problem() -> None:
    p: Problem = Problem()
    x = p.array("x", (2, 2), range(4))
    p.add(AllDifferent(x))
    other, again = pickle.loads(pickle.dumps((p, x)))  # noqa: S301
    assert other.count() == 24
    assert other.solve()[again] == p.solve()[x]  # type: ignore[index]
    twin = copy(p)
    twin.add(x[0, 0] == 3)
    assert twin.solve()[x][0][0] == 3  # type: ignore[index]
