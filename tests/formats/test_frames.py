"""Solutions as a DataFrame."""

from __future__ import annotations

import sys

import pytest

from csplib import Problem
from csplib.formats import MissingPandasError, to_frame

pandas = pytest.importorskip("pandas")


def test_solutions_are_rows() -> None:
    p: Problem[object, int] = Problem()
    a, b = p.add_variables([("a", 1), "b"], range(3))
    p.add(a < b)
    frame = to_frame(p.solutions())
    assert list(frame.columns) == [("a", 1), "b"]
    assert frame.to_numpy().tolist() == [[0, 1], [0, 2], [1, 2]]
    assert set(map(str, frame.dtypes)) == {"int64"}


def test_better_and_better_solutions_have_their_objective() -> None:
    p: Problem[str, int] = Problem()
    x = p.add_variable("x", range(5))
    frame = to_frame(p.maximize(2 * x))
    assert list(frame.columns) == ["x", "objective"]
    assert frame.iloc[-1].tolist() == [4, 8]


def test_without_solutions_there_are_no_rows() -> None:
    p: Problem[str, int] = Problem()
    p.add_variable("x", range(5))
    p.add(False)  # noqa: FBT003
    assert to_frame(p.solutions()).empty


def test_without_pandas_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingPandasError, match=r"pip install csplib\[pandas\]"):
        to_frame([])
